# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The evaluators: batch kernels behind NumPy arrays and gufuncs, and the fast path for one hand."""

cimport cython
cimport numpy as cnp
from cpython.list cimport PyList_Size, PyList_GetItem
from cpython.long cimport PyLong_AsLong, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc
from cpython.tuple cimport PyTuple_Size, PyTuple_GetItem
from libc.stdint cimport uint16_t, uint64_t, uint8_t, uintptr_t
from libc.string cimport memcpy

import os

from sokodugi.errors import CardError, RuleError

cnp.import_array()
cnp.import_ufunc()

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

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
    uint16_t sd_rank_one(const sd_game *game, uint64_t mask)
    uint16_t sd_rank_mask(const sd_game *game, uint64_t mask)
    uint64_t sd_playing(const sd_game *game, uint64_t mask)

cdef extern from "kernels.h" nogil:
    ctypedef struct sd_kernels:
        const char *name
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
    #define SD_FIELD(type, name) {#name, offsetof(type, name), sizeof(((type *)0)->name)}
    typedef struct { const char *name; size_t offset, size; } sd_field;
    static const sd_field sd_badugi_fields[] = {
        SD_FIELD(sd_badugi, flip), SD_FIELD(sd_badugi, shift), SD_FIELD(sd_badugi, order),
        SD_FIELD(sd_badugi, kept), SD_FIELD(sd_badugi, slot), SD_FIELD(sd_badugi, term),
        SD_FIELD(sd_badugi, base), SD_FIELD(sd_badugi, rank), {NULL, 0, 0}};
    static const sd_field sd_soko_fields[] = {
        SD_FIELD(sd_soko, term), SD_FIELD(sd_soko, five_term), SD_FIELD(sd_soko, odd),
        SD_FIELD(sd_soko, five), SD_FIELD(sd_soko, six), SD_FIELD(sd_soko, seven), SD_FIELD(sd_soko, suited), SD_FIELD(sd_soko, four_flush), {NULL, 0, 0}};
    """
    const char *SD_COMPILER
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

    def evaluate(self, hands, out=None):
        cdef uint64_t mask = 0
        cdef long card
        cdef Py_ssize_t i, n, size
        cdef int count, kind = 0
        cdef ptrdiff_t at
        cdef uint8_t cards[SD_DECK]
        cdef const char *text
        cdef const uint8_t *bytes_
        if self.game.rules == NULL:
            self.prepare()
        if out is not None:
            return self._evaluate(hands, out)
        if type(hands) is tuple:
            n = PyTuple_Size(hands)
            if n > SD_DECK:
                return self._evaluate(hands, out)
            for i in range(n):
                if not PyLong_CheckExact(<object>PyTuple_GetItem(hands, i)):
                    return self._evaluate(hands, out)
                card = PyLong_AsLong(<object>PyTuple_GetItem(hands, i))
                if <unsigned long>card >= SD_DECK:
                    return self._evaluate(hands, out)
                mask |= <uint64_t>1 << card
        elif type(hands) is list:
            n = PyList_Size(hands)
            if n > SD_DECK:
                return self._evaluate(hands, out)
            for i in range(n):
                if not PyLong_CheckExact(<object>PyList_GetItem(hands, i)):
                    return self._evaluate(hands, out)
                card = PyLong_AsLong(<object>PyList_GetItem(hands, i))
                if <unsigned long>card >= SD_DECK:
                    return self._evaluate(hands, out)
                mask |= <uint64_t>1 << card
        elif type(hands) is str:
            text = PyUnicode_AsUTF8AndSize(hands, &size)
            if sd_parse_width(text, size, 1, cards, &count, &at):
                return self._evaluate(hands, out)
            n = count
            for i in range(n):
                mask |= <uint64_t>1 << cards[i]
        elif type(hands) is cnp.ndarray and cnp.PyArray_NDIM(hands) == 1 and cnp.PyArray_TYPE(hands) == cnp.NPY_UINT8:
            n = cnp.PyArray_DIM(hands, 0)
            size = cnp.PyArray_STRIDE(hands, 0)
            bytes_ = <const uint8_t *>cnp.PyArray_DATA(hands)
            for i in range(n):
                if bytes_[i * size] >= SD_DECK:
                    return self._evaluate(hands, out)
                mask |= <uint64_t>1 << bytes_[i * size]
        else:
            return self._evaluate(hands, out)
        if popcount(mask) != n or n < self.game.min_cards or n > most_in_row(&self.game):
            return self._evaluate(hands, out)
        return sd_rank_one(&self.game, mask)

    def evaluate_masks(self, masks, out=None):
        if out is None and type(masks) is int and 0 <= masks < (1 << 52):
            self.prepare()
            rank = sd_rank_mask(&self.game, masks)
            if rank:
                return rank
        return self._evaluate_masks(masks, out)

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
        if self._ufunc is None:
            self.prepare()
            self._ufunc = make_gufunc(self)
        return self._ufunc


cdef inline int most_in_row(const sd_game *game) noexcept nogil:
    return SD_BADUGI_MAX_CARDS if game.kind == SD_BADUGI else SD_SOKO_MAX_CARDS


cdef inline int popcount(uint64_t x) noexcept nogil:
    cdef int n = 0
    while x:
        x &= x - 1
        n += 1
    return n


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


# ---- gufuncs ----

cdef void loop(char **args, const cnp.npy_intp *dimensions, const cnp.npy_intp *steps, const sd_game *game,
               sd_dtype dtype) noexcept nogil:
    cdef sd_rows rows
    cdef sd_ranks out
    cdef cnp.npy_intp n = dimensions[0], n_cards = dimensions[1]
    cdef ptrdiff_t bad
    if n_cards < game.min_cards or n_cards > most_in_row(game):
        with gil:
            set_error(f"{n_cards} cards a hand: this game takes {game.min_cards} to {most_in_row(game)}")
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


cdef extern from "Python.h":
    void PyErr_SetObject(object kind, object value)


cdef int set_error(str text) noexcept:
    PyErr_SetObject(CardError, text)
    return 0


cdef str bad_row(const char *data, cnp.npy_intp step, sd_dtype dtype, cnp.npy_intp n):
    cdef cnp.npy_intp j
    ids = []
    for j in range(n):
        if dtype == SD_U8:
            ids.append((<const uint8_t *>(data + j * step))[0])
        elif dtype == <sd_dtype>SD_U64:
            ids.append((<const uint64_t *>(data + j * step))[0])
        else:
            ids.append((<const cnp.int64_t *>(data + j * step))[0])
    return f"the row {ids} is no hand: ids are 0 to 51, none of them twice"


cdef void loop_u8(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_U8)


cdef void loop_i64(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_I64)


cdef void loop_u64(char **args, const cnp.npy_intp *n, const cnp.npy_intp *steps, void *game) noexcept nogil:
    loop(args, n, steps, <const sd_game *>game, <sd_dtype>SD_U64)


cdef cnp.PyUFuncGenericFunction loops[3]
loops[0] = <cnp.PyUFuncGenericFunction>&loop_u8
loops[1] = <cnp.PyUFuncGenericFunction>&loop_i64
loops[2] = <cnp.PyUFuncGenericFunction>&loop_u64
cdef char loop_types[6]
loop_types[:] = [cnp.NPY_UINT8, cnp.NPY_UINT16, cnp.NPY_INT64, cnp.NPY_UINT16, cnp.NPY_UINT64, cnp.NPY_UINT16]


cdef make_gufunc(Ranker ranker):
    # NumPy keeps these pointers for as long as the gufunc lives, which is for ever: see Evaluator.
    cdef void **data = <void **>PyMem_Calloc(3, sizeof(void *))
    if data == NULL:
        raise MemoryError
    data[0] = data[1] = data[2] = &ranker.game
    return cnp.PyUFunc_FromFuncAndDataAndSignature(
        loops, data, loop_types, 3, 1, 1, cnp.PyUFunc_None, "evaluate",
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


cdef ptrdiff_t rank_rows(const sd_game *game, const uint8_t *hands, ptrdiff_t n, int n_cards, uint16_t *out) noexcept nogil:
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


cdef ptrdiff_t rank_masks(const sd_game *game, const uint64_t *masks, ptrdiff_t n, uint16_t *out) noexcept nogil:
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
