"""The evaluators against other people's: phevaluator, PokerKit and poker-equity."""

from collections.abc import Iterable

import numpy as np
import poker_equity
import pytest
from phevaluator import evaluate_cards
from pokerkit import BadugiHand, StandardBadugiHand

from oracle import HIGH_POKER, Oracle, colex_hands
from sokodugi import Badugi, badugi, cards

ACE_HIGH = Badugi(ace="high")


def texts(hands: np.ndarray) -> list[str]:
    return [cards.format(hand) for hand in hands]


# ---- ordinary high poker, which is Soko without the two new classes ----


def test_high_poker(soko_oracle: Oracle) -> None:
    hands = np.array(soko_oracle.examples)
    assert HIGH_POKER.evaluate(hands).tolist() == [evaluate_cards(*hand) for hand in hands.tolist()]


@pytest.mark.parametrize("n", [6, 7])
def test_high_poker_with_more_cards(n: int) -> None:
    hands = cards.deal(50_000, n, seed=n)
    assert HIGH_POKER.evaluate(hands).tolist() == [evaluate_cards(*hand) for hand in hands.tolist()]


@pytest.mark.slow
def test_high_poker_for_all_hands(simd: str) -> None:
    hands = cards.all_hands(5)
    assert HIGH_POKER.evaluate(hands).tolist() == [evaluate_cards(*hand) for hand in hands.tolist()]


# ---- Badugi ----


def pokerkit_ranks(kind: type[BadugiHand | StandardBadugiHand], hands: Iterable[str]) -> list[int]:
    """PokerKit counts from 0, and from the best of all."""
    return [kind.from_game(hand).entry.index + 1 for hand in hands]


def test_badugi_against_pokerkit(badugi_oracle: Oracle) -> None:
    hands = np.array(badugi_oracle.examples)[::7]
    assert badugi.evaluate(hands).tolist() == pokerkit_ranks(BadugiHand, texts(hands))


def test_ace_high_badugi_against_pokerkit(badugi_oracle: Oracle) -> None:
    hands = np.array(badugi_oracle.examples)[::7]
    assert ACE_HIGH.evaluate(hands).tolist() == pokerkit_ranks(StandardBadugiHand, texts(hands))


@pytest.mark.parametrize(("n", "number"), [(1, 52), (3, 300), (5, 300), (7, 100)])
def test_other_numbers_of_cards_against_pokerkit(n: int, number: int) -> None:
    hands = cards.deal(number, n, seed=n)
    assert badugi.evaluate(hands).tolist() == pokerkit_ranks(BadugiHand, texts(hands))


def test_badugi_against_poker_equity() -> None:
    hands = colex_hands(4)
    scores = poker_equity.score_batch("badugi", texts(hands))
    _, order = np.unique(scores, return_inverse=True)  # its numbers have gaps, lower is better
    np.testing.assert_array_equal(badugi.evaluate(hands), order + 1)


@pytest.mark.slow
def test_badugi_against_pokerkit_for_all_hands() -> None:
    hands = texts(cards.all_hands(4))
    assert badugi.evaluate(hands).tolist() == pokerkit_ranks(BadugiHand, hands)
    assert ACE_HIGH.evaluate(hands).tolist() == pokerkit_ranks(StandardBadugiHand, hands)
