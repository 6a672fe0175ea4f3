# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Exact showdowns and sampled deals at native speed. :mod:`sokodugi.equity` checks, shapes and explains."""

cimport numpy as cnp
from libc.stdint cimport int64_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

import numpy as np

from sokodugi._native._ranking cimport Ranker, rank_planes

cnp.import_array()

cdef extern from "sweep.h" nogil:
    enum:
        SD_PLAYERS
        SD_FREE
        SD_CATEGORIES
    ctypedef struct sd_list:
        ptrdiff_t count
        int free
        const uint64_t *cards
        const uint64_t *masks
        const uint16_t *ranks
        const void *weights
        int uniform
    ctypedef struct sd_showdown:
        int players
        int categories
        int universe
        int same
        const uint8_t *category
        sd_list *list
        int (*poll)() noexcept nogil
    ctypedef struct sd_wide:
        uint64_t low
        uint64_t high
    uint64_t sd_choose(int n, int k)
    int sd_play_integer(const sd_showdown *what, ptrdiff_t first, ptrdiff_t last, sd_wide *deals,
                        sd_wide *ways, sd_wide *categories, sd_wide *winning)
    int sd_play_float(const sd_showdown *what, ptrdiff_t first, ptrdiff_t last, double *deals,
                      double *ways, double *categories, double *winning)

cdef extern from "deals.h" nogil:
    enum:
        SD_DECK
        SD_SEATS
        SD_CLASSES
        SD_SLOTS
    ctypedef int (*sd_poll)() noexcept nogil
    int sd_sample(const sd_deals *deals, sd_random *r, int64_t n, sd_tally *tally, sd_poll poll)
    int sd_hands(const sd_deals *deals, sd_random *r, int64_t n, uint8_t *hands, sd_poll poll)
    sd_random sd_stream(const uint64_t *seed, uint64_t number)
    int sd_situation(sd_deals *deals, const uint8_t *hands, int n_cards, const uint8_t *dead, int n_dead)
    void sd_shares(const sd_tally *tally, int64_t n, int exact, double *equity, double *stderr)

cdef extern from "Python.h":
    int PyErr_CheckSignals()

ctypedef fused weight_t:
    uint64_t
    double


cdef int poll() noexcept nogil:
    """Tell whether to stop; the exception stays set until ``stopped`` raises it."""
    with gil:
        return PyErr_CheckSignals()


cdef int stopped() except -1:
    return -1


# ---- all hands that a player can end with ----

cdef bint next_set(uint8_t *cards, int k, int n) noexcept nogil:
    """Go to the next set of k of n cards in colexicographic order."""
    cdef int i = 0, j
    while i < k and cards[i] + 1 == (cards[i + 1] if i + 1 < k else n):
        i += 1
    if i == k:
        return False
    cards[i] += 1
    for j in range(i):
        cards[j] = <uint8_t>j
    return True


def complete(const uint8_t[:, ::1] rows, const weight_t[::1] weights, int n, int k):
    """Return all sets of ``k`` of ``n`` cards that hold one of ``rows``, and the weight of all they hold.

    ``rows`` are ascending. The sets are in colexicographic order.
    """
    cdef int j, i, c, size = <int>rows.shape[1]
    cdef Py_ssize_t r, at, below, found
    cdef uint8_t cards[8]
    cdef uint64_t choose[64][8]
    cdef weight_t total
    cdef weight_t[::1] now, before
    cdef uint8_t[:, ::1] sets
    dtype = np.uint64 if weight_t is uint64_t else np.float64
    for c in range(64):
        for j in range(8):
            choose[c][j] = sd_choose(c, j)
    now = np.zeros(sd_choose(n, size), dtype)
    for r in range(rows.shape[0]):
        at = 0
        for j in range(size):
            at += choose[rows[r, j]][j + 1]
        now[at] += weights[r]
    for size in range(size + 1, k + 1):
        before = now
        now = np.empty(sd_choose(n, size), dtype)
        with nogil:
            for i in range(size):
                cards[i] = <uint8_t>i
            for at in range(now.shape[0]):
                total = 0
                below = at  # the number of the set without card i
                for i in range(size - 1, -1, -1):
                    below -= choose[cards[i]][i + 1]
                    total += before[below]
                    below += choose[cards[i]][i]
                # each row was counted once for each card that is not its own
                now[at] = total / <weight_t>(size - <int>rows.shape[1])
                next_set(cards, size, n)
    found = np.count_nonzero(now)
    out = np.empty((found, k), np.uint8)
    kept = np.empty(found, dtype)
    sets = out
    before = kept
    with nogil:
        for i in range(k):
            cards[i] = <uint8_t>i
        found = 0
        for at in range(now.shape[0]):
            if now[at] != 0:
                for i in range(k):
                    sets[found, i] = cards[i]
                before[found] = now[at]
                found += 1
            next_set(cards, k, n)
    return out, kept


def pack(const uint8_t[:, ::1] sets, uint64_t[::1] cards, uint64_t[::1] masks):
    """Write each set of cards as bytes of one number, and as a mask."""
    cdef Py_ssize_t i
    cdef int j
    with nogil:
        for i in range(sets.shape[0]):
            cards[i] = masks[i] = 0
            for j in range(sets.shape[1]):
                cards[i] |= <uint64_t>sets[i, j] << 8 * j
                masks[i] |= <uint64_t>1 << sets[i, j]


# ---- exact showdowns ----

def play(int universe, const uint8_t[::1] category, int categories, list players, bint same, Py_ssize_t first,
         Py_ssize_t last):
    """Add up all deals in which player 0 holds one of his hands ``first`` to ``last``.

    ``players`` are tuples ``(cards, masks, ranks, weights, free, uniform)``; see ``sweep.h``. Returns deals,
    ways, categories and winning: integers, or floats if the weights are floats.
    """
    cdef sd_showdown what
    cdef int p, n = <int>len(players), result
    cdef bint floats = players[0][3].dtype == np.float64
    cdef const uint64_t[::1] cards, masks
    cdef const uint16_t[::1] ranks
    cdef cnp.ndarray weights
    what.players = n
    what.categories = categories
    what.universe = universe
    what.same = same
    what.category = &category[0]
    what.poll = poll
    if n > SD_PLAYERS or categories > SD_CATEGORIES:
        raise ValueError("too many players or classes")
    for p in range(n):
        cards, masks, ranks, weights, free, uniform = players[p]
        if free > SD_FREE or weights.dtype != players[0][3].dtype or not cards.shape[0]:
            raise ValueError("lists of hands of different kinds")
        what.list[p].count = cards.shape[0]
        what.list[p].free = free
        what.list[p].cards = &cards[0]
        what.list[p].masks = &masks[0]
        what.list[p].ranks = &ranks[0]
        what.list[p].weights = cnp.PyArray_DATA(weights)
        what.list[p].uniform = uniform
    sums = np.zeros((1 + n * n + n * categories + categories, 1 if floats else 2),
                    np.float64 if floats else np.uint64)
    cdef sd_wide *wide = <sd_wide *>cnp.PyArray_DATA(<cnp.ndarray>sums)
    cdef double *real = <double *>wide
    cdef int ways = 1, ends = 1 + n * n, winning = 1 + n * n + n * categories
    with nogil:
        if floats:
            result = sd_play_float(&what, first, last, real, real + ways, real + ends, real + winning)
        else:
            result = sd_play_integer(&what, first, last, wide, wide + ways, wide + ends, wide + winning)
    if result == -1:
        stopped()
    if result == -2:
        raise MemoryError
    flat = sums[:, 0] if floats else sums[:, 0].astype(object) + sums[:, 1].astype(object) * (1 << 64)
    return flat[0], flat[ways:ends].reshape(n, n), flat[ends:winning].reshape(n, categories), flat[winning:]


# ---- sampled deals ----

cdef class Deals:
    """Everything that is fixed for a sample.

    ``known`` and ``missing`` are pairs of cards and slots, and slots; ``choices`` are tuples ``(cards, masks,
    sums or None, slots)``; see ``deals.h``.
    """

    def __init__(self, Ranker game, int players, int cards, const uint16_t[::1] last,
                 const uint8_t[::1] deck, const uint8_t[::1] known_card, const uint8_t[::1] known_slot,
                 const uint8_t[::1] missing_slot, list choices):
        cdef const uint8_t[:, ::1] sets
        cdef const uint64_t[::1] masks, sums
        cdef const uint8_t[::1] slots
        cdef sd_choice *choice
        cdef int i
        if (players > SD_SEATS or players * cards > SD_SLOTS or last.shape[0] > SD_CLASSES
                or len(choices) > SD_SEATS):
            raise ValueError("too many players, cards or classes")
        game.prepare()
        self.kept = [game, choices]
        self.deals.game = &game.game
        self.deals.rank = rank_planes
        self.deals.players = self.empty.players = players
        self.deals.cards = cards
        self.empty.categories = <int>last.shape[0]
        for i in range(last.shape[0]):
            self.empty.last[i] = last[i]
        self.deals.live = <int>deck.shape[0]
        for i in range(deck.shape[0]):
            self.deals.deck[i] = deck[i]
        self.deals.known = <int>known_card.shape[0]
        for i in range(known_card.shape[0]):
            self.deals.known_card[i] = known_card[i]
            self.deals.known_slot[i] = known_slot[i]
        self.deals.missing = <int>missing_slot.shape[0]
        for i in range(missing_slot.shape[0]):
            self.deals.missing_slot[i] = missing_slot[i]
        self.deals.choices = <int>len(choices)
        for i in range(self.deals.choices):
            sets, masks, sums, slots = choices[i]
            choice = &self.deals.choice[i]
            choice.count = sets.shape[0]
            choice.width = <int>sets.shape[1]
            choice.cards = &sets[0, 0]
            choice.masks = &masks[0]
            choice.sums = NULL
            if sums is not None:
                choice.sums = &sums[0]
            choice.slots = &slots[0]

    def sample(self, const uint64_t[::1] state, int64_t n):
        """Return ways, categories and winning of ``n`` deals, or None if the choices exclude each other."""
        cdef sd_random r
        cdef sd_tally tally = self.empty
        cdef int result, players = tally.players, classes = tally.categories
        memcpy(r.s, &state[0], sizeof(r.s))
        with nogil:
            result = sd_sample(&self.deals, &r, n, &tally, poll)
        if result == -1:
            stopped()
        if result == -2:
            return None
        return (
            np.array(<int64_t[:8, :8]>&tally.ways[0][0])[:players, :players].copy(),
            np.array(<int64_t[:8, :16]>&tally.ends[0][0])[:players, :classes].copy(),
            np.array(<int64_t[:16]>&tally.winning[0])[:classes].copy(),
        )

    def hands(self, const uint64_t[::1] state, int64_t n):
        """Return the hands of the same deals, ``(n, players, cards)``, or None."""
        cdef sd_random r
        cdef int result
        memcpy(r.s, &state[0], sizeof(r.s))
        out = np.empty((n, self.deals.players, self.deals.cards), np.uint8)
        cdef uint8_t *to = <uint8_t *>cnp.PyArray_DATA(<cnp.ndarray>out)
        with nogil:
            result = sd_hands(&self.deals, &r, n, to, poll)
        if result == -1:
            stopped()
        return None if result else out


def check_situations(const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] dead, int cards):
    """Return the first situation that cannot be dealt, or their number."""
    cdef sd_deals deals
    cdef Py_ssize_t i
    cdef int size = <int>hands.shape[2]
    deals.players = <int>hands.shape[1]
    deals.cards = cards
    with nogil:
        for i in range(hands.shape[0]):
            if not sd_situation(&deals, &hands[i, 0, 0], size, &dead[i, 0], <int>dead.shape[1]):
                break
        else:
            i = hands.shape[0]
    return i


def sample_situations(Ranker game, int cards, const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] dead,
                      int64_t n, const uint64_t[::1] seed, Py_ssize_t first, Py_ssize_t last,
                      double[:, ::1] equity, double[:, ::1] errors):
    """Write the equities of situations ``first`` to ``last`` and their errors."""
    cdef sd_deals deals
    cdef sd_tally tally
    cdef sd_random r
    cdef Py_ssize_t i
    cdef int64_t deals_here, left, now, since = 0
    cdef int result = 0
    game.prepare()
    deals.game = &game.game
    deals.rank = rank_planes
    deals.players = <int>hands.shape[1]
    deals.cards = cards
    deals.choices = 0
    with nogil:
        for i in range(first, last):
            sd_situation(&deals, &hands[i, 0, 0], <int>hands.shape[2], &dead[i, 0], <int>dead.shape[1])
            memset(&tally, 0, sizeof(tally))
            tally.players = deals.players
            deals_here = n if deals.missing else 1
            r = sd_stream(&seed[0], <uint64_t>i)
            left = deals_here
            while left and not result:
                now = min(left, <int64_t>1 << 18)
                result = sd_sample(&deals, &r, now, &tally, poll)
                left -= now
                if left and not result:
                    result = poll()
            if result:
                break
            sd_shares(&tally, deals_here, not deals.missing, &equity[i, 0], &errors[i, 0])
            since += deals_here + 64
            if since > 1 << 18:
                since = 0
                result = poll()
                if result:
                    break
    if result:
        stopped()
