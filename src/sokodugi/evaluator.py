"""The interface that both games share: hands in, ranks out, and what ranks mean."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import cards
from ._native import _ranking
from ._native._ranking import Ranker
from .errors import HandSizeError, HandTypeError, RuleError
from .inputs import as_count, as_integers, row_label, show
from .tables import GameTables

__all__ = ["Evaluator"]

Ranks = NDArray[np.uint16]


class Evaluator(Ranker):
    """A game: its rules as data, and everything that one asks of a hand.

    Evaluators are immutable and interned: equal rules give the same object, so its tables are built once and
    live as long as the process. Subclasses give the rules and their words.
    """

    __slots__ = ("rules",)  # no __dict__: it would slow down every look-up of a method

    name: ClassVar[str]
    """The name of the game."""
    hand_sizes: ClassVar[range]
    """The numbers of cards that a hand may have."""
    mask_sizes: ClassVar[range]
    """The numbers of cards that a mask may hold."""
    final_size: ClassVar[int]
    """The number of cards of a complete hand."""
    categories: ClassVar[tuple[str, ...]]
    """The names of the classes of hands, best first."""
    _made: ClassVar[dict[Any, Any]] = {}
    _kinds: ClassVar[dict[str, type[Evaluator]]] = {}

    rules: Mapping[str, Any]
    """The options that make this game."""

    def __init_subclass__(cls) -> None:
        cls._kinds[cls.__name__] = cls

    @classmethod
    def _with_rules(cls, **rules: Any) -> Self:
        key = (cls, *rules.values())
        if key not in cls._made:
            made = super().__new__(cls)
            Ranker.__init__(made, cls.name)
            object.__setattr__(made, "rules", MappingProxyType(rules))
            cls._made.setdefault(key, made)  # another thread may have been faster
        game: Self = cls._made[key]
        return game

    def __init__(self, *values: Any, **rules: Any) -> None:
        """Do nothing: everything is made in ``__new__``, once."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{self!r} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} is immutable")

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.rules.items())
        return f"{type(self).__name__}({options})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), dict(self.rules))

    # ---- ranking ----

    evaluate = _ranking.evaluate
    evaluate_masks = _ranking.evaluate_masks

    def _evaluate(self, hands: Any, out: Ranks | None) -> Ranks | int:
        """Rank whatever is not one plain hand: see ``evaluate``."""
        array = cards.as_hands(hands)
        *shape, n = array.shape
        self._check_size(n)
        return self._fill(out, array, tuple(shape), array.reshape(-1, n), self._rank_rows, cards.explain_row)

    def _evaluate_masks(self, masks: Any, out: Ranks | None) -> Ranks | int:
        array = cards.as_masks(masks)
        return self._fill(out, array, array.shape, array.reshape(-1), self._rank_masks, self._explain_mask)

    def _fill(
        self,
        out: Ranks | None,
        given: NDArray[Any],
        shape: tuple[int, ...],
        rows: NDArray[Any],
        rank: Callable[[NDArray[Any], Ranks], int],
        explain: Callable[[Any, str], Exception],
    ) -> Ranks | int:
        """Rank `rows`, which are `given` reshaped, into `out`; raise what is wrong with the first bad one."""
        result = np.empty(shape, np.uint16) if out is None else _check_out(out, shape)
        flat = result.reshape(-1)
        # Straight into the result, unless it cannot be seen as one column or holds what is still to be read.
        straight = np.may_share_memory(flat, result) and not np.may_share_memory(flat, given)
        target = flat if straight else np.empty_like(flat)
        bad = rank(rows, target)
        if not straight:
            result[...] = target.reshape(shape)
        if bad < len(rows):
            raise explain(rows[bad], row_label(bad, shape))
        return int(result[()]) if out is None and not shape else result

    def _check_size(self, n: int, sizes: range | None = None) -> None:
        sizes = sizes or self.hand_sizes
        if n not in sizes:
            raise HandSizeError(f"{n} cards a hand: {self.name} takes {sizes[0]} to {sizes[-1]}")

    def _explain_mask(self, mask: Any, where: str) -> Exception:
        return cards.explain_mask(int(mask), where, f"which is no hand of {self.name}")

    def rank_or_zero(self, rows: NDArray[Any]) -> Ranks:
        """Rank a batch in which some rows may be no hands.

        Parameters
        ----------
        rows : ndarray of an integer dtype, shape (N, n) or (N,)
            Card ids, or masks.

        Returns
        -------
        ndarray of uint16, shape (N,)
            Ranks, 1 is best; 0 for a row that is no hand of this game.

        Raises
        ------
        HandSizeError
            If the rows of ids have a number of cards that no hand of this game has, or for another shape.
        HandTypeError
            If `rows` is not an array of integers.

        Examples
        --------
        >>> import numpy as np
        >>> from sokodugi import badugi
        >>> badugi.rank_or_zero(np.array([[51, 1, 4, 10], [51, 51, 4, 10]]))
        array([1, 0], dtype=uint16)
        """
        array = cards.as_masks(rows)
        if array.ndim == 2:
            self._check_size(array.shape[1])
        elif array.ndim != 1:
            raise HandSizeError(f"expected rows of ids (N, n) or masks (N,), not shape {array.shape}")
        ranks = np.empty(len(array), np.uint16)
        rank = self._rank_rows if array.ndim == 2 else self._rank_masks
        rank(array, ranks)
        return ranks

    # ---- what ranks mean ----

    if TYPE_CHECKING:  # what a game adds
        _build_tables: ClassVar[Callable[..., GameTables]]

        def _count_hands(self, n_cards: int) -> NDArray[np.int64]: ...

        def _words(self, rank: int) -> str: ...

    @property
    def _game_tables(self) -> GameTables:
        return self._build_tables(**self.rules)

    def _tables(self) -> dict[str, NDArray[Any]]:
        return self._game_tables.kernel

    @property
    def n_ranks(self) -> int:
        """The number of distinct ranks; the worst hand has this rank.

        Examples
        --------
        >>> import sokodugi
        >>> sokodugi.badugi.n_ranks, sokodugi.soko.n_ranks
        (1092, 16707)
        """
        return len(self._game_tables.category) - 1

    def _ranks(self, ranks: ArrayLike, least: int = 1) -> NDArray[Any]:
        array = as_integers(ranks, "ranks")
        wrong = (array < least) | (array > self.n_ranks)
        if wrong.any():
            bad = int(np.argmax(wrong))
            where = f"{row_label(bad, array.shape)}{show(array.reshape(-1).tolist()[bad])}"
            raise RuleError(f"{where} is no rank of {self.name}: ranks are {least} to {self.n_ranks}")
        return array

    def frequencies(self, n_cards: int) -> NDArray[np.int64]:
        """Count the hands of each rank.

        Parameters
        ----------
        n_cards : int
            Cards a hand, any number that ``evaluate_masks`` takes.

        Returns
        -------
        ndarray of int64, shape (n_ranks + 1,), read-only
            How many of the C(52, n_cards) hands have each rank, exactly; entry 0 is 0.

        Raises
        ------
        HandSizeError
            If no hand of this game has so many cards.
        HandTypeError
            If `n_cards` is no integer.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> counts = badugi.frequencies(4)
        >>> int(counts[1]), int(counts[1:716].sum()), int(counts.sum())
        (24, 17160, 270725)
        """
        n_cards = as_count(n_cards, "n_cards")
        self._check_size(n_cards, self.mask_sizes)
        return _frequencies(self, n_cards)

    def category(self, ranks: ArrayLike) -> NDArray[np.uint8] | int:
        """Return the class of hands that ranks belong to.

        Parameters
        ----------
        ranks : array_like of int, shape (...)
            Ranks, 1 to `n_ranks`.

        Returns
        -------
        ndarray of uint8, shape (...), or int for one rank
            Indices into `categories`, 0 for the best class.

        Raises
        ------
        RuleError
            If a number is no rank of this game.
        HandTypeError
            If the ranks are not integers.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> badugi.categories[badugi.category(716)]
        'three-card'
        """
        array = self._ranks(ranks)
        found: NDArray[np.uint8] = self._game_tables.category[array]
        return int(found) if array.ndim == 0 else found

    def describe(self, hands: Any) -> str | list[Any]:
        """Say what a player would say of a hand.

        Parameters
        ----------
        hands : int, ndarray of uint16, str, sequence, or array_like of int
            A number or an array of dtype uint16 (what ``evaluate`` returns) is read as ranks; everything else
            as hands, in any form that ``evaluate`` takes.

        Returns
        -------
        str, or a list of them, nested like the input
            For example ``"three-card 9-5-A"``.

        Raises
        ------
        RuleError
            If a number is no rank of this game.
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            As ``evaluate``.

        Examples
        --------
        >>> from sokodugi import badugi, soko
        >>> badugi.describe("9s 5d Ac Kc")
        'three-card 9-5-A'
        >>> soko.describe(["AcKcQcJc9s", "AcQh4h3c2c"])
        ['four-flush A-K-Q-J, kicker 9', 'four-straight 4-high, kicker Q']
        """
        is_rank = isinstance(hands, (int, np.integer)) or getattr(hands, "dtype", None) == np.uint16
        ranks = self._ranks(hands if is_rank else self.evaluate(hands))
        words = [self._words(int(rank)) for rank in ranks.flat]
        return words[0] if ranks.ndim == 0 else np.array(words, object).reshape(ranks.shape).tolist()

    def _shape(self, rank: int) -> list[str]:
        """Return the letters of the ranks that describe a rank."""
        return [cards.RANKS[r] for r in self._game_tables.shape[rank].tolist() if r >= 0]

    def playing(self, hands: Any) -> NDArray[np.bool_]:
        """Tell which cards make the hand.

        Of equally good choices the one is named whose cards, sorted by id, come first.

        Parameters
        ----------
        hands : str, sequence of str, or array_like of int, shape (..., n)
            Hands in any form that ``evaluate`` takes.

        Returns
        -------
        ndarray of bool, shape (..., n)
            True for each card that plays, in the order of the input.

        Raises
        ------
        CardError, DuplicateCardError, HandSizeError, HandTypeError
            As ``evaluate``.

        Examples
        --------
        >>> from sokodugi import badugi
        >>> badugi.playing("Ac Ad 2c Kd")
        array([False,  True,  True, False])
        """
        array = cards.as_hands(hands)
        self._check_size(array.shape[-1])
        masks = np.atleast_1d(np.asarray(cards.to_masks(array), np.uint64))
        plays = np.empty(masks.size, np.uint64)
        self._playing_masks(np.ascontiguousarray(masks.reshape(-1)), plays)
        plays = plays.reshape(array.shape[:-1])[..., None]
        found: NDArray[np.bool_] = (plays >> array.astype(np.uint64) & np.uint64(1)).astype(np.bool_)
        return found

    def winners(self, ranks: ArrayLike) -> NDArray[np.bool_]:
        """Tell who wins.

        Parameters
        ----------
        ranks : array_like of int, shape (..., players)
            Ranks of the hands at the showdown; 0 stands for a player who is not in it.

        Returns
        -------
        ndarray of bool, shape (..., players)
            True for each player who wins or shares the pot. If nobody is in, nobody wins.

        Raises
        ------
        RuleError
            If a number is neither 0 nor a rank of this game.
        HandTypeError
            If the ranks are not integers.
        HandSizeError
            If there is no axis of players.

        Examples
        --------
        >>> from sokodugi import soko
        >>> soko.winners(soko.evaluate(["AsJh5s3s2s", "AsJh5sKcQc"]))
        array([ True, False])
        """
        array = self._ranks(ranks, least=0)
        if array.ndim == 0 or array.shape[-1] == 0:
            raise HandSizeError("winners needs the ranks of at least one player along the last axis")
        worst_last = np.where(array == 0, np.uint16(self.n_ranks + 1), array.astype(np.uint16))
        found: NDArray[np.bool_] = (worst_last == worst_last.min(axis=-1, keepdims=True)) & (array > 0)
        return found


@cache
def _frequencies(game: Evaluator, n_cards: int) -> NDArray[np.int64]:
    counts = game._count_hands(n_cards)
    counts.flags.writeable = False
    return counts


def _remake(kind: type[Evaluator], rules: dict[str, Any]) -> Evaluator:
    return kind(**rules)


def _check_out(out: Any, shape: tuple[int, ...]) -> Ranks:
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16 or not out.dtype.isnative:
        got = f"dtype {out.dtype}" if isinstance(out, np.ndarray) else type(out).__name__
        raise HandTypeError(f"out must be an array of dtype uint16, not {got}")
    if out.shape != shape:
        raise HandSizeError(f"out has shape {out.shape}, but the ranks have shape {shape}")
    if not out.flags.writeable:
        raise HandTypeError("out is read-only")
    return out


class _Gufuncs:
    """Gufuncs by the text of their game: NumPy pickles a gufunc as the name by which it can be found."""

    def __getattr__(self, text: str) -> np.ufunc:
        kind, _, options = text.rstrip(")").partition("(")
        if kind not in Evaluator._kinds:
            raise AttributeError(f"no game is called {text}")
        rules = dict(option.split("=") for option in options.split(", "))
        return Evaluator._kinds[kind](**{name: literal_eval(value) for name, value in rules.items()}).ufunc


gufuncs = _Gufuncs()
