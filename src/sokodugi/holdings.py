"""Holdings: what is known of the players' cards, read, checked, and freed of what is impossible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import cards
from .errors import DuplicateCardError, HandSizeError, HandTypeError, RangeError, SokodugiError
from .evaluator import Evaluator
from .inputs import as_integers, show
from .ranges import Range

__all__ = ["UNKNOWN", "Hand", "Holding", "Holdings", "read_holdings"]

UNKNOWN = 255
"""The id of a card that is not known."""
_PLAYERS = range(2, 9)

Hand: TypeAlias = str | Range | Sequence[int] | NDArray[Any]
"""What is known of a player's hand."""


@dataclass(frozen=True)
class Holding:
    """What one player may hold: one of several sets of cards; what they lack is dealt at random.

    Attributes
    ----------
    masks : ndarray of uint64, shape (N,)
        The sets, distinct and all of the same size.
    weights : ndarray of int64 or float64, shape (N,)
        Above 0.
    is_range : bool
        Whether it was given as a range, so that a set may be dropped if it is impossible.
    name : str
        What to call it.
    """

    masks: NDArray[np.uint64]
    weights: NDArray[Any]
    is_range: bool
    name: str

    @cached_property
    def certain(self) -> int:
        """The mask of the cards that every set holds."""
        return int(np.bitwise_and.reduce(self.masks))

    @property
    def size(self) -> int:
        """The number of cards of each set."""
        return int(self.masks[0]).bit_count()

    def without(self, gone: int) -> Holding:
        """Return the sets that hold none of the cards of a mask."""
        kept = self.masks & np.uint64(gone) == 0
        return self if kept.all() else replace(self, masks=self.masks[kept], weights=self.weights[kept])


@dataclass(frozen=True)
class Holdings:
    """All players' holdings, none of which a card known elsewhere makes impossible.

    Attributes
    ----------
    game : Evaluator
        Which game is played.
    players : tuple of Holding
        One for each player.
    dead : int
        The mask of the dead cards.
    """

    game: Evaluator
    players: tuple[Holding, ...]
    dead: int

    @cached_property
    def live(self) -> NDArray[np.uint8]:
        """The cards, ascending, that are neither dead nor certain to be in a hand."""
        gone = self.dead
        for player in self.players:
            gone |= player.certain
        return np.array([card for card in range(cards.DECK) if not gone >> card & 1], np.uint8)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Holdings):
            return NotImplemented
        return (self.game, self.dead, len(self.players)) == (
            other.game,
            other.dead,
            len(other.players),
        ) and all(same_holding(a, b) for a, b in zip(self.players, other.players, strict=True))

    def __hash__(self) -> int:
        return hash((self.game, self.dead, tuple(player.masks.tobytes() for player in self.players)))

    def __getstate__(self) -> tuple[Any, ...]:
        return self.game, self.players, self.dead

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__dict__.update(zip(("game", "players", "dead"), state, strict=True))


def same_holding(a: Holding, b: Holding) -> bool:
    """Tell whether two players may hold the same, with the same weights."""
    return np.array_equal(a.masks, b.masks) and np.array_equal(a.weights, b.weights)


def read_holdings(game: Evaluator, hands: Iterable[Hand], dead: Any = None) -> Holdings:
    """Read what is known of all hands.

    Parameters
    ----------
    game : Evaluator
        It says how many cards a complete hand has.
    hands : iterable of str, Range, or array_like of int
        For each of 2 to 8 players the cards that are known, in any order: card text, in which ``??`` stands
        for an unknown card; ids, where 255 does; or a range. What is missing may be left out.
    dead : str or array_like of int, optional
        Cards that nobody can get.

    Raises
    ------
    CardError, HandTypeError
        If something is no card.
    DuplicateCardError
        If a card stands twice, in a hand, in two hands, or in a hand and among the dead cards.
    HandSizeError
        If a hand has too many cards, or all together need more than the deck has, or for a wrong number of
        players.
    RangeError
        If no hand of a range is possible.
    """
    if isinstance(hands, (str, bytes, Range)):
        raise HandTypeError(f"expected a list of hands, one for each player, not {show(hands)}")
    try:
        given = list(hands)
    except TypeError:
        raise HandTypeError(f"expected a list of hands, one for each player, not {show(hands)}") from None
    if len(given) not in _PLAYERS:
        raise HandSizeError(f"{len(given)} hands: {_PLAYERS[0]} to {_PLAYERS[-1]} players can be compared")
    gone = read_dead(dead)
    players = [_read_hand(game, hand, f"player {i}: ") for i, hand in enumerate(given, 1)]
    needed, left = len(given) * game.final_size, cards.DECK - gone.bit_count()
    _check_certain(players, gone)
    if needed > left:
        raise HandSizeError(f"{len(given)} hands of {game.name} need {needed} cards, but {left} are live")
    return Holdings(game, tuple(_drop_impossible(players, gone)), gone)


def read_dead(dead: Any) -> int:
    """Return the mask of dead cards."""
    if dead is None or (isinstance(dead, Sequence) and not dead):
        return 0
    try:
        mask = cards.to_masks(dead)
    except SokodugiError as error:
        raise type(error)(f"dead cards: {error}") from None
    if not isinstance(mask, int):
        raise HandSizeError("dead cards are given as one row of cards, or as one text")
    return mask


def _read_hand(game: Evaluator, hand: Any, where: str) -> Holding:
    """Read what is known of one hand."""
    try:
        if isinstance(hand, Range):
            masks, weights, size = hand.to_masks(), hand.weights, hand.hands.shape[1]
            name = f"{len(hand):,} {'hand' if len(hand) == 1 else 'hands'}"
            if not len(hand):
                raise RangeError("the range has no hand")
        else:
            known, size = _read_text(hand) if isinstance(hand, str) else _read_ids(hand)
            masks = np.array([cards.to_masks(known) if known.size else 0], np.uint64)
            weights = np.ones(1, np.int64)
            name = cards.format(known) or "any hand"
        if size > game.final_size:
            raise HandSizeError(f"{size} cards: a hand of {game.name} has {game.final_size}")
    except SokodugiError as error:
        raise type(error)(f"{where}{error}") from None
    return Holding(masks, weights, isinstance(hand, Range), name)


def _read_text(text: str) -> tuple[NDArray[Any], int]:
    """Return the known cards of a text, and the number of all."""
    known = cards.parse(text.replace("??", " "))
    return known, len(known) + text.count("??")


def _read_ids(hand: Any) -> tuple[NDArray[Any], int]:
    """Return the known cards of a row of ids, and the number of all."""
    if isinstance(hand, (list, tuple)) and not hand:
        return np.zeros(0, np.uint8), 0
    ids = as_integers(hand, "card ids")
    if ids.ndim != 1:
        raise HandSizeError(f"expected one hand, not an array of shape {ids.shape}")
    return ids[ids != UNKNOWN], ids.size


def _check_certain(players: Sequence[Holding], dead: int) -> None:
    """Refuse hands that hold the same card, or a dead one."""
    seen: dict[int, int] = {}
    for i, player in enumerate(players, 1):
        if player.is_range:
            continue
        for card in cards.from_masks(player.certain, player.size).tolist():
            if dead >> card & 1:
                raise DuplicateCardError(f"player {i}: {cards.format([card])} is dead")
            if card in seen:
                raise DuplicateCardError(f"players {seen[card]} and {i} both hold {cards.format([card])}")
            seen[card] = i


def _drop_impossible(players: list[Holding], dead: int) -> list[Holding]:
    """Take from each range what cards that are certain to be elsewhere make impossible."""
    changed = True
    while changed:
        changed = False
        for i, player in enumerate(players):
            if not player.is_range:
                continue
            elsewhere = dead
            for j, other in enumerate(players):
                elsewhere |= other.certain if i != j else 0
            left = player.without(elsewhere)
            if not len(left.masks):
                raise RangeError(
                    f"player {i + 1}: no hand of the range is possible: "
                    f"each holds a card that is dead or in another hand"
                )
            changed |= left is not player
            players[i] = left
    return players
