# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Card text, masks and dealing at native speed. :mod:`sokodugi.cards` checks, shapes and explains."""

cimport numpy as cnp
from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

cnp.import_array()

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

cdef extern from "text.h" nogil:
    enum:
        SD_DECK
    int sd_parse_width(const char *text, ptrdiff_t units, int width, uint8_t *cards, int *n, ptrdiff_t *at)

cdef extern from "random.h" nogil:
    ctypedef struct sd_random:
        uint64_t s[4]
    void sd_draw(sd_random *r, uint8_t *deck, int left, int k)


def parse(str text):
    """Return ``(bytes, 0, 0)``: the ids; or ``(None, problem, where)``, ``where`` in bytes of UTF-8."""
    cdef uint8_t cards[SD_DECK]
    cdef int n = 0, problem
    cdef ptrdiff_t at = 0
    cdef Py_ssize_t size
    cdef const char *raw = PyUnicode_AsUTF8AndSize(text, &size)
    problem = sd_parse_width(raw, size, 1, cards, &n, &at)
    if problem:
        return None, problem, at
    return cards[:n], 0, 0


def parse_list(list texts, uint8_t[:, ::1] out):
    """Fill the rows of ``out``; return the first row that is not as many cards, or the number of rows."""
    cdef uint8_t cards[SD_DECK]
    cdef int n = 0
    cdef ptrdiff_t at
    cdef Py_ssize_t i, size, width = out.shape[1]
    cdef const char *raw
    cdef uint8_t *to = <uint8_t *>&out[0, 0] if out.shape[0] and width else cards  # for no cards
    for i in range(out.shape[0]):
        text = texts[i]
        if type(text) is not str:
            return i
        raw = PyUnicode_AsUTF8AndSize(text, &size)
        if sd_parse_width(raw, size, 1, cards, &n, &at) or n != width:
            return i
        memcpy(to + i * width, cards, width)
    return out.shape[0]


cdef inline bint no_letter(const char *at) noexcept nogil:
    cdef unsigned int letter
    memcpy(&letter, at, 4)
    return letter == 0


def parse_array(cnp.ndarray texts, int width, uint8_t[:, ::1] out):
    """The same for a one-dimensional ``S`` (width 1) or native ``U`` (width 4) array."""
    cdef uint8_t cards[SD_DECK]
    cdef int n = 0, bad = 0
    cdef ptrdiff_t at
    cdef Py_ssize_t i, units, rows = out.shape[0], n_cards = out.shape[1]
    cdef Py_ssize_t most = cnp.PyArray_ITEMSIZE(texts) // width, stride = cnp.PyArray_STRIDE(texts, 0)
    cdef const char *raw = <const char *>cnp.PyArray_DATA(texts)
    cdef uint8_t *to = <uint8_t *>&out[0, 0] if rows and n_cards else cards
    with nogil:
        for i in range(rows):
            units = most
            if width == 4:
                while units and no_letter(raw + 4 * (units - 1)):
                    units -= 1
                bad = sd_parse_width(raw, units, 4, cards, &n, &at)
            else:
                while units and raw[units - 1] == 0:
                    units -= 1
                bad = sd_parse_width(raw, units, 1, cards, &n, &at)
            if bad or n != n_cards:
                break
            memcpy(to + i * n_cards, cards, n_cards)
            raw += stride
        else:
            i = rows
    return i


def to_masks(const uint8_t[:, ::1] hands, uint64_t[::1] out):
    """Fill ``out`` with masks; return the first row with a bad or repeated card, or the number of rows."""
    cdef Py_ssize_t i, j
    cdef uint64_t mask, bit, twice
    cdef uint8_t most
    with nogil:
        for i in range(hands.shape[0]):
            mask = twice = 0
            most = 0
            for j in range(hands.shape[1]):
                bit = <uint64_t>1 << (hands[i, j] & 63)
                most = max(most, hands[i, j])
                twice |= mask & bit
                mask |= bit
            out[i] = mask
            if twice or most >= SD_DECK:
                break
        else:
            i = hands.shape[0]
    return i


def from_masks(const uint64_t[::1] masks, uint8_t[:, ::1] out):
    """Fill rows, ascending; return the first mask that is not as many cards, or the number of masks."""
    cdef Py_ssize_t i, j
    cdef uint64_t mask
    with nogil:
        for i in range(masks.shape[0]):
            mask = masks[i]
            if mask >> SD_DECK:
                break
            for j in range(out.shape[1]):
                if mask == 0:
                    break
                out[i, j] = lowest(mask)
                mask &= mask - 1
            else:
                if mask == 0:
                    continue
            break
        else:
            i = masks.shape[0]
    return i


cdef extern from "platform.h" nogil:
    int sd_ctz64(uint64_t x)


cdef inline uint8_t lowest(uint64_t mask) noexcept nogil:
    return <uint8_t>sd_ctz64(mask)


def deal(const uint64_t[::1] state, const uint8_t[::1] deck, uint8_t[:, ::1] out):
    """Fill every row of ``out`` with a random ordered sample of ``deck``."""
    cdef sd_random stream
    cdef uint8_t cards[SD_DECK]
    cdef Py_ssize_t i
    cdef int left = <int>deck.shape[0], k = <int>out.shape[1]
    cdef uint8_t *to = <uint8_t *>&out[0, 0] if out.shape[0] and k else NULL
    memcpy(stream.s, &state[0], sizeof(stream.s))
    if left:
        memcpy(cards, &deck[0], left)
    with nogil:
        for i in range(out.shape[0] if k else 0):
            sd_draw(&stream, cards, left, k)
            memcpy(to + i * k, cards + left - k, k)


def all_hands(uint8_t[:, ::1] out):
    """Fill ``out`` with every ascending row, in lexicographic order."""
    cdef Py_ssize_t i, n = out.shape[1]
    cdef int j, k
    cdef uint8_t row[SD_DECK]
    if n == 0:
        return
    for j in range(n):
        row[j] = j
    cdef uint8_t *to = <uint8_t *>&out[0, 0]
    with nogil:
        for i in range(out.shape[0]):
            memcpy(to + i * n, row, n)
            j = <int>n - 1
            while j >= 0 and row[j] == SD_DECK - n + j:
                j -= 1
            if j >= 0:
                row[j] += 1
                for k in range(j + 1, <int>n):
                    row[k] = row[k - 1] + 1
