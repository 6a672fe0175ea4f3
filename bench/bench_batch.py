"""A million hands in one call, beside ``np.copyto`` of the same array."""

import numpy as np
import pytest

from sokodugi import Soko, badugi, soko

GAMES = {"badugi": (badugi, 4), "soko": (soko, 5), "soko, New York rules": (Soko(four_straight=False), 5)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("job", ["evaluate", "copyto"])
def test_rows(benchmark, hands, out, name, job):
    game, n = GAMES[name]
    rows = hands(n)
    benchmark.group = f"{len(rows):,} rows of {n} uint8: {name}"
    if job == "evaluate":
        benchmark(game.evaluate, rows, out)
        assert out.min() >= 1
    else:
        target = np.empty_like(rows)
        benchmark(np.copyto, target, rows)


def _strided(rows):
    wide = np.zeros((len(rows), 2 * rows.shape[1]), rows.dtype)
    wide[:, ::2] = rows
    return wide[:, ::2]


LAYOUTS = {
    "uint8": lambda rows: rows,
    "int8": lambda rows: rows.astype(np.int8),
    "int16": lambda rows: rows.astype(np.int16),
    "int32": lambda rows: rows.astype(np.int32),
    "int64": lambda rows: rows.astype(np.int64),
    "int64, other byte order": lambda rows: rows.astype(np.dtype(np.int64).newbyteorder()),
    "uint8, transposed": np.asfortranarray,
    "int64, transposed": lambda rows: np.asfortranarray(rows.astype(np.int64)),
    "uint8, every second column": _strided,
    "int64, every second column": lambda rows: _strided(rows.astype(np.int64)),
    "uint8, rows reversed": lambda rows: rows[::-1],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["badugi", "soko"])
def test_layouts(benchmark, hands, out, name, layout):
    game, n = GAMES[name]
    rows = LAYOUTS[layout](hands(n))
    benchmark.group = f"{len(rows):,} hands, any layout: {name}"
    benchmark(game.evaluate, rows, out)
    assert out.min() >= 1


@pytest.mark.parametrize("call", ["evaluate", "ufunc"])
def test_ufunc(benchmark, hands, out, call):
    benchmark.group = "badugi rows: the method and the gufunc"
    benchmark(getattr(badugi, call), hands(4), out=out)
