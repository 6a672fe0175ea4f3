"""What ranks mean: categories, words, the cards that play, and who wins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import BADUGI_RULES, GAMES, SOKO_RULES, brief
from sokodugi import Badugi, Soko, badugi, cards, reference, soko

RANKS = "23456789TJQKA"
DOWN = RANKS[::-1]  # the reference counts Soko ranks from the ace down
NAMES = dict(
    zip(
        RANKS,
        [
            "deuce",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        strict=True,
    )
)


def plural(rank: str) -> str:
    return NAMES[rank] + ("es" if rank == "6" else "s")


# ---- words ----


def say_badugi(key: tuple[int, ...], game: Badugi) -> str:
    """What a reference key of Badugi is called; it counts cards from the wanted end."""
    order = "A23456789TJQK" if game.rules["ace"] == "low" else RANKS
    order = order if game.rules["best"] == "low" else order[::-1]
    ranks = "-".join(order[height] for height in key[1:])
    return f"badugi {ranks}" if key[0] == 0 else f"{reference.BADUGI_CATEGORIES[key[0]]} {ranks}"


def say_soko(key: tuple[int, ...]) -> str:
    """What a reference key of Soko is called."""
    r = [DOWN[step] for step in key[1:]]
    match reference.SOKO_CATEGORIES[key[0]]:
        case "straight flush":
            return "royal flush" if r == ["A"] else f"straight flush, {r[0]}-high"
        case "four of a kind":
            return f"four {plural(r[0])}, kicker {r[4]}"
        case "full house":
            return f"full house, {plural(r[0])} full of {plural(r[4])}"
        case "flush":
            return f"flush {'-'.join(r)}"
        case "straight":
            return f"straight, {r[0]}-high"
        case "three of a kind":
            return f"three {plural(r[0])}, kickers {r[3]}-{r[4]}"
        case "two pair":
            return f"two pair, {plural(r[0])} and {plural(r[2])}, kicker {r[4]}"
        case "four-flush":
            return f"four-flush {'-'.join(r[:4])}, kicker {r[4]}"
        case "four-straight":
            return f"four-straight {r[0]}-high, kicker {r[1]}"
        case "one pair":
            return f"pair of {plural(r[0])}, kickers {'-'.join(r[2:])}"
        case _:
            return f"{NAMES[r[0]]} high, {'-'.join(r)}"


@pytest.mark.parametrize("rules", BADUGI_RULES, ids=str)
def test_every_rank_of_badugi_in_words(rules: dict[str, str]) -> None:
    game = Badugi(**rules)
    keys = sorted(reference.badugi_ranks(**rules))
    assert game.n_ranks == len(keys)
    assert game.describe(np.arange(1, len(keys) + 1, dtype=np.uint16)) == [
        say_badugi(key, game) for key in keys
    ]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"paired": False, "ace_low": False},
        {"four_flush": False, "open_ended": True},
        {"four_straight": False},
    ],
    ids=str,
)
def test_every_rank_of_soko_in_words(rules: dict[str, bool]) -> None:
    game = Soko(**rules)
    keys = sorted(reference.soko_ranks(**rules))
    ranks = np.arange(1, len(keys) + 1, dtype=np.uint16)
    assert game.n_ranks == len(keys)
    assert game.describe(ranks) == [say_soko(key) for key in keys]
    assert game.category(ranks).tolist() == [key[0] for key in keys]


@pytest.mark.parametrize("game", GAMES, ids=brief)
def test_no_two_ranks_have_the_same_words(game: Badugi | Soko) -> None:
    words = game.describe(np.arange(1, game.n_ranks + 1, dtype=np.uint16))
    assert len(set(words)) == game.n_ranks
    assert [words[0], words[-1]] == [game.describe(1), game.describe(game.n_ranks)]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("AsKsQsJsTs", "royal flush"),
        ("5s4s3s2sAs", "straight flush, 5-high"),
        ("6s6h6d6c2s", "four sixes, kicker 2"),
        ("2s2h2dAcAs", "full house, deuces full of aces"),
        ("KsTs8s4s2s", "flush K-T-8-4-2"),
        ("5s4h3s2sAs", "straight, 5-high"),
        ("9s9h9dAc2s", "three nines, kickers A-2"),
        ("JsJh4d4cAs", "two pair, jacks and fours, kicker A"),
        ("Ks8s6s4s8d", "four-flush K-8-6-4, kicker 8"),
        ("As2h3d4cQs", "four-straight 4-high, kicker Q"),
        ("ThTdAs8c3h", "pair of tens, kickers A-8-3"),
        ("7h6c4d3h2s", "seven high, 7-6-4-3-2"),
        ("2c3d8c9dTcJsKh", "four-straight J-high, kicker K"),
    ],
)
def test_soko_in_words(hand: str, words: str) -> None:
    assert soko.describe(hand) == words
    assert soko.describe(soko.evaluate(hand)) == words


def test_describe_what_is_given() -> None:
    assert badugi.describe("9s5dAcKc") == "three-card 9-5-A"
    assert badugi.describe(["9s5dAcKc", "As2d3c4h"]) == ["three-card 9-5-A", "badugi 4-3-2-A"]
    assert badugi.describe((51, 1, 4, 10)) == "badugi 4-3-2-A"
    assert badugi.describe([[51, 1, 4, 10]]) == ["badugi 4-3-2-A"]
    assert badugi.describe(np.array([[[51, 1]]])) == [["two-card 2-A"]]
    assert badugi.describe([51, 1]) != badugi.describe(np.array([51, 1], np.uint16))
    assert badugi.describe(np.array([[1], [716]], np.uint16)) == [["badugi 4-3-2-A"], ["three-card 3-2-A"]]
    for rank in (716, np.uint16(716), np.int64(716), np.array(716, np.uint16)):
        assert badugi.describe(rank) == "three-card 3-2-A"
    assert badugi.describe(np.empty((0, 4), np.uint8)) == []
    assert badugi.describe(np.empty((2, 0), np.uint16)) == [[], []]


# ---- categories ----


def test_categories() -> None:
    assert badugi.categories == reference.BADUGI_CATEGORIES
    assert soko.categories == reference.SOKO_CATEGORIES
    assert badugi.category([1, 715, 716, 1001, 1002, 1079, 1080, 1092]).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert soko.category([1, 10, 11, 16_707]).tolist() == [0, 0, 1, 10]
    found = soko.category(np.array([[1, 16_707]], ">i4"))
    assert (found.dtype, found.tolist()) == (np.uint8, [[0, 10]])
    for rank in (1092, np.uint16(1092), np.array(1092)):
        assert badugi.category(rank) == 3
        assert type(badugi.category(rank)) is int
    assert badugi.category([]).shape == (0,)
    assert badugi.category(np.array([1, 200], np.uint8)).tolist() == [0, 0]


@pytest.mark.parametrize("game", GAMES, ids=brief)
def test_categories_go_from_best_to_worst(game: Badugi | Soko) -> None:
    found = game.category(np.arange(1, game.n_ranks + 1))
    assert (np.diff(found.astype(int)) >= 0).all()
    # each category is told by its name or is turned off
    off = {"four-flush", "four-straight"} - {
        name for name in game.categories if game.rules.get(name.replace("-", "_"), True)
    }
    assert {game.categories[i] for i in found} == set(game.categories) - off


# ---- the cards that play ----


def assert_plays(game: Badugi | Soko, hands: np.ndarray) -> None:
    playing = reference.badugi_playing if isinstance(game, Badugi) else reference.soko_playing
    found = game.playing(hands)
    assert (found.dtype, found.shape) == (np.bool_, hands.shape)
    for hand, plays in zip(hands.tolist(), found, strict=True):
        assert tuple(sorted(np.array(hand)[plays].tolist())) == playing(hand, **game.rules), hand


@pytest.mark.parametrize("rules", BADUGI_RULES, ids=str)
def test_playing_badugi(rules: dict[str, str], badugi_oracle: object) -> None:
    game = Badugi(**rules)
    assert_plays(game, np.array(badugi_oracle.examples)[::5])
    for n, number in [(1, 52), (2, 200), (3, 200), (5, 200), (7, 100), (10, 30), (13, 10)]:
        assert_plays(game, cards.deal(number, n, seed=n))
    # a few ranks and suits leave many equally good choices
    few = [card for card in range(52) if card // 4 in (0, 5, 12)]
    assert_plays(game, cards.deal(300, 7, dead=sorted(set(range(52)) - set(few)), seed=1))


@pytest.mark.parametrize("rules", SOKO_RULES[::3], ids=str)
def test_playing_soko(rules: dict[str, bool]) -> None:
    game = Soko(**rules)
    assert_plays(game, cards.deal(20, 5, seed=5))
    assert_plays(game, cards.deal(20, 6, seed=6))
    assert_plays(game, cards.deal(20, 7, seed=7))
    few = [card for card in range(52) if card // 4 in (0, 1, 2, 12)]
    assert_plays(game, cards.deal(20, 7, dead=sorted(set(range(52)) - set(few)), seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("rules", BADUGI_RULES, ids=str)
def test_playing_every_badugi_hand(rules: dict[str, str]) -> None:
    assert_plays(Badugi(**rules), cards.all_hands(4))


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("7h8sTdAs", "7hTdAs"),
        ("3s3h2cAd", "3h2cAd"),
        ("AcAd2cKd", "Ad2c"),
        ("KsKhKdKc", "Kc"),
        ("2c3c2d3d", "2c3d"),
    ],
)
def test_which_of_equal_cards_play(hand: str, plays: str) -> None:
    ids = cards.parse(hand)
    assert cards.format(ids[badugi.playing(hand)]) == plays
    for order in (ids[::-1], np.roll(ids, 1), np.sort(ids)):
        assert set(order[badugi.playing(order)]) == set(ids[badugi.playing(hand)])


def test_playing_takes_hands_of_any_form() -> None:
    hands = cards.deal(60, 7, seed=1)
    for game in (badugi, soko):
        wanted = game.playing(hands)
        assert np.array_equal(game.playing(hands.reshape(3, 20, 7)), wanted.reshape(3, 20, 7))
        assert np.array_equal(game.playing(hands.astype(">i8")[::-1]), wanted[::-1])
        assert np.array_equal(game.playing(hands[:, ::-1]), wanted[:, ::-1])
        assert np.array_equal(game.playing([cards.format(hand) for hand in hands]), wanted)
        assert np.array_equal(game.playing(hands.tolist()), wanted)
        assert game.playing(np.empty((0, 7), int)).shape == (0, 7)
    assert badugi.playing("AcAd2cKd").tolist() == [False, True, True, False]


# ---- who wins ----


def test_winners() -> None:
    assert soko.winners([5, 3, 9]).tolist() == [False, True, False]
    assert soko.winners([3, 3, 9]).tolist() == [True, True, False]
    assert soko.winners([0, 3, 9]).tolist() == [False, True, False]
    assert soko.winners([0, 0]).tolist() == [False, False]
    assert soko.winners([7]).tolist() == [True]
    assert soko.winners([0, 16_707]).tolist() == [False, True]
    assert soko.winners(np.empty((0, 3), np.uint16)).shape == (0, 3)
    assert soko.winners(np.array([[[1, 2], [2, 1]]])).tolist() == [[[True, False], [False, True]]]


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", ">i2", "i4", "u8", ">i8"])
def test_winners_of_any_integer_type(dtype: str) -> None:
    ranks = np.array([[1, 2, 0], [0, 0, 0], [5, 5, 9], [0, 0, 100]], dtype)
    wanted = [[True, False, False], [False] * 3, [True, True, False], [False, False, True]]
    for game in (badugi, soko):
        assert game.winners(ranks).tolist() == wanted
        assert game.winners(ranks[::-1, ::-1]).tolist() == [row[::-1] for row in wanted[::-1]]


@given(st.lists(st.lists(st.integers(0, 1092), min_size=3, max_size=3), max_size=8))
def test_the_lowest_rank_wins(rows: list[list[int]]) -> None:
    wanted = [[0 < rank == min(filter(None, row)) for rank in row] for row in rows]
    assert badugi.winners(np.array(rows, int).reshape(-1, 3)).tolist() == wanted


class Column:
    """A column of a data frame: no array, but it becomes one, and says its dtype."""

    def __init__(self, values: np.ndarray) -> None:
        self.values, self.dtype = values, values.dtype

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.values


@pytest.mark.parametrize("game", [badugi, soko], ids=brief)
def test_ranks_are_ranks_in_any_container(game: Badugi | Soko) -> None:
    ranks = np.array([3, 7, 40, 41, 1], np.uint16)
    assert game.describe(Column(ranks)) == game.describe(ranks)
