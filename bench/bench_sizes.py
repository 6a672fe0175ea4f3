"""Hands of other numbers of cards, as rows and as masks."""

import pytest

from sokodugi import badugi, cards, soko

ROWS = [(badugi, n) for n in (1, 2, 3, 4, 5, 6, 7, 10, 13)] + [(soko, n) for n in (5, 6, 7)]
MASKS = [(badugi, n) for n in (4, 5, 7, 13, 26)] + [(soko, n) for n in (5, 6, 7)]


def _id(case):
    return f"{case[0].name}-{case[1]}"


@pytest.mark.parametrize("case", ROWS, ids=_id)
def test_rows(benchmark, hands, out, case):
    game, n = case
    benchmark.group = f"rows of other sizes: {game.name}"
    benchmark(game.evaluate, hands(n), out)
    assert out.min() >= 1


@pytest.mark.parametrize("case", MASKS, ids=_id)
def test_masks(benchmark, hands, out, case):
    game, n = case
    masks = cards.to_masks(hands(n))
    benchmark.group = f"masks: {game.name}"
    benchmark(game.evaluate_masks, masks, out)
    assert out.min() >= 1
