"""What a game offers in which cards are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import RuleError
from .game import Game

if TYPE_CHECKING:  # as in game.py
    from concurrent.futures import Executor

    from . import equity as showdown
    from .cards import Seed
    from .draw import DrawPolicy, advise, exact, games, simulate
    from .holdings import Hand
    from .sampling import Progress

__all__ = ["DrawGame"]


class DrawGame(Game):
    """A game in which cards are drawn."""

    __slots__ = ()

    def equity(
        self,
        hands: Iterable[Hand],
        *,
        draws: int = 0,
        policies: simulate.Policies = None,
        reshuffle: simulate.Reshuffle = "discards",
        dead: Any = None,
        method: showdown.Method = "auto",
        samples: int | None = None,
        stderr: float | None = None,
        seed: Seed = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> showdown.Equity:
        """Compute who wins how often, after missing cards are dealt and draws are played.

        Parameters
        ----------
        hands : iterable of str, Range, or array_like of int
            For each of 2 to 8 players what is known of his hand: card text, in which ``??`` stands for an
            unknown card; card ids, where 255 does; or a :class:`~sokodugi.Range`. Missing cards may as well
            be left out: ``""`` is a hand of which nothing is known.
        draws : int
            How many draws follow when all have four cards. The players draw in turn, in the order of
            `hands`, from one deck.
        policies : DrawPolicy, array_like, or sequence of them, optional
            How the players draw: one policy for all, or one each. A table as :class:`~sokodugi.DrawPolicy`
            takes it will do, too; None, also for a single player, is ``DrawPolicy.optimal(draws)``.
        reshuffle : {"discards", "earlier", "all", "never"}
            What becomes the new stub when the stub runs out in the middle of a draw: all discards so far;
            only those of earlier draws; everything, the dead cards too; or nothing. A player never gets
            back what he discarded himself. If there are fewer cards than he wants, he draws that many, and
            keeps the most wanted ranks among those he would have thrown.
        dead : str or array_like of int, optional
            Cards that nobody can get: folded or exposed ones.
        method : {"auto", "exact", "sample"}
            Count all deals, or sample them. ``"auto"`` counts them between two players without draws, or with
            one draw from complete hands, and between more if that takes about a second at most. With draws,
            nothing else can be counted.
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
            players or policies.
        RangeError
            If no hand of a range is possible, or ranges exclude each other.
        RuleError
            If an option has no meaning, or a policy is made for fewer draws.

        Notes
        -----
        Ranges are joint: every combination of hands without a common card has the product of their weights as
        its weight, and all ways to deal the missing cards to it are equally likely. Exact results are counted
        in integers if all weights are integers. Policies see the player's own four cards and the number of
        draws left; nobody folds.

        Examples
        --------
        >>> from sokodugi import DrawPolicy, badugi
        >>> print(badugi.equity(["As2d3c", "Ac2h4d"]))
        badugi, exact: 2,070 deals
                   equity        win       tie
        As2d3c  80.0483 %  79.1787 %  1.7391 %
        Ac2h4d  19.9517 %  19.0821 %  1.7391 %
        >>> players = [DrawPolicy.pat(), DrawPolicy.best_subset()]
        >>> print(badugi.equity(["KsQhJdTc", "Ah2d3cKc"], draws=1, policies=players))
        badugi, exact: 44 deals
                     equity        win       tie
        KsQhJdTc  79.5455 %  79.5455 %  0.0000 %
        Ah2d3cKc  20.4545 %  20.4545 %  0.0000 %
        """
        from .draw import simulate

        if draws == 0 and type(draws) is int:
            if policies is not None:
                raise RuleError("policies are for draws, but draws is 0")
            simulate.reshuffle_code(reshuffle)
            return super().equity(
                hands,
                dead=dead,
                method=method,
                samples=samples,
                stderr=stderr,
                seed=seed,
                executor=executor,
                progress=progress,
            )
        return simulate.equity(
            self,
            hands,
            draws=draws,
            policies=policies,
            reshuffle=reshuffle,
            dead=dead,
            method=method,
            samples=samples,
            stderr=stderr,
            seed=seed,
            executor=executor,
            progress=progress,
        )

    def draw_values(self, values: ArrayLike, draws: int = 3, *, dead: Any = None) -> exact.DrawValues:
        """Find the best way to draw for every hand, exactly, for any value of the final hand.

        Parameters
        ----------
        values : array_like of float
            What is won with a final hand; more is better. By rank, of shape (n_ranks,) with rank 1 first or
            (n_ranks + 1,) indexed by rank; or by hand, of shape (270725,) in the order of
            ``cards.all_hands(4)``.
        draws : int
            1 to 4.
        dead : str or array_like of int, optional
            Cards that cannot be drawn.

        Returns
        -------
        DrawValues
            ``values``, float64 of shape (draws + 1, 270725), row 0 before the first draw and the last row
            after the last one; and ``keeps``, uint8 of shape (draws, 270725), a table for ``DrawPolicy``.
            Of equally good ways the one is chosen that keeps more cards, then that whose cards, sorted by
            id, come first.

        Raises
        ------
        HandTypeError, HandSizeError, RuleError
            If values are no finite numbers or of another shape, or draws are not 1 to 4.

        Notes
        -----
        At each draw the player's own four cards and the dead ones are out of the deck; cards that he
        discarded at an earlier draw may come back. The other players' cards are not known, and so change
        nothing.

        Method: subset sums and inclusion-exclusion, see ``docs/draws.md``. Values that differ by less than
        1e-11 of the largest one count as equal.

        Examples
        --------
        The chance to make a badugi with three draws to come, if nothing else counts:

        >>> import numpy as np
        >>> from sokodugi import badugi, cards
        >>> ranks = np.arange(1, 1093)
        >>> values, keeps = badugi.draw_values(ranks <= 715, draws=3)
        >>> print(f"{values[0].mean():.4f}")
        0.4989
        """
        from .draw import exact

        return exact.draw_values(self, values, draws, dead=dead)

    def distribution(
        self,
        hand: Any,
        draws: int,
        policy: Any = None,
        *,
        dead: Any = None,
        exact: bool | None = None,
        progress: Progress | None = None,
    ) -> exact.Distribution:
        """Find how likely each final rank is, without sampling.

        Parameters
        ----------
        hand : str or array_like of int, shape (4,), or None
            The hand before the first draw; None is the average random hand.
        draws : int
            At least 1.
        policy : DrawPolicy or array_like, optional
            How the player draws; by default ``DrawPolicy.optimal(draws)``.
        dead : str or array_like of int, optional
            Cards that cannot come.
        exact : bool, optional
            Whether the player's own discards are remembered, as they never come back. If not, those of
            earlier draws may come back; that is quick for any hand and number of draws. By default they are
            remembered for a given hand, and not for the average one. The difference: see ``docs/draws.md``.
        progress : callable, optional
            Called as ``progress(done, total)``, in histories.

        Returns
        -------
        Distribution
            ``probabilities`` by rank, ``categories``, ``or_better(rank or cards)``, ``exact``.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            If these are not four distinct cards, free of the dead ones.
        RuleError
            If the policy is made for fewer draws, or the exact result would take long; the message says how
            long.

        Notes
        -----
        All histories of hands are played but for the last draw, which is spread by inclusion-exclusion.
        With up to two draws this takes some 0.05 s, and with more, too, for hands of which one card is
        thrown. With three draws it takes seconds where three cards are thrown at first, and minutes where
        four are; what takes more than about half a minute is done only if ``exact=True``.

        Examples
        --------
        >>> from sokodugi import DrawPolicy, badugi
        >>> for draws in (1, 2, 3):
        ...     found = badugi.distribution("As2d3cKc", draws, DrawPolicy.best_subset())
        ...     print(f"{found.categories['four-card']:.4%}")
        20.8333%
        37.6773%
        51.2161%
        >>> print(f"{found.or_better('8c7d6h5s'):.4%}")
        25.6080%
        """
        from .draw import simulate
        from .draw.exact import check_draws, distribution

        draws = check_draws(draws, 12)
        (known,) = simulate.read_policies(self, policy, 1, draws)
        return distribution(self, hand, draws, known.rows(draws), dead=dead, exact=exact, progress=progress)

    def advise(
        self,
        hand: Any,
        draws: int,
        *,
        opponents: int | Iterable[Hand | DrawPolicy] = 1,
        policies: simulate.Policies = None,
        own: DrawPolicy | None = None,
        dead: Any = None,
        samples: int | None = None,
        stderr: float | None = None,
        seed: Seed = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> advise.Advice:
        """Compare all ways to draw a hand.

        Parameters
        ----------
        hand : str or array_like of int, shape (4,)
            The hand before the draw.
        draws : int
            1 to 4 draws left, this one included.
        opponents : int, or iterable of str, Range, DrawPolicy, or array_like of int
            Their number, 1 to 7: then the answer is exact in the model of one player (below) and takes
            milliseconds. Or their hands as for `equity`: then the same deals are played in each of the
            ways, so that the *differences* are known much better than the equities; with one draw and
            complete hands all deals are counted, if there are not too many. A policy stands for an unknown
            hand that is drawn to by that policy.
        policies : DrawPolicy, array_like, or sequence of them, optional
            How the opponents draw, as for `equity`; in the model, one for all, by default
            ``DrawPolicy.optimal(3)``.
        own : DrawPolicy, optional
            How the hand goes on after this draw, where opponents are listed; by default
            ``DrawPolicy.optimal(draws)``. In the model it goes on in the best way.
        dead : str or array_like of int, optional
            Cards that nobody can get.
        samples : int, optional
            Deals to play in each way; by default 1,000,000, or as many as `stderr` takes.
        stderr : float, optional
            Sample until the standard error of every difference to the best way is at most this.
        seed, executor, progress
            As for `equity`.

        Returns
        -------
        Advice
            ``ways``, best first, each with ``keep``, ``mask``, ``draw``, ``equity``, ``stderr``, ``behind``,
            ``behind_stderr``, ``badugi`` and ``place``; ``print`` shows a table.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError, RangeError, RuleError
            As `equity`.

        Notes
        -----
        The model: each opponent ends with the distribution of ranks that the average random hand has after
        the whole game under his policy, whatever the player holds and draws. The game is triple draw, or
        has as few draws as the policy: with one draw left, an opponent has drawn twice before, unless his
        policy is made for a single draw. The player's four cards and the dead ones are out of the deck;
        what he discards may come back at a later draw.

        An unknown hand that is listed is dealt afresh and has the draws that are left, no more; who has
        drawn before is better described by a range.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> advice = badugi.advise("As2d3cKh", draws=1)
        >>> advice.best.keep, f"{advice.best.equity:.4f}"
        ('As2d3cKh', '0.6304')
        """
        from .draw import advise

        return advise.advise(
            self,
            hand,
            draws,
            opponents=opponents,
            policies=policies,
            own=own,
            dead=dead,
            samples=samples,
            stderr=stderr,
            seed=seed,
            executor=executor,
            progress=progress,
        )

    def deal(
        self,
        n_games: int,
        players: int,
        *,
        dead: Any = None,
        reshuffle: simulate.Reshuffle = "discards",
        seed: Seed = None,
    ) -> games.Games:
        """Deal many independent games, for loops of one's own.

        Parameters
        ----------
        n_games : int
            Number of games, at least 1.
        players : int
            1 to 8 hands in each.
        dead : str or array_like of int, optional
            Cards that are in no hand and no deck.
        reshuffle : {"discards", "earlier", "all", "never"}
            What is shuffled in when a deck runs out, as for `equity`.
        seed : int, SeedSequence or Generator, optional
            Equal seeds give equal games on every machine.

        Returns
        -------
        Games
            ``hands``, uint8 of shape (n_games, players, 4), in random order; and ``decks``, a structured
            array of shape (n_games,). A deck holds its cards in the order of dealing, what was discarded by
            whom, and a random stream of its own: games may be selected, sliced and stored, and go on
            independently.

        Raises
        ------
        HandSizeError, HandTypeError, RuleError, CardError, DuplicateCardError
            If a number is out of range, or the dead cards are none.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> hands, decks = badugi.deal(1000, 2, seed=1)
        >>> hands.shape, decks.shape
        ((1000, 2, 4), (1000,))
        """
        from .draw import games

        return games.deal(n_games, players, dead=dead, reshuffle=reshuffle, seed=seed)

    def draw(
        self, hands: ArrayLike, keeps: ArrayLike, decks: NDArray[Any], *, player: int | None = None
    ) -> NDArray[np.uint8]:
        """Let players draw in many games.

        Parameters
        ----------
        hands : array_like of int, shape (n_games, players, 4), or (n_games, 4)
            Card ids in any order. All players draw in turn; or one alone, if `player` is given.
        keeps : array_like of int or bool
            Which cards to keep: masks without the last axis of `hands`, bit ``i`` for card ``i`` as it
            stands in the row, 15 to stand pat; or bools of the shape of `hands`.
        decks : ndarray, shape (n_games,)
            The decks that `deal` made. They are *changed*: cards leave them, discards are noted.
        player : int, optional
            The seat, from 0, of the one who draws.

        Returns
        -------
        ndarray of uint8, of the shape of `hands`
            The hands after the draw, new cards in the places of those that went. If a deck has too few cards,
            fewer are exchanged, as `equity` says.

        Raises
        ------
        HandSizeError, HandTypeError, CardError, RuleError
            If shapes do not match, or something is no card, no mask or no deck; the message names the first
            bad game, and the games before it have drawn.

        Notes
        -----
        A new draw begins when a player acts who comes before the last one who did, or is the same; this
        matters to ``reshuffle="earlier"`` alone. That hands hold the cards that were dealt is not checked.

        Examples
        --------
        >>> from sokodugi import DrawPolicy, badugi
        >>> hands, decks = badugi.deal(100_000, 2, seed=1)
        >>> policy = DrawPolicy.optimal(3)
        >>> for left in (3, 2, 1):
        ...     hands = badugi.draw(hands, policy.keeps(hands, left), decks)
        >>> print(f"{(badugi.evaluate(hands) <= 715).mean():.2f}")
        0.44
        """
        from .draw import games

        return games.draw(self, hands, keeps, decks, player=player)
