# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Draws at native speed: subset sums, histories, and games from real decks. :mod:`sokodugi.draw` explains."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from sokodugi._native._equity cimport Deals, sd_deals, sd_random, sd_tally

import numpy as np

from sokodugi._native._ranking import simd_in_use

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
    void sd_mean_of(const double *value, const sd_sums *s, const double *inverse, const uint8_t *keep,
                    double *mean)
    void sd_ways(const double *value, const sd_sums *s, const double *inverse, const uint8_t *hand,
                 double *means)
    void sd_spread(sd_sums *s, double *four, uint64_t held, uint64_t out, double weight)
    void sd_push(const sd_sums *s, const double *four, double *weight)
    void sd_walk_hand(sd_walk *w, int at, uint64_t hand, uint64_t gone, double weight)

cdef extern from "draw_play.h" nogil:
    enum:
        SD_SEATS
        SD_CLASSES
        SD_UNKNOWN
    ctypedef enum sd_reshuffle:
        SD_NEVER
    ctypedef struct sd_house:
        sd_reshuffle reshuffle
        uint8_t wanted[13]
    ctypedef struct sd_stub:
        uint8_t at
        uint8_t end
    ctypedef struct sd_play:
        const sd_deals *start
        sd_house house
        int draws
        const uint8_t *keeps[8]
        const uint16_t *ranks
        uint64_t dead
    uint64_t sd_next(sd_random *r)
    void sd_draw(sd_random *r, uint8_t *deck, int left, int k)
    void sd_new_stub(sd_stub *stub, int at, int end, uint64_t pile)
    void sd_turn(sd_stub *stub, const uint8_t *cards, ptrdiff_t card_step, sd_random *random,
                 const sd_house *house, int player, uint8_t *hand, ptrdiff_t step, unsigned keep)
    ptrdiff_t sd_play_portable(const sd_play *play, sd_random *random, ptrdiff_t n, sd_tally *tally,
                               uint16_t *ranks, uint8_t *hands, int (*poll)() noexcept nogil)
    ptrdiff_t sd_play_avx2(const sd_play *play, sd_random *random, ptrdiff_t n, sd_tally *tally,
                           uint16_t *ranks, uint8_t *hands, int (*poll)() noexcept nogil)

cdef extern from "platform.h" nogil:
    int sd_popcount64(uint64_t x)


cdef extern from "Python.h":
    int PyErr_CheckSignals()


cdef int poll() noexcept nogil:
    """Tell whether to stop; the exception stays set until ``stopped`` raises it."""
    with gil:
        return PyErr_CheckSignals()


cdef int stopped() except -1:
    return -1


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
        sd_mean_of(&values[0], as_sums(sums), &inverse[0], &keeps[0], &means[0])


def ways(const double[::1] values, double[::1] sums, const double[::1] inverse, const uint8_t[::1] hand,
         double[::1] means):
    """Fill in the means of the 16 ways to keep one ascending hand."""
    sd_ways(&values[0], as_sums(sums), &inverse[0], &hand[0], &means[0])


def carry(const double[::1] weights, const uint8_t[::1] keeps, const double[::1] inverse,
          const uint8_t[:, ::1] hands, double[::1] four, double[::1] sums, double[::1] out):
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
                sd_spread(as_sums(sums), &four[0], held, gone, weights[i] * inverse[j])
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


# ---- whole deals ----

cdef void set_house(sd_house *house, int reshuffle, const uint8_t[::1] wanted) noexcept:
    house.reshuffle = <sd_reshuffle>reshuffle
    memcpy(house.wanted, &wanted[0], sizeof(house.wanted))


cdef class Play:
    """Everything that is fixed for a sample of deals with draws: see ``draw_play.h``."""

    cdef sd_play play
    cdef sd_tally empty
    cdef list kept  # what the pointers point to
    cdef bint newer

    def __init__(self, Deals start, list keeps, const uint16_t[::1] ranks, uint64_t dead,
                 const uint8_t[::1] wanted, int reshuffle):
        cdef const uint8_t[:, ::1] table
        cdef Py_ssize_t p
        if len(keeps) != start.deals.players:
            raise ValueError("one table a player")
        self.kept = [start, keeps, ranks]
        self.play.start = &start.deals
        self.empty = start.empty
        for p in range(len(keeps)):
            table = keeps[p]
            self.play.draws = <int>table.shape[0]
            self.play.keeps[p] = &table[0, 0]
        self.play.ranks = &ranks[0]
        self.play.dead = dead
        set_house(&self.play.house, reshuffle, wanted)
        self.newer = simd_in_use().startswith("avx")

    cdef ptrdiff_t run(self, sd_random *random, ptrdiff_t n, sd_tally *tally, uint16_t *ranks,
                       uint8_t *hands) noexcept nogil:
        if self.newer:
            return sd_play_avx2(&self.play, random, n, tally, ranks, hands, poll)
        return sd_play_portable(&self.play, random, n, tally, ranks, hands, poll)

    def sample(self, const uint64_t[::1] state, ptrdiff_t n):
        """Return ways, categories and winning of ``n`` deals, or None if the choices exclude each other."""
        cdef sd_random random
        cdef sd_tally tally = self.empty
        cdef int players = tally.players, classes = tally.categories
        cdef ptrdiff_t mixed
        memcpy(random.s, &state[0], sizeof(random.s))
        with nogil:
            mixed = self.run(&random, n, &tally, NULL, NULL)
        if mixed == -1:
            stopped()
        if mixed < 0:
            return None
        return (
            np.array(<int64_t[:8, :8]>&tally.ways[0][0])[:players, :players].copy(),
            np.array(<int64_t[:8, :16]>&tally.ends[0][0])[:players, :classes].copy(),
            np.array(<int64_t[:16]>&tally.winning[0])[:classes].copy(),
        )

    def deals(self, const uint64_t[::1] state, uint16_t[:, ::1] ranks, uint8_t[:, :, ::1] hands=None):
        """Fill in the ranks (players, n) and the final hands (n, players, 4) of the same deals.

        Returns in how many of them discards were shuffled in, or None if the choices exclude each other.
        """
        cdef sd_random random
        cdef ptrdiff_t mixed
        cdef uint8_t *to = &hands[0, 0, 0] if hands is not None else NULL
        memcpy(random.s, &state[0], sizeof(random.s))
        with nogil:
            mixed = self.run(&random, ranks.shape[1], NULL, &ranks[0, 0], to)
        if mixed == -1:
            stopped()
        return None if mixed < 0 else mixed


# ---- games of one's own ----

cdef struct game_deck:
    sd_random random
    sd_stub stub
    uint8_t cards[52]
    uint8_t reshuffle
    uint8_t filler[3]

DECK = np.dtype([
    ("random", np.uint64, 4),
    ("own", np.uint64, 8), ("pile", np.uint64), ("fresh", np.uint64), ("mixed", np.uint64),
    ("at", np.uint8), ("end", np.uint8), ("is_mixed", np.uint8), ("last", np.uint8), ("unused", np.uint8, 4),
    ("cards", np.uint8, 52), ("reshuffle", np.uint8), ("filler", np.uint8, 3),
])
"""The deck of a game: its random stream, what ``sd_stub`` holds, and its cards in the order of dealing."""
if DECK.itemsize != sizeof(game_deck):
    raise AssertionError(f"a deck has {sizeof(game_deck)} bytes, not {DECK.itemsize}")


def deal(const uint64_t[::1] state, const uint8_t[::1] live, uint64_t pile, int reshuffle,
         uint8_t[:, :, ::1] hands, uint8_t[:, ::1] decks):
    """Deal the hands of every game; the rest, and a random stream of its own, is its deck."""
    cdef sd_random random
    cdef game_deck *deck
    cdef Py_ssize_t i
    cdef int j, n = <int>live.shape[0], dealt = <int>(hands.shape[1] * 4)
    memcpy(random.s, &state[0], sizeof(random.s))
    with nogil:
        for i in range(hands.shape[0]):
            deck = <game_deck *>&decks[i, 0]
            memset(deck, 0, sizeof(game_deck))
            for j in range(4):
                deck.random.s[j] = sd_next(&random)
            memcpy(deck.cards, &live[0], n)
            sd_draw(&random, deck.cards, n, n)
            memcpy(&hands[i, 0, 0], deck.cards, dealt)
            sd_new_stub(&deck.stub, dealt, n, pile)
            deck.reshuffle = <uint8_t>reshuffle


def draw(uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] keeps, uint8_t[:, ::1] decks, int first,
         const uint8_t[::1] wanted):
    """Let the players from ``first`` on draw in every game; return the first bad game, or their number.

    A game is bad if a card is none or stands twice, a mask has more than four bits, or its deck is none.
    """
    cdef sd_house house
    cdef game_deck *deck
    cdef Py_ssize_t i
    cdef int p, j
    cdef uint64_t seen, bit
    cdef bint bad
    set_house(&house, 0, wanted)
    with nogil:
        for i in range(hands.shape[0]):
            deck = <game_deck *>&decks[i, 0]
            house.reshuffle = <sd_reshuffle>deck.reshuffle
            bad = deck.stub.at > deck.stub.end or deck.stub.end > SD_CARDS or deck.reshuffle > SD_NEVER
            seen = 0
            for p in range(<int>hands.shape[1]):
                bad |= keeps[i, p] > 15
                for j in range(4):
                    bit = <uint64_t>1 << (hands[i, p, j] & 63)
                    bad |= hands[i, p, j] >= SD_CARDS or seen & bit != 0
                    seen |= bit
            if bad:
                break
            for p in range(<int>hands.shape[1]):
                sd_turn(&deck.stub, deck.cards, 1, &deck.random, &house, first + p, &hands[i, p, 0], 1,
                        keeps[i, p])
        else:
            i = hands.shape[0]
    return i
