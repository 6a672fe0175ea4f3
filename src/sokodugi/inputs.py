"""What users pass in, as arrays: nothing rounded, wrapped or mistaken for a number."""

from __future__ import annotations

import reprlib
from array import array as buffer_array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import HandSizeError, HandTypeError

__all__ = ["as_array", "as_count", "as_integers", "is_text", "row_label", "show"]

_BUFFERS = (bytearray, memoryview, buffer_array)  # sequences that say their dtype

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 80
show = _short.repr
"""``repr``, cut to what fits into a message."""


def row_label(row: int, shape: tuple[int, ...]) -> str:
    """Return how messages name a row of an array of shape ``(*shape, n)``, where a single row has no name."""
    return f"row {', '.join(str(int(i)) for i in np.unravel_index(row, shape))}: " if shape else ""


def as_integers(numbers: Any, what: str) -> NDArray[Any]:
    """Turn numbers into an integer array.

    Parameters
    ----------
    numbers : int, sequence, or array_like of int
        Nested to any depth. Bools, floats and masked values are no integers, whatever their value.
    what : str
        What the numbers are, in the plural, for messages.

    Returns
    -------
    ndarray
        The input itself if it is an integer array. Of dtype object, holding integers, if one of them needs
        more than 64 bits.

    Raises
    ------
    HandSizeError
        If rows differ in length.
    HandTypeError
        If something is no integer.
    """
    array = as_array(numbers, what)
    if is_text(array):
        raise HandTypeError(f"{what} are integers, not text: {show(numbers)}")
    return array


def as_array(values: Any, what: str) -> NDArray[Any]:
    """Turn numbers or text into an array: as :func:`as_integers`, but strings may stand for the numbers."""
    if isinstance(values, (int, Sequence)) and not isinstance(values, _BUFFERS):
        return _from_python(values, what)
    if np.ma.is_masked(values):
        raise HandTypeError(f"{what} are masked at some places, so they are not all known")
    array = np.asarray(values)
    if array.dtype.kind in "iuUST" or (array.ndim and is_text(array)):
        return array
    kind = array.dtype if isinstance(values, np.ndarray) or array.dtype != object else type(values).__name__
    raise HandTypeError(f"{what} are integers, not {kind}")


def is_text(array: NDArray[Any]) -> bool:
    """Tell whether an array holds nothing but text."""
    if array.dtype == object:
        return array.size > 0 and all(isinstance(value, str) for value in array.ravel())
    return array.dtype.kind in "UST"


def _from_python(values: Any, what: str) -> NDArray[Any]:
    """Read a Python number or nested sequences, of which NumPy alone would accept too much."""
    if isinstance(values, (list, tuple)) and _are_alike(values):
        array = np.asarray(values)
        if array.dtype.kind in "iu":
            return array
    try:
        array = np.array(values, object)
    except ValueError:
        raise HandSizeError(f"{what}: rows are nested unevenly") from None
    if all(_is_integer(kind) for kind in set(map(type, array.ravel()))):
        try:
            return array.astype(np.int64)
        except OverflowError:
            return array
    if is_text(array):
        return array
    raise _odd_one(array, what)


def _are_alike(values: Sequence[Any]) -> bool:
    """Tell whether these are integer arrays of one shape, which need no look at every number."""
    first = values[0] if values else None
    return isinstance(first, np.ndarray) and all(
        isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.shape == first.shape
        for value in values
    )


def _is_integer(kind: type) -> bool:
    return issubclass(kind, (int, np.integer)) and not issubclass(kind, (bool, np.timedelta64))


def _is_row(value: Any) -> bool:
    return isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, (str, bytes))


def _odd_one(array: NDArray[Any], what: str) -> HandSizeError | HandTypeError:
    """Return the error for objects that are not all integers: the first row or number that is odd."""
    if all(map(_is_row, array.ravel())):
        sizes = [len(row) for row in array.ravel()]
        odd = next((i for i, size in enumerate(sizes) if size != sizes[0]), None)
        if odd is None:
            return HandSizeError(f"{what}: rows are nested unevenly")
        row = row_label(odd, array.shape)
        return HandSizeError(f"{row}{sizes[odd]} {what}, but {sizes[0]} in the first row")
    at = next(at for at, value in np.ndenumerate(array) if not _is_integer(type(value)))
    row = f"row {', '.join(map(str, at[:-1]))}, " if len(at) > 1 else ""
    position = f"position {at[-1]}: " if at else ""
    return HandTypeError(f"{row}{position}{what} are integers, not {show(array[at])}")


def as_count(value: Any, name: str, most: int | None = None) -> int:
    """Return a number of things, from 0 to ``most``, or say why it is none."""
    if isinstance(value, (bool, np.timedelta64)) or not isinstance(value, (int, np.integer)):
        raise HandTypeError(f"{name} is an integer, not {show(value)}")
    if value < 0:
        raise HandSizeError(f"{name} is not negative: {show(value)}")
    if most is not None and value > most:
        raise HandSizeError(f"{name} is at most {most}, not {show(value)}")
    return int(value)
