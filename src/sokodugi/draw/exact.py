"""Draws without sampling: means and distributions over the cards to come, for all hands at once.

Tables have a row for each draw, the next one first, and a column for each hand of ``all_hands(4)``. A way to
keep is a mask: bit ``i`` keeps card ``i`` of the ascending hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import cards
from .._native import _draw
from ..errors import DuplicateCardError, HandSizeError, HandTypeError, RuleError
from ..evaluator import Evaluator
from ..inputs import show

__all__ = ["Distribution", "DrawValues", "all_ranks", "carry", "distribution", "draw_values", "four_cards"]

Keeps = NDArray[np.uint8]
Values = NDArray[np.float64]
Progress = Callable[[int, int], object]

HANDS = 270_725
KEEP_ORDER = (15, 7, 11, 13, 14, 3, 5, 9, 6, 10, 12, 1, 2, 4, 8, 0)
"""Ways to keep, as equally good ones are preferred: more cards first, then the first cards."""
MAX_DRAWS = 4
_TOLERANCE = 1e-11  # of the largest value: far above what rounding does to the sums, far below any difference
_SLICE = 2_000_000  # histories in one native call, a few tens of milliseconds
_MANY = 2e8  # histories that are played without being told to, half a minute
_TOO_MANY = 2e11  # histories that nobody wants to wait for, hours
_CHOOSE = np.array([[comb(n, d) for n in range(53)] for d in range(5)], np.float64)


@cache
def four_cards() -> NDArray[np.uint8]:
    """Return all four-card hands, read-only, shape (270725, 4)."""
    hands = cards.all_hands(4)
    hands.setflags(write=False)
    return hands


@cache
def all_ranks(game: Evaluator) -> NDArray[np.uint16]:
    """Return the rank of each four-card hand, read-only, shape (270725,)."""
    ranks = np.asarray(game.evaluate(four_cards()), np.uint16)
    ranks.setflags(write=False)
    return ranks


def one_hand(hand: Any) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the ascending cards of a complete hand, and where each stood."""
    given = cards.as_hands(hand)
    if given.shape != (4,):
        raise HandSizeError(f"a hand that draws has 4 cards, not shape {given.shape}: {show(hand)}")
    cards.to_masks(given)  # raises what is wrong with it
    order = np.argsort(given)
    return given[order].astype(np.uint8), order


def rows_of(hands: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the rows of ascending hands, shape (N, 4), in the table of all hands."""
    rows = np.empty(len(hands), np.int32)
    _draw.hand_rows(np.ascontiguousarray(hands), rows)
    return rows


def mask_of(dead: Any) -> int:
    """Return the mask of dead cards, of which there may be none."""
    live = cards.live_cards(dead)
    return ~sum(1 << int(card) for card in live) & ((1 << cards.DECK) - 1)


def holding(mask: int) -> NDArray[np.bool_]:
    """Tell which of all hands hold a card of a mask."""
    inside = np.array([mask >> card & 1 for card in range(cards.DECK)], bool)
    return np.asarray(inside[four_cards()].any(axis=1), np.bool_)


def check_draws(draws: Any, most: int = MAX_DRAWS, least: int = 1) -> int:
    """Return a number of draws, or raise what is wrong with it."""
    if isinstance(draws, bool) or not isinstance(draws, (int, np.integer)):
        raise HandTypeError(f"draws are an integer, not {show(draws)}")
    if not least <= draws <= most:
        raise RuleError(f"draws are {least} to {most}, not {draws}")
    return int(draws)


# ---- one draw, for all hands ----


class Step:
    """Means over one draw of a value of the hands after it, the dead cards being out of the deck."""

    def __init__(self, values: Values, dead: int = 0) -> None:
        self.live = cards.DECK - 4 - dead.bit_count()
        if self.live < 4:
            raise HandSizeError(f"{dead.bit_count()} dead cards leave fewer than 4 to draw")
        self.values = np.where(holding(dead), 0.0, values) if dead else values
        self.sums = np.empty(_draw.SUMS)
        self.inverse = np.array([1 / comb(self.live, n) for n in range(5)])
        _draw.subset_sums(self.values, self.sums)

    def best(self) -> tuple[Values, Keeps]:
        """Return the best mean of each hand and the way to keep that gives it."""
        means, keeps = np.empty(HANDS), np.empty(HANDS, np.uint8)
        tolerance = _TOLERANCE * float(np.abs(self.values).max())
        _draw.best(self.values, self.sums, self.inverse, tolerance, means, keeps)
        return means, keeps

    def follow(self, keeps: Keeps) -> Values:
        """Return the mean of each hand, kept as told."""
        means = np.empty(HANDS)
        _draw.follow(self.values, self.sums, self.inverse, keeps, means)
        return means

    def ways(self, hand: NDArray[np.uint8]) -> Values:
        """Return the means of the 16 ways to keep one ascending hand, by mask."""
        means = np.empty(16)
        _draw.ways(self.values, self.sums, self.inverse, hand, means)
        return means


def carry(weights: Values, keeps: Keeps, dead: int = 0) -> Values:
    """Carry weights on all hands through a draw: the transpose of :meth:`Step.follow`."""
    live = cards.DECK - 4 - dead.bit_count()
    inverse = np.array([1 / comb(live, n) for n in range(5)])
    out = np.empty(HANDS)
    _draw.carry(weights, keeps, inverse, four_cards(), np.zeros(HANDS), np.zeros(_draw.SUMS), out)
    return np.where(holding(dead), 0.0, out) if dead else out


class DrawValues(NamedTuple):
    """What hands are worth before each draw, and how to draw.

    Row 0 of both is before the first draw; the last row of ``values`` is after the last draw.
    """

    values: Values
    """float64, shape (draws + 1, 270725): the mean of the value, drawing in the best way."""
    keeps: Keeps
    """uint8, shape (draws, 270725): the best ways to keep, a table for ``DrawPolicy``."""


def values_by_hand(game: Evaluator, values: ArrayLike) -> Values:
    """Return values by hand, given by rank or by hand."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise HandTypeError(f"values are numbers, not {array.dtype}")
    array = array.astype(np.float64)
    n = game.n_ranks
    if array.shape not in ((n,), (n + 1,), (HANDS,)):
        raise HandSizeError(
            f"values are {n} (rank 1 first), {n + 1} (by rank) or {HANDS} (by hand), not {array.shape}"
        )
    if array.shape != (HANDS,):
        array = array[all_ranks(game).astype(np.intp) - (len(array) == n)]
    if not np.isfinite(array).all():
        raise RuleError("values must be finite")
    return array


def draw_values(game: Evaluator, values: ArrayLike, draws: int = 3, *, dead: Any = None) -> DrawValues:
    """Find the best way to draw for every hand: see ``Badugi.draw_values``."""
    after, out = values_by_hand(game, values), mask_of(dead)
    draws = check_draws(draws)
    result = np.empty((draws + 1, HANDS))
    keeps = np.empty((draws, HANDS), np.uint8)
    result[draws] = after
    for row in range(draws - 1, -1, -1):
        result[row], keeps[row] = Step(result[row + 1], out).best()
    return DrawValues(result, keeps)


# ---- distributions ----


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """How likely each final rank is.

    Attributes
    ----------
    probabilities : ndarray of float64, shape (n_ranks + 1,)
        By rank, 1 is best; entry 0 is 0. They add up to 1.
    categories : dict of str to float
        The probability of each class of hands; ``"four-card"`` is to make a badugi.
    exact : bool
        Whether the player's own discards are remembered. If not, this is the model in which cards discarded
        at an earlier draw may come back at a later one.
    """

    probabilities: Values
    exact: bool
    game: Evaluator = field(repr=False)

    @property
    def categories(self) -> dict[str, float]:
        """The probability of each class of hands."""
        classes = np.asarray(self.game.category(np.arange(1, self.game.n_ranks + 1)))
        sums = np.bincount(classes, self.probabilities[1:], minlength=len(self.game.categories))
        return dict(zip(self.game.categories, sums.tolist(), strict=True))

    def or_better(self, hand: Any) -> float:
        """Return the probability of a rank at least as good.

        Parameters
        ----------
        hand : int or str
            A rank, or the cards of a hand: ``or_better("8c7d6h5s")`` is to make 8-7-6-5 or better, so any
            badugi that is 8-high.
        """
        rank = hand if isinstance(hand, (int, np.integer)) else self.game.evaluate(hand)
        self.game.category(rank)  # raises if it is no rank
        return float(self.probabilities[1 : int(rank) + 1].sum())

    def __str__(self) -> str:
        lines = [f"{name:<11}{share:>9.4%}" for name, share in self.categories.items()]
        return "\n".join([*lines, "exact" if self.exact else "own earlier discards may come back"])


def distribution(
    game: Evaluator,
    hand: Any,
    draws: int,
    table: Keeps,
    *,
    dead: Any = None,
    exact: bool | None = None,
    progress: Progress | None = None,
) -> Distribution:
    """Find how likely each final rank is: see ``Badugi.distribution``."""
    out = mask_of(dead)
    if hand is None:
        free = ~holding(out)
        weights = free / free.sum()
        starts: NDArray[Any] = np.flatnonzero(free)
    else:
        start, _ = one_hand(hand)
        clash = out & int(np.bitwise_or.reduce(np.uint64(1) << start.astype(np.uint64)))
        if clash:
            raise_duplicate(clash, "is in the hand and dead")
        starts = rows_of(start[None])
        weights = np.zeros(HANDS)
        weights[starts] = 1
    if 52 - out.bit_count() - 4 * draws < 4:
        raise HandSizeError(f"{out.bit_count()} dead cards leave too few for {draws} draws of 4")
    remembered = draws == 1 or exact is True or (exact is None and hand is not None)
    if draws == 1 or not remembered:
        for keeps in table:
            weights = carry(weights, keeps, out)
    else:
        weights = _histories(starts, table, out, exact is True, progress)
    ranks = all_ranks(game)
    sums = np.bincount(ranks, weights, minlength=game.n_ranks + 1)
    return Distribution(np.maximum(sums, 0) / sums.sum(), remembered, game)


def raise_duplicate(mask: int, what: str) -> NoReturn:
    """Raise the error for cards that stand in two places."""
    card = cards.format([(mask & -mask).bit_length() - 1])
    raise DuplicateCardError(f"{card} {what}")


# ---- histories: own discards never come back ----


class _Paths(NamedTuple):
    """Hands on their way: masks, what can no longer come to each, and probabilities."""

    hands: NDArray[np.uint64]
    gone: NDArray[np.uint64]
    weights: Values

    def slice(self, first: int, last: int) -> _Paths:
        return _Paths(self.hands[first:last], self.gone[first:last], self.weights[first:last])


def _histories(
    starts: NDArray[Any], table: Keeps, dead: int, patient: bool, progress: Progress | None
) -> Values:
    """Return the exact distribution over final hands.

    All histories of hands are played but for the last draw, which is spread by inclusion and exclusion over
    what was discarded.
    """
    masks = np.bitwise_or.reduce(np.uint64(1) << four_cards()[starts].astype(np.uint64), axis=1)
    paths = _Paths(masks, np.full(len(starts), dead, np.uint64), np.full(len(starts), 1 / len(starts)))
    expected = _count_histories(starts, table, dead)
    if expected > (_TOO_MANY if patient else _MANY):
        raise RuleError(
            f"these draws have about {expected:.1g} histories, {_duration(expected)} of work: "
            f"{'' if expected > _TOO_MANY else 'exact=True does it, '}exact=False lets the player's own "
            "earlier discards come back, and equity() samples"
        )
    never = dead
    if len(starts) == 1:  # what is discarded first is gone for every history
        paths = _expand(paths, table[0])
        table = table[1:]
        never = int(paths.gone[0])
    four, sums, out = np.zeros(HANDS), np.zeros(_draw.SUMS), np.empty(HANDS)
    inverse = np.zeros((5, 53))
    np.divide(1, _CHOOSE, out=inverse, where=_CHOOSE > 0)
    done = 0.0
    for part, rows in _slices(paths, table):
        _draw.walk(part.hands, part.gone, part.weights, rows, inverse, never, four, sums)
        done += float(part.weights.sum())
        if progress is not None:
            progress(min(round(done * expected), round(expected)), round(expected))
    _draw.push(four, sums, out)
    return np.where(holding(never), 0.0, out)


def _duration(histories: float) -> str:
    minutes = histories / 4e8
    return f"some {minutes:.0f} minutes" if minutes < 90 else f"some {minutes / 60:,.0f} hours"


def _slices(paths: _Paths, table: Keeps) -> Iterator[tuple[_Paths, Keeps]]:
    """Cut the work so that no native call plays many more than `_SLICE` histories."""
    rows = rows_of(cards.from_masks(paths.hands, 4))
    work = _futures(table, int(paths.gone[0]).bit_count())[rows]
    ends = np.cumsum(work)
    first = 0
    while first < len(work):
        base = ends[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(ends, base + _SLICE, "right")))
        if last == first + 1 and len(table) > 2 and work[first] > 4 * _SLICE:
            yield from _slices(_expand(paths.slice(first, last), table[0]), table[1:])
        else:
            yield paths.slice(first, last), table
        first = last


def _futures(table: Keeps, gone: int) -> Values:
    """Estimate the histories from each hand on, up to the hands before the last draw."""
    count = np.ones(HANDS)
    for row in table[-2::-1]:
        step = Step(count)
        ways = _CHOOSE[:, 48 - gone][4 - _popcount(row)]
        count = np.maximum(step.follow(row), 1) * ways
    return count


def _popcount(keeps: Keeps) -> NDArray[np.uint8]:
    return np.bitwise_count(keeps)


def _count_histories(starts: NDArray[Any], table: Keeps, dead: int) -> float:
    return float(_futures(table, dead.bit_count())[starts].sum())


def _expand(paths: _Paths, keeps: Keeps) -> _Paths:
    """Play the next draw of a single hand."""
    hand = cards.from_masks(paths.hands, 4)[0]
    keep = int(keeps[rows_of(hand[None])[0]])
    kept = sum(1 << int(card) for i, card in enumerate(hand) if keep >> i & 1)
    gone = int(paths.gone[0]) | int(paths.hands[0]) & ~kept
    live = np.array([card for card in range(52) if not (gone | kept) >> card & 1], np.uint64)
    d = 4 - keep.bit_count()
    drawn = cards.all_hands(d)
    drawn = drawn[(drawn < len(live)).all(axis=1)]
    hands = np.bitwise_or.reduce(np.uint64(1) << live[drawn], axis=1, initial=0) | np.uint64(kept)
    n = len(hands)
    return _Paths(hands.astype(np.uint64), np.full(n, gone, np.uint64), np.full(n, paths.weights[0] / n))
