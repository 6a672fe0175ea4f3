"""Many independent games as arrays, for training code and loops of one's own."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import cards
from .._native import _draw
from ..cards import Seed
from ..errors import HandSizeError, HandTypeError, RuleError
from ..evaluator import Evaluator
from ..inputs import as_count, as_integers, show
from ..sampling import count_of
from .exact import mask_of
from .simulate import Reshuffle, reshuffle_code, wanted

__all__ = ["Games", "deal", "draw"]

_BITS = np.array([1, 2, 4, 8], np.uint8)


class Games(NamedTuple):
    """Games that have just been dealt."""

    hands: NDArray[np.uint8]
    """uint8, shape (n_games, players, 4): card ids in random order."""
    decks: NDArray[Any]
    """A structured array of shape (n_games,), a deck for each game: pass it on to ``draw``."""


def deal(
    n_games: int, players: int, *, dead: Any = None, reshuffle: Reshuffle = "discards", seed: Seed = None
) -> Games:
    """Deal many games: see ``Badugi.deal``."""
    n_games, players = count_of(n_games, "n_games"), count_of(players, "players")
    live, rule, out = cards.live_cards(dead), reshuffle_code(reshuffle), mask_of(dead)
    if players > 8:
        raise HandSizeError(f"{players} players: at most 8 can play")
    if 4 * players > len(live):
        raise HandSizeError(f"{players} hands need {4 * players} cards, but {len(live)} are live")
    hands = np.empty((n_games, players, 4), np.uint8)
    decks = np.zeros(n_games, _draw.DECK)
    _draw.deal(cards.stream(seed), live, out if reshuffle == "all" else 0, rule, hands, _bytes(decks))
    return Games(hands, decks)


def draw(
    game: Evaluator, hands: ArrayLike, keeps: ArrayLike, decks: Any, *, player: int | None = None
) -> NDArray[np.uint8]:
    """Let players draw in many games: see ``Badugi.draw``."""
    given = as_integers(hands, "card ids")
    axes = 2 if player is not None else 3
    if given.ndim != axes or given.shape[-1] != 4 or (player is None and not 1 <= given.shape[1] <= 8):
        wanted_shape = "(n_games, players, 4)" if player is None else "(n_games, 4), as player is given,"
        raise HandSizeError(f"hands have shape {wanted_shape} not {given.shape}")
    if player is not None:
        player = as_count(player, "player", 7)
    if not isinstance(decks, np.ndarray) or decks.dtype != _draw.DECK or decks.shape != given.shape[:1]:
        raise HandTypeError(f"decks are an array of {len(given)} decks that deal() made, not {show(decks)}")
    masks = _masks(keeps, given.shape)
    out = np.where((given >= 0) & (given < 52), given, np.uint8(255)).astype(np.uint8)
    out = out.reshape(len(given), -1, 4)
    own = np.ascontiguousarray(decks)
    bad = _draw.draw(out, masks.reshape(out.shape[:2]), _bytes(own), player or 0, wanted(game))
    if own is not decks:
        decks[:bad] = own[:bad]
    if bad < len(out):
        raise _explain(given.reshape(out.shape)[bad], masks.reshape(out.shape[:2])[bad], bad)
    return out.reshape(given.shape)


def _bytes(decks: NDArray[Any]) -> NDArray[np.uint8]:
    return decks.view(np.uint8).reshape(len(decks), _draw.DECK.itemsize)


def _masks(keeps: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return keep masks, given as such or as bools for each card."""
    array = np.asarray(keeps)
    if array.dtype == bool and array.shape == shape:
        return np.ascontiguousarray(array @ _BITS, np.uint8)
    array = as_integers(keeps, "keep masks")
    if array.shape != shape[:-1]:
        raise HandSizeError(
            f"keeps are masks of shape {shape[:-1]} or bools of shape {shape}, not {array.shape}"
        )
    return np.where((array >= 0) & (array < 16), array, np.uint8(255)).astype(np.uint8)


def _explain(hands: NDArray[Any], masks: NDArray[np.uint8], row: int) -> Exception:
    """Return what is wrong with the first bad game."""
    for player, hand in enumerate(hands):
        if ((hand < 0) | (hand >= 52)).any():
            return cards.explain_row(hand, f"game {row}, player {player}: ")
    if (masks > 15).any():
        return RuleError(f"game {row}: a keep mask is 0 to 15")
    if len(np.unique(hands)) < hands.size:
        return cards.explain_row(hands.ravel(), f"game {row}: ")
    return RuleError(f"game {row}: its deck is none that deal() made")
