"""Exact showdowns and sampled deals at native speed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__test__: dict[str, str]  # Cython adds it, empty

def complete(
    rows: NDArray[np.uint8], weights: NDArray[Any], n: int, k: int
) -> tuple[NDArray[np.uint8], NDArray[Any]]: ...
def pack(sets: NDArray[np.uint8], cards: NDArray[np.uint64], masks: NDArray[np.uint64]) -> None: ...
def play(
    universe: int,
    category: NDArray[np.uint8],
    categories: int,
    players: list[tuple[Any, ...]],
    same: bool,
    first: int,
    last: int,
) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any]]: ...
