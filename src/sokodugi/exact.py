"""Exact equities: every deal counted, hardly any of them looked at.

What a player knows, his range, and the cards to come all reduce to a weight on each complete hand that he can
end with. Two hands that share no card can be dealt together, and such a pair weighs the product of both
weights; so two players are *swept* (see ``_native/sweep.h``). With more players the hands of all but two are
enumerated, and the last two swept for each combination. Of the first player's hands that differ by the names
of suits alone, where suits can be renamed, one stands for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import cards
from ._native import _equity
from .errors import RangeError
from .evaluator import Evaluator
from .holdings import Holding, Holdings, same_holding
from .sampling import Progress, Tally, ordered

__all__ = ["Finals", "count_deals", "exact_tally", "look_ups"]

_LARGEST = 2**62  # of a player's weights times completions, so that 64 bits hold every sum of a sweep
_LARGEST_PRODUCT = 2**126  # of all players'
_TINY = 1e-9  # of the weight of all combinations, possible or not: floats hardly tell so small a part
_NOISE = 1e-12  # of the same: what floats say of it may be wrong in the third digit
_TASK = 5e7  # look-ups of a task, some 0.05 s
_CLUBS = 0x1111111111111  # the cards of one suit


@dataclass(frozen=True)
class Finals:
    """The complete hands that a player can end with, worst first.

    Attributes
    ----------
    sets : ndarray of uint8, shape (N, free)
        The cards that are not certain, ascending: places in the array of live cards, not ids.
    ranks : ndarray of uint16, shape (N,)
        The rank of each complete hand, descending.
    weights : ndarray of uint64 or float64, shape (N,)
        Above 0.
    """

    sets: NDArray[np.uint8]
    ranks: NDArray[np.uint16]
    weights: NDArray[Any]

    @classmethod
    def sort(cls, sets: NDArray[np.uint8], ranks: NDArray[np.uint16], weights: NDArray[Any]) -> Finals:
        """Return the hands in the order that is needed."""
        order = np.argsort(~ranks, kind="stable")
        return cls(sets[order], ranks[order], weights[order])

    @classmethod
    def of(cls, game: Evaluator, player: Holding, live: NDArray[np.uint8], floats: bool) -> Finals:
        """Return what a holding can become with the live cards."""
        certain = cards.from_masks(player.certain, player.certain.bit_count())
        places = np.zeros(cards.DECK, np.uint8)
        places[live] = np.arange(len(live))
        known = cards.from_masks(player.masks & ~np.uint64(player.certain), player.size - len(certain))
        weights = player.weights.astype(np.float64 if floats else np.uint64)
        sets, weights = _equity.complete(places[known], weights, len(live), game.final_size - len(certain))
        hands = np.empty((len(sets), game.final_size), np.uint8)
        hands[:, : len(certain)] = certain
        hands[:, len(certain) :] = live[sets]
        return cls.sort(sets, game.rank_or_zero(hands), weights)

    @cached_property
    def packed(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The sets as bytes of one number, and as masks."""
        numbers, masks = np.empty(len(self.sets), np.uint64), np.empty(len(self.sets), np.uint64)
        _equity.pack(self.sets, numbers, masks)
        return numbers, masks

    def native(self, live: int) -> tuple[Any, ...]:
        """Return what the native code takes."""
        free = self.sets.shape[1]
        alike = len(self.weights) == comb(live, free) and bool((self.weights == self.weights[0]).all())
        return (*self.packed, self.ranks, self.weights, free, alike)


class _Showdown:
    """All deals of players whose complete hands are listed, and the order in which to take the players."""

    def __init__(self, game: Evaluator, live: int, players: Sequence[Finals]) -> None:
        # Last the two with the most hands, if possible the same; before them the others, most hands first.
        # All processes must find the same order: they share the hands of the first player.
        twins = [next(q for q, other in enumerate(players) if other is player) for player in players]
        self.order = sorted(range(len(players)), key=lambda p: (len(players[p].sets), twins[p]))
        self.order = [*self.order[:-2][::-1], *self.order[-2:]]
        self.players = [players[p] for p in self.order]
        self.game, self.live = game, live

    @cached_property
    def native(self) -> list[tuple[Any, ...]]:
        """The lists as the native code takes them."""
        return [player.native(self.live) for player in self.players]

    def count(self, first: int = 0, last: int | None = None) -> Tally:
        """Count the deals in which the first player in order holds one of his hands ``first`` to ``last``."""
        deals, ways, categories, winning = _equity.play(
            self.live,
            np.append(np.uint8(0), self.game.category(np.arange(1, self.game.n_ranks + 1))),
            len(self.game.categories),
            self.native,
            self.players[-1] is self.players[-2],
            first,
            len(self.players[0].sets) if last is None else last,
        )
        back = np.argsort(self.order)
        return Tally(deals, _narrow(ways[back]), _narrow(categories[back]), _narrow(winning))


def _narrow(counts: NDArray[Any]) -> NDArray[Any]:
    """Return Python integers as int64 if they all fit, and floats without rounding errors below 0."""
    if counts.dtype != object:
        return np.asarray(np.maximum(counts, 0))
    return counts.astype(np.int64) if all(count < 2**63 for count in counts.flat) else counts


def count_deals(game: Evaluator, live: int, players: Sequence[Finals]) -> Tally:
    """Count all deals of players whose complete hands are listed.

    Parameters
    ----------
    game : Evaluator
        It says which class of hands a rank belongs to.
    live : int
        Number of live cards, which the sets of the hands consist of.
    players : sequence of Finals
        All with integer weights or all with floats; none empty. The same object twice is swept once.

    Returns
    -------
    Tally
        Of Python integers or of floats.
    """
    return _Showdown(game, live, players).count()


class _Question:
    """What tasks share: small when it is sent, with the lists once they are needed."""

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings

    def __reduce__(self) -> tuple[Any, ...]:
        return _Question, (self.holdings,)

    @cached_property
    def showdown(self) -> _Showdown:
        """The lists of hands, of identical players once."""
        game, live = self.holdings.game, self.holdings.live
        floats = _needs_floats(self.holdings)
        finals: list[Finals] = []
        for i, player in enumerate(self.holdings.players):
            twin = next((j for j in range(i) if _twins(self.holdings.players[j], player)), None)
            finals.append(Finals.of(game, player, live, floats) if twin is None else finals[twin])
        showdown = _Showdown(game, len(live), finals)
        if len(finals) > 2:
            showdown.players[0] = _representatives(showdown.players[0], self.holdings)
        return showdown


def _task(question: _Question, first: int, last: int) -> Tally:
    return question.showdown.count(first, last)


def exact_tally(
    holdings: Holdings, *, executor: Executor | None = None, progress: Progress | None = None
) -> Tally:
    """Count all deals.

    Parameters
    ----------
    holdings : Holdings
        What is known of the hands.
    executor : Executor, optional
        Who does the work, if there are more players than two.
    progress : callable, optional
        Called after each task with the number of deals done, an estimate, and that of all.

    Returns
    -------
    Tally
        Of integers if all weights are integers, unless their product comes near 2**126, and else of floats.

    Raises
    ------
    RangeError
        If ranges exclude each other, so that nothing can be dealt.
    """
    question = _Question(holdings)
    if len(holdings.players) == 2:
        total = question.showdown.count()
    else:
        total = _enumerate(question, executor, progress)
    combinations = prod(map(float, _totals(holdings)))
    if isinstance(total.deals, float) and total.deals <= _TINY * combinations:
        # What is left may be rounding: nothing, if the ranges exclude each other, which this raises.
        exact_tally(_unweighted(holdings))
    if isinstance(total.deals, float) and total.deals <= _NOISE * combinations:
        raise RangeError(
            "what is possible has too small a part of the weights to be counted in floats: give integer "
            "weights, or use method='sample'"
        )
    if not total.deals:
        raise RangeError("no deal is possible: the ranges exclude each other")
    if progress is not None:
        progress(int(total.deals), int(total.deals))
    return total


def _enumerate(question: _Question, executor: Executor | None, progress: Progress | None) -> Tally:
    """Count the deals of three players or more, task by task."""
    hands = len(question.showdown.players[0].sets)
    step = max(1, int(_TASK / max(1, look_ups(question.holdings) / hands)))
    tasks = [(first, min(first + step, hands)) for first in range(0, hands, step)]
    total: Tally | None = None
    with closing(ordered(_task, question, tasks, executor)) as results:
        for (_, done), tally in zip(tasks, results, strict=True):
            total = tally if total is None else total + tally
            if progress is not None and done < hands:
                progress(int(total.deals), int(total.deals * hands / done))
    assert total is not None
    return total


def look_ups(holdings: Holdings) -> float:
    """Return how many look-ups counting all deals takes at most: some 1e9 a second."""
    game, live = holdings.game, len(holdings.live)
    sizes = []
    for player in holdings.players:
        certain = player.certain.bit_count()
        free = game.final_size - certain
        hands = min(comb(live, free), len(player.masks) * comb(live, game.final_size - player.size))
        sizes.append((hands, free))
    *others, second, first = sorted(sizes)
    sets = sum(comb(live, k) for _, free in (second, first) for k in range(free + 1))
    swept = sum(5 * hands * 2**free for hands, free in (second, first))
    return float(prod(hands for hands, _ in others) * (swept + sets))


def _twins(a: Holding, b: Holding) -> bool:
    """Tell whether two players end with the same hands, which takes that no card is certain."""
    return not a.certain and a.size == b.size and same_holding(a, b)


def _totals(holdings: Holdings) -> list[int | float]:
    """Return for each player the weight of all complete hands, whatever the others hold."""
    size, live = holdings.game.final_size, len(holdings.live)
    return [player.weights.sum().item() * comb(live, size - player.size) for player in holdings.players]


def _needs_floats(holdings: Holdings) -> bool:
    """Tell whether there are weights that are no integers, or too large for sums of 64 and 128 bits."""
    totals = _totals(holdings)
    if any(isinstance(total, float) for total in totals):
        return True
    return max(totals) >= _LARGEST or prod(totals) >= _LARGEST_PRODUCT


def _unweighted(holdings: Holdings) -> Holdings:
    """Return the same with equal weights."""
    return replace(
        holdings,
        players=tuple(
            replace(player, weights=np.ones(len(player.masks), np.int64)) for player in holdings.players
        ),
    )


# --- suits that can be renamed ------------------------------------------------------------------------------


def _rename(masks: NDArray[np.uint64], suits: Sequence[int]) -> NDArray[np.uint64]:
    """Give each suit ``s`` the name ``suits[s]``."""
    parts = [(masks >> np.uint64(s) & np.uint64(_CLUBS)) << np.uint64(suits[s]) for s in range(4)]
    return np.asarray(parts[0] | parts[1] | parts[2] | parts[3], np.uint64)


def _symmetries(holdings: Holdings) -> list[tuple[int, ...]]:
    """Return the ways to rename suits that leave all that is known as it is."""

    def leaves(masks: NDArray[np.uint64], weights: NDArray[Any], suits: tuple[int, ...]) -> bool:
        renamed = _rename(masks, suits)
        there, here = np.argsort(renamed), np.argsort(masks)
        return np.array_equal(renamed[there], masks[here]) and np.array_equal(weights[there], weights[here])

    dead = np.array([holdings.dead], np.uint64)
    known = [(dead, np.ones(1)), *((player.masks, player.weights) for player in holdings.players)]
    return [suits for suits in permutations(range(4)) if all(leaves(m, w, suits) for m, w in known)]


def _representatives(finals: Finals, holdings: Holdings) -> Finals:
    """Return of all hands that differ by the names of suits alone one, with the weight of all."""
    hands = np.asarray(cards.to_masks(holdings.live[finals.sets]), np.uint64)
    least = np.minimum.reduce([_rename(hands, suits) for suits in _symmetries(holdings)])
    _, chosen, times = np.unique(least, return_index=True, return_counts=True)
    order = np.argsort(chosen)
    chosen, times = chosen[order], times[order]
    weights = (finals.weights[chosen] * times).astype(finals.weights.dtype)
    return Finals(finals.sets[chosen], finals.ranks[chosen], weights)
