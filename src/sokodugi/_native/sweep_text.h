/* The sweep for one type of weights: SD_W, sums of their products SD_SUM. See sweep.h.
 *
 * Integers: differences of table entries may wrap, their sum is right again, as it is below 2 ** 63. */

/* a += b * c */
SD_INLINE void SD_OF(add)(SD_SUM *a, SD_W b, SD_W c) {
#ifdef SD_FLOAT
    *a += b * c;
#else
    uint64_t low, high = sd_mul128(b, c, &low);
    a->low += low;
    a->high += high + (a->low < low);
#endif
}

/* a += b * c for a sum b */
static void SD_OF(add_sum)(SD_SUM *a, const SD_SUM *b, SD_W c) {
#ifdef SD_FLOAT
    *a += *b * c;
#else
    SD_OF(add)(a, b->low, c);
    a->high += b->high * c;
#endif
}

/* The weight in the table that shares no card with a hand. */
SD_INLINE SD_W SD_OF(apart_n)(const SD_W *table, const sd_sets *sets, uint64_t cards, const int free) {
    uint32_t at[1 << SD_FREE];
    SD_W sum = 0;
    if (!sets->most) return table[0];
    sd_subsets(sets, cards, free, at);
    if (free <= sets->most) {
        for (int m = 0; m < 1 << free; m++) sum = sd_bits[m] & 1 ? sum - table[at[m]] : sum + table[at[m]];
    } else {
        for (int m = 0; m < 1 << free; m++)
            if (sd_bits[m] <= sets->most) sum = sd_bits[m] & 1 ? sum - table[at[m]] : sum + table[at[m]];
    }
    return sum;
}

SD_INLINE void SD_OF(insert_n)(SD_W *table, const sd_sets *sets, uint64_t cards, SD_W weight, const int free) {
    uint32_t at[1 << SD_FREE];
    if (!sets->most) {
        table[0] += weight;
        return;
    }
    sd_subsets(sets, cards, free, at);
    if (free <= sets->most) {
        for (int m = 0; m < 1 << free; m++) table[at[m]] += weight;
    } else {
        for (int m = 0; m < 1 << free; m++)
            if (sd_bits[m] <= sets->most) table[at[m]] += weight;
    }
}

/* A constant number of cards lets the compiler unroll the loops. */
#define SD_EACH_FREE(free, call)                                                                              \
    switch (free) {                                                                                           \
    case 0: call(0); break;                                                                                   \
    case 1: call(1); break;                                                                                   \
    case 2: call(2); break;                                                                                   \
    case 3: call(3); break;                                                                                   \
    case 4: call(4); break;                                                                                   \
    default: call(5);                                                                                         \
    }

/* The hands of a list that are possible once some cards are taken. */
typedef struct {
    ptrdiff_t count;
    int free;
    const uint64_t *cards;
    const uint16_t *ranks;
    const SD_W *weights;
    SD_W *table; /* of the hands swept so far */
    sd_sets sets;
    uint64_t *cards_copy;
    uint16_t *ranks_copy;
    SD_W *weights_copy;
} SD_OF(side);

static void SD_OF(keep)(SD_OF(side) *side, const sd_list *list, uint64_t taken) {
    const SD_W *weights = list->weights;
    if (!taken) {
        side->count = list->count;
        side->cards = list->cards;
        side->ranks = list->ranks;
        side->weights = weights;
        return;
    }
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < list->count; i++) {
        side->cards_copy[n] = list->cards[i];
        side->ranks_copy[n] = list->ranks[i];
        side->weights_copy[n] = weights[i];
        n += (list->masks[i] & taken) == 0;
    }
    side->count = n;
    side->cards = side->cards_copy;
    side->ranks = side->ranks_copy;
    side->weights = side->weights_copy;
}

/* The sum of weight * (weight of the other side's hands so far that share no card) over hands from..to. */
static SD_SUM SD_OF(meet)(const SD_OF(side) *side, ptrdiff_t from, ptrdiff_t to, const SD_OF(side) *other) {
    SD_SUM sum;
    memset(&sum, 0, sizeof sum);
#define SD_CALL(n)                                                                                            \
    for (ptrdiff_t i = from; i < to; i++)                                                                     \
        SD_OF(add)(&sum, side->weights[i], SD_OF(apart_n)(other->table, &other->sets, side->cards[i], n))
    SD_EACH_FREE(side->free, SD_CALL)
#undef SD_CALL
    return sum;
}

static void SD_OF(enter)(SD_OF(side) *side, ptrdiff_t from, ptrdiff_t to) {
#define SD_CALL(n)                                                                                            \
    for (ptrdiff_t i = from; i < to; i++)                                                                     \
        SD_OF(insert_n)(side->table, &side->sets, side->cards[i], side->weights[i], n)
    SD_EACH_FREE(side->free, SD_CALL)
#undef SD_CALL
}

/* What happens between the last two players, given the best hand of the others. */
typedef struct {
    SD_SUM all;                        /* everything */
    SD_SUM worse;                      /* both are worse than the others' best */
    SD_SUM level[3];                   /* the first, the second, both are as good, and neither is better */
    SD_SUM best[3];                    /* the first, the second, both are the best of all */
    SD_SUM winning[SD_CATEGORIES];     /* `best` by the class of the winning hand */
    SD_SUM ends[2][SD_CATEGORIES];     /* everything, by the class of each player's hand */
} SD_OF(duel);

typedef struct {
    const sd_showdown *what;
    SD_OF(side) side[2];
    SD_OF(duel) duel;
    ptrdiff_t work;
    SD_SUM *deals, *ways, *categories, *winning; /* (1), (players, players), (players, categories), (categories) */
} SD_OF(job);

static ptrdiff_t SD_OF(group)(const SD_OF(side) *side, ptrdiff_t from, uint16_t rank) {
    while (from < side->count && side->ranks[from] == rank) from++;
    return from;
}

/* Everything, by the class of the hand of one player, once all hands are in the tables. */
static void SD_OF(count_ends)(SD_OF(job) *job, int who, int live) {
    const sd_showdown *what = job->what;
    const SD_OF(side) *side = job->side + who, *other = job->side + (what->same ? 0 : 1 - who);
    const sd_list *list = &what->list[what->players - 1 - who]; /* the opponent's */
    const int uniform = list->uniform && other->count;
    const SD_W apart = uniform ? other->weights[0] * (SD_W)sd_choose(live - side->free, list->free) : 0;
    SD_SUM *ends = job->duel.ends[who];
    for (ptrdiff_t i = 0, to; i < side->count; i = to) {
        const uint16_t rank = side->ranks[i];
        to = SD_OF(group)(side, i, rank);
        SD_SUM *sum = ends + what->category[rank];
        if (uniform) {
            for (ptrdiff_t j = i; j < to; j++) SD_OF(add)(sum, side->weights[j], apart);
        } else {
            SD_SUM met = SD_OF(meet)(side, i, to, other);
            SD_OF(add_sum)(sum, &met, 1);
        }
    }
}

/* Sweep the last two players; `best` is the best rank of the others, or one that is worse than all. */
static int SD_OF(sweep)(SD_OF(job) *job, uint64_t taken, uint16_t best) {
    const sd_showdown *what = job->what;
    SD_OF(duel) *duel = &job->duel;
    SD_OF(side) *a = job->side, *b = job->side + 1;
    const SD_SUM zero = {0};
    memset(duel, 0, sizeof *duel);
    SD_OF(keep)(a, &what->list[what->players - 2], taken);
    memset(a->table, 0, a->sets.size * sizeof *a->table);
    if (what->same) {
        b->count = a->count;
        b->cards = a->cards;
        b->ranks = a->ranks;
        b->weights = a->weights;
    } else {
        SD_OF(keep)(b, &what->list[what->players - 1], taken);
        memset(b->table, 0, b->sets.size * sizeof *b->table);
    }
    const SD_OF(side) *against = what->same ? a : b;
    for (ptrdiff_t i = 0, j = 0; i < a->count || j < b->count;) {
        const uint16_t ra = i < a->count ? a->ranks[i] : 0, rb = j < b->count ? b->ranks[j] : 0;
        const uint16_t rank = ra > rb ? ra : rb;
        const ptrdiff_t i_end = SD_OF(group)(a, i, rank), j_end = SD_OF(group)(b, j, rank);
        SD_SUM first = SD_OF(meet)(a, i, i_end, against);
        SD_SUM second = what->same ? first : SD_OF(meet)(b, j, j_end, a);
        SD_OF(enter)(a, i, i_end);
        if (!what->same) SD_OF(enter)(b, j, j_end);
        SD_SUM both = zero;
        if (i_end > i && j_end > j) {
            both = SD_OF(meet)(a, i, i_end, against); /* with those of the same rank */
#ifdef SD_FLOAT
            both -= first;
#else
            both.high -= first.high + (both.low < first.low);
            both.low -= first.low;
#endif
        }
        SD_SUM sum = first;
        SD_OF(add_sum)(&sum, &second, 1);
        SD_OF(add_sum)(&sum, &both, 1);
        SD_OF(add_sum)(&duel->all, &sum, 1);
        if (rank > best) {
            SD_OF(add_sum)(&duel->worse, &sum, 1);
        } else {
            SD_SUM *to = rank == best ? duel->level : duel->best;
            SD_OF(add_sum)(to, &first, 1);
            SD_OF(add_sum)(to + 1, &second, 1);
            SD_OF(add_sum)(to + 2, &both, 1);
            if (rank < best) SD_OF(add_sum)(&duel->winning[what->category[rank]], &sum, 1);
        }
        job->work += (i_end - i) + (j_end - j);
        i = i_end;
        j = j_end;
        if (job->work > SD_POLL) {
            job->work = 0;
            if (what->poll()) return -1;
        }
    }
    const int live = what->universe - sd_popcount64(taken);
    SD_OF(count_ends)(job, 0, live);
    if (what->same) memcpy(duel->ends[1], duel->ends[0], sizeof duel->ends[0]);
    else SD_OF(count_ends)(job, 1, live);
    job->work += a->count + b->count + 64;
    return 0;
}

/* Enter what a sweep found into the result: `who` are the others with the best rank. */
static void SD_OF(enter_duel)(SD_OF(job) *job, SD_W weight, uint16_t best, unsigned who, const uint8_t *classes) {
    const int n = job->what->players, c = job->what->categories;
    const SD_OF(duel) *duel = &job->duel;
    SD_SUM *first = job->ways + (n - 2) * n, *second = first + n;
    SD_OF(add_sum)(job->deals, &duel->all, weight);
    SD_OF(add_sum)(first, &duel->best[0], weight);
    SD_OF(add_sum)(second, &duel->best[1], weight);
    SD_OF(add_sum)(first + 1, &duel->best[2], weight);
    SD_OF(add_sum)(second + 1, &duel->best[2], weight);
    for (int k = 0; k < c; k++) {
        SD_OF(add_sum)(job->winning + k, &duel->winning[k], weight);
        SD_OF(add_sum)(job->categories + (n - 2) * c + k, &duel->ends[0][k], weight);
        SD_OF(add_sum)(job->categories + (n - 1) * c + k, &duel->ends[1][k], weight);
    }
    if (n == 2) return;
    const int winners = sd_popcount64(who);
    SD_SUM others = duel->worse; /* deals in which one of the others wins, alone or not */
    for (int k = 0; k < 3; k++) SD_OF(add_sum)(&others, &duel->level[k], 1);
    SD_OF(add_sum)(job->winning + job->what->category[best], &others, weight);
    SD_OF(add_sum)(first + winners, &duel->level[0], weight);
    SD_OF(add_sum)(second + winners, &duel->level[1], weight);
    SD_OF(add_sum)(first + winners + 1, &duel->level[2], weight);
    SD_OF(add_sum)(second + winners + 1, &duel->level[2], weight);
    for (int p = 0; p < n - 2; p++) {
        SD_OF(add_sum)(job->categories + p * c + classes[p], &duel->all, weight);
        if (!(who >> p & 1)) continue;
        SD_SUM *ways = job->ways + p * n + winners - 1;
        SD_OF(add_sum)(ways, &duel->worse, weight);
        SD_OF(add_sum)(ways + 1, &duel->level[0], weight);
        SD_OF(add_sum)(ways + 1, &duel->level[1], weight);
        SD_OF(add_sum)(ways + 2, &duel->level[2], weight);
    }
}

/* Give player p and those after him each of their hands; player 0 only hands from..to. */
static int SD_OF(enumerate)(SD_OF(job) *job, int p, ptrdiff_t from, ptrdiff_t to, uint64_t taken, SD_W weight,
                            uint16_t best, unsigned who, uint8_t *classes) {
    const sd_showdown *what = job->what;
    if (p == what->players - 2) {
        if (SD_OF(sweep)(job, taken, best)) return -1;
        SD_OF(enter_duel)(job, weight, best, who, classes);
        return 0;
    }
    const sd_list *list = &what->list[p];
    const SD_W *weights = list->weights;
    for (ptrdiff_t i = from; i < to; i++) {
        const uint16_t rank = list->ranks[i];
        if (list->masks[i] & taken) continue;
        classes[p] = what->category[rank];
        if (SD_OF(enumerate)(job, p + 1, 0, what->list[p + 1].count, taken | list->masks[i], weight * weights[i],
                             rank < best ? rank : best,
                             rank > best ? who : (rank < best ? 0 : who) | 1u << p, classes))
            return -1;
        if (++job->work > SD_POLL) {
            job->work = 0;
            if (what->poll()) return -1;
        }
    }
    return 0;
}

/* Add the deals in which player 0 holds one of his hands from..to (with two players: all deals) to the sums.
 * -1 if it was stopped, -2 if memory is short; the sums are then of no use. */
static int SD_OF(sd_play)(const sd_showdown *what, ptrdiff_t from, ptrdiff_t to, SD_SUM *deals, SD_SUM *ways,
                          SD_SUM *categories, SD_SUM *winning) {
    SD_OF(job) job;
    uint8_t classes[SD_PLAYERS];
    int result = -2;
    memset(&job, 0, sizeof job);
    job.what = what;
    job.deals = deals;
    job.ways = ways;
    job.categories = categories;
    job.winning = winning;
    const int copies = what->players > 2;
    for (int s = 0; s < 2; s++) {
        SD_OF(side) *side = job.side + s;
        const sd_list *list = &what->list[what->players - 2 + s];
        side->free = list->free;
        const int asked = what->list[what->players - 1 - s].free; /* no larger sets are looked up */
        sd_number_sets(&side->sets, what->universe, list->free < asked ? list->free : asked);
        if (s && what->same) continue;
        side->table = malloc(side->sets.size * sizeof *side->table);
        if (copies) {
            side->cards_copy = malloc((size_t)(list->count + 1) * sizeof *side->cards_copy);
            side->ranks_copy = malloc((size_t)(list->count + 1) * sizeof *side->ranks_copy);
            side->weights_copy = malloc((size_t)(list->count + 1) * sizeof *side->weights_copy);
        }
        if (!side->table || (copies && !(side->cards_copy && side->ranks_copy && side->weights_copy))) goto done;
    }
    result = SD_OF(enumerate)(&job, 0, from, to, 0, 1, UINT16_MAX, 0, classes);
done:
    for (int s = 0; s < 2; s++) {
        free(job.side[s].table);
        free(job.side[s].cards_copy);
        free(job.side[s].ranks_copy);
        free(job.side[s].weights_copy);
    }
    return result;
}

#undef SD_EACH_FREE
