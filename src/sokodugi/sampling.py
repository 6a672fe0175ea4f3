"""Sampling: what is counted, in which chunks, from which streams, and who does the work.

A sample is cut into chunks of :data:`CHUNK` deals. Chunk ``c`` has a random stream of its own, a function of
the seed and ``c`` alone, and chunks are added up as integers; so a result depends on what is asked, the seed
and the number of deals, and never on threads, processes or the order in which work is done.

This module knows nothing of games. It serves whatever deals cards and counts winners.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from .cards import Seed
from .errors import HandTypeError, RuleError
from .inputs import show

__all__ = ["CHUNK", "Tally", "check_sampling", "count_of", "ordered", "sample", "seed_number", "stream"]

CHUNK = 65_536
"""Deals of a chunk; the last one of a sample may have fewer."""
_DEFAULT_SAMPLES = 1_000_000
_FEWEST_CHUNKS = 2  # before an error that was asked for can end a sample
_IN_FLIGHT = 256  # tasks that an executor may hold at once
_TASK_SECONDS = 0.1  # what a task should take: much more than passing it on, too little to wait for
_TASKS = 64  # that there should be at least, so that many workers share them

Progress: TypeAlias = Callable[[int, int], object]
"""Called as ``progress(done, total)`` while work goes on, both numbers in deals."""
Chunk: TypeAlias = Callable[[Any, NDArray[np.uint64], int], "Tally"]
"""A pure function ``(spec, stream, deals)`` of a module, so that it can be sent to other processes."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened in a number of deals: counts only, so that adding tallies up is exact.

    Attributes
    ----------
    deals : int or float
        Number of deals; their total weight where they are weighted.
    ways : ndarray of int64, object (Python integers) or float64, shape (players, players)
        ``ways[p, k - 1]``: deals in which player ``p`` is one of exactly ``k`` winners.
    categories : ndarray of the same dtype, shape (players, n_categories)
        Deals in which a player ends with a hand of a class.
    winning : ndarray of the same dtype, shape (n_categories,)
        Deals that a hand of a class wins.

    Examples
    --------
    >>> import numpy as np
    >>> tally = Tally(4, np.array([[2, 1], [1, 1]]), np.array([[4], [4]]), np.array([4]))
    >>> tally.equity
    array([0.625, 0.375])
    >>> (tally + tally).ways[0]
    array([4, 2])
    """

    deals: int | float
    ways: NDArray[Any]
    categories: NDArray[Any]
    winning: NDArray[Any]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.ways + other.ways,
            self.categories + other.categories,
            self.winning + other.winning,
        )

    @property
    def win(self) -> NDArray[np.float64]:
        """Share of the deals that each player wins alone."""
        return self.share(self.ways[:, 0])

    @property
    def tie(self) -> NDArray[np.float64]:
        """Share of the deals in which each player is one of several winners."""
        return self.share(self.ways[:, 1:].sum(axis=1))

    @property
    def equity(self) -> NDArray[np.float64]:
        """Share of the pot that each player wins on average; ``k`` winners get one ``k``-th each."""
        return self._mean(1)

    @property
    def stderr(self) -> NDArray[np.float64]:
        """Standard error of ``equity``, if these deals are a sample.

        Notes
        -----
        The variance is taken with one more deal won and one lost (after Agresti and Coull, 1998), so that a
        sample in which every deal ends alike does not claim to be certain.
        """
        deals = self.deals + 2
        mean = (self._mean(1) * self.deals + 1) / deals
        square = (self._mean(2) * self.deals + 1) / deals
        return np.sqrt((square - mean**2) / deals)

    def _mean(self, power: int) -> NDArray[np.float64]:
        """Return the mean of a power of each player's share of the pot."""
        winners = np.arange(1, self.ways.shape[1] + 1)
        mean: NDArray[np.float64] = (self.share(self.ways) / winners**power).sum(axis=1)
        return mean

    def share(self, counts: NDArray[Any]) -> NDArray[np.float64]:
        """Return counts as shares of all deals."""
        return np.asarray(counts / self.deals, np.float64)


def seed_number(seed: Seed) -> int:
    """Return the number that stands for a seed, so that a result can name it.

    Parameters
    ----------
    seed : int, SeedSequence, Generator or None
        An int stands for itself; None takes 128 bits from the system; a Generator gives another number at
        each call.

    Raises
    ------
    HandTypeError, RuleError
        If it is something else, or negative.

    Examples
    --------
    >>> seed_number(7)
    7
    """
    if isinstance(seed, np.random.Generator):
        words = seed.integers(1 << 32, size=4).tolist()
    elif isinstance(seed, np.random.SeedSequence) or seed is None:
        words = (np.random.SeedSequence() if seed is None else seed).generate_state(4).tolist()
    elif isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise HandTypeError(f"a seed is an int, a SeedSequence or a Generator, not {show(seed)}")
    elif seed < 0:
        raise RuleError(f"a seed is not negative: {seed}")
    else:
        return int(seed)
    return sum(word << 32 * i for i, word in enumerate(words))


def stream(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Return the 256-bit state of the random stream of a chunk."""
    state = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64)
    return np.asarray(state, np.uint64)


def ordered(
    function: Callable[..., _T], spec: Any, tasks: Iterable[tuple[Any, ...]], executor: Executor | None
) -> Generator[_T, None, None]:
    """Yield the results of tasks, in their order, while the next ones are being worked on.

    Parameters
    ----------
    function : callable
        Of a module, so that it can be pickled; called as ``function(spec, *task)``.
    spec : object
        What all tasks share. For other processes it is pickled once, and each of them reads it once.
    tasks : iterable of tuple
        Taken only as far as the executor is kept busy.
    executor : Executor or None
        Any of ``concurrent.futures``, or one with their interface; without it the work is done here.

    Raises
    ------
    HandTypeError
        If the executor is something else.

    Notes
    -----
    Leaving the loop early, by an interrupt too, cancels what is not being worked on.
    """
    if executor is None:
        for task in tasks:
            yield function(spec, *task)
        return
    if not callable(getattr(executor, "submit", None)):
        raise HandTypeError(f"an executor is one of concurrent.futures or like it, not {show(executor)}")
    known = spec if isinstance(executor, ThreadPoolExecutor) else _Packed(pickle.dumps(spec))
    futures: deque[Future[_T]] = deque()
    try:
        for task in tasks:
            futures.append(executor.submit(_call, function, known, task))
            if len(futures) >= _IN_FLIGHT or futures[0].done():
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
    finally:
        for future in futures:
            future.cancel()


class _Packed(bytes):
    """A pickled spec."""


def _call(function: Callable[..., _T], known: Any, task: tuple[Any, ...]) -> _T:
    return function(_unpack(known) if isinstance(known, _Packed) else known, *task)


_unpack = lru_cache(maxsize=2)(pickle.loads)


def sample(
    function: Chunk,
    spec: Any,
    *,
    seed: int,
    samples: int | None = None,
    stderr: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Add up chunk after chunk.

    Parameters
    ----------
    function : callable
        ``function(spec, stream, deals)`` returns the tally of that many deals, dealt from a stream that
        starts in the given state.
    spec : object
        What is asked; see :func:`ordered`.
    seed : int
        See :func:`seed_number`.
    samples : int, optional
        Number of deals; 1,000,000 if ``stderr`` is not given either.
    stderr : float, optional
        Go on until the standard error of every player is at most this, or ``samples`` are done.
    executor : Executor, optional
        Who does the work.
    progress : callable, optional
        Called after each task with the deals done and the deals to do; with ``stderr`` the latter is an
        estimate.

    Raises
    ------
    HandTypeError, RuleError
        If a number or the executor is of a wrong type, or a number is not above 0.
    """
    samples, target = _how_much(samples, stderr)
    total: Tally | None = None
    with closing(_results(function, spec, seed, samples, target, executor)) as results:
        for _, tallies in results:
            for tally in tallies:
                total = tally if total is None else total + tally
                enough = target is not None and _reached(total, target)
                if enough:
                    break
            assert total is not None
            if progress is not None:
                done = int(total.deals)
                progress(done, done if enough else _expected(total, samples, target))
            if enough:
                break
    assert total is not None
    return total


def _results(
    function: Chunk,
    spec: Any,
    seed: int,
    samples: int | None,
    target: float | None,
    executor: Executor | None,
) -> Generator[tuple[float, list[Tally]], None, None]:
    """Yield the chunks in order. The first one is done here, and tells how many make a task."""
    first = _work(spec, function, seed, 0, [CHUNK if samples is None else min(CHUNK, samples)])
    yield first
    seconds, (tally,) = first
    share = _expected(tally, samples, target) // (CHUNK * _TASKS)
    chunks = max(1, min(int(_TASK_SECONDS / max(seconds, 1e-9)), share))
    tasks = ((function, seed, *task) for task in _tasks(samples, chunks))
    yield from ordered(_work, spec, tasks, executor)


def _tasks(samples: int | None, chunks: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the first chunk of each task after chunk 0, and the deals of its chunks."""
    for first in count(1, chunks):
        deals = chunks * CHUNK if samples is None else min(chunks * CHUNK, samples - first * CHUNK)
        if deals <= 0:
            return
        whole, rest = divmod(deals, CHUNK)
        yield first, [CHUNK] * whole + ([rest] if rest else [])


def _work(spec: Any, function: Chunk, seed: int, first: int, sizes: list[int]) -> tuple[float, list[Tally]]:
    """Do a task: the seconds that it took, and the tally of each of its chunks."""
    start = time.perf_counter()
    tallies = [function(spec, stream(seed, first + i), deals) for i, deals in enumerate(sizes)]
    return time.perf_counter() - start, tallies


def _reached(tally: Tally, target: float) -> bool:
    """Tell whether the error of every player is small enough."""
    return tally.deals >= _FEWEST_CHUNKS * CHUNK and bool(tally.stderr.max() <= target)


def check_sampling(samples: int | None, stderr: float | None, seed: Seed, executor: Executor | None) -> None:
    """Raise what is wrong with the options of a sample, also where none will be taken."""
    _how_much(samples, stderr)
    if not isinstance(seed, np.random.Generator):  # asking it for a number would change it
        seed_number(seed)
    if executor is not None:
        _check_executor(executor)


def _check_executor(executor: Any) -> None:
    if not callable(getattr(executor, "submit", None)):
        raise HandTypeError(f"an executor is one of concurrent.futures or like it, not {show(executor)}")


def _how_much(samples: int | None, stderr: float | None) -> tuple[int | None, float | None]:
    """Check what ends a sample."""
    if samples is not None:
        samples = count_of(samples, "samples")
    if stderr is None:
        return (_DEFAULT_SAMPLES if samples is None else samples), None
    if isinstance(stderr, bool) or not isinstance(stderr, (int, float, np.integer, np.floating)):
        raise HandTypeError(f"stderr is a number, not {show(stderr)}")
    if not stderr > 0:
        raise RuleError(f"stderr is above 0, not {show(stderr)}")
    return samples, float(stderr)


def count_of(value: Any, name: str) -> int:
    """Return a number that is an integer and at least 1, or say that it is not."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise HandTypeError(f"{name} is an integer, not {show(value)}")
    if value < 1:
        raise RuleError(f"{name} is at least 1, not {show(value)}")
    return int(value)


def _expected(tally: Tally, samples: int | None, target: float | None) -> int:
    """Return how many deals there will probably be; the error falls with the square root of their number."""
    if target is None:
        assert samples is not None
        return samples
    needed = int(tally.deals * (float(tally.stderr.max()) / target) ** 2)
    needed = max(needed, _FEWEST_CHUNKS * CHUNK, int(tally.deals))
    return needed if samples is None else min(needed, samples)
