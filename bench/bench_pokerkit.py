"""PokerKit with its own Badugi hand and with ours: each group is one job done by both.

Run ``pytest bench/bench_pokerkit.py``; the number in brackets behind a time is the ratio to the faster one.
"""

import random
from itertools import pairwise

import pokerkit
import pytest
from pokerkit import Automation, Card, Deck, calculate_equities

from sokodugi import pokerkit as ours

HAND_TYPES = {"sokodugi": ours.FastBadugiHand, "pokerkit": pokerkit.BadugiHand}
GAMES = {"sokodugi": ours.FixedLimitBadugi, "pokerkit": pokerkit.FixedLimitBadugi}

RNG = random.Random(0)
DEALT = [RNG.sample(Deck.STANDARD, 4) for _ in range(200)]


@pytest.fixture(params=HAND_TYPES)
def hand_type(request):
    return HAND_TYPES[request.param]


@pytest.mark.benchmark(group="compare 199 pairs of hands that are made")
def test_compare(benchmark, hand_type):
    hands = [hand_type.from_game(cards) for cards in DEALT]
    wins = benchmark(lambda: sum(a > b for a, b in pairwise(hands)))
    assert 0 < wins < len(hands)


@pytest.mark.benchmark(group="make 200 hands from the cards of a game")
def test_make(benchmark, hand_type):
    hands = benchmark(lambda: [hand_type.from_game(cards) for cards in DEALT])
    assert len(hands) == len(DEALT)


@pytest.mark.benchmark(group="make 200 hands and find the best")
def test_make_and_compare(benchmark, hand_type):
    best = benchmark(lambda: max(map(hand_type.from_game, DEALT)))
    assert len(best.cards) == 4


@pytest.mark.parametrize(
    "known",
    [["As2d3c", "KsQdJc"], ["As2d3c4h", "KsQdJcTh"], ["As2d3c", "4sKd5c", "6s7d8c"]],
    ids=["one card to come", "complete hands", "three players"],
)
def test_equity(benchmark, hand_type, known, request):
    benchmark.group = f"500 samples of PokerKit's equity call, {request.node.callspec.id.split('-')[1]}"
    ranges = [[list(Card.parse(cards))] for cards in known]
    equities = benchmark(
        lambda: calculate_equities(ranges, (), 4, 0, Deck.STANDARD, (hand_type,), sample_count=500)
    )
    assert sum(equities) == pytest.approx(1)


@pytest.mark.benchmark(group="showdown of six players")
@pytest.mark.parametrize("game", GAMES)
def test_showdown(benchmark, game):
    manual = {Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING}
    automations = tuple(set(Automation) - manual)

    def called_down():
        state = GAMES[game].create_state(automations, True, 0, (1, 2), 2, 4, 200, 6)
        while state.showdown_index is None:
            if state.actor_index is None:
                state.stand_pat_or_discard()
            else:
                state.check_or_call()
        return (state,), {}

    def show(state):
        while state.showdown_index is not None:
            state.show_or_muck_hole_cards()
        while state.can_kill_hand():
            state.kill_hand()
        while state.can_push_chips():
            state.push_chips()
        return state

    state = benchmark.pedantic(show, setup=called_down, rounds=100)
    assert not state.status
