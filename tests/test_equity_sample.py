"""Sampled equities: uniform dealing, honest errors, and results that depend on nothing but the question."""

import os
import pickle
import signal
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, permutations
from threading import Timer
from typing import Any

import numpy as np
import pytest

from brute import Brute
from sokodugi import Equity, Range, RangeError, RuleError, badugi, cards, dealing, soko
from sokodugi.dealing import Sample
from sokodugi.holdings import read_holdings
from sokodugi.sampling import CHUNK, stream


def same(a: Equity, b: Equity) -> bool:
    return (
        a.deals == b.deals
        and np.array_equal(a.tally.ways, b.tally.ways)
        and np.array_equal(a.tally.categories, b.tally.categories)
        and np.array_equal(a.tally.winning, b.tally.winning)
    )


def assert_fits(seen: Counter[Any], chances: dict[Any, float]) -> None:
    """Chi-square: counts are as far from what is expected as chance makes them, within six deviations."""
    n = seen.total()
    assert seen.keys() <= chances.keys()
    freedom = len(chances) - 1
    distance = sum((seen[key] - n * p) ** 2 / (n * p) for key, p in chances.items())
    assert abs(distance - freedom) < 6 * np.sqrt(2 * freedom)


def dealt(game: Any, hands: list[Any], dead: Any = None, n: int = 60_000) -> np.ndarray:
    found = Sample(read_holdings(game, hands, dead)).native.hands(stream(11, 0), n)
    assert found is not None
    return found


# --- dealing ------------------------------------------------------------------------------------------------


def test_missing_cards_are_uniform() -> None:
    dead = list(range(20, 52))  # 20 cards are left, 6 of them known, 2 are dealt in order
    hands = dealt(badugi, ["2c2d2h", "3c3d3h"], dead)
    assert (hands[:, 0, :3] == cards.parse("2c2d2h")).all()
    live = [card for card in range(20) if card not in {0, 1, 2, 4, 5, 6}]
    seen = Counter(map(tuple, hands[:, :, 3].tolist()))
    pairs = list(permutations(live, 2))
    assert_fits(seen, dict.fromkeys(pairs, 1 / len(pairs)))


def test_every_place_gets_every_card_equally_often() -> None:
    hands = dealt(soko, ["As", "Ks2d", "", "", "", "", "", "7c"], "2c2h", 100_000).reshape(-1, 40)
    known = {51, 47, 1, 20}
    for slot in range(40):
        if np.ptp(hands[:, slot]) == 0:
            continue
        live = [card for card in range(52) if card not in known | {0, 2}]
        assert_fits(Counter(hands[:, slot].tolist()), dict.fromkeys(live, 1 / len(live)))


def test_pairs_of_distant_places_are_uniform() -> None:
    hands = dealt(soko, [""] * 8, None, 200_000).reshape(-1, 40)
    pairs = list(permutations(range(52), 2))
    for a, b in ((0, 39), (7, 8), (3, 30)):
        seen = Counter(zip(hands[:, a].tolist(), hands[:, b].tolist(), strict=True))
        assert_fits(seen, dict.fromkeys(pairs, 1 / len(pairs)))


def test_no_card_is_dealt_twice() -> None:
    hands = dealt(soko, [Range.parse("A*"), "Kd", Range.parse("[TJ]w*w"), ""], "3c3d").reshape(-1, 20)
    ordered = np.sort(hands, axis=1)
    assert (ordered[:, 1:] != ordered[:, :-1]).all()
    assert not np.isin(hands, cards.parse("3c3d")).any()


@pytest.mark.parametrize("join", [1, dealing._JOINED])
def test_ranges_are_joint_and_weighted(join: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance of each combination of sets and drawn cards, with and without joined lists."""
    monkeypatch.setattr(dealing, "_JOINED", join)
    first = Range.from_hands(["2c2d3c", "2c2h3d", "2d3h4c", "4c4d5c"], [1, 2, 3, 5])
    second = Range.from_hands(["2c4d5d5h", "3c3d3h3s", "4c4h5s2s"], [0.5, 1.25, 2])
    dead = [*range(16, 52), *cards.parse("4s")]
    hands = dealt(badugi, [first, second], dead, 100_000)
    chances: dict[Any, Fraction] = {}
    for a, v in zip(first.hands.tolist(), first.weights.tolist(), strict=True):
        for b, w in zip(second.hands.tolist(), second.weights.tolist(), strict=True):
            left = set(range(52)) - set(a) - set(b) - set(map(int, dead))
            if set(a) & set(b):
                continue
            for card in left:
                chances[(*a, card), tuple(b)] = Fraction(v) * Fraction(w)
    total = sum(chances.values())
    seen = Counter((tuple(x), tuple(y)) for x, y in hands.tolist())
    assert_fits(seen, {key: float(p / total) for key, p in chances.items()})


@pytest.mark.parametrize(
    ("game", "hands", "dead"),
    [
        (badugi, ["As2d3c", "Ac2h4d"], None),
        (badugi, ["As2d", "Kc3h"], "4c5c6c7c"),
        (badugi, [Range.parse("A2*@1, 234@3"), Range.parse("A3")], None),
        (soko, ["AsKs", "7h7d"], "Ah"),
        (soko, [Range.parse("A@1, K@0.25"), "QcQd"], None),
        (soko, ["AsKs2d4c", "7h7d3c8c", "QcQhJc"], "2c"),
    ],
)
def test_everything_counted_fits_the_exact_counts(game: Any, hands: Any, dead: Any) -> None:
    exact = game.equity(hands, dead=dead, method="exact")
    found = game.equity(hands, dead=dead, method="sample", samples=500_000, seed=5)
    assert not found.exact
    for counts, shares in [
        *zip(found.tally.categories, exact.categories, strict=True),
        *[
            (np.append(w, found.deals - w.sum()), np.append(x, 1 - x.sum()))
            for w, x in both_ways(found, exact)
        ],
        (found.tally.winning, exact.winning),
    ]:
        possible = shares > 1e-12
        assert not counts[~possible].any()
        likely = shares * found.deals > 20
        seen = Counter({i: int(counts[i]) for i in np.flatnonzero(likely)})
        seen["rest"] = int(counts[~likely].sum())
        rest = float(shares[~likely].sum())
        chances = {i: float(shares[i]) for i in np.flatnonzero(likely)}
        assert abs(seen["rest"] - rest * found.deals) < 6 * np.sqrt(rest * found.deals) + 6
        del seen["rest"]
        distance = sum((seen[i] - found.deals * p) ** 2 / (found.deals * p) for i, p in chances.items())
        assert distance < len(chances) + 6 * np.sqrt(2 * len(chances))


def both_ways(found: Equity, exact: Equity) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(w, x / exact.deals) for w, x in zip(found.tally.ways, exact.tally.ways, strict=True)]


def test_three_ranges_beside_enumeration() -> None:
    ranges = [Range.parse("2c3d[45], 3h4s5@3"), Range.parse("2h[34]c5s, 4d5d2s@2"), Range.parse("[35]h4c2d")]
    dead = list(range(16, 52))
    choices = [
        [(frozenset(h), Fraction(w)) for h, w in zip(r.hands.tolist(), r.weights.tolist(), strict=True)]
        for r in ranges
    ]
    wanted = [float(share) for share in Brute(badugi, choices, frozenset(dead)).equity()]
    found = badugi.equity(ranges, dead=dead, method="sample", samples=400_000, seed=2)
    assert (abs(found.equity - wanted) < 5 * found.stderr).all()


def test_ranges_that_exclude_each_other() -> None:
    aces = Range.parse("A")
    with pytest.raises(RangeError, match="exclude each other"):
        soko.equity([aces] * 5, method="sample")
    with pytest.raises(RangeError, match="exclude each other"):
        soko.equity([Range.parse("AsAd, AhAc"), Range.parse("AdAc, AsAh, AdAh, AsAc")])


def test_lists_that_were_not_joined_say_when_they_exclude_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_JOINED", 1)
    with pytest.raises(RangeError, match="no deal was found in 1,048,576 tries"):
        soko.equity([Range.parse("A")] * 5, method="sample")


# --- errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hands"),
    [(badugi, ["As2d3c", "Ac2h4d"]), (soko, ["AsKs", "7h7d"]), (badugi, ["As2d3c", Range.parse("KQ*")])],
)
def test_the_exact_value_lies_within_the_error_as_often_as_it_should(game: Any, hands: Any) -> None:
    exact = game.equity(hands).equity[0]
    inside = 0
    for seed in range(1000):
        found = game.equity(hands, method="sample", samples=2000, seed=seed)
        inside += abs(found.equity[0] - exact) <= 1.96 * found.stderr[0]
    assert 930 <= inside <= 970


def test_stderr_asked_for_is_reached_by_every_player() -> None:
    found = soko.equity(["AsKs", "7h7d", "QcQh", "2c"], stderr=0.0009, seed=1)
    assert found.stderr.max() <= 0.0009
    assert found.deals % CHUNK == 0


# --- reproducible -------------------------------------------------------------------------------------------

QUESTIONS = [
    (badugi, ["As2d3c", "Ac2h4d"]),
    (soko, ["AsKs", "7h7d", "QcQh", "2c3c", "9s8s", "JdJh"]),
    (badugi, [Range.parse("A2**"), Range.parse("[5-8]w*x@0.5, KQ@2")]),
]


@pytest.mark.parametrize(("game", "hands"), QUESTIONS)
@pytest.mark.parametrize("how", [{"samples": 7 * CHUNK + 123}, {"stderr": 0.0008}])
def test_executors_change_nothing(game: Any, hands: Any, how: dict[str, Any]) -> None:
    alone = game.equity(hands, method="sample", seed=9, **how)
    for kind, workers in ((ThreadPoolExecutor, 1), (ThreadPoolExecutor, 8), (ProcessPoolExecutor, 2)):
        executor: Executor
        with kind(workers) as executor:
            assert same(alone, game.equity(hands, method="sample", seed=9, executor=executor, **how))


def test_every_simd_path(simd: str) -> None:
    found = soko.equity(["AsKs", "7h7d", "QcQh"], method="sample", samples=100_000, seed=1)
    assert found.tally.ways[:, 0].tolist() == WAYS
    found = badugi.equity([Range.parse("A2*"), "Kd"], method="sample", samples=100_000, seed=1)
    assert found.tally.ways[:, 0].tolist() == RANGE_WAYS


WAYS = [25550, 24244, 50206]
RANGE_WAYS = [68911, 30922]


def test_seeds() -> None:
    def run(seed: Any) -> Equity:
        return badugi.equity(["As2d3c", "Ac2h4d"], method="sample", samples=10_000, seed=seed)

    assert same(run(4), run(4))
    assert not same(run(4), run(5))
    made_up = run(None)
    assert isinstance(made_up.seed, int)
    assert same(made_up, run(made_up.seed))
    assert same(run(np.random.SeedSequence(3)), run(np.random.SeedSequence(3)))
    generator = np.random.default_rng(3)
    assert not same(run(generator), run(generator))


def test_the_default_is_a_million_deals() -> None:
    assert badugi.equity(["As2d3c", "Ac2h4d"], method="sample").deals == 1_000_000


def test_addition() -> None:
    def run(seed: int, samples: int = 10_000, hand: str = "Ac2h4d") -> Equity:
        return badugi.equity(["As2d3c", hand], method="sample", samples=samples, seed=seed)

    a, b, c = run(1), run(2, 5_000), run(3)
    both = a + b
    assert both.deals == 15_000
    assert both.seed == (1, 2)
    assert (both.tally.ways == a.tally.ways + b.tally.ways).all()
    assert both.equity == pytest.approx((2 * a.equity + b.equity) / 3)
    assert same((a + b) + c, a + (b + c))
    with pytest.raises(RuleError, match="seed 1, which would count twice"):
        a + run(1, 20_000)
    with pytest.raises(RuleError, match="different questions"):
        a + run(2, hand="Ac2h5d")
    with pytest.raises(RuleError, match="exact results cannot be added"):
        a + badugi.equity(["As2d3c", "Ac2h4d"])
    with pytest.raises(TypeError):
        a + 1  # type: ignore[operator]


def test_tasks_are_small() -> None:
    everything = Sample(read_holdings(badugi, [Range.parse("<=8-7-6-5", badugi), "As2d"]))
    everything.native  # noqa: B018  # what is built from it is not sent
    assert len(pickle.dumps(everything)) < 60_000
    again = pickle.loads(pickle.dumps(everything))
    assert again.holdings == everything.holdings
    assert (again.native.hands(stream(1, 1), 100) == everything.native.hands(stream(1, 1), 100)).all()


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself this signal")
@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(2)])
def test_ctrl_c(executor: Any) -> None:
    interrupt = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        soko.equity(["AsKs", "7h7d"], method="sample", samples=10**14, executor=executor)
    interrupt.join()
    if executor is not None:
        executor.shutdown()


def test_all_two_card_hands_of_a_small_deck() -> None:
    """A range of everything is the same as a hand of which nothing is known."""
    dead = list(range(12, 52))
    everything = Range.from_hands([list(pair) for pair in combinations(range(12), 4)])
    exact = badugi.equity(["", "2c"], dead=dead)
    assert badugi.equity([everything, "2c"], dead=dead).equity == pytest.approx(exact.equity, abs=1e-15)
    found = badugi.equity([everything, "2c"], dead=dead, method="sample", samples=200_000, seed=8)
    assert (abs(found.equity - exact.equity) < 5 * found.stderr).all()


@pytest.mark.skipif(os.name == "nt", reason="interrupts are signals")
def test_an_interrupt_ends_a_long_situation() -> None:
    unknown = np.full((1, 6, 5), 255, np.uint8)
    interrupt = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        soko.equity_many(unknown, samples=10**12)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_situations_report_progress(threads: int) -> None:
    unknown = np.full((50, 2, 4), 255, np.uint8)
    seen: list[tuple[int, int]] = []
    found = badugi.equity_many(
        unknown, samples=100, seed=1, threads=threads, progress=lambda *step: seen.append(step)
    )
    assert seen == sorted(seen)
    assert seen[-1] == (5000, 5000)
    assert len(seen) > 1
    assert np.array_equal(found.equity, badugi.equity_many(unknown, samples=100, seed=1).equity)
