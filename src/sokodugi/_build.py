"""What was built, and what of it runs here."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from ._native import _ranking

__all__ = ["BuildInfo", "build_info", "get_include"]

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
        ``version``; ``compiler``, its name and version; ``simd``, the path in use; ``simd_available``, all
        paths that this machine can run, best first. The environment variable ``SOKODUGI_SIMD`` forces one.

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


def get_include() -> str:
    """Return the folder of the C headers, for extensions that ``cimport sokodugi._native._ranking``.

    Returns
    -------
    str
        The folder, to be given to the C compiler.

    Examples
    --------
    >>> Path(get_include(), "rows.h").exists()
    True
    """
    return str(Path(_ranking.__file__).parent)
