/* Dealing what is missing at random, block by block.
 *
 * Card j of player p in deal i of a block is planes[(p * cards + j) * SD_BLOCK + i]; such a plane is a slot. */
#ifndef SD_BLOCKS_H
#define SD_BLOCKS_H

#include "random.h"
#include "tally.h"

enum {
    SD_SLOTS = SD_SEATS * 5 + SD_DECK, /* cards of all hands, and of a stub */
    SD_BATCHES = (SD_DECK + SD_BATCH - 1) / SD_BATCH,
    SD_UNKNOWN = 255, /* a card */
    SD_TRIES = 1 << 20  /* picks from ranges before they are said to exclude each other */
};

typedef void (*sd_rank_planes)(const sd_game *game, const uint8_t *planes, int n_cards, int count, uint16_t *out);

/* Sets of cards, one of which is picked: for one player, or together for several. */
typedef struct {
    ptrdiff_t count;
    int width;               /* cards of each set */
    const uint8_t *cards;    /* (count, width) */
    const uint64_t *masks;
    const uint64_t *sums;    /* running sums of the weights; NULL if they are equal */
    const uint8_t *slots;    /* where each card goes */
} sd_choice;

typedef struct {
    const sd_game *game;
    sd_rank_planes rank;
    int players, cards;
    int live;                /* cards that are neither dead nor the same in every deal */
    uint8_t deck[SD_DECK];
    int known;               /* cards that are the same in every deal, and where they go */
    uint8_t known_card[SD_SLOTS], known_slot[SD_SLOTS];
    int missing;             /* cards dealt at random, and where they go */
    uint8_t missing_slot[SD_SLOTS];
    int choices;
    sd_choice choice[SD_SEATS];
} sd_deals;

/* A number below n, exactly uniform (Lemire, 2019). */
SD_INLINE uint64_t sd_below(sd_random *r, uint64_t n) {
    uint64_t low, high = sd_mul128(sd_next(r), n, &low);
    if (low < n)
        for (const uint64_t least = (0 - n) % n; low < least;) high = sd_mul128(sd_next(r), n, &low);
    return high;
}

SD_INLINE ptrdiff_t sd_pick(sd_random *r, const sd_choice *c) {
    if (!c->sums) return (ptrdiff_t)sd_below(r, (uint64_t)c->count);
    const uint64_t point = sd_below(r, c->sums[c->count - 1]);
    ptrdiff_t first = 0;
    for (ptrdiff_t n = c->count; n > 1;) { /* first sum above the point */
        const ptrdiff_t half = n / 2;
        first += c->sums[first + half - 1] <= point ? half : 0;
        n -= half;
    }
    return first;
}

/* How many values the positions of each batch of cards can take: see sd_positions. */
static void sd_products(int left, int missing, uint64_t *products) {
    for (int b = 0; missing > 0; b++, left -= SD_BATCH, missing -= SD_BATCH) {
        products[b] = 1;
        for (int i = 0; i < (missing < SD_BATCH ? missing : SD_BATCH); i++) products[b] *= (uint64_t)(left - i);
    }
}

/* Positions of a shuffle: at[j * SD_BLOCK] is uniform in [0, left - j) for j < missing. */
SD_INLINE void sd_random_places(sd_random *r, int left, int missing, const uint64_t *products, uint8_t *at) {
    while (missing > 0) {
        const int now = missing < SD_BATCH ? missing : SD_BATCH;
        uint64_t word;
        do {
            word = sd_next(r);
            for (int j = 0; j < now; j++) at[j * SD_BLOCK] = (uint8_t)sd_mul128(word, (uint64_t)(left - j), &word);
        } while (word < *products && word < (0 - *products) % *products);
        at += now * SD_BLOCK;
        left -= now;
        missing -= now;
        products++;
    }
}

/* A shuffle takes the card at a place and fills the gap with the last card. Step s of `left` cards left
 * place[s]; that is all it takes to tell where things are, without a deck, for a whole block at once. */

/* Where a card that was at `at` lies when `steps` are done. */
static void sd_follow(const uint8_t *place, int steps, int left, uint8_t *SD_RESTRICT at) {
    for (int s = 0; s < steps; s++) {
        const uint8_t *gap = place + s * SD_BLOCK, last = (uint8_t)(left - 1 - s);
        for (int i = 0; i < SD_BLOCK; i++) at[i] = at[i] == last ? gap[i] : at[i];
    }
}

/* Where the card that lies at `at` when `steps` are done was in the beginning. */
static void sd_trace(const uint8_t *place, int steps, int left, uint8_t *SD_RESTRICT at) {
    for (int s = steps - 1; s >= 0; s--) {
        const uint8_t *gap = place + s * SD_BLOCK, last = (uint8_t)(left - 1 - s);
        for (int i = 0; i < SD_BLOCK; i++) at[i] = at[i] == gap[i] ? last : at[i];
    }
}

/* Pick a set from each choice, again until no two share a card. The number of tries; 0 if they seem in vain. */
static int sd_choose_sets(const sd_deals *d, sd_random *r, ptrdiff_t *picked) {
    for (int tries = 1; tries <= SD_TRIES; tries++) {
        uint64_t taken = 0, clash = 0;
        for (int c = 0; c < d->choices; c++) {
            picked[c] = sd_pick(r, &d->choice[c]);
            clash |= taken & d->choice[c].masks[picked[c]];
            taken |= d->choice[c].masks[picked[c]];
        }
        if (!clash) return tries;
    }
    return 0;
}

/* What a dealer of blocks needs. */
typedef struct {
    int picks;                        /* cards that are picked from the choices */
    uint8_t place[SD_DECK];           /* where each card lies in the deck */
    uint64_t products[SD_BATCHES];
    SD_ALIGNED(64) uint8_t places[SD_DECK * SD_BLOCK];
} sd_dealer;

/* Get ready, and put into the planes what is the same in every deal. */
static void sd_begin(sd_dealer *dealer, const sd_deals *d, uint8_t *planes) {
    dealer->picks = 0;
    for (int i = 0; i < d->live; i++) dealer->place[d->deck[i]] = (uint8_t)i;
    for (int c = 0; c < d->choices; c++) dealer->picks += d->choice[c].width;
    sd_products(d->live - dealer->picks, d->missing, dealer->products);
    memset(dealer->places, 0, sizeof dealer->places);
    for (int s = 0; s < d->players * d->cards; s++) memset(planes + s * SD_BLOCK, s % d->cards, SD_BLOCK);
    for (int k = 0; k < d->known; k++) memset(planes + d->known_slot[k] * SD_BLOCK, d->known_card[k], SD_BLOCK);
}

/* Deal a block of `count` deals; false if the choices exclude each other. */
SD_INLINE int sd_deal_block(sd_dealer *dealer, const sd_deals *d, sd_random *r, int count, uint8_t *planes) {
    SD_ALIGNED(64) uint8_t from[SD_BLOCK];
    uint8_t *const places = dealer->places;
    const int picks = dealer->picks;
    for (int i = 0; i < count && d->choices; i++) {
        ptrdiff_t picked[SD_SEATS];
        uint8_t *to = places + i;
        if (!sd_choose_sets(d, r, picked)) return 0;
        for (int c = 0; c < d->choices; c++) {
            const sd_choice *choice = &d->choice[c];
            const uint8_t *cards = choice->cards + picked[c] * choice->width;
            for (int j = 0; j < choice->width; j++, to += SD_BLOCK) {
                planes[choice->slots[j] * SD_BLOCK + i] = cards[j];
                *to = dealer->place[cards[j]];
            }
        }
    }
    for (int s = 1; s < picks; s++) sd_follow(places, s, d->live, places + s * SD_BLOCK);
    for (int i = 0; i < count; i++)
        sd_random_places(r, d->live - picks, d->missing, dealer->products, places + picks * SD_BLOCK + i);
    for (int j = 0; j < d->missing; j++) {
        uint8_t *plane = planes + d->missing_slot[j] * SD_BLOCK;
        memcpy(from, places + (picks + j) * SD_BLOCK, SD_BLOCK);
        sd_trace(places, picks + j, d->live, from);
        for (int i = 0; i < count; i++) plane[i] = d->deck[from[i]];
    }
    return 1;
}

#endif
