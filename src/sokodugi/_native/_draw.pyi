"""Draws at native speed: what they are worth, what they lead to, and whole deals played out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from ._equity import Deals

SUMS: int
DECK: np.dtype[np.void]

__test__: dict[str, str]  # Cython adds it, empty

def hand_rows(hands: NDArray[np.uint8], out: NDArray[np.int32]) -> None: ...
def subset_sums(values: NDArray[np.float64], sums: NDArray[np.float64]) -> None: ...
def best(
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    inverse: NDArray[np.float64],
    tolerance: float,
    means: NDArray[np.float64],
    keeps: NDArray[np.uint8],
) -> None: ...
def follow(
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    inverse: NDArray[np.float64],
    keeps: NDArray[np.uint8],
    means: NDArray[np.float64],
) -> None: ...
def ways(
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    inverse: NDArray[np.float64],
    hand: NDArray[np.uint8],
    means: NDArray[np.float64],
) -> None: ...
def carry(
    weights: NDArray[np.float64],
    keeps: NDArray[np.uint8],
    inverse: NDArray[np.float64],
    hands: NDArray[np.uint8],
    four: NDArray[np.float64],
    sums: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
def walk(
    hands: NDArray[np.uint64],
    gone: NDArray[np.uint64],
    weights: NDArray[np.float64],
    keeps: NDArray[np.uint8],
    inverse: NDArray[np.float64],
    never: int,
    four: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None: ...
def push(four: NDArray[np.float64], sums: NDArray[np.float64], out: NDArray[np.float64]) -> None: ...

@disjoint_base
class Play:
    def __init__(
        self,
        start: Deals,
        keeps: list[NDArray[np.uint8]],
        ranks: NDArray[np.uint16],
        dead: int,
        wanted: NDArray[np.uint8],
        reshuffle: int,
    ) -> None: ...
    def sample(
        self, state: NDArray[np.uint64], n: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None: ...
    def deals(
        self, state: NDArray[np.uint64], ranks: NDArray[np.uint16], hands: NDArray[np.uint8] | None = None
    ) -> int | None: ...

def deal(
    state: NDArray[np.uint64],
    live: NDArray[np.uint8],
    pile: int,
    reshuffle: int,
    hands: NDArray[np.uint8],
    decks: NDArray[Any],
) -> None: ...
def draw(
    hands: NDArray[np.uint8],
    keeps: NDArray[np.uint8],
    decks: NDArray[Any],
    first: int,
    wanted: NDArray[np.uint8],
) -> int: ...
