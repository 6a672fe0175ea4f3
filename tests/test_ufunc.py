"""The gufuncs: what NumPy and dask make of them."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from oracle import GAMES, brief
from sokodugi import Badugi, CardError, Soko, SokodugiError, badugi, cards, soko


@pytest.mark.parametrize("game", GAMES, ids=brief)
def test_the_ufunc_is_evaluate(game: Badugi | Soko) -> None:
    hands = cards.deal(500, 5, seed=1)
    assert np.array_equal(game.ufunc(hands), game.evaluate(hands))
    assert game.ufunc is game.ufunc


@pytest.mark.parametrize("game", GAMES, ids=brief)
def test_a_ufunc_pickles_as_its_game(game: Badugi | Soko) -> None:
    assert pickle.loads(pickle.dumps(game.ufunc)) is game.ufunc


def test_another_process_finds_a_ufunc_that_it_has_not_made() -> None:
    game = Soko(open_ended=True, paired=False)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)([[0, 5, 10, 15, 20]]))"
    run = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(game.ufunc), capture_output=True)
    assert run.stdout.decode().strip() == str(game.ufunc([[0, 5, 10, 15, 20]])), run.stderr


def test_a_name_that_is_no_game_is_no_ufunc() -> None:
    from sokodugi.evaluator import gufuncs

    with pytest.raises(AttributeError, match="Poker"):
        gufuncs.Poker  # noqa: B018


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.uint64])
def test_only_one_card_alone_is_no_error(dtype: type) -> None:
    assert soko.ufunc(np.array([[7]], dtype)) == [0]  # what dask asks
    for rows in ([[52]], [[255]], [[7], [8]], [[7, 8]]):
        with pytest.raises(SokodugiError):
            soko.ufunc(np.array(rows, dtype))


def test_what_numpy_knows_of_it() -> None:
    ufunc = badugi.ufunc
    assert isinstance(ufunc, np.ufunc)
    assert (ufunc.signature, ufunc.nin, ufunc.nout) == ("(n)->()", 1, 1)
    assert ufunc.resolve_dtypes((np.dtype("u1"), None)) == (np.dtype("u1"), np.dtype("u2"))
    assert ufunc.resolve_dtypes((np.dtype("i4"), None)) == (np.dtype("i8"), np.dtype("u2"))
    assert ufunc.resolve_dtypes((np.dtype("u8"), None)) == (np.dtype("u8"), np.dtype("u2"))


@pytest.mark.parametrize("dtype", ["u1", "i1", "<u2", ">i2", "<i4", ">u4", "<i8", ">i8", "<u8", ">u8"])
def test_integer_types(dtype: str, simd: str) -> None:
    hands = cards.deal(600, 7, seed=2)
    for game in (badugi, soko):
        wanted = game.evaluate(hands)
        found = game.ufunc(hands.astype(dtype))
        assert (found.dtype, found.shape) == (np.uint16, (600,))
        assert np.array_equal(found, wanted)
        assert np.array_equal(game.ufunc(hands.astype(dtype)[::-2, ::-1]), wanted[::-2])


def test_axis() -> None:
    hands = cards.deal(600, 5, seed=3).reshape(20, 30, 5)
    for game in (badugi, soko):
        wanted = game.evaluate(hands)
        assert np.array_equal(game.ufunc(hands, axis=-1), wanted)
        assert np.array_equal(game.ufunc(np.moveaxis(hands, -1, 0), axis=0), wanted)
        assert np.array_equal(game.ufunc(np.moveaxis(hands, -1, 1).copy(), axis=1), wanted)
        assert np.array_equal(game.ufunc(np.moveaxis(hands, -1, 0), axes=[(0,), ()]), wanted)
        assert game.ufunc(hands, axis=-1, keepdims=True).shape == (20, 30, 1)


def test_out() -> None:
    hands = cards.deal(600, 5, seed=4).reshape(20, 30, 5)
    wanted = soko.evaluate(hands)
    base = np.zeros((30, 40), np.uint16)
    for out in (np.empty((20, 30), np.uint16), np.empty((20, 30), ">u2"), base[:, ::2].T, np.empty((20, 30))):
        assert soko.ufunc(hands, out=out) is out
        assert np.array_equal(out, wanted)
        out[...] = 0
        assert soko.ufunc(hands, out) is out
        assert np.array_equal(out, wanted)
    assert not base[:, 1::2].any()
    # broadcast into something larger
    out = np.zeros((3, 20, 30), np.uint16)
    soko.ufunc(hands, out=out)
    assert np.array_equal(out, np.stack([wanted] * 3))


def test_one_hand() -> None:
    for hand in ([51, 1, 4, 10], (51, 1, 4, 10), cards.parse("As2d3c4h")):
        assert badugi.ufunc(hand) == 1
    assert badugi.ufunc(cards.parse("As2d3c4h")).dtype == np.uint16


def test_no_hands() -> None:
    assert badugi.ufunc(np.empty((0, 4), np.uint8)).shape == (0,)
    assert badugi.ufunc(np.empty((3, 0, 4), np.int64)).shape == (3, 0)


def test_broadcast_hands() -> None:
    hand = np.broadcast_to(cards.parse("As2d3c4h"), (7, 300, 4))
    assert (badugi.ufunc(hand) == 1).all()


@pytest.mark.parametrize(
    "hands",
    [
        np.ones((2, 4)),
        np.ones((2, 4), np.float32),
        np.ones((2, 4), complex),
        np.ones((2, 4), bool),
        np.array([True]),
        np.array([[1, 2]], object),
        np.zeros((2, 4), "M8[s]"),
        np.zeros((2, 4), "m8[s]"),
        "As2d3c4h",
        ["As2d3c4h"],
        [None],
        None,
    ],
    ids=repr,
)
def test_what_is_no_integers_is_a_type_error(hands: object) -> None:
    with pytest.raises(TypeError):
        badugi.ufunc(hands)


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "i4", "i8", "u8"])
@pytest.mark.parametrize("row", [0, 1, 255, 256, 599])
def test_bad_rows(dtype: str, row: int, simd: str) -> None:
    for game in (badugi, soko):
        for bad in (52, 127, -1 if dtype[0] == "i" else 200 if dtype == "u1" else 2**63, None):
            if dtype == "i1" and bad == 200:
                continue
            hands = cards.deal(600, 5, seed=row).astype(dtype)
            hands[row, 3] = hands[row, 1] if bad is None else bad
            with pytest.raises(CardError) as wanted:
                game.evaluate(hands)
            with pytest.raises(type(wanted.value)) as caught:
                game.ufunc(hands)
            culprit = cards.format(hands[row, 1]) if bad is None else str(bad)
            assert culprit in str(caught.value)


@pytest.mark.parametrize(("game", "n"), [(badugi, 0), (badugi, 14), (soko, 4), (soko, 8)])
def test_wrong_numbers_of_cards(game: Badugi | Soko, n: int) -> None:
    for dtype in (np.uint8, np.int64, np.uint64):
        with pytest.raises(SokodugiError, match=f"{n} cards a hand") as caught:
            game.ufunc(np.arange(2 * n, dtype=dtype).reshape(2, n))
        assert isinstance(caught.value, ValueError)


def test_a_number_is_no_hand() -> None:
    with pytest.raises(ValueError, match="does not have enough dimensions"):
        badugi.ufunc(5)


# ---- dask ----


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.int32])
@pytest.mark.parametrize("game", [badugi, soko], ids=brief)
def test_dask_arrays(game: Badugi | Soko, dtype: type) -> None:
    dask_array = pytest.importorskip("dask.array")
    hands = cards.deal(1000, 5, seed=5)
    ranks = game.ufunc(dask_array.from_array(hands.astype(dtype), chunks=(300, 5)))
    assert isinstance(ranks, dask_array.Array)
    assert (ranks.dtype, ranks.shape, ranks.chunks) == (np.uint16, (1000,), ((300, 300, 300, 100),))
    wanted = game.evaluate(hands)
    assert np.array_equal(ranks.compute(), wanted)
    assert np.array_equal(ranks.compute(scheduler="threads", num_workers=4), wanted)
    assert int((ranks == ranks.min()).sum()) == (wanted == wanted.min()).sum()


def test_dask_arrays_of_many_axes() -> None:
    dask_array = pytest.importorskip("dask.array")
    hands = cards.deal(1200, 4, seed=6).reshape(30, 40, 4)
    lazy = dask_array.from_array(hands, chunks=(7, 11, 4))
    assert np.array_equal(badugi.ufunc(lazy).compute(), badugi.evaluate(hands))
    first = dask_array.moveaxis(lazy, -1, 0)
    assert np.array_equal(badugi.ufunc(first, axis=0).compute(), badugi.evaluate(hands))


def test_dask_maps_evaluate() -> None:
    dask_array = pytest.importorskip("dask.array")
    hands = cards.deal(1000, 5, seed=7)
    lazy = dask_array.from_array(hands, chunks=(300, 5))
    ranks = lazy.map_blocks(soko.evaluate, drop_axis=1, dtype=np.uint16)
    assert np.array_equal(ranks.compute(), soko.evaluate(hands))
    assert np.array_equal(soko.evaluate(lazy), soko.evaluate(hands))


def test_dask_reports_bad_cards() -> None:
    dask_array = pytest.importorskip("dask.array")
    hands = cards.deal(1000, 5, seed=8)
    hands[777, 2] = 52
    with pytest.raises(CardError, match="52"):
        badugi.ufunc(dask_array.from_array(hands, chunks=(300, 5))).compute()


def test_dask_applies_the_gufunc_of_soko() -> None:
    dask_array = pytest.importorskip("dask.array")
    hands = cards.deal(1000, 6, seed=9)
    lazy = dask_array.from_array(hands, chunks=(300, 6))
    ranks = dask_array.apply_gufunc(soko.ufunc, soko.ufunc.signature, lazy, output_dtypes=np.uint16)
    assert np.array_equal(ranks.compute(), soko.evaluate(hands))
