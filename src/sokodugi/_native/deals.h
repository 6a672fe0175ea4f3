/* Sampled deals: dealt block by block, ranked and counted. */
#ifndef SD_DEALS_H
#define SD_DEALS_H

#include <math.h>

#include "blocks.h"

/* Deal n times and count; the result is that of sd_fill. */
static int sd_sample(const sd_deals *d, sd_random *r, int64_t n, sd_tally *t, int (*poll)(void)) {
    SD_ALIGNED(64) uint16_t ranks[SD_SEATS * SD_BLOCK];
    sd_block b;
    sd_open(d, &b);
    for (; n > 0; n -= SD_BLOCK) {
        const int count = n < SD_BLOCK ? (int)n : SD_BLOCK, stop = sd_fill(d, r, &b, count, poll);
        if (stop) return stop;
        for (int p = 0; p < d->players; p++)
            d->rank(d->game, b.planes + p * d->cards * SD_BLOCK, d->cards, count, ranks + p * SD_BLOCK);
        sd_count_block(t, ranks, count);
    }
    return 0;
}

/* Deal n times and write the hands, (n, players, cards). */
static int sd_hands(const sd_deals *d, sd_random *r, int64_t n, uint8_t *hands, int (*poll)(void)) {
    const int width = d->players * d->cards;
    sd_block b;
    sd_open(d, &b);
    for (; n > 0; n -= SD_BLOCK) {
        const int count = n < SD_BLOCK ? (int)n : SD_BLOCK, stop = sd_fill(d, r, &b, count, poll);
        if (stop) return stop;
        for (int i = 0; i < count; i++)
            for (int s = 0; s < width; s++) *hands++ = b.planes[s * SD_BLOCK + i];
    }
    return 0;
}

/* ---- many situations ---- */

/* A stream for a situation, from a 256-bit seed and its number: SplitMix64 (Steele, Lea and Flood, 2014). */
static sd_random sd_stream(const uint64_t *seed, uint64_t number) {
    sd_random r;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed[i] + (4 * number + (uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        r.s[i] = z ^ z >> 31;
    }
    return r;
}

/* Set up one situation; false if a card is none or stands twice, or too few cards are left. */
static int sd_situation(sd_deals *d, const uint8_t *hands, int n_cards, const uint8_t *dead, int n_dead) {
    uint64_t gone = 0;
    int good = 1;
    d->known = d->missing = d->live = 0;
    for (int p = 0; p < d->players; p++)
        for (int j = 0; j < d->cards; j++) {
            const uint8_t card = j < n_cards ? hands[p * n_cards + j] : SD_UNKNOWN;
            const uint8_t slot = (uint8_t)(p * d->cards + j);
            if (card == SD_UNKNOWN) {
                d->missing_slot[d->missing++] = slot;
                continue;
            }
            good &= card < SD_DECK && !(gone >> (card & 63) & 1);
            gone |= (uint64_t)1 << (card & 63);
            d->known_slot[d->known] = slot;
            d->known_card[d->known++] = card;
        }
    for (int j = 0; j < n_dead; j++) {
        if (dead[j] == SD_UNKNOWN) continue;
        good &= dead[j] < SD_DECK && !(gone >> (dead[j] & 63) & 1);
        gone |= (uint64_t)1 << (dead[j] & 63);
    }
    for (int card = 0; card < SD_DECK; card++)
        if (!(gone >> card & 1)) d->deck[d->live++] = (uint8_t)card;
    return good && d->missing <= d->live;
}

/* Equities and their errors of one player after the other: see sokodugi.sampling.Tally. */
static void sd_shares(const sd_tally *t, int64_t n, int exact, double *equity, double *stderr_) {
    for (int p = 0; p < t->players; p++) {
        double sum = 0, squares = 0;
        for (int k = 1; k <= t->players; k++) {
            sum += (double)t->ways[p][k - 1] / k;
            squares += (double)t->ways[p][k - 1] / ((double)k * k);
        }
        const double more = (double)n + 2, mean = (sum + 1) / more;
        equity[p] = sum / (double)n;
        stderr_[p] = exact ? 0 : sqrt(((squares + 1) / more - mean * mean) / more);
    }
}

#endif
