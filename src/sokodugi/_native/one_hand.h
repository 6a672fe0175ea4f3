/* One hand at a time: the scalar twin of the batch kernels, for single calls and for rows that need a
 * second look. The caller has made sure that the cards are valid. */
#ifndef SD_ONE_HAND_H
#define SD_ONE_HAND_H

#include "games.h"

/* Families of suit sets, a bit per set: one step of the matching. `family` holds the suit sets that the
 * ranks taken so far can be matched to; the result holds those after a rank with these suits is taken,
 * empty if it cannot be. Suit sets that can be matched form a transversal matroid, so taking the wanted
 * ranks first, each one that still can be, yields the best largest hand. */
SD_INLINE uint32_t sd_take(uint32_t family, uint32_t suits) {
    return ((family & 0x5555u) << 1 & (0u - (suits & 1))) | ((family & 0x3333u) << 2 & (0u - (suits >> 1 & 1))) |
           ((family & 0x0F0Fu) << 4 & (0u - (suits >> 2 & 1))) | ((family & 0x00FFu) << 8 & (0u - (suits >> 3 & 1)));
}

/* The set of ranks that play, bit i for the i-th wanted rank. */
SD_INLINE uint32_t sd_badugi_plays(const sd_badugi *g, uint64_t mask) {
    uint32_t family = 1, set = 0;
    for (int i = 0; i < 13; i++) {
        uint32_t suits = (uint32_t)(mask >> 4 * g->order[i]) & 15;
        if (!suits) continue;
        uint32_t next = sd_take(family, suits);
        if (next) {
            family = next;
            set |= 1u << i;
            if (next == 0x8000u) break; /* all four suits taken */
        }
    }
    return set;
}

SD_INLINE uint16_t sd_badugi_one(const sd_badugi *g, uint64_t mask) { return g->rank[sd_badugi_plays(g, mask)]; }

/* Candidates that need at least four cards of suit `suit`; 0xFFFF if there are none. */
SD_INLINE uint16_t sd_soko_suited(const sd_soko *g, const uint8_t *cards, ptrdiff_t stride, int n, int suit) {
    uint32_t suited = 0, rest = 0;
    int count = 0;
    for (int j = 0; j < n; j++) {
        uint32_t card = cards[j * stride], bit = 1u << (card >> 2), hit = ((card ^ (uint32_t)suit) & 3) == 0;
        suited |= bit & (0u - hit);
        rest |= bit & (hit - 1u);
        count += (int)hit;
    }
    uint16_t best = 0xFFFF;
    if (count >= 5) return g->suited[suited];
    if (count == 4) {
        const uint16_t *row = g->four_flush + g->suited[suited];
        for (; rest; rest &= rest - 1) {
            uint16_t r = row[sd_ctz64(rest)];
            if (r < best) best = r;
        }
    }
    return best;
}

/* Five, six or seven cards in ascending order. */
SD_INLINE uint16_t sd_soko_one(const sd_soko *g, const uint8_t *cards, int n) {
    uint32_t index = 0, majority = 0;
    uint32_t counts = 0; /* four counters, a byte per suit */
    for (int j = 0; j < n; j++) {
        int r = cards[j] >> 2;
        index += g->term[0][j][r] + ((uint32_t)g->term[1][j][r] << 5) + ((uint32_t)g->term[2][j][r] << 10);
        counts += 1u << 8 * (cards[j] & 3);
    }
    uint32_t enough = (counts + 0x7C7C7C7Cu) & 0x80808080u; /* suits with four cards or more */
    const uint16_t *any = n == 5 ? g->five + SD_FIVE : n == 6 ? g->six : g->seven;
    uint16_t best = any[index];
    if (enough) {
        majority = (uint32_t)sd_ctz64(enough) >> 3;
        uint16_t suited = sd_soko_suited(g, cards, 1, n, (int)majority);
        if (suited < best) best = suited;
    }
    return best;
}

/* Write the cards of a mask in ascending order; returns how many. `cards` has room for 52. */
SD_INLINE int sd_unpack(uint64_t mask, uint8_t *cards) {
    int n = 0;
    for (; mask; mask &= mask - 1) cards[n++] = (uint8_t)sd_ctz64(mask);
    return n;
}

#endif
