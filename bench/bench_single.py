"""One hand a call, in every form that takes the short way, beside other evaluators."""

import pytest

from sokodugi import badugi, cards, soko

BADUGI, SOKO = "As2d3c4h", "AsKdQh2c3d"

CASES = {
    "tuple": lambda text: tuple(cards.parse(text).tolist()),
    "list": lambda text: cards.parse(text).tolist(),
    "array": cards.parse,
    "text": lambda text: text,
}


@pytest.mark.parametrize("form", CASES)
@pytest.mark.parametrize("game", [badugi, soko], ids=lambda game: game.name)
def test_evaluate(benchmark, game, form):
    hand = CASES[form](BADUGI if game is badugi else SOKO)
    benchmark.group = "one hand"
    assert benchmark(game.evaluate, hand) == game.evaluate(hand)


@pytest.mark.parametrize("game", [badugi, soko], ids=lambda game: game.name)
def test_mask(benchmark, game):
    mask = cards.to_masks(BADUGI if game is badugi else SOKO)
    benchmark.group = "one hand"
    assert benchmark(game.evaluate_masks, mask) == game.evaluate_masks(mask)


@pytest.mark.parametrize("form", ["ids", "text"])
def test_phevaluator(benchmark, form):
    phevaluator = pytest.importorskip("phevaluator")
    hand = cards.parse(SOKO).tolist() if form == "ids" else [SOKO[i : i + 2] for i in range(0, 10, 2)]
    benchmark.group = "one hand"
    assert benchmark(phevaluator.evaluate_cards, *hand) > 0


def test_pkrbot(benchmark):
    pkrbot = pytest.importorskip("pkrbot")
    hand = [pkrbot.Card(SOKO[i : i + 2]) for i in range(0, 10, 2)]
    benchmark.group = "one hand"
    assert benchmark(pkrbot.evaluate, hand) > 0
