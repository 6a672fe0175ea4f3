# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Draws at native speed: subset sums, histories, and games from real decks. :mod:`sokodugi.draw` explains."""

from libc.stdint cimport int32_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

import numpy as np

cdef extern from "draw_sums.h" nogil:
    enum:
        SD_CARDS
        SD_HANDS
    ctypedef struct sd_sums:
        pass
    ctypedef struct sd_walk:
        const uint8_t *keeps
        int draws
        double inverse[5][53]
        uint64_t never
        sd_sums *sums
        double *four
    int sd_hand_row(const uint8_t *c)
    void sd_subset_sums(const double *value, sd_sums *s)
    void sd_best(const double *value, const sd_sums *s, const double *inverse, double tolerance, double *best,
                 uint8_t *keep)
    void sd_follow(const double *value, const sd_sums *s, const double *inverse, const uint8_t *keep, double *mean)
    void sd_ways(const double *value, const sd_sums *s, const double *inverse, const uint8_t *hand, double *means)
    void sd_spread(sd_sums *s, double *four, uint64_t held, int n_held, uint64_t out, double weight)
    void sd_push(const sd_sums *s, const double *four, double *weight)
    void sd_walk_hand(sd_walk *w, int at, uint64_t hand, uint64_t gone, double weight)
    int sd_cards_of(uint64_t mask, uint8_t *cards)

cdef extern from "draw_play.h" nogil:
    enum:
        SD_PLAYERS
        SD_UNKNOWN
    ctypedef struct sd_random:
        uint64_t s[4]
    ctypedef enum sd_reshuffle:
        SD_NEVER
    ctypedef struct sd_house:
        sd_reshuffle reshuffle
        uint8_t wanted[13]
    ctypedef struct sd_deck:
        sd_random random
        uint64_t own[8]
        uint64_t pile
        uint64_t fresh
        uint64_t mixed
        uint8_t cards[52]
        uint8_t left
        uint8_t ready
        uint8_t is_mixed
        uint8_t last
    ctypedef struct sd_play:
        sd_house house
        int players
        int draws
        const uint8_t *keeps[8]
        const uint16_t *ranks
        uint8_t live[52]
        int n_live
        uint64_t dead
        int reserved
    uint64_t sd_next(sd_random *r)
    void sd_draw(sd_random *r, uint8_t *deck, int left, int k)
    void sd_turn(sd_deck *deck, sd_random *random, const sd_house *house, int player, uint8_t *hand,
                 ptrdiff_t step, unsigned keep, int ledger)
    ptrdiff_t sd_play_deals(const sd_play *play, sd_random *random, const uint8_t *known, int picked, ptrdiff_t n,
                            uint16_t *ranks, uint8_t *hands)

cdef extern from "platform.h" nogil:
    int sd_popcount64(uint64_t x)


# ---- subset sums ----

SUMS = sizeof(sd_sums) // sizeof(double)
"""Numbers that :func:`subset_sums` writes."""

cdef inline sd_sums *as_sums(double[::1] sums) noexcept nogil:
    return <sd_sums *>&sums[0]


def hand_rows(const uint8_t[:, ::1] hands, int32_t[::1] out):
    """Fill ``out`` with the rows of ascending hands in the table of all hands."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(hands.shape[0]):
            out[i] = sd_hand_row(&hands[i, 0])


def subset_sums(const double[::1] values, double[::1] sums):
    """Fill ``sums`` with the sums of the values of the hands that hold each subset."""
    with nogil:
        sd_subset_sums(&values[0], as_sums(sums))


def best(const double[::1] values, double[::1] sums, const double[::1] inverse, double tolerance,
         double[::1] means, uint8_t[::1] keeps):
    """Fill in the best mean and the way to keep of every hand."""
    with nogil:
        sd_best(&values[0], as_sums(sums), &inverse[0], tolerance, &means[0], &keeps[0])


def follow(const double[::1] values, double[::1] sums, const double[::1] inverse, const uint8_t[::1] keeps,
           double[::1] means):
    """Fill in the mean of every hand, kept as told."""
    with nogil:
        sd_follow(&values[0], as_sums(sums), &inverse[0], &keeps[0], &means[0])


def ways(const double[::1] values, double[::1] sums, const double[::1] inverse, const uint8_t[::1] hand,
         double[::1] means):
    """Fill in the means of the 16 ways to keep one ascending hand."""
    sd_ways(&values[0], as_sums(sums), &inverse[0], &hand[0], &means[0])


def carry(const double[::1] weights, const uint8_t[::1] keeps, const double[::1] inverse, const uint8_t[:, ::1] hands,
          double[::1] four, double[::1] sums, double[::1] out):
    """Carry weights on hands through a draw, ``four`` and ``sums`` being zero at first."""
    cdef Py_ssize_t i
    cdef uint64_t held, gone
    cdef int j
    with nogil:
        for i in range(SD_HANDS):
            if weights[i] != 0:
                held = gone = 0
                for j in range(4):
                    if keeps[i] >> j & 1:
                        held |= <uint64_t>1 << hands[i, j]
                    else:
                        gone |= <uint64_t>1 << hands[i, j]
                j = sd_popcount64(gone)
                sd_spread(as_sums(sums), &four[0], held, 4 - j, gone, weights[i] * inverse[j])
        sd_push(as_sums(sums), &four[0], &out[0])


def walk(const uint64_t[::1] hands, const uint64_t[::1] gone, const double[::1] weights,
         const uint8_t[:, ::1] keeps, const double[:, ::1] inverse, uint64_t never, double[::1] four,
         double[::1] sums):
    """Play hands through all draws, adding what they can become to the coefficients."""
    cdef sd_walk w
    cdef Py_ssize_t i
    w.keeps = &keeps[0, 0]
    w.draws = <int>keeps.shape[0]
    w.never = never
    w.sums = as_sums(sums)
    w.four = &four[0]
    memcpy(w.inverse, &inverse[0, 0], sizeof(w.inverse))
    with nogil:
        for i in range(hands.shape[0]):
            sd_walk_hand(&w, 0, hands[i], gone[i], weights[i])


def push(double[::1] four, double[::1] sums, double[::1] out):
    """Fill ``out`` with the sum of the coefficients of each hand's subsets."""
    with nogil:
        sd_push(as_sums(sums), &four[0], &out[0])


# ---- games ----

DECK = np.dtype([
    ("random", np.uint64, 4), ("own", np.uint64, 8), ("pile", np.uint64), ("fresh", np.uint64), ("mixed", np.uint64),
    ("cards", np.uint8, 52), ("left", np.uint8), ("ready", np.uint8), ("is_mixed", np.uint8), ("last", np.uint8),
])
if DECK.itemsize != sizeof(sd_deck):
    raise AssertionError(f"a deck has {sizeof(sd_deck)} bytes, not {DECK.itemsize}")


cdef void set_house(sd_house *house, int reshuffle, const uint8_t[::1] wanted) noexcept:
    house.reshuffle = <sd_reshuffle>reshuffle
    memcpy(house.wanted, &wanted[0], sizeof(house.wanted))


def play(uint64_t[::1] stream, const uint8_t[:, :, ::1] known, list keeps, const uint16_t[::1] ranks,
         const uint8_t[::1] live, uint64_t dead, const uint8_t[::1] wanted, int reshuffle, bint reserved,
         uint16_t[:, ::1] out, uint8_t[:, :, ::1] hands=None):
    """Play deals; fill ``out`` (players, n) with ranks, and ``hands``; return how often discards were reused."""
    cdef sd_play game
    cdef sd_random random
    cdef const uint8_t[:, ::1] table
    cdef Py_ssize_t p, n = out.shape[1]
    cdef ptrdiff_t mixed
    memset(&game, 0, sizeof(game))
    set_house(&game.house, reshuffle, wanted)
    game.players = <int>out.shape[0]
    for p in range(out.shape[0]):
        table = keeps[p]
        game.draws = <int>table.shape[0]
        game.keeps[p] = &table[0, 0]
    game.ranks = &ranks[0]
    game.n_live = <int>live.shape[0]
    if game.n_live:
        memcpy(game.live, &live[0], game.n_live)
    game.dead = dead
    game.reserved = reserved
    memcpy(random.s, &stream[0], sizeof(random.s))
    cdef uint8_t *to = &hands[0, 0, 0] if hands is not None else NULL
    with nogil:
        mixed = sd_play_deals(&game, &random, &known[0, 0, 0], known.shape[0] > 1, n, &out[0, 0], to)
    memcpy(&stream[0], random.s, sizeof(random.s))
    return mixed


def deal(const uint64_t[::1] stream, const uint8_t[::1] live, uint64_t pile, uint8_t[:, :, ::1] hands,
         uint8_t[::1] decks):
    """Deal the hands of every game, and put the rest and a random stream of its own into its deck."""
    cdef sd_random random
    cdef sd_deck *deck
    cdef Py_ssize_t i
    cdef int j, n_cards = <int>(hands.shape[1] * 4)
    memcpy(random.s, &stream[0], sizeof(random.s))
    with nogil:
        for i in range(hands.shape[0]):
            deck = <sd_deck *>&decks[i * sizeof(sd_deck)]
            memset(deck, 0, sizeof(sd_deck))
            for j in range(4):
                deck.random.s[j] = sd_next(&random)
            memcpy(deck.cards, &live[0], live.shape[0])
            sd_draw(&deck.random, deck.cards, <int>live.shape[0], n_cards)
            deck.left = <uint8_t>(live.shape[0] - n_cards)
            memcpy(&hands[i, 0, 0], deck.cards + deck.left, n_cards)
            deck.pile = pile
            deck.last = SD_UNKNOWN


def draw(uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] keeps, uint8_t[::1] decks, int first,
         const uint8_t[::1] wanted, int reshuffle):
    """Let players ``first``, ``first + 1``, ... of every game draw; return the first bad game, or their number."""
    cdef sd_house house
    cdef sd_deck *deck
    cdef Py_ssize_t i
    cdef int p, j, bad = 0
    set_house(&house, reshuffle, wanted)
    with nogil:
        for i in range(hands.shape[0]):
            deck = <sd_deck *>&decks[i * sizeof(sd_deck)]
            for p in range(<int>hands.shape[1]):
                for j in range(4):
                    bad |= hands[i, p, j] >= SD_CARDS
                bad |= keeps[i, p] > 15
            if bad or deck.left > SD_CARDS or deck.ready > deck.left:
                break
            for p in range(<int>hands.shape[1]):
                sd_turn(deck, &deck.random, &house, first + p, &hands[i, p, 0], 1, keeps[i, p], 1)
        else:
            i = hands.shape[0]
    return i
