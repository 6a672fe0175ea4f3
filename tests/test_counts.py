"""Every hand of four and five cards against the reference, and the counts of the rule books."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from oracle import (
    BADUGI_RULES,
    SOKO_RULES,
    Oracle,
    as_masks,
    best_subset,
    brief,
    colex_hands,
    forced,
    one_more,
)
from sokodugi import Badugi, Soko, badugi, cards, reference, soko
from sokodugi._native import _ranking

ALL_BADUGI = [Badugi(**rules) for rules in BADUGI_RULES]
ALL_SOKO = [Soko(**rules) for rules in SOKO_RULES]


def plain(game: Soko) -> Soko:
    """The same game with every option at its default that has no effect: half of the 32 have a twin."""
    rules = dict(game.rules)
    if not rules["four_straight"] or rules["open_ended"]:
        rules["ace_low"] = True
    if not rules["four_straight"]:
        rules["open_ended"] = False
    return Soko(**rules)


def assert_ranks(game: Badugi | Soko, hands: np.ndarray, wanted: np.ndarray) -> None:
    """Compare the ranks of hands on every SIMD path."""
    for path in _ranking.simd_paths():
        with forced(path):
            np.testing.assert_array_equal(game.evaluate(hands), wanted, path)


def assert_ranks_of_masks(game: Badugi | Soko, masks: np.ndarray, wanted: np.ndarray) -> None:
    """Compare the ranks of masks on every SIMD path."""
    for path in _ranking.simd_paths():
        with forced(path):
            np.testing.assert_array_equal(game.evaluate_masks(masks), wanted, path)


# ---- all hands against the reference ----


@pytest.mark.parametrize("game", ALL_BADUGI, ids=brief)
def test_all_four_card_badugi_hands(game: Badugi, badugi_oracle: Oracle) -> None:
    ranks = badugi_oracle(game)
    assert (ranks.min(), ranks.max()) == (1, game.n_ranks)
    assert_ranks(game, colex_hands(4), ranks)
    assert_ranks_of_masks(game, as_masks(colex_hands(4)), ranks)


@pytest.fixture(scope="module")
def five_card_masks() -> np.ndarray:
    return as_masks(colex_hands(5))


@pytest.mark.parametrize("game", [game for game in ALL_SOKO if game is plain(game)], ids=brief)
def test_all_five_card_soko_hands(game: Soko, soko_oracle: Oracle, five_card_masks: np.ndarray) -> None:
    ranks = soko_oracle(game)
    assert (ranks.min(), ranks.max()) == (1, game.n_ranks)
    assert_ranks(game, colex_hands(5), ranks)
    assert_ranks_of_masks(game, five_card_masks, ranks)


@pytest.mark.parametrize("game", [game for game in ALL_SOKO if game is not plain(game)], ids=brief)
def test_options_without_effect(game: Soko) -> None:
    hands = colex_hands(5)
    np.testing.assert_array_equal(game.evaluate(hands), plain(game).evaluate(hands))
    for hand in cards.deal(100, 5, seed=32).tolist():
        assert game.evaluate(hand) == reference.soko_rank(hand, **plain(game).rules)
        assert reference.soko_key(hand, **game.rules) == reference.soko_key(hand, **plain(game).rules)


@pytest.mark.parametrize("game", ALL_BADUGI, ids=brief)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_badugi_hands_of_few_cards(game: Badugi, n: int) -> None:
    hands = cards.all_hands(n)
    wanted = [reference.badugi_rank(hand, **game.rules) for hand in hands.tolist()]
    assert_ranks(game, hands, np.array(wanted))


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL_BADUGI, ids=brief)
def test_every_single_four_card_badugi_hand(game: Badugi) -> None:
    hands = cards.all_hands(4)
    wanted = [reference.badugi_rank(hand, **game.rules) for hand in hands.tolist()]
    assert_ranks(game, hands, np.array(wanted))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [soko, Soko(paired=False), Soko(four_flush=False, open_ended=True)], ids=brief
)
def test_every_single_five_card_soko_hand(game: Soko) -> None:
    hands = cards.all_hands(5)
    wanted = [reference.soko_rank(hand, **game.rules) for hand in hands.tolist()]
    assert_ranks(game, hands, np.array(wanted))


# ---- all hands of more cards, as the best of their subsets ----


def by_rank(game: Badugi | Soko, ranks: np.ndarray) -> np.ndarray:
    """Hands of each rank, as ``frequencies`` counts them."""
    return np.bincount(ranks, minlength=game.n_ranks + 1)


def by_category(game: Badugi | Soko, hands: np.ndarray) -> dict[str, int]:
    """Hands of each category; `hands` are those of each rank."""
    kinds = game.category(np.arange(1, game.n_ranks + 1))
    return {name: int(hands[1:][kinds == i].sum()) for i, name in enumerate(game.categories)}


@pytest.mark.parametrize("game", ALL_BADUGI, ids=brief)
def test_all_badugi_hands_of_five_and_six_cards(game: Badugi, badugi_oracle: Oracle) -> None:
    ranks = badugi_oracle(game)
    for n in (5, 6) if game is badugi else (5,):
        found = []
        for hands, wanted in one_more(colex_hands(n - 1), ranks):
            assert_ranks(game, hands, wanted)
            found.append(wanted)
        ranks = np.concatenate(found)
        assert len(ranks) == comb(52, n)
        np.testing.assert_array_equal(by_rank(game, ranks), game.frequencies(n))


def test_all_soko_hands_of_six_cards(soko_oracle: Oracle) -> None:
    found = np.zeros(soko.n_ranks + 1, int)
    for hands, wanted in one_more(colex_hands(5), soko_oracle(soko)):
        assert_ranks(soko, hands, wanted)
        found += by_rank(soko, wanted)
    np.testing.assert_array_equal(found, soko.frequencies(6))


@pytest.mark.slow
@pytest.mark.parametrize("game", [badugi, soko], ids=brief)
def test_all_hands_of_seven_cards(game: Badugi | Soko) -> None:
    hands = colex_hands(6)
    found = np.zeros(game.n_ranks + 1, int)
    for seven, wanted in one_more(hands, game.evaluate(hands)):
        assert_ranks(game, seven, wanted)
        found += by_rank(game, wanted)
    np.testing.assert_array_equal(found, game.frequencies(7))


@pytest.mark.parametrize("n", range(7, 14))
def test_badugi_hands_of_seven_to_thirteen_cards(n: int, badugi_oracle: Oracle) -> None:
    hands = cards.deal(20_000 if n == 7 else 2_000, n, seed=n)
    for game in ALL_BADUGI:
        ranks = best_subset(hands, badugi_oracle(game), 4)
        assert_ranks(game, hands, ranks)
        assert_ranks_of_masks(game, as_masks(hands), ranks)
    for hand in hands[:20].tolist():
        assert badugi.evaluate(hand) == reference.badugi_rank(hand)


DECKS = {
    "all": range(52),
    "two suits": [card for card in range(52) if card % 4 < 2],
    "three suits": [card for card in range(52) if card % 4 != 2],
    "five ranks": [card for card in range(52) if card // 4 in (0, 3, 4, 11, 12)],
}


@pytest.mark.parametrize("deck", DECKS)
def test_badugi_masks_of_more_than_thirteen_cards(deck: str, badugi_oracle: Oracle) -> None:
    dead = sorted(set(range(52)) - set(DECKS[deck]))
    hands = [
        cards.deal(8, n, dead=dead, seed=n) for n in (14, 17, 20, 26, 39, 51, 52) if n <= len(DECKS[deck])
    ]
    masks = np.concatenate([as_masks(rows) for rows in hands])
    four = as_masks(colex_hands(4))
    inside = [(four & ~mask) == 0 for mask in masks]
    for game in ALL_BADUGI:
        wanted = [badugi_oracle(game)[subsets].min() for subsets in inside]
        assert_ranks_of_masks(game, masks, np.array(wanted))


@pytest.mark.parametrize("game", ALL_SOKO, ids=brief)
def test_soko_hands_of_six_and_seven_cards(game: Soko) -> None:
    ranks = game.evaluate(colex_hands(5))
    for n in (6, 7):
        hands = cards.deal(10_000, n, seed=n)
        wanted = best_subset(hands, ranks, 5)
        assert_ranks(game, hands, wanted)
        assert_ranks_of_masks(game, as_masks(hands), wanted)
        for hand in hands[:4].tolist():
            assert game.evaluate(hand) == reference.soko_rank(hand, **game.rules)


# ---- the counts of the rule books ----


def table(text: str) -> dict[str, int]:
    """Read ``4:24 5:96``."""
    pairs = (entry.split(":") for entry in text.split())
    return {name: int(number.replace(",", "")) for name, number in pairs}


def by_top_card(game: Badugi | Soko, category: str) -> dict[str, int]:
    """Hands of a category by the highest card that is told of them."""
    found: Counter[str] = Counter()
    for rank, hands in enumerate(game.frequencies(game.final_size).tolist()):
        if hands and game.categories[game.category(rank)] == category:
            shape = game.describe(rank).split()[1]
            found[shape[0]] += hands
    return dict(found)


@pytest.mark.parametrize(
    ("category", "total", "by_highest_card"),
    [
        ("four-card", 17_160, "4:24 5:96 6:240 7:480 8:840 9:1,344 T:2,016 J:2,880 Q:3,960 K:5,280"),
        (
            "three-card",
            154_440,
            "3:900 4:2,556 5:4,824 6:7,560 7:10,620 8:13,860 9:17,136 T:20,304 J:23,220 Q:25,740 K:27,720",
        ),
        (
            "two-card",
            96_252,
            "2:3,632 3:6,400 4:8,388 5:9,680 6:10,360 7:10,512 8:10,220 9:9,568 T:8,640 J:7,520 Q:6,292 "
            "K:5,040",
        ),
        (
            "one-card",
            2_873,
            "A:881 2:661 3:481 4:337 5:225 6:141 7:81 8:41 9:17 T:5 J:1 Q:1 K:1",
        ),
    ],
)
def test_badugi_hands_by_highest_card(category: str, total: int, by_highest_card: str) -> None:
    assert by_top_card(badugi, category) == table(by_highest_card)
    hands = by_rank(badugi, badugi.evaluate(cards.all_hands(4)))
    assert by_category(badugi, hands)[category] == total


@pytest.mark.parametrize(
    ("n", "one", "two", "three", "four"),
    [
        (5, 5_148, 431_652, 1_647_360, 514_800),
        (6, 6_864, 1_489_384, 11_397_672, 7_464_600),
        (7, 6_864, 4_164_784, 59_033_832, 70_579_080),
    ],
)
def test_badugi_from_more_cards(n: int, one: int, two: int, three: int, four: int) -> None:
    wanted = {"four-card": four, "three-card": three, "two-card": two, "one-card": one}
    assert by_category(badugi, badugi.frequencies(n)) == wanted
    assert sum(wanted.values()) == comb(52, n)
    if n < 7:  # else a gigabyte of hands
        assert by_category(badugi, by_rank(badugi, badugi.evaluate(cards.all_hands(n)))) == wanted


def test_project_euler_369() -> None:
    badugis = [by_category(badugi, badugi.frequencies(n))["four-card"] for n in range(4, 14)]
    assert sum(badugis) == 862_400_558_448


def test_soko_categories() -> None:
    counted = by_rank(soko, soko.evaluate(cards.all_hands(5)))
    hands, kinds = by_category(soko, counted), by_category(soko, counted > 0)
    assert {name: (hands[name], kinds[name]) for name in soko.categories} == {
        "straight flush": (40, 10),
        "four of a kind": (624, 156),
        "full house": (3_744, 156),
        "flush": (5_108, 1_277),
        "straight": (10_200, 10),
        "three of a kind": (54_912, 858),
        "two pair": (123_552, 858),
        "four-flush": (110_940, 9_245),
        "four-straight": (92_208, 123),
        "one pair": (1_047_552, 2_816),
        "high card": (1_150_080, 1_198),
    }
    assert counted[1] == 4  # royal flushes
    assert counted[1:].all()


@pytest.mark.parametrize(
    ("rules", "four_flush", "four_straight", "one_pair", "high_card", "n_ranks"),
    [
        ({}, 110_940, 92_208, 1_047_552, 1_150_080, 16_707),
        ({"ace_low": False}, 110_940, 83_040, 1_049_040, 1_157_760, None),
        ({"open_ended": True}, 110_940, 73_872, 1_050_528, 1_165_440, None),
        ({"paired": False}, 76_620, 75_840, 1_098_240, 1_150_080, 13_847),
        ({"four_straight": False}, 110_940, 0, 1_063_920, 1_225_920, None),
        ({"four_flush": False, "four_straight": False}, 0, 0, 1_098_240, 1_302_540, 7_462),
    ],
)
def test_house_rules_of_soko(
    rules: dict[str, bool],
    four_flush: int,
    four_straight: int,
    one_pair: int,
    high_card: int,
    n_ranks: int | None,
) -> None:
    game = Soko(**rules)
    found = by_category(game, by_rank(game, game.evaluate(cards.all_hands(5))))
    assert [found[name] for name in game.categories[7:]] == [four_flush, four_straight, one_pair, high_card]
    assert n_ranks in (None, game.n_ranks)
    assert [found[name] for name in game.categories[:7]] == [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552]


def test_new_hands_by_top_card() -> None:
    assert by_top_card(soko, "four-flush") == table(
        "5:132 6:564 7:1,500 8:3,060 9:5,400 T:8,676 J:13,044 Q:18,660 K:25,680 A:34,224"
    )
    assert by_top_card(soko, "four-straight") == table("4:9,168 A:9,168") | dict.fromkeys("56789TJQK", 8_208)


def test_new_hands_with_a_pair_inside() -> None:
    hands = cards.all_hands(5)
    kinds = soko.category(soko.evaluate(hands))
    pair = (np.diff(hands >> 2, axis=1) == 0).any(axis=1)
    assert np.bincount(kinds[pair], minlength=11)[7:9].tolist() == [34_320, 16_368]


def test_hands_that_are_both() -> None:
    hands = cards.all_hands(5)
    four_flush = soko.category(soko.evaluate(hands)) == 7
    only_straights = Soko(four_flush=False)
    both = four_flush & (only_straights.category(only_straights.evaluate(hands)) == 8)
    assert both.sum() == 5_268
