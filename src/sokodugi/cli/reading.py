"""Hands from arguments, text, CSV and ``.npy`` files, in batches that fit into memory."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from .. import cards
from ..errors import SokodugiError
from ..evaluator import Evaluator
from .common import CommandError, naming

__all__ = ["NO_CARD", "Batch", "Source", "sources"]

NO_CARD = 255  # fills up rows of hands that have fewer cards than others

_KINDS = {".csv": "csv", ".npy": "npy"}
_BOM = b"\xef\xbb\xbf"  # which some editors put before UTF-8
_BLOCK = 1 << 20  # bytes of text
_RECORDS = 1 << 16  # of a CSV file
_ROWS = 1 << 18  # of an array


@dataclass(frozen=True)
class Batch:
    """Some hands that follow each other in the input."""

    source: str
    """What messages call the input."""
    unit: str
    """What messages call a hand's place in it."""
    places: Sequence[int]
    """The number of each hand's place."""
    rows: NDArray[Any]
    """The hands: ids ``(N, n)``, or masks ``(N,)``, 0 for what cannot be read."""
    texts: Sequence[str] | None = None
    """The hands as they stand in the input, if that is text and some of them need a closer look."""
    padded: NDArray[np.uint8] | None = None
    """The ids of `texts` in the order of the text, filled up with NO_CARD."""

    def __len__(self) -> int:
        return len(self.rows)

    def ranks(self, game: Evaluator) -> NDArray[np.uint16]:
        """Return the ranks, 0 for what is no hand."""
        return game.rank_or_zero(self.rows)

    def until(self, stop: int) -> Batch:
        """Return the first hands."""
        texts = None if self.texts is None else self.texts[:stop]
        padded = None if self.padded is None else self.padded[:stop]
        return Batch(self.source, self.unit, self.places[:stop], self.rows[:stop], texts, padded)

    def ids(self) -> NDArray[np.uint8]:
        """Return the cards as ids ``(N, n)``, NO_CARD beyond the last one and where a number is no id."""
        if self.padded is not None:
            return self.padded
        if self.rows.ndim == 2:
            known = (self.rows >= 0) & (self.rows < cards.DECK)
            return np.where(known, self.rows, np.uint8(NO_CARD)).astype(np.uint8)
        masks = self.rows.astype(np.uint64) & np.uint64((1 << cards.DECK) - 1)
        sizes = np.bitwise_count(masks)
        ids = np.full((len(masks), sizes.max(initial=0)), NO_CARD, np.uint8)
        for n in np.unique(sizes).tolist():
            ids[sizes == n, :n] = cards.from_masks(masks[sizes == n], n)
        return ids

    def given(self, i: int) -> str:
        """Return a hand as it was given."""
        if self.texts is not None:
            return self.texts[i].strip()
        row = self.rows[i]
        if self.rows.ndim == 2:
            return " ".join(map(str, row.tolist()))
        return f"{int(row):#x}" if row >= 0 else str(row)

    def error(self, i: int, game: Evaluator) -> CommandError:
        """Return what is wrong with a hand, and where it stands."""
        try:
            if self.texts is not None:
                _check_text(self.texts[i])
                game.evaluate(self.texts[i])
            elif self.rows.ndim == 2:
                game.evaluate(self.rows[i])
            else:
                game.evaluate_masks(self.rows[i])
        except (CommandError, SokodugiError) as error:
            place = f"{self.unit} {self.places[i]}"
            return CommandError(f"{self.source}, {place}: {error}" if self.source else f"{place}: {error}")
        raise AssertionError(f"{self.given(i)} is a hand")


@dataclass(frozen=True)
class Source:
    """Where hands come from: a file, standard input (``-``), or arguments."""

    name: str
    kind: str
    """``text``, ``csv`` or ``npy``; ``hands`` for arguments."""
    size: int | None
    """Bytes in it, if that is known."""
    column: str | None = None
    delimiter: str = ","
    hands: list[tuple[int, str]] = field(default_factory=list)
    """Arguments with their numbers."""

    def batches(self, game: Evaluator) -> Iterator[tuple[Batch, int]]:
        """Yield the hands, and how many bytes have been read so far."""
        if self.kind == "hands":
            places, texts = zip(*self.hands, strict=True)
            yield _from_texts("", "argument", places, texts, game), 0
        elif self.kind == "npy":
            yield from _from_array(Path(self.name), game)
        else:
            with naming(self.label), self._open() as stream:
                self._check_beginning(stream.peek(8))
                if self.kind == "csv":
                    yield from _from_csv(stream, self.label, game, self.column, self.delimiter)
                else:
                    yield from _from_lines(stream, self.label, game)

    @property
    def label(self) -> str:
        """What messages call it."""
        return "standard input" if self.name == "-" else self.name

    @contextmanager
    def _open(self) -> Iterator[io.BufferedReader]:
        if self.name == "-":
            yield cast(io.BufferedReader, sys.stdin.buffer)
        else:
            with Path(self.name).open("rb") as stream:
                yield stream

    def _check_beginning(self, data: bytes) -> None:
        """Refuse what cannot be text in UTF-8."""
        array = "name it" if self.name != "-" else "save it to a file and name that"
        for magic, what in (
            (b"\x93NUMPY", f"a NumPy array: {array}, with the suffix .npy or --input npy"),
            (b"PK\x03\x04", "an archive, such as .npz or .zip: unpack it first"),
            (b"\xff\xfe", "UTF-16: save it as UTF-8"),
            (b"\xfe\xff", "UTF-16: save it as UTF-8"),
            (b"\x1f\x8b", "compressed: unpack it first"),
        ):
            if data.startswith(magic):
                raise CommandError(f"{self.label} is {what}")


def sources(
    arguments: Sequence[str], kind: str | None = None, column: str | None = None, delimiter: str = ","
) -> list[Source]:
    """Tell hands and files apart: an argument that reads as cards is a hand, any other one names a file.

    Parameters
    ----------
    arguments : sequence of str
        Hands, names of files, ``-`` for standard input.
    kind : {"text", "csv", "npy"}, optional
        What all files hold; by default it is told by their names.
    column, delimiter : str
        Of CSV files.

    Returns
    -------
    list of Source
        In the order of the arguments; hands that follow each other are one source.

    Raises
    ------
    CommandError
        If an argument is neither a hand nor a file.
    """
    found: list[Source] = []
    for number, argument in enumerate(arguments, 1):
        problem = _why_no_hand(argument)
        if problem is None:
            if not found or found[-1].kind != "hands":
                found.append(Source("", "hands", 0))
            found[-1].hands.append((number, argument))
            continue
        path = Path(argument)
        if argument == "-":
            path = Path("standard input")  # which has no suffix
            if sys.stdin is None:
                raise CommandError("standard input is closed")
            if kind == "npy":
                raise CommandError(
                    "standard input is no array: a .npy file is mapped into memory, so name it"
                )
        elif not argument or not path.exists():
            raise CommandError(f"there is no file {argument!r}, and it is no hand: {problem}")
        by_name = _KINDS.get(path.suffix.lower(), "text" if column is None else "csv")
        size = path.stat().st_size if path.is_file() and argument != "-" else None
        found.append(Source(argument, kind or by_name, size, column, delimiter))
    return found


def _why_no_hand(text: str) -> str | None:
    try:
        return None if len(cards.parse(text)) else "it holds no card"
    except SokodugiError as error:
        return str(error)


# ---- text ----


def _check_text(text: str) -> None:
    """Refuse what says nothing of cards, and name bytes that could not be decoded."""
    if not text or text.isspace():
        raise CommandError("there is no hand: its field is empty or missing")
    for position, character in enumerate(text):
        if "\udc80" <= character <= "\udcff":  # how surrogateescape keeps a byte
            raise CommandError(f"byte {ord(character) - 0xDC00:#x} at position {position} is not UTF-8")


def _from_texts(
    source: str, unit: str, places: Sequence[int], texts: Sequence[str], game: Evaluator
) -> Batch:
    """Read texts at native speed, looking closer where they are not all hands of one size."""
    try:
        rows = cards.parse_many(list(texts))
        if rows.shape[1] in game.hand_sizes:
            return Batch(source, unit, places, rows)
    except ValueError:  # no card, no text at all (lone surrogates), or different sizes
        pass
    padded = np.full((len(texts), cards.DECK), NO_CARD, np.uint8)
    by_length = np.argsort([len(text) for text in texts], kind="stable").tolist()
    _parse_into(padded, texts, by_length)
    sizes = np.count_nonzero(padded != NO_CARD, axis=1)
    padded = padded[:, : sizes.max()]
    bits = np.where(padded == NO_CARD, 0, np.uint64(1) << padded % np.uint64(64))
    readable = np.isin(sizes, game.hand_sizes)
    masks = np.where(readable, np.bitwise_or.reduce(bits, axis=1), np.uint64(0))
    return Batch(source, unit, places, masks, texts, padded)


def _parse_into(padded: NDArray[np.uint8], texts: Sequence[str], rows: list[int]) -> None:
    """Read some of the texts: all at once if they are alike, or else halves of them, and few one by one."""
    try:
        ids = cards.parse_many([texts[row] for row in rows])
        padded[rows, : ids.shape[1]] = ids
    except ValueError:
        if len(rows) > 1:
            size = len(rows) // 2 if len(rows) > 8 else 1
            for first in range(0, len(rows), size):
                _parse_into(padded, texts, rows[first : first + size])


def _from_lines(stream: io.BufferedReader, label: str, game: Evaluator) -> Iterator[tuple[Batch, int]]:
    """Read a hand a line; blank lines and those that begin with ``#`` are skipped."""
    for number, block, done in _blocks(stream, label):
        batch = _from_block(block, label, number, game)
        if batch is not None:
            yield batch, done


def _blocks(stream: io.BufferedReader, label: str) -> Iterator[tuple[int, bytes, int]]:
    """Yield whole lines, as soon as they come, the number of the first, and the bytes read so far.

    Lines end in LF, CR LF or CR; those that are yielded, in LF.
    """
    number, rest, done, after_cr = 1, b"", 0, False
    while data := stream.read1(_BLOCK):
        if not done:
            data = data.removeprefix(_BOM)
        done += len(data)
        if after_cr:
            data = data.removeprefix(b"\n")  # the other half of a CR LF
        after_cr = data.endswith(b"\r")
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        block, end, rest = (rest + data).rpartition(b"\n")
        if end:
            yield number, block + end, done
            number += block.count(b"\n") + 1
        if len(rest) > _BLOCK:
            raise CommandError(f"{label}, line {number}: longer than any hand")
    if rest:
        yield number, rest + b"\n", done


def _from_block(block: bytes, label: str, first: int, game: Evaluator) -> Batch | None:
    """Read whole lines, the first of which has the number `first`."""
    width, count = block.find(b"\n") + 1, block.count(b"\n")
    if len(block) == width * count:  # usual hands make lines of equal length: read them without making them
        lines = np.frombuffer(block, f"S{width}")
        try:
            rows = cards.parse_many(lines)
            if rows.shape[1] in game.hand_sizes and block[width - 1 :: width].count(b"\n") == count:
                return Batch(label, "line", range(first, first + count), rows)
        except ValueError:
            pass
    texts = block.decode("utf-8", "surrogateescape").split("\n")[:-1]
    places: Sequence[int] = range(first, first + count)
    kept = [i for i, text in enumerate(texts) if text and not text.isspace() and not text.startswith("#")]
    if len(kept) < count:
        places, texts = [first + i for i in kept], [texts[i] for i in kept]
    return _from_texts(label, "line", places, texts, game) if texts else None


# ---- CSV ----


def _from_csv(
    stream: io.BufferedReader, label: str, game: Evaluator, column: str | None, delimiter: str
) -> Iterator[tuple[Batch, int]]:
    """Read a hand a record: a column of it, or all of its fields together."""
    text = io.TextIOWrapper(stream, "utf-8-sig", "surrogateescape", newline="")
    records = _records(text, label, delimiter)
    try:
        first = next(records, None)
        if first is None:
            return
        place, is_header = _column(first[1], label, column)
        # Records are let go one by one: to keep thousands of lists would keep the garbage collector busy.
        hands = (
            (line, _hand_in(record, place)) for line, record in chain([] if is_header else [first], records)
        )
        while some := list(islice(hands, _RECORDS)):
            places, texts = zip(*some, strict=True)
            yield _from_texts(label, "line", places, texts, game), _position(stream)
    finally:
        text.detach()


def _records(text: io.TextIOWrapper, label: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are no blank lines, and the line that each begins in."""
    line, reader = 1, csv.reader(text, delimiter=delimiter)
    try:
        for record in reader:
            if record:
                yield line, record
            line = reader.line_num + 1
    except csv.Error as error:
        raise CommandError(f"{label}, line {line}: {error}") from None


def _column(record: list[str], label: str, column: str | None) -> tuple[int | None, bool]:
    """Tell which field holds the hand (None: all together), and whether this first record is a header."""
    names = [name.strip() for name in record]
    if column is None:
        found = [i for i, name in enumerate(names) if name.lower() == "hand"]
    else:
        found = [i for i, name in enumerate(names) if name == column]
    if len(found) > 1:
        raise CommandError(
            f"{label} has {len(found)} columns that may be meant: {', '.join(names[i] for i in found)}"
        )
    if found:
        return found[0], True
    if column is None:
        return None, False
    if column.isascii() and column.isdigit() and 0 < int(column) <= len(names):
        return int(column) - 1, False
    raise CommandError(f"{label} has no column {column!r}: its first line holds {', '.join(names)}")


def _hand_in(record: list[str], place: int | None) -> str:
    if place is None:
        return " ".join(record)
    return record[place] if place < len(record) else ""


def _position(stream: io.BufferedReader) -> int:
    return stream.tell() if stream.seekable() else 0


# ---- arrays ----


def _from_array(path: Path, game: Evaluator) -> Iterator[tuple[Batch, int]]:
    """Read an array of ids ``(N, n)`` or masks ``(N,)``, which need 64 bits."""
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except ValueError as error:
        raise CommandError(f"{path} is no array that can be mapped into memory: {error}") from None
    is_ids = array.ndim == 2 and array.dtype.kind in "iu"
    is_masks = array.ndim == 1 and array.dtype.kind in "iu" and array.dtype.itemsize == 8
    if not is_ids and not is_masks:
        hands = "hands are integers of shape (N, n), masks are uint64 of shape (N,)"
        raise CommandError(f"{path} holds {array.dtype} of shape {array.shape}; {hands}")
    if is_ids and array.shape[1] not in game.hand_sizes:
        least, most = game.hand_sizes[0], game.hand_sizes[-1]
        raise CommandError(f"{path}: {array.shape[1]} cards a hand: {game.name} takes {least} to {most}")
    for first in range(0, len(array), _ROWS):
        rows = array[first : first + _ROWS]
        stop = first + len(rows)
        yield Batch(str(path), "row", range(first, stop), rows), array.nbytes * stop // len(array)
