/* Draws from one real deck: the players of a game draw in turn from the same stub.
 *
 * The stub is in random order from the start. If it runs out, discards are shuffled in, as the rule of the
 * house says; from then on it is kept as a set, of which each card is drawn evenly among those that the player
 * has not discarded himself. */
#ifndef SD_DRAW_PLAY_H
#define SD_DRAW_PLAY_H

#include "blocks.h"
#include "draw_sums.h"

/* What is shuffled into the stub when it runs out. */
typedef enum { SD_DISCARDS, SD_EARLIER, SD_ALL, SD_NEVER } sd_reshuffle;

typedef struct {
    sd_reshuffle reshuffle;
    uint8_t wanted[13]; /* by rank of a card: its place in the order of the game, 0 first */
} sd_house;

typedef struct {
    uint64_t own[SD_SEATS]; /* what each player has discarded */
    uint64_t pile;          /* what the next shuffle takes in */
    uint64_t fresh;         /* discards of this draw that go to the pile with the next one */
    uint64_t mixed;         /* the stub, once discards have been shuffled in */
    uint8_t at, end;        /* before: which of its cards is next, and how many it has */
    uint8_t is_mixed;
    uint8_t last;           /* the player who drew last, or SD_UNKNOWN */
    uint8_t unused[4];
} sd_stub;

static void sd_new_stub(sd_stub *stub, int at, int end, uint64_t pile) {
    memset(stub, 0, sizeof *stub);
    stub->at = (uint8_t)at;
    stub->end = (uint8_t)end;
    stub->pile = pile;
    stub->last = SD_UNKNOWN;
}

/* A card of a set, each equally likely. */
SD_INLINE uint64_t sd_any(sd_random *random, uint64_t set) {
    for (uint64_t skip = sd_below(random, (uint64_t)sd_popcount64(set)); skip--;) set &= set - 1;
    return set & (0 - set);
}

/* A draw that the stub alone cannot serve; returns the discards. */
SD_INLINE uint64_t sd_draw_mixed(sd_stub *stub, const uint8_t *cards, ptrdiff_t card_step, sd_random *random,
                                 const sd_house *house, uint64_t own, uint8_t *hand, ptrdiff_t step,
                                 unsigned keep) {
    uint64_t out = 0;
    const int can = stub->end - stub->at + sd_popcount64((stub->mixed | stub->pile) & ~own);
    for (int d = 4 - sd_popcount64(keep); d > can; d--) { /* keep what is wanted most of what should go */
        int best = -1;
        for (int i = 0; i < 4; i++)
            if (!(keep >> i & 1) &&
                (best < 0 || house->wanted[hand[i * step] >> 2] < house->wanted[hand[best * step] >> 2]))
                best = i;
        keep |= 1u << best;
    }
    for (int i = 0; i < 4; i++) {
        if (keep >> i & 1) continue;
        out |= (uint64_t)1 << hand[i * step];
        if (stub->at < stub->end) {
            hand[i * step] = cards[stub->at++ * card_step];
            continue;
        }
        stub->is_mixed = 1;
        if (!(stub->mixed & ~own)) {
            stub->mixed |= stub->pile;
            stub->pile = 0;
        }
        const uint64_t card = sd_any(random, stub->mixed & ~own);
        stub->mixed &= ~card;
        hand[i * step] = (uint8_t)sd_ctz64(card);
    }
    return out;
}

/* A draw from a stub that has enough cards, without a branch; returns the discards. `cards` may be read one
 * beyond the last. */
SD_INLINE uint64_t sd_draw_top(sd_stub *stub, const uint8_t *cards, ptrdiff_t card_step, uint8_t *hand,
                               ptrdiff_t step, unsigned keep) {
    uint64_t out = 0;
    const uint8_t *next = cards + stub->at * card_step;
    for (int i = 0; i < 4; i++) {
        const unsigned card = hand[i * step], goes = ~keep >> i & 1;
        out |= (uint64_t)goes << card;
        hand[i * step] = goes ? *next : (uint8_t)card;
        next += goes ? card_step : 0;
    }
    stub->at = (uint8_t)(stub->at + 4 - sd_popcount64(keep));
    return out;
}

/* Player `player` draws. The cards of the stub and of the hand lie `card_step` and `step` bytes apart. */
SD_INLINE void sd_turn(sd_stub *stub, const uint8_t *cards, ptrdiff_t card_step, sd_random *random,
                       const sd_house *house, int player, uint8_t *hand, ptrdiff_t step, unsigned keep) {
    if (stub->last != SD_UNKNOWN && player <= stub->last) { /* the next draw begins */
        stub->pile |= stub->fresh;
        stub->fresh = 0;
    }
    stub->last = (uint8_t)player;
    const int enough = !stub->is_mixed && stub->end - stub->at >= 4 - sd_popcount64(keep);
    const uint64_t own = stub->own[player];
    const uint64_t out = enough ? sd_draw_top(stub, cards, card_step, hand, step, keep)
                                : sd_draw_mixed(stub, cards, card_step, random, house, own, hand, step, keep);
    stub->own[player] = own | out;
    if (house->reshuffle == SD_EARLIER) stub->fresh |= out;
    else if (house->reshuffle != SD_NEVER) stub->pile |= out;
}

/* ---- whole deals, SD_BLOCK at a time ---- */

typedef struct {
    const sd_deals *start;          /* how the first hands are dealt */
    sd_house house;
    int draws;
    const uint8_t *keeps[SD_SEATS]; /* (draws, SD_HANDS) each */
    const uint16_t *ranks;          /* (SD_HANDS) */
    uint64_t dead;
} sd_play;

SD_INLINE void sd_order(uint8_t *SD_RESTRICT x, uint8_t *SD_RESTRICT y) {
    for (int i = 0; i < SD_BLOCK; i++) {
        const uint8_t low = x[i] < y[i] ? x[i] : y[i], high = x[i] < y[i] ? y[i] : x[i];
        x[i] = low;
        y[i] = high;
    }
}

/* Sort the hands of a player and find their rows. */
SD_INLINE void sd_sort_block(uint8_t (*c)[SD_BLOCK], int32_t *SD_RESTRICT row) {
    sd_order(c[0], c[1]);
    sd_order(c[2], c[3]);
    sd_order(c[0], c[2]);
    sd_order(c[1], c[3]);
    sd_order(c[1], c[2]);
    for (int i = 0; i < SD_BLOCK; i++) {
        const uint8_t hand[4] = {c[0][i], c[1][i], c[2][i], c[3][i]};
        row[i] = sd_hand_row(hand);
    }
}

/* Put new cards, the first ones first, in the places of those that are not kept. */
SD_INLINE void sd_exchange(uint8_t (*hand)[SD_BLOCK], const uint8_t *SD_RESTRICT keep, uint8_t (*next)[SD_BLOCK]) {
    for (int i = 0; i < SD_BLOCK; i++) {
        uint8_t first = next[0][i], second = next[1][i], third = next[2][i];
        for (int j = 0; j < 4; j++) {
            const uint8_t kept = (uint8_t)(0 - (keep[i] >> j & 1)), card = hand[j][i];
            hand[j][i] = (uint8_t)((card & kept) | (first & ~kept));
            first = (uint8_t)((first & kept) | (second & ~kept));
            second = (uint8_t)((second & kept) | (third & ~kept));
            third = (uint8_t)((third & kept) | (next[3][i] & ~kept));
        }
    }
}

/* Play n deals. Wanted or NULL: a tally; ranks (players, n); final hands (n, players, 4), ascending.
 * Returns the number of deals in which discards were shuffled in; -1 if it was stopped; -2 if the choices
 * exclude each other. */
SD_INLINE ptrdiff_t sd_play_any(const sd_play *play, sd_random *random, ptrdiff_t n, sd_tally *tally,
                                uint16_t *ranks_out, uint8_t *hands_out, int (*poll)(void)) {
    SD_ALIGNED(64) int32_t row[SD_BLOCK];
    SD_ALIGNED(64) uint16_t ranks[SD_SEATS * SD_BLOCK];
    SD_ALIGNED(64) uint8_t keep[SD_BLOCK];
    sd_stub stubs[SD_BLOCK];
    sd_block block;
    uint8_t (*const planes)[SD_BLOCK] = (uint8_t (*)[SD_BLOCK])block.planes;
    sd_deals deals = *play->start;
    const int players = deals.players, most = 4 * players * play->draws;
    int stub = deals.live - deals.missing;
    ptrdiff_t mixed = 0;
    for (int c = 0; c < deals.choices; c++) stub -= deals.choice[c].width;
    /* If the stub cannot run out, each draw has four cards of its own in it: one for each that may go. */
    const int roomy = most <= stub;
    if (roomy) stub = most;
    for (int j = 0; j < stub; j++) deals.missing_slot[deals.missing++] = (uint8_t)(4 * players + j);
    sd_open(&deals, &block);
    for (ptrdiff_t first = 0; first < n; first += SD_BLOCK) {
        const int count = n - first < SD_BLOCK ? (int)(n - first) : SD_BLOCK;
        for (int k = 0; k < deals.known; k++) memset(planes[deals.known_slot[k]], deals.known_card[k], SD_BLOCK);
        const int stop = sd_fill(&deals, random, &block, count, poll);
        if (stop) return stop;
        uint8_t (*next)[SD_BLOCK] = planes + 4 * players;
        if (!roomy)
            for (int i = 0; i < count; i++)
                sd_new_stub(stubs + i, 0, stub, play->house.reshuffle == SD_ALL ? play->dead : 0);
        for (int draw = 0; draw < play->draws; draw++)
            for (int p = 0; p < players; p++) {
                const uint8_t *table = play->keeps[p] + (size_t)draw * SD_HANDS;
                uint8_t (*hand)[SD_BLOCK] = planes + 4 * p;
                sd_sort_block(hand, row);
                for (int i = 0; i < count; i++) keep[i] = table[row[i]];
                if (roomy) {
                    sd_exchange(hand, keep, next);
                    next += 4;
                } else
                    for (int i = 0; i < count; i++)
                        sd_turn(stubs + i, &next[0][i], SD_BLOCK, random, &play->house, p, &hand[0][i], SD_BLOCK,
                                keep[i]);
            }
        for (int p = 0; p < players; p++) {
            uint8_t (*hand)[SD_BLOCK] = planes + 4 * p;
            sd_sort_block(hand, row);
            for (int i = 0; i < count; i++) ranks[p * SD_BLOCK + i] = play->ranks[row[i]];
            if (ranks_out) memcpy(ranks_out + p * n + first, ranks + p * SD_BLOCK, (size_t)count * sizeof *ranks);
            for (int i = 0; hands_out && i < count; i++)
                for (int j = 0; j < 4; j++) hands_out[((first + i) * players + p) * 4 + j] = hand[j][i];
        }
        if (tally) sd_count_block(tally, ranks, count);
        for (int i = 0; i < count && !roomy; i++) mixed += stubs[i].is_mixed;
    }
    return mixed;
}

static ptrdiff_t sd_play_portable(const sd_play *play, sd_random *random, ptrdiff_t n, sd_tally *tally,
                                  uint16_t *ranks, uint8_t *hands, int (*poll)(void)) {
    return sd_play_any(play, random, n, tally, ranks, hands, poll);
}

/* The same, compiled for newer machines. */
#ifdef SD_X86
SD_TARGET("avx2,bmi,bmi2,popcnt")
static ptrdiff_t sd_play_avx2(const sd_play *play, sd_random *random, ptrdiff_t n, sd_tally *tally, uint16_t *ranks,
                              uint8_t *hands, int (*poll)(void)) {
    return sd_play_any(play, random, n, tally, ranks, hands, poll);
}
#else
#define sd_play_avx2 sd_play_portable
#endif

#endif
