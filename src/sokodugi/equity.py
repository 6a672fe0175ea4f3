"""Equity: who wins how often, from whatever is known of the hands.

Every function takes the game first; the games offer them as methods. How deals are counted is in
:mod:`sokodugi.exact`, how they are sampled in :mod:`sokodugi.dealing` and :mod:`sokodugi.sampling`.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from math import isfinite
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import cards
from ._native import _equity
from .cards import Seed
from .dealing import Sample, deal_chunk
from .errors import HandSizeError, RangeError, RuleError, SokodugiError
from .evaluator import Evaluator
from .exact import exact_tally, look_ups
from .holdings import UNKNOWN, Hand, read_holdings
from .inputs import as_integers, show
from .result import Equity
from .sampling import Progress, check_sampling, count_of, sample, seed_number

__all__ = ["Equities", "Equity", "Method", "Strength", "equity", "equity_many", "strength"]

Method: TypeAlias = Literal["auto", "exact", "sample"]

_AFFORDABLE = 2e9  # look-ups that "auto" spends on an exact result, about a second
_ABSURD = 2e14  # look-ups that "exact" refuses, about a day


def equity(
    game: Evaluator,
    hands: Iterable[Hand],
    *,
    dead: Any = None,
    method: Method = "auto",
    samples: int | None = None,
    stderr: float | None = None,
    seed: Seed = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Compute who wins how often; :meth:`sokodugi.Badugi.equity` has the details."""
    if method not in get_args(Method):
        raise RuleError(f"method is 'auto', 'exact' or 'sample', not {show(method)}")
    if method == "exact" and not (samples is None and stderr is None):
        raise RuleError("samples and stderr are for sampling, but method is 'exact'")
    check_sampling(samples, stderr, seed, executor)  # whether or not this ends in sampling
    holdings = read_holdings(game, hands, dead)
    cost = look_ups(holdings)
    if method == "auto":
        method = "exact" if len(holdings.players) == 2 or cost <= _AFFORDABLE else "sample"
    names = tuple(player.name for player in holdings.players)
    if method == "exact":
        if cost > _ABSURD:
            days = cost / 2e9 / 86400
            raise RuleError(f"an exact result would take about {days:,.0f} days: use method='sample'")
        tally = exact_tally(holdings, executor=executor, progress=progress)
        if not isfinite(tally.deals):
            raise RangeError("the weights of the ranges are too large: their products are not finite")
        return Equity(game, names, tally, True, (), holdings)
    number = seed_number(seed)
    tally = sample(
        deal_chunk,
        Sample(holdings),
        seed=number,
        samples=samples,
        stderr=stderr,
        executor=executor,
        progress=progress,
    )
    return Equity(game, names, tally, False, (number,), holdings)


class Strength(NamedTuple):
    """How often a hand beats one random hand: shares of the deals, which add up to 1."""

    win: float
    tie: float
    lose: float


def strength(game: Evaluator, hand: Hand, dead: Any = None) -> Strength:
    """Compare a hand with one random hand; :meth:`sokodugi.Badugi.strength` has the details."""
    tally = exact_tally(read_holdings(game, [hand, ""], dead))
    return Strength(float(tally.win[0]), float(tally.tie[0]), float(tally.win[1]))


class Equities(NamedTuple):
    """The equities of many situations.

    Attributes
    ----------
    equity : ndarray of float64, shape (N, players)
        Share of the pot that each player gets on average.
    stderr : ndarray of float64, shape (N, players)
        Their standard errors; 0 where no card is missing.
    """

    equity: NDArray[np.float64]
    stderr: NDArray[np.float64]


def equity_many(
    game: Evaluator,
    hands: ArrayLike,
    *,
    dead: ArrayLike | None = None,
    samples: int = 1000,
    seed: Seed = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Equities:
    """Sample the equities of many situations; :meth:`sokodugi.Badugi.equity_many` has the details."""
    rows = _ids(hands, "hands", 3)
    gone = np.full((len(rows), 1), UNKNOWN, np.uint8) if dead is None else _ids(dead, "dead cards", 2)
    samples, threads = count_of(samples, "samples"), count_of(threads, "threads")
    n, players, size = rows.shape
    if not 2 <= players <= 8:
        raise HandSizeError(f"{players} hands a situation: 2 to 8 players can be compared")
    if not 1 <= size <= game.final_size:
        raise HandSizeError(f"{size} cards a hand: {game.name} takes 1 to {game.final_size}")
    if len(gone) != n:
        raise HandSizeError(f"{n} situations, but {len(gone)} rows of dead cards")
    if not gone.shape[1]:
        gone = np.full((n, 1), UNKNOWN, np.uint8)
    bad = _equity.check_situations(rows, gone, game.final_size)
    if bad < n:
        raise _explain(game, rows[bad], gone[bad], bad)
    stream = cards.stream(seed_number(seed))
    shares, errors = np.empty((n, players)), np.empty((n, players))

    def work(first: int, last: int) -> None:
        _equity.sample_situations(
            game, game.final_size, rows, gone, samples, stream, first, last, shares, errors
        )

    # Slices so small that an interrupt does not have to wait, and that threads end at about the same time.
    step = max(1, min(-(-n // (4 * threads)), 1_000_000 // samples))
    slices = [(first, min(first + step, n)) for first in range(0, n, step)]

    def report(last: int) -> None:
        if progress is not None:
            progress(last * samples, n * samples)

    if threads == 1:
        for first, last in slices:
            work(first, last)
            report(last)
        return Equities(shares, errors)
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(work, first, last) for first, last in slices]
        try:
            for future, (_, last) in zip(futures, slices, strict=True):
                future.result()
                report(last)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return Equities(shares, errors)


def _ids(values: ArrayLike, what: str, axes: int) -> NDArray[np.uint8]:
    """Return card ids as bytes; numbers that no byte holds become one that is no card either."""
    array = as_integers(values, what)
    if array.ndim != axes:
        shape = "(N, players, n)" if axes == 3 else "(N, d)"
        raise HandSizeError(f"expected {what} of shape {shape}, not {array.shape}")
    if array.dtype != np.uint8:
        array = np.where((array >= 0) & (array <= UNKNOWN), array, UNKNOWN - 1).astype(np.uint8)
    return np.ascontiguousarray(array)


def _explain(game: Evaluator, hands: NDArray[np.uint8], dead: NDArray[np.uint8], row: int) -> SokodugiError:
    """Return what is wrong with a situation that cannot be dealt."""
    try:
        read_holdings(game, list(hands), dead[dead != UNKNOWN])
    except SokodugiError as error:
        return type(error)(f"row {row}: {error}")
    raise AssertionError(f"row {row} can be dealt")
