"""Exact showdowns and sampled deals at native speed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from ._ranking import Ranker

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

@disjoint_base
class Deals:
    def __init__(
        self,
        game: Ranker,
        players: int,
        cards: int,
        last: NDArray[np.uint16],
        deck: NDArray[np.uint8],
        known_card: NDArray[np.uint8],
        known_slot: NDArray[np.uint8],
        missing_slot: NDArray[np.uint8],
        choices: list[tuple[Any, ...]],
    ) -> None: ...
    def sample(
        self, state: NDArray[np.uint64], n: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None: ...
    def hands(self, state: NDArray[np.uint64], n: int) -> NDArray[np.uint8] | None: ...

def check_situations(hands: NDArray[np.uint8], dead: NDArray[np.uint8], cards: int) -> int: ...
def sample_situations(
    game: Ranker,
    cards: int,
    hands: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    n: int,
    seed: NDArray[np.uint64],
    first: int,
    last: int,
    equity: NDArray[np.float64],
    errors: NDArray[np.float64],
) -> None: ...
