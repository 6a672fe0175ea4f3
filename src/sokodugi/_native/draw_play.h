/* Draws from one real deck: every game has a stub of its own, from which the players draw in turn.
 *
 * The stub is shuffled only as far as cards are needed. If it runs out, discards are shuffled in, as the rule
 * of the house says; from then on it is kept as a set, from which each card is drawn evenly among those that
 * the player has not discarded himself. */
#ifndef SD_DRAW_PLAY_H
#define SD_DRAW_PLAY_H

#include "draw_sums.h"
#include "random.h"

enum { SD_PLAYERS = 8, SD_LANES = 128, SD_REFILL = 4, SD_UNKNOWN = 255 };

/* What is shuffled into the stub when it runs out. */
typedef enum { SD_DISCARDS, SD_EARLIER, SD_ALL, SD_NEVER } sd_reshuffle;

typedef struct {
    sd_random random;
    uint64_t own[SD_PLAYERS]; /* what each player has discarded */
    uint64_t pile;            /* what the next shuffle takes in */
    uint64_t fresh;           /* discards of this draw that the next one adds to the pile */
    uint64_t mixed;           /* the stub, once discards have been shuffled in */
    uint8_t cards[SD_CARDS];  /* the stub before: the last `left`-th card is on top */
    uint8_t left;
    uint8_t ready;            /* cards on top that are in random order already */
    uint8_t is_mixed;
    uint8_t last;             /* the player who drew last, or SD_UNKNOWN */
} sd_deck;

typedef struct {
    sd_reshuffle reshuffle;
    uint8_t wanted[13]; /* by rank of a card: the place in the game's order, 0 first */
} sd_house;

SD_INLINE void sd_ready(sd_deck *deck, sd_random *random, int least) {
    while (deck->ready < least) {
        const int rest = deck->left - deck->ready;
        if (rest > SD_REFILL) {
            sd_draw(random, deck->cards, rest, SD_REFILL);
            deck->ready = (uint8_t)(deck->ready + SD_REFILL);
        } else {
            sd_draw(random, deck->cards, rest, rest);
            deck->ready = deck->left;
        }
    }
}

SD_INLINE uint64_t sd_bit(unsigned card) { return (uint64_t)1 << card; }

/* A card of a set, each equally likely. */
SD_INLINE uint64_t sd_any(sd_random *random, uint64_t set) {
    uint32_t skip;
    sd_positions(random, sd_popcount64(set), 1, &skip);
    while (skip--) set &= set - 1;
    return set & (0 - set);
}

/* A draw from a stub that runs out, or has done so. */
SD_NOINLINE void sd_draw_scarce(sd_deck *deck, sd_random *random, const sd_house *house, int player,
                                uint8_t *hand, ptrdiff_t step, unsigned keep) {
    const uint64_t own = deck->own[player];
    int can = (deck->is_mixed ? sd_popcount64(deck->mixed & ~own) : deck->left) + sd_popcount64(deck->pile & ~own);
    for (int d = 4 - sd_popcount64(keep); d > can; d--) { /* keep what is wanted most of what should go */
        int best = -1;
        for (int i = 0; i < 4; i++)
            if (!(keep >> i & 1) &&
                (best < 0 || house->wanted[hand[i * step] >> 2] < house->wanted[hand[best * step] >> 2]))
                best = i;
        keep |= 1u << best;
    }
    uint64_t out = 0;
    for (int i = 0; i < 4; i++) {
        if (keep >> i & 1) continue;
        out |= sd_bit(hand[i * step]);
        if (!deck->is_mixed && deck->left) {
            sd_ready(deck, random, 1);
            deck->ready--;
            hand[i * step] = deck->cards[--deck->left];
            continue;
        }
        deck->is_mixed = 1;
        if (!(deck->mixed & ~own)) {
            deck->mixed |= deck->pile;
            deck->pile = 0;
        }
        const uint64_t card = sd_any(random, deck->mixed & ~own);
        deck->mixed &= ~card;
        hand[i * step] = (uint8_t)sd_ctz64(card);
    }
    deck->own[player] |= out;
    if (house->reshuffle == SD_EARLIER) deck->fresh |= out;
    else if (house->reshuffle != SD_NEVER) deck->pile |= out;
}

/* One player draws. `ledger` is 0 where the stub cannot run out, so that nobody asks for the discards. */
SD_INLINE void sd_turn(sd_deck *deck, sd_random *random, const sd_house *house, int player, uint8_t *hand,
                       ptrdiff_t step, unsigned keep, int ledger) {
    const int d = 4 - sd_popcount64(keep);
    if (ledger) {
        if (deck->last != SD_UNKNOWN && player <= deck->last) {
            deck->pile |= deck->fresh;
            deck->fresh = 0;
        }
        deck->last = (uint8_t)player;
        if (deck->is_mixed || d > deck->left) {
            sd_draw_scarce(deck, random, house, player, hand, step, keep);
            return;
        }
    }
    if (deck->ready < d) sd_ready(deck, random, d);
    const uint8_t *next = deck->cards + deck->left - 1;
    uint64_t out = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned card = hand[i * step], draws = ~keep >> i & 1;
        if (ledger) out |= (uint64_t)draws << card;
        hand[i * step] = draws ? *next : (uint8_t)card;
        next -= draws;
    }
    deck->left = (uint8_t)(deck->left - d);
    deck->ready = (uint8_t)(deck->ready - d);
    if (ledger) {
        deck->own[player] |= out;
        if (house->reshuffle == SD_EARLIER) deck->fresh |= out;
        else if (house->reshuffle != SD_NEVER) deck->pile |= out;
    }
}

/* ---- whole deals, SD_LANES at a time ---- */

typedef struct {
    sd_house house;
    int players, draws;
    const uint8_t *keeps[SD_PLAYERS]; /* (draws, SD_HANDS) each */
    const uint16_t *ranks;            /* (SD_HANDS) */
    uint8_t live[SD_CARDS];           /* neither dead nor known to be held */
    int n_live;
    uint64_t dead;
    int reserved; /* each player's draw takes its cards from a place of its own, whatever the others draw */
} sd_play;

SD_INLINE void sd_order(uint8_t *x, uint8_t *y) {
    for (int i = 0; i < SD_LANES; i++) {
        const uint8_t low = x[i] < y[i] ? x[i] : y[i], high = x[i] < y[i] ? y[i] : x[i];
        x[i] = low;
        y[i] = high;
    }
}

/* Sort the hands of all lanes and find their rows. */
static void sd_sort_lanes(uint8_t c[4][SD_LANES], int32_t *SD_RESTRICT row) {
    sd_order(c[0], c[1]);
    sd_order(c[2], c[3]);
    sd_order(c[0], c[2]);
    sd_order(c[1], c[3]);
    sd_order(c[1], c[2]);
    for (int i = 0; i < SD_LANES; i++) {
        const uint8_t hand[4] = {c[0][i], c[1][i], c[2][i], c[3][i]};
        row[i] = sd_hand_row(hand);
    }
}

static void sd_start(const sd_play *play, sd_random *random, sd_deck *deck, const uint8_t *known,
                     uint8_t hands[SD_PLAYERS][4][SD_LANES], int lane, int picked) {
    int unknown = 0;
    memset(deck->own, 0, sizeof deck->own);
    memcpy(deck->cards, play->live, sizeof play->live);
    deck->pile = play->house.reshuffle == SD_ALL ? play->dead : 0;
    deck->fresh = deck->mixed = 0;
    deck->left = (uint8_t)play->n_live;
    deck->ready = deck->is_mixed = 0;
    deck->last = SD_UNKNOWN;
    for (int i = 0; i < 4 * play->players; i++) unknown += known[i] == SD_UNKNOWN;
    if (picked)
        for (int i = 0; i < 4 * play->players; i++) {
            const uint8_t *at = known[i] == SD_UNKNOWN ? NULL : memchr(deck->cards, known[i], deck->left);
            if (at) deck->cards[at - deck->cards] = deck->cards[--deck->left];
        }
    const int now = unknown + (play->reserved ? 4 * play->players * play->draws : 0);
    sd_draw(random, deck->cards, deck->left, now);
    deck->ready = (uint8_t)(now - unknown);
    for (int p = 0; p < play->players; p++)
        for (int i = 0; i < 4; i++) {
            const uint8_t card = known[4 * p + i];
            hands[p][i][lane] = card == SD_UNKNOWN ? deck->cards[--deck->left] : card;
        }
}

SD_INLINE void sd_round(const sd_play *play, sd_random *random, sd_deck *decks, uint8_t c[4][SD_LANES], int p,
                        const uint8_t *keep, int count, int ledger) {
    for (int i = 0; i < count; i++) sd_turn(decks + i, random, &play->house, p, &c[0][i], SD_LANES, keep[i], ledger);
}

/* Play n deals. `known` holds players x 4 cards, 255 for one that is dealt; one such row for all deals, or, if
 * they are `picked`, one for each. ranks is (players, n); hands, if wanted, (n, players, 4).
 * Returns the number of deals in which discards were shuffled in. */
static ptrdiff_t sd_play_deals(const sd_play *play, sd_random *random, const uint8_t *known, int picked, ptrdiff_t n,
                               uint16_t *ranks, uint8_t *hands_out) {
    SD_ALIGNED(64) uint8_t hands[SD_PLAYERS][4][SD_LANES];
    SD_ALIGNED(64) int32_t row[SD_LANES];
    uint8_t keep[SD_LANES];
    sd_deck decks[SD_LANES];
    ptrdiff_t mixed = 0;
    const int ledger = 4 * play->players * (play->draws + 1) + sd_popcount64(play->dead) > SD_CARDS;
    memset(hands, 0, sizeof hands);
    for (ptrdiff_t first = 0; first < n; first += SD_LANES) {
        const int count = n - first < SD_LANES ? (int)(n - first) : SD_LANES;
        for (int i = 0; i < count; i++)
            sd_start(play, random, decks + i, known + (picked ? (first + i) * 4 * play->players : 0), hands, i, picked);
        for (int draw = 0; draw < play->draws; draw++)
            for (int p = 0; p < play->players; p++) {
                const uint8_t *table = play->keeps[p] + (size_t)draw * SD_HANDS;
                sd_sort_lanes(hands[p], row);
                for (int i = 0; i < count; i++) keep[i] = table[row[i]];
                if (ledger) sd_round(play, random, decks, hands[p], p, keep, count, 1);
                else sd_round(play, random, decks, hands[p], p, keep, count, 0);
                if (play->reserved) /* pass over the cards of this draw that are not needed */
                    for (int i = 0; i < count; i++) {
                        const int over = sd_popcount64(keep[i]);
                        decks[i].left = (uint8_t)(decks[i].left - over);
                        decks[i].ready = (uint8_t)(decks[i].ready - over);
                    }
            }
        for (int p = 0; p < play->players; p++) {
            sd_sort_lanes(hands[p], row);
            for (int i = 0; i < count; i++) ranks[p * n + first + i] = play->ranks[row[i]];
            if (hands_out)
                for (int i = 0; i < count; i++)
                    for (int j = 0; j < 4; j++)
                        hands_out[((first + i) * play->players + p) * 4 + j] = hands[p][j][i];
        }
        for (int i = 0; i < count; i++) mixed += decks[i].is_mixed;
    }
    return mixed;
}

#endif
