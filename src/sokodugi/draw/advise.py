"""The adviser: all ways to draw a hand, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from .. import cards
from ..cards import Seed
from ..dealing import last_ranks
from ..errors import HandTypeError, RuleError
from ..evaluator import Evaluator
from ..holdings import Hand, Holdings, read_dead, read_holdings
from ..inputs import show
from ..ranges import Range
from ..sampling import Chunk, Progress, sample, seed_number
from . import optimal
from .exact import KEEP_ORDER, Step, all_ranks, check_draws, one_hand, raise_duplicate
from .policy import DrawPolicy
from .simulate import DrawSample, Policies, equity, no_deal, pack, read_policies, reshuffle_code, unpack

__all__ = ["Advice", "Way", "advise"]

_GAME = 3  # draws of the usual game: opponents have drawn before, whose policy has as many

_EQUAL = 1e-9  # pot shares that differ by less are the same: rounding is a thousand times smaller
_SIGNIFICANT = 2.0  # standard errors
_SHARE = 840  # a pot that 1 to 8 winners can share in whole numbers


@dataclass(frozen=True, slots=True)
class Way:
    """One way to draw.

    Attributes
    ----------
    keep : str
        The cards that are kept, in the order of the hand; empty to throw all.
    mask : int
        The same as bits: bit ``i`` keeps card ``i`` of the hand as it was given.
    draw : int
        Number of cards drawn.
    equity : float
        Share of the pot.
    stderr : float
        Its standard error; 0 where it is exact.
    behind : float
        How much less this is than the equity of the best way.
    behind_stderr : float
        The standard error of that difference, which is much smaller than that of the equities.
    badugi : float
        Probability to end with four playing cards.
    place : int
        1 for the best. Ways that tie have the same place: they are equal, or, in a sample, less than two
        standard errors of their difference apart.
    """

    keep: str
    mask: int
    draw: int
    equity: float
    stderr: float
    behind: float
    behind_stderr: float
    badugi: float
    place: int


@dataclass(frozen=True, slots=True)
class Advice:
    """All ways to draw a hand, best first.

    Attributes
    ----------
    hand : str
    draws : int
        Draws left, this one included.
    ways : tuple of Way
        All 16, best first; of ways with the same equity, those that keep more cards first.
    method : str
        ``"model"``, ``"exact"`` or ``"sample"``.
    deals : int
        Deals of the sample, played in each way; 0 otherwise.
    seed : int or None
        The seed of the sample.
    """

    hand: str
    draws: int
    ways: tuple[Way, ...]
    method: str
    deals: int = 0
    seed: int | None = None

    @property
    def best(self) -> Way:
        """The best way."""
        return self.ways[0]

    def __str__(self) -> str:
        """Return a table."""
        sampled = self.method == "sample"
        about = {
            "model": "exact, in the model of one player",
            "exact": "exact",
            "sample": f"{self.deals:,} deals, seed {self.seed}",
        }[self.method]
        rows = [
            [
                "",
                "keep",
                "draw",
                "equity",
                *["± stderr"] * sampled,
                "behind",
                *["± stderr"] * sampled,
                "badugi",
            ]
        ]
        places = [way.place for way in self.ways]
        for way in self.ways:
            rows.append(
                [
                    f"{way.place}{'=' if places.count(way.place) > 1 else ''}",
                    way.keep or "nothing",
                    str(way.draw),
                    f"{way.equity:.4%}",
                    *[f"{way.stderr:.4%}"] * sampled,
                    f"{way.behind:.4%}",
                    *[f"{way.behind_stderr:.4%}"] * sampled,
                    f"{way.badugi:.2%}",
                ]
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if i < 2 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        draws = "1 draw" if self.draws == 1 else f"{self.draws} draws"
        return "\n".join([f"{self.hand}, {draws} left: {about}", *lines])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for ``json.dumps``."""
        fields = Way.__dataclass_fields__
        return {
            "hand": self.hand,
            "draws": self.draws,
            "method": self.method,
            "deals": self.deals,
            "seed": self.seed,
            "ways": [{name: getattr(way, name) for name in fields} for way in self.ways],
        }


def advise(
    game: Evaluator,
    hand: Any,
    draws: int,
    *,
    opponents: int | Iterable[Hand | DrawPolicy] = 1,
    policies: Policies = None,
    own: DrawPolicy | None = None,
    dead: Any = None,
    samples: int | None = None,
    stderr: float | None = None,
    seed: Seed = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Compare all ways to draw: see ``Badugi.advise``."""
    ascending, order = one_hand(hand)
    draws = check_draws(draws)
    if isinstance(opponents, (bool, str, bytes, Range, DrawPolicy, float)):
        raise HandTypeError(
            f"opponents are a number, or a list of hands, ranges or policies, not {show(opponents)}"
        )
    if isinstance(opponents, (int, np.integer)):
        if not 1 <= opponents <= 7:
            raise RuleError(f"opponents are 1 to 7, not {opponents}")
        for option, value in (("samples", samples), ("stderr", stderr), ("seed", seed), ("own", own)):
            if value is not None:
                raise RuleError(f"{option} is for a sample, which takes opponents that are listed")
        gone = read_dead(dead)
        clash = gone & sum(1 << int(card) for card in ascending)
        if clash:
            raise_duplicate(clash, "is in the hand and dead")
        usual = DrawPolicy.optimal(max(draws, _GAME), game=game) if policies is None else policies
        (policy,) = read_policies(game, usual, 1, draws)
        values, badugis = _model(game, draws, int(opponents), policy, gone)
        found = _Found(values.ways(ascending), np.clip(badugis.ways(ascending), 0, 1))
        return found.advice(hand, ascending, order, draws, "model")
    listed = list(opponents)
    given: list[Any] = ["" if isinstance(other, DrawPolicy) else other for other in listed]
    theirs = list(read_policies(game, policies, len(listed), draws)) if listed else []
    for i, other in enumerate(listed):
        if isinstance(other, DrawPolicy):
            other.rows(draws)
            theirs[i] = other
    (mine,) = read_policies(game, own, 1, draws)
    holdings = read_holdings(game, [ascending, *given], dead)
    if draws == 1 and samples is None and stderr is None:
        exact = _one_draw(game, holdings, [ascending, *given], mine, theirs, ascending, dead)
        if exact is not None:
            return exact.advice(hand, ascending, order, draws, "exact")
    number = seed_number(seed)
    tables = [mine.with_first(ascending, keep, draws).table for keep in range(16)]
    tally: _Comparison = sample(  # type: ignore[assignment]
        cast(Chunk, compare_chunk),
        _Compared(holdings, tables, [policy.rows(draws) for policy in theirs]),
        seed=number,
        samples=samples,
        stderr=stderr,
        executor=executor,
        progress=progress,
    )
    found = _Found(tally.equity, tally.badugis / tally.deals, tally.errors, tally.differences)
    return found.advice(hand, ascending, order, draws, "sample", tally.deals, number)


@lru_cache(maxsize=16)
def _model(game: Evaluator, draws: int, opponents: int, policy: DrawPolicy, dead: int) -> tuple[Step, Step]:
    """Return the step over the next draw, for pot shares and for the probability of a badugi."""
    final = optimal.final_ranks(game, policy.rows(max(draws, min(policy.draws, _GAME))))
    ranks = all_ranks(game)
    values = optimal.pot_shares(final, opponents)[ranks]
    badugis = (np.asarray(game.category(ranks)) == 0).astype(np.float64)
    for _ in range(draws - 1):
        values, keeps = Step(values, dead).best()
        badugis = Step(badugis, dead).follow(keeps)
    return Step(values, dead), Step(badugis, dead)


def _one_draw(
    game: Evaluator,
    holdings: Holdings,
    hands: Sequence[Any],
    mine: DrawPolicy,
    theirs: Sequence[DrawPolicy],
    hand: NDArray[np.uint8],
    dead: Any,
) -> _Found | None:
    """Return the exact equities of one draw against complete hands, or None where that takes too long."""
    if any(len(player.masks) > 1 or player.size < 4 for player in holdings.players):
        return None
    shares, badugis = np.empty(16), np.empty(16)
    for keep in range(16):
        players = [mine.with_first(hand, keep, 1), *theirs]
        result = equity(game, hands, draws=1, policies=players, dead=dead, samples=1, seed=0)
        if not result.exact:
            return None
        shares[keep], badugis[keep] = result.equity[0], result.categories[0, 0]
    return _Found(shares, badugis)


# ---- samples with common random numbers ----


def _unpacked(holdings: Holdings, tables: tuple[tuple[int, ...], bytes], ways: int) -> _Compared:
    found = unpack(tables)
    return _Compared(holdings, found[:ways], found[ways:])


class _Compared:
    """What the chunks of a comparison share: the same deals are played in each way."""

    def __init__(self, holdings: Holdings, mine: list[Any], theirs: list[Any]) -> None:
        self.holdings, self.mine, self.theirs = holdings, mine, theirs

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.holdings, pack([*self.mine, *self.theirs]), len(self.mine))

    @cached_property
    def plays(self) -> list[DrawSample]:
        rule = reshuffle_code("discards")
        return [DrawSample(self.holdings, [table, *self.theirs], rule) for table in self.mine]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Pots won in each way, in units of 1/840, and their products: integers, though held as floats."""

    deals: int
    sums: NDArray[np.float64]
    products: NDArray[np.float64] = field(repr=False)
    badugis: NDArray[np.int64]

    def __add__(self, other: _Comparison) -> _Comparison:
        return _Comparison(
            self.deals + other.deals,
            self.sums + other.sums,
            self.products + other.products,
            self.badugis + other.badugis,
        )

    @property
    def equity(self) -> NDArray[np.float64]:
        return self.sums / (self.deals * _SHARE)

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors of the equities; as in ``Tally``, with one more pot won and one lost."""
        n = self.deals + 2
        mean = (self.sums / _SHARE + 1) / n
        square = (self.products.diagonal() / _SHARE**2 + 1) / n
        error: NDArray[np.float64] = np.sqrt(np.maximum(square - mean**2, 0) / n)
        return error

    @property
    def differences(self) -> NDArray[np.float64]:
        """Standard errors of the differences between two ways, shape (16, 16)."""
        squares = self.products.diagonal()
        square = (squares[:, None] + squares - 2 * self.products) / _SHARE**2 / self.deals
        mean = self.equity[:, None] - self.equity
        error: NDArray[np.float64] = np.sqrt(np.maximum(square - mean**2, 0) / self.deals)
        return error

    @property
    def stderr(self) -> NDArray[np.float64]:
        """What a sample can be told to bring down: the errors of the differences to the best way."""
        errors: NDArray[np.float64] = self.differences[int(np.argmax(self.sums))]
        return errors


def compare_chunk(spec: _Compared, state: NDArray[np.uint64], deals: int) -> _Comparison:
    """Play the same deals in each way."""
    ranks = np.empty((len(spec.holdings.players), deals), np.uint16)
    pots = np.empty((len(spec.mine), deals))
    badugis = np.empty(len(spec.mine), np.int64)
    worst_badugi = int(last_ranks(spec.holdings.game)[0])
    for way, play in enumerate(spec.plays):
        if play.native.deals(state, ranks) is None:
            raise no_deal()
        best = ranks.min(axis=0)
        pots[way] = (ranks[0] == best) * (_SHARE / (ranks == best).sum(axis=0))
        badugis[way] = np.count_nonzero(ranks[0] <= worst_badugi)
    return _Comparison(deals, pots.sum(axis=1), pots @ pots.T, badugis)


class _Found:
    """Numbers of the 16 ways, by the mask of the ascending hand."""

    def __init__(
        self,
        equity: NDArray[np.float64],
        badugi: NDArray[np.float64],
        errors: NDArray[np.float64] | None = None,
        differences: NDArray[np.float64] | None = None,
    ) -> None:
        self.equity, self.badugi = equity, badugi
        self.errors = np.zeros(16) if errors is None else errors
        self.differences = np.zeros((16, 16)) if differences is None else differences

    def advice(
        self,
        hand: Any,
        ascending: NDArray[np.uint8],
        order: NDArray[np.intp],
        draws: int,
        method: str,
        deals: int = 0,
        seed: int | None = None,
    ) -> Advice:
        """Sort the ways, and say how they rank."""
        given = cards.as_hands(hand)
        equity = np.round(self.equity / _EQUAL) * _EQUAL if method != "sample" else self.equity
        ranked = sorted(range(16), key=lambda keep: (-equity[keep], KEEP_ORDER.index(keep)))
        ways = []
        leader, place = ranked[0], 1
        for position, keep in enumerate(ranked, 1):
            gap = self.equity[leader] - self.equity[keep]
            if gap > max(_EQUAL, _SIGNIFICANT * self.differences[leader, keep]):
                leader, place = keep, position
            mask = sum(1 << int(order[i]) for i in range(4) if keep >> i & 1)
            best = ranked[0]
            ways.append(
                Way(
                    keep=cards.format([card for i, card in enumerate(given.tolist()) if mask >> i & 1]),
                    mask=mask,
                    draw=4 - keep.bit_count(),
                    equity=float(self.equity[keep]),
                    stderr=float(self.errors[keep]),
                    behind=max(float(self.equity[best] - self.equity[keep]), 0.0),
                    behind_stderr=float(self.differences[best, keep]),
                    badugi=float(self.badugi[keep]),
                    place=place,
                )
            )
        return Advice(cards.format(given), draws, tuple(ways), method, deals, seed)
