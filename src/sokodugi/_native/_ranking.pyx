# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The evaluators: batch kernels behind NumPy arrays and gufuncs, and the fast path for one hand."""

cimport numpy as cnp
from cpython.mem cimport PyMem_Calloc
from cpython.object cimport PyObject
from libc.stdint cimport uint16_t, uint64_t, uint8_t, uintptr_t
from libc.string cimport memcpy

import os

import numpy as np

from sokodugi.errors import HandSizeError, HandTypeError, RuleError

cnp.import_array()
cnp.import_ufunc()

cdef extern from "games.h" nogil:
    enum:
        SD_BADUGI
        SD_SOKO
        SD_DECK
        SD_BADUGI_MAX_CARDS
        SD_SOKO_MIN_CARDS
        SD_SOKO_MAX_CARDS
    ctypedef struct sd_badugi:
        pass
    ctypedef struct sd_soko:
        pass

cdef extern from "rows.h" nogil:
    enum:
        SD_I8
        SD_U16
        SD_I16
        SD_U32
        SD_I32
        SD_U64
        SD_I64
    ptrdiff_t sd_rank_rows(const sd_game *game, const sd_rows *rows, ptrdiff_t n, int n_cards, sd_ranks out)
    ptrdiff_t sd_rank_masks(const sd_game *game, const sd_rows *masks, ptrdiff_t n, sd_ranks out)
    uint16_t sd_rank_cards(const sd_game *game, const uint8_t *cards, int n)
    uint16_t sd_rank_mask(const sd_game *game, uint64_t mask)
    uint64_t sd_playing(const sd_game *game, uint64_t mask)

cdef extern from "kernels.h" nogil:
    ctypedef int (*sd_rank_block)(const void *, const uint8_t *, int, int, uint16_t *) noexcept nogil
    ctypedef struct sd_kernels:
        const char *name
        sd_rank_block *rank
    const sd_kernels *sd_active
    int sd_available(const char **names)
    int sd_use(const char *name)

cdef extern from "text.h" nogil:
    int sd_parse_width(const char *text, ptrdiff_t units, int width, uint8_t *cards, int *n, ptrdiff_t *at)

cdef extern from *:
    """
    #if defined(__clang__)
    #define SD_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define SD_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
    #define SD_STR_(x) #x
    #define SD_STR(x) SD_STR_(x)
    #define SD_COMPILER "msvc " SD_STR(_MSC_VER)
    #else
    #define SD_COMPILER "unknown"
    #endif
    """
    const char *SD_COMPILER

cdef extern from "fields.h":
    ctypedef struct sd_field:
        const char *name
        size_t offset
        size_t size
    const sd_field *sd_badugi_fields
    const sd_field *sd_soko_fields


# ---- which kernels ----

COMPILER = SD_COMPILER.decode()


def simd_paths():
    cdef const char *names[4]
    cdef int i, n = sd_available(names)
    return tuple([names[i].decode() for i in range(n)])


def simd_in_use():
    return sd_active.name.decode()


def use_simd(str name):
    if not sd_use(name.encode()):
        raise RuleError(
            f"SIMD path {name!r} is unknown or not supported by this machine; "
            f"valid here: {', '.join(simd_paths())}"
        )


use_simd(os.environ.get("SOKODUGI_SIMD") or simd_paths()[0])


# ---- the games ----

cdef class Ranker:
    """What is native of an evaluator: its tables, and ranking by them.

    Subclasses give ``_tables()`` (the arrays of the kernel, called once, when first needed) and
    ``_evaluate(hands, out)`` (everything that is not one plain hand).
    """

    def __init__(self, str kind):
        self.game.kind = SD_BADUGI if kind == "badugi" else SD_SOKO
        self.game.min_cards = 1 if kind == "badugi" else SD_SOKO_MIN_CARDS
        self.game.max_cards = SD_DECK if kind == "badugi" else SD_SOKO_MAX_CARDS

    cdef int prepare(self) except -1:
        """Copy the tables into the struct that the kernels read. It is never freed: see Evaluator."""
        if self.game.rules != NULL:
            return 0
        cdef const sd_field *field = sd_badugi_fields if self.game.kind == SD_BADUGI else sd_soko_fields
        cdef size_t size = sizeof(sd_badugi) if self.game.kind == SD_BADUGI else sizeof(sd_soko)
        cdef dict tables = self._tables()
        cdef const uint8_t[::1] raw
        cdef char *rules = <char *>PyMem_Calloc(1, size)
        if rules == NULL:
            raise MemoryError
        while field.name != NULL:
            raw = tables[field.name.decode()].tobytes()
            if <size_t>raw.shape[0] != field.size:
                raise AssertionError(f"table {field.name.decode()}: {raw.shape[0]} bytes, not {field.size}")
            memcpy(rules + field.offset, &raw[0], field.size)
            field += 1
        self.game.rules = rules
        return 0

    def _rank_rows(self, cnp.ndarray hands, cnp.ndarray out):
        """Rank ``(N, n)`` integers into ``(N,)`` uint16; return the first row that is no hand, or N."""
        cdef sd_rows rows
        cdef sd_ranks ranks
        cdef ptrdiff_t n = cnp.PyArray_DIM(hands, 0), bad
        cdef int n_cards = <int>cnp.PyArray_DIM(hands, 1)
        self.prepare()
        describe(hands, &rows, cnp.PyArray_STRIDE(hands, 1))
        ranks.data = <char *>cnp.PyArray_DATA(out)
        ranks.stride = cnp.PyArray_STRIDE(out, 0)
        with nogil:
            bad = sd_rank_rows(&self.game, &rows, n, n_cards, ranks)
        return bad

    def _rank_masks(self, cnp.ndarray masks, cnp.ndarray out):
        """Rank ``(N,)`` masks into ``(N,)`` uint16; return the first that is no hand, or N."""
        cdef sd_rows rows
        cdef sd_ranks ranks
        cdef ptrdiff_t n = cnp.PyArray_DIM(masks, 0), bad
        self.prepare()
        describe(masks, &rows, 0)
        ranks.data = <char *>cnp.PyArray_DATA(out)
        ranks.stride = cnp.PyArray_STRIDE(out, 0)
        with nogil:
            bad = sd_rank_masks(&self.game, &rows, n, ranks)
        return bad

    def _playing_masks(self, const uint64_t[::1] masks, uint64_t[::1] out):
        """Write the cards that play of each valid mask."""
        cdef Py_ssize_t i
        self.prepare()
        with nogil:
            for i in range(masks.shape[0]):
                out[i] = sd_playing(&self.game, masks[i])

    @property
    def ufunc(self):
        """The NumPy gufunc ``(n)->()`` that ranks rows of ids, with ``axis=``, broadcasting, dask arrays.

        As with every gufunc, NumPy casts the ranks to the dtype of an ``out`` that is given, so give it
        ``uint16``; ``evaluate`` takes no other. An array of a single card, which is no hand of Soko, has
        rank 0: dask asks so for the dtype of the result. Errors show the row, not its number.

        Examples
        --------
        >>> from sokodugi import badugi, cards
        >>> badugi.ufunc(cards.all_hands(4).reshape(5, 54145, 4)).shape
        (5, 54145)
        """
        if self._ufunc is None:
            self.prepare()
            self._ufunc = make_gufunc(self, f"gufuncs.{self!r}".encode())
        return self._ufunc


cdef inline int most_in_row(const sd_game *game) noexcept nogil:
    return SD_BADUGI_MAX_CARDS if game.kind == SD_BADUGI else SD_SOKO_MAX_CARDS


cdef int describe(cnp.ndarray a, sd_rows *rows, ptrdiff_t card_stride) except -1:
    cdef int kind = cnp.PyArray_TYPE(a)
    cdef int size = cnp.PyArray_ITEMSIZE(a)
    cdef bint signed = cnp.PyTypeNum_ISSIGNED(kind)
    if size == 1:
        rows.dtype = <sd_dtype>(SD_I8 if signed else SD_U8)
    elif size == 2:
        rows.dtype = <sd_dtype>(SD_I16 if signed else SD_U16)
    elif size == 4:
        rows.dtype = <sd_dtype>(SD_I32 if signed else SD_U32)
    else:
        rows.dtype = <sd_dtype>(SD_I64 if signed else SD_U64)
    rows.data = <const char *>cnp.PyArray_DATA(a)
    rows.row_stride = cnp.PyArray_STRIDE(a, 0)
    rows.card_stride = card_stride
    rows.swapped = not cnp.PyArray_ISNOTSWAPPED(a)
    return 0


# ---- one hand ----

# Cython's own calling convention under the stable ABI builds a tuple for each call, which takes longer than
# ranking a hand; METH_FASTCALL does not. See Evaluator.evaluate.

cdef extern from "Python.h":
    ctypedef struct PyMethodDef:
        const char *ml_name
        void *ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL
    int METH_KEYWORDS
    ctypedef struct PyTypeObject
    object PyDescr_NewMethod(PyTypeObject *type, PyMethodDef *method)
    PyObject *PyTuple_GetItem(PyObject *row, Py_ssize_t i)
    PyObject *PyList_GetItem(PyObject *row, Py_ssize_t i)
    Py_ssize_t PyTuple_Size(PyObject *row)
    Py_ssize_t PyList_Size(PyObject *row)
    long PyLong_AsLong(PyObject *number)
    bint PyLong_CheckExact(PyObject *number)
    bint PyUnicode_CheckExact(PyObject *text)
    bint PyTuple_CheckExact(PyObject *row)
    bint PyList_CheckExact(PyObject *row)
    uint64_t PyLong_AsUnsignedLongLong(PyObject *number)
    const char *PyUnicode_AsUTF8AndSize(PyObject *text, Py_ssize_t *size)
    void PyErr_Clear()
    void PyErr_SetObject(object kind, object value)


# CPython keeps one object for each small int, side by side. An id found by its address is certain, as the
# object itself is compared, and takes no call; where they do not lie like this, it is just not found.
_small = list(range(SD_DECK))
cdef PyObject *small_ints[SD_DECK]
cdef Py_ssize_t _i
for _i in range(SD_DECK):
    small_ints[_i] = <PyObject *>_small[_i]
cdef uintptr_t small_int_0 = <uintptr_t>small_ints[0]


# Without the GIL another thread may change a list while it is read: then it takes the longer way.
cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define LISTS_ARE_MINE 0
    #else
    #define LISTS_ARE_MINE 1
    #endif
    """
    const bint LISTS_ARE_MINE


cdef int read_hand(PyObject *hand, uint8_t *cards) noexcept:
    """Read one hand; 0 if it is not a plain one: what is wrong with it is not our business here."""
    cdef Py_ssize_t i, n, size
    cdef ptrdiff_t at
    cdef long card
    cdef uintptr_t place
    cdef int count
    cdef bint is_tuple = PyTuple_CheckExact(hand)
    cdef PyObject *item
    cdef const char *text
    cdef const uint8_t *ids
    if is_tuple or (LISTS_ARE_MINE and PyList_CheckExact(hand)):
        n = PyTuple_Size(hand) if is_tuple else PyList_Size(hand)
        if n > SD_DECK:
            return 0
        for i in range(n):
            item = PyTuple_GetItem(hand, i) if is_tuple else PyList_GetItem(hand, i)
            place = (<uintptr_t>item - small_int_0) >> 5
            if place < SD_DECK and small_ints[place] == item:
                cards[i] = <uint8_t>place
                continue
            if item == NULL or not PyLong_CheckExact(item):
                PyErr_Clear()
                return 0
            card = PyLong_AsLong(item)
            if <unsigned long>card >= SD_DECK:
                PyErr_Clear()
                return 0
            cards[i] = <uint8_t>card
        return <int>n
    if PyUnicode_CheckExact(hand):
        text = PyUnicode_AsUTF8AndSize(hand, &size)
        if text == NULL:
            PyErr_Clear()
            return 0
        return 0 if sd_parse_width(text, size, 1, cards, &count, &at) else count
    if type(<object>hand) is cnp.ndarray:
        if cnp.PyArray_NDIM(<cnp.ndarray>hand) != 1 or cnp.PyArray_TYPE(<cnp.ndarray>hand) != cnp.NPY_UINT8:
            return 0
        n = cnp.PyArray_DIM(<cnp.ndarray>hand, 0)
        size = cnp.PyArray_STRIDE(<cnp.ndarray>hand, 0)
        if n > SD_DECK:
            return 0
        ids = <const uint8_t *>cnp.PyArray_DATA(<cnp.ndarray>hand)
        for i in range(n):
            if ids[i * size] >= SD_DECK:
                return 0
            cards[i] = ids[i * size]
        return <int>n
    return 0


cdef object evaluate_call(Ranker self, PyObject **args, Py_ssize_t n_args, PyObject *names):
    cdef uint8_t cards[SD_DECK]
    cdef int n
    cdef uint16_t rank
    if n_args == 1 and names == NULL:
        if self.game.rules == NULL:
            self.prepare()
        n = read_hand(args[0], cards)
        if self.game.min_cards <= n <= most_in_row(&self.game):
            rank = sd_rank_cards(&self.game, cards, n)
            if rank:
                return rank
    hands, out = bind(args, n_args, names, "hands")
    ranks = rank_plain(self, hands, out, False)
    return self._evaluate(hands, out) if ranks is None else ranks


cdef object evaluate_masks_call(Ranker self, PyObject **args, Py_ssize_t n_args, PyObject *names):
    cdef uint64_t mask
    cdef uint16_t rank
    if n_args == 1 and names == NULL and PyLong_CheckExact(args[0]):
        if self.game.rules == NULL:
            self.prepare()
        mask = PyLong_AsUnsignedLongLong(args[0])
        if mask >> SD_DECK:
            PyErr_Clear()
        rank = sd_rank_mask(&self.game, mask)
        if rank:
            return rank
    masks, out = bind(args, n_args, names, "masks")
    ranks = rank_plain(self, masks, out, True)
    return self._evaluate_masks(masks, out) if ranks is None else ranks


cdef rank_plain(Ranker self, given, out, bint masks):
    """Rank rows of bytes, or masks, that lie as kernels like them; None if they do not, or one is no hand."""
    if type(given) is not cnp.ndarray or not (out is None or type(out) is cnp.ndarray):
        return None
    cdef cnp.ndarray a = given, ranks
    cdef int axes = 1 if masks else 2
    cdef ptrdiff_t bad
    cdef const char *data
    cdef char *to
    if (
        cnp.PyArray_NDIM(a) != axes
        or cnp.PyArray_TYPE(a) != <int>(cnp.NPY_UINT64 if masks else cnp.NPY_UINT8)
        or not cnp.PyArray_CHKFLAGS(a, cnp.NPY_ARRAY_CARRAY_RO) or not cnp.PyArray_ISNOTSWAPPED(a)
    ):
        return None
    cdef cnp.npy_intp n = cnp.PyArray_DIM(a, 0), n_cards = 0 if masks else cnp.PyArray_DIM(a, 1)
    if not masks and not self.game.min_cards <= n_cards <= most_in_row(&self.game):
        return None
    data = <const char *>cnp.PyArray_DATA(a)
    if out is None:
        ranks = cnp.PyArray_EMPTY(1, &n, cnp.NPY_UINT16, 0)
        to = <char *>cnp.PyArray_DATA(ranks)
    else:
        ranks = out
        to = <char *>cnp.PyArray_DATA(ranks)
        if (
            cnp.PyArray_NDIM(ranks) != 1 or cnp.PyArray_DIM(ranks, 0) != n
            or cnp.PyArray_TYPE(ranks) != cnp.NPY_UINT16
            or not cnp.PyArray_CHKFLAGS(ranks, cnp.NPY_ARRAY_CARRAY) or not cnp.PyArray_ISNOTSWAPPED(ranks)
            or (to < data + cnp.PyArray_NBYTES(a) and data < to + 2 * n)
        ):
            return None
    self.prepare()
    with nogil:
        if masks:
            bad = rank_masks(&self.game, <const uint64_t *>data, n, <uint16_t *>to)
        else:
            bad = rank_rows(&self.game, <const uint8_t *>data, n, <int>n_cards, <uint16_t *>to)
    return ranks if bad == n else None


cdef tuple bind(PyObject **args, Py_ssize_t n_args, PyObject *names, str first):
    """Bind (first, out=None)."""
    cdef Py_ssize_t i
    if n_args == 1 and names == NULL:
        return <object>args[0], None
    if names == NULL and n_args == 2 or names != NULL and n_args == 1 and <tuple>names == ("out",):
        return <object>args[0], <object>args[1]
    given = dict(zip((first, "out"), [<object>args[i] for i in range(n_args)]))
    if n_args > 2:
        raise TypeError(f"expected {first} and out, got {n_args} arguments")
    for i, name in enumerate(<tuple>names if names != NULL else ()):
        if name in given or name not in (first, "out"):
            raise TypeError(f"unexpected argument {name!r}: expected {first} and out")
        given[name] = <object>args[n_args + i]
    if first not in given:
        raise TypeError(f"missing argument {first!r}")
    return given[first], given.get("out")


cdef PyMethodDef evaluate_method, evaluate_masks_method
cdef const char *EVALUATE_DOC = b"""evaluate($self, hands, out=None)
--

Rank hands.

Parameters
----------
hands : str, sequence of str, or array_like of int, shape (..., n)
    One hand or many: card text as for :func:`sokodugi.cards.parse`, a list or array of it, or card ids of any
    integer dtype, strides and byte order. Badugi takes 1 to 13 cards a hand, Soko the best five of 5 to 7.
out : ndarray of uint16, shape (...), optional
    Where to write the ranks.

Returns
-------
int for one hand (text or a row), else ndarray of uint16, shape (...)
    Ranks: 1 is the best hand, `n_ranks` the worst. `out` if it was given.

Raises
------
CardError, DuplicateCardError
    For text or a number that is no card, or a card twice in a hand; the message names the first bad row. If
    `out` was given, it then holds the ranks of the good rows, and 0 for the bad ones.
HandSizeError
    For a wrong number of cards, ragged rows, or an `out` of the wrong shape; `out` is untouched.
HandTypeError
    For floats, bools and everything else that is no card, or an `out` of the wrong dtype; `out` is untouched.

Examples
--------
>>> from sokodugi import badugi, soko
>>> badugi.evaluate("4c3d2hAs")
1
>>> badugi.evaluate([[8, 5, 2, 51], [0, 1, 2, 3]])
array([   1, 1081], dtype=uint16)
>>> soko.evaluate(["AcKcQcJcTc", "7h6c4d3h2s"])
array([    1, 16707], dtype=uint16)
"""
cdef const char *EVALUATE_MASKS_DOC = b"""evaluate_masks($self, masks, out=None)
--

Rank hands given as masks.

Parameters
----------
masks : int or array_like of int, shape (...)
    Bit ``1 << id`` is set for each card. Badugi takes any number of cards from 1, Soko 5 to 7.
out : ndarray of uint16, shape (...), optional
    Where to write the ranks.

Returns
-------
int for one mask, else ndarray of uint16, shape (...)
    Ranks: 1 is the best hand, `n_ranks` the worst.

Raises
------
CardError
    For bits that are no card; the message names the first bad row.
HandSizeError
    For a wrong number of cards, or an `out` of the wrong shape.
HandTypeError
    For masks that are not integers, or an `out` of the wrong dtype.

Examples
--------
>>> from sokodugi import badugi, cards
>>> badugi.evaluate_masks(cards.to_masks("As2d3c4h5c6d"))
1
>>> badugi.evaluate_masks(cards.to_masks(["As2d3c4h", "KsKhKdKc"]))
array([   1, 1092], dtype=uint16)
"""
evaluate_method.ml_name = "evaluate"
evaluate_method.ml_meth = <void *>evaluate_call
evaluate_method.ml_flags = METH_FASTCALL | METH_KEYWORDS
evaluate_method.ml_doc = EVALUATE_DOC
evaluate_masks_method.ml_name = "evaluate_masks"
evaluate_masks_method.ml_meth = <void *>evaluate_masks_call
evaluate_masks_method.ml_flags = METH_FASTCALL | METH_KEYWORDS
evaluate_masks_method.ml_doc = EVALUATE_MASKS_DOC

evaluate = PyDescr_NewMethod(<PyTypeObject *>Ranker, &evaluate_method)
evaluate_masks = PyDescr_NewMethod(<PyTypeObject *>Ranker, &evaluate_masks_method)


# ---- gufuncs ----

cdef void loop(char **args, const cnp.npy_intp *dimensions, const cnp.npy_intp *steps, const sd_game *game,
               sd_dtype dtype) noexcept nogil:
    cdef sd_rows rows
    cdef sd_ranks out
    cdef cnp.npy_intp n = dimensions[0], n_cards = dimensions[1]
    cdef ptrdiff_t bad
    if n == 1 and n_cards == 1 and n_cards < game.min_cards and first_id(args[0], dtype) < SD_DECK:
        # Dask asks for the dtype of the result with an array of one card: no hand, so no rank.
        (<uint16_t *>args[1])[0] = 0
        return
    if n_cards < game.min_cards or n_cards > most_in_row(game):
        with gil:
            sizes = f"{game.min_cards} to {most_in_row(game)}"
            set_error(HandSizeError(f"{n_cards} cards a hand: this game takes {sizes}"))
        return
    rows.data = args[0]
    rows.row_stride = steps[0]
    rows.card_stride = steps[2]
    rows.dtype = dtype
    rows.swapped = 0
    out.data = args[1]
    out.stride = steps[1]
    bad = sd_rank_rows(game, &rows, n, <int>n_cards, out)
    if bad < n:
        with gil:
            set_error(bad_row(args[0] + bad * steps[0], steps[2], dtype, n_cards))


cdef inline uint64_t first_id(const char *data, sd_dtype dtype) noexcept nogil:
    return (<const uint8_t *>data)[0] if dtype == SD_U8 else (<const uint64_t *>data)[0]


cdef int set_error(error) noexcept:
    PyErr_SetObject(type(error), error)
    return 0


cdef bad_row(const char *data, cnp.npy_intp step, sd_dtype dtype, cnp.npy_intp n):
    """Name what is wrong with a row, and show it: a gufunc loop does not know where its rows stand."""
    from sokodugi.cards import explain_row
    cdef cnp.npy_intp j
    ids = []
    for j in range(n):
        if dtype == SD_U8:
            ids.append((<const uint8_t *>(data + j * step))[0])
        elif dtype == <sd_dtype>SD_U64:
            ids.append((<const uint64_t *>(data + j * step))[0])
        else:
            ids.append((<const cnp.int64_t *>(data + j * step))[0])
    return explain_row(np.array(ids, np.uint64 if dtype == <sd_dtype>SD_U64 else np.int64), f"row {ids}: ")


cdef void loop_u8(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_U8)


cdef void loop_i64(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_I64)


cdef void loop_u64(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_U64)


cdef void loop_bool(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    """NumPy would cast bools to ids; they are refused instead."""
    with gil:
        set_error(HandTypeError("card ids are integers, not bool"))


cdef cnp.PyUFuncGenericFunction loops[4]
loops[0] = <cnp.PyUFuncGenericFunction>&loop_u8
loops[1] = <cnp.PyUFuncGenericFunction>&loop_i64
loops[2] = <cnp.PyUFuncGenericFunction>&loop_u64
loops[3] = <cnp.PyUFuncGenericFunction>&loop_bool
cdef char loop_types[8]
loop_types[:] = [
    cnp.NPY_UINT8, cnp.NPY_UINT16, cnp.NPY_INT64, cnp.NPY_UINT16, cnp.NPY_UINT64, cnp.NPY_UINT16,
    cnp.NPY_BOOL, cnp.NPY_UINT16,
]


cdef make_gufunc(Ranker ranker, bytes name):
    # NumPy keeps these pointers for as long as the gufunc lives, which is for ever: see Evaluator.
    cdef void **data = <void **>PyMem_Calloc(4, sizeof(void *))
    cdef char *text = <char *>PyMem_Calloc(len(name) + 1, 1)
    if data == NULL or text == NULL:
        raise MemoryError
    memcpy(text, <const char *>name, len(name))
    data[0] = data[1] = data[2] = data[3] = &ranker.game
    return cnp.PyUFunc_FromFuncAndDataAndSignature(
        loops, data, loop_types, 4, 1, 1, cnp.PyUFunc_None, text,
        "Rank hands of card ids along the last axis; 1 is best.", 0, "(n)->()")


# ---- for Cython and Numba ----

cdef Ranker standard_badugi = None
cdef Ranker standard_soko = None


def _set_standard(Ranker badugi, Ranker soko):
    """Name the games of badugi_rank and soko_rank."""
    global standard_badugi, standard_soko
    standard_badugi, standard_soko = badugi, soko


cdef uint16_t badugi_rank(uint64_t mask) noexcept nogil:
    if standard_badugi.game.rules == NULL:
        with gil:
            standard_badugi.prepare()
    return sd_rank_mask(&standard_badugi.game, mask)


cdef uint16_t soko_rank(uint64_t mask) noexcept nogil:
    if standard_soko.game.rules == NULL:
        with gil:
            standard_soko.prepare()
    return sd_rank_mask(&standard_soko.game, mask)


cdef uint16_t rank_mask(const sd_game *game, uint64_t mask) noexcept nogil:
    return sd_rank_mask(game, mask)


cdef ptrdiff_t rank_rows(
    const sd_game *game, const uint8_t *hands, ptrdiff_t n, int n_cards, uint16_t *out
) noexcept nogil:
    cdef sd_rows rows
    cdef sd_ranks ranks
    rows.data = <const char *>hands
    rows.row_stride = n_cards
    rows.card_stride = 1
    rows.dtype = <sd_dtype>SD_U8
    rows.swapped = 0
    ranks.data = <char *>out
    ranks.stride = 2
    return sd_rank_rows(game, &rows, n, n_cards, ranks)


cdef ptrdiff_t rank_masks(
    const sd_game *game, const uint64_t *masks, ptrdiff_t n, uint16_t *out
) noexcept nogil:
    cdef sd_rows rows
    cdef sd_ranks ranks
    rows.data = <const char *>masks
    rows.row_stride = 8
    rows.card_stride = 0
    rows.dtype = <sd_dtype>SD_U64
    rows.swapped = 0
    ranks.data = <char *>out
    ranks.stride = 2
    return sd_rank_masks(game, &rows, n, ranks)


cdef void rank_planes(
    const sd_game *game, const uint8_t *planes, int n_cards, int count, uint16_t *out
) noexcept nogil:
    sd_active.rank[game.kind](game.rules, planes, n_cards, count, out)
