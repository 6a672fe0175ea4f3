"""What must hold for any hand: whatever the order, the names of the suits, or the way it is given."""

from itertools import combinations
from random import Random

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oracle import GAMES, forced, reference_rank
from sokodugi import Badugi, Soko, badugi, cards, soko
from sokodugi._native import _ranking

Hand = list[int]
SOKO_GAMES = [game for game in GAMES if isinstance(game, Soko)]
any_rules = settings(max_examples=300)


def hands(least: int, most: int) -> st.SearchStrategy[Hand]:
    """Hands from the whole deck, from two suits or from a few ranks, where there is more to go wrong."""
    decks = [range(52), [card for card in range(52) if card % 4 < 2], range(32, 52)]
    return st.one_of(
        st.lists(st.sampled_from(deck), min_size=least, max_size=min(most, len(deck)), unique=True)
        for deck in decks
    )


@st.composite
def deals(draw: st.DrawFn) -> tuple[Badugi | Soko, Hand]:
    """A game by any rules, and a hand of it."""
    game = draw(st.one_of(st.sampled_from(GAMES[:4]), st.sampled_from(SOKO_GAMES)))
    return game, draw(hands(game.hand_sizes[0], game.hand_sizes[-1]))


@given(st.sampled_from(GAMES[:4]), hands(1, 13), st.sampled_from(SOKO_GAMES[::11]), hands(5, 7))
def test_the_reference_agrees(game: Badugi, hand: Hand, other_game: Soko, other_hand: Hand) -> None:
    assert game.evaluate(hand) == reference_rank(game)(hand)
    assert other_game.evaluate(other_hand) == reference_rank(other_game)(other_hand)


@any_rules
@given(deals(), st.integers(1, 70), st.sampled_from(["u1", "i2", ">u4", "i8", ">u8"]))
def test_all_ways_to_give_a_hand_agree(deal: tuple[Badugi | Soko, Hand], copies: int, dtype: str) -> None:
    game, hand = deal
    rank = game.evaluate(hand)
    assert 1 <= rank <= game.n_ranks
    mask = sum(1 << card for card in hand)
    row = np.array(hand, dtype)
    assert game.evaluate(tuple(hand)) == game.evaluate(cards.format(hand)) == game.evaluate(row) == rank
    assert game.evaluate_masks(mask) == game.evaluate_masks(np.uint64(mask)) == game.ufunc(row) == rank
    many = np.tile(row, (copies, 1))
    for path in _ranking.simd_paths():
        with forced(path):
            assert game.evaluate(many).tolist() == [rank] * copies
            assert game.ufunc(many).tolist() == [rank] * copies
            assert game.evaluate_masks([mask] * copies).tolist() == [rank] * copies


@any_rules
@given(deals(), st.randoms(use_true_random=False))
def test_the_order_of_cards_means_nothing(deal: tuple[Badugi | Soko, Hand], random: Random) -> None:
    game, hand = deal
    shuffled = random.sample(hand, len(hand))
    for path in _ranking.simd_paths():
        with forced(path):
            assert len(set(game.evaluate([hand, shuffled, sorted(hand)]).tolist())) == 1
    plays, still_plays = game.playing([hand, shuffled])
    assert set(np.array(hand)[plays]) == set(np.array(shuffled)[still_plays])


@any_rules
@given(deals(), st.permutations(range(4)))
def test_the_names_of_suits_mean_nothing(deal: tuple[Badugi | Soko, Hand], suits: list[int]) -> None:
    game, hand = deal
    renamed = [card // 4 * 4 + suits[card % 4] for card in hand]
    for path in _ranking.simd_paths():
        with forced(path):
            assert len(set(game.evaluate([hand, renamed]).tolist())) == 1


@any_rules
@given(deals(), st.integers(0, 51))
def test_another_card_never_hurts(deal: tuple[Badugi | Soko, Hand], card: int) -> None:
    game, hand = deal
    assume(card not in hand and len(hand) < game.hand_sizes[-1])
    assert game.evaluate([*hand, card]) <= game.evaluate(hand)


@any_rules
@given(deals())
def test_the_cards_that_play_are_the_hand(deal: tuple[Badugi | Soko, Hand]) -> None:
    game, hand = deal
    rank = game.evaluate(hand)
    plays = np.array(hand)[game.playing(hand)].tolist()
    assert game.evaluate(plays) == rank
    assert len(plays) == (5 if isinstance(game, Soko) else 4 - game.category(rank))


@given(hands(1, 13))
def test_badugi_plays_cards_without_shared_ranks_or_suits(hand: Hand) -> None:
    plays = np.array(hand)[badugi.playing(hand)].tolist()
    assert len({card // 4 for card in plays}) == len({card % 4 for card in plays}) == len(plays)


@given(hands(5, 13))
def test_badugi_is_the_best_of_its_fours(hand: Hand) -> None:
    fours = np.array(list(combinations(hand, 4)))
    assert badugi.evaluate(hand) == badugi.evaluate(fours).min()


@given(hands(6, 7))
def test_soko_is_the_best_of_its_fives(hand: Hand) -> None:
    fives = np.array(list(combinations(hand, 5)))
    assert soko.evaluate(hand) == soko.evaluate(fives).min()


@given(hands(14, 52))
def test_any_number_of_cards_as_a_mask(hand: Hand) -> None:
    rank = badugi.evaluate_masks(cards.to_masks(hand))
    # no four cards are better, and the best four are among those without one of the cards or another
    assert rank == badugi.evaluate_masks([cards.to_masks(hand[:i] + hand[i + 1 :]) for i in range(14)]).min()


@given(hands(5, 7))
def test_two_pair_and_better_is_the_same_by_all_rules(hand: Hand) -> None:
    ranks = {game.evaluate(hand) for game in SOKO_GAMES}
    categories = {game.category(game.evaluate(hand)) for game in SOKO_GAMES}
    if min(categories) < soko.categories.index("four-flush"):
        assert len(ranks) == len(categories) == 1
