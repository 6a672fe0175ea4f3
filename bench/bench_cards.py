"""Text, masks and dealing."""

import numpy as np
import pytest

from sokodugi import cards

N = 100_000


def _texts(n_cards):
    return [cards.format(hand) for hand in cards.deal(N, n_cards, seed=1)]


@pytest.mark.parametrize("kind", ["list", "U array", "S array", "spaced list"])
def test_parse_many(benchmark, kind):
    texts = _texts(4)
    forms = {
        "list": texts,
        "U array": np.array(texts),
        "S array": np.array(texts, "S"),
        "spaced list": [" ".join(text[i : i + 2] for i in range(0, 8, 2)) for text in texts],
    }
    benchmark.group = f"parse_many: {N:,} hands of four cards"
    assert benchmark(cards.parse_many, forms[kind]).shape == (N, 4)


@pytest.mark.parametrize("n_cards", [1, 2, 4, 5, 8, 16])
def test_deal(benchmark, n_cards):
    benchmark.group = f"deal {N:,} rows"
    assert benchmark(cards.deal, N, n_cards, seed=1).shape == (N, n_cards)


@pytest.mark.parametrize("n_cards", [4, 7])
@pytest.mark.parametrize("job", ["to_masks", "from_masks"])
def test_masks(benchmark, hands, n_cards, job):
    rows = hands(n_cards)
    benchmark.group = f"masks of {len(rows):,} hands"
    if job == "to_masks":
        assert benchmark(cards.to_masks, rows).shape == (len(rows),)
    else:
        assert benchmark(cards.from_masks, cards.to_masks(rows), n_cards).shape == rows.shape


def test_all_hands(benchmark):
    benchmark.group = "every hand of five cards"
    assert len(benchmark(cards.all_hands, 5)) == 2_598_960
