"""Draws at native speed: subset sums, histories, and games from real decks."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from ._equity import Deals

__test__: dict[str, str]  # Cython adds it, empty

SUMS: int
DECK: np.dtype[Any]

_Floats = NDArray[np.float64]
_Bytes = NDArray[np.uint8]

def hand_rows(hands: _Bytes, out: NDArray[np.int32]) -> None: ...
def subset_sums(values: _Floats, sums: _Floats) -> None: ...
def best(
    values: _Floats, sums: _Floats, inverse: _Floats, tolerance: float, means: _Floats, keeps: _Bytes
) -> None: ...
def follow(values: _Floats, sums: _Floats, inverse: _Floats, keeps: _Bytes, means: _Floats) -> None: ...
def ways(values: _Floats, sums: _Floats, inverse: _Floats, hand: _Bytes, means: _Floats) -> None: ...
def carry(
    weights: _Floats,
    keeps: _Bytes,
    inverse: _Floats,
    hands: _Bytes,
    four: _Floats,
    sums: _Floats,
    out: _Floats,
) -> None: ...
def walk(
    hands: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    weights: _Floats,
    keeps: _Bytes,
    inverse: _Floats,
    never: int,
    four: _Floats,
    sums: _Floats,
) -> None: ...
def push(four: _Floats, sums: _Floats, out: _Floats) -> None: ...

@disjoint_base
class Play:
    def __init__(
        self,
        start: Deals,
        keeps: list[_Bytes],
        ranks: NDArray[np.uint16],
        dead: int,
        wanted: _Bytes,
        reshuffle: int,
    ) -> None: ...
    def sample(
        self, state: NDArray[np.uint64], n: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None: ...
    def deals(
        self, state: NDArray[np.uint64], ranks: NDArray[np.uint16], hands: _Bytes | None = None
    ) -> int | None: ...

def deal(
    state: NDArray[np.uint64], live: _Bytes, pile: int, reshuffle: int, hands: _Bytes, decks: _Bytes
) -> None: ...
def draw(hands: _Bytes, keeps: _Bytes, decks: _Bytes, first: int, wanted: _Bytes) -> int: ...
