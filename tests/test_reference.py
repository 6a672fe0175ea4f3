"""The reference against the counts of the rule books, ordinary poker, and other ways to do the same."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, factorial, perm, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from sokodugi.reference import (
    BADUGI_CATEGORIES,
    SOKO_CATEGORIES,
    badugi_key,
    badugi_playing,
    badugi_rank,
    badugi_ranks,
    soko_key,
    soko_playing,
    soko_rank,
    soko_ranks,
)

Hand = tuple[int, ...]
Key = tuple[int, ...]

RANKS = "23456789TJQKA"
ACE_LOW = "A23456789TJQK"
ACE_DOWN = RANKS[::-1]
BADUGI_RULES = [{"ace": ace, "best": best} for ace in ("low", "high") for best in ("low", "high")]
HIGH_POKER = {"four_flush": False, "four_straight": False}


def cards(text: str) -> Hand:
    return tuple(4 * RANKS.index(rank) + "cdhs".index(suit) for rank, suit in text.split())


def rainbow(ranks: str) -> Hand:
    return tuple(4 * RANKS.index(rank) + suit for suit, rank in enumerate(ranks))


def counts(text: str) -> dict[str, int]:
    """Read ``4:24 5:96`` as a table."""
    pairs = (entry.split(":") for entry in text.split())
    return {name: int(number.replace(",", "")) for name, number in pairs}


def random_hands(number: int, sizes: Iterable[int]) -> Iterator[Hand]:
    dealer = random.Random(20)
    for size in sizes:
        for _ in range(number):
            yield tuple(dealer.sample(range(52), size))


def unordered(min_size: int, max_size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=min_size, max_size=max_size, unique=True)


# ---------------------------------------------------------------------------------------------- Badugi


@pytest.fixture(scope="module")
def badugi_keys() -> dict[Hand, Key]:
    return {hand: badugi_key(hand) for hand in combinations(range(52), 4)}


@pytest.mark.parametrize(
    ("category", "total", "by_highest_card"),
    [
        (
            "four-card",
            17_160,
            "4:24 5:96 6:240 7:480 8:840 9:1,344 T:2,016 J:2,880 Q:3,960 K:5,280",
        ),
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
def test_badugi_frequencies(
    badugi_keys: dict[Hand, Key], category: str, total: int, by_highest_card: str
) -> None:
    index = BADUGI_CATEGORIES.index(category)
    found = Counter(ACE_LOW[key[1]] for key in badugi_keys.values() if key[0] == index)
    assert found == counts(by_highest_card)
    assert found.total() == total


def test_badugi_hands_have_every_key(badugi_keys: dict[Hand, Key]) -> None:
    assert len(badugi_keys) == 270_725
    assert set(badugi_keys.values()) == set(badugi_ranks())


@pytest.mark.parametrize("rules", BADUGI_RULES)
def test_badugi_categories_follow_one_another(rules: dict[str, str]) -> None:
    ranks = badugi_ranks(**rules)
    assert sorted(ranks.values()) == list(range(1, 1093))
    spans = {}
    for index, category in enumerate(BADUGI_CATEGORIES):
        members = [rank for key, rank in ranks.items() if key[0] == index]
        spans[category] = min(members), max(members)
    assert spans == {
        "four-card": (1, 715),
        "three-card": (716, 1001),
        "two-card": (1002, 1079),
        "one-card": (1080, 1092),
    }


@pytest.mark.parametrize(
    ("ranks", "number"),
    [
        ("432A", 1),
        ("532A", 2),
        ("542A", 3),
        ("543A", 4),
        ("5432", 5),
        ("632A", 6),
        ("8542", 44),
        ("872A", 56),
        ("KQJT", 715),
        ("32A", 716),
        ("KQJ", 1001),
        ("2A", 1002),
        ("KQ", 1079),
        ("A", 1080),
        ("K", 1092),
    ],
)
def test_badugi_rank_numbers(ranks: str, number: int) -> None:
    assert badugi_rank(rainbow(ranks)) == number


@pytest.mark.parametrize(
    ("rules", "ranks", "number"),
    [
        ({"ace": "high"}, "5432", 1),
        ({"ace": "high"}, "6432", 2),
        ({"ace": "high"}, "AKQJ", 715),
        ({"ace": "high"}, "432", 716),
        ({"ace": "high"}, "A", 1092),
        ({"ace": "high", "best": "high"}, "AKQJ", 1),
        ({"ace": "high", "best": "high"}, "AKQT", 2),
        ({"ace": "high", "best": "high"}, "5432", 715),
        ({"ace": "high", "best": "high"}, "AKQ", 716),
        ({"ace": "high", "best": "high"}, "2", 1092),
        ({"ace": "low", "best": "high"}, "KQJT", 1),
        ({"ace": "low", "best": "high"}, "432A", 715),
        ({"ace": "low", "best": "high"}, "A", 1092),
    ],
)
def test_rank_numbers_of_related_games(rules: dict[str, str], ranks: str, number: int) -> None:
    assert badugi_rank(rainbow(ranks), **rules) == number


EXAMPLES_WORST_TO_BEST = [
    ("Ks Kh Kd Kc", "K"),
    ("5d 7d 9d Kd", "5"),
    ("4s 7s 9s Js", "4"),
    ("As Ah Ad Ac", "A"),
    ("Qh Js Jh Jd", "QJ"),
    ("Ts Th 9s 9h", "T9"),
    ("9s 8s 7s 6h", "76"),
    ("3c 2c Ah Ac", "2A"),
    ("Ks Kd 2c Ad", "K2A"),
    ("Qc Qs 2h Ad", "Q2A"),
    ("Qs Js Th 9d", "JT9"),
    ("Qs Js Th 6d", "JT6"),
    ("Ks Js 8h 6d", "J86"),
    ("4d 3c 2h Ac", "42A"),
    ("3s 3h 2c Ad", "32A"),
    ("Kh Qd Js Tc", "KQJT"),
    ("8c 7d 2h As", "872A"),
    ("8s 5d 4c 2h", "8542"),
    ("4c 3d 2h As", "432A"),
]


def test_badugi_examples_worst_to_best() -> None:
    ranks = [badugi_rank(cards(hand)) for hand, _ in EXAMPLES_WORST_TO_BEST]
    assert all(worse > better for worse, better in pairwise(ranks))
    assert (ranks[0], ranks[-1]) == (1092, 1)


@pytest.mark.parametrize(
    ("hand", "ranks"), [*EXAMPLES_WORST_TO_BEST, ("Ac Ad 2c Kd", "2A"), ("7h 8s Td As", "T7A")]
)
def test_badugi_plays(hand: str, ranks: str) -> None:
    playing = badugi_playing(cards(hand))
    assert {RANKS[card // 4] for card in playing} == set(ranks)
    assert len(playing) == len(ranks)
    assert badugi_key(cards(hand)) == badugi_key(rainbow(ranks))


@pytest.mark.parametrize(
    ("hand", "equal"),
    [("7s 3s 2h Ad", "3c 3d 2s Ah"), ("Kc Kd Kh Ks", "Kh"), ("9s 8s 7s 6h", "7c 6d 6h 7d")],
)
def test_equal_badugi_hands(hand: str, equal: str) -> None:
    assert badugi_key(cards(hand)) == badugi_key(cards(equal))


@pytest.mark.parametrize(
    ("hand", "rules", "playing"),
    [
        ("3s 3h 2c Ad", {}, "2c 3h Ad"),
        ("Ac Ad 2c Kd", {}, "2c Ad"),
        ("Ac Ad 2c Kd", {"best": "high"}, "2c Kd"),
        ("Ac Ad 2c Kd", {"ace": "high", "best": "high"}, "Kd Ac"),
        ("Ks Kh Kd Kc", {}, "Kc"),
        ("2c 2d 3c 3d", {}, "2c 3d"),
        ("9s 8s 7s 6h 6s", {}, "6h 7s"),
        ("As 2d 3c 4h 5s", {"ace": "high"}, "2d 3c 4h 5s"),
    ],
)
def test_which_of_equal_subsets_plays(hand: str, rules: dict[str, str], playing: str) -> None:
    for order in permutations(cards(hand)):
        assert badugi_playing(order, **rules) == cards(playing)


def test_the_key_of_the_highest_hand_counts_down_from_the_top() -> None:
    assert badugi_key(rainbow("AKQ2"), ace="high", best="high") == (0, 0, 1, 2, 12)
    assert badugi_key(rainbow("KQJA"), ace="low", best="high") == (0, 0, 1, 2, 12)


def test_the_whole_deck_plays_badugi() -> None:
    assert badugi_playing(range(52)) == cards("2c 3d 4h As")
    assert badugi_playing(range(52), ace="high", best="high") == cards("Jc Qd Kh As")


def test_an_empty_hand_is_no_badugi_hand() -> None:
    with pytest.raises(ValueError, match="at least one card"):
        badugi_key([])


# The usual recipe for reading a Badugi hand, and how often it goes wrong.


def height(card: int) -> int:
    return ACE_LOW.index(RANKS[card // 4])


def drop_suited(hand: Iterable[int]) -> Hand:
    """Keep the lowest card of each suit."""
    return tuple({card % 4: card for card in sorted(hand, key=height, reverse=True)}.values())


def drop_paired(hand: Iterable[int]) -> Hand:
    """Keep one card of each rank."""
    return tuple({card // 4: card for card in hand}.values())


@pytest.mark.parametrize(
    ("first", "then", "misjudged"),
    [(drop_suited, drop_paired, 28_860), (drop_paired, drop_suited, 30_888)],
)
def test_the_usual_recipe_misjudges(
    badugi_keys: dict[Hand, Key],
    first: Callable[[Hand], Hand],
    then: Callable[[Hand], Hand],
    misjudged: int,
) -> None:
    def recipe(hand: Hand) -> Key:
        left = sorted(map(height, then(first(hand))), reverse=True)
        return (4 - len(left), *left)

    wrong = [hand for hand, key in badugi_keys.items() if recipe(hand) != key]
    assert len(wrong) == misjudged
    assert all(recipe(hand) > badugi_keys[hand] for hand in wrong)


# Another way to the same result: from each suit take one card or none.


def badugi_by_suit(hand: Iterable[int], ace: str, best: str) -> Hand:
    order = {"low": ACE_LOW, "high": RANKS}[ace]
    wanted = {"low": 1, "high": -1}[best]
    choices = [[None, *(card for card in hand if card % 4 == suit)] for suit in range(4)]
    picks = [[card for card in pick if card is not None] for pick in product(*choices)]

    def merit(pick: list[int]) -> tuple[int, list[int], list[int]]:
        heights = sorted((order.index(RANKS[card // 4]) for card in pick), reverse=True)
        return -len(pick), [wanted * h for h in heights], sorted(pick)

    playable = [pick for pick in picks if len({card // 4 for card in pick}) == len(pick)]
    return tuple(sorted(min(playable, key=merit)))


@pytest.mark.parametrize("rules", BADUGI_RULES)
def test_badugi_playing_by_suit(rules: dict[str, str]) -> None:
    for hand in random_hands(60, range(1, 14)):
        assert badugi_playing(hand, **rules) == badugi_by_suit(hand, **rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", BADUGI_RULES)
def test_badugi_playing_by_suit_for_all_hands(rules: dict[str, str]) -> None:
    for hand in combinations(range(52), 4):
        assert badugi_playing(hand, **rules) == badugi_by_suit(hand, **rules)


@settings(deadline=None)
@given(unordered(1, 9), st.permutations(range(4)), st.sampled_from(BADUGI_RULES), st.randoms())
def test_badugi_ignores_order_and_names_of_suits(
    hand: list[int], suits: list[int], rules: dict[str, str], shuffler: random.Random
) -> None:
    key, playing = badugi_key(hand, **rules), badugi_playing(hand, **rules)
    assert badugi_key(playing, **rules) == key
    renamed = [card - card % 4 + suits[card % 4] for card in hand]
    shuffler.shuffle(hand)
    shuffler.shuffle(renamed)
    assert badugi_playing(hand, **rules) == playing
    assert badugi_key(renamed, **rules) == key


@settings(deadline=None)
@given(unordered(2, 9), st.sampled_from(BADUGI_RULES))
def test_another_card_never_hurts_in_badugi(hand: list[int], rules: dict[str, str]) -> None:
    assert badugi_key(hand, **rules) <= badugi_key(hand[1:], **rules)


@settings(deadline=None)
@given(unordered(1, 9), st.sampled_from(["low", "high"]))
def test_ace_high_is_ace_low_with_every_rank_one_higher(hand: list[int], best: str) -> None:
    lowered = [(card - 4) % 52 for card in hand]
    assert badugi_key(hand, ace="high", best=best) == badugi_key(lowered, ace="low", best=best)


@pytest.mark.parametrize("ace", ["low", "high"])
@pytest.mark.parametrize(
    ("size", "total"), [(4, 1 + 715), (3, 716 + 1001), (2, 1002 + 1079), (1, 1080 + 1092)]
)
def test_the_highest_hand_is_the_lowest_turned_over(ace: str, size: int, total: int) -> None:
    for ranks in combinations(RANKS, size):
        hand = rainbow("".join(ranks))
        assert badugi_rank(hand, ace=ace, best="low") + badugi_rank(hand, ace=ace, best="high") == total


# How many cards play depends only on which suits go with the same rank, so hands are counted in groups: each
# group is a choice of one non-empty set of suits for every rank that is held, whatever the ranks are.

SUIT_SETS = [suits for size in (1, 2, 3, 4) for suits in combinations(range(4), size)]


def suit_set_choices(n_cards: int, first: int = 0) -> Iterator[list[tuple[int, ...]]]:
    if n_cards == 0:
        yield []
    for index in range(first, len(SUIT_SETS)):
        suits = SUIT_SETS[index]
        if len(suits) <= n_cards:
            for rest in suit_set_choices(n_cards - len(suits), index):
                yield [suits, *rest]


def count_badugi_categories(n_cards: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for choice in suit_set_choices(n_cards):
        if len(choice) > 13:
            continue
        hand = [4 * rank + suit for rank, suits in enumerate(choice) for suit in suits]
        hands = perm(13, len(choice)) // prod(map(factorial, Counter(choice).values()))
        found[BADUGI_CATEGORIES[badugi_key(hand)[0]]] += hands
    return found


@pytest.mark.parametrize(
    ("n_cards", "one", "two", "three", "four"),
    [
        (4, 2_873, 96_252, 154_440, 17_160),
        (5, 5_148, 431_652, 1_647_360, 514_800),
        (6, 6_864, 1_489_384, 11_397_672, 7_464_600),
        (7, 6_864, 4_164_784, 59_033_832, 70_579_080),
    ],
)
def test_badugi_from_more_cards(n_cards: int, one: int, two: int, three: int, four: int) -> None:
    found = count_badugi_categories(n_cards)
    assert found == {"one-card": one, "two-card": two, "three-card": three, "four-card": four}
    assert found.total() == comb(52, n_cards)


@pytest.mark.slow
def test_project_euler_369() -> None:
    badugis = sum(count_badugi_categories(n_cards)["four-card"] for n_cards in range(4, 14))
    assert badugis == 862_400_558_448


# ------------------------------------------------------------------------------------------------ Soko

# The suits matter only where four or more agree. So of all ways to give suits to five ranks, those that put
# the large suit on the same cards are one group, counted once.


@cache
def suitings(shape: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Return an example and the size of each group, for ranks that are equal where `shape` is."""
    groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for suits in product(range(4), repeat=5):
        held = list(zip(shape, suits, strict=True))
        if all(one < other for one, other in pairwise(held)):
            large = [suit for suit in suits if suits.count(suit) >= 4]
            where = tuple(i for i, suit in enumerate(suits) if suit in large)
            groups.setdefault(where, []).append(suits)
    return [(members[0], len(members)) for members in groups.values()]


@pytest.fixture(scope="module")
def soko_groups() -> list[tuple[Hand, int]]:
    """An example of each group of five-card hands that no rule can tell apart, and its size."""
    groups = []
    for ranks in combinations_with_replacement(range(13), 5):
        for suits, hands in suitings(tuple(map(ranks.index, ranks))):
            groups.append((tuple(4 * r + s for r, s in zip(ranks, suits, strict=True)), hands))
    return groups


def soko_frequencies(groups: list[tuple[Hand, int]], **rules: bool) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for hand, hands in groups:
        found[soko_key(hand, **rules)] += hands
    return found


@pytest.fixture(scope="module")
def soko_keys(soko_groups: list[tuple[Hand, int]]) -> Counter[Key]:
    return soko_frequencies(soko_groups)


def test_soko_frequencies(soko_keys: Counter[Key]) -> None:
    hands: Counter[str] = Counter()
    for key, number in soko_keys.items():
        hands[SOKO_CATEGORIES[key[0]]] += number
    ranks = Counter(SOKO_CATEGORIES[key[0]] for key in soko_keys)
    assert {category: (hands[category], ranks[category]) for category in SOKO_CATEGORIES} == {
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
    assert hands.total() == 2_598_960
    assert len(soko_keys) == 16_707
    assert soko_keys[0, 0] == 4  # royal flushes


def by_top_card(keys: Counter[Key], category: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for key, number in keys.items():
        if SOKO_CATEGORIES[key[0]] == category:
            found[ACE_DOWN[key[1]]] += number
    return found


def test_four_flushes_by_top_card(soko_keys: Counter[Key]) -> None:
    assert by_top_card(soko_keys, "four-flush") == counts(
        "5:132 6:564 7:1,500 8:3,060 9:5,400 T:8,676 J:13,044 Q:18,660 K:25,680 A:34,224"
    )


FOUR_STRAIGHTS = counts(
    "4:9,168 5:8,208 6:8,208 7:8,208 8:8,208 9:8,208 T:8,208 J:8,208 Q:8,208 K:8,208 A:9,168"
)


@pytest.mark.parametrize(
    ("rules", "missing"), [({}, ""), ({"ace_low": False}, "4"), ({"open_ended": True}, "4A")]
)
def test_four_straights_by_top_card(
    soko_groups: list[tuple[Hand, int]], rules: dict[str, bool], missing: str
) -> None:
    expected = {top: number for top, number in FOUR_STRAIGHTS.items() if top not in missing}
    assert by_top_card(soko_frequencies(soko_groups, **rules), "four-straight") == expected


def test_new_hands_with_a_pair_inside(soko_groups: list[tuple[Hand, int]]) -> None:
    found: Counter[str] = Counter()
    for hand, hands in soko_groups:
        category = SOKO_CATEGORIES[soko_key(hand)[0]]
        if category in ("four-flush", "four-straight") and len({card // 4 for card in hand}) < 5:
            found[category] += hands
    assert found == {"four-flush": 34_320, "four-straight": 16_368}


def test_hands_that_are_both(soko_groups: list[tuple[Hand, int]]) -> None:
    both = four_to_a_straight_flush = 0
    for hand, hands in soko_groups:
        name, *ranks = soko_key(hand)
        if SOKO_CATEGORIES[name] == "four-flush":
            without = soko_key(hand, four_flush=False)
            both += hands * (SOKO_CATEGORIES[without[0]] == "four-straight")
            suited = "".join(ACE_DOWN[rank] for rank in ranks[:4])
            four_to_a_straight_flush += hands * (suited in ACE_DOWN or suited == "A432")
    assert both == 5_268
    assert four_to_a_straight_flush == 1_476


SAME_BY_ANY_RULE = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
}


@pytest.mark.parametrize(
    ("rules", "four_flush", "four_straight", "one_pair", "high_card"),
    [
        ({}, 110_940, 92_208, 1_047_552, 1_150_080),
        ({"ace_low": False}, 110_940, 83_040, 1_049_040, 1_157_760),
        ({"open_ended": True}, 110_940, 73_872, 1_050_528, 1_165_440),
        ({"open_ended": True, "ace_low": False}, 110_940, 73_872, 1_050_528, 1_165_440),
        ({"paired": False}, 76_620, 75_840, 1_098_240, 1_150_080),
        ({"four_straight": False}, 110_940, 0, 1_063_920, 1_225_920),
        (HIGH_POKER, 0, 0, 1_098_240, 1_302_540),
    ],
)
def test_house_rules(
    soko_groups: list[tuple[Hand, int]],
    rules: dict[str, bool],
    four_flush: int,
    four_straight: int,
    one_pair: int,
    high_card: int,
) -> None:
    keys = soko_frequencies(soko_groups, **rules)
    found = Counter(dict.fromkeys(SOKO_CATEGORIES, 0))
    for key, number in keys.items():
        found[SOKO_CATEGORIES[key[0]]] += number
    assert found == SAME_BY_ANY_RULE | {
        "four-flush": four_flush,
        "four-straight": four_straight,
        "one pair": one_pair,
        "high card": high_card,
    }
    assert found.total() == 2_598_960
    assert set(keys) == set(soko_ranks(**rules))


def test_without_four_flushes_a_hand_that_is_both_is_a_four_straight(
    soko_groups: list[tuple[Hand, int]],
) -> None:
    keys = soko_frequencies(soko_groups, four_flush=False)
    assert by_top_card(keys, "four-straight").total() == 92_208 + 5_268


@pytest.mark.parametrize(
    ("rules", "n_ranks"), [({}, 16_707), ({"paired": False}, 13_847), (HIGH_POKER, 7_462)]
)
def test_number_of_soko_ranks(rules: dict[str, bool], n_ranks: int) -> None:
    ranks = soko_ranks(**rules)
    assert sorted(ranks.values()) == list(range(1, n_ranks + 1))
    assert sorted(ranks, key=ranks.__getitem__) == sorted(ranks)


def named(category: str, ranks: str) -> Key:
    return (SOKO_CATEGORIES.index(category), *map(ACE_DOWN.index, ranks))


@pytest.mark.parametrize(
    ("hand", "rules", "category", "ranks"),
    [
        ("Jd Tc 9c 9h 8c", {}, "four-straight", "J9"),
        ("Jd Tc 9c 9h 8c", {"paired": False}, "one pair", "99JT8"),
        ("Jd Jc Tc 8c 9c", {}, "four-flush", "JT98J"),
        ("Jd Jc Tc 8c 9c", {"paired": False}, "one pair", "JJT98"),
        ("Jd Jc Tc 8c 9c", {"four_flush": False}, "four-straight", "JJ"),
        ("Ac Kc Qc Jc 9s", {}, "four-flush", "AKQJ9"),
        ("Ac Kc Qc Jc 9s", {"four_flush": False}, "four-straight", "A9"),
        ("Ac Kc Qc Jc 9s", {"four_flush": False, "open_ended": True}, "high card", "AKQJ9"),
        ("Ac Qh 4h 3c 2c", {}, "four-straight", "4Q"),
        ("Ac Qh 4h 3c 2c", {"ace_low": False}, "high card", "AQ432"),
        ("Ac Qh 4h 3c 2c", {"open_ended": True}, "high card", "AQ432"),
        ("Ac As 4h 3c 2c", {}, "four-straight", "4A"),
        ("Ac As 4h 3c 2c", {"ace_low": False}, "one pair", "AA432"),
        ("7h 7s 4c 5d 6h", {}, "four-straight", "77"),
        ("Qd Kh Ac 2s 3d", {}, "high card", "AKQ32"),
        ("5c 6d 7h 9s Kc", {}, "high card", "K9765"),
        ("Qd Kh Ac Js 2d", {}, "four-straight", "A2"),
        ("Qd Kh Ac Js 2d", {"open_ended": True}, "high card", "AKQJ2"),
        ("Qd Kh Ac Js 2d", {"four_straight": False}, "high card", "AKQJ2"),
        ("5d 4h 3c 2s Ad", {"ace_low": False, "open_ended": True}, "straight", "5"),
        ("5d 4d 3d 2d Ad", {}, "straight flush", "5"),
        ("Ad Kd Qd Jd Td", {}, "straight flush", "A"),
        ("Ad Kd Qd Jd 9d", {}, "flush", "AKQJ9"),
        ("Ts 9s 8s 7s 6h", {}, "straight", "T"),
        ("4d 4h 4s 4c As", {}, "four of a kind", "4444A"),
        ("4d 4h 4s Ac As", {}, "full house", "444AA"),
        ("4d 4h 4s Kc As", {}, "three of a kind", "444AK"),
        ("As Th 5s Ad Ts", {}, "two pair", "AATT5"),
        ("8h 8c 6h 4h Kh", {}, "four-flush", "K8648"),
    ],
)
def test_soko_hands(hand: str, rules: dict[str, bool], category: str, ranks: str) -> None:
    for order in permutations(cards(hand)):
        assert soko_key(order, **rules) == named(category, ranks)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ts 9h 8c 7d 2c", "Ts 9h 8c As Ad"),
        ("As Th 5s Ad Ts", "As Th 5s Ks Qs"),
        ("As Jh 5s 3s 2s", "As Jh 5s Kc Qc"),
        ("Kh 8h 6h 4h 8c", "Qs Js Ts 9s Th"),
        ("6d 5h 4c 3s 2d", "5d 4h 3c 2s Ad"),
        ("5d 4h 3c 2s 7d", "Ad 4h 3c 2s Kd"),
        ("4d 3h 2c As Ad", "4d 3h 2c As Kd"),
        ("Ts 9h 8c 7d Ad", "Ts 9h 8c 7d Kd"),
        ("Ks 8s 6s 4s 8h", "Ks 8s 6s 4s 7h"),
    ],
)
def test_soko_showdowns(better: str, worse: str) -> None:
    assert soko_rank(cards(better)) < soko_rank(cards(worse))


@pytest.mark.parametrize(
    ("hand", "equal"),
    [
        ("Kh 8h 6h 4h 8c", "Ks 8s 6s 4s 8d"),
        ("Jd Tc 9c 9h 8c", "Js Td 9d 9c 8h"),
        ("Ac Qh 4h 3c 2c", "Ad Qs 4c 3d 2h"),
        ("Td 9h 8c 7s Ad Ah", "Ts 9h 8c 7d As Kd"),
    ],
)
def test_equal_soko_hands(hand: str, equal: str) -> None:
    assert soko_key(cards(hand)) == soko_key(cards(equal))


def test_best_and_worst_soko_hand() -> None:
    assert soko_rank(cards("As Ks Qs Js Ts")) == 1
    assert soko_rank(cards("7c 6d 4c 3d 2h")) == 16_707
    assert soko_rank(cards("7c 5d 4c 3d 2h"), **HIGH_POKER) == 7_462


def test_without_new_hands_soko_is_ordinary_poker(soko_groups: list[tuple[Hand, int]]) -> None:
    hands = [hand for hand, _ in soko_groups]
    hands.extend(random_hands(200, (6, 7)))
    for hand in hands:
        assert soko_rank(hand, **HIGH_POKER) == evaluate_cards(*hand)


@pytest.mark.parametrize(
    ("hand", "rules", "playing"),
    [
        ("Ac Kc Qc Jc 9s 9h", {}, "9h Jc Qc Kc Ac"),
        ("2c 3d 8c 9d Tc Js Kh", {}, "8c 9d Tc Js Kh"),
        ("2c 3d 8c 9d Tc Js Kh", {"four_straight": False}, "8c 9d Tc Js Kh"),
        ("2c 2d 8c 9d Tc Js Kh", {"four_straight": False}, "2c 2d Tc Js Kh"),
        ("Td 9h 8c 7s Ad Ah", {}, "7s 8c 9h Td Ad"),
        ("7c 7d 7h 7s Kc Kd Kh", {}, "7c 7d 7h 7s Kc"),
        ("7c 7d 7h Ks Kc Kd 2h", {}, "7c 7d Kc Kd Ks"),
    ],
)
def test_soko_plays(hand: str, rules: dict[str, bool], playing: str) -> None:
    assert soko_playing(cards(hand), **rules) == cards(playing)


SOKO_OPTIONS = st.fixed_dictionaries(
    dict.fromkeys(["four_flush", "four_straight", "ace_low", "open_ended", "paired"], st.booleans())
)


@settings(deadline=None)
@given(unordered(5, 7), st.permutations(range(4)), SOKO_OPTIONS, st.randoms())
def test_soko_ignores_order_and_names_of_suits(
    hand: list[int], suits: list[int], rules: dict[str, bool], shuffler: random.Random
) -> None:
    key, playing = soko_key(hand, **rules), soko_playing(hand, **rules)
    fives = [tuple(sorted(five)) for five in combinations(hand, 5)]
    assert key == min(soko_key(five, **rules) for five in fives)
    assert playing == min(five for five in fives if soko_key(five, **rules) == key)
    renamed = [card - card % 4 + suits[card % 4] for card in hand]
    shuffler.shuffle(hand)
    shuffler.shuffle(renamed)
    assert soko_playing(hand, **rules) == playing
    assert soko_key(renamed, **rules) == key


@settings(deadline=None)
@given(unordered(6, 7), SOKO_OPTIONS)
def test_another_card_never_hurts_in_soko(hand: list[int], rules: dict[str, bool]) -> None:
    assert soko_key(hand, **rules) <= soko_key(hand[1:], **rules)


@pytest.mark.slow
def test_groups_stand_for_all_soko_hands(soko_keys: Counter[Key]) -> None:
    assert Counter(map(soko_key, combinations(range(52), 5))) == soko_keys


@pytest.mark.slow
def test_without_new_hands_soko_is_ordinary_poker_for_all_hands() -> None:
    for hand in combinations(range(52), 5):
        assert soko_rank(hand, **HIGH_POKER) == evaluate_cards(*hand)
