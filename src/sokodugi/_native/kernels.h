/* What a set of batch kernels offers, whatever instructions it is made of. */
#ifndef SD_KERNELS_H
#define SD_KERNELS_H

#include "games.h"

enum {
    SD_BLOCK = 256, /* rows per call: a block and its results stay in the first-level cache */
    SD_MAX_CARDS = SD_BADUGI_MAX_CARDS
};

/* A block of rows as planes: card j of row i is planes[j * SD_BLOCK + i]. Kernels work on whole vectors, so
 * planes, masks and out always have room for SD_BLOCK rows, and the rows past `count` hold any valid hand.
 * rank and rank_masks return false if the block may hold a row that is no hand; `out` is then to be done
 * again row by row. */
typedef struct {
    const char *name;
    /* integers of `item` bytes, `stride` bytes apart, to bytes; 255 for what no byte holds */
    void (*narrow)(const char *from, ptrdiff_t stride, int item, int swapped, int count, uint8_t *to);
    void (*stage)(const uint8_t *rows, int n_cards, int count, uint8_t *planes);
    int (*rank[2])(const void *rules, const uint8_t *planes, int n_cards, int count, uint16_t *out);
    int (*badugi_masks)(const sd_badugi *rules, const uint64_t *masks, int count, uint16_t *out);
} sd_kernels;

extern const sd_kernels sd_kernels_portable;
#if defined(SD_X86)
extern const sd_kernels sd_kernels_avx2;
extern const sd_kernels sd_kernels_avx512;
void sd_prepare_avx512(void);
#elif defined(SD_ARM64)
extern const sd_kernels sd_kernels_neon;
#endif

/* The kernels in use. Chosen once at import; tests switch them with sd_use. */
extern const sd_kernels *sd_active;

int sd_available(const char *names[4]); /* names of the paths this machine can run, best first; their number */
int sd_use(const char *name);           /* false if this machine cannot run it */

#endif
