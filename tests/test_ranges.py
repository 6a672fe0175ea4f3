"""Ranges against a naive matcher, against counts done by hand, and against plain dictionaries."""

import copy
import doctest
import pickle
import re
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sokodugi
from sokodugi import cards, ranges
from sokodugi.errors import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    HandTypeError,
    RangeError,
)
from sokodugi.ranges import Range

RANKS, SUITS, VARIABLES = "23456789TJQKA", "cdhs", "wxyz"


def rows(r: Range) -> list[tuple[int, ...]]:
    return [tuple(hand) for hand in r.hands.tolist()]


def weights(r: Range) -> dict[tuple[int, ...], float]:
    return dict(zip(rows(r), r.weights.tolist(), strict=True))


# --- the naive matcher: try every order of the cards, and bind the suit variables on the way ----------------

Place = tuple[str, str]  # ranks that fit; suit, variable or ""


def matches(hand: tuple[int, ...], places: list[Place]) -> bool:
    return any(fits(order, places) for order in permutations(hand))


def fits(hand: tuple[int, ...], places: list[Place]) -> bool:
    bound: dict[str, str] = {}
    for card, (ranks, suit) in zip(hand, places, strict=True):
        name = SUITS[card % 4]
        if RANKS[card // 4] not in ranks or (suit in SUITS and suit and suit != name):
            return False
        if suit and suit in VARIABLES and bound.setdefault(suit, name) != name:
            return False
    return len(set(bound.values())) == len(bound)


def span_texts() -> Iterator[tuple[str, str]]:
    """Every span with the ranks it stands for, counted along a line with an ace at each end."""
    line = "A23456789TJQKA"
    for low, high in combinations(range(14), 2):
        if low > 0 or high < 13:
            ranks = line[low : high + 1]
            yield f"[{line[low]}-{line[high]}]", ranks
            if "A" not in ranks:
                yield f"[{line[high]}-{line[low]}]", ranks


SPANS = sorted(span_texts())
RANK_TEXTS = [
    *((rank, rank) for rank in RANKS),
    ("10", "T"),
    ("*", RANKS),
    *SPANS,
    ("[KQJ]", "KQJ"),
    ("[A-36]", "A236"),
]
places = st.tuples(st.sampled_from(RANK_TEXTS), st.sampled_from(["", *SUITS, *VARIABLES, *"wwwxx"]))
patterns = st.lists(places, min_size=1, max_size=5)


def spell(pattern: list[tuple[tuple[str, str], str]]) -> tuple[str, list[Place]]:
    return "".join(text + suit for (text, _), suit in pattern), [
        (ranks, suit) for (_, ranks), suit in pattern
    ]


def parse_or_empty(text: str, n: int) -> Range:
    """The range, or an empty one where the text is right and no hand fits."""
    try:
        return Range.parse(text)
    except RangeError as error:
        if not re.match("no hand (matches|is left)", str(error)):
            raise
        return Range.from_hands(np.empty((0, n), dtype=np.uint8))


@given(st.lists(places, min_size=1, max_size=2))
@settings(max_examples=60, deadline=None)
def test_small_patterns_match_the_naive_matcher_on_every_hand(pattern):
    text, expected = spell(pattern)
    naive = [hand for hand in combinations(range(52), len(pattern)) if matches(hand, expected)]
    assert rows(parse_or_empty(text, len(pattern))) == naive


@given(patterns, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_patterns_match_the_naive_matcher_on_a_sample(pattern, random):
    text, expected = spell(pattern)
    n = len(pattern)
    found = parse_or_empty(text, n)
    picked = random.sample(range(len(found)), min(len(found), 20))
    inside = [tuple(hand) for hand in found.hands[picked].tolist()]
    anywhere = [tuple(random.sample(range(52), n)) for _ in range(20)]
    # One card changed: such hands lie on both sides of the border.
    beside = [(*hand[1:], random.choice(sorted({*range(52)} - {*hand[1:]}))) for hand in inside]
    assert all(matches(hand, expected) for hand in inside)
    for hand in anywhere + beside:
        assert (hand in found) == matches(hand, expected)


@given(st.lists(places, min_size=1, max_size=3), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_the_order_of_the_cards_and_the_names_of_the_variables_do_not_matter(pattern, random):
    shuffled = random.sample(pattern, len(pattern))
    renamed = dict(zip(VARIABLES, random.sample(VARIABLES, 4), strict=True))
    shuffled = [(rank, renamed.get(suit, suit)) for rank, suit in shuffled]
    n = len(pattern)
    assert parse_or_empty(spell(pattern)[0], n) == parse_or_empty(spell(shuffled)[0], n)


@given(st.lists(places, min_size=1, max_size=2), st.lists(places, min_size=1, max_size=2))
@settings(max_examples=60, deadline=None)
def test_an_exclusion_takes_away_the_hands_that_hold_the_cards(pattern, excluded):
    (text, _), (gone, holds) = spell(pattern), spell(excluded)
    n, k = len(pattern), len(excluded)
    whole = parse_or_empty(text, n)
    assume(k <= n and len(whole) and len(parse_or_empty(gone, k)))
    left = [hand for hand in rows(whole) if not any(matches(part, holds) for part in combinations(hand, k))]
    assert rows(parse_or_empty(f"{text}!{gone}", n)) == left


# --- every form of the grammar, with the number of hands counted by hand ------------------------------------

FORMS = {
    "As": 1,
    "A": 4,
    "*": 52,
    "**": 1326,
    "****": 270_725,
    "As*": 51,
    "AA": 6,
    "AK": 16,
    "[KQJ]": 12,
    "[A-5]": 20,
    "[A-5]s": 5,
    "[A-36K]": 20,
    "[10-Q]": 12,
    "[A-K]": 52,
    "[7-7]": 4,
    "[A-A]": 4,
    "*w": 52,
    "*w*w": 4 * 78,
    "*w*x": 6 * 13 * 13,
    "AwKw": 4,
    "AwKx": 12,
    "AsKw": 4,  # a variable may be the suit of a card that is named
    "AsKwQx": 12,
    "AwKwQwJw": 4,
    "[A-5]w[A-5]w[A-5]w[A-5]w": 4 * 5,
    "*w*x*y*z": 13**4,
    "*w*w*w*w": 4 * 715,
    "*w*w*w*x": 12 * 286 * 13,
    "Aw2x3y": 24,
    # The fourth card is of another rank (24 * 40), or pairs one of the three (24 * 9 ways). But where both
    # cards of the pair make a rainbow with the other two, that counts the hand twice: 12 hands for each rank.
    "Aw2x3y*": 24 * 40 + 24 * 9 - 3 * 12,
    "As, Ks": 2,
    "A, As": 4,
    "A!As": 3,
    "AK!AwKw": 12,
    "**!A!K": 44 * 43 // 2,
    "**, !A": 48 * 47 // 2,
    "**, !A, AsKs": 48 * 47 // 2 + 1,
    "AK, QJ!QwJw": 16 + 12,
    "AK, **!A": 16 + 48 * 47 // 2,
    "AK, QJ, !*w*w": 24,
    "***!A": 17_296,
    "As@2": 1,
    "A@0.5!As": 3,
}


@pytest.mark.parametrize("text", FORMS)
def test_forms(text):
    assert len(Range.parse(text)) == FORMS[text]


@pytest.mark.parametrize(("text", "ranks"), SPANS)
def test_spans_have_the_ace_low_in_front_and_high_behind(text, ranks):
    assert {RANKS[hand[0] // 4] for hand in rows(Range.parse(text))} == set(ranks)


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("[A-5]", "A2345"), ("[K-9]", "KQJT9"), ("[9-K]", "KQJT9"), ("[T-A]", "TJQKA"), ("[A-3QJ]", "A23QJ")],
)
def test_spans_by_hand(text, ranks):
    assert Range.parse(text) == Range.parse(", ".join(ranks))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2A", "A2"),
        ("as", "As"),
        ("aW KW", "AwKw"),
        ("10s10h", "TsTh"),
        ("[10-a]", "[T-A]"),
        ("A♠K♥Q♦J♣", "AsKhQdJc"),
        (" A s\t2 d\n", "As2d"),
        ("[ A - 3 K ] w * w", "[A-3K]w*w"),
        ("As2d,Ks3d", "Ks3d , As2d"),
        ("A2 ! Aw2w @ .5", "A2!Aw2w@0.5"),
        ("A2@5e-1!Aw2w", "A2!Aw2w@0.5"),
        ("AwAx", "AA"),
        ("**!AA", "**!AwAx"),
    ],
)
def test_spellings(text, same):
    assert Range.parse(text) == Range.parse(same)


def test_each_pattern_has_its_own_variables():
    assert Range.parse("AwKw*!Qw") == Range.parse("AwKw*!Q")


def test_the_largest_weight_counts_in_any_order():
    expected = {(48, 51): 2, (48, 49): 1, (50, 51): 3}
    for text in permutations(["AcAd, AcAs", "AcAs@2", "AhAs@3"]):
        assert weights(Range.parse(",".join(text))) == expected


def test_weights_of_a_text_are_integers_unless_one_is_not():
    assert Range.parse("As, Ks@3").weights.dtype == np.int64
    assert Range.parse("As, Ks@3").total == 4
    assert Range.parse("As, Ks@0.5").weights.dtype == np.float64
    assert Range.parse("As, Ks@0.5").total == 1.5
    assert Range.parse(f"As@{2**60 + 1}").total == 2**60 + 1


def test_a_later_exclusion_takes_from_all_that_stand_before_it():
    assert weights(Range.parse("As@2, Ks@3, !K, Qs@4")) == {(51,): 2, (43,): 4}


# --- strength -----------------------------------------------------------------------------------------------

STRENGTHS = {
    ("badugi", "<=4-3-2-A"): 24,
    ("badugi", "<=8-7-6-5"): 24 + 96 + 240 + 480 + 840,
    ("badugi", "<= 5 - 6 - 7 - 8"): 1680,
    ("badugi", "<=8c7d6h5s"): 1680,
    ("badugi", "<=8w7x6y5z"): 1680,
    ("badugi", "<=10-9-8-7"): 1680 + 1344 + 2016,
    ("badugi", "<=K-Q-J-T"): 17_160,
    ("badugi", "<=3-2-A"): 17_160 + 900,
    ("badugi", "<=KcKdKhKs"): 270_725,
    ("badugi", ">=2-A"): 96_252 + 2_873,
    ("badugi", ">=K"): 1,
    ("badugi", ">=8-7-6-5"): 270_725 - 1680 + 24,
    ("badugi", "<=8-7-6-5!<=7-6-5-4"): 840,
    ("badugi", "****!>=9-3-2-A"): 1680,
    ("badugi", "A2**!>=9-3-2-A"): 24 * 15,
    # Three cards: A-2-x, also paired, and the rainbows 4-3-A and 4-3-2 (3-2-A and 4-2-A are among the first).
    ("badugi", "A2*, <=4-3-2"): 16 * 44 + 2 * 24 + 2 * 24,
    ("soko", "<=AcKcQcJcTc"): 4,
    ("soko", "<=Ac2c3c4c5c"): 40,
    ("soko", "<=A-A-A-A-2"): 40 + 48,
    ("soko", "<=5-4-3-2-A"): 40 + 624 + 3_744 + 5_108 + 10_200,
    ("soko", "<=3-3-2-2-4"): 198_180,
    # A-K-Q-J of a suit and a fifth card of another: 9, or one that pairs them; a ten would make a straight.
    ("soko", "<=AcKcQcJc9s"): 198_180 + 4 * 3 * 5,
    ("soko", "<=AwKwQwJw9x"): 198_180 + 4 * 3 * 5,
    ("soko", "<=AwKwQwJw9x!<=3-3-2-2-4"): 4 * 3 * 5,
}


@pytest.mark.parametrize(("game", "text"), STRENGTHS)
def test_strengths(game, text):
    assert len(Range.parse(text, getattr(sokodugi, game))) == STRENGTHS[game, text]


def test_strength_follows_the_house_rules():
    high = sokodugi.Badugi(ace="high")
    assert len(Range.parse("<=5-4-3-2", high)) == 24
    assert len(Range.parse("<=A-K-Q-J", high)) == 17_160
    best_high = sokodugi.Badugi(ace="high", best="high")
    assert len(Range.parse("<=A-K-Q-J", best_high)) == 24


def test_strength_of_hands_of_another_size():
    assert len(Range.parse("<=3-2-A", sokodugi.badugi, n=3)) == 24
    assert Range.parse("<=3-2-A", sokodugi.badugi, n=3) == Range.parse("Aw2x3y")
    assert len(Range.parse("<=A-2-3-4", sokodugi.badugi, n=5)) == 24 * 48


@pytest.mark.parametrize("sign", ["<=", ">="])
@pytest.mark.parametrize("bound", ["4-3-2-A", "8-7-6-5", "K-7-2", "2-A", "6"])
def test_strength_includes_the_bound(sign, bound):
    game = sokodugi.badugi
    limit = game.evaluate("".join(rank + suit for rank, suit in zip(bound.split("-"), SUITS, strict=False)))
    compare = {"<=": np.less_equal, ">=": np.greater_equal}[sign]
    expected = Range.where(game, lambda hands, ranks: compare(ranks, limit))
    assert Range.parse(sign + bound, game) == expected
    assert limit in game.evaluate(expected.hands)


# --- errors of the text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "found the end"),
        ("   ", 4, "found the end"),
        ("A2+", 3, "both directions"),
        ("<=8-7-6-5+", 10, "both directions"),
        ("8-7-6-5", 2, "in brackets"),
        ("A2??", 3, "unknown cards"),
        ("A1", 2, "ten is T or 10"),
        ("s", 1, "expected a card"),
        ("Ass", 3, "found 's'"),
        ("Asx", 3, "any card is *"),
        ("A2,,K3", 4, "expected a card, found ','"),
        ("A2,", 4, "found the end"),
        (",A2", 1, "found ','"),
        ("A2!", 4, "found the end"),
        ("!AA", 1, "from what stands before it"),
        ("[A-5", 5, "expected a rank or ']'"),
        ("[A-]", 4, "expected a rank"),
        ("[]", 2, "expected a rank"),
        ("[As]", 3, "found 's'"),
        ("[-5]", 2, "expected a rank"),
        ("A-5", 2, "in brackets"),
        ("A2 k Q9\n; J", 9, "found ';'"),
        ("A2@", 4, "weight"),
        ("A2@0", 4, "above 0"),
        ("A2@-1", 4, "above 0"),
        ("A2@x", 4, "weight"),
        ("A2@1e999", 4, "below 2**62"),
        (f"A2@{2**62}", 4, "below 2**62"),
        ("A2@" + "9" * 5000, 4, "below 2**62"),
        ("A2@0.5.5", 7, "found '.'"),
        ("A2@1@2", 5, "one weight"),
        ("A2, !Aw2w@2", 10, "an exclusion none"),
        ("A2, A23", 5, "3 cards, among hands of 2"),
        ("A2!A23", 4, "3 cards, to be excluded from hands of 2"),
        ("AsAs", 1, "no hand matches"),
        ("AK, AwAwAx", 5, "among hands of 2"),
        ("AK, AwAw", 5, "no hand matches"),
        ("A2!AsAs", 4, "no hand matches"),
        ("A2!A", 1, "no hand is left"),
        ("A2, K3, !A, !K", 13, "no hand is left"),
        ("*******", 1, "too many hands"),
        ("<=8-7-6-5", 1, "needs a game"),
        ("A2**!>=8-7-6-5", 6, "needs a game"),
        ("<8-7", 1, "<= (this rank or better)"),
        ("A2**<=8-7", 5, "<= (this rank or better)"),
        ("<=", 3, "expected a card"),
        ("<=8-7-", 6, "found '-'"),
    ],
)
def test_errors_show_the_place(text, column, says):
    with pytest.raises(RangeError) as caught:
        Range.parse(text)
    message = str(caught.value)
    assert says in message
    assert f"at column {column}:" in message
    if len(text) < 50:
        _, shown, caret, *_ = message.split("\n")
        assert shown == "    " + text.replace("\n", " ")
        assert caret == " " * (4 + column - 1) + "^"


def test_errors_of_strengths_show_the_place():
    for text, column, game in [
        ("A2**, <=8765", 7, sokodugi.badugi),  # many hands of different ranks
        ("<=AsAs", 1, sokodugi.badugi),  # no such hand
        ("A2***, <=A-K-Q", 8, sokodugi.soko),  # three cards are no hand of Soko
        ("A2, <=A-A-K-K-Q", 5, sokodugi.soko),  # hands of two cards have no rank in Soko
    ]:
        with pytest.raises(RangeError, match=f"at column {column}:"):
            Range.parse(text, game)


def test_an_error_in_a_long_text_shows_the_surroundings():
    text = ", ".join(["AsKs"] * 1000)
    with pytest.raises(RangeError) as caught:
        Range.parse(text + "+" + text)
    _, shown, caret, _ = str(caught.value).split("\n")
    assert f"at column {len(text) + 1}:" in str(caught.value)
    assert len(shown) < 110
    assert shown[caret.index("^")] == "+"


def test_a_text_must_be_text():
    with pytest.raises(HandTypeError, match="not list"):
        Range.parse(["As"])
    with pytest.raises(HandTypeError, match=r"Range\.parse"):
        Range.from_hands("As")


# --- ranges from arrays -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 4])
def test_all_hands_are_in_the_order_of_all_hands(n):
    r = Range.parse("*" * n)
    np.testing.assert_array_equal(r.hands, cards.all_hands(n))
    assert r.hands.dtype == np.uint8
    np.testing.assert_array_equal(r.to_masks(), cards.to_masks(cards.all_hands(n)))
    assert Range.from_hands(cards.all_hands(n)[::-1, ::-1]) == r


def test_all_hands_of_five_cards():
    r = Range.parse("*****")
    np.testing.assert_array_equal(r.hands, cards.all_hands(5))
    assert r.total == 2_598_960


hand_lists = st.lists(
    st.tuples(st.lists(st.integers(0, 51), min_size=3, max_size=3, unique=True), st.integers(0, 5))
)


@given(hand_lists)
def test_from_hands_sorts_and_adds_up(pairs):
    expected: dict[tuple[int, ...], int] = {}
    for hand, weight in pairs:
        if weight:
            expected[tuple(sorted(hand))] = expected.get(tuple(sorted(hand)), 0) + weight
    hands = np.array([hand for hand, _ in pairs], dtype=np.int64).reshape(-1, 3)
    r = Range.from_hands(hands, [weight for _, weight in pairs] if pairs else None)
    assert weights(r) == expected
    assert rows(r) == sorted(expected)
    assert r.weights.dtype == np.int64
    assert r.total == sum(expected.values())


def test_from_hands_reads_texts():
    r = Range.from_hands(["As2d", "KhKs", "2dAs"])
    assert dict(r) == {"2dAs": 2, "KhKs": 1}
    assert Range.from_hands(np.array(["As2d", "KhKs"]), [2, 1]) == r


@pytest.mark.parametrize(
    ("given_weights", "kind", "total"),
    [
        (None, np.int64, 3),
        ([1, 2, 3], np.int64, 6),
        (np.array([1, 2, 3], dtype=np.uint64), np.int64, 6),
        ([True, False, True], np.int64, 2),
        ([1.0, 2, 3], np.float64, 6.0),
        (np.array([0.5, 0, 1], dtype=np.float32), np.float64, 1.5),
    ],
)
def test_weights_are_integers_or_floats(given_weights, kind, total):
    r = Range.from_hands(["As", "Ks", "Qs"], given_weights)
    assert r.weights.dtype == kind
    assert r.total == total
    assert type(r.total) is type(total)
    assert (r.weights > 0).all()


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        ([1, -1], RangeError, "weight -1 of hand 1"),
        ([1.0, np.nan], RangeError, "weight nan of hand 1"),
        ([np.inf, 1], RangeError, "weight inf of hand 0"),
        ([2**62, 1], RangeError, "hand 0"),
        ([2**62 - 1, 2**62 - 1], RangeError, "too large"),
        (np.array([1, 2**64 - 1], dtype=np.uint64), RangeError, "hand 1"),
        ([1e308, 1e308], RangeError, "too large"),
        ([1], HandSizeError, "2 hands"),
        ([[1], [2]], HandSizeError, r"\(2, 1\)"),
        (1, HandSizeError, r"\(\)"),
        (["1", "2"], HandTypeError, "numbers"),
        ([1j, 2], HandTypeError, "numbers"),
    ],
)
def test_bad_weights(bad, error, says):
    with pytest.raises(error, match=says):
        Range.from_hands(["As", "Ks"], bad)


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ([[0, 52]], CardError),
        ([[-1, 3]], CardError),
        ([[0, 255]], CardError),
        ([[7, 7]], DuplicateCardError),
        (["AsAs"], DuplicateCardError),
        (["Ax"], CardError),
        ([0, 1], HandSizeError),
        ([[[0, 1]]], HandSizeError),
        (np.empty((3, 0), dtype=np.uint8), HandSizeError),
        (["As", "AsKs"], HandSizeError),
        ([[0], [1, 2]], HandSizeError),
        ([[0.0, 1.0]], HandTypeError),
        ([[True, False]], HandTypeError),
        ([], HandSizeError),
        (None, HandTypeError),
    ],
)
def test_bad_hands(bad, error):
    with pytest.raises(error):
        Range.from_hands(bad)


def test_where_gives_hands_and_ranks_and_takes_bools_or_weights():
    game = sokodugi.badugi
    seen = {}

    def low(hands, ranks):
        seen.update(hands=hands, ranks=ranks)
        return ranks <= 1

    assert Range.where(game, low) == Range.parse("Aw2x3y4z")
    np.testing.assert_array_equal(seen["hands"], cards.all_hands(4))
    np.testing.assert_array_equal(seen["ranks"], game.evaluate(cards.all_hands(4)))
    weighed = Range.where(game, lambda hands, ranks: np.where(ranks <= 2, 0.5 * ranks, 0))
    assert weighed == Range.parse("Aw2x3y4z@0.5, Aw2x3y5z@1.0")
    assert Range.where(game, lambda hands, ranks: hands[:, 0] >= 48, n=2) == Range.parse("AA")
    assert len(Range.where(game, lambda hands, ranks: ranks > 5000)) == 0


def test_where_with_all_hands_of_five_cards():
    game = sokodugi.soko
    flushes = Range.where(game, lambda hands, ranks: (hands % 4 == hands[:, :1] % 4).all(axis=1))
    assert len(flushes) == 5_148
    assert len(Range.where(game, lambda hands, ranks: ranks > 0)) == 2_598_960


def test_where_refuses_what_is_no_selection():
    for result, error in [
        (True, HandSizeError),
        (np.ones(3), HandSizeError),
        (np.full(52, -1), RangeError),
        (np.full(52, "x"), HandTypeError),
    ]:
        with pytest.raises(error):
            Range.where(sokodugi.badugi, lambda hands, ranks, result=result: result, n=1)
    with pytest.raises(HandSizeError):
        Range.where(sokodugi.soko, lambda hands, ranks: ranks > 1, n=2)


# --- set operations against dictionaries --------------------------------------------------------------------

tables = st.dictionaries(
    st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).map(lambda hand: tuple(sorted(hand))),
    st.integers(1, 4) | st.sampled_from([0.25, 0.5, 1.5]),
)


def from_table(table: dict[tuple[int, ...], float]) -> Range:
    return Range.from_hands(
        np.array(list(table), dtype=np.uint8).reshape(-1, 2), np.array(list(table.values()))
    )


@given(tables, tables)
def test_set_operations(left, right):
    a, b = from_table(left), from_table(right)
    assert weights(a | b) == {hand: max(left.get(hand, 0), right.get(hand, 0)) for hand in left | right}
    assert weights(a & b) == {hand: left[hand] for hand in left if hand in right}
    assert weights(a - b) == {hand: left[hand] for hand in left if hand not in right}
    assert a | b == b | a
    assert (a & b) | (a - b) == a
    assert (a == b) == (left == right)
    for result in (a | b, a & b, a - b):
        assert rows(result) == sorted(rows(result))


@given(tables, st.sets(st.integers(0, 6)))
def test_without(table, dead):
    expected = {hand: weight for hand, weight in table.items() if not dead & set(hand)}
    r = from_table(table)
    assert weights(r.without(sorted(dead))) == expected
    assert (
        weights(r.without("".join(cards.format(np.array([card], dtype=np.uint8)) for card in dead)))
        == expected
    )
    assert len(r.without(range(52))) == 0


def test_without_needs_distinct_cards():
    r = Range.parse("**")
    for dead, error in [
        ("AsAs", DuplicateCardError),
        ([52], CardError),
        ([[1]], HandSizeError),
        ([0.5], HandTypeError),
    ]:
        with pytest.raises(error):
            r.without(dead)


def test_operations_need_ranges_with_hands_of_one_size():
    one, two = Range.parse("A"), Range.parse("AA")
    for operate in (Range.__or__, Range.__and__, Range.__sub__):
        with pytest.raises(HandSizeError, match="1 and of 2"):
            operate(one, two)
        with pytest.raises(TypeError):
            {"__or__": lambda: one | 3, "__and__": lambda: one & 3, "__sub__": lambda: one - 3}[
                operate.__name__
            ]()
    assert one != two
    assert one != 3


# --- the range as an object ---------------------------------------------------------------------------------


def test_it_contains_hands_in_any_order():
    r = Range.parse("A2, 33")
    assert "As2d" in r
    assert "2dAs" in r
    assert [0, 48] in r
    assert np.array([48, 0]) in r
    assert "3s3h" in r
    assert "As3d" not in r
    assert "As2d3c" not in r
    assert "As2d" not in r - r
    with pytest.raises(CardError):
        "Ax" in r  # noqa: B015


def test_iteration_gives_text_and_weight():
    assert list(Range.parse("AcAd, KsKh@3")) == [("KhKs", 3), ("AcAd", 1)]
    assert list(Range.parse("A@0.5!As")) == [("Ac", 0.5), ("Ad", 0.5), ("Ah", 0.5)]


def test_it_cannot_be_changed():
    r = Range.parse("AA")
    for name in ("hands", "weights", "other"):
        with pytest.raises(AttributeError, match=name):
            setattr(r, name, r.hands)
    with pytest.raises(AttributeError, match="hands"):
        del r.hands
    for source in (
        r,
        r - Range.parse("AsAh"),
        r | r,
        pickle.loads(pickle.dumps(r)),
        Range.from_hands(r.hands),
    ):
        for array in (source.hands, source.weights):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


def test_it_does_not_share_the_arrays_of_the_caller():
    hands, given_weights = np.array([[0, 1]], dtype=np.uint8), np.array([1])
    r = Range.from_hands(hands, given_weights)
    hands[:], given_weights[:] = 9, 9
    assert dict(r) == {"2c2d": 1}


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol):
    for r in (Range.parse("A2@0.5, KK"), Range.parse("A2") - Range.parse("A2")):
        again = pickle.loads(pickle.dumps(r, protocol))
        assert again == r
        assert again.weights.dtype == r.weights.dtype
        assert again | r == r


def test_copy_and_hash():
    r = Range.parse("A2")
    assert copy.deepcopy(r) == copy.copy(r) == r
    assert hash(Range.parse("2A@1.0")) == hash(r)
    assert {r: "ace-deuce"}[Range.parse("2A")] == "ace-deuce"


def test_repr():
    assert (
        repr(Range.parse("As@0.5"))
        == str(Range.parse("As@0.5"))
        == "<Range: 1 hand of 1 card, total weight 0.5>"
    )
    assert repr(Range.parse("****")) == "<Range: 270,725 hands of 4 cards, total weight 270,725>"


def test_an_empty_range_is_false_and_cannot_be_sampled():
    empty = Range.from_hands(np.empty((0, 4), dtype=np.uint8))
    assert not empty
    assert empty.total == 0
    assert list(empty) == []
    assert empty | empty == empty
    assert empty.to_masks().shape == (0,)
    with pytest.raises(RangeError, match="without hands"):
        empty.sample(1)


# --- sampling -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1, 0.125, 2**50])
def test_samples_follow_the_weights(scale):
    parts = np.array([1, 2, 3, 10, 100, 884])
    r = Range.from_hands(np.arange(6)[:, None], parts * scale)
    size = 200_000
    drawn = np.bincount(r.sample(size, seed=20261130)[:, 0], minlength=6)
    expected = parts / parts.sum() * size
    # 99.99 % of the chi-square distribution with 5 degrees of freedom
    assert ((drawn - expected) ** 2 / expected).sum() < 25.74


def test_samples_depend_on_the_seed_alone():
    r = Range.parse("A2**")
    first = r.sample(50, seed=7)
    assert first.shape == (50, 4)
    assert first.dtype == np.uint8
    np.testing.assert_array_equal(first, r.sample(50, seed=7))
    np.testing.assert_array_equal(first, r.sample(50, seed=np.random.SeedSequence(7)))
    assert (first != r.sample(50, seed=8)).any()
    one, two = np.random.default_rng(7), np.random.default_rng(7)
    np.testing.assert_array_equal(r.sample(50, one), r.sample(50, two))
    assert (r.sample(50, one) != first).any()
    assert r.sample(0, seed=1).shape == (0, 4)
    with pytest.raises(HandSizeError, match="-1"):
        r.sample(-1)


def test_a_point_that_rounds_up_to_the_total_is_in_the_last_hand(monkeypatch):
    class Highest:
        def random(self, size):
            return np.full(size, np.nextafter(1.0, 0.0))

    monkeypatch.setattr(np.random, "default_rng", lambda seed: Highest())
    # The total is the smallest number that is no subnormal: times 1 - 2**-53, it rounds to itself.
    r = Range.from_hands(np.arange(2)[:, None], [2.0**-1074, 2.0**-1074])
    assert r.sample(3, seed=1).tolist() == [[1]] * 3


# --- documentation ------------------------------------------------------------------------------------------


def test_docstrings():
    assert doctest.testmod(ranges).failed == 0


def test_the_page_about_ranges():
    page = Path(__file__).parent.parent / "docs" / "ranges.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 20
    assert results.failed == 0


def test_the_table_of_the_page_about_ranges():
    page = (Path(__file__).parent.parent / "docs" / "ranges.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\|.*\| `([^`]+)` \| ([0-9,]+) \|$", page, re.MULTILINE)
    assert len(lines) == 15
    for text, hands in lines:
        assert len(Range.parse(text, sokodugi.badugi)) == int(hands.replace(",", "")), text


def test_a_predicate_that_forgets_to_return_is_an_error():
    with pytest.raises(HandTypeError, match="returned None"):
        Range.where(sokodugi.badugi, lambda hands, ranks: None, n=2)
