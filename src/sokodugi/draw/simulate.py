"""Equities with draws: deals played to the end, all players drawing in turn from one real deck.

If the deck has four cards for each player at each draw, every such draw has cards of its own, of which only
those are used that are needed: all unseen cards are alike, so this is the same as dealing from the top, and
what one player draws does not change what another one gets. That makes it fast, and sharp when ways to draw
are compared with the same seed. Otherwise the deck is dealt from the top, and discards are shuffled in.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .. import cards
from .. import equity as showdown
from .._native import _draw
from ..cards import Seed
from ..dealing import Sample
from ..errors import HandSizeError, HandTypeError, RangeError, RuleError
from ..evaluator import Evaluator
from ..holdings import Hand, Holdings, read_holdings
from ..inputs import show
from ..sampling import Progress, Tally, sample, seed_number
from ..tables import badugi_order
from .exact import Keeps, all_ranks, check_draws, rows_of
from .policy import DrawPolicy

__all__ = ["Policies", "Reshuffle", "equity", "read_policies", "reshuffle_code", "wanted"]

Reshuffle: TypeAlias = Literal["discards", "earlier", "all", "never"]
Policies: TypeAlias = DrawPolicy | NDArray[Any] | Sequence[DrawPolicy | NDArray[Any] | None] | None

_MOST_DRAWS = 12  # of any policy that somebody makes: nothing but a bound


def reshuffle_code(reshuffle: str) -> int:
    """Return the number of a rule for an empty stub, that of ``sd_reshuffle``."""
    rules: tuple[str, ...] = get_args(Reshuffle)
    if reshuffle not in rules:
        raise RuleError(
            f"reshuffle is {', '.join(map(repr, rules[:-1]))} or {rules[-1]!r}, not {show(reshuffle)}"
        )
    return rules.index(reshuffle)


def wanted(game: Evaluator) -> NDArray[np.uint8]:
    """Return for each rank of cards its place in the order of the game, 0 for the most wanted."""
    return np.argsort(badugi_order(**game.rules)).astype(np.uint8)


def read_policies(game: Evaluator, policies: Policies, players: int, draws: int) -> tuple[DrawPolicy, ...]:
    """Return a policy for each player: one for all, or one each; None is the best way to draw."""
    single = policies is None or isinstance(policies, (DrawPolicy, np.ndarray))
    unreadable: Any = policies  # whatever its type says
    if not single and (isinstance(unreadable, (str, bytes)) or not isinstance(unreadable, Iterable)):
        raise HandTypeError(f"policies are a DrawPolicy, a table, or one of them each, not {show(policies)}")
    given: list[Any] = [policies] * players if single else list(policies)  # type: ignore[arg-type]
    if len(given) != players:
        raise HandSizeError(f"{len(given)} policies for {players} players: give one for all, or one each")
    made: dict[int, DrawPolicy] = {}
    for policy in given:
        if id(policy) in made:
            continue
        if policy is None:
            made[id(policy)] = DrawPolicy.optimal(draws, game=game)
        elif isinstance(policy, DrawPolicy):
            made[id(policy)] = policy
        else:
            made[id(policy)] = DrawPolicy(policy, game)
        made[id(policy)].rows(draws)  # raises if it is made for fewer
    return tuple(made[id(policy)] for policy in given)


def pack(tables: list[Keeps]) -> tuple[tuple[int, ...], bytes]:
    """Return tables of one shape as they are sent: what differs from the first one, compressed."""
    stack = np.stack(tables)
    stack[1:] ^= stack[0]
    return stack.shape, zlib.compress(stack.tobytes())


def unpack(packed: tuple[tuple[int, ...], bytes]) -> list[Keeps]:
    """Undo `pack`."""
    shape, compressed = packed
    stack = np.frombuffer(zlib.decompress(compressed), np.uint8).reshape(shape).copy()
    stack[1:] ^= stack[0]
    return list(stack)


def _unpacked(holdings: Holdings, tables: tuple[tuple[int, ...], bytes], reshuffle: int) -> DrawSample:
    return DrawSample(holdings, unpack(tables), reshuffle)


class DrawSample:
    """What the chunks of a sample share."""

    def __init__(self, holdings: Holdings, tables: list[Keeps], reshuffle: int) -> None:
        self.holdings, self.tables, self.reshuffle = holdings, tables, reshuffle

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.holdings, pack(self.tables), self.reshuffle)

    @cached_property
    def native(self) -> _draw.Play:
        """The same for the native code."""
        game = self.holdings.game
        return _draw.Play(
            Sample(self.holdings).native,
            [np.ascontiguousarray(table) for table in self.tables],
            all_ranks(game),
            self.holdings.dead,
            wanted(game),
            self.reshuffle,
        )


def no_deal() -> RangeError:
    """Return the error for ranges that exclude each other."""
    return RangeError("no deal was found in 1,048,576 tries: the ranges exclude each other, or nearly so")


def play_chunk(spec: DrawSample, state: NDArray[np.uint64], deals: int) -> Tally:
    """Play and count: see :func:`sokodugi.sampling.sample`."""
    counts = spec.native.sample(state, deals)
    if counts is None:
        raise no_deal()
    return Tally(deals, *counts)


def equity(
    game: Evaluator,
    hands: Iterable[Hand],
    *,
    draws: int,
    policies: Policies = None,
    reshuffle: Reshuffle = "discards",
    dead: Any = None,
    method: showdown.Method = "auto",
    samples: int | None = None,
    stderr: float | None = None,
    seed: Seed = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> showdown.Equity:
    """Compute who wins how often after draws: see ``Badugi.equity``."""
    draws = check_draws(draws, _MOST_DRAWS)
    rule = reshuffle_code(reshuffle)
    if method not in get_args(showdown.Method):
        raise RuleError(f"method is 'auto', 'exact' or 'sample', not {show(method)}")
    holdings = read_holdings(game, hands, dead)
    players = read_policies(game, policies, len(holdings.players), draws)
    names = tuple(player.name for player in holdings.players)
    question = (holdings, draws, players, rule)
    kept = _kept(holdings, players) if draws == 1 and method != "sample" else None
    if kept is not None:
        hands_left, gone = kept
        result = showdown.equity(
            game,
            hands_left,
            dead=cards.from_masks(gone, gone.bit_count()),
            method=method,
            samples=samples,
            stderr=stderr,
            seed=seed,
            executor=executor,
            progress=progress,
        )
        return replace(result, names=names, question=question)
    if method == "exact":
        raise RuleError(
            "exact results with draws are for one draw, complete hands, and a stub that does not run out"
        )
    number = seed_number(seed)
    tally = sample(
        play_chunk,
        DrawSample(holdings, [policy.rows(draws) for policy in players], rule),
        seed=number,
        samples=samples,
        stderr=stderr,
        executor=executor,
        progress=progress,
    )
    return showdown.Equity(game, names, tally, False, (number,), question)


def _kept(holdings: Holdings, players: Sequence[DrawPolicy]) -> tuple[list[NDArray[np.uint8]], int] | None:
    """Return what is left of complete hands after the discards of the only draw, and all that is gone.

    Nothing is left to choose then, so this is a showdown with cards to come. None if a hand is not complete,
    or if the stub is too small.
    """
    left, gone = [], holdings.dead
    for player, policy in zip(holdings.players, players, strict=True):
        if len(player.masks) > 1 or player.size < 4:
            return None
        hand = cards.from_masks(player.masks, 4)
        keep = int(policy.table[-1][rows_of(hand)[0]])
        places = [i for i in range(4) if keep >> i & 1]
        left.append(hand[0][places])
        gone |= sum(1 << int(hand[0][i]) for i in range(4) if i not in places)
    needed = sum(4 - len(hand) for hand in left)
    return (left, gone) if needed <= len(holdings.live) else None
