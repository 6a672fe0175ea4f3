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
    for (int i = 0; i < 13 && family != 0x8000u; i++) { /* until all four suits are taken */
        uint32_t next = sd_take(family, (uint32_t)(mask >> 4 * g->order[i]) & 15);
        family = next ? next : family;
        set |= (uint32_t)(next != 0) << i;
    }
    return set;
}

SD_INLINE uint16_t sd_badugi_one(const sd_badugi *g, uint64_t mask) { return g->rank[sd_badugi_plays(g, mask)]; }

SD_INLINE void sd_order(uint8_t *a, uint8_t *b) {
    uint8_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

SD_INLINE uint32_t sd_clash(uint32_t a, uint32_t b) {
    uint32_t x = a ^ b;
    return (((x & 3) - 1) | ((x >> 2) - 1)) >> 31;
}

/* Four cards in any order, by the method of kernels_text.h; 0 if a card stands twice. */
SD_INLINE uint16_t sd_badugi_four(const sd_badugi *g, const uint8_t *cards) {
    uint8_t c[4];
    for (int j = 0; j < 4; j++) {
        uint8_t y = (uint8_t)((cards[j] ^ g->flip) + g->shift), z = (uint8_t)(y - SD_DECK);
        c[j] = y < z ? y : z;
    }
    sd_order(c, c + 1), sd_order(c + 2, c + 3), sd_order(c, c + 2), sd_order(c + 1, c + 3), sd_order(c + 1, c + 2);
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[3]) return 0;
    uint32_t clashes = sd_clash(c[0], c[1]) | sd_clash(c[0], c[2]) << 1 | sd_clash(c[0], c[3]) << 2 |
                       sd_clash(c[1], c[2]) << 3 | sd_clash(c[1], c[3]) << 4 | sd_clash(c[2], c[3]) << 5;
    uint32_t kept = (uint32_t)g->kept[clashes] << 4;
    return (uint16_t)(g->sum[0][kept | c[0] >> 2] + g->sum[1][kept | c[1] >> 2] + g->sum[2][kept | c[2] >> 2] +
                      g->sum[3][kept | c[3] >> 2]);
}

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
        index += g->number[j][r];
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

/* Five cards in any order, by the method of kernels_text.h; 0 if a card stands twice. */
SD_INLINE uint16_t sd_soko_five(const sd_soko *g, const uint8_t *cards) {
    uint8_t c[5];
    memcpy(c, cards, 5);
    sd_order(c, c + 3), sd_order(c + 1, c + 4);
    sd_order(c, c + 2), sd_order(c + 1, c + 3);
    sd_order(c, c + 1), sd_order(c + 2, c + 4);
    sd_order(c + 1, c + 2), sd_order(c + 3, c + 4);
    sd_order(c + 2, c + 3);
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[3] || c[3] == c[4]) return 0;
    uint32_t majority = (c[0] & c[1]) | (c[2] & (c[0] | c[1])), odd = 0, index = 0;
    for (int j = 0; j < 5; j++) {
        odd |= (uint32_t)(((c[j] ^ majority) & 3) != 0) << j;
        index += g->number[j][c[j] >> 2];
    }
    return g->five[SD_FIVE * (uint32_t)g->odd[odd] + index];
}

/* Rows in which at most n - 4 cards miss a suit hold four of it or more: look at these again. */
SD_INLINE void sd_soko_second_look(const sd_soko *g, const uint8_t *planes, ptrdiff_t stride, int n, int count,
                                   const uint8_t *misses, const uint8_t *suits, uint16_t *out) {
    const uint64_t spread = 0x0101010101010101u * (uint64_t)(127 - (n - 4));
    for (int i = 0; i < count; i += 8) {
        uint64_t eight;
        memcpy(&eight, misses + i, 8);
        for (uint64_t few = ~(eight + spread) & 0x8080808080808080u; few; few &= few - 1) {
            int at = i + SD_BYTE(sd_ctz64(few) >> 3);
            uint16_t r = sd_soko_suited(g, planes + at, stride, n, suits[at]);
            if (r < out[at]) out[at] = r;
        }
    }
}

/* Write the cards of a mask in ascending order; returns how many. `cards` has room for 52. */
SD_INLINE int sd_unpack(uint64_t mask, uint8_t *cards) {
    int n = 0;
    for (; mask; mask &= mask - 1) cards[n++] = (uint8_t)sd_ctz64(mask);
    return n;
}

#endif
