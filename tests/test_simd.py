"""Every SIMD path: the same ranks and the same errors, and not a byte touched outside the arrays."""

import os
import re
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import sokodugi
from oracle import GAMES, as_masks, brief, forced
from sokodugi import Badugi, Soko, SokodugiError, badugi, cards, soko
from sokodugi._native import _ranking

BADUGI_SIZES = range(1, 14)
SOKO_SIZES = range(5, 8)
EVERY_SIZE = [(badugi, n) for n in BADUGI_SIZES] + [(soko, n) for n in SOKO_SIZES]


def label(value: object) -> str:
    return brief(value) if isinstance(value, (Badugi, Soko)) else str(value)


def outcome(game: Badugi | Soko, given: np.ndarray, masks: bool = False) -> tuple[object, ...]:
    """Ranks, or what is wrong and what `out` then holds."""
    shape = given.shape if masks else given.shape[:-1]
    out = np.full(shape, 54321, np.uint16)
    try:
        (game.evaluate_masks if masks else game.evaluate)(given, out)
    except SokodugiError as error:
        return type(error), str(error), out.tolist()
    return ("ranks", out.tolist())


def outcomes(game: Badugi | Soko, given: np.ndarray, masks: bool = False) -> Iterator[tuple[object, ...]]:
    for path in _ranking.simd_paths():
        with forced(path):
            yield outcome(game, given, masks)


# ---- the same on every path ----


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_path_gives_the_same_ranks(game: Badugi | Soko) -> None:
    for n in BADUGI_SIZES if isinstance(game, Badugi) else SOKO_SIZES:
        hands = cards.deal(3000, n, seed=n)
        for given, masks in ((hands, False), (np.asfortranarray(hands), False), (as_masks(hands), True)):
            first, *others = outcomes(game, given, masks)
            assert first[0] == "ranks"
            assert all(other == first for other in others)


@pytest.mark.parametrize(("game", "n"), EVERY_SIZE, ids=label)
def test_every_path_gives_the_same_errors(game: Badugi | Soko, n: int) -> None:
    random = np.random.default_rng(n)
    for rows in (1, 63, 64, 65, 255, 256, 257, 700):
        for _ in range(6):
            given = cards.deal(rows, n, seed=random)
            for row in random.integers(rows, size=random.integers(1, 4)):
                column = random.integers(n)
                given[row, column] = random.choice(
                    [52, 53, 63, 64, 127, 128, 200, 255, given[row, column - 1]]
                )
            first, *others = outcomes(game, given)
            assert all(other == first for other in others)
            bad = [i for i, hand in enumerate(given.tolist()) if max(hand) > 51 or len(set(hand)) < n]
            if bad:
                assert re.match(rf"row {bad[0]}: ", first[1])
                assert np.flatnonzero(np.array(first[2]) == 0).tolist() == bad
                good = np.delete(given, bad, axis=0)
                assert np.array_equal(np.delete(first[2], bad), game.evaluate(good))


@pytest.mark.parametrize("bad", [52, 53, 60, 63, 64, 115, 116, 127, 128, 179, 180, 254, 255])
@pytest.mark.parametrize(("game", "n"), EVERY_SIZE, ids=label)
def test_a_bad_card_anywhere_is_found(game: Badugi | Soko, n: int, bad: int, simd: str) -> None:
    hands = cards.deal(70, n, seed=1)
    for row in (0, 1, 15, 16, 31, 32, 63, 64, 69):
        for column in range(n):
            given = hands.copy()
            given[row, column] = bad
            with pytest.raises(sokodugi.CardError, match=f"row {row}: card id {bad} at position {column} "):
                game.evaluate(given)


@pytest.mark.parametrize(("game", "n"), [case for case in EVERY_SIZE if case[1] > 1], ids=label)
def test_a_card_twice_anywhere_is_found(game: Badugi | Soko, n: int, simd: str) -> None:
    hands = cards.deal(70, n, seed=1)
    for row in (0, 31, 32, 63, 64, 69):
        for column in range(1, n):
            for twin in range(column):
                given = hands.copy()
                given[row, column] = given[row, twin]
                with pytest.raises(sokodugi.DuplicateCardError, match=f"row {row}: .* position {column} "):
                    game.evaluate(given)


@pytest.mark.parametrize("bits", [0, 1 << 52, 1 << 63, (1 << 64) - 1, (1 << 64) - (1 << 52)])
def test_a_bad_mask_anywhere_is_found(bits: int, simd: str) -> None:
    for game, n in ((badugi, 4), (badugi, 30), (soko, 5), (soko, 6), (soko, 7)):
        masks = as_masks(cards.deal(700, n, seed=n))
        for row in (0, 63, 64, 255, 256, 600, 699):
            given = masks.copy()
            given[row] = bits
            with pytest.raises(SokodugiError, match=f"row {row}: mask {bits:#x} "):
                game.evaluate_masks(given)


def test_soko_masks_of_mixed_sizes(simd: str) -> None:
    hands = [cards.deal(1, n, seed=i)[0] for i, n in enumerate([5, 6, 7, 5, 5, 7] * 100)]
    masks = np.array([cards.to_masks(hand) for hand in hands])
    assert soko.evaluate_masks(masks).tolist() == [soko.evaluate(hand) for hand in hands]
    masks[300] = 15
    with pytest.raises(sokodugi.HandSizeError, match="row 300: mask 0xf holds 4 cards"):
        soko.evaluate_masks(masks)


# ---- where arrays begin and end ----


@pytest.mark.parametrize(("game", "n"), EVERY_SIZE, ids=label)
def test_every_length(game: Badugi | Soko, n: int, simd: str) -> None:
    hands = cards.deal(520, n, seed=n)
    masks = as_masks(hands)
    wanted = game.evaluate_masks(masks)
    for length in [*range(201), *range(250, 264), *range(506, 521)]:
        out = np.full(length + 64, 54321, np.uint16)
        game.evaluate(hands[:length], out=out[32 : 32 + length])
        assert np.array_equal(out[32 : 32 + length], wanted[:length])
        assert (out[:32] == 54321).all()
        assert (out[32 + length :] == 54321).all()
        game.evaluate_masks(masks[:length], out=out[32 : 32 + length])
        assert np.array_equal(out[32 : 32 + length], wanted[:length])
        assert (out[32 + length :] == 54321).all()


@pytest.mark.parametrize(
    ("game", "n"), [(badugi, 4), (badugi, 5), (badugi, 7), (soko, 5), (soko, 7)], ids=str
)
def test_every_alignment(game: Badugi | Soko, n: int, simd: str) -> None:
    rows = 300
    hands = cards.deal(rows, n, seed=n)
    wanted = game.evaluate(hands)
    room_in, room_out = np.zeros(8 * rows * n + 64, np.uint8), np.zeros(2 * rows + 66, np.uint8)
    for shift in range(64):
        room_out[:] = 0
        given = room_in[shift : shift + rows * n].reshape(rows, n)
        given[...] = hands
        out = room_out[64 - shift : 64 - shift + 2 * rows].view(np.uint16)
        game.evaluate(given, out=out)
        assert np.array_equal(out, wanted)
        assert np.array_equal(game.evaluate(given), wanted)
        wide = room_in[shift : shift + 8 * rows * n].view(np.int64).reshape(rows, n)
        wide[...] = hands
        out[...] = 0
        game.evaluate(wide, out=out)
        assert np.array_equal(out, wanted)
        masks = room_in[shift : shift + 8 * rows].view(np.uint64)
        masks[...] = as_masks(hands)
        out[...] = 0
        game.evaluate_masks(masks, out=out)
        assert np.array_equal(out, wanted)
        assert not room_out[: 64 - shift].any()
        assert not room_out[64 - shift + 2 * rows :].any()


def test_out_may_overlap_the_hands(simd: str) -> None:
    hands = cards.deal(700, 5, seed=1)
    for game in (badugi, soko):
        wanted = game.evaluate(hands)
        room = np.zeros((700, 6), np.uint16)
        for column in range(6):
            room[:, :5] = hands
            assert np.array_equal(game.evaluate(room[:, :5], out=room[:, column]), wanted)
        bytes_ = np.zeros(700 * 5 + 1400, np.uint8)
        for shift in (0, 2, 700, 1400):
            given = bytes_[700 : 700 + 3500].reshape(700, 5)
            given[...] = hands
            assert np.array_equal(
                game.evaluate(given, out=bytes_[shift : shift + 1400].view(np.uint16)), wanted
            )
        masks = as_masks(hands)
        assert np.array_equal(game.evaluate_masks(masks, out=masks.view(np.uint16)[:700]), wanted)
        given = hands.astype(np.uint16)
        game.ufunc(given, out=given[:, 2])
        assert np.array_equal(given[:, 2], wanted)


GUARDED = """
import ctypes, mmap
import numpy as np
from sokodugi import badugi, cards, soko
from sokodugi._native import _cards, _ranking

PAGE = mmap.PAGESIZE
mprotect = ctypes.CDLL(None, use_errno=True).mprotect
mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
regions = []


def guarded(array, at_end):
    '''A copy of an array that touches a page that nobody may touch, behind it or before it.'''
    array = np.ascontiguousarray(array)
    inner = -(-max(array.nbytes, 1) // PAGE) * PAGE
    memory = mmap.mmap(-1, inner + 2 * PAGE)
    regions.append(memory)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for page in (address, address + PAGE + inner):
        assert mprotect(page, PAGE, 0) == 0
    start = PAGE + (inner - array.nbytes if at_end else 0)
    copy = np.frombuffer(memory, array.dtype, array.size, start).reshape(array.shape)
    copy[...] = array
    return copy


def check(game, hands, at_end):
    rows, n = hands.shape
    masks = cards.to_masks(hands)
    out = guarded(np.zeros(rows, np.uint16), at_end)
    wanted = [game.evaluate_masks(int(mask)) for mask in masks]
    byte_rows, word_rows = guarded(hands, at_end), guarded(hands.astype(np.int64), at_end)
    planes = guarded(hands.T, at_end).T
    for given in (byte_rows, word_rows, planes, guarded(hands.astype(">u2"), at_end), byte_rows[:, ::-1]):
        out[:] = 0
        game.evaluate(given, out=out)
        assert out.tolist() == wanted
    out[:] = 0
    game.ufunc(byte_rows, out=out)
    assert out.tolist() == wanted
    for given in (guarded(masks, at_end), guarded(masks.astype(">i8"), at_end)):
        out[:] = 0
        game.evaluate_masks(given, out=out)
        assert out.tolist() == wanted
    if rows:
        assert game.evaluate(byte_rows[-1] if at_end else byte_rows[0]) == wanted[-1 if at_end else 0]


LENGTHS = [0, 1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 320]
for at_end in (True, False):
    for game, sizes in ((badugi, range(1, 14)), (soko, range(5, 8))):
        for n in sizes:
            for length in LENGTHS:
                check(game, cards.deal(length, n, seed=length), at_end)
            regions.clear()
    hands = cards.deal(50, 4, seed=1)
    texts = np.array([cards.format(hand) for hand in hands])
    for dtype in ("U8", "S8"):
        assert np.array_equal(cards.parse_many(guarded(texts.astype(dtype), at_end)), hands)
    out = guarded(np.zeros((50, 4), np.uint8), at_end)
    assert _cards.to_masks(guarded(hands, at_end), guarded(np.zeros(50, np.uint64), at_end)) == 50
    assert _cards.from_masks(guarded(cards.to_masks(hands), at_end), out) == 50
    assert np.array_equal(out, np.sort(hands))
    _cards.deal(np.arange(4, dtype=np.uint64), guarded(np.arange(52, dtype=np.uint8), at_end), out)
    assert out.max() < 52
    few = guarded(np.zeros((1326, 2), np.uint8), at_end)
    _cards.all_hands(few)
    assert few[-1].tolist() == [50, 51]
print("whole", _ranking.simd_in_use())
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(sokodugi.__file__).parents[1])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    plain = {name: value for name, value in os.environ.items() if name != "SOKODUGI_SIMD"}
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)],
        env={**plain, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pages are guarded by mprotect")
@pytest.mark.parametrize("path", _ranking.simd_paths())
def test_nothing_outside_is_touched(path: str) -> None:
    done = run(GUARDED, SOKODUGI_SIMD=path)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"whole {path}\n")


# ---- which path ----


def test_build_info() -> None:
    info = sokodugi.build_info()
    assert info["version"] == sokodugi.__version__
    assert re.match(r"(gcc|clang|msvc) \d+", info["compiler"])
    assert info["simd_available"] == _ranking.simd_paths()
    assert info["simd_available"][-1] == "portable" or info["simd_available"] == ("neon", "portable")
    for path in info["simd_available"]:
        with forced(path):
            assert sokodugi.build_info()["simd"] == path


SHOW = "import sokodugi; print(sokodugi.build_info()['simd'], sokodugi.badugi.evaluate(['As2d3c4h'])[0])"


@pytest.mark.parametrize("path", _ranking.simd_paths())
def test_the_environment_forces_a_path(path: str) -> None:
    done = run(SHOW, SOKODUGI_SIMD=path)
    assert (done.stdout, done.stderr) == (f"{path} 1\n", "")


def test_the_best_path_is_taken_by_itself() -> None:
    code = "from sokodugi import build_info as b; print(b()['simd'] == b()['simd_available'][0])"
    for environment in ({}, {"SOKODUGI_SIMD": ""}):
        assert run(code, **environment).stdout == "True\n"


@pytest.mark.parametrize(
    "name", ["sse9", "AVX2", "portable ", "neon" if "neon" not in _ranking.simd_paths() else "avx2"]
)
def test_an_unknown_path_is_an_error_at_import(name: str) -> None:
    done = run("import sokodugi", SOKODUGI_SIMD=name)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("sokodugi.errors.RuleError: ")
    assert repr(name) in last
    assert all(path in last for path in _ranking.simd_paths())


def test_an_unknown_path_changes_nothing() -> None:
    before = _ranking.simd_in_use()
    with pytest.raises(sokodugi.RuleError, match="'mmx' is unknown or not supported"):
        _ranking.use_simd("mmx")
    assert _ranking.simd_in_use() == before


# ---- threads ----


@pytest.mark.parametrize(("game", "n"), [(badugi, 4), (badugi, 7), (soko, 5), (soko, 7)], ids=label)
def test_threads_on_parts_of_an_array(game: Badugi | Soko, n: int, simd: str) -> None:
    hands = cards.deal(200_000, n, seed=n)
    wanted = game.evaluate(hands)
    out = np.zeros(len(hands), np.uint16)
    parts = [slice(i * 50_000 + i, (i + 1) * 50_000 + i + 1) for i in range(4)]
    threads = [threading.Thread(target=game.evaluate, args=(hands[part], out[part])) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(out, wanted)


def test_threads_with_an_error_in_one() -> None:
    hands = cards.deal(100_000, 5, seed=1)
    bad = hands.copy()
    bad[77_777, 3] = 99
    errors: list[str] = []

    def evaluate() -> None:
        try:
            soko.evaluate(bad)
        except sokodugi.CardError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=evaluate) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert (soko.evaluate(hands) > 0).all()
    for thread in threads:
        thread.join()
    assert errors == ["row 77777: card id 99 at position 3 is not a card: ids are 0 to 51"] * 4
