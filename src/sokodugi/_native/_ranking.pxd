# The evaluators for Cython and Numba: no Python object is touched and the GIL is not needed.
from libc.stdint cimport uint16_t, uint64_t, uint8_t


cdef extern from "games.h" nogil:
    ctypedef struct sd_game:
        int kind
        int min_cards
        int max_cards
        const void *rules


cdef extern from "rows.h" nogil:
    ctypedef enum sd_dtype:
        SD_U8
    ctypedef struct sd_rows:
        const char *data
        ptrdiff_t row_stride
        ptrdiff_t card_stride
        sd_dtype dtype
        int swapped
    ctypedef struct sd_ranks:
        char *data
        ptrdiff_t stride


cdef class Ranker:
    cdef sd_game game
    cdef object _ufunc
    cdef object __weakref__
    cdef int prepare(self) except -1


# Ranks of one hand, given as a mask, by the standard rules; 0 if the mask is no hand.
cdef uint16_t badugi_rank(uint64_t mask) noexcept nogil
cdef uint16_t soko_rank(uint64_t mask) noexcept nogil

# The same for any game, after game.prepare(); and for arrays, see rows.h.
cdef uint16_t rank_mask(const sd_game *game, uint64_t mask) noexcept nogil
cdef ptrdiff_t rank_rows(
    const sd_game *game, const uint8_t *hands, ptrdiff_t n, int n_cards, uint16_t *out
) noexcept nogil
cdef ptrdiff_t rank_masks(
    const sd_game *game, const uint64_t *masks, ptrdiff_t n, uint16_t *out
) noexcept nogil

# And for a block of valid hands as planes, see kernels.h.
cdef void rank_planes(
    const sd_game *game, const uint8_t *planes, int n_cards, int count, uint16_t *out
) noexcept nogil
