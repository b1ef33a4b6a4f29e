#include "reports/effects.h"

#include "reports/additive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pairs ---- */

struct cell {
    double sum, count;
};

/* Sums of the rest by the levels of two factors. */
static void fill(const struct design *design, const struct factor *a, const struct factor *b,
                 struct cell cell[MAX_LEVELS * MAX_LEVELS])
{
    memset(cell, 0, MAX_LEVELS * MAX_LEVELS * sizeof *cell);
    for (size_t i = 0; i < design->observed->count; i++) {
        struct cell *at = &cell[a->level[i] * MAX_LEVELS + b->level[i]];
        at->sum += design->rest[i];
        at->count++;
    }
}

/* The number of free numbers of a table beyond those of its rows and columns: if the table falls into parts without a
 * common cell, each part has its own. */
static double free_cells(const struct factor *a, const struct factor *b, const struct cell *cell)
{
    size_t part[2 * MAX_LEVELS], parts = a->levels + b->levels, cells = 0;
    for (size_t i = 0; i < parts; i++)
        part[i] = i;
    const size_t nodes = parts;
    for (size_t i = 0; i < a->levels; i++)
        for (size_t j = 0; j < b->levels; j++) {
            const size_t from = part[a->levels + j], to = part[i];
            if (!(cell[i * MAX_LEVELS + j].count > 0))
                continue;
            cells++;
            parts -= from != to;
            for (size_t n = 0; n < nodes; n++)
                part[n] = part[n] == from ? to : part[n];
        }
    const size_t fitted = !a->idle && !b->idle ? nodes - parts : !a->idle ? a->levels : !b->idle ? b->levels : 1;
    return (double)cells - (double)fitted;
}

static size_t pairs_of(const struct design *design)
{
    return design->factors * (design->factors - 1) / 2;
}

/* A pair of factors that explains more than noise would, and the remainder without it. */
struct found {
    size_t a, b;
    double sure;
    struct remains remains;
};

/* A pair taken before adds no free numbers: others fitted with it have changed it. */
static struct found pair_of(const struct design *design, size_t a, size_t b, struct remains remains, bool taken)
{
    struct cell cell[MAX_LEVELS * MAX_LEVELS];
    struct found found = {.a = a, .b = b};
    double squares = 0;
    fill(design, &design->factor[a], &design->factor[b], cell);
    for (size_t i = 0; i < MAX_LEVELS * MAX_LEVELS; i++)
        squares += cell[i].count > 0 ? cell[i].sum * cell[i].sum / cell[i].count : 0;
    const double freedom = taken ? 0 : free_cells(&design->factor[a], &design->factor[b], cell);
    found.remains = without(remains, squares, freedom);
    if (taken || !may_be_noise(design->observed, squares, freedom, found.remains, pairs_of(design)))
        found.sure = unexplained(design, remains) - unexplained(design, found.remains);
    return found;
}

static void pair_subtract(struct design *design, const struct found *found)
{
    const struct factor *a = &design->factor[found->a], *b = &design->factor[found->b];
    struct cell cell[MAX_LEVELS * MAX_LEVELS];
    fill(design, a, b, cell);
    for (size_t i = 0; i < design->observed->count; i++) {
        const struct cell *at = &cell[a->level[i] * MAX_LEVELS + b->level[i]];
        design->rest[i] -= at->sum / at->count;
    }
}

static int by_share(const void *left, const void *right)
{
    const struct effect_pair *a = left, *b = right;
    return (a->share < b->share) - (a->share > b->share);
}

/* The position of a pair of factors among those found; their count if missing. */
static size_t place_of(const struct design *design, const struct effects *effects, size_t a, size_t b)
{
    size_t place = 0;
    while (place < effects->pairs && (effects->pair[place].a != design->factor[a].parameter ||
                                      effects->pair[place].b != design->factor[b].parameter))
        place++;
    return place;
}

static void explain_pairs(struct design *design, struct remains remains, struct effects *effects)
{
    effects->pair = allocate(pairs_of(design) * sizeof *effects->pair);
    for (;;) {
        struct found best = {0};
        for (size_t b = 1; b < design->factors; b++)
            for (size_t a = 0; a < b; a++) {
                const bool taken = place_of(design, effects, a, b) < effects->pairs;
                const struct found found = pair_of(design, a, b, remains, taken);
                if (found.sure > best.sure)
                    best = found;
            }
        if (!(best.sure > least_share * design->total))
            break;
        struct effect_pair *pair = &effects->pair[place_of(design, effects, best.a, best.b)];
        effects->pairs += pair == effects->pair + effects->pairs;
        pair->a = design->factor[best.a].parameter;
        pair->b = design->factor[best.b].parameter;
        pair->share += best.sure / design->total;
        pair_subtract(design, &best);
        remains = best.remains;
    }
    qsort(effects->pair, effects->pairs, sizeof *effects->pair, by_share);
}

bool effects_of(const struct observed *observed, struct effects *effects)
{
    struct design design;
    *effects = (struct effects){.count = observed->count, .parameters = observed->parameters};
    if (observed->count < EFFECTS_LEAST)
        return false;
    design_make(&design, observed);
    const bool any = design.factors > 0;
    if (any) {
        effects->share = allocate(observed->parameters * sizeof *effects->share);
        explain_pairs(&design, explain_parameters(&design, effects->share), effects);
        for (size_t p = 0; p < observed->parameters; p++)
            effects->explained += effects->share[p];
        for (size_t i = 0; i < effects->pairs; i++)
            effects->explained += effects->pair[i].share;
        effects->explained = fmin(effects->explained, 1);
    }
    design_free(&design);
    return any;
}

void effects_free(struct effects *effects)
{
    free(effects->share);
    free(effects->pair);
    *effects = (struct effects){0};
}

size_t *effects_order(const double *share, size_t parameters)
{
    size_t *order = allocate((parameters + 1) * sizeof *order);
    for (size_t p = 0; p < parameters; p++) {
        size_t at = p;
        for (; share && at && share[order[at - 1]] < share[p]; at--)
            order[at] = order[at - 1];
        order[at] = p;
    }
    return order;
}

/* ---- of results ---- */

/* The variance of a median's logarithm, by its blocks'; NAN for fewer than two. */
static double noise_of(const struct result *result)
{
    double mean = 0, sum = 0;
    for (size_t i = 0; i < result->blocks; i++)
        mean += log(result->block_ns[i]) / (double)result->blocks;
    for (size_t i = 0; i < result->blocks; i++)
        sum += pow(log(result->block_ns[i]) - mean, 2);
    const double median = acos(-1) / 2; /* the ratio of the variance of a median of many to that of a mean */
    return result->blocks < 2 ? NAN : median * sum / (double)(result->blocks * (result->blocks - 1));
}

bool effects_find(const struct results *results, size_t problem, struct effects *effects)
{
    const struct named_problem *named = &results->problems[problem];
    const struct best_row *best = results_best(results, problem);
    size_t timed = 0, at = 0, noisy = 0;
    double noise = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        timed += row_measured(row);
    FREED size_t *position = allocate(timed * named->parameters * sizeof *position);
    FREED double *log_time = allocate(timed * sizeof *log_time);
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (!row_measured(row))
            continue;
        for (size_t p = 0; p < named->parameters; p++)
            position[p * timed + at] = problem_position(named, result->index, p);
        const double own = noise_of(result);
        noisy += isfinite(own) ? 1 : 0;
        noise += isfinite(own) ? own : 0;
        log_time[at++] = log(result->median_ns);
    }
    /* Failed ones could not have been timed; untried ones might have been. */
    const uint64_t open =
        best && best->best.allowed > best->best.measured ? best->best.allowed - best->best.measured : 0;
    const struct observed observed = {
        .count = timed,
        .parameters = named->parameters,
        .position = position,
        .log_time = log_time,
        .sampled = best && best->best.allowed ? (double)timed / ((double)timed + (double)open) : 0,
        .noise = noisy ? noise / (double)noisy : NAN,
    };
    return effects_of(&observed, effects);
}
