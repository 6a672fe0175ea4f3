"""Soko: five-card stud in which a four-flush and a four-straight beat one pair."""

from __future__ import annotations

from functools import cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from .errors import RuleError
from .frequencies import soko_counts
from .game import Game
from .inputs import show
from .tables import SOKO_CATEGORIES, soko_tables

__all__ = ["Soko", "soko"]

_NAMES = {
    "2": "deuce",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}


def _plural(rank: str) -> str:
    return "sixes" if rank == "6" else f"{_NAMES[rank]}s"


class Soko(Game):
    """Soko, also called Canadian or Scandinavian stud, with its house rules.

    Parameters
    ----------
    four_flush : bool
        A four-flush is a class of its own.
    four_straight : bool
        A four-straight is a class of its own; False is New York stud.
    ace_low : bool
        A-2-3-4 is a four-straight.
    open_ended : bool
        Only four-straights that can grow at both ends count, so neither A-2-3-4 nor J-Q-K-A.
    paired : bool
        A four-flush or four-straight may hold a pair.

    Raises
    ------
    RuleError
        If an option is not a bool.

    Examples
    --------
    >>> Soko(ace_low=False).describe("AcQh4h3c2c")
    'ace high, A-Q-4-3-2'
    """

    __slots__ = ()

    name = "soko"
    hand_sizes = range(5, 8)
    mask_sizes = range(5, 8)
    final_size = 5
    categories = SOKO_CATEGORIES
    _build_tables = staticmethod(cache(soko_tables))

    def __new__(
        cls,
        four_flush: bool = True,
        four_straight: bool = True,
        ace_low: bool = True,
        open_ended: bool = False,
        paired: bool = True,
    ) -> Self:
        """Return the game of these rules; equal rules give the same object."""
        rules = {
            "four_flush": four_flush,
            "four_straight": four_straight,
            "ace_low": ace_low,
            "open_ended": open_ended,
            "paired": paired,
        }
        for option, value in rules.items():
            if not isinstance(value, bool):
                raise RuleError(f"{option} must be True or False, not {show(value)}")
        return cls._with_rules(**rules)

    def _count_hands(self, n_cards: int) -> NDArray[np.int64]:
        return soko_counts(self.evaluate, n_cards, self.n_ranks)

    def _words(self, rank: int) -> str:
        r = self._shape(rank)
        match SOKO_CATEGORIES[self._game_tables.category[rank]]:
            case "straight flush":
                return "royal flush" if r[0] == "A" else f"straight flush, {r[0]}-high"
            case "four of a kind":
                return f"four {_plural(r[0])}, kicker {r[4]}"
            case "full house":
                return f"full house, {_plural(r[0])} full of {_plural(r[3])}"
            case "flush":
                return f"flush {'-'.join(r)}"
            case "straight":
                return f"straight, {r[0]}-high"
            case "three of a kind":
                return f"three {_plural(r[0])}, kickers {'-'.join(r[3:])}"
            case "two pair":
                return f"two pair, {_plural(r[0])} and {_plural(r[2])}, kicker {r[4]}"
            case "four-flush":
                return f"four-flush {'-'.join(r[:4])}, kicker {r[4]}"
            case "four-straight":
                return f"four-straight {r[0]}-high, kicker {r[1]}"
            case "one pair":
                return f"pair of {_plural(r[0])}, kickers {'-'.join(r[2:])}"
            case _:
                return f"{_NAMES[r[0]]} high, {'-'.join(r)}"


soko = Soko()
