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

/* A block of deals on its way, and what stays the same from block to block. */
typedef struct {
    SD_ALIGNED(64) uint8_t planes[SD_SLOTS * SD_BLOCK];
    SD_ALIGNED(64) uint8_t places[SD_SLOTS * SD_BLOCK];
    uint8_t place[SD_DECK]; /* of each card among the live ones */
    uint64_t products[SD_BATCHES];
    int picks, tries;
} sd_block;

static void sd_open(const sd_deals *d, sd_block *b) {
    for (int i = 0; i < d->live; i++) b->place[d->deck[i]] = (uint8_t)i;
    b->picks = b->tries = 0;
    for (int c = 0; c < d->choices; c++) b->picks += d->choice[c].width;
    sd_products(d->live - b->picks, d->missing, b->products);
    memset(b->places, 0, sizeof b->places);
    for (int s = 0; s < d->players * d->cards; s++) memset(b->planes + s * SD_BLOCK, s % d->cards, SD_BLOCK);
    for (int k = 0; k < d->known; k++) memset(b->planes + d->known_slot[k] * SD_BLOCK, d->known_card[k], SD_BLOCK);
}

/* Pick the sets of deal i; false if that seems impossible. */
static int sd_pick_sets(const sd_deals *d, sd_random *r, sd_block *b, int i) {
    ptrdiff_t picked[SD_SEATS];
    uint8_t *to = b->places + i;
    const int tries = sd_choose_sets(d, r, picked);
    b->tries += tries;
    for (int c = 0; tries && c < d->choices; c++) {
        const sd_choice *choice = &d->choice[c];
        const uint8_t *cards = choice->cards + picked[c] * choice->width;
        for (int j = 0; j < choice->width; j++, to += SD_BLOCK) {
            b->planes[choice->slots[j] * SD_BLOCK + i] = cards[j];
            *to = b->place[cards[j]];
        }
    }
    return tries;
}

/* Deal `count` times into the planes. 0; -1 if it was stopped; -2 if the choices exclude each other. */
static int sd_fill(const sd_deals *d, sd_random *r, sd_block *b, int count, int (*poll)(void)) {
    const int picks = b->picks;
    SD_ALIGNED(64) uint8_t from[SD_BLOCK];
    for (int i = 0; i < count && d->choices; i++) {
        if (!sd_pick_sets(d, r, b, i)) return -2;
        if (b->tries > SD_TRIES) {
            b->tries = 0;
            if (poll()) return -1;
        }
    }
    for (int s = 1; s < picks; s++) sd_follow(b->places, s, d->live, b->places + s * SD_BLOCK);
    for (int i = 0; i < count; i++)
        sd_random_places(r, d->live - picks, d->missing, b->products, b->places + picks * SD_BLOCK + i);
    for (int j = 0; j < d->missing; j++) {
        uint8_t *plane = b->planes + d->missing_slot[j] * SD_BLOCK;
        memcpy(from, b->places + (picks + j) * SD_BLOCK, SD_BLOCK);
        sd_trace(b->places, picks + j, d->live, from);
        for (int i = 0; i < count; i++) plane[i] = d->deck[from[i]];
    }
    return 0;
}

#endif
