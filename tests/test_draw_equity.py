"""Deals with draws: against exact results, published ones, and the rules of the deck."""

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from sokodugi import (
    Badugi,
    DrawPolicy,
    HandSizeError,
    HandTypeError,
    Range,
    RangeError,
    RuleError,
    badugi,
    cards,
)
from sokodugi._native import _ranking
from sokodugi.draw.simulate import DrawSample, read_policies, reshuffle_code
from sokodugi.holdings import read_holdings
from sokodugi.sampling import stream

THROW_ALL = DrawPolicy.from_function(lambda hands, left: np.zeros(len(hands), np.uint8), 4, name="throw all")
RANDOM = DrawPolicy(np.random.default_rng(1).integers(16, size=(3, 270_725)))
POLICIES = [
    DrawPolicy.pat(),
    DrawPolicy.best_subset(),
    DrawPolicy.keep_low([9, 10, 11]),
    DrawPolicy.keep_low([5, 7, 9], break_badugis=True),
    DrawPolicy.optimal(3),
    RANDOM,
]


def played(hands, draws, policies, deals=20_000, reshuffle="discards", dead=None, seed=1):
    """Ranks, final hands, and in how many deals discards were shuffled in."""
    holdings = read_holdings(badugi, hands, dead)
    tables = [policy.rows(draws) for policy in read_policies(badugi, policies, len(hands), draws)]
    play = DrawSample(holdings, tables, reshuffle_code(reshuffle)).native
    ranks = np.empty((len(hands), deals), np.uint16)
    finals = np.empty((deals, len(hands), 4), np.uint8)
    return ranks, finals, play.deals(stream(seed, 0), ranks, finals)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize("hand", ["As2d3cKh", "2s4s9dJd"])
@pytest.mark.parametrize("draws", [1, 2])
def test_samples_agree_with_exact_distributions(policy, hand, draws):
    exact = badugi.distribution(hand, draws, policy).probabilities
    n = 200_000
    ranks, _, _ = played([hand, ""], draws, policy, n)
    found = np.bincount(ranks[0], minlength=1093)
    groups = np.add.reduceat(exact, range(0, 1093, 50)), np.add.reduceat(found, range(0, 1093, 50))
    expected = groups[0] * n
    error = np.sqrt(np.maximum(expected * (1 - groups[0]), 1))
    assert (np.abs(groups[1] - expected) < 5 * error + 1e-6).all()
    assert not found[exact < 1e-12].any()


@pytest.mark.parametrize("policy", POLICIES[1:5], ids=lambda policy: policy.name)
def test_three_draws_agree_with_exact_distributions(policy):
    exact = badugi.distribution("As2d3c3h", 3, policy).categories["four-card"]
    result = badugi.equity(["As2d3c3h", ""], draws=3, policies=policy, samples=400_000, seed=3)
    assert abs(result.categories[0, 0] - exact) < 5 * np.sqrt(exact * (1 - exact) / 400_000)


def test_limits_9_10_11_against_11_11_11_win_as_often_as_published():
    players = [DrawPolicy.keep_low([9, 10, 11]), DrawPolicy.keep_low([11, 11, 11])]
    result = badugi.equity(["", ""], draws=3, policies=players, samples=2_000_000, seed=1)
    assert 100 * result.win[0] == pytest.approx(50.7, abs=0.15)
    assert 100 * result.win[1] == pytest.approx(49.1, abs=0.15)
    assert 100 * result.tie[0] == pytest.approx(0.21, abs=0.02)


def test_the_last_draw_between_complete_hands_is_exact():
    players = [DrawPolicy.pat(), DrawPolicy.best_subset()]
    result = badugi.equity(["KsQhJdTc", "Ah2d3cKc"], draws=1, policies=players)
    assert result.exact
    assert result.deals == 44
    assert result.equity[0] == 35 / 44
    assert result.names == ("KsQhJdTc", "Ah2d3cKc")
    sampled = badugi.equity(
        ["KsQhJdTc", "Ah2d3cKc"], draws=1, policies=players, method="sample", samples=300_000, seed=4
    )
    assert abs(sampled.equity[0] - 35 / 44) < 5 * sampled.stderr[0]


def test_one_draw_of_many_hands_is_exact_where_that_is_affordable():
    hands = ["As2d3cKh", "Ah4d5c5h", "7s8d2hQh"]
    exact = badugi.equity(hands, draws=1, policies=DrawPolicy.best_subset())
    assert exact.exact
    sampled = badugi.equity(
        hands, draws=1, policies=DrawPolicy.best_subset(), method="sample", samples=300_000, seed=5
    )
    assert (np.abs(sampled.equity - exact.equity) < 5 * sampled.stderr).all()


def test_ranges_and_partial_hands_are_completed_before_the_draws():
    ranges = Range.parse("Aw2x3y*")
    n = 100_000
    ranks, _, _ = played([ranges, "KsKh"], 1, DrawPolicy.pat(), n)
    pat = badugi.equity([ranges, "KsKh"], method="sample", samples=n, seed=2)
    best = np.mean(ranks[0] < ranks[1]) + np.mean(ranks[0] == ranks[1]) / 2
    assert abs(best - pat.equity[0]) < 7 * pat.stderr[0]
    with pytest.raises(RangeError):
        badugi.equity(["As2d3c4h", Range.parse("As***")], draws=1)


# ---- one real deck ----


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("reshuffle", ["discards", "earlier", "all", "never"])
@pytest.mark.parametrize("policy", [THROW_ALL, RANDOM, DrawPolicy.optimal(3)], ids=lambda policy: policy.name)
def test_no_card_is_ever_held_twice(players, reshuffle, policy):
    dead = "2c7h"
    _, finals, mixed = played([""] * players, 3, policy, 2000, reshuffle, dead)
    rows = np.sort(finals.reshape(len(finals), -1), axis=1)
    assert (np.diff(rows.astype(int), axis=1) > 0).all()
    assert rows.max() < 52
    if reshuffle == "never" or players <= 3:
        assert mixed == 0
    elif players == 8:
        assert mixed > (1900 if policy is THROW_ALL else 1200)
    if reshuffle != "all":
        assert not np.isin(finals, cards.parse(dead)).any()
    elif players == 8 and policy is THROW_ALL:
        assert np.isin(finals, cards.parse(dead)).any()


@pytest.mark.parametrize("reshuffle", ["discards", "earlier", "all", "never"])
def test_nobody_gets_back_what_he_discarded(reshuffle):
    start = ["2c3c4c5c", "6c7c8c9c", "TcJcQcKc", "2d3d4d5d", "6d7d8d9d", "TdJdQdKd", "2h3h4h5h", "6h7h8h9h"]
    _, finals, mixed = played(start, 2, THROW_ALL, 5000, reshuffle)
    assert (mixed == 0) == (reshuffle == "never")
    others = 0
    for seat, hand in enumerate(start):
        mine = cards.parse(hand)
        if reshuffle != "never" and seat < 5:  # there are cards for five; the others may have to keep theirs
            assert not np.isin(finals[:, seat], mine).any()
        others += np.isin(finals[:, :seat], mine).sum() + np.isin(finals[:, seat + 1 :], mine).sum()
    assert (others > 0) == (reshuffle != "never")


def test_a_stub_that_is_never_shuffled_gives_what_it_has():
    """Five throw all: three get four cards, the fourth what is left of 14, and the fifth stands."""
    start = ["AcKc3c4c", "6c7c8c9c", "TcJcQc2c", "AdKd2h3d", "6d7d8d9d"]
    dead = cards.parse("4d5d4h5h6h7h8h9hThJhQhKhAh2s3s4s5s6s")
    _, finals, mixed = played(start, 1, THROW_ALL, 3000, "never", dead)
    assert mixed == 0
    assert not np.isin(finals[:, 0], cards.parse(start[0])).any()
    kept = np.isin(finals[:, 3], cards.parse(start[3])).sum(axis=1)
    assert (kept == 2).all()
    assert np.isin(cards.parse("Ad2h"), finals[:, 3]).all()
    assert np.isin(finals[:, 3], cards.parse("Kd3d")).sum() == 0
    assert (np.isin(finals[:, 4], cards.parse(start[4])).sum(axis=1) == 4).all()


def test_discards_of_this_draw_are_shuffled_in_only_if_the_rule_says_so():
    """Of eight players that throw all, the first five get the 20 cards of the stub."""
    start = ["2c3c4c5c", "6c7c8c9c", "TcJcQcKc", "2d3d4d5d", "6d7d8d9d", "TdJdQdKd", "2h3h4h5h", "6h7h8h9h"]
    _, finals, _ = played(start, 1, THROW_ALL, 5000, "discards")
    assert np.isin(finals[:, 7], cards.parse("2c3c4c5c")).any()
    _, finals, mixed = played(start, 1, THROW_ALL, 5000, "earlier")
    assert mixed == 0
    assert (np.isin(finals[:, 7], cards.parse(start[7])).sum(axis=1) == 4).all()


def test_cards_after_a_reshuffle_are_even():
    """The eighth player throws all when 20 cards are gone and the 24 discards of six others can come."""
    start = ["2c3c4c5c", "6c7c8c9c", "TcJcQcKc", "2d3d4d5d", "6d7d8d9d", "TdJdQdKd", "2h3h4h5h", "6h7h8h9h"]
    n = 40_000
    _, finals, _ = played(start, 1, THROW_ALL, n, "discards")
    counts = np.bincount(finals[:, 5].ravel(), minlength=52)
    came = counts[cards.parse("".join(start[:5]))]
    assert came.sum() == 4 * n
    assert np.abs(came - n / 5).max() < 5 * np.sqrt(n / 5)


# ---- promises of all samples ----


def test_results_depend_on_the_seed_and_not_on_who_does_the_work():
    question = {"draws": 3, "policies": [DrawPolicy.optimal(3), DrawPolicy.best_subset()], "samples": 200_000}
    alone = badugi.equity(["As2d??", ""], seed=9, **question)
    with ThreadPoolExecutor(3) as pool:
        threads = badugi.equity(["As2d??", ""], seed=9, executor=pool, **question)
    with ProcessPoolExecutor(1) as pool:
        processes = badugi.equity(["As2d??", ""], seed=9, executor=pool, **question)
    for other in (threads, processes):
        np.testing.assert_array_equal(alone.tally.ways, other.tally.ways)
    more = badugi.equity(["As2d??", ""], seed=10, **question)
    assert (alone + more).deals == 400_000
    with pytest.raises(RuleError):
        alone + badugi.equity(["As2d??", ""], seed=11, draws=2, samples=1000)
    with pytest.raises(RuleError):
        alone + alone


def test_every_simd_path_gives_the_same():
    found = []
    before = _ranking.simd_in_use()
    try:
        for path in _ranking.simd_paths():
            _ranking.use_simd(path)
            found.append(badugi.equity(["As2d", ""], draws=3, samples=50_000, seed=1).tally.ways)
    finally:
        _ranking.use_simd(before)
    for other in found[1:]:
        np.testing.assert_array_equal(found[0], other)


def test_an_error_can_be_asked_for():
    result = badugi.equity(["", ""], draws=1, stderr=0.001, seed=1)
    assert result.stderr.max() <= 0.001


def test_policies_are_one_for_all_or_one_each_and_may_be_arrays():
    table = DrawPolicy.best_subset(2).table
    first = badugi.equity(["", ""], draws=2, policies=table, samples=10_000, seed=1)
    second = badugi.equity(
        ["", ""], draws=2, policies=[table, DrawPolicy.best_subset()], samples=10_000, seed=1
    )
    np.testing.assert_array_equal(first.tally.ways, second.tally.ways)
    default = badugi.equity(["", ""], draws=2, samples=10_000, seed=1)
    named = badugi.equity(["", ""], draws=2, policies=[None, DrawPolicy.optimal(2)], samples=10_000, seed=1)
    np.testing.assert_array_equal(default.tally.ways, named.tally.ways)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"draws": 3, "policies": [DrawPolicy.pat()]}, HandSizeError, "1 policies for 2 players"),
        ({"draws": 5}, RuleError, "1 to 4"),
        ({"draws": 3, "policies": DrawPolicy.keep_low([9])}, RuleError, "made for 1 draws, not for 3"),
        ({"draws": 0, "policies": DrawPolicy.pat()}, RuleError, "draws is 0"),
        ({"draws": -1}, RuleError, "-1"),
        ({"draws": 1.5}, HandTypeError, "1.5"),
        ({"draws": 2, "method": "exact"}, RuleError, "one draw"),
        ({"draws": 2, "method": "guess"}, RuleError, "guess"),
        ({"draws": 2, "reshuffle": "sometimes"}, RuleError, "'discards', 'earlier', 'all' or 'never'"),
        ({"draws": 2, "policies": np.zeros((2, 5), int)}, HandSizeError, "270725"),
    ],
)
def test_bad_questions_are_refused(arguments, error, text):
    with pytest.raises(error, match=text):
        badugi.equity(["", ""], **arguments)


def test_other_games_draw_too():
    game = Badugi(ace="high")
    policy = DrawPolicy.best_subset(game=game)
    result = game.equity(["2s3d4c5h", ""], draws=3, policies=policy, samples=20_000, seed=1)
    assert result.win[0] > 0.999


def test_a_policy_pickles():
    policy = DrawPolicy.optimal(2)
    again = pickle.loads(pickle.dumps(policy))
    assert again == policy
    assert again.exploitability == policy.exploitability


class Recording(ThreadPoolExecutor):
    """Threads that note the largest task."""

    largest = 0

    def submit(self, *task, **options):
        self.largest = max(self.largest, len(pickle.dumps((task, options))))
        return super().submit(*task, **options)


def test_tasks_are_small_though_tables_are_large():
    with Recording(2) as executor:
        asked = {"draws": 3, "samples": 70_000, "seed": 1}
        found = badugi.equity([""] * 8, **asked, executor=executor)
        assert (found.tally.ways == badugi.equity([""] * 8, **asked).tally.ways).all()
        asked = {"opponents": [""], "samples": 70_000, "seed": 1}
        advice = badugi.advise("As2d3cKh", 3, **asked, executor=executor)
        assert advice.ways == badugi.advise("As2d3cKh", 3, **asked).ways
        assert 0 < executor.largest < 150_000
