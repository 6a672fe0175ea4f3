"""Every exception that the library raises on purpose.

Each class derives from :class:`SokodugiError` *and* from the builtin that a reader would expect, so both
``except sokodugi.SokodugiError`` and ``except ValueError`` work.
"""

__all__ = [
    "CardError",
    "DuplicateCardError",
    "HandSizeError",
    "HandTypeError",
    "MissingExtraError",
    "RangeError",
    "RuleError",
    "SokodugiError",
]


class SokodugiError(Exception):
    """Base class of all errors of this package."""


class CardError(SokodugiError, ValueError):
    """A card that does not exist: bad text, or an id outside 0 to 51."""


class DuplicateCardError(CardError):
    """The same card twice: in a hand, between hands, or in a hand and among the dead cards."""


class HandSizeError(SokodugiError, ValueError):
    """A wrong number of cards or a wrong shape: too few, too many, ragged rows, more than the deck holds."""


class HandTypeError(SokodugiError, TypeError):
    """Something that can never be a hand or an output array: floats, bools, objects, a wrong dtype."""


class RangeError(SokodugiError, ValueError):
    """A range text that cannot be read, or a range in which no hand is possible."""


class RuleError(SokodugiError, ValueError):
    """An option or a combination of arguments that no game knows."""


class MissingExtraError(SokodugiError, ImportError):
    """An optional package is not installed; the text names the extra that brings it."""

    @classmethod
    def for_extra(cls, package: str, extra: str) -> "MissingExtraError":
        """Return the error that tells how to install ``package`` through ``sokodugi[extra]``."""
        return cls(f"this needs {package}, which is not installed: pip install 'sokodugi[{extra}]'")
