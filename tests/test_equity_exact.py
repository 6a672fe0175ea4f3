"""Exact equities: known values, and every count beside plain enumeration of deals."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from threading import Timer
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import Brute
from sokodugi import Badugi, Range, RangeError, RuleError, Soko, badugi, cards, exact, soko
from sokodugi.evaluator import Evaluator
from sokodugi.holdings import read_holdings
from sokodugi.sampling import Tally

GAMES = [badugi, Badugi(ace="high", best="high"), soko, Soko(four_flush=False, ace_low=False)]


def same(tally: Tally, brute: Brute) -> None:
    """Integers must be equal, floats nearly."""
    if isinstance(tally.deals, int):
        assert tally.deals == brute.deals
        assert tally.ways.tolist() == brute.ways
        assert tally.categories.tolist() == brute.categories
        assert tally.winning.tolist() == brute.winning
    else:
        almost = [
            (tally.ways, brute.ways),
            (tally.categories, brute.categories),
            (tally.winning, brute.winning),
        ]
        assert tally.deals == pytest.approx(float(brute.deals))
        for found, wanted in almost:
            np.testing.assert_allclose(found, np.array(wanted, float), atol=1e-9 * float(brute.deals))


def count(game: Evaluator, hands: Sequence[Any], dead: Any = None) -> Tally:
    return exact.exact_tally(read_holdings(game, hands, dead))


# --- known values -------------------------------------------------------------------------------------------


def test_badugi_with_a_card_to_come_each() -> None:
    result = badugi.equity(["As2d3c", "Ac2h4d"])
    assert result.exact
    assert result.deals == 2070
    assert result.tally.ways[:, 1].tolist() == [36, 36]
    assert result.equity == pytest.approx([0.8004830918, 0.1995169082], abs=5e-11)
    assert badugi.equity(["KsQdJcTh", "Ac2h3d"]).equity.tolist() == [0.8, 0.2]


def test_soko_with_three_cards_to_come_each() -> None:
    result = soko.equity(["AsKs", "7h7d"])
    assert result.deals == 245_430_240
    assert result.tally.ways[0].tolist() == [94_191_203, 808]
    assert result.equity[0] == pytest.approx(0.3837815870, abs=5e-11)
    assert result.stderr.tolist() == [0, 0]
    assert result.seed is None


def test_the_pat_hand_of_the_rules() -> None:
    # pat K-Q-J-T against A-2-3 drawing one, with his discard dead: 9 of 44 cards make a badugi, which wins
    assert badugi.equity(["KsQdJcTh", "Ac2h3d"], dead="3c").win[0] == pytest.approx(35 / 44)


def test_all_against_all() -> None:
    for game, n in ((badugi, 4), (soko, 5)):
        result = game.equity(["", ""])
        frequencies = game.frequencies(n)
        pairs = int(frequencies.sum()) * (1_533_939 if n == 5 else 194_580)
        assert result.deals == pairs
        assert result.equity.tolist() == [0.5, 0.5]
        bounds = np.asarray(game.category(np.arange(1, game.n_ranks + 1)))
        classes = np.bincount(bounds, frequencies[1:], len(game.categories))
        np.testing.assert_allclose(result.categories, np.stack([classes / frequencies.sum()] * 2), rtol=1e-12)


# --- beside enumeration -------------------------------------------------------------------------------------

CARDS = st.permutations(range(52))
WEIGHTS = [st.just(1), st.integers(1, 5), st.integers(2**30, 2**31), st.floats(0.1, 3)]


@st.composite
def questions(draw: Any, players: int, left: int, ranges: bool) -> tuple[Any, ...]:
    """A question about few cards: game, hands, the same for Brute, and dead cards."""
    game = draw(st.sampled_from(GAMES))
    order = draw(CARDS)
    weight = draw(st.sampled_from(WEIGHTS))
    at, hands, choices = 0, [], []
    size = game.final_size
    pool = order[-left:]
    for _ in range(players):
        missing = draw(st.integers(0, 1 if players > 2 else 2))
        if ranges and draw(st.booleans()):
            sets = draw(
                st.lists(
                    st.sets(st.sampled_from(pool), min_size=size - missing, max_size=size - missing),
                    min_size=1,
                    max_size=6 if players == 2 else 3,
                    unique_by=lambda s: tuple(sorted(s)),
                )
            )
            weights = [draw(weight) for _ in sets]
            hands.append(Range.from_hands([sorted(s) for s in sets], weights))
            choices.append([(frozenset(s), Fraction(w)) for s, w in zip(sets, weights, strict=True)])
        else:
            known = order[at : at + size - missing]
            at += len(known)
            hands.append(known)
            choices.append([(frozenset(known), Fraction(1))])
    return game, hands, choices, order[at : 52 - left]


def check(question: tuple[Any, ...]) -> None:
    game, hands, choices, dead = question
    brute = Brute(game, choices, frozenset(dead))
    if brute.deals:
        same(count(game, hands, dead), brute)
    else:
        with pytest.raises(RangeError):
            count(game, hands, dead)


@settings(max_examples=60)
@given(questions(2, 10, ranges=False))
def test_two_hands(question: tuple[Any, ...]) -> None:
    check(question)


@settings(max_examples=60)
@given(questions(2, 11, ranges=True))
def test_two_ranges(question: tuple[Any, ...]) -> None:
    check(question)


@settings(max_examples=40)
@given(questions(3, 15, ranges=True))
def test_three_ranges(question: tuple[Any, ...]) -> None:
    check(question)


@settings(max_examples=15)
@given(questions(4, 20, ranges=True))
def test_four_ranges(question: tuple[Any, ...]) -> None:
    check(question)


def all_of(text: str, size: int) -> list[tuple[frozenset[int], Fraction]]:
    hands = Range.parse(text)
    return [
        (frozenset(hand), Fraction(w))
        for hand, w in zip(hands.hands.tolist(), hands.weights.tolist(), strict=True)
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_equal_ranges_are_swept_once_and_counted_twice(players: int) -> None:
    text = "2c3d[45], 3h4s5@3, 2h3s4d"  # in a deck of deuces to fives
    dead = list(range(16, 52))
    hands = Range.parse(text).without(dead)
    choices = [
        (frozenset(h), Fraction(w)) for h, w in zip(hands.hands.tolist(), hands.weights.tolist(), strict=True)
    ]
    tally = count(badugi, [hands] * players, dead)
    same(tally, Brute(badugi, [choices] * players, frozenset(dead)))
    assert tally.ways.tolist() == [tally.ways[0].tolist()] * players


@pytest.mark.parametrize(
    ("hands", "dead", "ways"),
    [
        (
            ["2c3c4c5c", "", ""],
            range(28, 52),
            2,
        ),  # the other three suits are alike, dead ones are pairs of ranks
        (["2c3d4h", "5c6d7h", "8c9dTh"], [], 1),
        (["2c2d2h", "3c3d3h", "4c4d4h"], [], 6),
        (["2c2d", "3c3d3h3s", "5c5d6c6d"], range(24, 52), 4),
    ],
)
def test_renamed_suits_are_counted_once(hands: list[str], dead: Any, ways: int) -> None:
    holdings = read_holdings(badugi, hands, list(dead))
    assert len(exact._symmetries(holdings)) >= ways
    choices = [[(frozenset(cards.parse(hand).tolist()), Fraction(1))] for hand in hands]
    if sum(4 - len(cards.parse(hand)) for hand in hands) <= 4:
        same(exact.exact_tally(holdings), Brute(badugi, choices, frozenset(dead)))
    with_symmetry = exact.exact_tally(holdings)
    shown = exact._symmetries
    try:
        exact._symmetries = lambda _: [(0, 1, 2, 3)]  # type: ignore[assignment]
        without = exact.exact_tally(holdings)
    finally:
        exact._symmetries = shown
    assert with_symmetry.deals == without.deals
    assert with_symmetry.ways.tolist() == without.ways.tolist()
    assert with_symmetry.categories.tolist() == without.categories.tolist()
    assert with_symmetry.winning.tolist() == without.winning.tolist()


def test_two_and_three_players_agree() -> None:
    # a third player who always loses changes nobody else's wins
    two = soko.equity(["AsKsQsJs", "AhKhQhJh"], dead="2c2d3h5s7c").tally
    three = soko.equity(["AsKsQsJs", "AhKhQhJh", "2c2d3h5s7c"]).tally
    assert three.ways[:2, :2].tolist() == two.ways.tolist()
    assert three.ways[2].tolist() == [0, 0, 0]


def test_counts_beyond_64_bits_are_integers() -> None:
    big = 2**40 + 1
    players = [Range.from_hands(["AsAd", "KsKd"], [big, 1]), Range.from_hands(["QsQd", "JsJd"], [big, 1])]
    dead = list(range(28))
    choices = [
        [(frozenset(h), Fraction(w)) for h, w in zip(r.hands.tolist(), r.weights.tolist(), strict=True)]
        for r in players
    ]
    tally = count(badugi, players, dead)
    assert isinstance(tally.deals, int)
    assert tally.deals > 2**80
    same(tally, Brute(badugi, choices, frozenset(dead)))


def test_too_large_weights_become_floats() -> None:
    players = [Range.from_hands(["AsAd", "KsKd"], [2**60, 1]), Range.from_hands(["QsQd", "JsJd"], [2**60, 1])]
    tally = count(badugi, players)
    assert isinstance(tally.deals, float)
    assert tally.deals == pytest.approx(2.0**120 * 46 * 45 * 47 * 48 / 4, rel=0.2)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_agree(kind: type[Executor], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_TASK", 1e5)  # many tasks
    hands = ["AsKs2d", "7h7d3c", "QcQhJc"]
    alone = soko.equity(hands).tally
    with kind(2) as executor:  # type: ignore[call-arg]
        shared = soko.equity(hands, executor=executor).tally
    assert alone.deals == shared.deals == 548_680_860
    assert alone.ways.tolist() == shared.ways.tolist()
    assert alone.categories.tolist() == shared.categories.tolist()


def test_every_simd_path(simd: str) -> None:
    assert soko.equity(["AsKs2d", "7h7d3c"]).tally.ways[0].tolist() == [263_770, 0]


# --- what is chosen -----------------------------------------------------------------------------------------


def test_auto_counts_what_it_can_afford() -> None:
    assert soko.equity(["", "AsKs"]).exact
    assert soko.equity(["AsKs2d", "7h7d3c", "QcQhJc"]).exact
    assert not soko.equity(["AsKs", "7h7d", "QcQh"], samples=1000).exact
    assert not badugi.equity(["As2d3c", "Ac2h4d"], method="sample", samples=1000).exact


def test_exact_refuses_what_takes_for_ever() -> None:
    with pytest.raises(RuleError, match=r"about [\d,]+ days: use method='sample'"):
        soko.equity(["", "", "", ""], method="exact")


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    result = soko.equity(["AsKs2d", "7h7d3c", "QcQhJc"], progress=lambda *now: seen.append(now))
    assert seen[-1] == (result.deals, result.deals)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.skipif(os.name == "nt", reason="a process cannot send itself this signal")
def test_ctrl_c_stops_native_work() -> None:
    interrupt = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        soko.equity(["", "", "AsKs"], method="exact")  # would take hours
    interrupt.join()


# --- strength -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "hand"), [(badugi, "KsQdJcTh"), (badugi, "As2d3c4h"), (soko, "AsKsQsJd2c")])
def test_strength_of_complete_hands(game: Any, hand: str) -> None:
    mine = set(cards.parse(hand).tolist())
    everything = cards.all_hands(game.final_size)
    ranks = game.evaluate(everything[~np.isin(everything, list(mine)).any(axis=1)])
    own = game.evaluate(hand)
    found = game.strength(hand)
    assert found == pytest.approx(((ranks > own).mean(), (ranks == own).mean(), (ranks < own).mean()))
    assert sum(found) == pytest.approx(1)


def test_strength_of_partial_hands_and_dead_cards() -> None:
    dead = list(range(8, 44))  # twos, threes, kings and aces are left
    choices = [[(frozenset(cards.parse("As2d").tolist()), Fraction(1))], [(frozenset(), Fraction(1))]]
    brute = Brute(badugi, choices, frozenset(dead))
    found = badugi.strength("As2d", dead=dead)
    assert found.win == pytest.approx(float(brute.ways[0][0] / brute.deals))
    assert found.tie == pytest.approx(float(brute.ways[0][1] / brute.deals))
    assert found.lose == pytest.approx(float(brute.ways[1][0] / brute.deals))


def test_floats_do_not_make_the_impossible_possible() -> None:
    ranges = [Range.parse("AsAd@0.1, AhAc@0.7"), Range.parse("AdAc@0.3, AsAh@0.9, AdAh@1.1, AsAc@0.2")]
    with pytest.raises(RangeError, match="exclude each other"):
        badugi.equity(ranges)


def test_floats_find_what_hardly_ever_happens() -> None:
    ranges = [Range.parse("AsAd@0.1, AhAc@0.7"), Range.parse("AdAc@0.3, AsAh@0.9, KdKh@0.00000000001")]
    choices = [
        [(frozenset(h), Fraction(w)) for h, w in zip(r.hands.tolist(), r.weights.tolist(), strict=True)]
        for r in ranges
    ]
    dead = list(range(38))
    wanted = [float(share) for share in Brute(badugi, choices, frozenset(dead)).equity()]
    assert badugi.equity(ranges, dead=dead).equity == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("weights", [([1.0, 1e-16], [1.0, 3e-16]), ([1e-300, 1e-300], [1e-300, 1e-300])])
def test_rounding_is_never_given_as_a_result(weights: tuple[list[float], list[float]]) -> None:
    first, second = weights
    ranges = [
        Range.from_hands(["As2d3c4h", "KsKdKcKh"], first),
        Range.from_hands(["As2d3c4h", "QsQdQcQh"], second),
    ]
    with pytest.raises(RangeError, match="too small a part"):
        badugi.equity(ranges)
