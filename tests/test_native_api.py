"""The C functions for Cython and Numba, called by ctypes. Clients are built in ``test_packaging.py``."""

import ctypes
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from oracle import as_masks
from sokodugi import badugi, cards, soko
from sokodugi._native import _ranking

POINTER = ctypes.pythonapi.PyCapsule_GetPointer
POINTER.restype, POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
NAME = ctypes.pythonapi.PyCapsule_GetName
NAME.restype, NAME.argtypes = ctypes.c_char_p, [ctypes.py_object]


def function(name: str) -> Callable[[int], int]:
    """A C function from masks to ranks; ctypes calls it without the GIL."""
    capsule = _ranking.__pyx_capi__[name]
    assert NAME(capsule) == b"uint16_t (uint64_t)"
    return ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_uint64)(POINTER(capsule, NAME(capsule)))


badugi_rank, soko_rank = function("badugi_rank"), function("soko_rank")


@pytest.mark.parametrize("n", [1, 4, 5, 6, 7, 13, 30, 52])
def test_ranks_are_those_of_the_evaluators(n: int) -> None:
    masks = as_masks(cards.deal(200, n, seed=n))
    assert [badugi_rank(mask) for mask in masks.tolist()] == badugi.evaluate_masks(masks).tolist()
    wanted = soko.evaluate_masks(masks).tolist() if n in (5, 6, 7) else [0] * 200
    assert [soko_rank(mask) for mask in masks.tolist()] == wanted


@pytest.mark.parametrize("mask", [0, 1 << 52, 1 << 63, (1 << 64) - 1, 31 | 1 << 52])
def test_what_is_no_hand_has_rank_0(mask: int) -> None:
    assert badugi_rank(mask) == soko_rank(mask) == 0


def test_many_threads_at_once() -> None:
    masks = as_masks(cards.deal(4000, 5, seed=1)).tolist()
    with ThreadPoolExecutor(4) as pool:
        for rank, game in ((badugi_rank, badugi), (soko_rank, soko)):
            assert list(pool.map(rank, masks)) == game.evaluate_masks(masks).tolist()


def test_the_first_call_makes_the_tables() -> None:
    code = """
import sys
sys.path[:0] = {path!r}
from concurrent.futures import ThreadPoolExecutor
from test_native_api import badugi_rank, soko_rank
with ThreadPoolExecutor(8) as pool:
    print(set(pool.map(badugi_rank, [1 << 51 | 1 << 1 | 1 << 4 | 1 << 10] * 100)))
    print(set(pool.map(soko_rank, [1 << 51 | 1 << 47 | 1 << 43 | 1 << 39 | 1 << 35] * 100)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code.format(path=sys.path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["{1}", "{1}"]


def test_numba_finds_them() -> None:
    pytest.importorskip("numba")
    import numba
    from numba.extending import get_cython_function_address

    address = get_cython_function_address("sokodugi._native._ranking", "soko_rank")
    rank = ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_uint64)(address)

    @numba.njit(nogil=True)
    def best(masks: np.ndarray) -> int:
        found = 65535
        for mask in masks:
            found = min(found, rank(mask))
        return found

    masks = as_masks(cards.deal(5000, 7, seed=1))
    assert best(masks) == soko.evaluate_masks(masks).min()
