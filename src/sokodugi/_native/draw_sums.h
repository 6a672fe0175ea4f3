/* Draws by subset sums: exact means over the cards to come, for all hands at once.
 *
 * Let S(K) be the sum of a value over all four-card hands that hold the cards K. The sum over the hands that
 * hold K and none of the cards D is, by inclusion and exclusion, the sum over T in D of (-1)^|T| S(K + T).
 * For the 16 ways to split one hand into K and D this is one Moebius transform of its 16 subset sums. The
 * transpose carries weights on hands through a draw. Hands are in lexicographic order. */
#ifndef SD_DRAW_SUMS_H
#define SD_DRAW_SUMS_H

#include "platform.h"

enum { SD_CARDS = 52, SD_HANDS = 270725 };

/* S by subset, the cards ascending. Subsets of four cards are the hands themselves. */
typedef struct {
    double none, one[SD_CARDS], two[SD_CARDS][SD_CARDS], three[SD_CARDS][SD_CARDS][SD_CARDS];
} sd_sums;

/* Positions of a hand's cards that are kept, most cards first, then the first positions first. */
static const uint8_t SD_KEEP_ORDER[16] = {15, 7, 11, 13, 14, 3, 5, 9, 6, 10, 12, 1, 2, 4, 8, 0};

SD_INLINE int sd_hand_row(const uint8_t *c) {
    const int x = 51 - c[0], y = 51 - c[1], z = 51 - c[2];
    return SD_HANDS - 1 - x * (x - 1) * (x - 2) / 6 * (x - 3) / 4 - y * (y - 1) * (y - 2) / 6 - z * (z - 1) / 2 -
           (51 - c[3]);
}

/* For every pair a < b and c > b: the hands a, b, c, d with d > c are rows of one run. */
#define SD_EACH_RUN(row)                                                                                      \
    for (int a = 0, row = 0; a < SD_CARDS - 3; a++)                                                           \
        for (int b = a + 1; b < SD_CARDS - 2; b++)                                                            \
            for (int c = b + 1; c < SD_CARDS - 1; row += SD_CARDS - 1 - c, c++)

static void sd_subset_sums(const double *SD_RESTRICT value, sd_sums *SD_RESTRICT s) {
    memset(s, 0, sizeof *s);
    SD_EACH_RUN(row) {
        const double *v = value + row - (c + 1);
        double *abd = s->three[a][b], *acd = s->three[a][c], *bcd = s->three[b][c], abc = 0;
        for (int d = c + 1; d < SD_CARDS; d++) {
            abc += v[d];
            abd[d] += v[d];
            acd[d] += v[d];
            bcd[d] += v[d];
        }
        s->three[a][b][c] += abc;
    }
    for (int a = 0; a < SD_CARDS; a++)
        for (int b = a + 1; b < SD_CARDS; b++)
            for (int c = b + 1; c < SD_CARDS; c++) {
                const double x = s->three[a][b][c];
                s->two[a][b] += x;
                s->two[a][c] += x;
                s->two[b][c] += x;
            }
    for (int a = 0; a < SD_CARDS; a++)
        for (int b = a + 1; b < SD_CARDS; b++) {
            const double x = s->two[a][b] /= 2; /* a hand has two triples that hold the pair */
            s->one[a] += x;
            s->one[b] += x;
        }
    for (int a = 0; a < SD_CARDS; a++) s->none += s->one[a] /= 3;
    s->none /= 4;
}

/* The sums of the subsets of n hands a, b, c, first + j; bit i of a subset stands for the i-th card. */
SD_INLINE void sd_hand_sums(const sd_sums *s, const double *value, int a, int b, int c, int first, int n,
                            double f[16][SD_CARDS]) {
    const double fixed[8] = {s->none,   s->one[a],    s->one[b],    s->two[a][b],
                             s->one[c], s->two[a][c], s->two[b][c], s->three[a][b][c]};
    const double *with_d[8] = {s->one,    s->two[a],      s->two[b],      s->three[a][b],
                               s->two[c], s->three[a][c], s->three[b][c], value - first};
    for (int m = 0; m < 8; m++)
        for (int j = 0; j < n; j++) {
            f[m][j] = fixed[m];
            f[m + 8][j] = with_d[m][first + j];
        }
}

/* From sums over the hands that hold K to means over those that hold K and nothing else of the hand.
 * inverse[n] is one over the number of ways to draw n cards. */
SD_INLINE void sd_means(double f[16][SD_CARDS], int n, const double *inverse) {
    for (int bit = 1; bit < 16; bit *= 2)
        for (int m = 0; m < 16; m++)
            if (!(m & bit))
                for (int j = 0; j < n; j++) f[m][j] -= f[m | bit][j];
    for (int m = 0; m < 16; m++) {
        const double scale = inverse[4 - sd_popcount64((uint64_t)m)];
        for (int j = 0; j < n; j++) f[m][j] *= scale;
    }
}

/* The best mean and the first way to keep, in the order above, that is not worse by more than the tolerance. */
static void sd_best(const double *SD_RESTRICT value, const sd_sums *SD_RESTRICT s, const double *inverse,
                    double tolerance, double *SD_RESTRICT best, uint8_t *SD_RESTRICT keep) {
    double f[16][SD_CARDS];
    SD_EACH_RUN(row) {
        const int n = SD_CARDS - 1 - c;
        sd_hand_sums(s, value + row, a, b, c, c + 1, n, f);
        sd_means(f, n, inverse);
        for (int j = 0; j < n; j++) {
            double most = f[0][j];
            for (int m = 1; m < 16; m++) most = f[m][j] > most ? f[m][j] : most;
            uint8_t k = 0;
            for (int i = 15; i >= 0; i--) k = f[SD_KEEP_ORDER[i]][j] >= most - tolerance ? SD_KEEP_ORDER[i] : k;
            best[row + j] = most;
            keep[row + j] = k;
        }
    }
}

/* The mean of the way to keep that is given for each hand. */
static void sd_mean_of(const double *SD_RESTRICT value, const sd_sums *SD_RESTRICT s, const double *inverse,
                      const uint8_t *SD_RESTRICT keep, double *SD_RESTRICT mean) {
    double f[16][SD_CARDS];
    SD_EACH_RUN(row) {
        const int n = SD_CARDS - 1 - c;
        sd_hand_sums(s, value + row, a, b, c, c + 1, n, f);
        sd_means(f, n, inverse);
        for (int j = 0; j < n; j++) mean[row + j] = f[keep[row + j]][j];
    }
}

/* All 16 means of one hand. */
static void sd_ways(const double *value, const sd_sums *s, const double *inverse, const uint8_t *hand,
                    double *means) {
    double f[16][SD_CARDS];
    sd_hand_sums(s, value + sd_hand_row(hand), hand[0], hand[1], hand[2], hand[3], 1, f);
    sd_means(f, 1, inverse);
    for (int m = 0; m < 16; m++) means[m] = f[m][0];
}

/* ---- the transpose: s now holds coefficients, to be pushed to all hands that hold the subset ---- */

/* The place of a subset; its cards ascending. */
SD_INLINE double *sd_place(sd_sums *s, double *four, const uint8_t *cards, int n) {
    switch (n) {
    case 0: return &s->none;
    case 1: return &s->one[cards[0]];
    case 2: return &s->two[cards[0]][cards[1]];
    case 3: return &s->three[cards[0]][cards[1]][cards[2]];
    default: return four + sd_hand_row(cards);
    }
}

SD_INLINE int sd_cards_of(uint64_t mask, uint8_t *cards) {
    int n = 0;
    for (; mask; mask &= mask - 1) cards[n++] = (uint8_t)sd_ctz64(mask);
    return n;
}

/* A term for each set of cards `out` that still fits into the hand, its sign changing with each card. */
static void sd_terms(sd_sums *s, double *four, const uint8_t *cards, int n, const uint8_t *out, int n_out,
                     double weight) {
    uint8_t more[4];
    *sd_place(s, four, cards, n) += weight;
    for (int i = 0; n < 4 && i < n_out; i++) {
        int at = n;
        for (; at > 0 && cards[at - 1] > out[i]; at--) more[at] = cards[at - 1];
        more[at] = out[i];
        while (--at >= 0) more[at] = cards[at];
        sd_terms(s, four, more, n + 1, out + i + 1, n_out - i - 1, -weight);
    }
}

/* Spread a weight evenly over the hands that hold `held` and none of `out`. */
static void sd_spread(sd_sums *s, double *four, uint64_t held, uint64_t out, double weight) {
    uint8_t cards[SD_CARDS], gone[SD_CARDS];
    const int n = sd_cards_of(held, cards);
    sd_terms(s, four, cards, n, gone, n < 4 ? sd_cards_of(out, gone) : 0, weight);
}

/* Add each hand's coefficients of all subsets of it. */
static void sd_push(const sd_sums *SD_RESTRICT s, const double *SD_RESTRICT four, double *SD_RESTRICT weight) {
    SD_EACH_RUN(row) {
        const double *ad = s->two[a], *bd = s->two[b], *cd = s->two[c];
        const double *abd = s->three[a][b], *acd = s->three[a][c], *bcd = s->three[b][c];
        const double fixed = s->none + s->one[a] + s->one[b] + s->one[c] + s->two[a][b] + s->two[a][c] +
                             s->two[b][c] + s->three[a][b][c];
        const int r = row - (c + 1);
        for (int d = c + 1; d < SD_CARDS; d++)
            weight[r + d] = four[r + d] + fixed + s->one[d] + ad[d] + bd[d] + cd[d] + abd[d] + acd[d] + bcd[d];
    }
}

/* ---- histories: what a player has discarded does not come back ---- */

typedef struct {
    const uint8_t *keeps;   /* (draws, SD_HANDS), the next draw first */
    int draws;
    double inverse[5][SD_CARDS + 1]; /* one over C(cards, n) */
    uint64_t never;         /* cards whose hands the caller strikes out in the end */
    sd_sums *sums;
    double *four;
} sd_walk;

/* Play a hand through draws `at` and later, `gone` being all cards that cannot come; the last draw is spread,
 * not enumerated. */
static void sd_walk_hand(sd_walk *w, int at, uint64_t hand, uint64_t gone, double weight) {
    uint8_t cards[4], live[SD_CARDS], at_card[4];
    sd_cards_of(hand, cards);
    const unsigned keep = w->keeps[(size_t)at * SD_HANDS + (size_t)sd_hand_row(cards)];
    uint64_t held = 0;
    for (int i = 0; i < 4; i++)
        if (keep >> i & 1) held |= (uint64_t)1 << cards[i];
    gone |= hand & ~held;
    const int n_held = sd_popcount64(held), d = 4 - n_held;
    const int n = sd_cards_of(~(gone | held) & (((uint64_t)1 << SD_CARDS) - 1), live);
    weight *= w->inverse[d][n];
    if (at == w->draws - 1) {
        sd_spread(w->sums, w->four, held, gone & ~w->never, weight);
        return;
    }
    for (int i = 0; i < d; i++) at_card[i] = (uint8_t)i;
    for (;;) {
        uint64_t next = held;
        for (int i = 0; i < d; i++) next |= (uint64_t)1 << live[at_card[i]];
        sd_walk_hand(w, at + 1, next, gone, weight);
        int i = d - 1;
        while (i >= 0 && at_card[i] == n - d + i) i--;
        if (i < 0) return;
        at_card[i]++;
        for (int j = i + 1; j < d; j++) at_card[j] = (uint8_t)(at_card[j - 1] + 1);
    }
}

#endif
