"""Badugi: the best hand has the most cards without a shared rank or suit, and then the lowest."""

from __future__ import annotations

from functools import cache
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from .draw_game import DrawGame
from .errors import RuleError
from .frequencies import badugi_counts
from .inputs import show
from .tables import BADUGI_CATEGORIES, badugi_order, badugi_tables

__all__ = ["Badugi", "badugi"]


class Badugi(DrawGame):
    """Badugi and the games that share its ranking.

    Parameters
    ----------
    ace : {"low", "high"}
        Whether the ace is the lowest or the highest card.
    best : {"low", "high"}
        Whether the lowest or the highest hand wins; more playing cards always come first.

    Raises
    ------
    RuleError
        For any other value.

    Notes
    -----
    Badugi itself, Badacey, five-card badugi and Razzdugi are ``Badugi()``; the Badeucey half is
    ``Badugi(ace="high")``; Hi-dugi is ``Badugi(ace="high", best="high")``.

    Examples
    --------
    >>> Badugi(ace="high").describe("5c4d3h2s")
    'badugi 5-4-3-2'
    """

    __slots__ = ()

    name = "badugi"
    hand_sizes = range(1, 14)
    mask_sizes = range(1, 53)
    final_size = 4
    categories = BADUGI_CATEGORIES
    _build_tables = staticmethod(cache(badugi_tables))

    def __new__(cls, ace: Literal["low", "high"] = "low", best: Literal["low", "high"] = "low") -> Self:
        """Return the game of these rules; equal rules give the same object."""
        given: tuple[tuple[str, object], ...] = (("ace", ace), ("best", best))
        for option, value in given:
            if not isinstance(value, str) or value not in ("low", "high"):
                raise RuleError(f"{option} must be 'low' or 'high', not {show(value)}")
        return cls._with_rules(ace=ace, best=best)

    def _count_hands(self, n_cards: int) -> NDArray[np.int64]:
        return badugi_counts(self.evaluate, badugi_order(**self.rules), n_cards, self.n_ranks)

    def _words(self, rank: int) -> str:
        shape = self._shape(rank)
        kind = "badugi" if len(shape) == 4 else BADUGI_CATEGORIES[4 - len(shape)]
        return f"{kind} {'-'.join(shape)}"


badugi = Badugi()
