/* Proves the kernels without Python, so that it runs under an emulator or a sanitizer.
 *
 * Usage: driver FOLDER, with the files of write_tables.py in it. Prints a line a path and exits with 0, or
 * says what differs and exits with 1. Checks, on every path that the CPU has:
 *   - all 270,725 and 2,598,960 hands against the reference, as rows and as masks;
 *   - hands of other sizes, and rows that are no hands, against one hand at a time;
 *   - every length from 0 to 200 at every misalignment, between guard pages. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fields.h"
#include "rows.h"

static void fail(const char *what, const char *path, long row) {
    fprintf(stderr, "%s: %s differs at row %ld\n", path, what, row);
    exit(1);
}

static void *load(const char *folder, const char *name, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    void *data = malloc(*size);
    if (fread(data, 1, *size, file) != *size) exit(2);
    fclose(file);
    return data;
}

static void *load_rules(const char *folder, const char *name, const sd_field *fields, size_t rules_size) {
    size_t size;
    char *raw = load(folder, name, &size), *rules = calloc(1, rules_size);
    for (char *p = raw; p < raw + size;) {
        uint64_t bytes;
        memcpy(&bytes, p + 16, 8);
        const sd_field *f = fields;
        while (f->name && strcmp(f->name, p)) f++;
        if (!f->name || f->size != bytes) {
            fprintf(stderr, "%s: field %s does not fit\n", name, p);
            exit(2);
        }
        memcpy(rules + f->offset, p + 24, bytes);
        p += 24 + bytes;
    }
    free(raw);
    return rules;
}

/* Two readable pages between two that are not. */
typedef struct { char *from, *to; } guarded;
static guarded guard(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *p = mmap(NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p + page, 2 * page, PROT_READ | PROT_WRITE);
    return (guarded){p + page, p + 3 * page};
}

static uint64_t state = 88172645463325252u;
static uint32_t below(uint32_t n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

/* n random rows; now and then one that is no hand. */
static void random_rows(uint8_t *rows, int n, int cards, int with_bad) {
    for (int i = 0; i < n; i++) {
        uint8_t deck[52];
        for (int c = 0; c < 52; c++) deck[c] = (uint8_t)c;
        for (int j = 0; j < cards; j++) {
            int at = j + (int)below((uint32_t)(52 - j));
            uint8_t card = deck[at];
            deck[at] = deck[j];
            deck[j] = card;
            rows[i * cards + j] = card;
        }
        if (with_bad && below(9) == 0)
            rows[i * cards + (int)below((uint32_t)cards)] = below(2) ? rows[i * cards] : (uint8_t)(52 + below(204));
    }
}

static uint16_t expected_rank(const sd_game *game, const uint8_t *row, int cards) {
    uint64_t mask = 0;
    for (int j = 0; j < cards; j++) {
        if (row[j] >= 52 || mask >> row[j] & 1) return 0;
        mask |= (uint64_t)1 << row[j];
    }
    return sd_rank_mask(game, mask);
}

static void all_hands(const sd_game *game, const char *path, int cards, const uint16_t *expected, long n) {
    uint8_t *rows = malloc((size_t)(n * cards)), row[8];
    uint64_t *masks = malloc((size_t)n * 8);
    uint16_t *ranks = malloc((size_t)n * 2);
    for (int j = 0; j < cards; j++) row[j] = (uint8_t)j;
    for (long i = 0; i < n; i++) {
        memcpy(rows + i * cards, row, (size_t)cards);
        masks[i] = 0;
        for (int j = 0; j < cards; j++) masks[i] |= (uint64_t)1 << row[j];
        int j = cards - 1;
        while (j >= 0 && row[j] == 52 - cards + j) j--;
        if (j < 0) break;
        for (row[j]++, j++; j < cards; j++) row[j] = (uint8_t)(row[j - 1] + 1);
    }
    sd_rows in = {(const char *)rows, cards, 1, SD_U8, 0}, in_masks = {(const char *)masks, 8, 0, SD_U64, 0};
    if (sd_rank_rows(game, &in, n, cards, (sd_ranks){(char *)ranks, 2}) != n) fail("validity", path, 0);
    for (long i = 0; i < n; i++)
        if (ranks[i] != expected[i]) fail("a rank", path, i);
    memset(ranks, 0, (size_t)n * 2);
    if (sd_rank_masks(game, &in_masks, n, (sd_ranks){(char *)ranks, 2}) != n) fail("validity of masks", path, 0);
    for (long i = 0; i < n; i++)
        if (ranks[i] != expected[i]) fail("a rank by mask", path, i);
    free(rows), free(masks), free(ranks);
}

static void sizes(const sd_game *game, const char *path, int least, int most) {
    enum { N = 5000 };
    static uint8_t rows[N * SD_MAX_CARDS];
    static uint16_t ranks[N];
    for (int cards = least; cards <= most; cards++)
        for (int with_bad = 0; with_bad < 2; with_bad++) {
            random_rows(rows, N, cards, with_bad);
            sd_rows in = {(const char *)rows, cards, 1, SD_U8, 0};
            ptrdiff_t bad = sd_rank_rows(game, &in, N, cards, (sd_ranks){(char *)ranks, 2}), first = N;
            for (int i = N - 1; i >= 0; i--) {
                uint16_t rank = expected_rank(game, rows + i * cards, cards);
                if (ranks[i] != rank) fail("a rank of another size", path, i);
                if (!rank) first = i;
            }
            if (bad != first) fail("the first bad row", path, bad);
        }
}

static void edges(const sd_game *game, const char *path, int cards) {
    guarded in = guard(), out = guard();
    static uint8_t rows[200 * 8];
    random_rows(rows, 200, cards, 0);
    for (int n = 0; n <= 200; n++)
        for (int shift = 0; shift < 64; shift++) {
            /* against the upper guard and, when shifted, away from it by less than a vector */
            uint8_t *from = (uint8_t *)in.to - n * cards - shift;
            char *to = out.to - 2 * n - shift;
            memcpy(from, rows, (size_t)(n * cards));
            memset(to - 1, 0xA5, 1);
            if (shift) memset(out.to - shift, 0xA5, (size_t)shift);
            sd_rows view = {(const char *)from, cards, 1, SD_U8, 0};
            sd_rank_rows(game, &view, n, cards, (sd_ranks){to, 2});
            for (int i = 0; i < n; i++) {
                uint16_t rank;
                memcpy(&rank, to + 2 * i, 2);
                if (rank != expected_rank(game, rows + i * cards, cards)) fail("a tail", path, i);
            }
            if ((uint8_t)to[-1] != 0xA5) fail("a byte before the output", path, n);
            for (int i = 0; i < shift; i++)
                if ((uint8_t)out.to[i - shift] != 0xA5) fail("a byte after the output", path, n);
            /* against the lower guard */
            memcpy(in.from + shift, rows, (size_t)(n * cards));
            view.data = in.from + shift;
            sd_rank_rows(game, &view, n, cards, (sd_ranks){out.from + shift, 2});
        }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    size_t n4, n5;
    uint16_t *expected4 = load(argv[1], "badugi.ranks", &n4), *expected5 = load(argv[1], "soko.ranks", &n5);
    sd_game badugi = {SD_BADUGI, 1, 52, load_rules(argv[1], "badugi.tables", sd_badugi_fields, sizeof(sd_badugi))};
    sd_game soko = {SD_SOKO, 5, 7, load_rules(argv[1], "soko.tables", sd_soko_fields, sizeof(sd_soko))};
    const char *names[4];
    int paths = sd_available(names);
    for (int p = 0; p < paths; p++) {
        sd_use(names[p]);
        all_hands(&badugi, names[p], 4, expected4, (long)(n4 / 2));
        all_hands(&soko, names[p], 5, expected5, (long)(n5 / 2));
        sizes(&badugi, names[p], 1, 13);
        sizes(&soko, names[p], 5, 7);
        for (int cards = 4; cards <= 7; cards++) edges(&badugi, names[p], cards);
        for (int cards = 5; cards <= 7; cards++) edges(&soko, names[p], cards);
        printf("%s: %zu badugi and %zu soko hands, other sizes, bad rows and edges agree\n", names[p], n4 / 2, n5 / 2);
    }
    free(expected4), free(expected5), free((void *)badugi.rules), free((void *)soko.rules);
    return 0;
}
