"""What both games offer beyond ranking: equities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from .evaluator import Evaluator

if TYPE_CHECKING:  # equities are imported when they are first asked for: who only ranks hands need not wait
    from concurrent.futures import Executor

    from . import equity as _equity
    from .cards import Seed
    from .holdings import Hand
    from .sampling import Progress

__all__ = ["Game"]


class Game(Evaluator):
    """A game as users meet it: an evaluator, and what is computed with it."""

    __slots__ = ()

    def equity(
        self,
        hands: Iterable[Hand],
        *,
        dead: Any = None,
        method: _equity.Method = "auto",
        samples: int | None = None,
        stderr: float | None = None,
        seed: Seed = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> _equity.Equity:
        """Compute who wins how often if the missing cards are dealt at random.

        Parameters
        ----------
        hands : iterable of str, Range, or array_like of int
            For each of 2 to 8 players what is known of his hand: card text, in which ``??`` stands for an
            unknown card; card ids, where 255 does; or a :class:`~sokodugi.Range`. Missing cards may as well
            be left out: ``""`` is a hand of which nothing is known.
        dead : str or array_like of int, optional
            Cards that nobody can get: folded, discarded or exposed ones.
        method : {"auto", "exact", "sample"}
            Count all deals, or sample them. ``"auto"`` counts them between two players, and between more if
            that takes about a second at most.
        samples : int, optional
            Deals to sample; by default 1,000,000, or as many as `stderr` takes.
        stderr : float, optional
            Sample until the standard error of every player's equity is at most this.
        seed : int, SeedSequence or Generator, optional
            A sampled result depends on what is asked, the seed and the number of deals alone. Without a seed
            one is made up, which the result names.
        executor : Executor, optional
            Any executor of ``concurrent.futures``, or one with their interface, such as that of a dask
            cluster. Without it, work is done in the calling thread.
        progress : callable, optional
            Called as ``progress(done, total)``, in deals; `total` may be an estimate.

        Returns
        -------
        Equity
            Per player ``equity``, ``win``, ``tie`` and ``stderr``; ``deals``, ``exact``, ``seed``,
            ``categories``, ``winning``; ``print`` shows a table, so do notebooks.

        Raises
        ------
        CardError, HandTypeError
            If something is no card, or an argument of a wrong type.
        DuplicateCardError
            If a card stands twice: in a hand, in two hands, or in a hand and among the dead cards.
        HandSizeError
            If a hand has too many cards, or all together need more than are live, or for a wrong number of
            players.
        RangeError
            If no hand of a range is possible, or ranges exclude each other.
        RuleError
            If an option has no meaning.

        Notes
        -----
        Ranges are joint: every combination of hands without a common card has the product of their weights as
        its weight, and all ways to deal the missing cards to it are equally likely. Exact results are counted
        in integers if all weights are integers.

        Examples
        --------
        >>> from sokodugi import badugi, soko
        >>> print(badugi.equity(["As2d3c", "Ac2h4d"]))
        badugi, exact: 2,070 deals
                   equity        win       tie
        As2d3c  80.0483 %  79.1787 %  1.7391 %
        Ac2h4d  19.9517 %  19.0821 %  1.7391 %
        >>> soko.equity(["AsKs", "7h7d", "QcJc"], dead="Ah", samples=10_000, method="sample", seed=1).deals
        10000
        """
        from . import equity as _equity

        return _equity.equity(
            self,
            hands,
            dead=dead,
            method=method,
            samples=samples,
            stderr=stderr,
            seed=seed,
            executor=executor,
            progress=progress,
        )

    def strength(self, hand: Hand, dead: Any = None) -> _equity.Strength:
        """Compare a hand with one random hand, exactly.

        Parameters
        ----------
        hand : str, Range, or array_like of int
            What is known of the hand, as for `equity`.
        dead : str or array_like of int, optional
            Cards that neither hand can get.

        Returns
        -------
        Strength
            The shares ``win``, ``tie`` and ``lose`` of all deals, floats from 0 to 1.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError, RangeError
            As `equity`.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> win, tie, lose = badugi.strength("KsQdJcTh")  # the worst badugi
        >>> f"{win:.6f} {tie:.6f} {lose:.6f}"
        '0.935754 0.000046 0.064200'
        """
        from . import equity as _equity

        return _equity.strength(self, hand, dead)

    def equity_many(
        self,
        hands: ArrayLike,
        *,
        dead: ArrayLike | None = None,
        samples: int = 1000,
        seed: Seed = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> _equity.Equities:
        """Sample the equities of many situations.

        Parameters
        ----------
        hands : array_like of int, shape (N, players, n)
            Card ids, 255 for an unknown card. Cards beyond the ``n`` that are given are unknown, too.
        dead : array_like of int, shape (N, d), optional
            Dead cards of each situation; 255 where there are fewer.
        samples : int
            Deals for each situation.
        seed : int, SeedSequence or Generator, optional
            Row ``i`` has a stream of its own, a function of the seed and ``i``: threads never matter.
        threads : int
            How many threads share the work.
        progress : callable, optional
            Called as ``progress(done, total)``, in deals.

        Returns
        -------
        Equities
            ``equity`` and ``stderr``, float64 of shape (N, players). Where no card is missing the equity is
            exact and its error 0.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            As `equity`, naming the first bad row.
        RuleError
            If `samples` or `threads` is below 1.

        Examples
        --------
        >>> import numpy as np
        >>> from sokodugi import badugi, cards
        >>> hands = np.stack([cards.parse_many(["As2d3c", "Ac2h4d"])] * 3)
        >>> badugi.equity_many(hands, samples=10_000, seed=1).equity.shape
        (3, 2)
        """
        from . import equity as _equity

        return _equity.equity_many(
            self, hands, dead=dead, samples=samples, seed=seed, threads=threads, progress=progress
        )
