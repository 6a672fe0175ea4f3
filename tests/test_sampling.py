"""The plumbing of samples, with a coin in the place of a game."""

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from sokodugi import sampling
from sokodugi.errors import HandTypeError, RuleError
from sokodugi.sampling import CHUNK, Tally, ordered, sample, seed_number, stream


def toss(bias: float, state: np.ndarray, deals: int) -> Tally:
    """Two players, one winner: a deal is a toss of a biased coin."""
    heads = int(np.random.default_rng(state).binomial(deals, bias))
    tails = deals - heads
    return Tally(deals, np.array([[heads, 0], [tails, 0]]), np.array([[deals], [deals]]), np.array([deals]))


def same(a: Tally, b: Tally) -> bool:
    return a.deals == b.deals and all(
        np.array_equal(x, y)
        for x, y in [(a.ways, b.ways), (a.categories, b.categories), (a.winning, b.winning)]
    )


@pytest.mark.parametrize("samples", [1, CHUNK - 1, CHUNK, CHUNK + 1, 40 * CHUNK + 17])
def test_every_deal_counts_once(samples: int) -> None:
    assert sample(toss, 0.3, seed=1, samples=samples).deals == samples


def test_chunks_are_those_of_their_streams() -> None:
    total = sample(toss, 0.3, seed=5, samples=2 * CHUNK + 100)
    parts = [toss(0.3, stream(5, c), deals) for c, deals in enumerate([CHUNK, CHUNK, 100])]
    assert same(total, parts[0] + parts[1] + parts[2])


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("workers", [1, 3])
def test_executors_agree(kind: Any, workers: int) -> None:
    with kind(workers) as executor:
        assert same(
            sample(toss, 0.3, seed=2, samples=50 * CHUNK + 1, executor=executor),
            sample(toss, 0.3, seed=2, samples=50 * CHUNK + 1),
        )


def test_a_target_ends_at_the_first_chunk_that_reaches_it() -> None:
    target = 0.0005
    total = sample(toss, 0.5, seed=3, stderr=target)
    assert total.stderr.max() <= target
    assert sample(toss, 0.5, seed=3, samples=int(total.deals) - CHUNK).stderr.max() > target
    with ThreadPoolExecutor(3) as executor:
        assert same(total, sample(toss, 0.5, seed=3, stderr=target, executor=executor))


def test_samples_bound_a_target() -> None:
    assert sample(toss, 0.5, seed=3, stderr=1e-9, samples=3 * CHUNK).deals == 3 * CHUNK


@pytest.mark.parametrize("how", [{"samples": 20 * CHUNK + 5}, {"stderr": 0.0005}])
def test_progress_never_falls_and_ends_at_the_total(how: dict[str, Any]) -> None:
    seen: list[tuple[int, int]] = []
    total = sample(toss, 0.5, seed=3, progress=lambda done, of: seen.append((done, of)), **how)
    done = [d for d, _ in seen]
    assert done == sorted(set(done))
    assert all(d <= of for d, of in seen)
    assert seen[-1] == (total.deals, total.deals)


def test_an_interrupt_returns_nothing_and_cancels_what_waits() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    class Kept(ThreadPoolExecutor):
        futures: list[Future[Any]]

        def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
            self.futures.append(super().submit(*args, **kwargs))
            return self.futures[-1]

    with Kept(1) as executor:
        executor.futures = []
        with pytest.raises(KeyboardInterrupt):
            sample(toss, 0.5, seed=3, samples=10**12, executor=executor, progress=stop)
        executor.shutdown(wait=True)
        assert all(future.done() for future in executor.futures)
        assert len(executor.futures) <= sampling._IN_FLIGHT + 1


class Slowly(Executor):
    """Finishes five tasks at a time, the last one first."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, function, args))
        if len(self.waiting) == 5:
            for late, work, given in reversed(self.waiting):
                late.set_result(work(*given))
            self.waiting = []
        return future


def test_results_come_in_the_order_of_their_tasks() -> None:
    assert list(ordered(pow, 2, [(i,) for i in range(50)], Slowly())) == [2**i for i in range(50)]


def test_an_endless_row_of_tasks_is_taken_only_as_far_as_needed() -> None:
    class Waiting(Executor):
        """Finishes the first task when it has as many as it may get."""

        futures: ClassVar[list[Future[Any]]] = []

        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.futures.append(Future())
            if len(self.futures) == sampling._IN_FLIGHT:
                self.futures[0].set_result("first")
            return self.futures[-1]

    results = ordered(pow, 2, ((i,) for i in count()), Waiting())
    assert next(results) == "first"
    results.close()
    assert len(Waiting.futures) == sampling._IN_FLIGHT
    assert all(future.cancelled() for future in Waiting.futures[1:])


def test_tally_statistics() -> None:
    # player 0: 6 of 10 alone, 2 shared by two, 1 by three
    ways = np.array([[6, 2, 1], [0, 2, 1], [1, 0, 1]])
    tally = Tally(10, ways, np.zeros((3, 1), int), np.array([10]))
    assert tally.win == pytest.approx([0.6, 0, 0.1])
    assert tally.tie == pytest.approx([0.3, 0.3, 0.1])
    assert tally.equity == pytest.approx([0.6 + 0.1 + 0.1 / 3, 0.1 + 0.1 / 3, 0.1 + 0.1 / 3])
    shares = np.array([1] * 6 + [0.5] * 2 + [1 / 3] + [0] + [1, 0])  # and one more of each kind
    assert tally.stderr[0] == pytest.approx(shares.std() / np.sqrt(12))


def test_a_sample_without_variance_is_not_certain() -> None:
    assert 0 < Tally(1000, np.array([[1000, 0], [0, 0]]), np.zeros((2, 1)), np.zeros(1)).stderr[0] < 0.001


def test_seeds() -> None:
    sequence = np.random.SeedSequence(9)
    assert seed_number(9) == 9
    assert seed_number(np.uint64(2**63)) == 2**63
    assert seed_number(sequence) == seed_number(np.random.SeedSequence(9)) < 2**128
    assert seed_number(None) != seed_number(None)
    generator = np.random.default_rng(1)
    assert seed_number(generator) != seed_number(generator)
    for wrong in (1.5, "1", True):
        with pytest.raises(HandTypeError, match="a seed is"):
            seed_number(wrong)
    with pytest.raises(RuleError, match="not negative: -1"):
        seed_number(-1)


def test_streams_differ() -> None:
    states = {tuple(stream(seed, chunk)) for seed in range(20) for chunk in range(20)}
    assert len(states) == 400


@pytest.mark.parametrize(
    ("kind", "how", "text"),
    [
        (RuleError, {"samples": 0}, "samples is at least 1, not 0"),
        (HandTypeError, {"samples": 1e6}, "samples is an integer, not 1000000.0"),
        (HandTypeError, {"samples": True}, "samples is an integer"),
        (RuleError, {"stderr": 0}, "stderr is above 0"),
        (RuleError, {"stderr": float("nan")}, "stderr is above 0"),
        (HandTypeError, {"stderr": "small"}, "stderr is a number"),
        (HandTypeError, {"executor": 4}, "an executor is one of concurrent.futures or like it, not 4"),
    ],
)
def test_refused(kind: type[Exception], how: dict[str, Any], text: str) -> None:
    with pytest.raises(kind, match=text):
        sample(toss, 0.5, seed=1, **how)
