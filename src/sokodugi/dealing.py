"""Sampled equities: what is missing is dealt at random, without bias, many times.

Where players have ranges, a set of cards is picked for each by its weight, and again for all as long as two
of them share a card: that gives every possible combination the chance that belongs to it. Ranges of few hands
are first joined into one list of possible combinations, so that narrow ranges do not have to be picked often.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import cards
from ._native import _equity
from .errors import RangeError
from .evaluator import Evaluator
from .holdings import Holding, Holdings
from .sampling import Tally

__all__ = ["Sample", "deal_chunk", "last_ranks"]

_JOINED = 2**20  # combinations that a joined list may be made of
_LARGEST = 2**62  # of a sum of weights


class Sample:
    """What the chunks of a sample share: small when it is sent, with its lists once they are needed.

    Parameters
    ----------
    holdings : Holdings
        What is known of the hands.
    """

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings

    def __reduce__(self) -> tuple[Any, ...]:
        return Sample, (self.holdings,)

    @cached_property
    def native(self) -> _equity.Deals:
        """The same for the native code."""
        game, size = self.holdings.game, self.holdings.game.final_size
        known: list[tuple[int, int]] = []
        missing: list[int] = []
        lists: list[_List] = []
        gone = self.holdings.dead
        for p, player in enumerate(self.holdings.players):
            slots = range(p * size, p * size + size)
            missing += slots[player.size :]
            if len(player.masks) > 1:
                lists.append(_List.of(player, np.array(slots[: player.size], np.uint8)))
            else:
                gone |= player.certain
                known += zip(cards.from_masks(player.certain, player.size).tolist(), slots, strict=False)
        deck = [card for card in range(cards.DECK) if not gone >> card & 1]
        return _equity.Deals(
            game,
            len(self.holdings.players),
            size,
            last_ranks(game),
            np.array(deck, np.uint8),
            np.array([card for card, _ in known], np.uint8),
            np.array([slot for _, slot in known], np.uint8),
            np.array(missing, np.uint8),
            [choice.native() for choice in _join(lists)],
        )


def last_ranks(game: Evaluator) -> NDArray[np.uint16]:
    """Return the worst rank of each class of hands; that of the class before, where a class has no hand."""
    classes = np.asarray(game.category(np.arange(1, game.n_ranks + 1)))
    return np.searchsorted(classes, np.arange(len(game.categories)), side="right").astype(np.uint16)


def deal_chunk(sample: Sample, state: NDArray[np.uint64], deals: int) -> Tally:
    """Deal and count: see :func:`sokodugi.sampling.sample`.

    Raises
    ------
    RangeError
        If ranges exclude each other, or nearly so.
    """
    counts = sample.native.sample(state, deals)
    if counts is None:
        raise RangeError("no deal was found in 1,048,576 tries: the ranges exclude each other, or nearly so")
    return Tally(deals, *counts)


class _List:
    """Sets of cards, for one player or several, of which one is picked by its weight.

    Attributes
    ----------
    sets : ndarray of uint8, shape (N, n)
        Card ids.
    masks : ndarray of uint64, shape (N,)
    weights : ndarray of int64 or float64, shape (N,)
    slots : ndarray of uint8, shape (n,)
        Where each card goes.
    """

    def __init__(
        self,
        sets: NDArray[np.uint8],
        masks: NDArray[np.uint64],
        weights: NDArray[Any],
        slots: NDArray[np.uint8],
    ) -> None:
        self.sets, self.masks, self.weights, self.slots = sets, masks, weights, slots

    @classmethod
    def of(cls, player: Holding, slots: NDArray[np.uint8]) -> _List:
        return cls(cards.from_masks(player.masks, player.size), player.masks, player.weights, slots)

    def __len__(self) -> int:
        return len(self.masks)

    def join(self, other: _List) -> _List:
        """Return the possible combinations of both."""
        mine, theirs = np.nonzero(self.masks[:, None] & other.masks == 0)
        a, b = self.weights[mine], other.weights[theirs]
        if float(self.weights.max()) * float(other.weights.max()) * len(mine) >= _LARGEST:
            a = a.astype(np.float64)
        return _List(
            np.hstack((self.sets[mine], other.sets[theirs])),
            self.masks[mine] | other.masks[theirs],
            a * b,
            np.append(self.slots, other.slots),
        )

    def native(self) -> tuple[Any, ...]:
        """Return what the native code takes: running sums of integers, which floats are rounded to."""
        sums: NDArray[np.uint64] | None = None
        if self.weights.dtype.kind == "f":
            running = np.cumsum(self.weights)
            sums = np.round(running * (_LARGEST / running[-1])).astype(np.uint64)
        elif (self.weights != self.weights[0]).any():
            sums = np.cumsum(self.weights).astype(np.uint64)
        return np.ascontiguousarray(self.sets), self.masks, sums, self.slots


def _join(lists: list[_List]) -> list[_List]:
    """Join lists, the shortest first, as long as they stay short enough."""
    joined: list[_List] = []
    for one in sorted(lists, key=len):
        if joined and len(joined[-1]) * len(one) <= _JOINED:
            joined[-1] = joined[-1].join(one)
        else:
            joined.append(one)
        if not len(joined[-1]):
            raise RangeError("no deal is possible: the ranges exclude each other")
    return joined
