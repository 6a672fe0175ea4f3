/* Counting winners, a block of deals at a time. */
#ifndef SD_TALLY_H
#define SD_TALLY_H

#include "kernels.h"

enum { SD_SEATS = 8, SD_CLASSES = 16 };

/* See sokodugi.sampling.Tally. */
typedef struct {
    int players, categories;
    uint16_t last[SD_CLASSES];       /* the worst rank of each class */
    int64_t ways[SD_SEATS][SD_SEATS];
    int64_t ends[SD_SEATS][SD_CLASSES];
    int64_t winning[SD_CLASSES];
} sd_tally;

/* Count ranks up to `last` of each class; ranks are below 2 ** 15, which lets SSE2 compare them. */
static void sd_count_classes(const sd_tally *t, const uint16_t *ranks, int count, int64_t *classes) {
    int before = 0;
    for (int c = 0; c < t->categories; c++) {
        const int16_t last = (int16_t)t->last[c];
        uint16_t upto = 0;
        for (int i = 0; i < count; i++) upto = (uint16_t)(upto + ((int16_t)ranks[i] <= last));
        classes[c] += upto - before;
        before = upto;
    }
}

/* Player p's rank in deal i is ranks[p * SD_BLOCK + i]; count <= SD_BLOCK. */
static void sd_count_block(sd_tally *t, const uint16_t *ranks, int count) {
    const int players = t->players;
    SD_ALIGNED(64) uint16_t best[SD_BLOCK], winners[SD_BLOCK];
    memcpy(best, ranks, sizeof best);
    for (int p = 1; p < players; p++) {
        const uint16_t *mine = ranks + p * SD_BLOCK;
        for (int i = 0; i < count; i++) best[i] = (int16_t)mine[i] < (int16_t)best[i] ? mine[i] : best[i];
    }
    memset(winners, 0, sizeof winners);
    for (int p = 0; p < players; p++) {
        const uint16_t *mine = ranks + p * SD_BLOCK;
        for (int i = 0; i < count; i++) winners[i] = (uint16_t)(winners[i] + (mine[i] == best[i]));
    }
    uint16_t shared = 0;
    for (int i = 0; i < count; i++) shared = (uint16_t)(shared + (winners[i] > 1));
    for (int p = 0; p < players; p++) {
        const uint16_t *mine = ranks + p * SD_BLOCK;
        uint16_t won = 0;
        for (int i = 0; i < count; i++) won = (uint16_t)(won + ((mine[i] == best[i]) & (winners[i] == 1)));
        t->ways[p][0] += won;
        if (t->categories) sd_count_classes(t, mine, count, t->ends[p]);
    }
    if (t->categories) sd_count_classes(t, best, count, t->winning);
    for (int i = 0; shared && i < count; i++) {
        if (winners[i] < 2) continue;
        shared--;
        for (int p = 0; p < players; p++) t->ways[p][winners[i] - 1] += ranks[p * SD_BLOCK + i] == best[i];
    }
}

#endif
