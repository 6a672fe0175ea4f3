"""Cards: text, ids, masks, every hand, and dealing.

A card id is ``4 * rank + suit`` with ranks 2 to A = 0 to 12 and suits c, d, h, s = 0 to 3. A hand is a row of
ids; a mask is a ``uint64`` with bit ``1 << id`` for each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import _cards
from .errors import CardError, DuplicateCardError, HandSizeError, HandTypeError, RuleError

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "all_hands",
    "as_hands",
    "deal",
    "format",
    "from_masks",
    "parse",
    "parse_many",
    "to_masks",
]

DECK = 52
RANKS = "23456789TJQKA"
SUITS = "cdhs"
_UNICODE_SUITS = "♣♦♥♠"

Seed: TypeAlias = int | np.random.SeedSequence | np.random.Generator | None
"""What seeds a stream: an int, a ``SeedSequence``, a ``Generator`` to draw the seed from, or None for entropy."""


def parse(text: str) -> NDArray[np.uint8]:
    """Read cards from text.

    Parameters
    ----------
    text : str
        Cards as rank and suit (``As2d3c4h``), in any case, with or without spaces or commas between them. ``10``
        is a ten, and the signs ♣♦♥♠ are suits. The empty text holds no cards.

    Returns
    -------
    ndarray of uint8, shape (n,)
        Card ids in the order of the text.

    Raises
    ------
    CardError
        For an unknown rank or suit or half a card; the message names the text and the position.
    DuplicateCardError
        If a card stands twice.
    HandTypeError
        If `text` is not a string.

    Examples
    --------
    >>> parse("As 2d, 10c")
    array([51,  1, 32], dtype=uint8)
    """
    if not isinstance(text, str):
        raise HandTypeError(f"cards are given as text, not as {type(text).__name__}: {text!r}")
    try:
        ids, problem, where = _cards.parse(str(text))
    except UnicodeEncodeError as error:
        raise CardError(f"{text!r}: no card at position {error.start}") from None
    if ids is None:
        raise _text_error(text, problem, len(text.encode()[:where].decode()))
    return np.frombuffer(ids, np.uint8).copy()


def _text_error(text: str, problem: int, at: int) -> CardError:
    rest = text[at:]
    match problem:
        case 1:
            return CardError(f"{text!r}: unknown rank {rest[0]!r} at position {at}; ranks are {RANKS} or 10")
        case 2:
            return CardError(f"{text!r}: unknown suit {rest[0]!r} at position {at}; suits are {SUITS} or {_UNICODE_SUITS}")
        case 3:
            return CardError(f"{text!r}: the card at position {at} has no suit")
        case _:
            card = format(parse(rest[: 3 if rest.startswith("10") else 2]))
            return DuplicateCardError(f"{text!r}: {card} at position {at} stands twice")


def parse_many(texts: Sequence[str] | NDArray[np.str_] | NDArray[np.bytes_]) -> NDArray[np.uint8]:
    """Read many hands of the same number of cards.

    Parameters
    ----------
    texts : sequence of str, or array of dtype ``U`` or ``S``, shape (N,)
        One hand each, as for :func:`parse`. Arrays are read at native speed.

    Returns
    -------
    ndarray of uint8, shape (N, n)
        One row of card ids a text; ``(0, 0)`` if there are no texts.

    Raises
    ------
    CardError, DuplicateCardError
        As :func:`parse`, naming the row.
    HandSizeError
        If the rows differ in their number of cards.
    HandTypeError
        If an element is not text.

    Examples
    --------
    >>> parse_many(["As2d", "KhQh"])
    array([[51,  1],
           [46, 42]], dtype=uint8)
    """
    if isinstance(texts, str):
        raise HandTypeError(f"parse_many reads a list of texts; for one text use parse: {texts!r}")
    if isinstance(texts, np.ndarray):
        if texts.dtype.kind == "T" or (texts.dtype.kind == "O" and texts.ndim == 1):
            texts = texts.tolist()
        elif texts.dtype.kind not in "US" or texts.ndim != 1:
            raise HandTypeError(f"expected a one-dimensional array of text, not {texts.dtype} of shape {texts.shape}")
    rows: Any = texts if isinstance(texts, (list, np.ndarray)) else list(texts)
    if len(rows) == 0:
        return np.empty((0, 0), np.uint8)
    width = len(_parse_row(rows, 0))
    out = np.empty((len(rows), width), np.uint8)
    if isinstance(rows, list):
        bad = _cards.parse_list(rows, out)
    else:
        native = np.asarray(rows, rows.dtype.newbyteorder("="))
        bad = _cards.parse_array(native, 4 if native.dtype.kind == "U" else 1, out)
    if bad < len(rows):
        odd = _parse_row(rows, bad)
        raise HandSizeError(f"row {bad}: {rows[bad]!r} holds {len(odd)} cards, but row 0 holds {width}")
    return out


def _parse_row(rows: Any, i: int) -> NDArray[np.uint8]:
    text = rows[i]
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    try:
        return parse(text)
    except (CardError, HandTypeError) as error:
        raise type(error)(f"row {i}: {error}") from None


def format(cards: ArrayLike, unicode: bool = False) -> str:
    """Write one hand as text.

    Parameters
    ----------
    cards : array_like of int, shape (n,)
        Card ids; one id alone is a hand of one card.
    unicode : bool, default False
        Write suits as ♣♦♥♠ instead of ``cdhs``.

    Returns
    -------
    str
        Two characters a card, without spaces.

    Raises
    ------
    CardError
        If an id is not 0 to 51.
    HandTypeError
        If the ids are not integers.

    Examples
    --------
    >>> format([51, 1])
    'As2d'
    >>> format([51, 1], unicode=True)
    'A♠2♦'
    """
    ids = np.atleast_1d(np.asarray(cards))
    if ids.size and ids.dtype.kind not in "iu":
        raise HandTypeError(f"card ids are integers, not {ids.dtype}")
    suits = _UNICODE_SUITS if unicode else SUITS
    if ids.ndim > 1:
        raise HandSizeError(f"format writes one hand, not an array of shape {ids.shape}")
    for i, card in enumerate(ids.tolist()):
        if not 0 <= card < DECK:
            raise CardError(f"card id {card} at position {i} is not a card: ids are 0 to 51")
    return "".join(RANKS[card >> 2] + suits[card & 3] for card in ids.tolist())


def as_hands(hands: Any) -> NDArray[Any]:
    """Turn whatever stands for hands into an integer array, without judging the ids.

    Parameters
    ----------
    hands : str, sequence of str, array of text, or array_like of int
        One hand or many.

    Returns
    -------
    ndarray of an integer dtype, shape (..., n)
        The input itself if it is such an array already.

    Raises
    ------
    CardError, DuplicateCardError
        For bad text.
    HandSizeError
        For no cards at all or rows of different lengths.
    HandTypeError
        For floats, bools, objects and everything else that is not a hand.

    Examples
    --------
    >>> as_hands(["As2d", "KhQh"]).shape
    (2, 2)
    """
    if isinstance(hands, str):
        return parse(hands)
    if isinstance(hands, (list, tuple)):
        if len(hands) == 0:
            raise HandSizeError("an empty list holds no hand; for no hands pass an array of shape (0, n)")
        if any(isinstance(hand, str) for hand in hands):
            return parse_many(hands)
        _refuse_bools(hands)
        try:
            array = np.asarray(hands)
        except ValueError:
            raise _ragged(hands) from None
        except OverflowError as error:
            raise CardError(f"not a card id: {error}") from None
    else:
        array = np.asarray(hands)
    if array.dtype.kind in "UST":
        flat = parse_many(array.reshape(-1))
        return flat.reshape(*array.shape, flat.shape[1]) if array.ndim != 1 else flat
    if array.dtype.kind == "O" and array.ndim and all(isinstance(x, int) for x in array.flat):
        big = next((x for x in array.flat if not 0 <= x < DECK), None)
        if big is not None:
            raise CardError(f"card id {big} is not a card: ids are 0 to 51")
    if array.dtype.kind not in "iu":
        raise HandTypeError(f"card ids are integers, not {array.dtype}")
    if array.ndim == 0:
        raise HandTypeError(f"expected a hand, not the single number {hands!r}")
    return array


def _refuse_bools(rows: Any, where: str = "") -> None:
    for i, row in enumerate(rows):
        if isinstance(row, (bool, np.bool_)):
            raise HandTypeError(f"{where}position {i}: {row!r} is not a card id")
        if isinstance(row, (list, tuple)):
            _refuse_bools(row, f"{where}row {i}, " if not where else where)


def _ragged(rows: Sequence[Any]) -> HandSizeError | HandTypeError:
    sizes = [len(row) if hasattr(row, "__len__") else None for row in rows]
    for i, size in enumerate(sizes):
        if size is None:
            return HandTypeError(f"row {i}: expected a row of card ids, not {rows[i]!r}")
        if size != sizes[0]:
            return HandSizeError(f"row {i} holds {size} cards, but row 0 holds {sizes[0]}")
    return HandSizeError("rows are nested unevenly")


def explain_row(row: NDArray[Any], where: str = "") -> CardError:
    """Return the error for a row of ids that is no hand: a number that is no card, or a card twice."""
    seen = set()
    for i, card in enumerate(row.tolist()):
        if not 0 <= card < DECK:
            return CardError(f"{where}card id {card} at position {i} is not a card: ids are 0 to 51")
        if card in seen:
            return DuplicateCardError(f"{where}{format(card)} (id {card}) at position {i} stands twice")
        seen.add(card)
    raise AssertionError(f"{row} is a hand")


def _bytes(hands: Any) -> NDArray[np.uint8]:
    """Hands as contiguous bytes; 255 for what is no id."""
    array = as_hands(hands)
    if array.dtype != np.uint8:
        array = np.where((array >= 0) & (array < DECK), array, 255).astype(np.uint8)
    return np.ascontiguousarray(array)


def to_masks(hands: Any) -> NDArray[np.uint64] | int:
    """Turn hands into masks.

    Parameters
    ----------
    hands : str, sequence of str, or array_like of int, shape (..., n)
        Hands in any form that ``evaluate`` takes.

    Returns
    -------
    ndarray of uint64, shape (...), or int for one hand
        Bit ``1 << id`` is set for each card.

    Raises
    ------
    CardError, DuplicateCardError, HandSizeError, HandTypeError
        For anything that is no hand, naming the first bad row.

    Examples
    --------
    >>> to_masks("2c2d")
    3
    """
    original = as_hands(hands)
    rows = _bytes(original).reshape(-1, original.shape[-1])
    masks = np.empty(len(rows), np.uint64)
    bad = _cards.to_masks(rows, masks)
    if bad < len(rows):
        where = "" if original.ndim == 1 else f"row {bad}: "
        raise explain_row(original.reshape(-1, original.shape[-1])[bad], where)
    return int(masks[0]) if original.ndim == 1 else masks.reshape(original.shape[:-1])


def from_masks(masks: ArrayLike, n: int) -> NDArray[np.uint8]:
    """Turn masks into hands.

    Parameters
    ----------
    masks : array_like of int, shape (...)
        Masks that all hold `n` cards.
    n : int
        Cards a hand.

    Returns
    -------
    ndarray of uint8, shape (..., n)
        Card ids, ascending.

    Raises
    ------
    HandSizeError
        If a mask does not hold `n` cards of the deck; the message names the first one.
    HandTypeError
        If the masks are not integers.

    Examples
    --------
    >>> from_masks(3, 2)
    array([0, 1], dtype=uint8)
    """
    array = as_masks(masks)
    n = _count(n, "n", DECK)
    flat = np.ascontiguousarray(array.reshape(-1).astype(np.uint64, copy=False))
    out = np.empty((flat.size, n), np.uint8)
    bad = _cards.from_masks(flat, out)
    if bad < flat.size:
        mask = int(array.reshape(-1)[bad])
        where = f"mask {bad}: " if array.ndim else ""
        if mask < 0 or mask >> DECK:
            raise CardError(f"{where}{mask:#x} has bits that are no card: bits are 0 to 51")
        raise HandSizeError(f"{where}{mask:#x} holds {mask.bit_count()} cards, not {n}")
    return out.reshape(*array.shape, n)


def as_masks(masks: ArrayLike) -> NDArray[Any]:
    """Turn whatever stands for masks into an integer array, or raise HandTypeError."""
    try:
        array = np.asarray(masks)
    except ValueError:
        raise HandTypeError("masks are an array of integers, not rows of different lengths") from None
    if array.size == 0 and not isinstance(masks, np.ndarray):
        array = array.astype(np.uint64)
    if array.dtype.kind not in "iu":
        raise HandTypeError(f"masks are integers, not {array.dtype}")
    return array


def _count(value: Any, name: str, most: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise HandTypeError(f"{name} is a number of cards or hands, not {value!r}")
    if value < 0 or (most is not None and value > most):
        raise HandSizeError(f"{name} = {value} is out of range: 0 to {most if most is not None else 'any number'}")
    return int(value)


def all_hands(n: int) -> NDArray[np.uint8]:
    """Every hand of n cards.

    Parameters
    ----------
    n : int
        Cards a hand, 0 to 52. The array has C(52, n) rows: 270,725 for 4 cards, 2,598,960 for 5,
        20,358,520 for 6, 133,784,560 for 7 (936 MB).

    Returns
    -------
    ndarray of uint8, shape (C(52, n), n)
        Ascending rows in lexicographic order, that of ``itertools.combinations(range(52), n)``.

    Raises
    ------
    HandSizeError
        If n is not 0 to 52.

    Examples
    --------
    >>> all_hands(2)[:3]
    array([[0, 1],
           [0, 2],
           [0, 3]], dtype=uint8)
    """
    n = _count(n, "n", DECK)
    out = np.empty((comb(DECK, n), n), np.uint8)
    _cards.all_hands(out)
    return out


def deal(n_hands: int, n_cards: int, *, dead: Any = None, seed: Seed = None) -> NDArray[np.uint8]:
    """Deal random hands, each from a full deck of its own.

    Every ordered row of distinct live cards is exactly equally likely.

    Parameters
    ----------
    n_hands : int
        Number of rows.
    n_cards : int
        Cards a row.
    dead : str or array_like of int, optional
        Cards that are in no row.
    seed : int, SeedSequence or Generator, optional
        Equal seeds give equal hands on every machine; a Generator gives other hands at each call.

    Returns
    -------
    ndarray of uint8, shape (n_hands, n_cards)
        Card ids in random order.

    Raises
    ------
    HandSizeError
        If a row would need more cards than are live.
    CardError, DuplicateCardError, HandTypeError
        If `dead` holds something that is no card, or a card twice.

    Examples
    --------
    >>> deal(2, 4, dead="AsAhAdAc", seed=1).shape
    (2, 4)
    """
    n_hands, n_cards = _count(n_hands, "n_hands"), _count(n_cards, "n_cards", DECK)
    live = live_cards(dead)
    if n_cards > len(live):
        raise HandSizeError(f"{n_cards} cards a hand, but only {len(live)} are live")
    out = np.empty((n_hands, n_cards), np.uint8)
    _cards.deal(stream(seed), live, out)
    return out


def live_cards(dead: Any = None) -> NDArray[np.uint8]:
    """Return the cards of the deck, ascending, without the dead ones."""
    deck = np.arange(DECK, dtype=np.uint8)
    if dead is None or (not isinstance(dead, np.ndarray) and len(dead) == 0):
        return deck
    mask = to_masks(dead)
    if not isinstance(mask, int):
        raise HandSizeError("dead cards are given as one row of cards")
    return deck[[not mask >> int(card) & 1 for card in deck]]


def stream(seed: Seed) -> NDArray[np.uint64]:
    """Return the 256-bit state of a random stream."""
    if isinstance(seed, np.random.Generator):
        return seed.integers(1 << 64, size=4, dtype=np.uint64)
    if isinstance(seed, bool) or not (seed is None or isinstance(seed, (int, np.integer, np.random.SeedSequence))):
        raise HandTypeError(f"a seed is an int, a SeedSequence or a Generator, not {seed!r}")
    if isinstance(seed, (int, np.integer)) and seed < 0:
        raise RuleError(f"a seed is not negative: {seed}")
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(4, np.uint64)
