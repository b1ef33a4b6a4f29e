#include "reports/header/regret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The ratio of the larger to the smaller: equal to gpubench_ratio of a header, bit by bit. */
static double apart(uint64_t a, uint64_t b)
{
    const double x = a ? (double)a : 1, y = b ? (double)b : 1;
    return x > y ? x / y : y / x;
}

/* ---- from the results ---- */

static bool same_group(const struct entry *a, const struct entry *b)
{
    return !strcmp(a->from->context.device.name, b->from->context.device.name) &&
           !problem_compare_inputs(a->problem, b->problem);
}

size_t regrets_entries(const struct entry *first, size_t count)
{
    size_t end = 1;
    while (end < count && same_group(first, &first[end]))
        end++;
    return end;
}

/* The index of the configuration of `like` in a problem, found by words, as files may declare different spaces.
 * NO_CONFIGURATION if it is missing. */
static uint64_t index_of(const struct named_problem *problem, const struct entry *like)
{
    FREED size_t *position = allocate(problem->parameters * sizeof *position);
    uint64_t index;
    bool has = true;
    for (size_t p = 0; has && p < problem->parameters; p++) {
        position[p] =
            texts_find(&problem->parameter[p].words, problem_word(like->problem, like->best->result.index, p));
        has = position[p] != SIZE_MAX;
    }
    has = has && problem_index(problem, position, &index);
    return has ? index : NO_CONFIGURATION;
}

/* The result of the configuration of `like` in the entry's file; NULL if it has no time there. */
static const struct result *measured(const struct entry *entry, const struct entry *like)
{
    const struct results *results = entry->from;
    const uint64_t index = index_of(entry->problem, like);
    const struct row *row = results_first(results, (size_t)(entry->problem - results->problems));
    for (; row && index != NO_CONFIGURATION; row = results_next(results, row))
        if (row->result.index == index && row_timed(&row->result))
            return &row->result;
    return NULL;
}

/* Times measured in different ways, as in two files, are not comparable. A dropped row was measured in its problem's
 * way, within the 2 % by which single ones may be off. */
static bool same_way(const struct entry *a, const struct entry *b)
{
    const struct result *best_a = &a->best->result, *best_b = &b->best->result;
    return a->from->context.measuring == b->from->context.measuring && best_a->cold == best_b->cold &&
           best_a->sampling == best_b->sampling;
}

/* The ratio at a size, with entries `at` up to `end`, the fastest first: for the configuration and backend of another
 * size's fastest entry. */
static double ratio_at(const struct entry *at, const struct entry *end, const struct entry *from)
{
    const struct entry *entry = at;
    while (entry < end && strcmp(entry->from->context.device.backend, from->from->context.device.backend))
        entry++;
    const struct result *result = entry < end ? measured(entry, from) : NULL;
    if (!result || !same_way(entry, at))
        return NAN;
    if (!row_acceptable(entry->problem, result))
        return NAN;
    const double aim = result_aim(result, at->best->objective), least = best_aim(at->best);
    return result->dropped ? INFINITY : aim > 0 && least > 0 ? fmax(aim / least, 1) : NAN;
}

struct regrets regrets_make(const struct entry *first, size_t count)
{
    struct regrets regrets = {first, 0, allocate(count * sizeof(uint64_t)), NULL, allocate(count * sizeof(bool))};
    FREED const struct entry **begin = allocate((count + 1) * sizeof *begin); /* for each size; then the end */
    for (size_t i = 0; i < count; i++)
        /* Sizes that a lookup cannot distinguish, as 0 and 1, are one: it finds the first. */
        if (!regrets.count || apart(first[i].problem->size, regrets.size[regrets.count - 1]) > 1) {
            begin[regrets.count] = &first[i];
            regrets.size[regrets.count] = first[i].problem->size;
            regrets.kept[regrets.count++] = true;
        }
    begin[regrets.count] = first + count;
    regrets.ratio = allocate(regrets.count * regrets.count * sizeof *regrets.ratio);
    for (size_t at = 0; at < regrets.count; at++)
        for (size_t from = 0; from < regrets.count; from++)
            regrets.ratio[at * regrets.count + from] = at == from ? 1 : ratio_at(begin[at], begin[at + 1], begin[from]);
    return regrets;
}

void regrets_free(struct regrets *regrets)
{
    free(regrets->size);
    free(regrets->ratio);
    free(regrets->kept);
}

size_t regrets_find(const struct regrets *regrets, uint64_t size)
{
    size_t i = 0;
    while (i < regrets->count && apart(regrets->size[i], size) > 1)
        i++;
    return i;
}

/* ---- which sizes are kept ---- */

/* The largest ratio of the sizes between two kept ones, each of which gets the nearer one, at equal distance the
 * smaller. They are counted from 1, as below: 0 and count + 1 mean none. INFINITY if one is not served. */
static double worst_between(const struct regrets *regrets, size_t low, size_t high)
{
    const uint64_t *size = regrets->size;
    double worst = low == 0 && high > regrets->count ? INFINITY : 1;
    for (size_t at = low; at + 1 < high && worst < INFINITY; at++) {
        const bool smaller =
            high > regrets->count || (low && apart(size[low - 1], size[at]) <= apart(size[high - 1], size[at]));
        const double ratio = regrets->ratio[at * regrets->count + (smaller ? low : high) - 1];
        worst = isnan(ratio) ? INFINITY : fmax(worst, ratio);
    }
    return worst;
}

/* The best way to keep a size and some of those below it. */
struct chain {
    size_t kept, below; /* the number kept below it, and the next of them; 0: none */
    double worst;       /* the largest ratio of the sizes below it */
};

void regrets_leave_out(struct regrets *regrets, double most, size_t always)
{
    FREED struct chain *chain = allocate((regrets->count + 2) * sizeof *chain);
    for (size_t high = 1; high <= regrets->count + 1; high++) {
        /* Everything is kept, unless there is a better way. */
        struct chain *best = &chain[high];
        *best = (struct chain){chain[high - 1].kept + (high > 1), high - 1, chain[high - 1].worst};
        for (size_t low = high - 1; low-- > 0 && (low >= always + 1 || high <= always + 1);) {
            const double between = worst_between(regrets, low, high), worst = fmax(between, chain[low].worst);
            const size_t kept = chain[low].kept + (low > 0);
            if (between <= 1 + most && (kept < best->kept || (kept == best->kept && worst < best->worst)))
                *best = (struct chain){kept, low, worst};
        }
    }
    memset(regrets->kept, 0, regrets->count * sizeof *regrets->kept);
    for (size_t at = chain[regrets->count + 1].below; at > 0; at = chain[at].below)
        regrets->kept[at - 1] = true;
}

/* ---- costs of lookups ---- */

/* The kept size that a lookup finds; there is one. */
static size_t nearest(const struct regrets *regrets, uint64_t size)
{
    size_t found = regrets->count;
    for (size_t i = 0; i < regrets->count; i++)
        if (regrets->kept[i] &&
            (found == regrets->count || apart(regrets->size[i], size) < apart(regrets->size[found], size)))
            found = i;
    return found;
}

/* Adds the cost at one size of the entry of another. */
static void look_up(struct regret *regret, const struct regrets *regrets, size_t at, size_t from)
{
    const double ratio = regrets->ratio[at * regrets->count + from];
    regret->sizes++;
    regret->slower += isinf(ratio) != 0;
    if (!isfinite(ratio))
        return;
    const double slower = fabs(ceil((ratio - 1) * 1e4 - 1e-6)) / 1e4; /* costs are rounded up */
    if (!regret->known++ || slower > regret->worst) {
        regret->worst = slower;
        regret->at = regrets->size[at];
        regret->from = regrets->size[from];
    }
}

struct regret regrets_left_out(const struct regrets *regrets)
{
    struct regret regret = {0};
    for (size_t at = 0; at < regrets->count; at++)
        if (!regrets->kept[at])
            look_up(&regret, regrets, at, nearest(regrets, regrets->size[at]));
    return regret;
}

/* A copy without one size, with all others kept. */
static struct regrets without(const struct regrets *regrets, size_t out)
{
    const size_t count = regrets->count - 1;
    struct regrets rest = {regrets->entry, count, allocate(count * sizeof(uint64_t)),
                           allocate(count * count * sizeof(double)), allocate(count * sizeof(bool))};
    for (size_t i = 0; i < count; i++) {
        rest.size[i] = regrets->size[i + (i >= out)];
        rest.kept[i] = true;
        for (size_t j = 0; j < count; j++)
            rest.ratio[i * count + j] = regrets->ratio[(i + (i >= out)) * regrets->count + j + (j >= out)];
    }
    return rest;
}

/* The entry that a lookup finds at a size between others if only that size is missing. */
static size_t neighbour(const struct regrets *regrets, size_t at)
{
    const uint64_t *size = regrets->size;
    return apart(size[at - 1], size[at]) <= apart(size[at + 1], size[at]) ? at - 1 : at + 1;
}

struct regret regrets_held_out(const struct regrets *regrets, double most, size_t always)
{
    struct regret regret = {0};
    for (size_t at = 1; at + 1 < regrets->count; at++) {
        if (most < 0) {
            look_up(&regret, regrets, at, neighbour(regrets, at));
            continue;
        }
        FREED_BY(regrets_free) struct regrets rest = without(regrets, at);
        regrets_leave_out(&rest, most, always == at ? rest.count : always - (always > at));
        const size_t from = nearest(&rest, regrets->size[at]);
        look_up(&regret, regrets, at, from + (from >= at));
    }
    return regret;
}
