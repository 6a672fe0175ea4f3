/* Exact showdowns of players whose complete hands are listed with weights.
 *
 * Two players are never compared pair by pair. Hands are swept from worst to best while a table keeps, for
 * every set T of at most `free` cards, the weight of the opponent's hands so far that contain T. Those that
 * share no card with a hand h weigh the sum of (-1)^|T| table[T] over the subsets T of h: inclusion and
 * exclusion. More players than two are enumerated, and the last two swept for each combination of the others.
 *
 * Cards are numbers in a universe of live cards. Sets of cards are numbered by size and then by the
 * combinatorial number system, C(c0, 1) + C(c1, 2) + ... for c0 < c1 < ... */
#ifndef SD_SWEEP_H
#define SD_SWEEP_H

#include <stdlib.h>

#include "games.h"

enum {
    SD_PLAYERS = 8,
    SD_FREE = 5,                 /* cards of a hand that differ from hand to hand, at most */
    SD_CATEGORIES = 16,
    SD_POLL = 1 << 18            /* hands between two looks at whether to stop */
};

/* Complete hands of a player, worst first. */
typedef struct {
    ptrdiff_t count;
    int free;                /* cards a hand that the table knows */
    const uint64_t *cards;   /* these, ascending, a byte each from the lowest */
    const uint64_t *masks;
    const uint16_t *ranks;
    const void *weights;
    int uniform;             /* every hand of so many cards of the universe, all with the same weight */
} sd_list;

/* The last two players are those who are swept. */
typedef struct {
    int players, categories, universe;
    int same;                    /* the last two have the same list */
    const uint8_t *category;     /* of each rank */
    sd_list list[SD_PLAYERS];
    int (*poll)(void);           /* not 0 to stop */
} sd_showdown;

/* Integers that need more than 64 bits. */
typedef struct { uint64_t low, high; } sd_wide;

static const uint8_t sd_bits[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};

static uint64_t sd_choose(int n, int k) {
    uint64_t c = k < 0 || k > n ? 0 : 1;
    for (int i = 0; c && i < k; i++) c = c * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return c;
}

/* The sets of at most `most` of n cards: step[c][s] leads from a set of s cards below c to the one with c. */
typedef struct {
    size_t size;
    int most;
    uint32_t step[64][8];
} sd_sets;

static void sd_number_sets(sd_sets *sets, int n, int most) {
    memset(sets, 0, sizeof *sets);
    sets->most = most;
    for (int s = 0; s <= most; s++) {
        for (int c = 0; c < n && s < most; c++)
            sets->step[c][s] = (uint32_t)(sd_choose(n, s) + sd_choose(c, s + 1));
        sets->size += (size_t)sd_choose(n, s);
    }
    /* the set of s cards numbered i stands at C(n, 0) + ... + C(n, s - 1) + i */
}

/* Where the subsets of a hand stand, the one of cards j0, j1, ... at 1 << j0 | 1 << j1 | ... */
SD_INLINE void sd_subsets(const sd_sets *sets, uint64_t cards, const int free, uint32_t *at) {
    at[0] = 0;
    for (int j = 0; j < free; j++) {
        const uint32_t *step = sets->step[cards >> 8 * j & 63];
        for (int m = 0; m < 1 << j; m++) at[1 << j | m] = at[m] + step[sd_bits[m]];
    }
}

#define SD_W uint64_t
#define SD_SUM sd_wide
#define SD_OF(name) name##_integer
#include "sweep_text.h"
#undef SD_W
#undef SD_SUM
#undef SD_OF

#define SD_FLOAT
#define SD_W double
#define SD_SUM double
#define SD_OF(name) name##_float
#include "sweep_text.h"
#undef SD_FLOAT
#undef SD_W
#undef SD_SUM
#undef SD_OF

#endif
