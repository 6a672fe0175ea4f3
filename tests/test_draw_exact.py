"""Draws without sampling: against enumeration, published figures, and each other."""

import itertools
from math import comb

import numpy as np
import pytest

from sokodugi import (
    Badugi,
    DrawPolicy,
    DuplicateCardError,
    HandSizeError,
    HandTypeError,
    RuleError,
    badugi,
    cards,
)
from sokodugi.draw import exact, optimal

HANDS = cards.all_hands(4)
RANKS = badugi.evaluate(HANDS)
RNG = np.random.default_rng(5)


def row(hand):
    """The place of a hand among all: how many come after it, counted by its first cards."""
    ids = sorted(int(c) for c in (cards.parse(hand) if isinstance(hand, str) else hand))
    return 270_724 - sum(comb(51 - c, 4 - i) for i, c in enumerate(ids))


@pytest.mark.parametrize("hand", ["As2d3cKh", "KcKdKhKs", "2c7cTcQc", "9h9d4s2s"])
@pytest.mark.parametrize("dead", ["", "AcJd5h"])
def test_the_mean_of_every_way_to_keep_is_that_of_all_completions(hand, dead):
    values = RNG.random(len(HANDS))
    ids = np.sort(cards.parse(hand))
    gone = cards.parse(dead) if dead else np.empty(0, np.uint8)
    found = exact.Step(values, sum(1 << int(c) for c in gone)).ways(ids)
    live = ~np.isin(HANDS, gone).any(axis=1)
    for keep in range(16):
        kept = [i for i in range(4) if keep >> i & 1]
        thrown = [i for i in range(4) if i not in kept]
        fits = (
            live
            & ~np.isin(HANDS, ids[thrown]).any(axis=1)
            & (np.isin(HANDS, ids[kept]).sum(axis=1) == len(kept))
        )
        assert found[keep] == pytest.approx(values[fits].mean(), abs=1e-12)
        assert fits.sum() == comb(48 - len(gone), 4 - len(kept))


def test_the_best_way_is_the_largest_of_the_means_and_of_equal_ones_keeps_most_and_the_first_cards():
    values = 1 - RANKS / 1092
    result = badugi.draw_values(values, 2)
    assert result.values.shape == (3, 270_725)
    assert result.keeps.shape == (2, 270_725)
    step = exact.Step(result.values[1])
    order = sorted(range(16), key=lambda keep: (-keep.bit_count(), [i for i in range(4) if keep >> i & 1]))
    for i in RNG.integers(len(HANDS), size=300):
        means = step.ways(HANDS[i])
        assert result.values[0][i] == means.max()
        ties = [keep for keep in order if means[keep] >= means.max() - 1e-10]
        assert result.keeps[0][i] == ties[0]
    # two treys that are worth the same: the first is kept
    i = row("3s3h2cAd")
    assert cards.format(HANDS[i][[bool(result.keeps[1][i] >> j & 1) for j in range(4)]]) == "2c3hAd"
    np.testing.assert_array_equal(badugi.draw_values(np.ones(270_725), 3).keeps, 15)


def test_values_are_given_by_rank_or_by_hand():
    by_rank = RNG.random(1092)
    first = badugi.draw_values(by_rank, 1)
    for same in (np.append(0.0, by_rank), by_rank[RANKS - 1]):
        again = badugi.draw_values(same, 1)
        np.testing.assert_array_equal(first.keeps, again.keeps)
        np.testing.assert_array_equal(first.values, again.values)


@pytest.mark.parametrize("ties", ["low", "high"])
def test_other_games_have_ranks_of_their_own(ties):
    game = Badugi(ace="high", best=ties)
    values, keeps = game.draw_values(np.arange(game.n_ranks, 0, -1), 1)
    best = row("2s3d4c5h") if ties == "low" else row("AsKdQcJh")
    assert keeps[0][best] == 15
    assert values[0][best] == values[1].max()


@pytest.mark.parametrize(
    ("values", "draws", "error"),
    [
        (np.ones(1091), 1, HandSizeError),
        (np.ones((2, 1092)), 1, HandSizeError),
        (["a"] * 1092, 1, HandTypeError),
        (np.full(1092, np.nan), 1, RuleError),
        (np.ones(1092), 0, RuleError),
        (np.ones(1092), 5, RuleError),
        (np.ones(1092), 1.0, HandTypeError),
        (np.ones(1092), True, HandTypeError),
    ],
)
def test_bad_values_are_refused(values, draws, error):
    with pytest.raises(error):
        badugi.draw_values(values, draws)


def test_a_distribution_carried_forwards_is_the_transpose_of_values_taken_backwards():
    values, weights = RNG.random(len(HANDS)), RNG.random(len(HANDS))
    keeps = RNG.integers(16, size=len(HANDS)).astype(np.uint8)
    for dead in (0, 0b1011 << 20):
        alive = np.where(exact.holding(dead), 0, weights)
        forwards = exact.carry(alive, keeps, dead)
        assert forwards.sum() == pytest.approx(alive.sum(), rel=1e-12)
        assert (forwards @ values) == pytest.approx(alive @ exact.Step(values, dead).follow(keeps), rel=1e-12)
        assert not forwards[exact.holding(dead)].any()


# ---- published figures ----


@pytest.mark.parametrize(
    ("outs", "chances"),
    [(10, (20.83, 37.68, 51.23)), (5, (10.42, 19.95, 28.65)), (1, (2.08, 4.17, 6.25))],
)
def test_chances_to_hit_one_card_draws_from_48(outs, chances):
    """Of ace-deuce-trey and a fourth card, the three are kept whatever comes until it is one of the outs: the
    ten hearts from 4 to K, the five from 4 to 8, or the four alone."""
    three, last = cards.parse("As2d3c"), {10: "KsQhJdTc", 5: "8c7d6h5s", 1: "4c3d2hAs"}[outs]

    def wait(hands, left):
        good = badugi.evaluate(hands) <= badugi.evaluate(last)
        return np.isin(hands, three) | good[:, None]

    policy = DrawPolicy.from_function(wait)
    for draws, chance in enumerate(chances, 1):
        found = badugi.distribution("As2d3cKc", draws, policy)
        assert found.exact
        assert 100 * found.or_better(last) == pytest.approx(chance, abs=0.005)


def test_a_random_hand_is_a_pat_badugi_as_often_as_published():
    found = badugi.distribution(None, 1, DrawPolicy.pat())
    assert found.categories["four-card"] == pytest.approx(17_160 / 270_725, abs=1e-15)
    np.testing.assert_allclose(found.probabilities * 270_725, badugi.frequencies(4), atol=1e-6)


# ---- histories ----


def played(hand, table, dead=()):
    """All histories of a hand, one by one: final hand to probability."""
    found = {}

    def play(hand, gone, table, chance):
        if not len(table):
            found[hand] = found.get(hand, 0) + chance
            return
        keep = int(table[0][row(np.array(hand, np.uint8))])
        kept = [c for i, c in enumerate(hand) if keep >> i & 1]
        gone = gone | set(hand) - set(kept)
        live = [c for c in range(52) if c not in gone and c not in kept]
        news = list(itertools.combinations(live, 4 - len(kept)))
        for new in news:
            play(tuple(sorted([*kept, *new])), gone, table[1:], chance / len(news))

    play(tuple(sorted(int(c) for c in hand)), set(dead), table, 1.0)
    return found


@pytest.mark.parametrize(
    ("hand", "draws", "dead"),
    [("As2d3cKc", 2, ""), ("As2d3cKc", 2, "5h6hTd"), ("As2d9d9s", 1, "5h"), ("2d5h9dTd", 1, "")],
)
def test_histories_are_those_that_are_played_one_by_one(hand, draws, dead):
    policy = DrawPolicy.keep_low([8, 9])
    gone = cards.parse(dead) if dead else []
    wanted = np.zeros(1093)
    for final, chance in played(cards.parse(hand), policy.rows(draws), [int(c) for c in gone]).items():
        wanted[RANKS[row(np.array(final, np.uint8))]] += chance
    found = badugi.distribution(hand, draws, policy, dead=dead or None)
    np.testing.assert_allclose(found.probabilities, wanted, atol=1e-13)


def test_long_histories_are_those_that_are_played_one_by_one():
    """Three draws, the first of two cards, cut down to few live cards."""
    live = cards.parse("2c3c5d6d7h8h9sTsJcQc")  # ten live cards
    hand = cards.parse("AsKsAdKh")
    dead = [c for c in range(52) if c not in live and c not in hand]
    policy = DrawPolicy.from_function(
        lambda hands, left: (np.arange(270_725)[:, None] * 7 + np.arange(4) + left) % 4 > 0, 3
    )
    with pytest.raises(HandSizeError, match="too few"):
        badugi.distribution(hand, 3, policy, dead=np.array(dead))
    dead = dead[6:]  # 20 cards are enough for three draws of four
    table = policy.table.copy()
    wanted = np.zeros(1093)
    for final, chance in played(hand, table, dead).items():
        wanted[RANKS[row(np.array(final, np.uint8))]] += chance
    found = badugi.distribution(hand, 3, policy, dead=np.array(dead))
    np.testing.assert_allclose(found.probabilities, wanted, atol=1e-13)


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_without_memory_the_average_hand_is_the_mean_over_all_hands(draws):
    """Forwards from all hands, and backwards by values."""
    policy = DrawPolicy.keep_low([9, 10, 11])
    found = badugi.distribution(None, draws, policy)
    value = (RANKS <= 715).astype(float)
    for keeps in policy.rows(draws)[::-1]:
        value = exact.Step(value).follow(keeps)
    assert found.categories["four-card"] == pytest.approx(value.mean(), abs=1e-12)
    assert found.exact == (draws == 1)


def test_what_would_take_long_is_said_and_not_begun():
    heavy = DrawPolicy.from_function(lambda hands, left: np.zeros(len(hands), np.uint8), 4)
    with pytest.raises(RuleError, match="minutes of work: exact=True does it"):
        badugi.distribution("KsKhKdQc", 3, DrawPolicy.optimal(3))
    with pytest.raises(RuleError, match="hours"):
        badugi.distribution("KsKhKdQc", 4, heavy, exact=True)
    found = badugi.distribution("KsKhKdQc", 4, heavy, exact=False)
    assert found.probabilities.sum() == pytest.approx(1)
    assert not found.exact


def test_work_is_cut_into_slices_that_add_up(monkeypatch):
    policy = DrawPolicy.best_subset()
    whole = badugi.distribution("As2d3cKc", 4, policy)
    seen = []
    monkeypatch.setattr(exact, "_SLICE", 50)
    cut = badugi.distribution("As2d3cKc", 4, policy, progress=lambda done, total: seen.append((done, total)))
    np.testing.assert_allclose(cut.probabilities, whole.probabilities, atol=1e-14)
    assert len(seen) > 10
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_bad_hands_are_refused():
    with pytest.raises(DuplicateCardError, match="3c"):
        badugi.distribution("As2d3cKc", 1, dead="3c")
    with pytest.raises(HandSizeError):
        badugi.distribution("As2d3c", 1)
    with pytest.raises(DuplicateCardError):
        badugi.distribution("As2d3c3c", 1)
    with pytest.raises(RuleError, match="made for 2 draws"):
        badugi.distribution("As2d3cKc", 3, DrawPolicy.keep_low([9, 9]))


def test_a_distribution_says_what_it_is():
    found = badugi.distribution("As2d3cKc", 1)
    assert "four-card" in str(found)
    assert str(found).endswith("exact")
    assert found.or_better(1092) == pytest.approx(1)
    with pytest.raises(RuleError):
        found.or_better(0)


# ---- the optimal way to draw ----


def share(rank_values, policy, hand, left):
    return rank_values[policy.draws - left][row(hand)]


def test_the_fixed_point_has_the_known_values():
    policy = DrawPolicy.optimal(3)
    final = optimal.final_ranks(badugi, policy.table)
    values, _ = badugi.draw_values(optimal.pot_shares(final), 3)
    assert final[1:716].sum() == pytest.approx(0.432, abs=0.002)
    for left, value in ((3, 0.710), (2, 0.670), (1, 0.620)):
        assert share(values, policy, "As2d3c3h", left) == pytest.approx(value, abs=0.002)
    assert values[3][row("KhQsJdTc")] == pytest.approx(0.567, abs=0.002)
    assert values[2][row("As2d3cKh")] == pytest.approx(0.629, abs=0.002)
    assert [cards.format(policy.choose("As2d3cKh", left)) for left in (3, 2, 1)] == [
        "As2d3c",
        "As2d3c",
        "As2d3cKh",
    ]
    assert values[0].mean() == pytest.approx(0.5, abs=2e-6)


@pytest.mark.parametrize("draws", [1, 2, 3, 4])
def test_the_published_tables_are_hardly_exploitable_and_can_be_made_again(draws):
    policy = DrawPolicy.optimal(draws)
    reply = DrawPolicy.optimal(draws, against=policy)
    assert reply.value - 0.5 == pytest.approx(policy.exploitability, abs=1e-9)
    assert 0 <= policy.exploitability < 1e-6
    if draws == 3:
        again = DrawPolicy.optimal(draws, tolerance=1e-6)
        assert (again.table == policy.table).mean() > 0.9999
        assert again.exploitability < 1e-6


def test_a_best_reply_wins_more_than_any_other_policy():
    against = DrawPolicy.keep_low([11, 11, 11])
    reply = DrawPolicy.optimal(3, against=against)
    shares = optimal.pot_shares(optimal.final_ranks(badugi, against.table))
    for other in (against, DrawPolicy.pat(3), DrawPolicy.best_subset(3), DrawPolicy.optimal(3)):
        assert optimal.final_ranks(badugi, other.table) @ shares < reply.value
    assert optimal.final_ranks(badugi, reply.table) @ shares == pytest.approx(reply.value, abs=1e-12)


@pytest.mark.parametrize("opponents", [1, 2, 5])
def test_pot_shares_are_means_over_all_opponents_hands(opponents):
    final = np.array([0, 0.2, 0.5, 0.3])
    wanted = np.zeros(4)
    for rank in (1, 2, 3):
        for others in itertools.product((1, 2, 3), repeat=opponents):
            if min(others) >= rank:
                wanted[rank] += np.prod(final[list(others)]) / (1 + others.count(rank))
    np.testing.assert_allclose(optimal.pot_shares(final, opponents), wanted, atol=1e-15)


def test_other_games_are_solved_too(monkeypatch):
    policy = DrawPolicy.optimal(1, game=Badugi(ace="high"), tolerance=0.001)
    assert policy.exploitability < 0.001
    assert cards.format(policy.choose("2s3d4cAh", 1)) == "2s3d4cAh"
    with pytest.raises(RuleError, match="no opponent"):
        DrawPolicy.optimal(1, against=policy, game=badugi)
    monkeypatch.setattr(optimal, "_MOST_REPLIES", 2)
    with pytest.raises(RuleError, match="after 2 replies the gain is still"):
        DrawPolicy.optimal(1, tolerance=1e-9)
