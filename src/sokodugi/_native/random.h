/* Random streams and exact dealing.
 *
 * The generator is xoshiro256++ (Blackman and Vigna, 2019), seeded by NumPy's SeedSequence. Bounded integers
 * follow Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024): one random word
 * yields several, exactly uniform because the rare word that would bias them is thrown away. */
#ifndef SD_RANDOM_H
#define SD_RANDOM_H

#include "platform.h"

typedef struct { uint64_t s[4]; } sd_random;

SD_INLINE uint64_t sd_rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

SD_INLINE uint64_t sd_next(sd_random *r) {
    uint64_t *s = r->s, result = sd_rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = sd_rotl(s[3], 45);
    return result;
}

enum { SD_BATCH = 8 }; /* positions from one word: 52 * 51 * ... * 45 < 2 ** 46 */

/* Positions for a partial shuffle: at[i] is uniform in [0, left - i) for i < k <= SD_BATCH. */
SD_INLINE void sd_positions(sd_random *r, int left, int k, uint32_t *at) {
    uint64_t product = 1;
    for (int i = 0; i < k; i++) product *= (uint64_t)(left - i);
    for (;;) {
        uint64_t word = sd_next(r);
        for (int i = 0; i < k; i++) at[i] = (uint32_t)sd_mul128(word, (uint64_t)(left - i), &word);
        if (word >= product || word >= (0 - product) % product) return;
    }
}

/* Shuffle k cards to the end of deck[0..left): a uniformly random ordered sample, deck stays a permutation. */
SD_INLINE void sd_draw(sd_random *r, uint8_t *deck, int left, int k) {
    while (k > 0) {
        uint32_t at[SD_BATCH];
        int now = k < SD_BATCH ? k : SD_BATCH;
        sd_positions(r, left, now, at);
        for (int i = 0; i < now; i++) {
            uint8_t *last = deck + left - 1 - i, card = deck[at[i]];
            deck[at[i]] = *last;
            *last = card;
        }
        left -= now;
        k -= now;
    }
}

#endif
