"""What all tests share: every SIMD path in turn, and all hands with their ranks by the reference."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

import oracle
from oracle import Oracle, forced
from sokodugi._native import _ranking

settings.register_profile("sokodugi", deadline=None)
settings.load_profile("sokodugi")


@pytest.fixture(params=_ranking.simd_paths())
def simd(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test on each SIMD path of this machine."""
    with forced(request.param):
        yield request.param


@pytest.fixture(scope="session")
def badugi_oracle() -> Oracle:
    """The ranks of all hands of four cards, in colexicographic order, by the reference."""
    return oracle.badugi_oracle()


@pytest.fixture(scope="session")
def soko_oracle() -> Oracle:
    """The ranks of all hands of five cards, in colexicographic order, by the reference."""
    return oracle.soko_oracle()
