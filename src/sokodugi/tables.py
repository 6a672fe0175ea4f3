"""The games as data: the tables that the kernels look up.

Built with NumPy in a few milliseconds when a game is first used, independently of :mod:`sokodugi.reference`,
so that each proves the other. The layouts are those of ``_native/games.h``.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

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

_Ints = NDArray[np.integer[Any]]
_Arrays = dict[str, NDArray[np.uint8] | NDArray[np.uint16]]


class GameTables(NamedTuple):
    """What a game needs to know: data for the kernels and the meaning of each rank."""

    kernel: _Arrays
    """The fields of ``sd_badugi`` or ``sd_soko``."""
    category: NDArray[np.uint8]
    """Rank to index in the category names; entry 0 is unused."""
    shape: NDArray[np.int8]
    """Rank to the card ranks that describe it, best known first, -1 beyond the last; entry 0 is unused."""


def _split(values: _Ints, parts: int) -> NDArray[np.uint8]:
    """Cut numbers into bytes of five bits each, the last byte taking what is left."""
    low = [(values >> _SPLIT * p) & 31 for p in range(parts - 1)]
    return np.stack([*low, values >> _SPLIT * (parts - 1)]).astype(np.uint8)


# ---- Badugi ----

# (ace, best) to (flip, shift): y = (card ^ flip) + shift, then min(y, y - 52), in bytes, sorts the cards as
# the game wants them.
_REMAP = {
    ("low", "low"): (0, 4),
    ("high", "low"): (0, 0),
    ("low", "high"): (255, 100),
    ("high", "high"): (255, 52),
}


def badugi_order(ace: str, best: str) -> list[int]:
    """Card ranks (2 to A = 0 to 12) in the order in which the game wants them."""
    ascending = [12, *range(12)] if ace == "low" else list(range(13))
    return ascending if best == "low" else ascending[::-1]


def _without_clash() -> list[int]:
    """List, for each set of clashing pairs among four sorted cards, the set of those that play.

    It is the largest without a clash and, of several, the first in colexicographic order: low cards count.
    """
    pairs = list(enumerate(combinations(range(4), 2)))

    def clashes(clash: int, kept: int) -> bool:
        return any(clash >> pair & kept >> i & kept >> j & 1 for pair, (i, j) in pairs)

    choices = sorted(range(1, 16), key=lambda kept: (-kept.bit_count(), kept))
    return [next(kept for kept in choices if not clashes(clash, kept)) for clash in range(64)]


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

    row = np.arange(16)
    sums = np.stack([term.ravel()[slot[j][:, None] | row] for j in range(4)])
    sums[0] += bases[:, None] - _BIAS
    flip, shift = _REMAP[ace, best]
    kernel: _Arrays = {
        "flip": np.array([flip], np.uint8),
        "shift": np.array([shift], np.uint8),
        "order": np.array(order, np.uint8),
        "kept": np.array(_without_clash(), np.uint8),
        "slot": slot,
        "term": _split(term.ravel(), 2),
        "base": _split(bases, 2),
        "sum": sums.astype(np.uint16),
        "rank": rank,
    }
    return GameTables(kernel, category, shape)


# ---- Soko ----

_FLUSH, _NOTHING, _ODD = 0, 1, 2  # suit states; _ODD + i: the odd card of a four-flush is sorted card i

_LEVEL = {name: level for level, name in enumerate(reversed(SOKO_CATEGORIES), start=1)}

# What five cards are called by the sum, over the cards, of how many cards have the same rank.
_PATTERNS = {
    17: "four of a kind",
    13: "full house",
    11: "three of a kind",
    9: "two pair",
    7: "one pair",
    5: "high card",
}
_IMPOSSIBLE = 25  # five cards of one rank

# Ascending ranks r0 <= r1 <= ... have the number sum C(r_j + j, j + 1).
_TERMS = np.array([[comb(r + j, j + 1) if r < 13 else 0 for r in range(16)] for j in range(7)], np.int32)


def _ascending(n: int) -> list[tuple[_Ints, _Ints]]:
    """List, for 0 to n cards, all ascending ranks in the order of their numbers, a row for each card.

    With each comes the number of the ranks that are left without that card.
    """
    ranks: _Ints = np.zeros((0, 1), np.int32)
    without = ranks
    found = [(ranks, without)]
    for size in range(1, n + 1):
        below = [comb(top + size - 1, size - 1) for top in range(13)]  # how many may stand below the top card
        top = np.repeat(np.arange(13, dtype=np.int32), below)
        rest = np.concatenate([np.arange(number, dtype=np.int32) for number in below])
        ranks = np.vstack([ranks[:, rest], top])
        without = np.vstack([without[:, rest] + _TERMS[size - 2, top], rest])
        found.append((ranks, without))
    return found


def _strength(level: int | _Ints, *ranks: _Ints) -> _Ints:
    """Return numbers that order hands, higher is better: by level of category, then by up to five ranks."""
    strength: _Ints = np.full(ranks[0].shape, level, np.int32)
    for rank in ranks:
        strength = 14 * strength + rank + 1
    return strength * int(14 ** (5 - len(ranks)))


def _meaning(strength: _Ints) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Undo `_strength`: indices of categories, and rows of five ranks, -1 beyond the last."""
    ranks = strength[:, None] // 14 ** np.arange(5)[::-1] % 14 - 1
    return (len(SOKO_CATEGORIES) - strength // 14**5).astype(np.uint8), ranks.astype(np.int8)


def _run_top(ranks: _Ints) -> _Ints:
    """Return the top of consecutive ranks, with the ace above the king or below the deuce; else -1."""
    run = (np.diff(ranks, axis=0) == 1).all(axis=0)
    wheel = (ranks == np.array([[*range(len(ranks) - 1), 12]]).T).all(axis=0)
    return np.select([run, wheel], [ranks[-1], ranks[-2]], -1)


def _soko_strengths(
    ranks: _Ints, *, four_flush: bool, four_straight: bool, ace_low: bool, open_ended: bool, paired: bool
) -> _Ints:
    """Return the strengths of five ascending ranks, a row for each suit state; 0 for what no hand can be.

    A hand is the best of all that it can be read as.
    """
    counts = (ranks[:, None] == ranks).sum(axis=0, dtype=np.int32)
    pattern = counts.sum(axis=0)
    levels = np.zeros(_IMPOSSIBLE + 1, np.int32)
    levels[list(_PATTERNS)] = [_LEVEL[name] for name in _PATTERNS.values()]
    most_first = np.sort(13 * counts + ranks, axis=0)[::-1] % 13
    mixed = np.where(pattern == _IMPOSSIBLE, 0, _strength(levels[pattern], *most_first))

    top = _run_top(ranks)
    mixed = np.where(top >= 0, _strength(_LEVEL["straight"], top), mixed)
    straight_flush, flush = _strength(_LEVEL["straight flush"], top), _strength(_LEVEL["flush"], *ranks[::-1])
    flush = np.where(top >= 0, straight_flush, flush)

    distinct = pattern == 5
    new = distinct | paired
    lowest, highest = (3, 11) if open_ended else (2 if ace_low else 3, 12)
    fours = [(np.delete(ranks, odd, axis=0), ranks[odd]) for odd in range(5)]
    for four, odd in fours:
        top = _run_top(four)
        counted = new & four_straight & (lowest <= top) & (top <= highest)
        mixed = np.where(counted, np.maximum(mixed, _strength(_LEVEL["four-straight"], top, odd)), mixed)

    states = [np.where(distinct, flush, 0), mixed]
    for four, odd in fours:
        suited = _strength(_LEVEL["four-flush"], *four[::-1], odd)
        best = np.where(new & four_flush, np.maximum(mixed, suited), mixed)
        states.append(np.where((np.diff(four, axis=0) > 0).all(axis=0), best, 0))
    return np.stack(states)


def soko_tables(**rules: bool) -> GameTables:
    """Build the tables of a Soko game, or of any house rule of it."""
    ascending = _ascending(7)
    ranks, _ = ascending[5]
    strengths = _soko_strengths(ranks, **rules)
    known, level = np.unique(strengths, return_inverse=True)  # the worst first, and before it what cannot be
    category, shape = _meaning(np.append(0, known[:0:-1]))
    five = np.where(strengths > 0, len(known) - level.reshape(strengths.shape), 0).astype(np.uint16)

    best_but_one = {5: five[_NOTHING] - np.uint16(1)}  # so that 0 is the worst
    for n in (6, 7):
        _, without = ascending[n]
        best_but_one[n] = best_but_one[n - 1][without].min(axis=0)

    sets = np.arange(1 << 13)
    size = np.bitwise_count(sets)
    bits = 1 << ranks
    suited = np.zeros(1 << 13, np.uint16)
    suited[size == 4] = 13 * np.arange(715)
    four_flush = np.zeros(715 * 13, np.uint16)
    for i, rank in enumerate(five[_ODD:]):
        real = rank > 0
        four = bits.sum(axis=0) - bits[i]
        four_flush[suited[four[real]] + ranks[i, real]] = rank[real]
    real = five[_FLUSH] > 0
    suited[bits.sum(axis=0)[real]] = five[_FLUSH, real]
    for n in (6, 7):
        bit = 1 << np.arange(13)[:, None]
        larger = sets[size == n]
        suited[larger] = np.where(larger & bit, suited[larger ^ bit], 0xFFFF).min(axis=0)

    odd_cards = np.full(64, _NOTHING, np.uint8)
    odd_cards[0] = _FLUSH
    odd_cards[1 << np.arange(5)] = _ODD + np.arange(5)

    spare = np.zeros(2, np.uint16)  # a gather may read two bytes past the entry it wants
    kernel: _Arrays = {
        "number": _TERMS.astype(np.uint16),
        "term": _split(_TERMS, 3),
        "five_term": _split(_TERMS[:5], 2),
        "odd": odd_cards,
        "five": np.append(five, spare),
        "six": np.append(best_but_one[6] + np.uint16(1), spare),
        "seven": np.append(best_but_one[7] + np.uint16(1), spare),
        "suited": suited,
        "four_flush": four_flush.reshape(715, 13),
    }
    return GameTables(kernel, category, shape)
