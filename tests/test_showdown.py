"""The rules of the table against the rule book, and batches against the plainest Python."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plain_table import hand_out, peel_pots, visible_strength
from sokodugi import Soko, badugi, cards, soko
from sokodugi.errors import CardError, DuplicateCardError, HandSizeError, HandTypeError, RuleError
from sokodugi.showdown import Pot, Pots, award, bring_in, first_to_act, showdown_order, side_pots

# ------------------------------------------------------------------------------------------ pots by hand


tables = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 60), min_size=n, max_size=n),
        st.lists(st.booleans(), min_size=n, max_size=n).filter(lambda folded: not all(folded)),
        st.lists(st.integers(1, 4), min_size=n, max_size=n),
        st.lists(st.integers(1, 4), min_size=n, max_size=n),
        st.permutations(range(n)),
        st.sampled_from([1, 1, 2, 5]),
    )
)


@given(tables)
def test_pots_and_odd_chips_are_those_of_a_dealer(table):
    contributions, folded, ranks, badugi_ranks, seats, unit = table
    ranks = [0 if out else rank for rank, out in zip(ranks, folded, strict=True)]
    badugi_ranks = [0 if out else rank for rank, out in zip(badugi_ranks, folded, strict=True)]
    pots = side_pots(contributions, folded)
    assert pots == peel_pots(contributions, folded)

    for halves in ([ranks], [ranks, badugi_ranks]):
        expected = [0] * len(ranks)
        for amount, players in pots:
            for half, chips in hand_out(amount, range(len(halves)), unit).items():
                best = min(halves[half][i] for i in players)
                winners = [i for i in players if halves[half][i] == best]
                for winner, share in hand_out(chips, sorted(winners, key=lambda i: seats[i]), unit).items():
                    expected[winner] += share
        won = award(pots, *halves, seats=seats, unit=unit)
        assert won == expected
        assert sum(won) == sum(contributions)


@given(st.integers(0, 2**32))
def test_a_batch_gives_what_each_deal_gives(seed):
    rng = np.random.default_rng(seed)
    n_players = int(rng.integers(2, 9))
    contributions = rng.integers(0, 20, (7, n_players)).astype(np.int16)
    folded = rng.random((7, n_players)) < 0.4
    folded[np.arange(7), rng.integers(0, n_players, 7)] = False
    ranks = np.where(folded, 0, rng.integers(1, 4, (7, n_players))).astype(np.uint16)
    seats = rng.permuted(np.tile(np.arange(n_players), (7, 1)), axis=1)
    hands = cards.deal(7, 2 * n_players, seed=seed).reshape(7, n_players, 2)
    pots = side_pots(contributions, folded)
    by_seat = award(pots, ranks, seats=seats)
    by_suit = award(pots, ranks, odd_chip="high_suit", hands=hands)
    assert isinstance(pots, Pots)
    assert by_seat.dtype == by_suit.dtype == np.int64
    for i in range(7):
        one = side_pots(contributions[i].tolist(), folded[i].tolist())
        assert one == [
            Pot(amount, tuple(np.flatnonzero(players)))
            for amount, players in zip(pots.amounts[i], pots.eligible[i], strict=True)
            if amount
        ]
        assert award(one, ranks[i].tolist(), seats=seats[i]) == by_seat[i].tolist()
        texts = [cards.format(hand) for hand in hands[i]]
        assert award(one, ranks[i].tolist(), odd_chip="high_suit", hands=texts) == by_suit[i].tolist()


@given(
    st.lists(st.integers(0, 2**59 - 1), min_size=1, max_size=8),
    st.lists(st.integers(1, 3), min_size=8, max_size=8),
    st.lists(st.integers(1, 3), min_size=8, max_size=8),
    st.integers(1, 8),
    st.one_of(st.integers(1, 2**64), st.sampled_from([2**59, 2**60, 2**61, 2**62, 2**63, 10**30])),
)
def test_no_chip_is_lost_or_made_of_huge_pots_and_units(pots, ranks, badugi_ranks, n_players, unit):
    for halves in ([ranks[:n_players]], [ranks[:n_players], badugi_ranks[:n_players]]):
        expected = [0] * n_players
        for pot in pots:
            for half, chips in hand_out(pot, range(len(halves)), unit).items():
                winners = [i for i in range(n_players) if halves[half][i] == min(halves[half])]
                for winner, share in hand_out(chips, winners, unit).items():
                    expected[winner] += share
        assert award(pots, *halves, unit=unit) == expected
        assert sum(expected) == sum(pots)


def test_units_beyond_64_bits_leave_the_pot_whole():
    assert award(10, [1, 1, 1, 1], unit=2**62) == [10, 0, 0, 0]
    assert award(10, [1, 1], [1, 1], unit=10**30) == [10, 0]
    assert award(2**61 + 5, [1] * 8, unit=2**60) == [2**60, 2**60, 5, 0, 0, 0, 0, 0]
    assert award(2**62 - 2**10, [1] * 2, [1] * 2, unit=2**61) == [2**62 - 2**10, 0]
    assert award(np.zeros((0, 3), int), np.zeros((0, 3), int), unit=10**30).shape == (0, 3)


def test_the_odd_chip_goes_to_the_winner_nearest_to_the_dealer():
    assert award(101, [3, 1, 1, 2]) == [0, 51, 50, 0]
    assert award(101, [3, 1, 1, 2], seats=[0, 7, 3, 1]) == [0, 50, 51, 0]
    assert award(1, [1, 1, 1], seats=[2, 1, 5]) == [0, 1, 0]


def test_no_player_gets_two_odd_chips_of_a_pot():
    assert award(11, [1, 1, 1]) == [4, 4, 3]
    assert award(14, [1, 1, 1, 1]) == [4, 4, 3, 3]


def test_each_pot_has_its_own_odd_chip():
    assert award([(51, (0, 1, 2)), (31, (1, 2))], [1, 1, 1]) == [17, 17 + 16, 17 + 15]


def test_the_odd_chip_by_suit_goes_down_the_ranks_first():
    # Both play A-Q-J-T-9; the ace decides, spades before hearts.
    hands = ["AhQcJsTc9d", "AsQdJhTd9h", "2c3c4c5c7d"]
    assert award(7, [1, 1, 2], odd_chip="high_suit", hands=hands) == [3, 4, 0]
    # Two odd chips for three winners: the aces of spades and hearts get them.
    hands = ["AcKd", "AsKh", "AhKc"]
    assert award(8, [1, 1, 1], odd_chip="high_suit", hands=hands) == [2, 3, 3]


def test_chips_are_broken_no_smaller_than_the_unit():
    assert award(115, [1, 1], unit=5) == [60, 55]
    assert award(110, [1, 1, 1, 1], unit=5) == [30, 30, 25, 25]
    # A pot that is no multiple of the unit still goes out whole.
    assert award(28, [1, 1, 1], unit=5) == [10, 10, 8]
    assert award(23, [1, 1], unit=5) == [13, 10]


def test_the_five_card_half_gets_the_odd_chip_of_the_split():
    assert award(101, [1, 2], [2, 1]) == [51, 50]
    assert award(115, [1, 2], [2, 1], unit=5) == [60, 55]
    # 101 = 51 + 50; each half is split on its own.
    assert award(101, [1, 1, 2], [2, 1, 1]) == [26, 25 + 25, 25]


def test_evaluators_and_pots_fit_together():
    hands = np.array([[51, 1, 6, 8], [0, 5, 10, 15], [48, 44, 40, 36]])
    ranks = badugi.evaluate(hands)
    won = award(side_pots(np.array([10, 20, 20])), ranks)
    assert isinstance(won, np.ndarray)
    assert won.sum() == 50
    assert (won > 0).tolist() == [True, True, False]


def test_a_bet_that_nobody_calls_comes_back():
    assert side_pots([30, 80], [False, False]) == [Pot(60, (0, 1)), Pot(50, (1,))]
    assert award(side_pots([30, 80]), [1, 2]) == [60, 50]


def test_one_player_left_takes_everything():
    assert side_pots([30, 80, 5], [True, True, False]) == [Pot(115, (2,))]
    assert side_pots([30, 0], [True, False]) == [Pot(30, (1,))]
    assert award(115, [None, None, 9]) == [0, 0, 115]


def test_folded_players_may_be_listed():
    assert side_pots([20, 50, 100], [1]) == side_pots([20, 50, 100], [False, True, False])
    assert side_pots([20, 50, 100], {0, 2}) == [Pot(170, (1,))]
    assert side_pots(np.array([[20, 50], [5, 5]]), [1]).amounts.tolist() == [[70], [10]]
    assert award([(7, [True, False, True])], [1, 1, 1]) == [4, 0, 3]


def test_an_empty_batch_is_no_error():
    pots = side_pots(np.zeros((0, 3), int))
    assert award(pots, np.zeros((0, 3), int)).shape == (0, 3)
    assert side_pots([0, 0]) == []
    assert award([], [1, 2]) == [0, 0]


def test_forms_of_pots():
    ranks = np.array([[1, 2], [2, 1]])
    assert award(10, ranks).tolist() == [[10, 0], [0, 10]]
    assert award(np.array([10, 7]), ranks).tolist() == [[10, 0], [0, 7]]
    assert award(np.array([[10, 5], [7, 0]]), ranks).tolist() == [[15, 0], [0, 7]]
    assert award([(10, (0, 1)), (7, (1,))], ranks).tolist() == [[10, 7], [0, 17]]
    assert award([10, 7], [1, 2]) == [17, 0]
    assert award(Pot(10, (1,)), [1, 2]) == [0, 10]
    assert award(np.int32(10), [1, 2]) == [10, 0]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: side_pots([1.5, 2]), HandTypeError, "contributions are integers"),
        (lambda: side_pots([True, False]), HandTypeError, "contributions are integers"),
        (lambda: side_pots([-1, 2]), RuleError, "contributions must not be negative"),
        (lambda: side_pots([2**62, 2**62]), RuleError, "too many chips"),
        (lambda: side_pots([2**70, 1]), HandTypeError, "below 2\\*\\*63"),
        (lambda: side_pots(np.array([2**63, 1], np.uint64)), HandTypeError, "below 2\\*\\*63"),
        (lambda: side_pots([1, 2], [True, True]), RuleError, "everybody has folded"),
        (
            lambda: side_pots(np.ones((3, 2), int), np.array([[0, 1], [1, 1], [0, 0]], bool)),
            RuleError,
            r"row \[1\]",
        ),
        (lambda: side_pots([1, 2], [0, 0]), RuleError, "folded must be different players"),
        (lambda: side_pots([1, 2], [0.0, 1.0]), HandTypeError, "folded must be flags"),
        (lambda: side_pots([1, 2], [True]), HandSizeError, "folded of shape"),
        (lambda: side_pots([[1, 2], [1]]), HandSizeError, "row 1: 1 contributions, but 2"),
        (lambda: side_pots(5), HandSizeError, "contributions need"),
        (lambda: award(10, [0, 0]), RuleError, "nobody left"),
        (lambda: award([(10, (0,))], [None, 1]), RuleError, "nobody left"),
        (lambda: award([(10, (2,))], [1, 1]), RuleError, "different players from 0 to 1"),
        (lambda: award((10, (0, 1)), [1, 1]), RuleError, "a pot is a number or a pair"),
        (lambda: award(10.5, [1, 1]), HandTypeError, "pots are integers"),
        (lambda: award(-10, [1, 1]), RuleError, "pots must not be negative"),
        (lambda: award(10, [1.0, 2.0]), HandTypeError, "ranks are integers"),
        (lambda: award(10, [1, -2]), RuleError, "ranks must not be negative"),
        (lambda: award(10, 7), HandSizeError, "ranks need"),
        (lambda: award(10, []), HandSizeError, "ranks need"),
        (lambda: award(np.ones(3, int), np.ones((2, 2), int)), HandSizeError, "pots of shape"),
        (lambda: award(10, [1, 1], [1, 1, 1]), HandSizeError, "badugi_ranks"),
        (lambda: award(10, [1, 1], [0, 1]), RuleError, "in one half only"),
        (lambda: award(10, [1, 1], seats=[3, 3]), RuleError, "same seat"),
        (lambda: award(10, [1, 1], seats=[1, 2, 3]), HandSizeError, "seats"),
        (lambda: award(10, [1, 1], seats=[1.0, 2.0]), HandTypeError, "seats"),
        (lambda: award(10, [1, 1], odd_chip="button"), RuleError, "'button'"),
        (lambda: award(10, [1, 1], odd_chip="high_suit"), RuleError, "needs the hands"),
        (lambda: award(10, [1, 1], odd_chip="high_suit", hands=["As"]), HandSizeError, "hands"),
        (lambda: award(10, [1, 1], unit=0), RuleError, "unit"),
        (lambda: award(10, [1, 1], unit=True), RuleError, "unit"),
        (lambda: award(10, [1, 1], unit=2.5), RuleError, "unit"),
        (lambda: bring_in(["As", "As"]), DuplicateCardError, "^As occurs twice"),
        (lambda: bring_in(["As", "Xs"]), CardError, "'Xs'"),
        (lambda: bring_in([51, 52]), CardError, "no card 52"),
        (lambda: bring_in([51, -1]), CardError, "no card -1"),
        (lambda: bring_in([1.5, 2.5]), HandTypeError, "1.5"),
        (lambda: bring_in(np.array([1.5, 2.5])), HandTypeError, "float64"),
        (lambda: bring_in([True, False]), HandTypeError, "not True"),
        (lambda: bring_in([None, None]), RuleError, "nobody"),
        (lambda: bring_in([["As", "Kd"], "Qs"]), HandSizeError, "one up card, not \\['As', 'Kd'\\]"),
        (lambda: bring_in([["As", "Kd"], [1.5, "Qs"]]), HandTypeError, "1.5"),
        (lambda: bring_in(["As", "Kd"], rule="lowest"), RuleError, "'lowest'"),
        (lambda: first_to_act(["AsKs", "Qd"]), HandSizeError, "equally many"),
        (lambda: bring_in([[1, 2], [3, 3]]), DuplicateCardError, r"^row \[1\]: 2s occurs twice"),
        (lambda: first_to_act(["AsKs", "AsKd"]), DuplicateCardError, "^As occurs twice"),
        (lambda: first_to_act(["AsKsQsJsTs", "AdKdQdJdTd"]), HandSizeError, "1 to 4"),
        (lambda: first_to_act([51, 50]), HandSizeError, "1 to 4"),
        (lambda: first_to_act([None, "", None]), HandSizeError, "1 to 4"),
        (lambda: first_to_act(np.full((2, 2), 255)), RuleError, "nobody shows"),
        (lambda: showdown_order(1, [True, False, True]), RuleError, "aggressor is not active"),
        (lambda: showdown_order(7, [True, False, True]), RuleError, "aggressor is not active"),
        (lambda: showdown_order(None, [False, False]), RuleError, "nobody is active"),
        (lambda: showdown_order(None, []), RuleError, "nobody is active"),
        (lambda: showdown_order(None, [1, 1]), RuleError, "different players"),
        (lambda: showdown_order(None, [0.5, 1.5]), HandTypeError, "active must be flags"),
        (lambda: award(10, [1, 1], unit=-(10**300)), RuleError, "unit"),
        (lambda: award({10: 20}, [1, 1]), RuleError, "pots are a list, not dict"),
        (lambda: award({10, 20}, [1, 1]), RuleError, "pots are a list, not set"),
        (lambda: award([{10, 20}], [1, 1]), RuleError, "a pot is a number or a pair"),
        (lambda: award([(10, 1, 0)], [1, 1]), RuleError, "a pot is a number or a pair"),
        (lambda: award([(10, [True, 1])], [1, 1]), HandTypeError, "the players of a pot must be flags"),
        (lambda: award([(10, {0: 1})], [1, 1]), HandTypeError, "the players of a pot must be flags"),
        (lambda: award([True, 10], [1, 1]), HandTypeError, "pots are integers, not True"),
        (lambda: award(None, [1, 1]), HandTypeError, "pots are integers, not NoneType"),
        (lambda: award(10, None), HandTypeError, "ranks are integers, not NoneType"),
        (lambda: award(10, [True, 2]), HandTypeError, "ranks are integers, not True"),
        (lambda: award(10, [2**70, 1]), HandTypeError, "below 2\\*\\*63"),
        (lambda: award(10, [1, 1], seats=[True, 2]), HandTypeError, "seats are integers, not True"),
        (
            lambda: award(10, [1, 1], odd_chip="high_suit", hands=["As", "As"]),
            DuplicateCardError,
            "^As occurs twice",
        ),
        (
            lambda: award(10, [1, 1], odd_chip="high_suit", hands=["As", ""]),
            HandSizeError,
            "a player who can win has no cards",
        ),
        (
            lambda: award(10, [1, 1], odd_chip="high_suit", hands=[None, None]),
            HandSizeError,
            "a player who can win has no cards",
        ),
        (lambda: award(10, [1, 1], odd_chip="high_suit", hands={"As", "Ks"}), HandTypeError, "cards must be"),
        (lambda: side_pots([1, 2], 0), HandTypeError, "folded must be flags .* not 0"),
        (lambda: side_pots([1, 2], True), HandTypeError, "folded must be flags"),
        (lambda: side_pots([1, 2], [True, 0]), HandTypeError, "folded must be flags"),
        (lambda: side_pots([1, 2], [[0], [0, 1]]), HandTypeError, "folded must be flags"),
        (lambda: side_pots({1: 2}), HandTypeError, "contributions are integers, not dict"),
        (
            lambda: side_pots([1, 2], np.ma.array([True, False], mask=[False, True])),
            HandTypeError,
            "folded must be flags",
        ),
        (lambda: bring_in(["KdQs", "2s"]), HandSizeError, "one up card, not 'KdQs'"),
        (lambda: bring_in(["KdQs", "2s7h"]), HandSizeError, "one up card, not 'KdQs'"),
        (lambda: bring_in([["Kd"], ["Ks"]]), HandSizeError, "one player alone"),
        (lambda: bring_in([[45], [47]]), HandSizeError, "one player alone"),
        (lambda: bring_in([["Kd", "Ks"], ["Qs"]]), HandSizeError, "one up card, not"),
        (lambda: bring_in({"Kd", "Ks"}), HandTypeError, "up cards are a list"),
        (lambda: bring_in({45: 1, 47: 2}), HandTypeError, "up cards are a list"),
        (lambda: bring_in(b"ab"), HandTypeError, "up cards are a list"),
        (lambda: bring_in(None), HandTypeError, "up cards are a list"),
        (lambda: bring_in(7), HandTypeError, "up cards are a list"),
        (lambda: bring_in(np.array(7)), HandTypeError, "up cards are a list"),
        (lambda: bring_in([True, 2]), HandTypeError, "cards are integers, not True"),
        (lambda: bring_in([2**70, 2]), HandTypeError, "cards must be integers"),
        (lambda: first_to_act({"KdQs", "2s7h"}), HandTypeError, "cards must be texts or ids"),
        (lambda: first_to_act(np.array("KdQs")), HandTypeError, "cards must be texts or ids"),
        (lambda: first_to_act([b"ab", b"cd"]), HandTypeError, "cards must be texts or ids"),
        (lambda: first_to_act(["KdKs9h3c", "2d2s4d5d"], badugi), RuleError, "a game of Soko, not Badugi"),
        (lambda: first_to_act(["Kd", "2d"], "x"), RuleError, "a game of Soko, not 'x'"),
        (lambda: showdown_order(None, None), HandTypeError, "active must be flags .* not None"),
        (lambda: showdown_order(None, True), HandTypeError, "active must be flags"),
        (lambda: showdown_order(True, [True, True]), HandTypeError, "last aggressors are integers"),
        (lambda: showdown_order(1.0, [True, True]), HandTypeError, "last aggressors are integers"),
        (lambda: showdown_order(-5, [True, True]), RuleError, "aggressor is not active"),
        (lambda: showdown_order(None, [True, True], dealer=1.5), HandTypeError, "dealers are integers"),
        (lambda: showdown_order(None, [True, True], dealer=True), HandTypeError, "dealers are integers"),
        (lambda: showdown_order(None, [True, True], dealer=2), RuleError, "dealer is no player"),
        (lambda: showdown_order(None, [True, True], dealer=-2), RuleError, "dealer is no player"),
        (lambda: showdown_order(None, [0, 1], dealer=-2), RuleError, "dealer is no player"),
        (
            lambda: showdown_order(None, np.ones((2, 2), bool), np.array([0, 2])),
            RuleError,
            r"row \[1\]: the dealer is no player",
        ),
        (lambda: showdown_order([0, 1, 2], np.ones((2, 3), bool)), HandSizeError, "do not fit active"),
    ],
)
def test_bad_input_is_named(call, error, text):
    with pytest.raises(error, match=text):
        call()


# ------------------------------------------------------------------------------------------ who begins


def test_bring_in_goes_by_rank_then_suit():
    assert bring_in(["Ac", "Ks", "Qs"]) == 0
    assert bring_in(["Ac", "As", "Ah", "Ad"]) == 1
    assert bring_in(["Ac", "Ad", "Ah"]) == 2
    assert bring_in(["2s", "2c", "As"], rule="low") == 1
    assert bring_in(["As", "Kc"], rule="low") == 1
    assert bring_in("2s Kc Kd") == 2
    assert bring_in([None, "2s", "3s"]) == 2
    assert bring_in(["2s", None, "3s"], rule="low") == 0
    assert bring_in([None, 5, 255, 9]) == 3
    assert bring_in([["2s", "Kd"], ["Ks", None]]).tolist() == [1, 0]
    assert bring_in(np.array([["2s", "Kd"], ["Ks", "2d"]])).tolist() == [1, 0]
    assert isinstance(bring_in([0, 51]), int)


def test_bring_in_of_all_pairs_of_cards():
    pairs = np.array(list(itertools.permutations(range(52), 2)), np.uint8)
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    higher = np.array([order.index(cards.format(b)) > order.index(cards.format(a)) for a, b in pairs])
    assert (bring_in(pairs) == higher).all()
    assert (bring_in(pairs, rule="low") == ~higher).all()


@pytest.mark.parametrize(
    "rules",
    [
        None,
        soko,
        Soko(ace_low=False),
        Soko(open_ended=True),
        Soko(four_straight=False),
        Soko(four_flush=False),
    ],
    ids=str,
)
@pytest.mark.parametrize("n_cards", [1, 2, 3, 4])
def test_first_to_act_is_the_highest_hand_in_sight(n_cards, rules):
    rng = random.Random(n_cards)
    deals = []
    for _ in range(1500):
        # Few ranks and suits at a time, so that pairs, runs and flushes are common.
        low = rng.randrange(13)
        near = [card for card in range(52) if (card // 4 - low) % 13 < 6 and card % 4 < 3]
        deals.append(rng.sample(near, 3 * n_cards))
    deals = np.array(deals).reshape(-1, 3, n_cards)
    deals[::5, 1] = 255
    expected = []
    for deal in deals.tolist():
        shown = {
            player: visible_strength(hand, rules and rules.rules)
            for player, hand in enumerate(deal)
            if 255 not in hand
        }
        expected.append(max(shown, key=shown.get))  # max takes the first of equals
    acts = first_to_act(deals, rules)
    assert acts.tolist() == expected
    texts = [None if 255 in hand else cards.format(hand) for hand in deals[0].tolist()]
    assert first_to_act(texts, rules) == expected[0]


def test_first_to_act_by_hand():
    assert first_to_act(["KsKd", "AsQd"]) == 0
    assert first_to_act(["KsKd2h2c", "AsAdQh9c"]) == 0
    assert first_to_act(["2s2d2h", "AsAdKh"]) == 0
    # Equal hands: the first to the left of the dealer box, whatever the suits.
    assert first_to_act([None, "Kc9d", "Ks9h"]) == 1
    # A four-flush in sight is no hand yet, unless the house says so; not even then does it beat two pair.
    assert first_to_act(["9h7h4h2h", "2s2d5c3c"]) == 1
    assert first_to_act(["9h7h4h2h", "2s2d5c3c"], soko) == 0
    assert first_to_act(["9h7h4h2h", "2s2d3s3c"], soko) == 1
    assert first_to_act(["9h8d7s6c", "AsAdKcKh"], Soko(four_straight=False)) == 1


# ------------------------------------------------------------------------------------------ who shows


def test_showdown_begins_with_the_last_aggressor():
    assert showdown_order(3, [True] * 5) == [3, 4, 0, 1, 2]
    assert showdown_order(0, [True, False, False, True, True]) == [0, 3, 4]


def test_showdown_without_a_bet_begins_left_of_the_dealer():
    assert showdown_order(None, [False, True, True]) == [1, 2]
    assert showdown_order(None, [True, True, True], dealer=0) == [1, 2, 0]
    assert showdown_order(None, [True, True, False], dealer=1) == [0, 1]


def test_showdown_order_of_listed_players():
    assert showdown_order(5, [2, 5, 7]) == [5, 7, 2]
    assert showdown_order(None, [7, 2, 5], dealer=3) == [5, 7, 2]
    # Behind the last of them sit players who have folded, and perhaps the dealer.
    assert showdown_order(None, [2, 5], dealer=8) == [2, 5]


def test_showdown_order_of_a_batch():
    active = np.array([[True, True, True], [False, True, True], [True, False, True]])
    order = showdown_order(np.array([2, -1, -1]), active, np.array([0, 0, 1]))
    assert order.tolist() == [[2, 0, 1], [1, 2, -1], [2, 0, -1]]
