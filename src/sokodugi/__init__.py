"""Badugi and Soko: every hand ranked, every equity computed, at memory speed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import cards
from ._build import build_info, get_include
from ._native import _ranking
from .badugi import Badugi, badugi
from .errors import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    HandTypeError,
    MissingExtraError,
    RangeError,
    RuleError,
    SokodugiError,
)
from .soko import Soko, soko

if TYPE_CHECKING:
    from .draw import DrawPolicy
    from .proof import verify
    from .ranges import Range
    from .result import Equity

_ranking._set_standard(badugi, soko)

__version__ = build_info()["version"]

__all__ = [
    "Badugi",
    "CardError",
    "DrawPolicy",
    "DuplicateCardError",
    "Equity",
    "HandSizeError",
    "HandTypeError",
    "MissingExtraError",
    "Range",
    "RangeError",
    "RuleError",
    "Soko",
    "SokodugiError",
    "badugi",
    "build_info",
    "cards",
    "get_include",
    "soko",
    "verify",
]

_LATER = {"DrawPolicy": ".draw", "Equity": ".result", "Range": ".ranges", "verify": ".proof"}


def __getattr__(name: str) -> Any:
    """Import what takes longer when it is first used."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LATER[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
