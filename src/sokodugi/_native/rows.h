/* Ranking of arrays: any integer type, any strides, block by block through the kernels in use. */
#ifndef SD_ROWS_H
#define SD_ROWS_H

#include "kernels.h"

typedef enum { SD_U8, SD_I8, SD_U16, SD_I16, SD_U32, SD_I32, SD_U64, SD_I64, SD_DTYPES } sd_dtype;

/* A two-dimensional array of integers as NumPy describes it; strides in bytes. */
typedef struct {
    const char *data;
    ptrdiff_t row_stride, card_stride;
    sd_dtype dtype;
    int swapped; /* not in the byte order of this machine */
} sd_rows;

/* A one-dimensional output of ranks; stride in bytes. */
typedef struct {
    char *data;
    ptrdiff_t stride;
} sd_ranks;

/* Rank n rows of n_cards cards. A row that is no hand gets rank 0; the result is the first such row, or n. */
ptrdiff_t sd_rank_rows(const sd_game *game, const sd_rows *rows, ptrdiff_t n, int n_cards, sd_ranks out);

/* The same for masks: a column of any integer type (rows->card_stride is not used). */
ptrdiff_t sd_rank_masks(const sd_game *game, const sd_rows *masks, ptrdiff_t n, sd_ranks out);

/* One hand: cards below 52 in any order, of a number that the game takes. 0 if a card stands twice. */
uint16_t sd_rank_cards(const sd_game *game, const uint8_t *cards, int n);

/* One hand, given as any mask: 0 if it is no hand of the game. */
uint16_t sd_rank_mask(const sd_game *game, uint64_t mask);

/* The cards of a valid hand that play. Of equally good choices, the one whose cards, ascending, come first. */
uint64_t sd_playing(const sd_game *game, uint64_t mask);

#endif
