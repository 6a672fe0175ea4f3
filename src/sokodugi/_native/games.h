/* The games as the kernels see them: data only. A house rule is another instance, never another branch.
 *
 * A card is 4 * rank + suit (0..51); a mask has bit `card` set for each card. Rank 1 is the best hand and
 * 0 never occurs, so kernels write 0 for a row that is no hand.
 */
#ifndef SD_GAMES_H
#define SD_GAMES_H

#include "platform.h"

enum {
    SD_DECK = 52,
    SD_BADUGI_MAX_CARDS = 13,
    SD_SOKO_MIN_CARDS = 5,
    SD_SOKO_MAX_CARDS = 7,
    SD_RANK_SETS = 1 << 13,
    SD_FIVE = 6188,      /* multisets of 5 of 13 ranks */
    SD_SIX = 18564,
    SD_SEVEN = 50388,
    SD_SUIT_STATES = 7,  /* flush, nothing, four-flush with the odd card at sorted position 0..4 */
    SD_FOUR_SETS = 715   /* sets of 4 of 13 ranks */
};

/* Badugi. "Low" below means what the game wants first: y = (card ^ flip) + shift, then min(y, y - 52) as
 * bytes, puts the cards into that order. */
typedef struct {
    uint8_t flip, shift;
    uint8_t order[13];          /* rank nibbles of a mask, the wanted ones first */
    uint8_t kept[64];           /* clashing pairs of four sorted cards -> bit set of the positions that play */
    uint8_t slot[4][16];        /* bit set that plays -> row of `term` for position j, 15 if it is left out */
    uint8_t term[2][64];        /* (row | rank) -> its share of the rank number, low five bits and the rest */
    uint8_t base[2][16];        /* bit set that plays -> number of the class, split alike, plus SD_BIAS */
    uint16_t sum[4][256];       /* (bit set that plays << 4 | rank) -> term of position j, base with the first */
    uint16_t rank[SD_RANK_SETS + 2]; /* set of playing ranks, bit i = i-th wanted -> rank number */
} sd_badugi;

enum { SD_BIAS = 256 }; /* keeps the byte sums of `term` and `base` non-negative */

/* Soko. Sorted ranks r0 <= r1 <= ... number their multiset by the sum of term j of rank rj. */
typedef struct {
    uint16_t number[SD_SOKO_MAX_CARDS][16]; /* C(r + j, j + 1), whose sum is the number of the multiset */
    uint8_t term[3][SD_SOKO_MAX_CARDS][16]; /* its bits 0-4, 5-9 and 10 up */
    uint8_t five_term[2][5][16];            /* bits 0-4 and 5 up, enough for five cards */
    uint8_t odd[64];                        /* which of five sorted cards miss the majority suit -> suit state */
    uint16_t five[SD_SUIT_STATES * SD_FIVE + 2]; /* suit state, ranks -> rank number */
    uint16_t six[SD_SIX + 2];               /* best five of six ranks, suits ignored */
    uint16_t seven[SD_SEVEN + 2];
    uint16_t suited[SD_RANK_SETS];          /* 5 to 7 suited ranks -> rank number; 4 -> row of four_flush */
    uint16_t four_flush[SD_FOUR_SETS * 13]; /* four suited ranks, odd card -> rank number */
} sd_soko;

enum { SD_BADUGI = 0, SD_SOKO = 1 };

typedef struct {
    int kind;
    int min_cards, max_cards;
    const void *rules; /* sd_badugi or sd_soko */
} sd_game;

#endif
