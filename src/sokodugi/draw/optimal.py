"""The best way to draw against players who draw in the best way: a fixed point, and its published table.

A strategy matters to others only through the distribution of the hands that it ends with. A best reply to a
distribution is one backward induction; playing the best reply to the average of all replies so far
("fictitious play", G. W. Brown, 1951) leads to a strategy that no reply beats by much.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from ..errors import RuleError
from ..evaluator import Evaluator
from .exact import HANDS, Keeps, Values, all_ranks, carry, draw_values

__all__ = ["PUBLISHED", "Solution", "best_reply", "final_ranks", "pot_shares", "published", "solve"]

TOLERANCE = 1e-5
"""Pot share that a best reply may still gain."""
_MOST_REPLIES = 200
PUBLISHED = "optimal_draws.npz"
"""The file of the package that holds the published tables."""


class Solution(NamedTuple):
    """A table of ways to keep, and what is known of it."""

    keeps: Keeps
    """uint8, shape (draws, 270725)."""
    gain: float
    """Pot share above one half that the best reply to this table wins: its exploitability."""


def final_ranks(game: Evaluator, keeps: Keeps) -> Values:
    """Return the distribution of the final rank of a random hand, by rank; entry 0 is 0.

    Cards discarded at an earlier draw may come back at a later one.
    """
    weights = np.full(HANDS, 1 / HANDS)
    for row in keeps:
        weights = carry(weights, row)
    return np.maximum(np.bincount(all_ranks(game), weights, minlength=game.n_ranks + 1), 0)


def pot_shares(final: Values, opponents: int = 1) -> Values:
    """Return the share of the pot that each rank wins on average.

    Parameters
    ----------
    final : ndarray of float64, shape (n_ranks + 1,)
        Distribution of an opponent's final rank.
    opponents : int
        How many independent opponents there are.

    Returns
    -------
    ndarray of float64, shape (n_ranks + 1,)
        Entry 0 is 0.

    Notes
    -----
    With probabilities w that one opponent is worse and t that he ties, the mean share against n is the sum
    over j of C(n, j) w^(n-j) t^j / (j + 1), and C(n, j) / (j + 1) is C(n + 1, j + 1) / (n + 1).
    """
    worse = final.sum() - np.cumsum(final)
    n = opponents
    shares = np.zeros_like(final)
    ways = 1.0  # C(n + 1, j + 1)
    for j in range(n + 1):
        ways *= (n + 1 - j) / (j + 1)
        shares += ways / (n + 1) * worse ** (n - j) * final**j
    shares[0] = 0
    return shares


def best_reply(game: Evaluator, final: Values, draws: int) -> tuple[Keeps, float]:
    """Return the best table against an opponent of this distribution, and the pot share that it wins."""
    values, keeps = draw_values(game, pot_shares(final), draws)
    return keeps, float(values[0].mean())


def solve(game: Evaluator, draws: int, tolerance: float = TOLERANCE) -> Solution:
    """Play best replies to the running average until one is found that no reply beats by the tolerance.

    Raises
    ------
    RuleError
        If 200 replies do not get there.
    """
    average = final_ranks(game, np.full((1, HANDS), 15, np.uint8))
    for n in range(1, _MOST_REPLIES + 1):
        keeps, _ = best_reply(game, average, draws)
        final = final_ranks(game, keeps)
        gain = best_reply(game, final, draws)[1] - 0.5
        if gain < tolerance:
            return Solution(keeps, max(gain, 0.0))
        average += (final - average) / n  # where it started, with pat hands alone, is forgotten
    raise RuleError(f"after {_MOST_REPLIES} replies the gain is still {gain:.2g}, not below {tolerance:.2g}")


@cache
def published(draws: int) -> Solution:
    """Return the shipped solution of standard Badugi for 1 to 4 draws; ``tools/optimal_draws.py`` made it."""
    with files("sokodugi").joinpath(PUBLISHED).open("rb") as stream, np.load(stream) as stored:
        keeps, gain = stored[f"keeps_{draws}"], float(stored[f"gain_{draws}"])
    keeps.setflags(write=False)
    return Solution(keeps, gain)
