"""How many hands of n cards have each rank: exact, by counting instead of going through the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["badugi_counts", "soko_counts"]

# ---- Badugi ----

# A polynomial in x, whose coefficient of x^n counts hands of n cards, is written as one integer: x is so
# large that coefficients, at most C(52, 26), never meet.
_X_BITS = 64


def badugi_counts(
    evaluate: Callable[[Sequence[int]], Any], order: Sequence[int], n_cards: int, n_ranks: int
) -> NDArray[np.int64]:
    """Count the Badugi hands of n cards by rank.

    A rank of cards plays if it can be matched to a suit of its own together with the more wanted ones that
    play. Sets of ranks that can be matched to suits are the independent sets of a transversal matroid, for
    which this greedy choice is the best largest set.

    Parameters
    ----------
    evaluate : callable
        Ranks a hand of the playing cards alone.
    order : sequence of int
        Ranks of cards (2 to A = 0 to 12), the most wanted one first.
    n_cards : int
        Cards a hand, 1 to 52.
    n_ranks : int
        The number of ranks of hands.

    Returns
    -------
    ndarray of int64, shape (n_ranks + 1,)
        Hands by rank; entry 0 is 0.

    References
    ----------
    J. Edmonds and D. R. Fulkerson, "Transversals and matroid partition", 1965.

    Examples
    --------
    4-3-2-A is made by 24 of the four-card hands:

    >>> from sokodugi import badugi
    >>> int(badugi_counts(badugi.evaluate, [12, *range(12)], 4, badugi.n_ranks)[1])
    24
    """
    counts = np.zeros(n_ranks + 1, np.int64)
    for places, polynomial in _playing_sets().items():
        if places:
            hand = [4 * order[place] + suit for suit, place in enumerate(places)]
            counts[evaluate(hand)] = polynomial >> _X_BITS * n_cards & (1 << _X_BITS) - 1
    return counts


@cache
def _playing_sets() -> dict[tuple[int, ...], int]:
    """Return the polynomial of each set of ranks that can play, given as places in the order of the game."""
    polynomials: dict[tuple[int, ...], int] = {}

    def walk(place: int, plays: tuple[int, ...], families: dict[int, int]) -> None:
        if place == 13:
            polynomials[plays] = sum(families.values())
            return
        passed: dict[int, int] = {}
        taken: dict[int, int] = {}
        for family, ways in families.items():
            idle, steps = _steps(family)
            passed[family] = ways * idle
            for grown, step in steps.items():
                taken[grown] = taken.get(grown, 0) + ways * step
        walk(place + 1, plays, passed)
        if taken:
            walk(place + 1, (*plays, place), taken)

    walk(0, (), {1: 1})  # no rank matches no suit
    return polynomials


@cache
def _steps(family: int) -> tuple[int, dict[int, int]]:
    """Sort what suits the next rank may have: those with which it cannot play, and the others by result.

    A family holds the suit sets, bit sets themselves, that can be matched to the ranks that play so far.
    """
    idle = 0
    steps: dict[int, int] = {}
    held = [s for s in range(16) if family >> s & 1]
    for suits in range(16):
        matched = {s | 1 << suit for s in held for suit in range(4) if suits & ~s & 1 << suit}
        term = 1 << _X_BITS * suits.bit_count()
        if matched:
            grown = sum(1 << s for s in matched)
            steps[grown] = steps.get(grown, 0) + term
        else:
            idle += term
    return idle, steps


# ---- Soko ----


def soko_counts(
    evaluate: Callable[[NDArray[Any]], NDArray[np.uint16]], n_cards: int, n_ranks: int
) -> NDArray[np.int64]:
    """Count the Soko hands of n cards by rank.

    Suits matter only where four or more cards share one, so one hand stands for all with the same ranks and
    the same suited ranks.

    Parameters
    ----------
    evaluate : callable
        Ranks hands, shape (N, n_cards).
    n_cards : int
        Cards a hand, 5 to 7: with more, two suits could have four cards.
    n_ranks : int
        The number of ranks of hands.

    Returns
    -------
    ndarray of int64, shape (n_ranks + 1,)
        Hands by rank; entry 0 is 0.

    Examples
    --------
    >>> from sokodugi import soko
    >>> int(soko_counts(soko.evaluate, 5, soko.n_ranks)[1])
    4
    """
    counts = np.zeros(n_ranks + 1, np.int64)
    mixed = np.arange(n_cards) % 4  # suits of ascending ranks: equal ones differ, and none is frequent
    ranks, ways = _rank_multisets(n_cards, copies=4)
    np.add.at(counts, evaluate(4 * ranks + mixed), ways)
    for n_suited in range(4, n_cards + 1):
        suited = np.array(list(combinations(range(13), n_suited)))
        others, ways = _rank_multisets(n_cards - n_suited, copies=3)
        suited, others, ways = (
            np.repeat(suited, len(ways), axis=0),
            np.tile(others, (len(suited), 1)),
            np.tile(4 * ways, len(suited)),  # any of the four suits
        )
        hands = np.concatenate([4 * suited, 4 * others + 1 + np.arange(n_cards - n_suited)], axis=1)
        np.add.at(counts, evaluate(hands), ways)
        # They were counted above as if suits did not matter.
        np.subtract.at(counts, evaluate(4 * np.sort(hands // 4, axis=1) + mixed), ways)
    return counts


def _rank_multisets(n: int, copies: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all ascending rows of n ranks, and in how many ways `copies` suits can be given to each."""
    rows = np.array(list(combinations_with_replacement(range(13), n)), np.int64)
    times = (rows[:, :, None] == np.arange(13)).sum(axis=1)
    ways = np.array([comb(copies, k) for k in range(n + 1)])[times].prod(axis=1)
    possible = ways > 0
    return rows[possible], ways[possible]
