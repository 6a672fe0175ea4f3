"""The games as data: the tables that the kernels look up.

Built with NumPy in a few milliseconds when a game is first used, independently of :mod:`sokodugi.reference`,
so that each proves the other. The layouts are those of ``_native/games.h``.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["BADUGI_CATEGORIES", "SOKO_CATEGORIES", "badugi_order", "badugi_tables", "soko_tables"]

BADUGI_CATEGORIES = ("four-card", "three-card", "two-card", "one-card")
SOKO_CATEGORIES = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "four-flush",
    "four-straight",
    "one pair",
    "high card",
)

_SPLIT = 5  # bits of a term that go into its low byte, so that sums of seven never carry
_BIAS = 256  # SD_BIAS

_Arrays = dict[str, NDArray[np.uint8] | NDArray[np.uint16]]


class GameTables(NamedTuple):
    """What a game needs to know: data for the kernels and the meaning of each rank."""

    kernel: _Arrays
    """The fields of ``sd_badugi`` or ``sd_soko``."""
    category: NDArray[np.uint8]
    """Rank to index in the category names; entry 0 is unused."""
    shape: NDArray[np.int8]
    """Rank to the card ranks that describe it, best known first, -1 beyond the last; entry 0 is unused."""


def _split(values: NDArray[np.int64], parts: int) -> NDArray[np.uint8]:
    """Cut numbers into bytes of five bits each, the last byte taking what is left."""
    low = [(values >> _SPLIT * p) & 31 for p in range(parts - 1)]
    return np.stack([*low, values >> _SPLIT * (parts - 1)]).astype(np.uint8)


# ---- Badugi ----

# (ace, best) to (flip, shift): y = (card ^ flip) + shift, then min(y, y - 52), as bytes, sorts as the game wants.
_REMAP = {("low", "low"): (0, 4), ("high", "low"): (0, 0), ("low", "high"): (255, 100), ("high", "high"): (255, 52)}


def badugi_order(ace: str, best: str) -> list[int]:
    """Card ranks (2 to A = 0 to 12) in the order in which the game wants them."""
    ascending = [12, *range(12)] if ace == "low" else list(range(13))
    return ascending if best == "low" else ascending[::-1]


def badugi_tables(ace: str, best: str) -> GameTables:
    """Build the tables of a Badugi game.

    Ranks are numbered by the combinatorial number system: a set of playing ranks, compared from its highest
    card down, has sum C(r_i, i) sets of its size below it.
    """
    order = badugi_order(ace, best)
    low = best == "low"
    first = {4: 0, 3: 715, 2: 1001, 1: 1079}  # hands with more playing cards

    def card_term(wanted: int, nth: int) -> int:
        return comb(wanted, nth + 1) if low else -comb(12 - wanted, nth + 1)

    def nth_lowest(place: int, size: int) -> int:
        return place if low else size - 1 - place

    def base(size: int) -> int:
        return first[size] + 1 + (0 if low else comb(13, size) - 1)

    rank = np.zeros((1 << 13) + 2, np.uint16)
    category = np.zeros(1093, np.uint8)
    shape = np.full((1093, 4), -1, np.int8)
    for size in first:
        for wanted in combinations(range(13), size):
            terms = (card_term(w, nth_lowest(i, size)) for i, w in enumerate(wanted))
            number = base(size) + sum(terms)
            rank[sum(1 << w for w in wanted)] = number
            category[number] = 4 - size
            shape[number, :size] = sorted((order[w] for w in wanted), key=order.index, reverse=low)

    term = np.zeros((4, 16), np.int64)
    for nth in range(4):
        term[nth, :13] = [card_term(wanted, nth) for wanted in range(13)]
    slot = np.full((4, 16), 15, np.uint8)
    bases = np.zeros(16, np.int64)
    for kept in range(1, 16):
        places = [j for j in range(4) if kept >> j & 1]
        bases[kept] = base(len(places)) + _BIAS
        for i, j in enumerate(places):
            slot[j, kept] = nth_lowest(i, len(places)) << 4

    pairs = list(combinations(range(4), 2))
    # The largest set without a clash; of several, the first in colexicographic order, as the cards are sorted.
    choices = sorted(range(1, 16), key=lambda kept: (-kept.bit_count(), kept))
    kept_of = [
        next(k for k in choices if not any(c >> p & k >> i & k >> j & 1 for p, (i, j) in enumerate(pairs)))
        for c in range(64)
    ]

    row = np.arange(16)
    sums = np.stack([term.ravel()[slot[j][:, None] | row] for j in range(4)])
    sums[0] += bases[:, None] - _BIAS
    flip, shift = _REMAP[ace, best]
    kernel: _Arrays = {
        "flip": np.array([flip], np.uint8),
        "shift": np.array([shift], np.uint8),
        "order": np.array(order, np.uint8),
        "kept": np.array(kept_of, np.uint8),
        "slot": slot,
        "term": _split(term.ravel(), 2),
        "base": _split(bases, 2),
        "sum": sums.astype(np.uint16),
        "rank": rank,
    }
    return GameTables(kernel, category, shape)


# ---- Soko ----

_FLUSH, _NOTHING, _ODD = 0, 1, 2  # suit states; _ODD + i: the odd card of a four-flush is sorted card i


def _multisets(n: int) -> NDArray[np.int64]:
    """All ascending rows of n ranks, in the order of their number."""
    rows = np.array(list(combinations_with_replacement(range(13), n)), np.int64)
    sorted_rows = np.empty_like(rows)
    sorted_rows[_multiset_number(rows)] = rows
    return sorted_rows


def _multiset_terms() -> NDArray[np.int64]:
    terms = np.zeros((7, 16), np.int64)
    for j in range(7):
        terms[j, :13] = [comb(r + j, j + 1) for r in range(13)]
    return terms


_TERMS = _multiset_terms()


def _multiset_number(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return sum((_TERMS[j, rows[..., j]] for j in range(rows.shape[-1])), np.zeros(rows.shape[:-1], np.int64))


def _without(rows: NDArray[np.int64], j: int) -> NDArray[np.int64]:
    return np.delete(rows, j, axis=-1)


def _number(digits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows of ranks, most important first, as comparable numbers."""
    return digits @ (13 ** np.arange(digits.shape[-1])[::-1])


class _Five:
    """All 6,188 ascending rows of five ranks, and the strength of each under a suit state.

    A strength orders hands: category first, then the ranks that break ties, higher is better. -1 marks what no
    hand can be.
    """

    def __init__(self, *, four_straight: bool, four_flush: bool, ace_low: bool, open_ended: bool, paired: bool):
        self.rows = _multisets(5)
        self.counts = (self.rows[:, :, None] == np.arange(13)).sum(axis=1)
        self.distinct = self.counts.max(axis=1) == 1
        # ranks by how often they occur, then by height: the order in which pairs and the like are compared
        by_count = np.argsort(-(20 * np.take_along_axis(self.counts, self.rows, 1) + self.rows), axis=1, kind="stable")
        self.by_count = np.take_along_axis(self.rows, by_count, 1)
        self.straight_top = self._straight_tops()
        self.run_top, self.run_odd = self._runs(ace_low=ace_low, open_ended=open_ended)
        self.has_run = (self.run_top >= 0) & four_straight & (self.distinct | paired)
        self.four_flush, self.paired = four_flush, paired

    def _straight_tops(self) -> NDArray[np.int64]:
        top = np.where(self.distinct & (self.rows[:, 4] - self.rows[:, 0] == 4), self.rows[:, 4], -1)
        wheel = self.distinct & (self.rows[:, 3] == 3) & (self.rows[:, 4] == 12)
        return np.where(wheel, 3, top)

    def _runs(self, *, ace_low: bool, open_ended: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Top and odd card of the highest four consecutive ranks in each row, -1 where there are none."""
        tops = range(3 if open_ended else 2, 12 if open_ended else 13)
        top = np.full(len(self.rows), -1)
        odd = np.full(len(self.rows), -1)
        for t in tops:
            run = [12, 0, 1, 2] if t == 2 else list(range(t - 3, t + 1))
            if t == 2 and not ace_low:
                continue
            found = (self.counts[:, run] > 0).all(axis=1)
            left = self.rows.sum(axis=1) - sum(run)
            top[found], odd[found] = t, left[found]
        return top, odd

    def strength(self, state: int) -> NDArray[np.int64]:
        """Return the strength of every row under a suit state."""
        c = {name: len(SOKO_CATEGORIES) - i for i, name in enumerate(SOKO_CATEGORIES)}
        most = np.sort(self.counts, axis=1)[:, ::-1]
        straight = self.straight_top >= 0
        category = np.select(
            [most[:, 0] == 5, most[:, 0] == 4, (most[:, 0] == 3) & (most[:, 1] == 2), straight, most[:, 0] == 3,
             (most[:, 0] == 2) & (most[:, 1] == 2), self.has_run, most[:, 0] == 2],
            [-1, c["four of a kind"], c["full house"], c["straight"], c["three of a kind"],
             c["two pair"], c["four-straight"], c["one pair"]],
            c["high card"],
        )  # fmt: skip
        key = _number(self.by_count)
        key = np.where(straight, self.straight_top, key)
        key = np.where(category == c["four-straight"], self.run_top * 13 + self.run_odd, key)
        if state == _FLUSH:
            category = np.where(straight, c["straight flush"], c["flush"])
            category = np.where(self.distinct, category, -1)
            key = np.where(straight, self.straight_top, _number(self.by_count))
        elif state >= _ODD:
            odd = state - _ODD
            suited = _without(self.rows, odd)
            real = (np.diff(suited, axis=1) > 0).all(axis=1)
            better = (category < c["four-flush"]) & self.four_flush & (self.distinct | self.paired)
            category = np.where(real, np.where(better, c["four-flush"], category), -1)
            order = np.concatenate([suited[:, ::-1], self.rows[:, odd : odd + 1]], axis=1)
            key = np.where(better, _number(order), key)
        return np.where(category < 0, -1, category * 13**5 + key)


def soko_tables(**rules: bool) -> GameTables:
    """Build the tables of a Soko game, or of any house rule of it.

    Five cards are looked up by suit state and multiset of ranks; a multiset r0 <= r1 <= ... has the number
    sum C(r_j + j, j + 1).
    """
    hands = _Five(**rules)
    strengths = np.stack([hands.strength(state) for state in range(7)])
    order, first, inverse = np.unique(-strengths, return_index=True, return_inverse=True)
    n_ranks = len(order) - 1  # the last one stands for what cannot be
    inverse = inverse.reshape(strengths.shape) + 1
    five = np.where(strengths < 0, 0, inverse).astype(np.uint16)

    category = np.zeros(n_ranks + 1, np.uint8)
    category[1:] = len(SOKO_CATEGORIES) - (-order[:-1] // 13**5)
    shape = np.full((n_ranks + 1, 5), -1, np.int8)
    shape[1:] = _shapes(-order[:-1] % 13**5, category[1:])

    number = _multiset_number
    best_of = {5: five[_NOTHING]}
    for n in (6, 7):
        rows = _multisets(n)
        fewer = np.stack([best_of[n - 1][number(_without(rows, j))] for j in range(n)])
        best_of[n] = np.where(fewer == 0, 0xFFFF, fewer).min(axis=0).astype(np.uint16)
        best_of[n][best_of[n] == 0xFFFF] = 0

    suited = np.zeros(1 << 13, np.uint16)
    four_flush = np.zeros((715, 13), np.uint16)
    for row, ranks in enumerate(combinations(range(13), 4)):
        suited[sum(1 << r for r in ranks)] = 13 * row
    fours = np.array(list(combinations(range(13), 4)))
    for odd in range(13):
        rows = np.sort(np.concatenate([fours, np.full((715, 1), odd)], axis=1), axis=1)
        position = (fours < odd).sum(axis=1)
        four_flush[:, odd] = five[_ODD + position, number(rows)]
    for n in (5, 6, 7):
        rows = np.array(list(combinations(range(13), n)))
        sets = (1 << rows).sum(axis=1)
        if n == 5:
            suited[sets] = five[_FLUSH, number(rows)]
        else:
            suited[sets] = suited[np.stack([sets ^ (1 << rows[:, j]) for j in range(n)])].min(axis=0)

    odd_cards = np.full(64, _NOTHING, np.uint8)
    odd_cards[0] = _FLUSH
    for i in range(5):
        odd_cards[1 << i] = _ODD + i

    spare = np.zeros(2, np.uint16)  # a gather may read two bytes past the entry it wants
    kernel: _Arrays = {
        "number": _TERMS.astype(np.uint16),
        "term": _split(_TERMS, 3),
        "five_term": _split(_TERMS[:5], 2),
        "odd": odd_cards,
        "five": np.concatenate([five.ravel(), spare]),
        "six": np.concatenate([best_of[6], spare]),
        "seven": np.concatenate([best_of[7], spare]),
        "suited": suited,
        "four_flush": four_flush,
    }
    return GameTables(kernel, category, shape)


def _shapes(keys: NDArray[np.int64], category: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Return the digits of tie-break keys, most important first, -1 for those that a category does not use."""
    digits = (keys[:, None] // 13 ** np.arange(5)[::-1]) % 13
    used = np.array([1, 5, 5, 5, 1, 5, 5, 5, 2, 5, 5])[category]
    shape = np.full(digits.shape, -1, np.int8)
    for n in (1, 2, 5):
        rows = used == n
        shape[rows, :n] = digits[rows, 5 - n :]
    return shape
