"""Whole hands of Soko and Badugi at PokerKit's table: scripted ones, and random ones against plain Python."""

import copy
import pickle
import random
from itertools import chain

import pytest
from pokerkit import Automation, Card, Mode
from pokerkit.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    StandingPatOrDiscarding,
)

from plain_table import hand_out, peel_pots, visible_strength
from sokodugi import Badugi, Soko, cards
from sokodugi.errors import RuleError
from sokodugi.pokerkit import FixedLimitBadugi, FixedLimitSoko, NoLimitSoko, PotLimitSoko
from sokodugi.reference import badugi_key, soko_key

# ------------------------------------------------------------------------------------------- scripted hands

# PokerKit does what needs no decision; the script deals, acts, draws and shows.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Script:
    """A hand in which each player is dealt his cards one after the other."""

    def __init__(self, state, hands):
        self.state = state
        self.hands = [list(Card.parse(hand)) for hand in hands]
        self.deal()

    def deal(self):
        state = self.state
        while True:
            if state.can_burn_card("??"):
                state.burn_card("??")
            elif state.hole_dealee_index is not None:
                state.deal_hole(self.hands[state.hole_dealee_index].pop(0))
            else:
                return state

    def act(self, actions):
        """Fold (f), check or call (c), bring in (b), bet or raise (r, or to a number), in turn."""
        state = self.state
        for action in actions.split():
            match action:
                case "f":
                    state.fold()
                case "c":
                    state.check_or_call()
                case "b":
                    state.post_bring_in()
                case "r":
                    state.complete_bet_or_raise_to()
                case amount:
                    state.complete_bet_or_raise_to(int(amount))
        return self.deal()

    def draw(self, *discards):
        for discard in discards:
            self.state.stand_pat_or_discard(discard)
        return self.deal()

    def show(self):
        """Let everybody show; return the players in the order in which they do."""
        order = []
        while self.state.showdown_index is not None:
            order.append(self.state.showdown_index)
            self.state.show_or_muck_hole_cards(True)
        self.deal()
        return order


def fixed_soko(*hands, stacks=100, antes=1, bring_in=2, **options):
    state = FixedLimitSoko.create_state(
        AUTOMATIONS, True, antes, bring_in, 4, 8, stacks, len(hands), **options
    )
    return Script(state, hands)


def fixed_badugi(*hands, stacks=100, **options):
    state = FixedLimitBadugi.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, stacks, len(hands), **options)
    return Script(state, hands)


# High cards, the first hand the best; the queen of player 2 is the highest up card in every round.
NOTHING = "As Jd 9c 7h 5d", "Ks Jh 8c 6d 2s", "2d Qc 9s 7c 4h"


def test_soko_bring_in_is_the_highest_card_by_suit():
    script = fixed_soko("2c Ad", "3c Kd", "4c Ah", "5c Kh")
    state = script.state
    assert state.actor_index == 2
    assert not state.can_check_or_call()
    assert not state.can_fold()
    state.post_bring_in()
    assert state.bets == [0, 0, 2, 0]
    assert state.actor_index == 3


def test_soko_bring_in_by_the_lowest_card_is_an_option():
    script = fixed_soko("3c Ad 9c", "4c 2d 8c", "5c 9h 7s", "6c 2h 8s", bring_in_rule="low")
    assert script.state.actor_index == 1
    # The later rounds still begin with the highest hand in sight.
    assert script.act("b c c c").actor_index == 0


def test_soko_deals_one_down_and_four_up():
    state = fixed_soko(*NOTHING).state
    assert state.hole_card_statuses == [[False, True]] * 3
    assert [len(street.hole_dealing_statuses) for street in state.streets] == [2, 1, 1, 1]
    assert all(street.hole_dealing_statuses == (True,) for street in state.streets[1:])


def test_soko_may_open_for_a_full_bet():
    state = fixed_soko(*NOTHING).act("r")
    assert state.bets == [0, 0, 4]
    assert state.min_completion_betting_or_raising_to_amount == 8


def test_soko_completing_over_the_bring_in():
    script = fixed_soko(*NOTHING)
    assert script.act("b r").bets == [4, 0, 2]
    assert script.act("r").bets == [4, 8, 2]


def test_soko_fixed_limit_allows_a_bet_and_three_raises():
    state = fixed_soko(*NOTHING).act("r r r r")
    assert state.bets == [8, 12, 16]
    assert not state.can_complete_bet_or_raise_to()


def test_soko_bets_double_in_the_third_round():
    script = fixed_soko(*NOTHING)
    bets = []
    for actions in ("b c c", "c c c", "c c c"):
        bets.append(script.state.min_completion_betting_or_raising_to_amount)
        script.act(actions)
    bets.append(script.state.min_completion_betting_or_raising_to_amount)
    assert bets == [4, 4, 8, 8]


def test_soko_folds_leave_the_pot_to_the_last():
    state = fixed_soko(*NOTHING).act("b r f f")
    assert not state.status
    assert state.stacks == [104, 99, 97]


def test_soko_all_in_makes_side_pots():
    state = NoLimitSoko.create_state(AUTOMATIONS, True, 1, 2, 4, (10, 30, 100), 3)
    script = Script(state, NOTHING)
    script.act("30 c c")
    assert script.show() == [2, 0, 1]
    # The ace wins the main pot of 30, the king the side pot of 40; the bet nobody could call came back.
    assert not state.status
    assert state.stacks == [30, 40, 70]


def test_soko_bring_in_passes_a_player_without_chips():
    state = fixed_soko(*NOTHING, stacks=(50, 50, 1)).state
    assert state.actor_index == 0
    assert state.can_post_bring_in()


def test_soko_highest_hand_in_sight_opens_and_may_check():
    script = fixed_soko("Ks 5c Qd Kh", "Qs 3d 3h Jc", "Js 7d 4h 4s", "Ts 6d Ah 9c")
    assert script.state.actor_index == 2
    state = script.act("b c c c")
    assert state.actor_index == 1
    assert state.can_check_or_call()
    # Now a pair of fours beats the pair of treys, and both beat high cards.
    assert script.act("c c c c").actor_index == 2


def test_soko_equal_hands_in_sight_go_clockwise_from_the_dealer():
    script = fixed_soko("2c 9d 7s", "3c Kd 8h", "4c 9h 6s", "5c Kh 8c")
    assert script.state.actor_index == 3
    assert script.act("b c c c").actor_index == 1


def test_soko_four_flush_in_sight_is_an_option():
    hands = "Ac 9h 7h 4h 2h", "Qd Ks Kd 5c 3c"
    for options, opener in (({}, 1), ({"four_cards_open": True}, 0)):
        script = fixed_soko(*hands, **options)
        for actions in ("b c", "c c", "c c"):
            assert script.state.actor_index == 1
            state = script.act(actions)
        assert state.actor_index == opener


@pytest.mark.parametrize(
    ("last_rounds", "order"),
    [
        (("c c c", "c c c"), [0, 1, 2]),
        (("r c c", "c c c"), [0, 1, 2]),
        (("c c c", "c c r f c"), [1, 0]),
        (("c c c", "r c r c c"), [1, 2, 0]),
        (("r f c", "c c"), [1, 2]),
    ],
    ids=["no bet", "bet in an earlier round", "last bettor", "last raiser", "player 0 folded"],
)
def test_soko_showdown_order(last_rounds, order):
    script = fixed_soko(*NOTHING)
    for actions in ("b c c", "c c c", *last_rounds):
        script.act(actions)
    assert script.show() == order


SPLIT = "Kc Jh 8c 6d 2s", "Ks Js 8d 6h 2d"
THIRD = "Kh Jd 8s 6c 2h"
LOSER = "4c Qd 9h 7s 3c"


@pytest.mark.parametrize(("odd_chip", "stacks"), [("dealer", [97, 102, 101]), ("high_suit", [97, 101, 102])])
def test_soko_odd_chip(odd_chip, stacks):
    script = fixed_soko(LOSER, *SPLIT, odd_chip=odd_chip)
    for actions in ("b c c", "c c c", "c c c", "c c c"):
        script.act(actions)
    script.show()
    assert script.state.stacks == stacks


def test_soko_two_odd_chips_go_to_two_players():
    script = fixed_soko(*SPLIT, THIRD, LOSER, antes=2, bring_in=3)
    for actions in ("b c c c", "c c c c", "c c c c", "c c c c"):
        script.act(actions)
    script.show()
    # 20 chips for three.
    assert script.state.stacks == [102, 102, 101, 95]


def test_a_divmod_of_ones_own_has_pokerkit_split():
    script = fixed_soko(*SPLIT, THIRD, LOSER, antes=2, bring_in=3, divmod=lambda a, b: divmod(a, b))
    for actions in ("b c c c", "c c c c", "c c c c", "c c c c"):
        script.act(actions)
    script.show()
    assert script.state.stacks == [103, 101, 101, 95]


def test_chips_that_are_no_integers_are_split_by_pokerkit():
    script = fixed_soko(LOSER, *SPLIT, antes=0.5)
    for actions in ("b c c", "c c c", "c c c", "c c c"):
        script.act(actions)
    script.show()
    assert script.state.stacks == [97.5, 101.25, 101.25]


def test_the_last_player_of_a_pot_cannot_muck():
    state = NoLimitSoko.create_state(AUTOMATIONS, True, 1, 2, 4, (10, 100, 100), 3)
    script = Script(state, NOTHING)
    for actions in ("30 c c", "c c", "c c", "c c"):
        script.act(actions)
    # Player 0 wins the main pot, which leaves the side pot of 42 to one who mucks and one who must not.
    state.show_or_muck_hole_cards(True)
    state.show_or_muck_hole_cards(False)
    assert not state.can_show_or_muck_hole_cards(False)
    with pytest.raises(ValueError, match="Player 2 is the last one in a pot"):
        state.show_or_muck_hole_cards(False)
    state.show_or_muck_hole_cards(True)
    assert state.stacks == [30, 69, 111]


def test_soko_all_in_hands_are_tabled_before_the_last_card():
    script = fixed_soko("As Jd 9c 7h 5d", "Ks Jh 8c 6d 2s", stacks=(2, 9))
    state = script.act("b c")
    assert state.street_index == 0
    for _ in range(2):
        assert not state.can_show_or_muck_hole_cards(False)
        with pytest.raises(ValueError, match="all-in with cards to come"):
            state.show_or_muck_hole_cards(False)
        state.show_or_muck_hole_cards()
    script.deal()
    assert state.stacks == [4, 7]


@pytest.mark.parametrize("mode", Mode)
def test_a_hand_is_shown_whole_or_mucked(mode):
    script = fixed_soko("As Jd 9c 7h 5d", "Ks Jh 8c 6d 2s", mode=mode)
    for actions in ("b c", "c c", "c c", "c c"):
        script.act(actions)
    state = script.state
    for part in ("", "AsJd"):
        assert not state.can_show_or_muck_hole_cards(part)
    state.show_or_muck_hole_cards("AsJd9c7h5d")
    assert not state.can_show_or_muck_hole_cards("Ks")
    state.show_or_muck_hole_cards(False)
    assert state.stacks == [103, 97]


def test_all_in_hands_can_be_mucked_after_the_last_card():
    script = fixed_soko(*NOTHING, stacks=(40, 11, 40))
    for actions in ("b c c", "c c c", "r c c", "c c"):
        script.act(actions)
    state = script.state
    assert state.all_in_status
    state.show_or_muck_hole_cards(True)
    state.show_or_muck_hole_cards(False)
    state.show_or_muck_hole_cards(False)
    assert state.stacks == [62, 0, 29]


@pytest.mark.parametrize(("rules", "winner"), [(Soko(), 0), (Soko(ace_low=False), 1)], ids=str)
def test_soko_house_rules_decide_the_showdown(rules, winner):
    script = fixed_soko("As Kd 2c 3h 4s", "5c 5d 9h Jc 7s", rules=rules)
    for actions in ("b c", "c c", "c c", "c c"):
        script.act(actions)
    script.show()
    assert script.state.stacks[winner] == 103


def test_soko_pot_limit():
    state = PotLimitSoko.create_state(AUTOMATIONS, True, 1, 2, 4, 200, 3)
    script = Script(state, NOTHING)
    script.act("b")
    # Call 2, then raise by the pot of 3 + 2 + 2.
    assert state.max_completion_betting_or_raising_to_amount == 9
    assert script.act("9 c c").total_pot_amount == 30
    assert state.max_completion_betting_or_raising_to_amount == 30


def test_soko_no_limit():
    state = NoLimitSoko.create_state(AUTOMATIONS, True, 1, 2, 4, 200, 3)
    script = Script(state, NOTHING)
    assert state.max_completion_betting_or_raising_to_amount == 199
    assert state.min_completion_betting_or_raising_to_amount == 4
    # The bet in the middle of a round with the same minimum in all rounds.
    assert script.act("b c c").min_completion_betting_or_raising_to_amount == 4


# Five hands that draw 0, 1, 2, 3 and 4 cards; the last one makes 6-4-3-2, which loses to the first.
DRAWS = (
    "As 2d 3c 5h",
    "4s 6d 7c Kc 8h",
    "Ah 4d Ks Kd 9s Tc",
    "Ac Qs Qd Qh 5d 6c 7h",
    "Jc Jd Jh Js 2s 3d 4c 6h",
)
DISCARDS = "", "Kc", "KsKd", "QsQdQh", "JcJdJhJs"


def test_badugi_draws_of_0_to_4_cards():
    script = fixed_badugi(*DRAWS)
    state = script.state
    assert state.bets == [1, 2, 0, 0, 0]
    assert state.actor_index == 2
    script.act("c c c c c")
    assert state.stand_patter_or_discarder_index == 0
    script.draw(*DISCARDS)
    assert [len(hand) for hand in state.hole_cards] == [4] * 5
    assert "".join(map(repr, state.hole_cards[3])) == "Ac5d6c7h"
    assert state.actor_index == 0
    script.act("c c c c c")
    script.draw("", "", "", "", "")
    script.act("r c c c c")
    script.draw("", "", "", "", "")
    script.act("c c c c c")
    script.show()
    assert state.stacks == [124, 94, 94, 94, 94]


@pytest.mark.parametrize("draws", [1, 2, 3, 4])
def test_badugi_number_of_draws(draws):
    script = fixed_badugi("As 2d 3c 5h", "4s 6d 7c 8h", draws=draws)
    bets = [script.state.min_completion_betting_or_raising_to_amount - 2]
    script.act("c c")
    for _ in range(draws):
        script.draw("", "")
        bets.append(script.state.min_completion_betting_or_raising_to_amount)
        script.act("c c")
    assert bets == [2, 2, 4, 4, 4][: draws + 1]
    script.show()
    assert script.state.stacks == [102, 98]


def test_badugi_heads_up_button_posts_the_small_blind():
    script = fixed_badugi("As 2d 3c 5h", "4s 6d 7c 8h")
    assert script.state.bets == [2, 1]
    assert script.state.actor_index == 1
    assert script.act("c c").stand_patter_or_discarder_index == 0
    assert script.draw("", "").actor_index == 0


@pytest.mark.parametrize(("shows_first", "order"), [("dealer", [0, 1, 2]), ("aggressor", [2, 0, 1])])
def test_badugi_showdown_order(shows_first, order):
    script = fixed_badugi("As 2d 3c 5h", "4s 6d 7c 8h", "9s Td Jc Qh", draws=1, shows_first=shows_first)
    script.act("c c c")
    script.draw("", "", "")
    script.act("c c r c c")
    assert script.show() == order


def test_badugi_odd_chip():
    script = fixed_badugi("Ks Kd Kc Kh", "As 2d 3c 4h", "Ad 2s 3h 4c", draws=1)
    script.act("c f c")
    script.draw("", "")
    script.act("c c")
    script.show()
    assert script.state.stacks == [99, 101, 100]


def test_hi_dugi_is_badugi_by_other_rules():
    for rules, stacks in ((Badugi(), [102, 98]), (Badugi(ace="high", best="high"), [98, 102])):
        script = fixed_badugi("4s 2d 3c 5h", "As Kd Qc Jh", draws=1, rules=rules)
        script.act("c c")
        script.draw("", "")
        script.act("c c")
        script.show()
        assert script.state.stacks == stacks


# ------------------------------------------------------------------------------------- the deck runs out


def eight_draw(seed, discards, **options):
    """Eight players call and discard so many cards each; return the state before a card is burned."""
    random.seed(seed)
    automations = (*AUTOMATIONS, Automation.HOLE_DEALING)
    state = FixedLimitBadugi.create_state(automations, True, 0, (1, 2), 2, 4, 100, 8, **options)
    while state.actor_index is not None:
        state.check_or_call()
    for count in discards:
        state.stand_pat_or_discard(state.hole_cards[state.stand_patter_or_discarder_index][:count])
    return state


def drawn_cards(state):
    """The cards dealt since the last card was burned, with the players who got them."""
    burned = max(
        i for i, operation in enumerate(state.operations) if type(operation).__name__ == "CardBurning"
    )
    return [
        (operation.player_index, card)
        for operation in state.operations[burned:]
        if isinstance(operation, HoleDealing)
        for card in operation.cards
    ]


@pytest.mark.parametrize("seed", range(10))
def test_the_stub_is_dealt_before_it_is_made_anew(seed):
    state = eight_draw(seed, [4] * 8)
    stub = list(state.deck_cards)
    discarded = [set(operation.cards) for operation in state.operations[-8:]]
    state.burn_card()
    drawn = drawn_cards(state)
    assert len(stub) == 20
    assert [card for _, card in drawn[:19]] == stub[1:]
    assert len(drawn) == 32
    assert {card for _, card in drawn[19:]} <= set().union(*discarded)
    assert not any(card in discarded[player] for player, card in drawn)


def test_folded_hands_stay_out_unless_everything_is_shuffled():
    for reshuffle, comes_back in (("discards", False), ("everything", True)):
        returned = set()
        for seed in range(5):
            state = eight_draw(seed, [4] * 8, reshuffle=reshuffle)
            state.burn_card()
            state.complete_bet_or_raise_to()
            folded = set(chain.from_iterable(state.hole_cards[1:4]))
            for _ in range(3):
                state.fold()
            while state.actor_index is not None:
                state.check_or_call()
            for player in (0, 4, 5, 6, 7):
                state.stand_pat_or_discard(state.hole_cards[player][:4])
            state.burn_card()
            returned |= folded & {card for _, card in drawn_cards(state)}
        assert bool(returned) is comes_back


def test_without_reshuffling_draws_are_limited():
    state = eight_draw(0, [4] * 4, reshuffle="never")
    # 20 cards, one to burn, 16 promised.
    hand = state.hole_cards[4]
    assert not state.can_stand_pat_or_discard(hand)
    with pytest.raises(ValueError, match="Only 3 cards remain to be drawn, not 4"):
        state.stand_pat_or_discard(hand)
    state.stand_pat_or_discard(hand[:3])
    assert not state.can_stand_pat_or_discard(state.hole_cards[5][:1])
    for _ in range(3):
        state.stand_pat_or_discard()
    state.burn_card()
    assert not state.deck_cards
    # Nothing is left to burn or to draw: the hand goes on all the same.
    for _ in range(2):
        while state.actor_index is not None:
            state.check_or_call()
        assert not state.can_stand_pat_or_discard(state.hole_cards[0][:1])
        for _ in range(8):
            state.stand_pat_or_discard()
    while state.actor_index is not None:
        state.check_or_call()
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards()
    assert not state.status


def test_discards_of_earlier_draws_alone():
    state = eight_draw(0, [4] * 4, reshuffle="earlier_draws")
    assert not state.can_stand_pat_or_discard(state.hole_cards[4])
    for _ in range(4):
        state.stand_pat_or_discard()
    first = set(state.reserved_cards)
    assert not first
    discarded = set(chain.from_iterable(state.discarded_cards))
    state.burn_card()
    while state.actor_index is not None:
        state.check_or_call()
    assert set(state.reserved_cards) == discarded
    # Player 0 can have the 12 discards of the others and the 3 cards of the stub, less one to burn.
    state.stand_pat_or_discard(state.hole_cards[0])
    assert set(state.reserved_cards) == discarded


def test_burning_comes_before_drawing_from_a_new_stub():
    state = eight_draw(1, [4] * 8)
    state.burn_card()
    for _ in range(2):
        while state.actor_index is not None:
            state.check_or_call()
        for _ in range(8):
            state.stand_pat_or_discard(state.hole_cards[state.stand_patter_or_discarder_index])
        state.burn_card()
        assert all(len(hand) == 4 for hand in state.hole_cards)
    assert len(state.burn_cards) == 3


def test_cards_can_be_dealt_out_of_turn():
    random.seed(4)
    state = FixedLimitBadugi.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, 100, 2)
    state.deal_hole(4, 1)
    state.deal_hole("AsAdAhAc", 0)
    state.check_or_call()
    state.check_or_call()
    state.stand_pat_or_discard("AsAdAhAc")
    state.stand_pat_or_discard()
    state.burn_card()
    with pytest.raises(ValueError, match="Player 1 cannot be dealt"):
        state.deal_hole(1, 1)
    with pytest.warns(UserWarning, match="not recommended"):
        state.deal_hole("As")
    with pytest.raises(ValueError, match="not enough cards"):
        state.deal_hole(99)


# ------------------------------------------------------------------------------------------------ the games


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: fixed_soko(*["2c"] * 9), "at most 8 can play, not 9"),
        (lambda: fixed_badugi(*["2c"] * 9), "at most 8 can play, not 9"),
        (lambda: fixed_soko(*NOTHING, bring_in_rule="middle"), "bring_in_rule .*'middle'"),
        (lambda: fixed_soko(*NOTHING, odd_chip="button"), "odd_chip .*'button'"),
        (lambda: fixed_badugi(*DRAWS, draws=5), "draws .*5"),
        (lambda: fixed_badugi(*DRAWS, reshuffle="always"), "reshuffle .*'always'"),
        (lambda: fixed_badugi(*DRAWS, shows_first="last"), "shows_first .*'last'"),
        (lambda: fixed_badugi(*DRAWS, odd_chip="button"), "odd_chip .*'button'"),
    ],
)
def test_unknown_options_are_named(make, text):
    with pytest.raises(RuleError, match=text):
        make()


def test_options_of_pokerkit_pass_through():
    state = fixed_soko(*NOTHING, mode=Mode.CASH_GAME, rake=lambda amount, state: (1, amount - 1)).state
    assert state.mode is Mode.CASH_GAME
    assert next(state.pots).raked_amount == 1
    with pytest.raises(ValueError, match="bring-in must be less than the min bet"):
        fixed_soko(*NOTHING, bring_in=4)


@pytest.mark.parametrize("rules", [Soko(), Soko(paired=False)], ids=str)
def test_a_hand_in_play_can_be_copied_and_pickled(rules):
    script = fixed_soko(*NOTHING, rules=rules)
    script.act("b c")
    for twin in (copy.deepcopy(script.state), pickle.loads(pickle.dumps(script.state))):
        assert twin == script.state
        twin.check_or_call()
        assert twin != script.state


# --------------------------------------------------------------------------------------------- random hands


class Table:
    """A random hand, watched from outside; all that is expected follows from the operations alone."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        random.seed(seed)
        self.n_players = self.rng.randint(2, 8)
        # Few chips make all-ins, many make raises.
        most = self.rng.choice((8, 40, 200))
        self.stacks = [self.rng.randint(1, most) for _ in range(self.n_players)]
        self.options = {"mode": self.rng.choice((Mode.TOURNAMENT, Mode.CASH_GAME))} | self.choose()
        self.state = self.create(self.rng.choice(((), tuple(Automation))))
        self.ids = {card: i for i, card in enumerate(Card.parse(cards.format(range(52))))}

    def play(self):
        state = self.state
        self.check()
        while state.status:
            self.step()
            self.check()
        self.check_end()

    def step(self):
        """Carry out whatever is due, and what a player likes where he has a choice."""
        state, rng = self.state, self.rng
        if state.can_post_ante():
            state.post_ante()
        elif state.can_collect_bets():
            state.collect_bets()
        elif state.can_post_blind_or_straddle():
            state.post_blind_or_straddle()
        elif state.can_stand_pat_or_discard():
            self.discard()
        elif state.can_burn_card():
            state.burn_card()
        elif state.can_deal_hole():
            state.deal_hole()
        elif state.actor_index is not None:
            self.bet(rng.random())
        elif state.can_show_or_muck_hole_cards():
            mucks = rng.random() < 0.2 and state.can_show_or_muck_hole_cards(False)
            state.show_or_muck_hole_cards(False if mucks else None)
        elif state.can_kill_hand():
            state.kill_hand()
        elif state.can_push_chips():
            state.push_chips()
        else:
            state.pull_chips()

    def bet(self, mood):
        state = self.state
        if state.can_post_bring_in() and mood < 0.8:
            state.post_bring_in()
        elif state.can_fold() and mood < 0.1:
            state.fold()
        elif state.can_complete_bet_or_raise_to() and (mood > 0.7 or state.can_post_bring_in()):
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(self.rng.choice((least, self.rng.randint(least, most), most)))
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()

    def check(self):
        state = self.state
        assert sum(state.stacks) + state.total_pot_amount == sum(self.stacks)
        assert min(*state.stacks, *state.bets) >= 0
        piles = [
            state.deck_cards,
            state.burn_cards,
            state.mucked_cards,
            *state.discarded_cards,
            *state.hole_cards,
        ]
        assert sorted(self.ids[card] for pile in piles for card in pile) == list(range(52))
        bets = (CheckingOrCalling, CompletionBettingOrRaisingTo, Folding, BringInPosting)
        if state.actor_index is not None and not isinstance(state.operations[-1], bets):
            opener = self.opener()
            able = sorted(state.actor_indices, key=lambda i: (i - opener) % self.n_players)
            assert list(state.actor_indices) == able

    def check_end(self):
        state = self.state
        paid, bets = [0] * self.n_players, [0] * self.n_players
        hands = [[] for _ in range(self.n_players)]
        folded = [False] * self.n_players
        shown, mucked, aggressor, first = [], set(), None, None
        for operation in state.operations:
            match operation:
                case AntePosting() | BlindOrStraddlePosting() | BringInPosting() | CheckingOrCalling():
                    bets[operation.player_index] += operation.amount
                case CompletionBettingOrRaisingTo(player_index=i, amount=amount):
                    bets[i] = amount
                    aggressor = i
                case BetCollection():
                    paid = [a + b for a, b in zip(paid, bets, strict=True)]
                    bets = [0] * self.n_players
                case Folding(player_index=i):
                    folded[i] = True
                case HoleDealing(player_index=i):
                    hands[i] += operation.cards
                    aggressor = None
                case StandingPatOrDiscarding(player_index=i):
                    hands[i] = [card for card in hands[i] if card not in operation.cards]
                    aggressor = None
                case HoleCardsShowingOrMucking(player_index=i, hole_cards=up):
                    if not shown:
                        first = self.first_to_show(aggressor)
                    shown.append(i)
                    if not up:
                        mucked.add(i)

        live = [i for i, out in enumerate(folded) if not out]
        keys = {i: self.key([self.ids[card] for card in hands[i]]) if len(live) > 1 else () for i in live}
        expected = [stack - chips for stack, chips in zip(self.stacks, paid, strict=True)]
        for amount, players in peel_pots(paid, folded):
            # What nobody called comes back, even to one who mucks.
            shows = [i for i in players if i not in mucked or len(players) == 1]
            best = min(keys[i] for i in shows)
            winners = [i for i in shows if keys[i] == best]
            for winner, share in hand_out(amount, winners).items():
                expected[winner] += share
        assert state.stacks == expected
        if len(live) > 1:
            assert shown == sorted(live, key=lambda i: (i - first) % self.n_players)


class SokoTable(Table):
    def choose(self):
        return {
            "bring_in_rule": self.rng.choice(("high", "high", "low")),
            "four_cards_open": self.rng.choice((False, False, True)),
            "rules": self.rng.choice(
                (Soko(), Soko(), Soko(ace_low=False), Soko(open_ended=True, paired=False))
            ),
        }

    def create(self, automations):
        game = self.rng.choice((FixedLimitSoko, PotLimitSoko, NoLimitSoko))
        bets = (4, 8) if game is FixedLimitSoko else (4,)
        return game.create_state(automations, True, 1, 2, *bets, self.stacks, self.n_players, **self.options)

    def discard(self):
        raise AssertionError("there are no draws in Soko")

    def key(self, hand):
        return soko_key(hand, **self.options["rules"].rules)

    def first_to_show(self, aggressor):
        return 0 if aggressor is None else aggressor

    def opener(self):
        state = self.state
        up = {
            i: [self.ids[card] for card in state.get_up_cards(i)]
            for i in range(self.n_players)
            if state.statuses[i]
        }
        if state.street_index == 0:
            pick = max if self.options["bring_in_rule"] == "high" else min
            return pick(up, key=up.get)
        rules = self.options["rules"].rules if self.options["four_cards_open"] else None
        return max(up, key=lambda i: visible_strength(up[i], rules))


class BadugiTable(Table):
    def choose(self):
        self.thirst = self.rng.choice((1, 4))
        return {
            "draws": self.rng.choice((1, 2, 3, 3, 4)),
            "reshuffle": self.rng.choice(("discards", "discards", "earlier_draws", "everything", "never")),
            "shows_first": self.rng.choice(("dealer", "dealer", "aggressor")),
            "rules": self.rng.choice((Badugi(), Badugi(), Badugi(ace="high"), Badugi(best="high"))),
        }

    def create(self, automations):
        return FixedLimitBadugi.create_state(
            automations, True, 0, (1, 2), 2, 4, self.stacks, self.n_players, **self.options
        )

    def discard(self):
        state = self.state
        hand = list(state.hole_cards[state.stand_patter_or_discarder_index])
        discards = self.rng.sample(hand, min(4, self.rng.randint(0, 4) * self.thirst))
        while not state.can_stand_pat_or_discard(discards):
            assert self.options["reshuffle"] in ("earlier_draws", "never")
            discards.pop()
        state.stand_pat_or_discard(discards)

    def key(self, hand):
        return badugi_key(hand, **self.options["rules"].rules)

    def first_to_show(self, aggressor):
        return 0 if aggressor is None or self.options["shows_first"] == "dealer" else aggressor

    def opener(self):
        if self.state.street_index:
            return 0
        return 1 if self.n_players == 2 else 2 % self.n_players

    def check_end(self):
        super().check_end()
        self.check_draws()

    def check_draws(self):
        """See that nobody was dealt a card that he or the rule of reshuffling forbids."""
        seen, now, folded = set(), set(), set()
        own = [set() for _ in range(self.n_players)]
        hands = [set() for _ in range(self.n_players)]
        drawing = False
        for operation in self.state.operations:
            match operation:
                case StandingPatOrDiscarding(player_index=i):
                    now = now | set(operation.cards) if drawing else set(operation.cards)
                    own[i] |= set(operation.cards)
                    hands[i] -= set(operation.cards)
                case Folding(player_index=i):
                    folded |= hands[i]
                case HoleDealing(player_index=i):
                    dealt = set(operation.cards)
                    assert not dealt & own[i]
                    assert self.options["reshuffle"] == "everything" or not dealt & folded
                    assert self.options["reshuffle"] != "earlier_draws" or not dealt & now
                    assert self.options["reshuffle"] != "never" or not dealt & seen
                    seen |= dealt
                    hands[i] |= dealt
            drawing = isinstance(operation, StandingPatOrDiscarding)


# Each hand has its number as seed: pytest's report names a hand that fails, and it can be played again.
@pytest.mark.parametrize("table", [SokoTable, BadugiTable])
@pytest.mark.parametrize(
    "hands", [range(300), pytest.param(range(300, 20_000), marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_random_hands(table, hands):
    for seed in hands:
        try:
            table(seed).play()
        except Exception as error:
            error.add_note(f"{table.__name__}({seed}).play()")
            raise
