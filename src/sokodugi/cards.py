"""Cards: text, ids, masks, every hand, and dealing.

A card id is ``4 * rank + suit`` with ranks 2 to A = 0 to 12 and suits c, d, h, s = 0 to 3. A hand is a row of
ids; a mask is a ``uint64`` with bit ``1 << id`` for each card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import comb, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import _cards
from .errors import CardError, DuplicateCardError, HandSizeError, HandTypeError, RuleError
from .inputs import as_array, as_count, as_integers, is_text, row_label, show

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

_MOST_HANDS = 1 << 48  # more cards than any memory holds

Seed: TypeAlias = "int | np.random.SeedSequence | np.random.Generator | None"
"""What seeds a stream: an int, a SeedSequence, a Generator to draw the seed from, or None for entropy."""


def parse(text: str) -> NDArray[np.uint8]:
    """Read cards from text.

    Parameters
    ----------
    text : str
        Cards as rank and suit (``As2d3c4h``), in any case, with or without spaces or commas between them.
        ``10`` is a ten, and the signs ♣♦♥♠ are suits. The empty text holds no cards.

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
        raise HandTypeError(f"cards are given as text, not as {type(text).__name__}: {show(text)}")
    text = str.__str__(text)  # a subclass, such as NumPy's, may not show what it holds
    try:
        ids, problem, where = _cards.parse(text)
    except UnicodeEncodeError as error:
        raise CardError(f"{show(text)}: half a character at position {error.start}") from None
    if ids is None:
        raise _text_error(text, problem, len(text.encode()[:where].decode()))
    return np.frombuffer(ids, np.uint8).copy()


def _text_error(text: str, problem: int, at: int) -> CardError:
    rest, whole = text[at:], show(text)
    match problem:
        case 1:
            found = f"unknown rank {rest[0]!r} at position {at}; ranks are {RANKS} or 10"
        case 2:
            found = f"unknown suit {rest[0]!r} at position {at}; suits are {SUITS} or {_UNICODE_SUITS}"
        case 3:
            found = f"the card at position {at} has no suit"
        case _:
            card = format(parse(rest[: 3 if rest.startswith("10") else 2]))
            return DuplicateCardError(f"{whole}: {card} at position {at} stands twice")
    return CardError(f"{whole}: {found}")


def parse_many(texts: Iterable[str] | NDArray[Any]) -> NDArray[np.uint8]:
    """Read many hands of the same number of cards.

    Parameters
    ----------
    texts : iterable of str, or array of text (dtype ``U``, ``S``, ``StringDType`` or object), shape (N,)
        One hand each, as for :func:`parse`.

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
    if isinstance(texts, np.ndarray):
        if texts.ndim != 1 or not (is_text(texts) or (texts.dtype == object and not texts.size)):
            raise HandTypeError(f"texts are a list or a row, not {texts.dtype} of shape {texts.shape}")
        return _parse_rows(texts)
    if isinstance(texts, (str, bytes, Mapping, Set)) or not isinstance(texts, Iterable):
        raise HandTypeError(f"texts are a list or an array, not {type(texts).__name__}: {show(texts)}")
    return _parse_rows(texts if isinstance(texts, list) else list(texts))


def _parse_rows(texts: list[Any] | NDArray[Any]) -> NDArray[np.uint8]:
    """Read texts of shape ``(...)`` as hands of shape ``(..., n)``."""
    shape = texts.shape if isinstance(texts, np.ndarray) else (len(texts),)
    rows = texts.reshape(-1) if isinstance(texts, np.ndarray) else texts
    if isinstance(rows, np.ndarray) and rows.dtype.kind not in "US":
        rows = rows.tolist()
    if len(rows) == 0:
        return np.empty((*shape, 0), np.uint8)
    n = len(_parse_row(rows, 0, shape))
    out = np.empty((len(rows), n), np.uint8)
    bad = _parse_native(rows, out)
    if bad < len(rows):
        odd = len(_parse_row(rows, bad, shape))
        text = show(str(rows[bad]))
        raise HandSizeError(f"{row_label(bad, shape)}{text} holds {odd} cards, but the first row holds {n}")
    return out.reshape(*shape, n)


def _parse_native(rows: list[Any] | NDArray[Any], out: NDArray[np.uint8]) -> int:
    """Fill `out`; return the first row that is not text of that many cards, or the number of rows."""
    if isinstance(rows, np.ndarray):
        native = np.asarray(rows, rows.dtype.newbyteorder("="))
        return _cards.parse_array(native, 4 if native.dtype.kind == "U" else 1, out)
    if set(map(type, rows)) != {str}:
        rows = [str.__str__(row) if isinstance(row, str) else row for row in rows]
    try:
        return _cards.parse_list(rows, out)
    except UnicodeEncodeError as error:
        return rows.index(error.object)


def _parse_row(rows: list[Any] | NDArray[Any], i: int, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Read one row, or raise what is wrong with it."""
    text = rows[i]
    if isinstance(text, np.bytes_):
        text = text.decode("utf-8", "replace")
    try:
        return parse(text)
    except (CardError, HandTypeError) as error:
        raise type(error)(f"{row_label(i, shape)}{error}") from None


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
    ids = np.atleast_1d(as_integers(cards, "card ids"))
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
    if isinstance(hands, bytes):
        raise HandTypeError(f"bytes may mean text or ids: decode them or make them an array: {show(hands)}")
    if isinstance(hands, (list, tuple)) and hands and isinstance(hands[0], str):
        return parse_many(hands)
    array = as_array(hands, "card ids")
    if is_text(array):
        return _parse_rows(array)
    if array.ndim == 0:
        raise HandTypeError(f"expected a hand, not the single number {show(hands)}")
    if array.size == 0 and not isinstance(hands, np.ndarray):
        raise HandSizeError("an empty list holds no hand; for no hands pass an array of shape (0, n)")
    if array.dtype == object:
        _masks(array)  # raises: a number that no integer type holds is no card
    return array


def explain_row(row: NDArray[Any], where: str = "") -> CardError:
    """Return the error for a row of ids that is no hand: a number that is no card, or a card twice."""
    seen = set()
    for i, card in enumerate(row.tolist()):
        if not 0 <= card < DECK:
            return CardError(f"{where}card id {show(card)} at position {i} is not a card: ids are 0 to 51")
        if card in seen:
            return DuplicateCardError(f"{where}{format(card)} (id {card}) at position {i} stands twice")
        seen.add(card)
    raise AssertionError(f"{row} is a hand")


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
    array = as_hands(hands)
    masks = _masks(array)
    return int(masks[()]) if array.ndim == 1 else masks


def _masks(hands: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the masks of hands of shape ``(..., n)``, or raise what is wrong with the first bad row."""
    *shape, n = hands.shape
    given = hands.reshape(prod(shape), n)
    ids = np.ascontiguousarray(given)
    if ids.dtype != np.uint8:
        ids = np.where((ids >= 0) & (ids < DECK), ids, np.uint8(255)).astype(np.uint8)
    masks = np.empty(len(ids), np.uint64)
    bad = _cards.to_masks(ids, masks)
    if bad < len(ids):
        raise explain_row(given[bad], row_label(bad, tuple(shape)))
    return masks.reshape(shape)


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
    n = as_count(n, "n", DECK)
    array = as_masks(masks)
    flat = array.reshape(-1).astype(np.uint64)
    out = np.empty((flat.size, n), np.uint8)
    bad = _cards.from_masks(flat, out)
    if bad < flat.size:
        mask = int(array.reshape(-1)[bad])
        raise explain_mask(mask, row_label(bad, array.shape), f"not {n}")
    return out.reshape(*array.shape, n)


def as_masks(masks: Any) -> NDArray[Any]:
    """Turn whatever stands for masks into an integer array, without judging how many cards they hold.

    Parameters
    ----------
    masks : int, sequence, or array_like of int
        One mask or many.

    Returns
    -------
    ndarray of an integer dtype, shape (...)
        The input itself if it is such an array already.

    Raises
    ------
    CardError
        If a number needs more than 64 bits.
    HandSizeError
        If rows differ in length.
    HandTypeError
        If something is no integer.
    """
    array = as_integers(masks, "masks")
    if array.dtype != object:
        return array
    try:
        return array.astype(np.uint64)
    except OverflowError:
        bad = next(i for i, mask in enumerate(array.flat) if not 0 <= mask < 1 << 64)
        raise explain_mask(array.flat[bad], row_label(bad, array.shape), "") from None


def explain_mask(mask: int, where: str, why: str) -> CardError | HandSizeError:
    """Return the error for a mask that is no hand: bits beyond the deck, or the wrong number of cards."""
    text = show(mask) if mask < 0 else f"{mask:#x}"
    if mask < 0 or mask >> DECK:
        return CardError(f"{where}mask {text} has bits that are no card: bits are 0 to 51")
    return HandSizeError(f"{where}mask {text} holds {mask.bit_count()} cards, {why}")


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
    n = as_count(n, "n", DECK)
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
    n_hands, n_cards = as_count(n_hands, "n_hands", _MOST_HANDS), as_count(n_cards, "n_cards", DECK)
    live = live_cards(dead)
    if n_cards > len(live):
        raise HandSizeError(f"{n_cards} cards a hand, but only {len(live)} are live")
    out = np.empty((n_hands, n_cards), np.uint8)
    _cards.deal(stream(seed), live, out)
    return out


def live_cards(dead: Any = None) -> NDArray[np.uint8]:
    """Return the cards of the deck, ascending, without the dead ones."""
    deck = np.arange(DECK, dtype=np.uint8)
    if dead is None or (isinstance(dead, Sequence) and not dead):
        return deck
    mask = to_masks(dead)
    if not isinstance(mask, int):
        raise HandSizeError("dead cards are given as one row of cards, or as one text")
    return deck[[not mask >> int(card) & 1 for card in deck]]


def stream(seed: Seed) -> NDArray[np.uint64]:
    """Return the 256-bit state of a random stream."""
    if isinstance(seed, np.random.Generator):
        return seed.integers(1 << 64, size=4, dtype=np.uint64)
    if not isinstance(seed, np.random.SeedSequence):
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer, type(None))):
            raise HandTypeError(f"a seed is an int, a SeedSequence or a Generator, not {show(seed)}")
        if seed is not None and seed < 0:
            raise RuleError(f"a seed is not negative: {seed}")
        seed = np.random.SeedSequence(seed)
    return np.asarray(seed.generate_state(4, np.uint64), np.uint64)
