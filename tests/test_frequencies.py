"""Exact counts of hands by rank, against the tables of the rules and against going through the hands."""

from itertools import product
from math import comb

import numpy as np
import pytest

from sokodugi import Badugi, HandSizeError, HandTypeError, Soko, badugi, cards, soko

BADUGIS = [Badugi(ace=ace, best=best) for ace, best in product(("low", "high"), repeat=2)]
RULES = ("four_flush", "four_straight", "ace_low", "open_ended", "paired")
SOKOS = [
    Soko(),
    Soko(ace_low=False),
    Soko(open_ended=True),
    Soko(paired=False),
    Soko(four_straight=False),
    Soko(four_flush=False, four_straight=False),
]


def by_category(game, n):
    categories = game.category(np.arange(1, game.n_ranks + 1))
    return [int(game.frequencies(n)[1:][categories == c].sum()) for c in range(len(game.categories))]


@pytest.mark.parametrize("game", BADUGIS, ids=repr)
@pytest.mark.parametrize("n", [*range(1, 14), 26, 51, 52])
def test_every_badugi_hand_is_counted_once(game, n):
    counts = game.frequencies(n)
    assert counts.dtype == np.int64
    assert counts.shape == (1093,)
    assert counts[0] == 0
    assert counts.sum() == comb(52, n)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", BADUGIS, ids=repr)
def test_badugi_counts_equal_those_of_all_hands(game, n):
    ranks = game.evaluate(cards.all_hands(n))
    assert (np.bincount(ranks, minlength=game.n_ranks + 1) == game.frequencies(n)).all()


@pytest.mark.parametrize(
    ("n", "one_to_four"),
    [
        (4, [2873, 96252, 154440, 17160]),
        (5, [5148, 431652, 1647360, 514800]),
        (6, [6864, 1489384, 11397672, 7464600]),
        (7, [6864, 4164784, 59033832, 70579080]),
    ],
)
def test_badugi_counts_are_those_of_the_rules(n, one_to_four):
    assert by_category(badugi, n)[::-1] == one_to_four


def test_project_euler_369():
    with_a_badugi = [by_category(badugi, n)[0] for n in range(4, 14)]
    assert sum(with_a_badugi) == 862_400_558_448


@pytest.mark.parametrize("game", SOKOS, ids=repr)
@pytest.mark.parametrize("n", [5, 6])
def test_soko_counts_equal_those_of_all_hands(game, n):
    counted = np.zeros(game.n_ranks + 1, np.int64)
    hands = cards.all_hands(n)
    for first in range(0, len(hands), 1 << 21):
        counted += np.bincount(game.evaluate(hands[first : first + (1 << 21)]), minlength=game.n_ranks + 1)
    assert (game.frequencies(n) == counted).all()


@pytest.mark.slow
def test_soko_counts_equal_those_of_all_seven_card_hands():
    counted = np.zeros(soko.n_ranks + 1, np.int64)
    hands = cards.all_hands(7)
    for first in range(0, len(hands), 1 << 21):
        counted += np.bincount(soko.evaluate(hands[first : first + (1 << 21)]), minlength=soko.n_ranks + 1)
    assert (soko.frequencies(7) == counted).all()


@pytest.mark.parametrize("options", list(product((True, False), repeat=5)))
def test_every_soko_hand_is_counted_once(options):
    game = Soko(**dict(zip(RULES, options, strict=True)))
    for n in (5, 6, 7):
        counts = game.frequencies(n)
        assert counts.sum() == comb(52, n)
        assert counts[0] == 0
        assert (counts >= 0).all()
    assert (game.frequencies(5)[1:] > 0).all()


def test_soko_counts_are_those_of_the_rules():
    assert by_category(soko, 5) == [
        40, 624, 3744, 5108, 10200, 54912, 123552, 110940, 92208, 1047552, 1150080,
    ]  # fmt: skip


def test_ordinary_poker_of_seven_cards():
    high_poker = Soko(four_flush=False, four_straight=False)
    assert by_category(high_poker, 7) == [
        41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 0, 0, 58627800, 23294460,
    ]  # fmt: skip


def test_counts_are_computed_once_and_cannot_be_changed():
    assert soko.frequencies(5) is soko.frequencies(np.int64(5))
    with pytest.raises(ValueError, match="read-only"):
        soko.frequencies(5)[1] = 0


@pytest.mark.parametrize(("game", "n"), [(badugi, 0), (badugi, 53), (soko, 4), (soko, 8)])
def test_a_number_of_cards_that_no_hand_has(game, n):
    with pytest.raises(HandSizeError, match=f"^{n} cards a hand: {game.name} takes"):
        game.frequencies(n)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, ">u4"])
def test_rank_or_zero_marks_what_is_no_hand(dtype):
    rows = np.array(
        [[51, 1, 4, 10], [51, 1, 4, 51], [52, 1, 4, 10], [127, 1, 4, 10], [46, 41, 39, 32]], dtype
    )
    assert badugi.rank_or_zero(rows).tolist() == [1, 0, 0, 0, 715]
    assert badugi.rank_or_zero(rows[:0]).shape == (0,)


def test_rank_or_zero_reads_masks():
    royal = cards.to_masks("AsKsQsJsTs")
    masks = np.array([royal, 0, 1 << 63 | royal, royal ^ 1 << 51], np.uint64)
    assert soko.rank_or_zero(masks).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("rows", "error", "text"),
    [
        (np.zeros((2, 4)), HandTypeError, "float64"),
        (np.zeros((2, 3, 5), int), HandSizeError, "shape"),
        (np.zeros((2, 4), int), HandSizeError, "4 cards a hand: soko"),
    ],
)
def test_rank_or_zero_refuses_what_is_no_batch(rows, error, text):
    with pytest.raises(error, match=text):
        soko.rank_or_zero(rows)


@pytest.mark.parametrize("n_cards", [True, 1.0, "4", None, np.timedelta64(3, "s"), np.array([4, 5])])
def test_a_number_of_cards_is_an_integer(n_cards):
    for game in (badugi, soko):
        with pytest.raises(HandTypeError, match="n_cards is an integer"):
            game.frequencies(n_cards)
