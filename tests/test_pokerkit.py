"""The hand types for PokerKit: they must be what PokerKit expects, and rank as the reference does."""

import copy
import itertools
import pickle
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pokerkit
import pytest
from pokerkit import BadugiHand, Card, Deck, calculate_equities

from sokodugi import Badugi, Soko, badugi, cards, soko
from sokodugi.errors import MissingExtraError, RuleError
from sokodugi.pokerkit import FastBadugiHand, FixedLimitBadugi, FixedLimitSoko, SokoHand, SokoLabel
from sokodugi.reference import SOKO_CATEGORIES, soko_key


def compare(a, b):
    """All six comparisons of two hands at once."""
    return a < b, a <= b, a == b, a != b, a >= b, a > b


def outcome(worse, better):
    """What `compare` gives for two numbers of which the greater is the better."""
    return compare(worse, better)


# -------------------------------------------------------------------------------------------------- Badugi


def agrees_with_pokerkit(hands):
    for hand in hands:
        dealt = [Deck.STANDARD[card] for card in hand]
        fast, slow = FastBadugiHand.from_game(dealt), BadugiHand.from_game(dealt)
        # Equal indices for all hands mean equal order, and equal splits, for all pairs of hands.
        assert fast.entry == slow.entry
        assert fast.entry.label == slow.entry.label
        assert len(fast.cards) == len(slow.cards)
        assert sorted(card.rank for card in fast.cards) == sorted(card.rank for card in slow.cards)
        assert BadugiHand(fast.cards).entry == slow.entry


def test_deck_order_is_that_of_the_card_ids():
    assert [repr(card) for card in Deck.STANDARD] == [cards.format(card) for card in range(52)]


def test_badugi_agrees_with_pokerkit_on_every_23rd_hand():
    agrees_with_pokerkit(cards.all_hands(4)[::23].tolist())


@pytest.mark.slow
def test_badugi_agrees_with_pokerkit_on_all_hands():
    agrees_with_pokerkit(cards.all_hands(4).tolist())


def test_badugi_comparisons_are_those_of_pokerkit():
    rng = random.Random(1)
    dealt = [rng.sample(Deck.STANDARD, rng.randint(1, 7)) for _ in range(120)]
    fast = [FastBadugiHand.from_game(hand) for hand in dealt]
    slow = [BadugiHand.from_game(hand) for hand in dealt]
    for i, j in itertools.product(range(120), repeat=2):
        assert compare(fast[i], fast[j]) == compare(slow[i], slow[j])
        assert (hash(fast[i]) == hash(fast[j])) >= (fast[i] == fast[j])
    assert max(fast).entry == max(slow).entry


def test_badugi_hand_is_a_badugi_hand_of_pokerkit():
    hand = FastBadugiHand("Ac2d3h4s")
    assert isinstance(hand, BadugiHand)
    assert hand.cards == tuple(Card.parse("Ac2d3h4s"))
    assert repr(hand) == "Ac2d3h4s"
    assert str(hand) == "Badugi 4-3-2-A (Ac2d3h4s)"
    assert hand.rank == 1
    assert hand != BadugiHand("Ac2d3h4s")
    with pytest.raises(TypeError, match="'<' not supported"):
        assert hand < BadugiHand("Ac2d3h4s")


@pytest.mark.parametrize("text", ["Ac2d3c4s5c", "Ac2d3c4s", "AcAd3h4s", "Ac2c", "", "AsAs", "??", "As??"])
def test_cards_that_are_no_badugi(text):
    for kind in (BadugiHand, FastBadugiHand):
        with pytest.raises((ValueError, KeyError)):
            kind(text)
    with pytest.raises(
        ValueError, match=f"The cards '{text.replace('?', '[?]')}' form an invalid FastBadugiHand hand"
    ):
        FastBadugiHand(text)


def test_badugi_from_the_cards_of_a_game():
    assert repr(FastBadugiHand.from_game("7h8sTdAs")) == "7hTdAs"
    assert repr(FastBadugiHand.from_game("AcAd2cKd")) == "Ad2c"
    assert FastBadugiHand.from_game("Ac2d", "3h4s") == FastBadugiHand("Ac2d3h4s")
    assert FastBadugiHand.from_game(filter(None, Card.parse("Ac2d3h??"))).rank == badugi.evaluate("Ac2d3h")
    assert FastBadugiHand.from_game_or_none("") is None
    assert FastBadugiHand.from_game_or_none("Ac2d", Card.UNKNOWN) is None
    with pytest.raises(
        ValueError, match="No valid FastBadugiHand hand can be formed from the hole and board"
    ):
        FastBadugiHand.from_game("AcAc")


# ---------------------------------------------------------------------------------------------------- Soko


def test_soko_orders_hands_as_the_reference_does():
    rng = random.Random(2)
    dealt = [rng.sample(range(52), 5) for _ in range(150)]
    # Hands of the new classes are too rare among random ones to meet each other often.
    dealt += [cards.parse(text).tolist() for text in ("Jd9c8h7sTc", "JsTh9c8d2s", "KhQh9h2hKd", "KsQs9s2s2d")]
    hands = [SokoHand([Deck.STANDARD[card] for card in hand]) for hand in dealt]
    keys = [soko_key(hand) for hand in dealt]
    for i, j in itertools.product(range(len(dealt)), repeat=2):
        assert compare(hands[i], hands[j]) == compare(keys[j], keys[i])
        assert (hash(hands[i]) == hash(hands[j])) == (keys[i] == keys[j])
        assert (hands[i].entry < hands[j].entry) == (hands[i] < hands[j])
    for hand, key in zip(hands, keys, strict=True):
        assert hand.entry.label.value.lower() == SOKO_CATEGORIES[key[0]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ts9h8c7d2c", "Ts9h8cAsAd"),
        ("AsTh5sAdTs", "AsTh5sKsQs"),
        ("AsJh5s3s2s", "AsJh5sKcQc"),
        ("Kh8h6h4h8c", "QsJsTs9sTh"),
    ],
)
def test_soko_examples(better, worse):
    assert compare(SokoHand(worse), SokoHand(better)) == outcome(0, 1)


def test_soko_takes_the_best_five():
    hand = SokoHand.from_game("2c3d8c9dTc", "JsKh")
    assert repr(hand) == "8c9dTcJsKh"
    assert hand == SokoHand("8h9hTsJcKd")
    assert str(hand) == "Four-straight J-high, kicker K (8c9dTcJsKh)"
    assert SokoHand.from_game_or_none("2c3d8c9d") is None
    for text in ("2c3d8c9d", "2c3d8c9dTcJs", "2c2c8c9dTc", "2c3d8c9d??"):
        with pytest.raises(ValueError, match="form an invalid SokoHand hand"):
            SokoHand(text)


def test_soko_labels_are_the_categories():
    assert [label.value.lower() for label in reversed(SokoLabel)] == list(soko.categories)
    common = {label.value for label in pokerkit.Label} & set(SokoLabel)
    assert len(common) == 9
    assert SokoHand("AcAdKh7s2c").entry.label == pokerkit.Label.ONE_PAIR


def test_lookups_answer_as_those_of_pokerkit():
    assert SokoHand.lookup.get_entry("AcAdKh7s2c") == SokoHand("AcAdKh7s2c").entry
    assert SokoHand.lookup.has_entry("AcAdKh7s2c")
    assert not SokoHand.lookup.has_entry("AcAdKh7s")
    assert SokoHand.lookup.get_entry_or_none("AcAdKh7s") is None
    with pytest.raises(ValueError, match="invalid SokoHand"):
        SokoHand.lookup.get_entry("AcAdKh7s")
    assert FastBadugiHand.lookup.get_entry("Ac2d") == BadugiHand.lookup.get_entry("Ac2d")
    games = FixedLimitSoko((), True, 1, 2, 4, 8), FixedLimitBadugi((), True, 0, (1, 2), 2, 4)
    assert [game.rank_orders for game in games] == [
        (pokerkit.RankOrder.STANDARD,),
        (pokerkit.RankOrder.REGULAR,),
    ]


# --------------------------------------------------------------------------------------------- house rules


def test_house_rules_make_hand_types():
    no_wheel = SokoHand.with_rules(Soko(ace_low=False))
    assert no_wheel is SokoHand.with_rules(Soko(ace_low=False))
    assert SokoHand.with_rules(soko) is no_wheel.with_rules(soko) is SokoHand
    assert no_wheel.with_rules(Soko(paired=False)) is SokoHand.with_rules(Soko(paired=False))
    assert SokoHand("AcQh4h3c2c") > SokoHand("AcAd4h3c7c")
    assert no_wheel("AcQh4h3c2c") < no_wheel("AcAd4h3c7c")
    assert no_wheel("AcQh4h3c2c") != SokoHand("AcQh4h3c2c")
    assert no_wheel("AcQh4h3c2c").entry.label is SokoLabel.HIGH_CARD
    hi_dugi = FastBadugiHand.with_rules(Badugi(ace="high", best="high"))
    assert hi_dugi("AcKdQhJs") > hi_dugi("5c4d3h2s") > hi_dugi("AcKdQh")
    assert hi_dugi.lookup.rank_order is pokerkit.RankOrder.STANDARD


def test_rules_of_the_other_game_are_refused():
    with pytest.raises(RuleError, match="SokoHand needs rules of Soko, not Badugi"):
        SokoHand.with_rules(badugi)
    with pytest.raises(RuleError, match="FastBadugiHand needs rules of Badugi, not Soko"):
        FixedLimitBadugi((), True, 0, (1, 2), 2, 4, rules=soko)


class OurClubHand(SokoHand):
    """House rules of a subclass."""

    rules = Soko(open_ended=True)


@pytest.mark.parametrize(
    "kind",
    [SokoHand, FastBadugiHand, SokoHand.with_rules(Soko(ace_low=False)), OurClubHand],
    ids=["soko", "badugi", "no wheel", "subclass"],
)
def test_hand_types_and_hands_can_be_pickled_and_copied(kind):
    assert pickle.loads(pickle.dumps(kind)) is kind
    assert copy.deepcopy(kind) is kind
    hand = kind.from_game("AcQh4h3c2c")
    for twin in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand)):
        assert type(twin) is kind
        assert twin == hand
        assert twin.cards == hand.cards


def test_equities_of_pokerkit_in_other_processes():
    ranges = [[list(Card.parse("As2d3cKh"))], [list(Card.parse("KsQdJcTh"))]]
    kind = FastBadugiHand.with_rules(Badugi(best="high"))
    # A fork of a process with threads is no longer welcome in newer Pythons.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        equities = calculate_equities(
            ranges, (), 4, 0, Deck.STANDARD, (kind,), sample_count=4, executor=executor
        )
    assert equities == [0.0, 1.0]


def test_equity_call_of_pokerkit_agrees():
    """A-2-3 rainbow gets one card against a pat K-Q-J-T: 9 of the 45 cards left win."""
    ranges = [[list(Card.parse("As2d3c"))], [list(Card.parse("KsQdJcTh"))]]
    random.seed(3)
    equities = calculate_equities(ranges, (), 4, 0, Deck.STANDARD, (FastBadugiHand,), sample_count=4000)
    assert sum(equities) == pytest.approx(1)
    assert equities[0] == pytest.approx(9 / 45, abs=4 * np.sqrt(0.2 * 0.8 / 4000))


def test_missing_pokerkit_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "sokodugi.pokerkit")
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    with pytest.raises(MissingExtraError, match=r"needs pokerkit.*pip install 'sokodugi\[pokerkit\]'"):
        import sokodugi.pokerkit  # noqa: F401
