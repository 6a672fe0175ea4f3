/* The kernels, written once in the words of a vector vocabulary (vec_*.h) and compiled once for each.
 *
 * Include after a vocabulary, with SD_NAME(x) naming the result. */
#include "kernels.h"
#include "one_hand.h"
#include "narrow.h"

#define PLANE(j) (planes + (j) * SD_BLOCK + i)

SD_FN void v_order(vb *a, vb *b) {
    vb low = vb_min(*a, *b);
    *b = vb_max(*a, *b);
    *a = low;
}

/* Sorting networks, best known size for each number of cards. */
SD_FN void v_sort4(vb *c) {
    v_order(c, c + 1), v_order(c + 2, c + 3), v_order(c, c + 2), v_order(c + 1, c + 3), v_order(c + 1, c + 2);
}
SD_FN void v_sort5(vb *c) {
    v_order(c, c + 3), v_order(c + 1, c + 4);
    v_order(c, c + 2), v_order(c + 1, c + 3);
    v_order(c, c + 1), v_order(c + 2, c + 4);
    v_order(c + 1, c + 2), v_order(c + 3, c + 4);
    v_order(c + 2, c + 3);
}
SD_FN void v_sort6(vb *c) {
    v_order(c, c + 5), v_order(c + 1, c + 3), v_order(c + 2, c + 4);
    v_order(c + 1, c + 2), v_order(c + 3, c + 4);
    v_order(c, c + 3), v_order(c + 2, c + 5);
    v_order(c, c + 1), v_order(c + 2, c + 3), v_order(c + 4, c + 5);
    v_order(c + 1, c + 2), v_order(c + 3, c + 4);
}
SD_FN void v_sort7(vb *c) {
    v_order(c, c + 6), v_order(c + 2, c + 3), v_order(c + 4, c + 5);
    v_order(c, c + 2), v_order(c + 1, c + 4), v_order(c + 3, c + 6);
    v_order(c, c + 1), v_order(c + 2, c + 5), v_order(c + 3, c + 4);
    v_order(c + 1, c + 2), v_order(c + 4, c + 6);
    v_order(c + 2, c + 3), v_order(c + 4, c + 5);
    v_order(c + 1, c + 2), v_order(c + 3, c + 4), v_order(c + 5, c + 6);
}

SD_KERNEL void stage(const uint8_t *rows, int n, int count, uint8_t *planes) {
    int i = 0;
    for (; i + VB <= count; i += VB) v_stage(rows + i * n, n, PLANE(0), SD_BLOCK);
    for (; i < count; i++)
        for (int j = 0; j < n; j++) *PLANE(j) = rows[i * n + j];
    for (; i % VB; i++) /* any valid hand, so that the last vector is whole */
        for (int j = 0; j < n; j++) *PLANE(j) = (uint8_t)j;
}

/* Badugi, four cards. Sorted by what the game wants first, the six pairs that clash (same rank or same suit)
 * decide which positions play; the rank number is then a sum of a term a card. */
SD_KERNEL int badugi_four(const sd_badugi *g, const uint8_t *planes, int count, uint16_t *out) {
    const vb flip = vb_set(g->flip), shift = vb_set(g->shift), deck = vb_set((uint8_t)-SD_DECK);
    const vw bias = vw_set(SD_BIAS);
    vb apart = vb_set(255), top = vb_set(0);
    for (int i = 0; i < count; i += VB) {
        vb c[4];
        for (int j = 0; j < 4; j++) {
            vb card = vb_load(PLANE(j));
            top = vb_max(top, card);
            card = vb_add(vb_xor(card, flip), shift);
            c[j] = vb_min(card, vb_add(card, deck));
        }
        v_sort4(c);
        vb x01 = vb_xor(c[0], c[1]), x12 = vb_xor(c[1], c[2]), x23 = vb_xor(c[2], c[3]);
        apart = vb_min(apart, vb_min(vb_min(x01, x12), x23));
        vb clashes = vb_or(vb_or(vb_clash(x01, 1), vb_clash(vb_xor(c[0], c[2]), 2)),
                           vb_or(vb_clash(vb_xor(c[0], c[3]), 4), vb_clash(x12, 8)));
        clashes = vb_or(clashes, vb_or(vb_clash(vb_xor(c[1], c[3]), 16), vb_clash(x23, 32)));
        vb kept = vb_lut64(g->kept, clashes);
        vb low = vb_lut16(g->base[0], kept), high = vb_lut16(g->base[1], kept);
        for (int j = 0; j < 4; j++) {
            vb at = vb_or(vb_lut16(g->slot[j], kept), vb_rank(c[j]));
            low = vb_add(low, vb_lut64(g->term[0], at));
            high = vb_add(high, vb_lut64(g->term[1], at));
        }
        vw l[2], h[2];
        vb_widen(low, l);
        vb_widen(high, h);
        for (int q = 0; q < 2; q++)
            vw_store(out + i + q * (VB / 2), vw_sub(vw_add(l[q], vw_shl(h[q], 5)), bias));
    }
    return vb_least(apart) > 0 && vb_most(top) < SD_DECK;
}

/* Badugi, any cards. Lane by lane the family of suit sets that the taken ranks can be matched to, a bit per
 * set (sd_take in one_hand.h): a rank is taken if the family after it is not empty. */
SD_FN void v_badugi_words(const sd_badugi *g, const vw words[4], uint16_t *out) {
    const vw c0 = vw_set(0x5555), c1 = vw_set(0x3333), c2 = vw_set(0x0F0F), c3 = vw_set(0x00FF);
    vw family = vw_set(1), plays = vw_set(0);
    for (int i = 0; i < 13; i++) {
        int nibble = g->order[i];
        uint16_t clubs = (uint16_t)(1u << 4 * (nibble & 3));
        vw w = words[nibble >> 2];
        vw next = vw_if(w, vw_set(clubs), vw_shl(vw_and(family, c0), 1));
        next = vw_or(next, vw_if(w, vw_set((uint16_t)(clubs << 1)), vw_shl(vw_and(family, c1), 2)));
        next = vw_or(next, vw_if(w, vw_set((uint16_t)(clubs << 2)), vw_shl(vw_and(family, c2), 4)));
        next = vw_or(next, vw_if(w, vw_set((uint16_t)(clubs << 3)), vw_shl(vw_and(family, c3), 8)));
        family = vw_pick(next, next, family);
        plays = vw_or(plays, vw_pick(next, vw_set((uint16_t)(1u << i)), vw_set(0)));
    }
    vw_store(out, vw_lookup(g->rank, plays));
}

SD_KERNEL int badugi_masks(const sd_badugi *g, const uint64_t *masks, int count, uint16_t *out) {
    uint64_t beyond = 0, empty = 0;
    for (int i = 0; i < count; i += VB / 2) {
        vw words[4];
        v_load_masks(masks + i, words);
        v_badugi_words(g, words, out + i);
    }
    for (int i = 0; i < count; i++) {
        beyond |= masks[i];
        empty |= masks[i] - 1;
    }
    return (beyond | empty) >> SD_DECK == 0;
}

SD_KERNEL int badugi_many(const sd_badugi *g, const uint8_t *planes, int n, int count, uint16_t *out) {
    vb top = vb_set(0);
    int whole = 1;
    for (int i = 0; i < count; i += VB) {
        for (int j = 0; j < n; j++) top = vb_max(top, vb_load(PLANE(j)));
        for (int half = 0; half < VB; half += VB / 2) {
            SD_ALIGNED(64) uint64_t masks[VB / 2];
            vw words[4];
            whole &= v_make_masks(PLANE(0) + half, SD_BLOCK, n, masks);
            v_load_masks(masks, words);
            v_badugi_words(g, words, out + i + half);
        }
    }
    return whole && vb_most(top) < SD_DECK;
}

SD_KERNEL int badugi(const void *rules, const uint8_t *planes, int n, int count, uint16_t *out) {
    return n == 4 ? badugi_four(rules, planes, count, out) : badugi_many(rules, planes, n, count, out);
}

/* Soko. The sum of a term a card numbers the multiset of ranks. */
SD_FN void v_multiset(const sd_soko *g, const vb *cards, int n, vw index[2]) {
    const int parts = n > 5 ? 3 : 2;
    for (int part = 0; part < parts; part++) {
        vw wide[2];
        vb sum = vb_set(0);
        for (int j = 0; j < n; j++)
            sum = vb_add(sum, vb_lut16(n > 5 ? g->term[part][j] : g->five_term[part][j], vb_rank(cards[j])));
        vb_widen(sum, wide);
        for (int q = 0; q < 2; q++)
            index[q] = part == 0   ? wide[q]
                       : part == 1 ? vw_add(index[q], vw_shl(wide[q], 5))
                                   : vw_add(index[q], vw_shl(wide[q], 10));
    }
}

SD_FN vb v_apart(vb apart, const vb *cards, int n) {
    for (int j = 1; j < n; j++) apart = vb_min(apart, vb_xor(cards[j - 1], cards[j]));
    return apart;
}

/* Five cards: the suit state and the ranks are one table look-up. If four cards share a suit, so do two of any
 * three, and the bitwise majority of these is that suit. */
SD_KERNEL int soko_five(const sd_soko *g, const uint8_t *planes, int count, uint16_t *out) {
    const vb suit = vb_set(3), one = vb_set(1);
    const vw five = vw_set(SD_FIVE);
    vb apart = vb_set(255), top = vb_set(0);
    for (int i = 0; i < count; i += VB) {
        vb c[5];
        vw index[2], state[2];
        for (int j = 0; j < 5; j++) c[j] = vb_load(PLANE(j));
        v_sort5(c);
        apart = v_apart(apart, c, 5);
        top = vb_max(top, c[4]);
        vb majority = vb_majority(c[0], c[1], c[2]), odd = vb_set(0);
        for (int j = 4; j >= 0; j--)
            odd = vb_add(vb_add(odd, odd), vb_min(vb_and(vb_xor(c[j], majority), suit), one));
        vb_widen(vb_lut64(g->odd, odd), state);
        v_multiset(g, c, 5, index);
        for (int q = 0; q < 2; q++)
            vw_store(out + i + q * (VB / 2), vw_lookup(g->five, vw_add(index[q], vw_mul(state[q], five))));
    }
    return vb_least(apart) > 0 && vb_most(top) < SD_DECK;
}

/* Six or seven cards: the best five by ranks alone from a table; the one hand in four or five that holds four
 * cards of a suit gets a second look. If four of seven cards share a suit, it is their bitwise majority. */
SD_FN int v_soko_more(const sd_soko *g, const uint8_t *planes, const int n, int count, uint16_t *out) {
    const vb suit = vb_set(3), one = vb_set(1);
    const uint16_t *table = n == 6 ? g->six : g->seven;
    vb apart = vb_set(255), top = vb_set(0);
    SD_ALIGNED(64) uint8_t misses[SD_BLOCK], suits[SD_BLOCK];
    for (int i = 0; i < count; i += VB) {
        vb c[SD_SOKO_MAX_CARDS];
        vw index[2];
        for (int j = 0; j < n; j++) c[j] = vb_load(PLANE(j));
        if (n == 6) v_sort6(c); else v_sort7(c);
        apart = v_apart(apart, c, n);
        top = vb_max(top, c[n - 1]);
        /* carry-save adders: the majority of seven; of six cards the first counts twice, which leaves four
         * of a suit the majority. Without four of a suit it is nobody's, and misses tell. */
        vb extra = n == 6 ? c[0] : c[6];
        vb sum1 = vb_xor(vb_xor(c[0], c[1]), c[2]), carry1 = vb_majority(c[0], c[1], c[2]);
        vb sum2 = vb_xor(vb_xor(c[3], c[4]), c[5]), carry2 = vb_majority(c[3], c[4], c[5]);
        vb carry3 = vb_majority(sum1, sum2, extra);
        vb majority = vb_and(vb_majority(carry1, carry2, carry3), suit), miss = vb_set(0);
        for (int j = 0; j < n; j++) miss = vb_add(miss, vb_min(vb_and(vb_xor(c[j], majority), suit), one));
        vb_store(misses + i, miss);
        vb_store(suits + i, majority);
        v_multiset(g, c, n, index);
        for (int q = 0; q < 2; q++) vw_store(out + i + q * (VB / 2), vw_lookup(table, index[q]));
    }
    if (vb_least(apart) == 0 || vb_most(top) >= SD_DECK) return 0;
    sd_soko_second_look(g, planes, SD_BLOCK, n, count, misses, suits, out);
    return 1;
}

SD_KERNEL int soko(const void *rules, const uint8_t *planes, int n, int count, uint16_t *out) {
    switch (n) {
    case 5: return soko_five(rules, planes, count, out);
    case 6: return v_soko_more(rules, planes, 6, count, out);
    default: return v_soko_more(rules, planes, 7, count, out);
    }
}

const sd_kernels SD_NAME(sd_kernels) = {SD_NAME_TEXT, narrow, stage, {badugi, soko}, badugi_masks};
