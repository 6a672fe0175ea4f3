/* Card text: rank then suit, any case, 10 for T, spaces or commas between cards, the four suit signs. */
#ifndef SD_TEXT_H
#define SD_TEXT_H

#include "games.h"

enum { SD_TEXT_OK = 0, SD_TEXT_RANK, SD_TEXT_SUIT, SD_TEXT_HALF, SD_TEXT_TWICE };

/* What a character means: rank + 1, or 0. And the same for suits. */
SD_INLINE int sd_rank_of(uint32_t c) {
    static const uint8_t ranks[128] = {
        ['2'] = 1, ['3'] = 2, ['4'] = 3, ['5'] = 4, ['6'] = 5, ['7'] = 6, ['8'] = 7, ['9'] = 8, ['T'] = 9,
        ['t'] = 9, ['J'] = 10, ['j'] = 10, ['Q'] = 11, ['q'] = 11, ['K'] = 12, ['k'] = 12, ['A'] = 13, ['a'] = 13};
    return c < 128 ? ranks[c] : 0;
}
SD_INLINE int sd_suit_of(uint32_t c) {
    static const uint8_t suits[128] = {['c'] = 1, ['C'] = 1, ['d'] = 2, ['D'] = 2,
                                       ['h'] = 3, ['H'] = 3, ['s'] = 4, ['S'] = 4};
    if (c < 128) return suits[c];
    switch (c) {
    case 0x2663: case 0x2667: return 1;
    case 0x2666: case 0x2662: return 2;
    case 0x2665: case 0x2661: return 3;
    case 0x2660: case 0x2664: return 4;
    default: return 0;
    }
}

/* The character at p and its length in units: UTF-8 bytes (width 1) or code points (width 4). */
SD_INLINE uint32_t sd_char(const char *p, const char *end, int width, int *units) {
    *units = 1;
    if (width == 4) {
        uint32_t c;
        memcpy(&c, p, 4);
        return c;
    }
    const uint8_t *u = (const uint8_t *)p;
    if (u[0] < 0x80) return u[0];
    if ((u[0] & 0xF0) == 0xE0 && end - p >= 3 && (u[1] & 0xC0) == 0x80 && (u[2] & 0xC0) == 0x80) {
        *units = 3;
        return (uint32_t)(u[0] & 15) << 12 | (uint32_t)(u[1] & 63) << 6 | (u[2] & 63);
    }
    return 0xFFFD;
}

/* White space, a comma, or the mark that makes an emoji of the suit sign before it. */
SD_INLINE int sd_is_gap(uint32_t c) {
    return c == ' ' || c == ',' || (c >= 9 && c <= 13) || c == 0xFE0E || c == 0xFE0F;
}

/* Parse up to 52 cards into `cards`. Returns SD_TEXT_OK, or what is wrong with the unit at *at. */
SD_INLINE int sd_parse_width(const char *text, ptrdiff_t units, int width, uint8_t *cards, int *n, ptrdiff_t *at) {
    const char *p = text, *end = text + units * width;
    uint64_t mask = 0;
    int count = 0, length;
    while (p < end) {
        uint32_t c = sd_char(p, end, width, &length);
        if (sd_is_gap(c)) {
            p += length * width;
            continue;
        }
        *at = (p - text) / width;
        int rank = sd_rank_of(c);
        const char *q = p + length * width;
        if (c == '1' && q < end && sd_char(q, end, width, &length) == '0') {
            rank = 9;
            q += width;
        }
        if (!rank) return SD_TEXT_RANK;
        if (q >= end) return SD_TEXT_HALF;
        c = sd_char(q, end, width, &length);
        int suit = sd_suit_of(c);
        if (!suit) {
            if (sd_is_gap(c)) return SD_TEXT_HALF;
            *at = (q - text) / width;
            return SD_TEXT_SUIT;
        }
        int card = 4 * (rank - 1) + suit - 1;
        if (mask >> card & 1) return SD_TEXT_TWICE;
        mask |= (uint64_t)1 << card;
        cards[count++] = (uint8_t)card;
        p = q + length * width;
    }
    *n = count;
    return SD_TEXT_OK;
}

#endif
