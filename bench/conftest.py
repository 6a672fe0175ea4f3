"""What the benchmarks share: random hands of a fixed seed, and buffers to write to."""

from functools import cache

import numpy as np
import pytest

from sokodugi import cards

N = 1_000_000


@cache
def _hands(n_cards: int, n: int = N):
    return cards.deal(n, n_cards, seed=n_cards)


@pytest.fixture
def hands():
    """Return a function of the cards a hand and the number of hands: rows of card ids."""
    return _hands


@pytest.fixture
def out():
    return np.empty(N, np.uint16)
