# How sampled deals are dealt, for the extensions that go on from there.
from libc.stdint cimport int64_t, uint16_t, uint64_t, uint8_t

from sokodugi._native._ranking cimport sd_game


cdef extern from "blocks.h" nogil:
    ctypedef struct sd_random:
        uint64_t s[4]
    ctypedef struct sd_tally:
        int players
        int categories
        uint16_t *last
        int64_t ways[8][8]
        int64_t ends[8][16]
        int64_t winning[16]
    ctypedef struct sd_choice:
        ptrdiff_t count
        int width
        const uint8_t *cards
        const uint64_t *masks
        const uint64_t *sums
        const uint8_t *slots
    ctypedef void (*sd_rank_planes)(const sd_game *, const uint8_t *, int, int, uint16_t *) noexcept nogil
    ctypedef struct sd_deals:
        const sd_game *game
        sd_rank_planes rank
        int players
        int cards
        int live
        uint8_t *deck
        int known
        uint8_t *known_card
        uint8_t *known_slot
        int missing
        uint8_t *missing_slot
        int choices
        sd_choice *choice


cdef class Deals:
    cdef sd_deals deals
    cdef sd_tally empty
    cdef list kept  # what the pointers point to
