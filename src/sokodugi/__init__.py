"""Badugi and Soko: every hand ranked, every equity computed, at memory speed."""

from . import cards
from ._build import build_info, get_include
from ._native import _ranking
from .badugi import Badugi, badugi
from .draw import DrawPolicy
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
from .proof import verify
from .ranges import Range
from .result import Equity
from .soko import Soko, soko

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
