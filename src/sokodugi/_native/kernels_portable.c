/* The kernels in plain C, for CPUs without one of the vector paths.
 *
 * The same methods as kernels_text.h, in two passes over a block: arithmetic on whole planes, which any
 * compiler vectorises, then look-ups one by one. */
#include "kernels.h"
#include "one_hand.h"

#define SD_KERNEL static
#include "narrow.h"

typedef uint8_t plane[SD_BLOCK];
typedef uint16_t words[SD_BLOCK];

#define EACH for (int i = 0; i < SD_BLOCK; i++)

static void order(uint8_t *SD_RESTRICT a, uint8_t *SD_RESTRICT b) {
    EACH {
        uint8_t low = a[i] < b[i] ? a[i] : b[i], high = a[i] < b[i] ? b[i] : a[i];
        a[i] = low;
        b[i] = high;
    }
}

/* Insertion by compare-exchanges: n (n - 1) / 2 of them. */
static void sort(plane *c, int n) {
    for (int j = 1; j < n; j++)
        for (int k = j; k > 0; k--) order(c[k - 1], c[k]);
}

/* Whether every row is made of different cards of the deck; the planes are sorted. */
static int whole(const plane *c, int n) {
    uint8_t bad = 0;
    for (int j = 1; j < n; j++) EACH bad |= c[j][i] == c[j - 1][i];
    return !bad;
}

static int in_deck(const uint8_t *planes, int n) {
    uint8_t top = 0;
    for (int j = 0; j < n; j++) EACH top = planes[j * SD_BLOCK + i] > top ? planes[j * SD_BLOCK + i] : top;
    return top < SD_DECK;
}

SD_INLINE void stage_of(const uint8_t *SD_RESTRICT rows, const int n, int count, uint8_t *SD_RESTRICT planes) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < n; j++) planes[j * SD_BLOCK + i] = rows[i * n + j];
}

static void stage(const uint8_t *rows, int n, int count, uint8_t *planes) {
    switch (n) { /* constant n unrolls */
    case 4: stage_of(rows, 4, count, planes); break;
    case 5: stage_of(rows, 5, count, planes); break;
    default: stage_of(rows, n, count, planes);
    }
    for (int j = 0; j < n; j++) memset(planes + j * SD_BLOCK + count, j, (size_t)(SD_BLOCK - count));
}

static void clash(const uint8_t *SD_RESTRICT a, const uint8_t *SD_RESTRICT b, int pair, uint8_t *SD_RESTRICT clashes) {
    EACH {
        uint8_t x = a[i] ^ b[i], same = (uint8_t)(((x & 3) == 0) | (x < 4));
        clashes[i] |= (uint8_t)(same << pair);
    }
}

static int badugi_four(const sd_badugi *g, const uint8_t *planes, int count, uint16_t *out) {
    SD_ALIGNED(64) plane c[4], clashes;
    const uint8_t flip = g->flip, shift = g->shift;
    for (int j = 0; j < 4; j++) EACH {
        uint8_t y = (uint8_t)((planes[j * SD_BLOCK + i] ^ flip) + shift), z = (uint8_t)(y - SD_DECK);
        c[j][i] = y < z ? y : z;
    }
    sort(c, 4);
    if (!in_deck(planes, 4) || !whole(c, 4)) return 0;
    memset(clashes, 0, sizeof clashes);
    for (int a = 0, pair = 0; a < 3; a++)
        for (int b = a + 1; b < 4; b++) clash(c[a], c[b], pair++, clashes);
    for (int i = 0; i < count; i++) {
        int kept = g->kept[clashes[i]] << 4;
        out[i] = (uint16_t)(g->sum[0][kept | c[0][i] >> 2] + g->sum[1][kept | c[1][i] >> 2] +
                            g->sum[2][kept | c[2][i] >> 2] + g->sum[3][kept | c[3][i] >> 2]);
    }
    return 1;
}

/* sd_take of one_hand.h, lane by lane; suits as masks of all or no bits. By itself, as GCC otherwise merges
 * the loops of two ranks and no longer vectorises them. */
SD_NOINLINE void take(uint16_t *SD_RESTRICT family, uint16_t *SD_RESTRICT plays, const uint16_t *SD_RESTRICT w,
                      int shift, uint16_t bit) {
    EACH {
        uint16_t f = family[i], s = (uint16_t)(w[i] >> shift), next = 0;
        next |= (uint16_t)((uint16_t)(f & 0x5555) << 1) & (uint16_t)-(uint16_t)(s & 1);
        next |= (uint16_t)((uint16_t)(f & 0x3333) << 2) & (uint16_t)-(uint16_t)(s >> 1 & 1);
        next |= (uint16_t)((uint16_t)(f & 0x0F0F) << 4) & (uint16_t)-(uint16_t)(s >> 2 & 1);
        next |= (uint16_t)((uint16_t)(f & 0x00FF) << 8) & (uint16_t)-(uint16_t)(s >> 3 & 1);
        uint16_t taken = next ? 0xFFFF : 0;
        family[i] = (uint16_t)(next | (f & ~taken));
        plays[i] |= bit & taken;
    }
}

static void badugi_block(const sd_badugi *g, const uint64_t *masks, int count, uint16_t *out) {
    SD_ALIGNED(64) words family, plays, w[4];
    EACH {
        family[i] = 1;
        plays[i] = 0;
        for (int q = 0; q < 4; q++) w[q][i] = (uint16_t)(masks[i] >> 16 * q);
    }
    for (int i = 0; i < 13; i++) take(family, plays, w[g->order[i] >> 2], 4 * (g->order[i] & 3), (uint16_t)(1 << i));
    for (int i = 0; i < count; i++) out[i] = g->rank[plays[i]];
}

static int badugi_masks(const sd_badugi *g, const uint64_t *masks, int count, uint16_t *out) {
    uint64_t beyond = 0;
    for (int i = 0; i < count; i++) beyond |= masks[i] | (masks[i] - 1);
    if (beyond >> SD_DECK) return 0;
    badugi_block(g, masks, count, out);
    return 1;
}

static int badugi(const void *rules, const uint8_t *planes, int n, int count, uint16_t *out) {
    if (n == 4) return badugi_four(rules, planes, count, out);
    if (!in_deck(planes, n)) return 0;
    SD_ALIGNED(64) uint64_t masks[SD_BLOCK];
    uint64_t twice = 0;
    EACH {
        uint64_t mask = 0;
        for (int j = 0; j < n; j++) {
            uint64_t bit = (uint64_t)1 << planes[j * SD_BLOCK + i];
            twice |= mask & bit;
            mask |= bit;
        }
        masks[i] = mask;
    }
    if (twice) return 0;
    badugi_block(rules, masks, count, out);
    return 1;
}

/* n is a constant of each call, so that loops over cards unroll. */
SD_INLINE int soko_of(const sd_soko *g, const uint8_t *planes, const int n, int count, uint16_t *out) {
    const uint16_t *table = n == 5 ? g->five : n == 6 ? g->six : g->seven;
    SD_ALIGNED(64) plane c[SD_SOKO_MAX_CARDS], misses, majority, odd;
    memcpy(c, planes, (size_t)n * SD_BLOCK);
    sort(c, n);
    if (!in_deck(planes, n) || !whole(c, n)) return 0;
    /* Bit by bit the majority of the suits: the suit of four cards, if any. The count of the higher bit in
     * the high nibble, of the lower one in the low. */
    memset(majority, 0, sizeof majority);
    for (int j = 0; j < n; j++) EACH majority[i] = (uint8_t)(majority[i] + ((c[j][i] & 2) << 3 | (c[j][i] & 1)));
    const uint8_t half = (uint8_t)(n / 2);
    EACH {
        uint8_t high = majority[i] >> 4 > half, low = (majority[i] & 15) > half;
        majority[i] = (uint8_t)(high << 1 | low);
    }
    memset(misses, 0, sizeof misses);
    memset(odd, 0, sizeof odd);
    for (int j = 0; j < n; j++) EACH {
        uint8_t miss = ((c[j][i] ^ majority[i]) & 3) ? 1 : 0;
        misses[i] = (uint8_t)(misses[i] + miss);
        odd[i] = (uint8_t)(odd[i] | miss << j);
    }
    for (int i = 0; i < count; i++) {
        uint32_t index = n == 5 ? (uint32_t)SD_FIVE * g->odd[odd[i]] : 0;
        for (int j = 0; j < n; j++) index += g->number[j][c[j][i] >> 2];
        out[i] = table[index];
    }
    if (n > 5) sd_soko_second_look(g, c[0], SD_BLOCK, n, count, misses, majority, out);
    return 1;
}

static int soko(const void *rules, const uint8_t *planes, int n, int count, uint16_t *out) {
    switch (n) {
    case 5: return soko_of(rules, planes, 5, count, out);
    case 6: return soko_of(rules, planes, 6, count, out);
    default: return soko_of(rules, planes, 7, count, out);
    }
}

const sd_kernels sd_kernels_portable = {"portable", narrow, stage, {badugi, soko}, badugi_masks};
