"""Ranked hands as a table for people, or as txt, csv, jsonl and npy for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import cards
from ..evaluator import Evaluator
from .common import CommandError
from .reading import NO_CARD, Batch

__all__ = ["WRITERS", "Writer"]

Ranks = NDArray[np.uint16]


class Writer(Protocol):
    """Writes hands in one format. Rank 0 marks what is no hand."""

    def write(self, batch: Batch, ranks: Ranks) -> None:
        """Write some hands."""

    def close(self) -> None:
        """Write what can only be told after the last hand."""


# ---- what is known of a hand ----


def _sizes(ids: NDArray[np.uint8], ranks: Ranks) -> NDArray[np.int64]:
    """Return the number of cards of each hand, 0 for what is none."""
    return np.where(ranks > 0, np.count_nonzero(ids != NO_CARD, axis=1), 0)


def _plays(game: Evaluator, ids: NDArray[np.uint8], sizes: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Replace the cards that do not play by NO_CARD."""
    plays = np.full_like(ids, NO_CARD)
    for n in np.unique(sizes[sizes > 0]).tolist():
        rows = sizes == n
        hands = ids[rows, :n]
        plays[rows, :n] = np.where(game.playing(hands), hands, NO_CARD)
    return plays


def _better_than(game: Evaluator, n_cards: int) -> NDArray[np.float64]:
    """Return for each rank the share of all hands of n cards that are worse."""
    counts = game.frequencies(n_cards)
    worse: NDArray[np.float64] = 1 - counts.cumsum() / counts.sum()
    return worse


# ---- ranks alone ----


class _Npy:
    """One array of ranks, uint16."""

    def __init__(self, file: BinaryIO, game: Evaluator) -> None:
        if not file.seekable():
            raise CommandError("npy needs a file: -o FILE")
        self._file, self._count = file, 0
        self._write_header()

    def _write_header(self) -> None:
        # NumPy pads it, so that it keeps its length when the array grows.
        header = {"descr": np.dtype(np.uint16).str, "fortran_order": False, "shape": (self._count,)}
        np.lib.format.write_array_header_1_0(self._file, header)

    def write(self, batch: Batch, ranks: Ranks) -> None:
        self._file.write(ranks.data)
        self._count += len(ranks)

    def close(self) -> None:
        self._file.seek(0)
        self._write_header()


class _Txt:
    """A rank a line, an empty one for what is no hand."""

    def __init__(self, file: BinaryIO, game: Evaluator) -> None:
        self._file = file
        self._lines = np.array(["\n", *(f"{rank}\n" for rank in range(1, game.n_ranks + 1))], np.bytes_)

    def write(self, batch: Batch, ranks: Ranks) -> None:
        self._file.write(_squeeze(self._lines[ranks]))

    def close(self) -> None:
        pass


def _squeeze(text: NDArray[Any]) -> bytes:
    """Join columns of bytes without the zeros that pad them."""
    return text.tobytes().translate(None, b"\0")


# ---- rows with all that is known of a hand ----

_COLUMNS = ("hand", "plays", "category", "description", "rank", "better_than")


class _Style(NamedTuple):
    """How a row is written: before, hand, between, the cards that play, tail."""

    head: str
    """The first line."""
    before: str
    between: str
    tail: Callable[[str, str, int, float], str]
    """Of category, description, rank, and the share of worse hands."""
    invalid: Callable[[str], str]
    """The whole row of what is no hand, as it was given."""


def _csv(*fields: object) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(fields)
    return line.getvalue()


_CSV = _Style(
    head=",".join(_COLUMNS) + "\n",
    before="",
    between=",",
    tail=lambda category, description, rank, share: f",{_csv(category, description, rank, f'{share:.9f}')}",
    invalid=lambda given: _csv(given, *[""] * len(_COLUMNS[1:])),
)
_JSONL = _Style(
    head="",
    before='{"hand": "',
    between='", "plays": "',
    tail=lambda category, description, rank, share: (
        '", '
        + json.dumps(dict(zip(_COLUMNS[2:], (category, description, rank, round(share, 9)), strict=True)))[1:]
    ),
    invalid=lambda given: json.dumps({"hand": given, **dict.fromkeys(_COLUMNS[1:])}),
)

_CARDS = np.array([cards.format(card) if card < cards.DECK else "" for card in range(NO_CARD + 1)], "S2")


class _Rows:
    """Rows of text, made by NumPy as columns of padded bytes."""

    def __init__(self, style: _Style, file: BinaryIO, game: Evaluator) -> None:
        self._style, self._file, self._game = style, file, game
        self._tails: dict[int, NDArray[np.bytes_]] = {}
        file.write(style.head.encode())

    def write(self, batch: Batch, ranks: Ranks) -> None:
        ids = batch.ids()
        sizes = _sizes(ids, ranks)
        columns = [
            _constant(self._style.before, len(ranks)),
            _CARDS[ids],
            _constant(self._style.between, len(ranks)),
            _CARDS[_plays(self._game, ids, sizes)],
            self._tails_of(sizes, ranks),
            _constant("\n", len(ranks)),
        ]
        text = _squeeze(np.concatenate([_bytes(column) for column in columns], axis=1))
        bad = np.flatnonzero(ranks == 0).tolist()
        if bad:
            lines = text.split(b"\n")
            for i in bad:
                lines[i] = self._style.invalid(batch.given(i)).encode("utf-8", "surrogateescape")
            text = b"\n".join(lines)
        self._file.write(text)

    def _tails_of(self, sizes: NDArray[np.int64], ranks: Ranks) -> NDArray[np.bytes_]:
        found = np.zeros(len(ranks), "S1")
        for n in np.unique(sizes[sizes > 0]).tolist():
            tails = self._tails_by_rank(n, ranks[sizes == n])
            found = found.astype(f"S{max(found.itemsize, tails.itemsize)}")
            found[sizes == n] = tails[ranks[sizes == n]]
        return found

    def _tails_by_rank(self, n_cards: int, ranks: Ranks) -> NDArray[np.bytes_]:
        """Return the tails by rank: those that are needed now, and those that were earlier."""
        game = self._game
        tails = self._tails.setdefault(n_cards, np.zeros(game.n_ranks + 1, "S1"))
        missing = np.flatnonzero((np.bincount(ranks, minlength=len(tails)) > 0) & (tails == b""))
        if missing.size:
            better = _better_than(game, n_cards)
            made = np.array(
                [
                    self._style.tail(game.categories[category], description, rank, better[rank])
                    for category, description, rank in zip(
                        np.asarray(game.category(missing)).tolist(),
                        game.describe(missing.astype(np.uint16)),
                        missing.tolist(),
                        strict=True,
                    )
                ],
                np.bytes_,
            )
            tails = self._tails[n_cards] = tails.astype(f"S{max(tails.itemsize, made.itemsize)}")
            tails[missing] = made
        return tails

    def close(self) -> None:
        pass


def _bytes(column: NDArray[np.bytes_]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(column).view(np.uint8).reshape(len(column), -1)


def _constant(text: str, n_rows: int) -> NDArray[np.bytes_]:
    return np.full(n_rows, text, f"S{max(len(text), 1)}")


# ---- for people ----


class _Table:
    """Columns for the eye."""

    def __init__(self, file: BinaryIO, game: Evaluator) -> None:
        self._file, self._game = file, game
        self._head = [("hand", "plays", "description", "rank", "better than")]
        self._widths = [0] * 5

    def write(self, batch: Batch, ranks: Ranks) -> None:
        game, ids = self._game, batch.ids()
        sizes = _sizes(ids, ranks)
        better = {n: _better_than(game, n) for n in np.unique(sizes[sizes > 0]).tolist()}
        rows, self._head = self._head, []
        for i, (n, rank, hand, plays) in enumerate(
            zip(sizes.tolist(), ranks.tolist(), ids, _plays(game, ids, sizes), strict=True)
        ):
            if rank:
                rows.append(
                    (
                        _spaced(hand),
                        _spaced(plays),
                        str(game.describe(rank)),
                        str(rank),
                        _percent(better[n][rank]),
                    )
                )
            else:
                rows.append((_printable(batch.given(i)), "", "no hand", "", ""))
        columns = zip(self._widths, zip(*rows, strict=True), strict=True)
        self._widths = [max(width, *map(len, column)) for width, column in columns]
        for row in rows:
            cells = zip(
                (str.ljust, str.ljust, str.ljust, str.rjust, str.rjust), row, self._widths, strict=True
            )
            line = "  ".join(justify(text, width) for justify, text, width in cells)
            self._file.write(line.rstrip().encode() + b"\n")

    def close(self) -> None:
        pass


def _spaced(ids: NDArray[np.uint8]) -> str:
    return " ".join(cards.format(card) for card in ids.tolist() if card != NO_CARD)


def _printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)


def _percent(share: float) -> str:
    """Write a share so that only nothing is 0 % and only everything is 100 %."""
    if 0 < share < 0.00005:
        return "< 0.01 %"
    if 0.99995 <= share < 1:
        return "> 99.99 %"
    return f"{100 * share:.2f} %"


WRITERS: dict[str, Callable[[BinaryIO, Evaluator], Writer]] = {
    "table": _Table,
    "csv": partial(_Rows, _CSV),
    "txt": _Txt,
    "jsonl": partial(_Rows, _JSONL),
    "npy": _Npy,
}
