"""How a player draws: a table of what to keep of every hand, at every draw."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from os import PathLike
from typing import Any, BinaryIO, Self
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import ArrayLike, NDArray

from .. import cards
from ..errors import HandSizeError, HandTypeError, RuleError
from ..evaluator import Evaluator
from ..inputs import as_integers, show
from . import optimal
from .exact import HANDS, MAX_DRAWS, Keeps, all_ranks, check_draws, four_cards, one_hand, rows_of

__all__ = ["DrawPolicy"]

_BITS = np.array([1, 2, 4, 8], np.uint8)


class DrawPolicy:
    """A way to draw: what to keep of every hand, at every draw. It cannot be changed.

    Policies are made by :meth:`pat`, :meth:`best_subset`, :meth:`keep_low`, :meth:`optimal` and
    :meth:`from_function`, read by :meth:`load`, or given as a table of one's own. A policy for several draws
    also serves for fewer: with k draws left its k-th last row counts.

    Parameters
    ----------
    table : array_like of int, shape (draws, 270725)
        One row for each draw, the first draw first; one column for each hand of ``cards.all_hands(4)``. Bit
        ``i`` keeps card ``i`` of the ascending hand, so 15 is to stand pat and 0 to throw everything.
    game : Badugi, optional
        The game it is made for; by default standard Badugi.
    name : str, optional
        What to call it.

    Attributes
    ----------
    table : ndarray of uint8, shape (draws, 270725), read-only
    game : Badugi
    name : str
    exploitability : float or None
        Of what :meth:`optimal` made against itself: the pot share above one half that the best reply to this
        policy wins, a random hand against a random hand.
    value : float or None
        Of what :meth:`optimal` made against a policy: the pot share that it wins against that one.

    Raises
    ------
    HandTypeError, HandSizeError, RuleError
        If the table does not hold integers, has another shape, or holds a number that is no mask of 4 bits.

    Notes
    -----
    Two policies are equal if their tables and games are.

    Examples
    --------
    >>> from sokodugi import DrawPolicy, cards
    >>> policy = DrawPolicy.keep_low([8, 9, 10])
    >>> cards.format(policy.choose("9c2dAsKs", draws_left=3))
    '2dAs'
    >>> cards.format(policy.choose("As2d9cKs", draws_left=2))
    'As2d9c'
    """

    __slots__ = ("exploitability", "game", "name", "table", "value")

    table: Keeps
    game: Evaluator
    name: str
    exploitability: float | None
    value: float | None

    def __init__(self, table: ArrayLike, game: Evaluator | None = None, name: str = "custom") -> None:
        array = as_integers(table, "keep masks")
        if array.ndim != 2 or array.shape[1] != HANDS or not len(array):
            raise HandSizeError(f"a table of keep masks has shape (draws, {HANDS}), not {array.shape}")
        wrong = (array < 0) | (array > 15)
        if wrong.any():
            row, column = np.argwhere(wrong)[0].tolist()
            hand = cards.format(four_cards()[column])
            raise RuleError(
                f"row {row}, column {column} ({hand}): {array[row, column]} is no keep mask of 0 to 15"
            )
        self._fill(array.astype(np.uint8), standard_game() if game is None else check_game(game), name)

    def _fill(
        self,
        table: Keeps,
        game: Evaluator,
        name: str,
        exploitability: float | None = None,
        value: float | None = None,
    ) -> None:
        """Set the attributes, once and for all."""
        table.setflags(write=False)
        settings = {
            "table": table,
            "game": game,
            "name": name,
            "exploitability": exploitability,
            "value": value,
        }
        for attribute, setting in settings.items():
            object.__setattr__(self, attribute, setting)

    @classmethod
    def _trusted(cls, table: Keeps, game: Evaluator, name: str, **known: float | None) -> Self:
        self = cls.__new__(cls)
        self._fill(table, game, name, **known)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a DrawPolicy is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a DrawPolicy is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self.table, self.game, self.name, self.exploitability, self.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DrawPolicy):
            return NotImplemented
        return self.game is other.game and np.array_equal(self.table, other.table)

    def __hash__(self) -> int:
        return hash((self.game, self.table.tobytes()))

    # ---- makers ----

    @classmethod
    def pat(cls, draws: int = MAX_DRAWS, *, game: Evaluator | None = None) -> Self:
        """Return the policy that never draws."""
        table = np.full((check_draws(draws), HANDS), 15, np.uint8)
        return cls._trusted(table, standard_game() if game is None else check_game(game), "pat")

    @classmethod
    def best_subset(cls, draws: int = MAX_DRAWS, *, game: Evaluator | None = None) -> Self:
        """Return the policy that keeps what plays, so that it stands on any badugi.

        Examples
        --------
        >>> from sokodugi import DrawPolicy, cards
        >>> cards.format(DrawPolicy.best_subset().choose("KsKhKd2s", draws_left=1))
        'Kd2s'
        """
        game = standard_game() if game is None else check_game(game)
        row = (game.playing(four_cards()) @ _BITS).astype(np.uint8)
        return cls._trusted(np.tile(row, (check_draws(draws), 1)), game, "best_subset")

    @classmethod
    def keep_low(
        cls, limits: ArrayLike, break_badugis: bool = False, *, game: Evaluator | None = None
    ) -> Self:
        """Return the policy that keeps the best cards up to a limit.

        Parameters
        ----------
        limits : sequence of int
            One limit for each draw, the first draw first: 10, 11, 12, 13 are ten, jack, queen, king; the
            ace is 1, or 14 in games in which it is high.
        break_badugis : bool
            Apply the limit to made badugis, too. Otherwise they are kept, whatever their cards.

        Returns
        -------
        DrawPolicy
            At each draw it keeps the largest, then best, subset of different ranks and suits among the cards
            up to the limit.

        Raises
        ------
        RuleError, HandTypeError, HandSizeError
            If a limit is not an integer from 1 to 14, or there is none.

        Examples
        --------
        >>> from sokodugi import DrawPolicy, cards
        >>> cards.format(DrawPolicy.keep_low([9, 10, 11]).choose("JsTh9d2c", draws_left=2))
        'JsTh9d2c'
        >>> cards.format(DrawPolicy.keep_low([9, 10, 11], True).choose("JsTh9d2c", draws_left=2))
        'Th9d2c'
        """
        game = standard_game() if game is None else check_game(game)
        array = as_integers(limits, "limits")
        if array.ndim != 1 or not len(array):
            raise HandSizeError(f"limits are a row of at least one number, not shape {array.shape}")
        rows = {}
        for limit in array.tolist():
            if not 1 <= limit <= 14:
                raise RuleError(f"a limit is 1 (ace) to 13 (king), or 14 for a high ace, not {limit}")
            rows[limit] = _low_row(game, limit)
        table = np.stack([rows[limit] for limit in array.tolist()])
        if not break_badugis:
            table[:, game.playing(four_cards()).all(axis=1)] = 15
        breaking = ", breaking badugis" if break_badugis else ""
        return cls._trusted(table, game, f"keep_low {'-'.join(map(str, array.tolist()))}{breaking}")

    @classmethod
    def optimal(
        cls,
        draws: int = 3,
        against: DrawPolicy | None = None,
        *,
        game: Evaluator | None = None,
        tolerance: float | None = None,
    ) -> Self:
        """Return the best way to draw in a showdown without betting, against a random hand.

        Parameters
        ----------
        draws : int
            1 to 4.
        against : DrawPolicy, optional
            How the opponent draws; the result is the best reply, its ``value`` the pot share that it wins.
            Without it the opponent draws as well as possible, too: best replies to the average of all replies
            so far are played until one is found that no reply beats by `tolerance`; what the best reply gains
            is its ``exploitability``.
        game : Badugi, optional
            By default standard Badugi.
        tolerance : float, optional
            Pot share, 1e-5 by default. For standard Badugi without `against` and `tolerance` the published
            table is returned, which is shipped with the library and exact to 1e-6.

        Raises
        ------
        RuleError, HandTypeError
            If ``draws`` is not 1 to 4, or ``against`` has fewer draws or is of another game, or the tolerance
            is not reached.

        Notes
        -----
        The model: the player's own four cards are removed from the deck exactly at each draw; the opponent is
        known by the distribution of his final rank alone, so his cards, how many he drew and what is bet
        change nothing; cards that were discarded at an earlier draw may come back at a later one.

        Examples
        --------
        A queen-high badugi is broken while there are two draws left, but not at the last draw:

        >>> from sokodugi import DrawPolicy, cards
        >>> policy = DrawPolicy.optimal(3)
        >>> [cards.format(policy.choose("As2d3cKh", draws_left=k)) for k in (3, 2, 1)]
        ['As2d3c', 'As2d3c', 'As2d3cKh']
        """
        check_draws(draws)
        standard = standard_game()
        game = (standard if against is None else against.game) if game is None else check_game(game)
        if against is not None:
            if against.game is not game:
                raise RuleError(f"a policy of {against.game!r} is no opponent at {game!r}")
            final = optimal.final_ranks(game, against.rows(draws))
            table, value = optimal.best_reply(game, final, draws)
            return cls._trusted(table, game, f"best reply to {against.name}", value=value)
        if game is standard and tolerance is None:
            solution = optimal.published(draws)
        else:
            solution = optimal.solve(game, draws, optimal.TOLERANCE if tolerance is None else tolerance)
        return cls._trusted(solution.keeps, game, "optimal", exploitability=solution.gain)

    @classmethod
    def from_function(
        cls,
        function: Callable[[NDArray[np.uint8], int], ArrayLike],
        draws: int = MAX_DRAWS,
        *,
        game: Evaluator | None = None,
        name: str | None = None,
    ) -> Self:
        """Return the policy that a function of the cards describes.

        Parameters
        ----------
        function : callable
            Called once for each draw as ``function(hands, draws_left)`` with all hands, uint8 of shape
            (270725, 4), each ascending. It returns bools of that shape, True for each card that is kept, or
            keep masks of shape (270725,).
        draws : int
            1 to 4.
        game : Badugi, optional
            By default standard Badugi.
        name : str, optional
            By default that of the function.

        Raises
        ------
        HandTypeError, HandSizeError, RuleError
            If the function returns something else.

        Examples
        --------
        Keep all aces to fives while there are draws left, and stand pat on the last draw:

        >>> from sokodugi import DrawPolicy, cards
        >>> def cautious(hands, draws_left):
        ...     rank = hands >> 2
        ...     return (rank == 12) | (rank <= 3) | (draws_left == 1)
        >>> policy = DrawPolicy.from_function(cautious)
        >>> cards.format(policy.choose("As3s5h9d", draws_left=2))
        'As3s5h'
        """
        rows = []
        for left in range(check_draws(draws), 0, -1):
            row = np.asarray(function(four_cards(), left))
            if row.dtype == bool and row.shape == (HANDS, 4):
                row = row @ _BITS
            if row.shape != (HANDS,):
                raise HandSizeError(
                    f"the function gives bools ({HANDS}, 4) or masks ({HANDS},), not {row.dtype} {row.shape}"
                )
            rows.append(as_integers(row, "keep masks"))
        return cls(np.stack(rows), game, str(name or getattr(function, "__name__", "custom")))

    # ---- what it does ----

    @property
    def draws(self) -> int:
        """The number of draws it is made for."""
        return len(self.table)

    def rows(self, draws: int) -> Keeps:
        """Return the part of the table for a number of draws, shape (draws, 270725), the first draw first."""
        if not 1 <= draws <= self.draws:
            raise RuleError(f"the policy {self.name!r} is made for {self.draws} draws, not for {draws}")
        return self.table[self.draws - draws :]

    def choose(self, hand: Any, draws_left: int) -> NDArray[np.uint8]:
        """Return the cards to keep.

        Parameters
        ----------
        hand : str or array_like of int, shape (4,)
            Four cards in any order.
        draws_left : int
            1 before the last draw.

        Returns
        -------
        ndarray of uint8, shape (0 to 4,)
            Card ids, in the order of the hand.

        Raises
        ------
        RuleError
            If the policy is made for fewer draws.
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            If these are not four distinct cards.
        """
        ascending, _ = one_hand(hand)
        kept = ascending[self.keeps(ascending, draws_left)]
        given = cards.as_hands(hand)
        return given[np.isin(given, kept)].astype(np.uint8)

    def keeps(self, hands: Any, draws_left: int) -> NDArray[np.bool_]:
        """Tell which cards to keep, for many hands.

        Parameters
        ----------
        hands : sequence of str, or array_like of int, shape (..., 4)
            Four cards a hand, in any order.
        draws_left : int
            1 before the last draw.

        Returns
        -------
        ndarray of bool, shape (..., 4)
            True for each card to keep, in the order of the input.

        Raises
        ------
        RuleError, CardError, DuplicateCardError, HandSizeError, HandTypeError
            As :meth:`choose`, naming the first bad row.

        Examples
        --------
        >>> from sokodugi import DrawPolicy
        >>> DrawPolicy.best_subset().keeps(["As2d3cKh", "AsKs2dKd"], draws_left=3)
        array([[ True,  True,  True,  True],
               [ True, False,  True, False]])
        """
        check_draws(draws_left, self.draws)
        array = cards.as_hands(hands)
        if array.shape[-1] != 4:
            raise HandSizeError(f"a hand that draws has 4 cards, not {array.shape[-1]}")
        cards.to_masks(array)  # raises what is wrong with them
        rows = array.reshape(-1, 4).astype(np.uint8)
        order = np.argsort(rows, axis=1)
        masks = self.table[-draws_left][rows_of(np.take_along_axis(rows, order, 1))]
        found = np.empty(rows.shape, np.bool_)
        np.put_along_axis(found, order, (masks[:, None] & _BITS) > 0, 1)
        return found.reshape(array.shape)

    def with_first(self, hand: NDArray[np.uint8], keep: int, draws: int) -> Self:
        """Return the policy of so many draws that keeps something else of one ascending hand at first."""
        table = self.rows(draws).copy()
        table[0, rows_of(hand[None])[0]] = keep
        return self._trusted(table, self.game, self.name)

    # ---- words and files ----

    def __repr__(self) -> str:
        return f"<DrawPolicy {self.name!r}: {self.draws} draw{'s' * (self.draws > 1)}, {self.game!r}>"

    def __str__(self) -> str:
        """Return what it does in a few lines: how often how many cards are drawn, and what it stands on."""
        lines = [f"{self.name}, made for {self.game!r}"]
        if self.exploitability is not None:
            lines[0] += f"; a best reply gains {self.exploitability:.1e} of the pot"
        if self.value is not None:
            lines[0] += f"; it wins {self.value:.2%} of the pot"
        ranks = all_ranks(self.game)
        badugis = np.asarray(self.game.category(ranks)) == 0
        for left in range(self.draws, 0, -1):
            row = self.table[-left]
            drawn = np.bincount(4 - np.bitwise_count(row), minlength=5) / HANDS
            counts = ", ".join(f"{n}: {share:.1%}" for n, share in enumerate(drawn))
            lines.append(
                f"{left} draw{'s' * (left > 1)} left: draws {counts}; {self._stands(row, ranks, badugis)}"
            )
        return "\n".join(lines)

    def _stands(self, row: Keeps, ranks: NDArray[np.uint16], badugis: NDArray[np.bool_]) -> str:
        broken = np.unique(ranks[badugis & (row != 15)])
        if not len(broken):
            return "stands on every badugi"
        best = str(self.game.describe(int(broken[0]))).removeprefix("badugi ")
        return f"breaks {len(broken)} of {len(np.unique(ranks[badugis]))} badugis, the best of them {best}"

    def save(self, file: str | PathLike[str] | BinaryIO) -> None:
        """Write the policy, and the rules that it is made for, to an ``.npz`` file.

        Parameters
        ----------
        file : path or binary file
            Written as it is named.
        """
        known = {key: getattr(self, key) for key in ("exploitability", "value")}
        numbers = {key: np.float64(number) for key, number in known.items() if number is not None}
        rules = {f"rule_{key}": np.str_(value) for key, value in self.game.rules.items()}
        arrays: dict[str, Any] = {"table": self.table, "name": np.str_(self.name), **numbers, **rules}
        if hasattr(file, "write"):
            np.savez_compressed(file, **arrays)
        else:
            with open(file, "wb") as stream:  # noqa: PTH123 - NumPy would add a suffix to a name
                np.savez_compressed(stream, **arrays)

    @classmethod
    def load(cls, file: str | PathLike[str] | BinaryIO) -> Self:
        """Read a policy that :meth:`save` wrote.

        Raises
        ------
        OSError
            If the file cannot be read.
        RuleError, HandSizeError, HandTypeError
            If it holds no policy.

        Examples
        --------
        >>> import io
        >>> from sokodugi import DrawPolicy
        >>> file = io.BytesIO()
        >>> DrawPolicy.keep_low([8, 9]).save(file)
        >>> _ = file.seek(0)
        >>> DrawPolicy.load(file) == DrawPolicy.keep_low([8, 9])
        True
        """
        try:
            stored: Any = np.load(file, allow_pickle=False)
        except (ValueError, EOFError, BadZipFile) as error:
            raise RuleError(f"{show(file)} holds no policy: {error}") from None
        if not isinstance(stored, NpzFile):
            raise RuleError(f"{show(file)} holds no policy: it is a single array")
        with stored:
            if "table" not in stored:
                raise RuleError(f"{show(file)} holds no policy: there is no table")
            rules = {key[5:]: str(stored[key]) for key in stored if key.startswith("rule_")}
            policy = cls(stored["table"], type(standard_game())(**rules), str(stored.get("name", "custom")))
            known = {
                key: float(stored[key]) if key in stored else None for key in ("exploitability", "value")
            }
        return cls._trusted(policy.table, policy.game, policy.name, **known)


def _remake(
    table: Keeps, game: Evaluator, name: str, exploitability: float | None, value: float | None
) -> DrawPolicy:
    return DrawPolicy._trusted(table, game, name, exploitability=exploitability, value=value)


def standard_game() -> Evaluator:
    """Return standard Badugi, which is meant where no game is named. It is a layer up: so it comes late."""
    from ..badugi import badugi

    return badugi


def check_game(game: Evaluator) -> Evaluator:
    """Return a game of draws, or raise what is wrong with it."""
    if not isinstance(game, type(standard_game())):
        raise HandTypeError(f"draws are for games of Badugi, not for {show(game)}")
    return game


def _low_row(game: Evaluator, limit: int) -> Keeps:
    """Return what to keep of each hand: the best subset up to the limit."""
    hands = four_cards()
    rank = hands >> 2
    pips = np.where(rank == 12, 1 if game.rules["ace"] == "low" else 14, rank + 2)
    row = np.zeros(HANDS, np.uint8)
    best = np.full(HANDS, game.n_ranks + 1, np.uint16)
    # The fewest cards first, so that a card that does not play is never kept; then the first cards first.
    for places in (places for n in range(1, 5) for places in combinations(range(4), n)):
        found = np.asarray(game.evaluate(np.ascontiguousarray(hands[:, places])), np.uint16)
        better = (pips[:, places] <= limit).all(axis=1) & (found < best)
        best[better] = found[better]
        row[better] = sum(1 << place for place in places)
    return row
