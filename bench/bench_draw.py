"""Draws: exact mathematics, samples by policy, the adviser, and games in bulk."""

import numpy as np
import pytest

from sokodugi import DrawPolicy, badugi, cards
from sokodugi.draw import optimal
from sokodugi.draw.simulate import DrawSample, play_chunk, read_policies
from sokodugi.holdings import read_holdings
from sokodugi.sampling import CHUNK, stream

VALUES = 1 - np.arange(1, 1093) / 1092


@pytest.mark.parametrize("draws", [1, 3])
def test_best_draws_of_all_hands(benchmark, draws):
    benchmark.group = "exact"
    assert benchmark(badugi.draw_values, VALUES, draws).keeps.shape == (draws, 270_725)


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_distribution_of_one_hand(benchmark, draws):
    benchmark.group = "exact"
    assert benchmark(badugi.distribution, "As2d3cKh", draws).exact


def test_optimal_to_a_gain_below_0_0005(benchmark):
    benchmark.group = "exact"
    solution = benchmark.pedantic(optimal.solve, (badugi, 3, 0.0005), rounds=3)
    assert solution.gain < 0.0005


@pytest.mark.parametrize(("players", "draws"), [(2, 1), (2, 3), (3, 3), (4, 3), (8, 3)])
def test_a_chunk_of_deals(benchmark, players, draws):
    """One chunk of 65,536 deals on one core, from random hands, all by the table of the best way to draw."""
    benchmark.group = f"samples, {CHUNK:,} deals"
    benchmark.extra_info["deals"] = CHUNK
    policies = read_policies(badugi, None, players, draws)
    spec = DrawSample(read_holdings(badugi, [""] * players), [p.rows(draws) for p in policies], 0)
    assert benchmark(play_chunk, spec, stream(1, 0), CHUNK).deals == CHUNK


def test_advice_in_the_model(benchmark):
    benchmark.group = "adviser"
    badugi.advise("As2d3cKh", 3)
    assert benchmark(badugi.advise, "As2d3cKh", 3).best.keep == "As2d3c"


def test_advice_by_65536_common_deals(benchmark):
    benchmark.group = "adviser"
    found = benchmark(badugi.advise, "As2d3cKh", 3, opponents=[""], samples=CHUNK, seed=1)
    assert found.best.keep == "As2d3c"


def test_a_draw_of_two_players_in_100000_games(benchmark):
    benchmark.group = "bulk, 100,000 games"
    hands, decks = badugi.deal(100_000, 2, seed=1)
    keeps = cards.deal(200_000, 1, seed=2).reshape(-1, 2) & 15
    benchmark.pedantic(
        badugi.draw, setup=lambda: ((hands, keeps, decks.copy()), {}), rounds=10, warmup_rounds=1
    )


def test_a_deal_of_two_players_in_100000_games(benchmark):
    benchmark.group = "bulk, 100,000 games"
    assert len(benchmark(badugi.deal, 100_000, 2, seed=1).decks) == 100_000


def test_the_published_table_is_loaded(benchmark):
    benchmark.group = "files"

    def load():
        optimal.published.cache_clear()
        return DrawPolicy.optimal(3)

    assert benchmark(load).draws == 3
