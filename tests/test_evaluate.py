"""Evaluators: known hands, every form of input and output, and what kind of objects they are."""

import copy
import pickle
import subprocess
import sys
import threading
from array import array
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise

import numpy as np
import pytest

import sokodugi
from oracle import BADUGI_RULES, GAMES, SOKO_RULES, as_masks, brief
from sokodugi import Badugi, Soko, badugi, cards, soko

DTYPES = ["u1", "i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8"]


# ---- known hands ----

WORST_TO_BEST = [
    ("KsKhKdKc", "K"),
    ("5d7d9dKd", "5"),
    ("4s7s9sJs", "4"),
    ("AsAhAdAc", "A"),
    ("QhJsJhJd", "Q-J"),
    ("TsTh9s9h", "T-9"),
    ("9s8s7s6h", "7-6"),
    ("3c2cAhAc", "2-A"),
    ("KsKd2cAd", "K-2-A"),
    ("QcQs2hAd", "Q-2-A"),
    ("QsJsTh9d", "J-T-9"),
    ("QsJsTh6d", "J-T-6"),
    ("KsJs8h6d", "J-8-6"),
    ("4d3c2hAc", "4-2-A"),
    ("3s3h2cAd", "3-2-A"),
    ("KhQdJsTc", "K-Q-J-T"),
    ("8c7d2hAs", "8-7-2-A"),
    ("8s5d4c2h", "8-5-4-2"),
    ("4c3d2hAs", "4-3-2-A"),
]


def test_badugi_from_worst_to_best(simd: str) -> None:
    hands = [hand for hand, _ in WORST_TO_BEST]
    assert [badugi.describe(hand).split()[1] for hand in hands] == [plays for _, plays in WORST_TO_BEST]
    ranks = [badugi.evaluate(hand) for hand in hands]
    assert badugi.evaluate(hands).tolist() == ranks
    assert all(worse > better for worse, better in pairwise(ranks))
    assert (ranks[0], ranks[-1]) == (1092, 1)


@pytest.mark.parametrize(
    ("hand", "rank"),
    [
        ("4c3d2hAs", 1),
        ("5c3d2hAs", 2),
        ("5c4d2hAs", 3),
        ("5c4d3hAs", 4),
        ("5c4d3h2s", 5),
        ("6c3d2hAs", 6),
        ("8s5d4c2h", 44),
        ("8c7d2hAs", 56),
        ("KhQdJsTc", 715),
        ("3s2hAd", 716),
        ("KcQdJh", 1001),
        ("AcAd2cKd", 1002),
        ("KcQd", 1079),
        ("As", 1080),
        ("KsKhKdKc", 1092),
        ("7h8sTdAs", badugi.evaluate("Td7hAs")),
        ("7s3s2hAd", badugi.evaluate("3c3d2sAh")),
        ("AcAdAh2c", badugi.evaluate("2cAd")),
        ("2s3s2h4h", badugi.evaluate("3s2h")),
        ("2h3h4h2d", badugi.evaluate("3h2d")),
    ],
)
def test_badugi_rank_numbers(hand: str, rank: int, simd: str) -> None:
    assert badugi.evaluate(hand) == rank
    assert badugi.evaluate([hand]).tolist() == [rank]


@pytest.mark.parametrize(
    ("game", "hand", "rank"),
    [
        (Badugi(ace="high"), "5c4d3h2s", 1),
        (Badugi(ace="high"), "AcKdQhJs", 715),
        (Badugi(ace="high", best="high"), "AcKdQhJs", 1),
        (Badugi(ace="high", best="high"), "5c4d3h2s", 715),
        (Badugi(ace="high", best="high"), "2c", 1092),
        (Badugi(best="high"), "KcQdJhTs", 1),
        (Badugi(best="high"), "4c3d2hAs", 715),
        (Badugi(best="high"), "8s5d4c2h", 672),
    ],
)
def test_related_games(game: Badugi, hand: str, rank: int, simd: str) -> None:
    assert game.evaluate(hand) == game.evaluate([hand])[0] == rank


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("JdTc9c9h8c", "four-straight J-high, kicker 9"),
        ("JdJcTc8c9c", "four-flush J-T-9-8, kicker J"),
        ("AcKcQcJc9s", "four-flush A-K-Q-J, kicker 9"),
        ("AcQh4h3c2c", "four-straight 4-high, kicker Q"),
        ("Ac2d3h4sAd", "four-straight 4-high, kicker A"),
        ("QcKdAh2s9c", "ace high, A-K-Q-9-2"),
        ("5c6d7h9sKc", "king high, K-9-7-6-5"),
        ("4c5d6h7s7c", "four-straight 7-high, kicker 7"),
        ("Ac2d3h4s5c", "straight, 5-high"),
        ("AcKcQcJcTc", "royal flush"),
    ],
)
def test_soko_hands(hand: str, wanted: str, simd: str) -> None:
    assert soko.describe(hand) == wanted
    assert soko.evaluate([hand])[0] == soko.evaluate(hand)


def test_house_rules_of_soko() -> None:
    hand = "AcQh4h3c2c"
    assert Soko(ace_low=False).describe(hand) == "ace high, A-Q-4-3-2"
    assert Soko(open_ended=True).describe(hand) == "ace high, A-Q-4-3-2"
    assert Soko(four_straight=False).describe(hand) == "ace high, A-Q-4-3-2"
    assert Soko(paired=False).describe("4c5d6h7s7c") == "pair of sevens, kickers 6-5-4"
    assert Soko(four_flush=False).describe("AcKcQcJc9s") == "four-straight A-high, kicker 9"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ts9h8c7d2c", "Ts9h8cAsAd"),
        ("AsTh5sAdTs", "AsTh5sKsQs"),
        ("AsJh5s3s2s", "AsJh5sKcQc"),
        ("Kh8h6h4h8c", "QsJsTs9sTh"),
    ],
)
def test_soko_showdowns(better: str, worse: str, simd: str) -> None:
    first, second = soko.evaluate([better, worse])
    assert first < second


# ---- forms of one hand ----


class Card(IntEnum):
    """Cards that are integers and more."""

    TWO = 1
    THREE = 4
    FOUR = 10
    ACE = 51


class Number(int):
    """An integer of a class of its own."""


FORMS: dict[str, Callable[[list[int]], object]] = {
    "text": cards.format,
    "text with signs": lambda ids: cards.format(ids, unicode=True),
    "NumPy text": lambda ids: np.str_(cards.format(ids)),
    "array of one text": lambda ids: np.array(cards.format(ids)),
    "array of one bytes text": lambda ids: np.array(cards.format(ids).encode()),
    "tuple": tuple,
    "list": list,
    "deque": deque,
    "buffer": lambda ids: array("B", ids),
    "bytearray": bytearray,
    "memoryview": lambda ids: memoryview(bytes(ids)),
    "IntEnum": lambda ids: [Card(card) for card in ids],
    "subclass of int": lambda ids: tuple(map(Number, ids)),
    "NumPy integers": lambda ids: [np.uint8(ids[0]), np.int64(ids[1]), np.uint64(ids[2]), ids[3]],
    "read-only": lambda ids: np.frombuffer(bytes(ids), np.uint8),
    "strided": lambda ids: np.array([ids, ids]).T[:, 0],
    "backwards": lambda ids: np.array(ids[::-1], np.uint8)[::-1],
    "masked array, nothing masked": lambda ids: np.ma.masked_array(ids),
} | {dtype: lambda ids, dtype=dtype: np.array(ids, dtype) for dtype in DTYPES}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ids", [[51, 1, 4, 10], [10, 4, 51, 1]], ids=str)
def test_forms_of_one_hand(form: str, ids: list[int]) -> None:
    rank = badugi.evaluate(FORMS[form](ids))
    assert rank == 1
    assert type(rank) is int


def test_a_range_is_a_hand() -> None:
    assert badugi.evaluate(range(4)) == badugi.evaluate("2c2d2h2s")


def test_what_gives_itself_as_an_array_is_hands() -> None:
    class Frame:
        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            return np.array([[51, 1, 4, 10], [0, 1, 2, 3]])

    assert badugi.evaluate(Frame()).tolist() == [1, 1081]


# ---- forms of many hands ----


def many_forms(hands: np.ndarray) -> dict[str, object]:
    texts = [cards.format(hand) for hand in hands]
    records = np.zeros(len(hands), [("pad", "u1"), ("hand", "<i4", hands.shape[1])])
    records["hand"] = hands
    wide = np.zeros((2 * len(hands), 3 * hands.shape[1]), np.uint8)
    wide[1::2, ::3] = hands
    return {
        "list of texts": texts,
        "tuple of texts": tuple(texts),
        "array of text": np.array(texts),
        "array of bytes text": np.array(texts, "S"),
        "array of objects": np.array(texts, object),
        "array of StringDType": np.array(texts, np.dtypes.StringDType()),
        "list of lists": hands.tolist(),
        "tuple of tuples": tuple(map(tuple, hands.tolist())),
        "list of arrays": list(hands),
        "list of arrays of several types": [
            row.astype(dtype) for row, dtype in zip(hands, ["u1", "i8", "u8"] * len(hands), strict=False)
        ],
        "Fortran order": np.asfortranarray(hands),
        "planes": hands.T.copy().T,
        "read-only": np.frombuffer(hands.tobytes(), np.uint8).reshape(hands.shape),
        "strided": wide[1::2, ::3],
        "backwards": hands[::-1].copy()[::-1],
        "backwards cards": hands[:, ::-1].copy()[:, ::-1],
        "unaligned": records["hand"],
        **{dtype: hands.astype(dtype) for dtype in DTYPES},
        **{f"{dtype} planes": np.asfortranarray(hands.astype(dtype)) for dtype in DTYPES},
        **{f"{dtype} strided": np.repeat(hands.astype(dtype), 2, axis=0)[::2] for dtype in DTYPES},
    }


@pytest.mark.parametrize(("game", "n"), [(badugi, 1), (badugi, 4), (badugi, 13), (soko, 5), (soko, 7)])
def test_forms_of_many_hands(game: Badugi | Soko, n: int, simd: str) -> None:
    hands = cards.deal(600, n, seed=n)
    wanted = [game.evaluate(hand) for hand in hands.tolist()]
    for form, given in many_forms(hands).items():
        ranks = game.evaluate(given)
        assert (ranks.dtype, ranks.shape) == (np.uint16, (600,)), form
        assert ranks.tolist() == wanted, form


@pytest.mark.parametrize("shape", [(1,), (600,), (1, 600), (20, 30), (2, 3, 100), (1, 1, 1, 600)])
def test_shapes(shape: tuple[int, ...], simd: str) -> None:
    size = int(np.prod(shape))
    hands = cards.deal(size, 5, seed=1)
    for game in (badugi, soko):
        wanted = game.evaluate(hands).reshape(shape)
        for given in (hands, hands.astype(">i4"), np.asfortranarray(hands)):
            ranks = game.evaluate(given.reshape(*shape, 5))
            assert isinstance(ranks, np.ndarray)
            assert np.array_equal(ranks, wanted)
        moved = np.moveaxis(np.moveaxis(hands.reshape(*shape, 5), -1, 0).copy(), 0, -1)
        assert np.array_equal(game.evaluate(moved), wanted)
        masks = as_masks(hands).reshape(shape)
        assert np.array_equal(game.evaluate_masks(masks), wanted)
        assert np.array_equal(game.evaluate_masks(masks.T), wanted.T)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 5)])
def test_no_hands(shape: tuple[int, ...]) -> None:
    for dtype in DTYPES:
        for game, n in ((badugi, 4), (soko, 5)):
            ranks = game.evaluate(np.empty((*shape, n), dtype))
            assert (ranks.dtype, ranks.shape) == (np.uint16, shape)
        assert badugi.evaluate_masks(np.empty(shape, dtype)).shape == shape
    assert badugi.evaluate_masks([]).shape == (0,)


def test_the_same_hand_many_times() -> None:
    hands = np.broadcast_to(cards.parse("As2d3c4h"), (5, 700, 4))
    assert (badugi.evaluate(hands) == 1).all()
    assert badugi.evaluate(hands).shape == (5, 700)


def test_nested_texts() -> None:
    texts = [["As2d3c4h", "2c2d2h2s"], ["KsKhKdKc", "8s5d4c2h"]]
    for given in (texts, np.array(texts), np.array(texts, object)):
        assert badugi.evaluate(given).tolist() == [[1, 1081], [1092, 44]]


@pytest.mark.parametrize("dtype", DTYPES)
def test_masks_of_any_integer_type(dtype: str, simd: str) -> None:
    bits = min(52, 8 * np.dtype(dtype).itemsize - (np.dtype(dtype).kind == "i"))
    random = np.random.default_rng(1)
    masks = random.integers(1, 1 << bits, 700, np.uint64) & random.integers(1, 1 << bits, 700, np.uint64)
    masks = masks[masks > 0]
    given = masks.astype(dtype)
    wanted = [badugi.evaluate_masks(mask) for mask in masks.tolist()]
    assert badugi.evaluate_masks(given).tolist() == wanted
    assert badugi.evaluate_masks(given[::-3]).tolist() == wanted[::-3]
    assert badugi.evaluate_masks(given.tolist()).tolist() == wanted
    assert badugi.evaluate_masks(given[0]) == wanted[0]
    assert type(badugi.evaluate_masks(given[0])) is int
    assert type(badugi.evaluate_masks(np.array(given[0]))) is int


# ---- out ----


def test_out(simd: str) -> None:
    hands = cards.deal(600, 5, seed=1)
    for game in (badugi, soko):
        wanted = game.evaluate(hands)
        outs = {
            "plain": np.empty(600, np.uint16),
            "strided": np.zeros((600, 3), np.uint16)[:, 1],
            "backwards": np.empty(600, np.uint16)[::-1],
            "unaligned": np.zeros(1201, np.uint8)[1:].view(np.uint16),
        }
        for name, out in outs.items():
            for found in (game.evaluate(hands, out), game.evaluate(hands, out=out)):
                assert found is out
                assert np.array_equal(out, wanted), name
            out[:] = 0
            assert game.evaluate_masks(as_masks(hands), out=out) is out
            assert np.array_equal(out, wanted), name


def test_out_of_many_axes() -> None:
    hands = cards.deal(600, 4, seed=1).reshape(20, 30, 4)
    wanted = badugi.evaluate(hands)
    base = np.zeros((30, 40), np.uint16)
    for out in (np.empty((20, 30), np.uint16), np.empty((20, 30), np.uint16, order="F"), base[:, ::2].T):
        assert badugi.evaluate(hands, out) is out
        assert np.array_equal(out, wanted)
    assert not base[:, 1::2].any()


def test_out_of_one_hand() -> None:
    out = np.zeros((), np.uint16)
    for hand in ("As2d3c4h", (51, 1, 4, 10), np.array([51, 1, 4, 10])):
        out[...] = 0
        assert badugi.evaluate(hand, out) is out
        assert out == 1
    assert badugi.evaluate_masks(1, out) is out
    assert out == 1081
    assert badugi.evaluate("As2d3c4h", None) == badugi.evaluate(hands="As2d3c4h", out=None) == 1
    assert badugi.evaluate_masks(masks=1, out=None) == 1081


# ---- what evaluators are ----


@pytest.mark.parametrize("game", GAMES, ids=brief)
def test_equal_rules_are_one_object(game: Badugi | Soko) -> None:
    assert type(game)(**game.rules) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is copy.deepcopy(game) is game
    assert eval(repr(game), {"Badugi": Badugi, "Soko": Soko}) is game
    assert {game: 1}[type(game)(**game.rules)] == 1
    assert sum(other == game for other in GAMES) == 1


def test_the_ready_games() -> None:
    assert Badugi() is badugi is sokodugi.badugi
    assert Soko() is soko is sokodugi.soko
    assert repr(badugi) == "Badugi(ace='low', best='low')"
    assert repr(Soko(paired=False)) == (
        "Soko(four_flush=True, four_straight=True, ace_low=True, open_ended=False, paired=False)"
    )
    assert len(set(GAMES)) == len(BADUGI_RULES) + len(SOKO_RULES) == 36
    assert badugi != soko


def test_pickles_are_good_in_another_process() -> None:
    code = "import sys, pickle; print(pickle.load(sys.stdin.buffer)('5c4d3h2s'))"
    method = pickle.dumps(Badugi(ace="high").evaluate)
    done = subprocess.run([sys.executable, "-c", code], input=method, capture_output=True, check=True)
    assert done.stdout.split() == [b"1"]


@pytest.mark.parametrize("game", [badugi, soko])
def test_evaluators_cannot_be_changed(game: Badugi | Soko) -> None:
    for attribute in ("rules", "name", "anything"):
        with pytest.raises(AttributeError, match="is immutable"):
            setattr(game, attribute, 1)
    with pytest.raises(AttributeError, match="is immutable"):
        del game.rules
    with pytest.raises(TypeError):
        game.rules["ace"] = "high"
    game.__init__(ace="high")
    assert type(game)() is game
    assert game.rules == dict(type(game)().rules)


@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        (Badugi, {"ace": "middle"}),
        (Badugi, {"ace": None}),
        (Badugi, {"ace": ["low"]}),
        (Badugi, {"best": True}),
        *((Soko, {option: value}) for option in Soko().rules for value in (0, 1, None, "yes", np.True_)),
    ],
)
def test_rules_that_nobody_knows(kind: type[Badugi | Soko], rules: dict[str, object]) -> None:
    with pytest.raises(sokodugi.RuleError, match=f"{next(iter(rules))} must be .*, not ") as caught:
        kind(**rules)
    assert isinstance(caught.value, ValueError)


def test_arguments() -> None:
    for call in (badugi.evaluate, badugi.evaluate_masks):
        for args, kwargs in (
            ((), {}),
            ((1, None, None), {}),
            (("As",), {"foo": 1}),
            ((1,), {"hands": 1, "masks": 1}),
        ):
            with pytest.raises(TypeError):
                call(*args, **kwargs)


def test_games_that_threads_make_at_once_are_one() -> None:
    class Newcomer(Soko):
        """A game of which nobody has made one yet, nor its tables."""

    start = threading.Barrier(8)
    found: list[tuple[Soko, int]] = []

    def make() -> None:
        start.wait()
        game = Newcomer(ace_low=False)
        found.append((game, game.evaluate("7h6c4d3h2s")))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {(Newcomer(ace_low=False), Soko(ace_low=False).evaluate("7h6c4d3h2s"))}
    assert len(found) == 8
