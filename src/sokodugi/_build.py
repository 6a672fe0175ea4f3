"""What was built, and what of it runs here."""

from __future__ import annotations

from typing import TypedDict

from ._native import _ranking

__all__ = ["BuildInfo", "build_info"]

VERSION = "0.1.0"


class BuildInfo(TypedDict):
    """The parts of :func:`build_info`."""

    version: str
    compiler: str
    simd: str
    simd_available: tuple[str, ...]


def build_info() -> BuildInfo:
    """Say which version this is, who compiled it and which kernels it runs.

    Returns
    -------
    dict
        ``version``; ``compiler``, its name and version; ``simd``, the path in use; ``simd_available``, all paths
        that this machine can run, best first. The environment variable ``SOKODUGI_SIMD`` forces one.

    Examples
    --------
    >>> "portable" in build_info()["simd_available"]
    True
    """
    return {
        "version": VERSION,
        "compiler": _ranking.COMPILER,
        "simd": _ranking.simd_in_use(),
        "simd_available": _ranking.simd_paths(),
    }
