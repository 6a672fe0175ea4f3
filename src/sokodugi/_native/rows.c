#include "rows.h"

#include "one_hand.h"

/* ---- integers of any kind, in ---- */

/* Masks: a negative or too narrow value keeps its bits beyond the deck, which no hand has. */
static void widen(const sd_rows *m, ptrdiff_t first, ptrdiff_t n, uint64_t *to) {
    const char *from = m->data + first * m->row_stride;
#define WIDEN(utype, type, swap)                                                                              \
    for (ptrdiff_t i = 0; i < n; i++) {                                                                       \
        utype x;                                                                                              \
        memcpy(&x, from + i * m->row_stride, sizeof x);                                                       \
        if (m->swapped) x = swap(x);                                                                          \
        to[i] = (uint64_t)(type)x;                                                                            \
    }                                                                                                         \
    break
    switch (m->dtype) {
    case SD_U8: WIDEN(uint8_t, uint8_t, );
    case SD_I8: WIDEN(uint8_t, int8_t, );
    case SD_U16: WIDEN(uint16_t, uint16_t, sd_swap16);
    case SD_I16: WIDEN(uint16_t, int16_t, sd_swap16);
    case SD_U32: WIDEN(uint32_t, uint32_t, sd_swap32);
    case SD_I32: WIDEN(uint32_t, int32_t, sd_swap32);
    default: WIDEN(uint64_t, uint64_t, sd_swap64);
    }
#undef WIDEN
}

/* ---- one hand ---- */

/* Valid cards, ascending, and their mask. */
static uint16_t rank_sorted(const sd_game *game, const uint8_t *cards, int n, uint64_t mask) {
    return game->kind == SD_SOKO ? sd_soko_one(game->rules, cards, n) : sd_badugi_one(game->rules, mask);
}

uint16_t sd_rank_cards(const sd_game *game, const uint8_t *cards, int n) {
    uint8_t sorted[SD_DECK];
    uint64_t mask = 0;
    if (game->kind == SD_BADUGI && n == 4) return sd_badugi_four(game->rules, cards);
    if (game->kind == SD_SOKO && n == 5) return sd_soko_five(game->rules, cards);
    for (int j = 0; j < n; j++) {
        if (mask >> cards[j] & 1) return 0;
        mask |= (uint64_t)1 << cards[j];
    }
    sd_unpack(mask, sorted);
    return rank_sorted(game, sorted, n, mask);
}

uint16_t sd_rank_mask(const sd_game *game, uint64_t mask) {
    uint8_t cards[64];
    int n = sd_unpack(mask, cards);
    return mask >> SD_DECK || n < game->min_cards || n > game->max_cards ? 0 : rank_sorted(game, cards, n, mask);
}

/* One card for each rank of `ranks` (a bit at its lowest card), all suits different: the first found in
 * ascending order, or 0. */
static uint64_t match(uint64_t mask, uint64_t ranks, uint32_t suits) {
    if (!ranks) return 0;
    int lowest = sd_ctz64(ranks);
    for (uint32_t free = (uint32_t)(mask >> lowest) & ~suits & 15; free; free &= free - 1) {
        uint64_t card = (uint64_t)(free & (0 - free)) << lowest, rest = ranks & (ranks - 1);
        if (!rest) return card;
        uint64_t more = match(mask, rest, suits | (free & (0 - free)));
        if (more) return card | more;
    }
    return 0;
}

static uint64_t badugi_playing(const sd_badugi *g, uint64_t mask) {
    uint64_t ranks = 0;
    for (uint32_t plays = sd_badugi_plays(g, mask); plays; plays &= plays - 1)
        ranks |= (uint64_t)1 << 4 * g->order[sd_ctz64(plays)];
    return match(mask, ranks, 0);
}

static uint64_t soko_playing(const sd_soko *g, uint64_t mask) {
    uint8_t cards[SD_DECK], five[5];
    const int n = sd_unpack(mask, cards);
    const uint16_t best = sd_soko_one(g, cards, n);
    for (uint32_t places = (1u << n) - 1;; places--) { /* place 0 is the top bit: first in ascending order first */
        if (sd_popcount64(places) != 5) continue;
        uint64_t hand = 0;
        for (int j = 0, k = 0; j < n; j++)
            if (places >> (n - 1 - j) & 1) {
                five[k++] = cards[j];
                hand |= (uint64_t)1 << cards[j];
            }
        if (sd_soko_one(g, five, 5) == best) return hand;
    }
}

uint64_t sd_playing(const sd_game *game, uint64_t mask) {
    return game->kind == SD_BADUGI ? badugi_playing(game->rules, mask) : soko_playing(game->rules, mask);
}

/* ---- blocks ---- */

/* Ranks of a block on their way out, and the first row that is no hand. */
typedef struct {
    sd_ranks out;
    ptrdiff_t first_bad;
    SD_ALIGNED(64) uint16_t ranks[SD_BLOCK];
} outbox;

/* Where the kernel writes the block: straight into the output if it may. */
static uint16_t *open_block(outbox *o, ptrdiff_t first, int count) {
    const int direct = count == SD_BLOCK && o->out.stride == 2 && ((uintptr_t)o->out.data & 1) == 0;
    return direct ? (uint16_t *)(void *)(o->out.data + 2 * first) : o->ranks;
}

static void close_block(outbox *o, ptrdiff_t first, int count, const uint16_t *ranks, int whole) {
    if (!whole && o->first_bad < 0)
        for (int i = 0; i < count && o->first_bad < 0; i++)
            if (!ranks[i]) o->first_bad = first + i;
    if (ranks == o->ranks)
        for (int i = 0; i < count; i++) memcpy(o->out.data + (first + i) * o->out.stride, ranks + i, 2);
}

static ptrdiff_t first_bad(const outbox *o, ptrdiff_t n) { return o->first_bad < 0 ? n : o->first_bad; }

/* A block with a row that is no hand: each row by itself. */
static void again(const sd_game *game, const uint8_t *planes, int n_cards, int count, uint16_t *ranks) {
    for (int i = 0; i < count; i++) {
        uint8_t cards[SD_MAX_CARDS];
        int valid = 1;
        for (int j = 0; j < n_cards; j++) {
            cards[j] = planes[j * SD_BLOCK + i];
            valid &= cards[j] < SD_DECK;
        }
        ranks[i] = valid ? sd_rank_cards(game, cards, n_cards) : 0;
    }
}

ptrdiff_t sd_rank_rows(const sd_game *game, const sd_rows *rows, ptrdiff_t n, int n_cards, sd_ranks out) {
    static const int size[SD_DTYPES] = {1, 1, 2, 2, 4, 4, 8, 8};
    const sd_kernels *kernels = sd_active;
    const int item = size[rows->dtype];
    const int together = rows->card_stride == item && rows->row_stride == item * n_cards;
    SD_ALIGNED(64) uint8_t planes[SD_MAX_CARDS * SD_BLOCK], bytes[SD_MAX_CARDS * SD_BLOCK];
    outbox o;
    o.out = out;
    o.first_bad = -1;
    for (ptrdiff_t first = 0; first < n; first += SD_BLOCK) {
        const int count = n - first < SD_BLOCK ? (int)(n - first) : SD_BLOCK;
        const char *from = rows->data + first * rows->row_stride;
        if (together) {
            const uint8_t *row_bytes = (const uint8_t *)from;
            if (item > 1) {
                kernels->narrow(from, item, item, rows->swapped, count * n_cards, bytes);
                row_bytes = bytes;
            }
            kernels->stage(row_bytes, n_cards, count, planes);
        } else {
            for (int j = 0; j < n_cards; j++) {
                uint8_t *plane = planes + j * SD_BLOCK;
                kernels->narrow(from + j * rows->card_stride, rows->row_stride, item, rows->swapped, count, plane);
                memset(plane + count, j, (size_t)(SD_BLOCK - count));
            }
        }
        uint16_t *ranks = open_block(&o, first, count);
        int whole = kernels->rank[game->kind](game->rules, planes, n_cards, count, ranks);
        if (!whole) again(game, planes, n_cards, count, ranks);
        close_block(&o, first, count, ranks, whole);
    }
    return first_bad(&o, n);
}

/* Soko masks: ascending cards straight into planes where the whole block has the same number of cards. */
static int soko_masks(const sd_game *game, const sd_kernels *kernels, const uint64_t *masks, int count, uint16_t *ranks) {
    SD_ALIGNED(64) uint8_t planes[SD_SOKO_MAX_CARDS * SD_BLOCK];
    const int n = sd_popcount64(masks[0]);
    uint64_t odd = 0;
    if (n < game->min_cards || n > game->max_cards) return 0;
    for (int i = 0; i < count; i++) {
        uint64_t m = masks[i];
        odd |= m >> SD_DECK;
        for (int j = 0; j < n; j++, m &= m - 1) {
            odd |= m == 0;
            planes[j * SD_BLOCK + i] = (uint8_t)sd_ctz64(m | (uint64_t)1 << 63);
        }
        odd |= m;
    }
    if (odd) return 0;
    for (int j = 0; j < n; j++) memset(planes + j * SD_BLOCK + count, j, (size_t)(SD_BLOCK - count));
    return kernels->rank[SD_SOKO](game->rules, planes, n, count, ranks);
}

ptrdiff_t sd_rank_masks(const sd_game *game, const sd_rows *masks, ptrdiff_t n, sd_ranks out) {
    const sd_kernels *kernels = sd_active;
    const int direct = (masks->dtype == SD_U64 || masks->dtype == SD_I64) && masks->row_stride == 8 &&
                       !masks->swapped && ((uintptr_t)masks->data & 7) == 0;
    SD_ALIGNED(64) uint64_t block[SD_BLOCK];
    outbox o;
    o.out = out;
    o.first_bad = -1;
    for (ptrdiff_t first = 0; first < n; first += SD_BLOCK) {
        const int count = n - first < SD_BLOCK ? (int)(n - first) : SD_BLOCK;
        const uint64_t *from = block;
        if (direct && count == SD_BLOCK) {
            from = (const uint64_t *)(const void *)(masks->data + 8 * first);
        } else {
            widen(masks, first, count, block);
            for (int i = count; i < SD_BLOCK; i++) block[i] = 1;
        }
        uint16_t *ranks = open_block(&o, first, count);
        int whole = game->kind == SD_BADUGI ? kernels->badugi_masks(game->rules, from, count, ranks)
                                            : soko_masks(game, kernels, from, count, ranks);
        if (!whole)
            for (int i = 0; i < count; i++) ranks[i] = sd_rank_mask(game, from[i]);
        close_block(&o, first, count, ranks, whole);
    }
    return first_bad(&o, n);
}
