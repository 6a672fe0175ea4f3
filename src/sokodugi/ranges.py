"""Ranges: weighted sets of hands, and the text that players write for them.

A :class:`Range` holds hands of one size and a weight for each. ``docs/ranges.md`` explains the text.

Inside, a hand is a *key*: the mask of its cards with card id ``i`` on bit ``51 - i``. Among hands of one size
the descending order of keys is the lexicographic order of the rows: a set of hands is a sorted array of
integers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple, NoReturn, Self

import numpy as np
import numpy.typing as npt

from . import cards
from .errors import HandSizeError, HandTypeError, RangeError, SokodugiError
from .evaluator import Evaluator

__all__ = ["Range"]

Hands = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]
Weights = npt.NDArray[np.int64 | np.float64]

_INTEGER_LIMIT = 2**62  # keeps sums of integer weights clear of the end of int64
_GROWTH_LIMIT = 2**27  # keys that the growth of a pattern may hold at once: 1 GiB


class Range:
    """A weighted set of hands, all of the same number of cards. It cannot be changed.

    Ranges are made by :meth:`from_hands`, :meth:`parse` and :meth:`where`. A hand with fewer cards than the
    game deals is what is known of it; the equity functions deal the rest at random.

    Set operations want hands of the same size. ``a | b`` holds the hands of both; where both have a hand the
    larger weight counts. ``a & b`` and ``a - b`` select from ``a`` the hands that are in ``b``, or are not,
    and keep the weights of ``a``; so ``(a & b) | (a - b) == a``. Two ranges are equal if hands and weights
    are. ``hand in r`` takes card text or card ids. Iteration gives pairs of card text and weight, row by row.

    Parameters
    ----------
    hands, weights
        As for :meth:`from_hands`.

    Attributes
    ----------
    hands : ndarray of uint8, shape (N, n)
        Card ids, each row ascending, the rows distinct and in lexicographic order. Read-only.
    weights : ndarray of int64 or float64, shape (N,)
        Above 0 and finite; integers if all weights that were given are integers. Read-only.

    Examples
    --------
    >>> from sokodugi.ranges import Range
    >>> aces = Range.parse("AwAx")
    >>> aces
    <Range: 6 hands of 2 cards, total weight 6>
    >>> len(aces - Range.parse("AsA"))
    3
    >>> dict(Range.parse("AcAd, AhAs@3"))
    {'AcAd': 1, 'AhAs': 3}
    """

    __slots__ = ("_keys", "hands", "weights")

    _keys: Keys
    hands: Hands
    weights: Weights

    def __init__(self, hands: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        rows = _read_hands(hands)
        weighed = _read_weights(weights, len(rows))
        used = weighed > 0
        keys, weighed = _merge(_encode(rows[used]), weighed[used], np.add)
        self._fill(_decode(keys, rows.shape[1]), weighed, keys)

    def _fill(self, hands: Hands, weights: Weights, keys: Keys) -> None:
        """Set the attributes, once and for all."""
        for name, array in (("hands", hands), ("weights", weights), ("_keys", keys)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @classmethod
    def _trusted(cls, hands: Hands, weights: Weights, keys: Keys | None = None) -> Self:
        """Return the range of arrays that are as the attributes must be."""
        self = cls.__new__(cls)
        self._fill(hands, weights, _encode(hands) if keys is None else keys)
        return self

    @classmethod
    def from_hands(cls, hands: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Self:
        """Return the range of given hands.

        Parameters
        ----------
        hands : sequence of str, or array of integers of shape (N, n)
            Card texts, or card ids, n cards each, in any order. A hand that is given several times gets the
            *sum* of its weights, so observed hands may be passed as they come.
        weights : array of shape (N,), optional
            Integers or floats, finite and not below 0; without them each row weighs 1. Hands of weight 0 are
            left out.

        Returns
        -------
        Range
            It may be empty, if the array has no row or no weight is above 0.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            If a row is no hand, or hands and weights differ in number.
        RangeError
            If a weight is negative or not finite, or integer weights add up to 2**62 or more.

        Examples
        --------
        >>> from sokodugi.ranges import Range
        >>> list(Range.from_hands(["2dAs", "As2d", "KhKs"], [1, 2, 1]))
        [('2dAs', 3), ('KhKs', 1)]
        """
        return cls(hands, weights)

    @classmethod
    def parse(cls, text: str, game: Evaluator | None = None, n: int | None = None) -> Self:
        """Return the range that a text describes.

        Parameters
        ----------
        text : str
            For example ``"A2**!AwAx, [3-5]w[3-5]x*y*z@0.5"``; ``docs/ranges.md`` explains it. A hand that
            several alternatives describe gets the largest of their weights.
        game : Badugi or Soko, optional
            Needed for the strengths ``<=…`` (this rank or better) and ``>=…`` (this rank or worse) alone.
        n : int, optional
            Number of cards of the hands. Without it, it is that of the patterns; if the text has strengths
            only, that of a complete hand of the game.

        Returns
        -------
        Range
            Never empty.

        Raises
        ------
        RangeError
            If the text cannot be read, a part of it describes no hand, or too many to list (six ``*``
            or more). The message has the column and shows the place.
        HandTypeError
            If ``text`` is not a string.

        Notes
        -----
        A hand matches a pattern if its cards can be assigned to the places of the pattern, whatever the
        order; it counts once, however many such assignments exist. All five-card hands, ``*****``, take about
        a second.

        Examples
        --------
        >>> from sokodugi.ranges import Range
        >>> Range.parse("AwKwQwJw")
        <Range: 4 hands of 4 cards, total weight 4>
        >>> Range.parse("A2+")
        Traceback (most recent call last):
            ...
        sokodugi.errors.RangeError: expected a card, ',', '!', '@' or the end, found '+' at column 3:
            A2+
              ^
        '+' is refused, since players read it in both directions: write <= (or better) or >= (or worse)
        """
        keys, weights, n = _Reader(text).evaluate(game, n)
        return cls._trusted(_decode(keys, n), weights, keys)

    @classmethod
    def where(
        cls,
        game: Evaluator,
        predicate: Callable[[Hands, npt.NDArray[np.uint16]], npt.ArrayLike],
        n: int | None = None,
    ) -> Self:
        """Return the range of all hands that a function selects or weighs.

        Parameters
        ----------
        game : Badugi or Soko
            It ranks the hands.
        predicate : callable
            Called once as ``predicate(hands, ranks)`` with all hands, ``uint8`` of shape (M, n), and their
            ranks, ``uint16`` of shape (M,), 1 is best. It returns an array of shape (M,): bools, or weights
            as for :meth:`from_hands`.
        n : int, optional
            Number of cards; by default that of a complete hand of the game.

        Returns
        -------
        Range
            It may be empty.

        Raises
        ------
        HandSizeError
            If the game does not rank hands of ``n`` cards, or the result has another shape.
        HandTypeError, RangeError
            If the result is neither bools nor weights.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> from sokodugi.ranges import Range
        >>> Range.where(badugi, lambda hands, ranks: ranks <= 715)
        <Range: 17,160 hands of 4 cards, total weight 17,160>
        """
        hands, ranks = _ranked(game, game.final_size if n is None else n)
        found = predicate(hands, ranks)
        if found is None:
            raise HandTypeError("the predicate returned None: it returns bools or weights, one for each hand")
        return cls(hands, found)

    @property
    def total(self) -> int | float:
        """The sum of all weights: an ``int`` if the weights are integers."""
        total: int | float = self.weights.sum().item()
        return total

    def to_masks(self) -> npt.NDArray[np.uint64]:
        """Return the masks of the hands, ``uint64`` of shape (N,), bit ``1 << id`` for each card."""
        return np.asarray(cards.to_masks(self.hands), np.uint64)

    def without(self, dead: str | npt.ArrayLike) -> Self:
        """Return the hands that hold none of the given cards, with their weights.

        Parameters
        ----------
        dead : str or array of card ids
            Cards that other players or the discards hold.

        Returns
        -------
        Range
            It may be empty.

        Raises
        ------
        CardError, DuplicateCardError, HandTypeError
            If these are not distinct cards.

        Examples
        --------
        >>> from sokodugi.ranges import Range
        >>> list(Range.parse("AwAx").without("As Ks"))
        [('AcAd', 1), ('AcAh', 1), ('AdAh', 1)]
        """
        live: np.uint64 = np.bitwise_or.reduce(_bits(cards.live_cards(dead)))
        return self._select(self._keys & ~live == 0)

    def sample(self, size: int, seed: cards.Seed = None) -> Hands:
        """Draw hands at random, with replacement, each as often as its weight says.

        Parameters
        ----------
        size : int
            Number of hands.
        seed : int, SeedSequence or Generator, optional
            The same seed gives the same hands.

        Returns
        -------
        ndarray of uint8, shape (size, n)

        Raises
        ------
        RangeError
            If the range is empty.
        HandSizeError, RuleError, HandTypeError
            If ``size`` or the seed is negative, or of a wrong type.

        Notes
        -----
        A uniform number below the total weight is looked up in the running sum of the weights. With integer
        weights the probabilities are exact; with floats they are rounded as doubles are.

        Examples
        --------
        >>> from sokodugi.ranges import Range
        >>> Range.parse("AcAd@0.25, AhAs@0.75").sample(1000, seed=1).shape
        (1000, 2)
        """
        if not len(self):
            raise RangeError("a range without hands cannot be sampled")
        if size < 0:
            raise HandSizeError(f"cannot sample {size} hands")
        generator = np.random.default_rng(cards.stream(seed))
        sums = np.cumsum(self.weights)
        if self.weights.dtype.kind == "i":
            points = generator.integers(sums[-1], size=size)
        else:
            # The product may round up to the total itself, which would lie behind the last hand.
            points = np.minimum(generator.random(size) * sums[-1], np.nextafter(sums[-1], 0))
        return self.hands[np.searchsorted(sums, points, side="right")]

    def _select(self, chosen: npt.NDArray[np.bool_]) -> Self:
        """Return the part of the range that a bool for each hand selects."""
        return self._trusted(self.hands[chosen], self.weights[chosen], self._keys[chosen])

    def _shared(self, other: "Range") -> npt.NDArray[np.bool_]:
        """Tell for each hand whether the other range has it, too."""
        self._check_size(other)
        return np.isin(self._keys, other._keys, assume_unique=True)

    def _check_size(self, other: "Range") -> None:
        """Refuse a range with hands of another size."""
        ours, theirs = self.hands.shape[1], other.hands.shape[1]
        if ours != theirs:
            raise HandSizeError(f"ranges with hands of {ours} and of {theirs} cards cannot be combined")

    def __or__(self, other: "Range") -> Self:
        if not isinstance(other, Range):
            return NotImplemented
        self._check_size(other)
        keys = np.concatenate((self._keys, other._keys))
        keys, weights = _merge(keys, np.concatenate((self.weights, other.weights)), np.maximum)
        return self._trusted(_decode(keys, self.hands.shape[1]), weights, keys)

    def __and__(self, other: "Range") -> Self:
        if not isinstance(other, Range):
            return NotImplemented
        return self._select(self._shared(other))

    def __sub__(self, other: "Range") -> Self:
        if not isinstance(other, Range):
            return NotImplemented
        return self._select(~self._shared(other))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return np.array_equal(self.hands, other.hands) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash((self.hands.shape, self.hands.tobytes()))

    def __len__(self) -> int:
        return len(self.hands)

    def __contains__(self, hand: str | npt.ArrayLike) -> bool:
        row = _read_hand(hand)
        if len(row) != self.hands.shape[1]:
            return False
        key, ascending = _encode(row), self._keys[::-1]
        place = np.searchsorted(ascending, key)
        return bool(place < len(ascending) and ascending[place] == key)

    def __iter__(self) -> Iterator[tuple[str, int | float]]:
        for hand, weight in zip(self.hands, self.weights, strict=True):
            yield cards.format(hand), weight.item()

    def __repr__(self) -> str:
        count, n = self.hands.shape
        hands = "hand" if count == 1 else "hands"
        size = "card" if n == 1 else "cards"
        return f"<Range: {count:,} {hands} of {n} {size}, total weight {self.total:,}>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Range cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Range cannot be changed: {name}")

    def __reduce__(self) -> tuple[Callable[[Hands, Weights], Self], tuple[Hands, Weights]]:
        return self._trusted, (self.hands, self.weights)


# --- sets of hands as arrays of keys ------------------------------------------------------------------------


def _bits(ids: npt.ArrayLike) -> Keys:
    """Return the bit that each card has in a key."""
    return np.uint64(1) << np.uint64(cards.DECK - 1) - np.asarray(ids, np.uint64)


def _encode(hands: Hands) -> Keys:
    """Return the keys of rows of distinct cards."""
    return np.asarray(cards.to_masks(cards.DECK - 1 - hands), np.uint64)


def _decode(keys: Keys, n: int) -> Hands:
    """Return the ascending rows of ``n`` cards that belong to keys."""
    return np.ascontiguousarray(cards.DECK - 1 - cards.from_masks(keys, n)[:, ::-1])


def _first_of_equal(keys: Keys) -> npt.NDArray[np.bool_]:
    """Mark the first of each run of equal keys."""
    first = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return first


def _distinct(keys: Keys) -> Keys:
    """Return the keys sorted and each once (``np.unique`` hashes them, which takes fifty times as long)."""
    keys = np.sort(keys)
    return keys[_first_of_equal(keys)]


def _merge(keys: Keys, weights: Weights, how: np.ufunc) -> tuple[Keys, Weights]:
    """Return the distinct keys, in descending order, and their weights; ``how`` joins those of equal keys."""
    with np.errstate(over="ignore"):
        total = weights.sum(dtype=np.float64)
    if not total < _limit(weights):
        raise RangeError(f"the weights are too large to be added up: about {total:.3g}")
    order = np.argsort(keys, kind="stable")[::-1]
    keys = keys[order]
    starts = np.flatnonzero(_first_of_equal(keys))
    return keys[starts], how.reduceat(weights[order], starts)


def _limit(weights: npt.NDArray[Any]) -> float:
    """Return the number that weights of this type, and their total, stay below."""
    return np.inf if weights.dtype.kind == "f" else _INTEGER_LIMIT


def _ranked(game: Evaluator, n: int) -> tuple[Hands, npt.NDArray[np.uint16]]:
    """Return all hands of ``n`` cards and their ranks."""
    hands = cards.all_hands(n)
    return hands, np.asarray(game.evaluate(hands))


# --- what the caller gives ----------------------------------------------------------------------------------


def _read_hand(hand: str | npt.ArrayLike) -> Hands:
    """Return one row of distinct cards."""
    row = cards.as_hands(hand)
    if row.ndim != 1:
        raise HandSizeError(f"expected one hand, not an array of shape {row.shape}")
    cards.to_masks(row)
    return row.astype(np.uint8)


def _read_hands(hands: npt.ArrayLike) -> Hands:
    """Return rows of distinct cards."""
    if isinstance(hands, str):
        raise HandTypeError(f"expected a list of hands, not a text; Range.parse reads texts: {hands!r}")
    rows = cards.as_hands(hands)
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise HandSizeError(f"expected hands of shape (N, n), n cards each, not {rows.shape}")
    cards.to_masks(rows)
    return rows.astype(np.uint8)


def _read_weights(weights: npt.ArrayLike | None, count: int) -> Weights:
    """Return one weight, from 0, for each of ``count`` hands."""
    if weights is None:
        return np.ones(count, dtype=np.int64)
    given = np.asarray(weights)
    if given.dtype.kind not in "biuf":
        raise HandTypeError(f"weights are numbers, not {given.dtype}")
    if given.shape != (count,):
        raise HandSizeError(f"{count} hands need weights of shape ({count},), not {given.shape}")
    wrong = np.flatnonzero(~((given >= 0) & (given < _limit(given))))
    if wrong.size:
        raise RangeError(
            f"weight {given[wrong[0]]} of hand {wrong[0]}: weights are finite, not below 0, and below 2**62"
        )
    return given.astype(np.float64 if given.dtype.kind == "f" else np.int64)


# --- the text -----------------------------------------------------------------------------------------------

_ACE = 12
_VARIABLES = "wxyz"
_SYMBOLS = dict(zip("♣♦♥♠", cards.SUITS, strict=True))
_RANK = "(?:10|[2-9TJQKAtjqka])"
_DASHED = rf"{_RANK}(?:\s*-\s*{_RANK})+"
_SUIT = "[cdhsCDHSwxyzWXYZ♣♦♥♠]"
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"

_STRENGTH_HINT = "a strength is <= (this rank or better) or >= (or worse), at the start of an alternative"
_HINTS = {
    "+": "'+' is refused, since players read it in both directions: write <= (or better) or >= (or worse)",
    "?": "?? is for unknown cards in equities; in a range leave them out, or write * for any card",
    "-": "a span of ranks stands in brackets, as in [A-5]; ranks with dashes between them follow <= or >=",
    "1": "ten is T or 10",
    "!": "an exclusion takes hands from what stands before it: ****!AA is all hands without two aces",
    "<": _STRENGTH_HINT,
    ">": _STRENGTH_HINT,
} | dict.fromkeys(_VARIABLES + _VARIABLES.upper(), "w, x, y and z stand for suits; any card is *")


def _rank(text: str) -> int:
    """Return the number of a rank."""
    return cards.RANKS.index(text.upper().replace("10", "T"))


def _span(first: int, last: int) -> set[int]:
    """Return the ranks of a span, in which an ace is low in front and high behind."""
    low, high = sorted((-1 if first == _ACE != last else first, last))
    return {rank % 13 for rank in range(low, high + 1)}


class _Place(NamedTuple):
    """One card of a pattern: the ranks that fit, and a suit, a suit variable, or "" for any suit."""

    ranks: tuple[int, ...]
    suit: str

    def ids(self, suits: dict[str, int]) -> tuple[int, ...]:
        """Return the cards that fit, given the suit that each letter stands for."""
        fitting = (suits[self.suit],) if self.suit else range(4)
        return tuple(4 * rank + suit for rank in self.ranks for suit in fitting)


_ANY = _Place(tuple(range(13)), "")


class _Term(NamedTuple):
    """A pattern (no sign), or a strength: ``<=`` or ``>=`` and the pattern of its bound."""

    sign: str
    places: tuple[_Place, ...]
    at: int


class _Alternative(NamedTuple):
    """What stands between commas: a term and what is taken from it, or, without a term, from all before."""

    term: _Term | None
    exclusions: list[_Term]
    weight: int | float
    at: int


def _grow(keys: Keys, places: Iterable[tuple[int, ...]]) -> Keys:
    """Return all sets that arise from ``keys`` if one card of each place is added."""
    for ids in places:
        if len(keys) * len(ids) > _GROWTH_LIMIT:
            raise RangeError("this pattern matches too many hands to list them all")
        keys = _distinct(np.concatenate([keys[keys & bit == 0] | bit for bit in _bits(ids)]))
    return keys


def _matches(places: Sequence[_Place]) -> Keys:
    """Return all hands whose cards can be assigned to the places, sorted.

    The places with suit variables are filled first, for each choice of suits; choices that differ in nothing
    but the names of the variables are one. The other places follow, once for all choices and the pickiest
    first, so that the hands are few for as long as possible.
    """
    variables = sorted({place.suit for place in places} & set(_VARIABLES))
    tied = [place for place in places if place.suit in variables]
    free = [place for place in places if place.suit not in variables]
    ways = {
        tuple(sorted(place.ids(dict(zip(variables, suits, strict=True))) for place in tied))
        for suits in permutations(range(4), len(variables))
    }
    nothing = np.zeros(1, dtype=np.uint64)
    keys = _distinct(np.concatenate([_grow(nothing, way) for way in ways]))
    suits = {suit: number for number, suit in enumerate(cards.SUITS)}
    return _grow(keys, sorted((place.ids(suits) for place in free), key=len))


def _strength(sign: str, bound: Sequence[_Place], game: Evaluator, n: int) -> Keys:
    """Return all hands of ``n`` cards that are as good as the bound or better (``<=``), or worse (``>=``)."""
    limits = np.asarray(game.evaluate(_decode(_matches(bound), len(bound))))
    if not len(limits) or limits.min() != limits.max():
        raise RangeError("a bound is ranks with dashes between, or cards whose suits settle the rank")
    hands, ranks = _ranked(game, n)
    return _encode(hands[ranks <= limits[0] if sign == "<=" else ranks >= limits[0]])


class _Reader:
    """A range text and how far it has been read.

    ::

        text        = alternative { "," ( alternative | exclusion { exclusion } ) }
        alternative = term { exclusion | "@" number }                one number at most
        exclusion   = "!" term
        term        = place { place }  |  ( "<=" | ">=" ) ( place { place } | rank "-" rank { "-" rank } )
        place       = ( rank | "*" | "[" span { span } "]" ) [ suit | variable ]
        span        = rank [ "-" rank ]
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise HandTypeError(f"a range text is a str, not {type(text).__name__}")
        self.text = text
        self.at = 0

    # Reading: one method for each line of the grammar. It leaves ``at`` behind what it has read.

    def alternatives(self) -> list[_Alternative]:
        """Read the whole text."""
        if self.text.startswith("!", self.skip()):
            raise self.unexpected("a card")
        found = [self.alternative()]
        while self.take(","):
            found.append(self.alternative())
        if self.skip() < len(self.text):
            raise self.unexpected("a card, ',', '!', '@' or the end")
        return found

    def alternative(self) -> _Alternative:
        at = self.skip()
        term = None if self.text.startswith("!", at) else self.term()
        exclusions: list[_Term] = []
        weights: list[int | float] = []
        while mark := self.take("[!@]"):
            if mark == "!":
                exclusions.append(self.term())
            elif weights or not term:
                raise self.error("an alternative has one weight, an exclusion none", self.at - 1)
            else:
                weights.append(self.weight())
        return _Alternative(term, exclusions, weights[0] if weights else 1, at)

    def term(self) -> _Term:
        at = self.skip()
        sign = self.take("[<>]=")
        dashed = self.take(_DASHED) if sign else ""
        # Ranks alone stand for a hand of as many suits as possible.
        ranks = re.findall(_RANK, dashed)
        places = [_Place((_rank(rank),), cards.SUITS[i % 4]) for i, rank in enumerate(ranks)]
        while not dashed and (place := self.place()):
            places.append(place)
        if not places:
            raise self.unexpected("a card")
        return _Term(sign, tuple(places), at)

    def place(self) -> _Place | None:
        if self.take(r"\*"):
            ranks = _ANY.ranks
        elif self.take(r"\["):
            ranks = self.brackets()
        elif rank := self.take(_RANK):
            ranks = (_rank(rank),)
        else:
            return None
        suit = self.take(_SUIT).lower()
        return _Place(ranks, _SYMBOLS.get(suit, suit))

    def brackets(self) -> tuple[int, ...]:
        ranks: set[int] = set()
        while not (ranks and self.take(r"\]")):
            first = self.take(_RANK)
            last = self.take(_RANK) if first and self.take("-") else first
            if not last:
                raise self.unexpected("a rank or ']'" if ranks and not first else "a rank")
            ranks.update(_span(_rank(first), _rank(last)))
        return tuple(sorted(ranks))

    def weight(self) -> int | float:
        at = self.skip()
        number = self.take(_NUMBER)
        if not 0 < float(number or 0) < _INTEGER_LIMIT:
            raise self.error("a weight is a number above 0 and below 2**62", at)
        return int(number) if number.isdigit() else float(number)

    def skip(self) -> int:
        """Go to the next character that is not white space."""
        self.take("")
        return self.at

    def take(self, pattern: str) -> str:
        """Read what a regular expression matches behind white space; "" if nothing."""
        found = re.compile(rf"\s*({pattern})").match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[1]

    # Errors.

    def error(self, message: str, at: int, hint: str = "") -> RangeError:
        """Return an error that shows a place of the text; of a long text, what surrounds it."""
        start = max(0, at - 60)
        shown = re.sub(r"\s", " ", self.text[start : at + 40])
        lines = [f"{message} at column {at + 1}:", f"    {shown}", f"    {' ' * (at - start)}^", hint]
        return RangeError("\n".join(filter(None, lines)))

    def unexpected(self, expected: str) -> RangeError:
        at = self.skip()
        found = self.text[at : at + 1]
        shown = repr(found) if found else "the end"
        return self.error(f"expected {expected}, found {shown}", at, _HINTS.get(found, ""))

    # Meaning.

    def evaluate(self, game: Evaluator | None, n: int | None) -> tuple[Keys, Weights, int]:
        """Return the distinct hands that the text describes, their weights, and their number of cards."""
        alternatives = self.alternatives()
        n = self.size(alternatives, game, n)
        parts: list[tuple[Keys, int | float]] = []
        for term, exclusions, weight, at in alternatives:
            scope = [(self.matches(term, game, n), weight)] if term else parts
            for exclusion in exclusions:
                gone = self.matches(exclusion, game, n)
                scope = [(np.setdiff1d(keys, gone, assume_unique=True), weight) for keys, weight in scope]
            if not any(len(keys) for keys, _ in scope):
                raise self.error("no hand is left", at)
            if term:
                parts.extend(scope)
            else:
                parts = scope
        keys = np.concatenate([keys for keys, _ in parts])
        weights = np.concatenate([np.full(len(keys), weight) for keys, weight in parts])
        return *_merge(keys, weights, np.maximum), n

    def size(self, alternatives: list[_Alternative], game: Evaluator | None, n: int | None) -> int:
        """Return the number of cards of all hands."""
        for term in (alternative.term for alternative in alternatives):
            if term and not term.sign:
                n = len(term.places) if n is None else n
                if len(term.places) != n:
                    raise self.error(f"{len(term.places)} cards, among hands of {n}", term.at)
        if n is None:
            n = self.needed(game, alternatives[0].at).final_size
        for term in (exclusion for alternative in alternatives for exclusion in alternative.exclusions):
            if not term.sign and len(term.places) > n:
                raise self.error(f"{len(term.places)} cards, to be excluded from hands of {n}", term.at)
        return n

    def needed(self, game: Evaluator | None, at: int) -> Evaluator:
        """Return the game, which strengths need."""
        if game is None:
            raise self.error("a strength needs a game to rank by, as in Range.parse(text, badugi):", at)
        return game

    def matches(self, term: _Term, game: Evaluator | None, n: int) -> Keys:
        """Return the hands of ``n`` cards that a term describes: all that hold the cards of its pattern."""
        ranker = self.needed(game, term.at) if term.sign else None
        try:
            if ranker:
                keys = _strength(term.sign, term.places, ranker, n)
            else:
                keys = _matches(term.places + (_ANY,) * (n - len(term.places)))
        except SokodugiError as error:
            raise self.error(str(error), term.at) from error
        if not len(keys):
            raise self.error("no hand matches this", term.at)
        return keys
