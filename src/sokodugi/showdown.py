"""The rules of the table that need no betting engine: who begins, who shows, and who gets which chips.

Players are numbered clockwise from 0, the first seat to the left of the dealer (the box in Soko, the button
in Badugi). Every function takes one deal, as plain lists, or a batch of them, as arrays whose leading axes
are the batch; lists give Python numbers, arrays give arrays.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .cards import format, parse
from .errors import CardError, DuplicateCardError, HandSizeError, HandTypeError, RuleError
from .evaluator import Evaluator
from .inputs import as_integers, show

__all__ = ["Pot", "Pots", "award", "bring_in", "first_to_act", "showdown_order", "side_pots"]

_Chips: TypeAlias = NDArray[np.int64]

_NO_CARD = 255


class Pot(NamedTuple):
    """A main or side pot.

    Attributes
    ----------
    amount : int
        Chips in it.
    players : tuple of int
        The players who can win it, ascending.
    """

    amount: int
    players: tuple[int, ...]


class Pots(NamedTuple):
    """The main and side pots of a batch of deals; a deal with fewer pots than another ends in empty ones.

    Attributes
    ----------
    amounts : ndarray of int64, shape (..., pots)
        Chips in each pot, the main pot first.
    eligible : ndarray of bool, shape (..., pots, players)
        Who can win it.
    """

    amounts: _Chips
    eligible: NDArray[np.bool_]


# --------------------------------------------------------------------------------------------- pots


@overload
def side_pots(contributions: Sequence[int], folded: Iterable[int] | None = None) -> list[Pot]: ...
@overload
def side_pots(contributions: NDArray[Any], folded: ArrayLike | Iterable[int] | None = None) -> Pots: ...
def side_pots(contributions: ArrayLike, folded: Any = None) -> list[Pot] | Pots:
    """Divide what the players have put in into the main pot and the side pots.

    There is one pot for each different amount among the players who have not folded. Chips of folded players
    lie in the pots that they reached; what they put in beyond everybody left lies in the last pot. A bet that
    nobody called is a last pot with one player, who gets it back.

    Parameters
    ----------
    contributions : sequence of int, or integer array (..., players)
        All chips that each player has put in during the hand, antes and blinds included.
    folded : sequence of bool or of int, or bool array (..., players), optional
        Who has folded: a flag for each player, or a list of players. Nobody, by default.

    Returns
    -------
    list of Pot, or Pots
        The pots, main pot first; arrays if `contributions` is an array. Either can be given to :func:`award`.

    Raises
    ------
    HandTypeError
        If chips are not integers.
    RuleError
        If chips are negative or too many to count in 64 bits, or if everybody has folded.

    Examples
    --------
    Player 0 is all-in for 20, player 1 has folded after 50, two others are in for 100:

    >>> side_pots([20, 50, 100, 100], [False, True, False, False])
    [Pot(amount=80, players=(0, 2, 3)), Pot(amount=190, players=(2, 3))]
    """
    paid = _chips(contributions, "contributions")
    out = _fitted(_flags([] if folded is None else folded, "folded", paid.shape[-1]), "folded", paid.shape)
    _require(~out.all(-1), "everybody has folded")

    # One layer for each player left, from the shortest stack up; equal stacks make empty layers. The top
    # layer has no upper end.
    top = np.where(out, -1, paid).max(-1, keepdims=True)
    levels = np.sort(np.where(out, top, paid), axis=-1)
    ends = np.where(levels < top, levels, paid.max(-1, keepdims=True))
    below = np.minimum(paid[..., None, :], ends[..., :, None]).sum(-1)
    amounts = np.diff(below, axis=-1, prepend=0)
    eligible = (paid[..., None, :] >= levels[..., :, None]) & ~out[..., None, :]

    filled_first = np.argsort(amounts == 0, axis=-1, kind="stable")
    amounts = np.take_along_axis(amounts, filled_first, -1)
    eligible = np.take_along_axis(eligible, filled_first[..., None], -2)
    n_pots = int((amounts > 0).sum(-1).max(initial=0))
    pots = Pots(amounts[..., :n_pots], eligible[..., :n_pots, :])

    if isinstance(contributions, np.ndarray) or paid.ndim > 1:
        return pots
    return [
        Pot(int(amount), tuple(np.flatnonzero(players).tolist()))
        for amount, players in zip(pots.amounts, pots.eligible, strict=True)
    ]


@overload
def award(
    pots: int | Iterable[int | tuple[int, Iterable[int]]] | Pots,
    ranks: Sequence[int | None],
    badugi_ranks: Sequence[int | None] | None = None,
    *,
    seats: ArrayLike | None = None,
    odd_chip: Literal["dealer", "high_suit"] = "dealer",
    hands: Any = None,
    unit: int = 1,
) -> list[int]: ...
@overload
def award(
    pots: ArrayLike | Iterable[tuple[int, Iterable[int]]] | Pots,
    ranks: NDArray[Any],
    badugi_ranks: NDArray[Any] | None = None,
    *,
    seats: ArrayLike | None = None,
    odd_chip: Literal["dealer", "high_suit"] = "dealer",
    hands: Any = None,
    unit: int = 1,
) -> _Chips: ...
def award(
    pots: Any,
    ranks: Any,
    badugi_ranks: Any = None,
    *,
    seats: ArrayLike | None = None,
    odd_chip: Literal["dealer", "high_suit"] = "dealer",
    hands: Any = None,
    unit: Any = 1,
) -> list[int] | _Chips:
    """Give each pot to the best hand among the players who can win it.

    Equal hands split. What cannot be split evenly goes out chip by chip, at most one odd chip a player, in
    the order that `odd_chip` says. No chip is lost or made.

    Parameters
    ----------
    pots : int, list of pots, integer array (...) or (..., pots), or Pots
        One pot that all can win (for a batch, one number or one for each deal), or several; a list of pots,
        each a number or a pair of a number and the players who can win it; or what :func:`side_pots`
        returned.
    ranks : sequence of int, or integer array (..., players)
        The rank of each player's hand, 1 is best; 0 or None for a player who has folded.
    badugi_ranks : like `ranks`, optional
        For split games (Badeucey, Badacey, Razzdugi): the ranks of the badugi half; `ranks` are then those of
        the five-card half, which gets the odd chip of the split.
    seats : sequence of int, or integer array (..., players), optional
        The seat of each player, counted clockwise from the dealer; 0, 1, 2, … by default.
    odd_chip : {"dealer", "high_suit"}
        Odd chips go round from the winner nearest to the dealer, clockwise, or (tournament rules of Soko)
        by the highest card of each winner, by rank, then spades > hearts > diamonds > clubs.
    hands : list of texts, or integer array (..., players, cards), optional
        The cards of each player; needed for ``odd_chip="high_suit"`` alone.
    unit : int
        The smallest chip in play. A pot that is no multiple of it is given out whole all the same: what is
        left below `unit` counts as the last odd chip.

    Returns
    -------
    list of int, or ndarray of int64, shape (..., players)
        What each player gets from all pots together; an array if `ranks` is one.

    Raises
    ------
    HandTypeError
        If chips or ranks are not integers.
    HandSizeError
        If shapes do not fit together, or a player who can win has no cards to go by.
    CardError, DuplicateCardError
        If a card does not exist, or occurs twice.
    RuleError
        If a pot has nobody left who can win it, two players share a seat, a player has folded in one half
        only, or an option is unknown.

    Examples
    --------
    Players 1 and 3 split 101 chips; the odd one goes to the seat nearer to the dealer. Then three players
    split 11:

    >>> award(101, [7, 3, None, 3])
    [0, 51, 0, 50]
    >>> award(11, [1, 1, 1])
    [4, 4, 3]

    The all-in player 0 wins the main pot alone:

    >>> award([(80, (0, 2, 3)), (190, (2, 3))], [5, 0, 9, 9])
    [80, 0, 95, 95]

    With "high_suit" the king of spades takes the odd chip:

    >>> award(5, [9, 9], odd_chip="high_suit", hands=["KhQd8c4s3h", "KsQc8d4c3d"])
    [2, 3]

    Player 1 wins the five-card half of 101 chips, player 0 the badugi half:

    >>> award(101, [8, 2], [1, 30])
    [50, 51]
    """
    standing = _ranks(ranks, "ranks")
    amounts, eligible = _pots(pots, standing.shape)
    if isinstance(unit, bool) or not isinstance(unit, int | np.integer) or unit < 1:
        raise RuleError(f"unit must be a positive integer, not {show(unit)}")
    # A chip that is worth more than any pot splits none, whatever it is worth.
    unit = min(int(unit), int(amounts.max(initial=1)))

    # From here on the players stand in the line for odd chips.
    line = np.argsort(_places(odd_chip, seats, hands, standing), axis=-1, kind="stable")
    eligible = np.take_along_axis(eligible, line[..., None, :], -1)
    halves = [(amounts, standing)]
    if badugi_ranks is not None:
        badugi_standing = _ranks(badugi_ranks, "badugi_ranks")
        if badugi_standing.shape != standing.shape:
            raise HandSizeError(f"badugi_ranks {badugi_standing.shape} do not fit ranks {standing.shape}")
        _require(((standing > 0) == (badugi_standing > 0)).all(-1), "a player has a rank in one half only")
        badugi_half = amounts // unit // 2 * unit
        badugi_half += (amounts - 2 * badugi_half - unit).clip(0, unit)
        halves = [(amounts - badugi_half, standing), (badugi_half, badugi_standing)]
    won = np.zeros(standing.shape, np.int64)
    for half, places in halves:
        places = np.take_along_axis(places, line, -1)
        won += _split(half, eligible & (places > 0)[..., None, :], places, unit)

    result = np.empty_like(standing)
    np.put_along_axis(result, line, won, -1)
    return result if isinstance(ranks, np.ndarray) or result.ndim > 1 else result.tolist()


def _split(amounts: _Chips, contenders: NDArray[np.bool_], ranks: _Chips, unit: int) -> _Chips:
    """Split pots (..., pots) among the best of the contenders (..., pots, players), who stand in line."""
    _require((contenders.any(-1) | (amounts == 0)).all(-1), "a pot has nobody left who can win it")
    contended = np.where(contenders, ranks[..., None, :], np.iinfo(np.int64).max)
    winners = contenders & (contended == contended.min(-1, keepdims=True))
    n_winners = np.maximum(winners.sum(-1), 1)
    # No product here is larger than the pot, so that nothing overflows.
    even = amounts // unit // n_winners * unit
    odd_chips, rest = np.divmod(amounts - even * n_winners, unit)
    turns_left = odd_chips[..., None] - winners.cumsum(-1) + 1
    odd = np.where(turns_left > 0, unit, np.where(turns_left == 0, rest[..., None], 0))
    shares = even[..., None] + odd
    split: _Chips = np.where(winners, shares, 0).sum(-2)
    return split


def _pots(pots: Any, shape: tuple[int, ...]) -> Pots:
    """Return the pots as arrays whose leading axes are those of ranks of that shape."""
    *batch, n_players = shape
    if isinstance(pots, Mapping | Set):
        raise RuleError(f"pots are a list, not {type(pots).__name__}: {show(pots)}")
    if isinstance(pots, Iterable) and not isinstance(pots, Pots | np.ndarray):
        pots = [pots] if isinstance(pots, Pot) else list(pots)
        if any(isinstance(pot, Iterable) for pot in pots):
            pots = _listed_pots(pots, n_players)
    if isinstance(pots, Pots):
        amounts, eligible = _chips(pots.amounts, "pots"), _flags(pots.eligible, "eligible")
    else:
        numbers = _integers(pots, "pots")
        amounts = _chips(numbers if numbers.ndim == len(shape) else numbers[..., None], "pots")
        eligible = np.ones((amounts.shape[-1], n_players), bool)
    n_pots = amounts.shape[-1]
    return Pots(
        _fitted(amounts, "pots", (*batch, n_pots)), _fitted(eligible, "players", (*batch, n_pots, n_players))
    )


def _listed_pots(pots: list[Any], n_players: int) -> Pots:
    """Turn a list of pots, each a number or a pair, into arrays."""
    pairs = [pot if isinstance(pot, Iterable) else (pot, range(n_players)) for pot in pots]
    for pair in pairs:
        if not (isinstance(pair, Sequence) and len(pair) == 2 and isinstance(pair[1], Iterable)):
            raise RuleError(f"a pot is a number or a pair (number, players), not {show(pair)}")
    eligible = [_flags(players, "the players of a pot", n_players) for _, players in pairs]
    return Pots(_chips([amount for amount, _ in pairs], "pots"), np.array(eligible))


def _places(odd_chip: str, seats: ArrayLike | None, hands: Any, standing: NDArray[np.int64]) -> NDArray[Any]:
    """Return for each player (..., players) a number that is the smaller, the sooner an odd chip is his."""
    shape = standing.shape
    if odd_chip == "dealer":
        seat = np.arange(shape[-1]) if seats is None else _integers(seats, "seats")
        seat = _fitted(seat, "seats", shape)
        ordered = np.sort(seat, axis=-1)
        _require((ordered[..., 1:] != ordered[..., :-1]).all(-1), "two players have the same seat")
        return seat
    if odd_chip == "high_suit":
        if hands is None:
            raise RuleError("odd_chip='high_suit' needs the hands")
        cards = _cards(hands)
        if cards.shape[:-1] != shape:
            raise HandSizeError(f"hands {cards.shape} do not fit ranks {shape}")
        _check_distinct(cards.reshape(*shape[:-1], -1))
        shown = (cards != _NO_CARD).any(-1) | (standing == 0)
        _require(shown.all(-1), "a player who can win has no cards", HandSizeError)
        highest: NDArray[Any] = np.where(cards == _NO_CARD, -1, cards).max(-1, initial=-1)
        return -highest
    raise RuleError(f"odd_chip must be 'dealer' or 'high_suit', not {show(odd_chip)}")


# ------------------------------------------------------------------------------------- who begins, who shows


def bring_in(up_cards: Any, rule: Literal["high", "low"] = "high") -> int | NDArray[np.intp]:
    """Tell whose first up card must bring it in.

    Parameters
    ----------
    up_cards : list of texts, or integer array (..., players)
        One card for each of two or more players, as text (``["Kd", "Ks"]`` or ``"KdKs"``) or as ids; None or
        255 for an empty seat.
    rule : {"high", "low"}
        Whether the highest card brings in (the usual rule of Soko) or the lowest. Equal ranks go by suit:
        spades > hearts > diamonds > clubs. The ace is high.

    Returns
    -------
    int, or ndarray of intp, shape (...)
        The player.

    Raises
    ------
    CardError, DuplicateCardError, HandTypeError
        If a card does not exist, or occurs twice.
    HandSizeError
        If a player has several cards, or a deal has one player.
    RuleError
        If `rule` is unknown or there is no card.

    Examples
    --------
    >>> bring_in(["Kd", "4s", "Ks", "Kh"])
    2
    >>> bring_in(["Kd", "4s", "Ks", "4h"], rule="low")
    3
    """
    cards = _single_cards(up_cards)
    if cards.shape[-1] == 1:
        raise HandSizeError("one player alone: the up cards of a deal form one row")
    _check_distinct(cards)
    _require((cards != _NO_CARD).any(-1), "nobody has an up card")
    # Card ids are in the order that decides: by rank, then clubs, diamonds, hearts, spades.
    if rule == "high":
        return _player(np.where(cards == _NO_CARD, -1, cards).argmax(-1))
    if rule == "low":
        return _player(cards.argmin(-1))
    raise RuleError(f"rule must be 'high' or 'low', not {show(rule)}")


def first_to_act(up_hands: Any, rules: Evaluator | None = None) -> int | NDArray[np.intp]:
    """Tell who shows the highest hand and so acts first in a later round of Soko.

    Quads, trips, two pair, a pair and high cards count among the up cards; equal hands go to the first player
    to the left of the dealer box.

    Parameters
    ----------
    up_hands : list of texts, or integer array (..., players, cards)
        The up cards of each player, 1 to 4 and equally many; None, "" or a row of 255 for a player who has
        folded.
    rules : Soko, optional
        By default a four-flush or four-straight among four up cards is no hand yet: it takes five cards to
        make one. Where the house lets them count, give the rules that it plays, such as `sokodugi.soko`: they
        then rank below two pair and above a pair, as far as these rules know them.

    Returns
    -------
    int, or ndarray of intp, shape (...)
        The player.

    Raises
    ------
    CardError, DuplicateCardError, HandTypeError
        If a card does not exist, or occurs twice.
    HandSizeError
        If the players left do not show equally many cards, from 1 to 4.
    RuleError
        If nobody shows a card, or `rules` are not those of a game of Soko.

    Examples
    --------
    >>> first_to_act(["Kd9s", "3c3h", None, "AsQs"])
    1

    A pair of aces against a four-flush, first as usual, then where four-card hands count when seen:

    >>> from sokodugi import soko
    >>> first_to_act(["9h7h4h2h", "AsAd5c3c"]), first_to_act(["9h7h4h2h", "AsAd5c3c"], soko)
    (1, 0)
    """
    if rules is not None and getattr(rules, "name", None) != "soko":
        raise RuleError(f"rules must be a game of Soko, not {show(rules)}")
    cards = _cards(up_hands)
    if cards.ndim < 2 or not 1 <= cards.shape[-1] <= 4:
        raise HandSizeError(f"each player shows 1 to 4 up cards, not an array of shape {cards.shape}")
    _check_distinct(cards.reshape(*cards.shape[:-2], -1))
    seen = cards != _NO_CARD
    even = (seen.all(-1) | ~seen.any(-1)).all(-1)
    _require(even, "the players left must show equally many cards", HandSizeError)
    _require(seen.any((-1, -2)), "nobody shows a card")
    return _player(np.where(seen.all(-1), _visible_strength(cards, rules), -1).argmax(-1))


def _visible_strength(cards: NDArray[np.int64], rules: Evaluator | None) -> NDArray[np.int64]:
    """Return a number for each row (..., cards) of up cards that is the larger, the better they are."""
    ranks, suits = cards // 4, cards % 4
    same = (ranks[..., :, None] == ranks[..., None, :]).sum(-1)
    # Of four cards: quads 32, trips 20, two pair 16, a pair 12, no pair 8; of fewer, in the same order.
    category = 2 * same.sum(-1)
    if rules is not None and cards.shape[-1] == 4:
        ascending = np.sort(ranks, axis=-1)
        wheel = (ascending == (0, 1, 2, 12)).all(-1)
        run = (np.diff(ascending, axis=-1) == 1).all(-1)
        house = rules.rules
        if house["open_ended"]:
            run &= ascending[..., -1] < 12
        elif house["ace_low"]:
            run |= wheel
        flush = (suits == suits[..., :1]).all(-1) & house["four_flush"]
        run &= ~flush & house["four_straight"]
        category = np.select([flush, run], [14, 13], category)
        ranks = np.where((run & wheel)[..., None] & (ranks == 12), -1, ranks)
    value: NDArray[np.int64] = category
    for card in np.moveaxis(np.sort(13 * same + ranks, axis=-1), -1, 0)[::-1]:
        value = 64 * value + card
    return value


@overload
def showdown_order(
    last_aggressor: int | None, active: Sequence[bool | int], dealer: int = -1
) -> list[int]: ...
@overload
def showdown_order(
    last_aggressor: ArrayLike | None, active: NDArray[Any], dealer: ArrayLike = -1
) -> NDArray[np.intp]: ...
def showdown_order(
    last_aggressor: ArrayLike | None, active: ArrayLike, dealer: ArrayLike = -1
) -> list[int] | NDArray[np.intp]:
    """Tell in which order the hands are shown.

    The last player who bet or raised in the final round shows first; if there is none, the first active
    player to the left of the dealer. The others follow clockwise. (In Badugi, showing begins left of the
    button whoever has bet, unless the house says otherwise: give None.)

    Parameters
    ----------
    last_aggressor : int, or integer array (...), or None
        The last player who bet or raised in the final round; None, or -1 in an array, if nobody did.
    active : sequence of bool or of int, or bool array (..., players)
        Who is in the showdown: a flag for each player, or a list of the players.
    dealer : int, or integer array (...)
        The player who has the button; -1, the default, for a dealer who sits before player 0. Where the
        players are listed, he can sit behind the last of them.

    Returns
    -------
    list of int, or ndarray of intp, shape (..., players)
        The players in the order of showing; rows of an array end in -1 where fewer show.

    Raises
    ------
    HandSizeError
        If shapes do not fit together.
    HandTypeError
        If players are not integers.
    RuleError
        If nobody is active, the last aggressor is not, or there is no such dealer.

    Examples
    --------
    >>> showdown_order(2, [True, False, True, True])
    [2, 3, 0]
    >>> showdown_order(None, [True, False, True, True], dealer=1)
    [2, 3, 0]
    """
    players = _flags(active, "active")
    _require(players.any(-1), "nobody is active")

    n_players = players.shape[-1]
    aggressor = _integers(-1 if last_aggressor is None else last_aggressor, "last aggressors")
    button = _integers(dealer, "dealers")
    try:
        np.broadcast_shapes(aggressor.shape, button.shape, players.shape[:-1])
    except ValueError:
        raise HandSizeError(
            f"last aggressors {aggressor.shape} and dealers {button.shape} do not fit active {players.shape}"
        ) from None
    shows = (np.arange(n_players) == aggressor[..., None]) & players
    _require(shows.any(-1) | (aggressor == -1), "the last aggressor is not active")
    listed = np.asarray(active).dtype != np.bool_
    _require((button >= -1) & (listed | (button < n_players)), "the dealer is no player, nor -1")
    start = np.where(aggressor == -1, np.minimum(button, n_players - 1) + 1, aggressor)
    distance = (np.arange(n_players) - start[..., None]) % n_players
    # Those who do not show come last, and are then named -1.
    order = np.argsort(np.where(players, distance, n_players), axis=-1, kind="stable")
    order = np.where(np.arange(n_players) < players.sum(-1, keepdims=True), order, -1)
    if isinstance(active, np.ndarray) or order.ndim > 1:
        return order
    return [player for player in order.tolist() if player >= 0]


# ------------------------------------------------------------------------------------------ reading the input


def _require(holds: NDArray[np.bool_] | np.bool_, text: str, error: type[Exception] = RuleError) -> None:
    """Raise an error that names the first row of a batch for which a condition does not hold."""
    if not holds.all():
        where = f"row {np.argwhere(~holds)[0].tolist()}: " if holds.ndim else ""
        raise error(where + text)


def _fitted(array: NDArray[Any], name: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Repeat an array along the leading axes of a shape, or say that it does not fit."""
    try:
        if array.shape[-1:] == shape[-1:]:
            return np.broadcast_to(array, shape)
    except ValueError:
        pass
    raise HandSizeError(f"{name} of shape {array.shape} do not fit {shape}")


def _integers(values: ArrayLike, name: str) -> NDArray[np.int64]:
    """Return integers as int64, or say why they are none."""
    array = as_integers(values, name)
    if array.dtype == object or (array.dtype == np.uint64 and int(array.max(initial=0)) >= 2**63):
        raise HandTypeError(f"{name} must be integers below 2**63, not {show(array.max())}")
    return array.astype(np.int64)


def _chips(values: ArrayLike, name: str) -> _Chips:
    """Return chips (..., n) as int64, none negative, and few enough for sums over the last axis."""
    chips = _integers(values, name)
    if chips.ndim == 0:
        raise HandSizeError(f"{name} need one number for each player or pot")
    _require((chips >= 0).all(-1), f"{name} must not be negative")
    if chips.astype(float).sum(-1).max(initial=0) >= 2.0**62:
        raise RuleError(f"{name} are too many chips to count in 64 bits")
    return chips


def _ranks(values: ArrayLike, name: str) -> NDArray[np.int64]:
    """Return ranks (..., players) as int64, 0 for None."""
    if isinstance(values, Sequence):
        values = [0 if rank is None else rank for rank in values]
    ranks = _integers(values, name)
    if ranks.ndim == 0 or ranks.shape[-1] == 0:
        raise HandSizeError(f"{name} need one number for each player")
    _require((ranks >= 0).all(-1), f"{name} must not be negative")
    return ranks


def _flags(values: Any, name: str, n_players: int | None = None) -> NDArray[np.bool_]:
    """Return a bool for each player (..., players), from flags or from a list of players."""
    array = _flags_or_players(values)
    if array is None:
        raise HandTypeError(f"{name} must be flags (bool) or a list of players, not {show(values)}")
    if array.dtype == np.bool_:
        return array
    players = array.tolist()
    n_players = max(players, default=-1) + 1 if n_players is None else n_players
    flags = np.zeros(n_players, bool)
    for player in players:
        if player not in range(n_players) or flags[player]:
            raise RuleError(f"{name} must be different players from 0 to {n_players - 1}, not {players}")
        flags[player] = True
    return flags


def _flags_or_players(values: Any) -> NDArray[Any] | None:
    """Return flags (..., players), or a row of integers; None for what is neither."""
    if not isinstance(values, np.ndarray):
        if isinstance(values, Mapping) or not isinstance(values, Iterable):
            return None
        values = list(values)
    try:
        array = np.asarray(values)
        if array.dtype == np.bool_:
            return array if array.ndim and not np.ma.is_masked(values) else None
        array = _integers(values, "players")
    except (TypeError, ValueError):
        return None
    return array if array.ndim == 1 else None


def _single_cards(values: Any) -> NDArray[np.int64]:
    """Return card ids (..., players) from ids or texts of one card each, 255 for None."""
    if isinstance(values, str):
        return _cards(values)
    if not isinstance(values, np.ndarray) or values.dtype.kind in "OTU":
        try:
            table = np.array(values, object)
        except ValueError:
            raise HandSizeError("the up cards of the players do not form a table") from None
        if table.ndim:
            singles = np.array([_single_card(card) for card in table.ravel()], object)
            values = singles.reshape(table.shape).tolist()
    if not np.iterable(values) or isinstance(values, Mapping | Set | bytes):
        raise HandTypeError(f"up cards are a list or an array, not {show(values)}")
    return _ids(values)


def _single_card(card: Any) -> Any:
    """Return the id that a text of one card stands for, 255 for none; anything else as it is."""
    ids = _cards(card).tolist() if card is None or isinstance(card, str) else card
    if not isinstance(ids, list):
        return card
    if card is ids or len(ids) > 1:
        raise HandSizeError(f"each player has one up card, not {show(card)}")
    return ids[0] if ids else _NO_CARD


def _cards(hands: Any) -> NDArray[np.int64]:
    """Return card ids (..., cards) from texts, ids, or lists of either; shorter rows end in 255."""
    if hands is None or isinstance(hands, str):
        return parse(hands).astype(np.int64) if hands else np.empty(0, np.int64)
    if isinstance(hands, Mapping | Set | bytes) or not np.iterable(hands):
        raise HandTypeError(f"cards must be texts or ids, not {show(hands)}")
    if not isinstance(hands, np.ndarray) or hands.dtype.kind in "OTU":
        hands = list(hands)
        if not all(isinstance(card, int | np.integer) for card in hands):
            return _table([_cards(hand) for hand in hands])
    return _ids(hands)


def _ids(values: Any) -> NDArray[np.int64]:
    """Return card ids, or 255 for none, of any shape."""
    cards = _integers(values, "cards")
    wrong = cards[(cards != _NO_CARD) & ((cards < 0) | (cards > 51))]
    if wrong.size:
        raise CardError(f"there is no card {wrong[0]}: ids are 0 to 51")
    return cards


def _table(rows: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Stack the cards of players, shorter rows filled up with 255."""
    shape = rows[0].shape[:-1]
    if any(row.shape[:-1] != shape for row in rows):
        raise HandSizeError("the cards of the players do not form a table")
    table = np.full((len(rows), *shape, max(row.shape[-1] for row in rows)), _NO_CARD, np.int64)
    for place, row in zip(table, rows, strict=True):
        place[..., : row.shape[-1]] = row
    return table


def _check_distinct(cards: NDArray[np.int64]) -> None:
    """Raise if a card occurs twice in a row (..., cards)."""
    ordered = np.sort(cards, axis=-1)
    twice = (ordered[..., 1:] == ordered[..., :-1]) & (ordered[..., 1:] != _NO_CARD)
    if twice.any():
        *row, place = np.argwhere(twice)[0].tolist()
        where = f"row {row}: " if row else ""
        raise DuplicateCardError(f"{where}{format(ordered[(*row, place)])} occurs twice")


def _player(players: Any) -> int | NDArray[np.intp]:
    """Return one player as int, many as an array."""
    return players if np.ndim(players) else int(players)
