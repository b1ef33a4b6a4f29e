#include "reports/like.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With fewer, rows are often of one kind, which is slow elsewhere as a whole; simulate/README.md gives the cost. */
enum { APART = 3 };

/* ---- the problem ---- */

/* The next acceptable row: it has a time, and its error is small enough. A dropped row is slower than the best, but its
 * kind may be faster elsewhere. */
static const struct row *usable(const struct results *results, const struct row *row, double max_error)
{
    while (row && (!row_measured(row) ||
                   (max_error > 0 && !(row_error(&results->problems[row->problem], &row->result) <= max_error))))
        row = results_next(results, row);
    return row;
}

/* The number of differing settings, and whether the inputs differ otherwise. */
static size_t differing_inputs(const struct named_problem *a, const struct named_problem *b)
{
    size_t differing = problem_compare_inputs(a, b) != 0;
    for (size_t s = 0; s < a->settings; s++) {
        const struct named_setting *one = &a->setting[s], *other = problem_find_setting(b, one->name);
        differing += !other || one->number != other->number || !one->word != !other->word ||
                     (one->word && strcmp(one->word, other->word));
    }
    return differing;
}

static double ratio(uint64_t a, uint64_t b)
{
    return fabs(log((double)(a ? a : 1) / (double)(b ? b : 1)));
}

static size_t find_problem(const struct results *results, const struct named_problem *problem)
{
    size_t found = SIZE_MAX, fewest = 0;
    for (size_t p = 0; p < results->problem_count; p++) {
        const struct named_problem *named = &results->problems[p];
        if (!same_bench(named, problem) || !usable(results, results_first(results, p), problem->max_error))
            continue;
        const size_t differing = differing_inputs(named, problem);
        const bool is_nearer = found == SIZE_MAX || differing < fewest ||
                               (differing == fewest && ratio(named->size, problem->size) <
                                                           ratio(results->problems[found].size, problem->size));
        found = is_nearer ? p : found;
        fewest = is_nearer ? differing : fewest;
    }
    return found;
}

/* ---- its best ---- */

static size_t differing_values(const struct named_problem *problem, const struct row *a, const struct row *b)
{
    size_t differing = 0;
    for (size_t p = 0; p < problem->parameters; p++)
        differing += problem_position(problem, a->result.index, p) != problem_position(problem, b->result.index, p);
    return differing;
}

static int by_time(const void *a, const void *b)
{
    const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
    if (x->result.median_ns != y->result.median_ns)
        return x->result.median_ns < y->result.median_ns ? -1 : 1;
    return (x->result.index > y->result.index) - (x->result.index < y->result.index);
}

/* The number of values in which chosen rows differ: at most half of those that can differ. */
static size_t apart(const struct named_problem *problem)
{
    size_t varying = 0;
    for (size_t p = 0; p < problem->parameters; p++)
        varying += problem->parameter[p].words.count > 1;
    return varying < 2 * APART ? (varying + 1) / 2 : APART;
}

/* Adds a row, unless it is close to a chosen one. */
static void take(struct like *like, const struct row *row)
{
    const struct named_problem *problem = &like->results->problems[like->problem];
    bool is_other = like->rows < MOST_LIKE;
    for (size_t before = 0; before < like->rows; before++)
        is_other = is_other && differing_values(problem, like->row[before], row) >= apart(problem);
    if (is_other)
        like->row[like->rows++] = row;
}

/* A file's best comes first: it was measured more often than others. */
static void find_rows(struct like *like, double max_error)
{
    const struct results *results = like->results;
    const struct best_row *best = results_best(results, like->problem);
    FREED const struct row **row = allocate(results_rows(results, like->problem) * sizeof *row);
    size_t count = 0;
    const struct row *one = usable(results, results_first(results, like->problem), max_error);
    for (; one; one = usable(results, results_next(results, one), max_error)) {
        if (best && result_same(&best->best.result, &one->result))
            take(like, one);
        row[count++] = one;
    }
    qsort(row, count, sizeof *row, by_time);
    for (size_t r = 0; r < count; r++)
        take(like, row[r]);
}

/* ---- conversion between spaces ---- */

static const struct named_parameter *find_parameter(const struct named_problem *problem, const char *name)
{
    for (size_t p = 0; p < problem->parameters; p++)
        if (!strcmp(problem->parameter[p].name, name))
            return &problem->parameter[p];
    return NULL;
}

static bool have_a_common_parameter(const struct named_problem *a, const struct named_problem *b)
{
    bool common = !a->parameters && !b->parameters;
    for (size_t p = 0; p < a->parameters; p++)
        common = common || find_parameter(b, a->parameter[p].name);
    return common;
}

/* The position of the same word, or of the nearest number, by ratio if possible; else `otherwise`. */
static size_t position_of(const struct named_parameter *parameter, const char *word, size_t otherwise)
{
    char *end;
    const double wanted = strtod(word, &end);
    double nearest = INFINITY;
    for (size_t v = 0; v < parameter->words.count; v++)
        if (!strcmp(parameter->words.text[v], word))
            return v;
    if (*end || parameter->kind == KIND_WORDS)
        return otherwise;
    for (size_t v = 0; v < parameter->words.count; v++) {
        const double value = strtod(parameter->words.text[v], NULL);
        const double away = value > 0 && wanted > 0 ? fabs(log(value / wanted)) : fabs(value - wanted);
        otherwise = away < nearest ? v : otherwise;
        nearest = fmin(away, nearest);
    }
    return otherwise;
}

static uint64_t index_here(const struct like *like, const struct row *row, const struct named_problem *problem,
                           uint64_t origin)
{
    const struct named_problem *from = &like->results->problems[like->problem];
    FREED size_t *position = allocate((problem->parameters + 1) * sizeof *position);
    uint64_t index;
    for (size_t p = 0; p < problem->parameters; p++) {
        const struct named_parameter *found = find_parameter(from, problem->parameter[p].name);
        position[p] = problem_position(problem, origin, p);
        if (found)
            position[p] =
                position_of(&problem->parameter[p],
                            problem_word(from, row->result.index, (size_t)(found - from->parameter)), position[p]);
    }
    return problem_index(problem, position, &index) ? index : origin;
}

void like_indices(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t *index)
{
    for (size_t r = 0; r < like->rows; r++)
        index[r] = index_here(like, like->row[r], problem, origin);
}

struct timed {
    uint64_t index;
    double ns;
};

static int by_index(const void *a, const void *b)
{
    const struct timed *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->ns > y->ns) - (x->ns < y->ns);
}

static int fastest_first(const void *a, const void *b)
{
    const struct timed *x = a, *y = b;
    return x->ns != y->ns ? (x->ns > y->ns) - (x->ns < y->ns) : (x->index > y->index) - (x->index < y->index);
}

size_t like_times(const struct like *like, const struct named_problem *problem, uint64_t origin, uint64_t **index,
                  double **ns)
{
    const struct results *results = like->results;
    FREED struct timed *timed = allocate((results_rows(results, like->problem) + 1) * sizeof *timed);
    size_t all = 0, count = 0;
    const struct row *row = usable(results, results_first(results, like->problem), problem->max_error);
    for (; row; row = usable(results, results_next(results, row), problem->max_error))
        timed[all++] = (struct timed){index_here(like, row, problem, origin), row->result.median_ns};
    qsort(timed, all, sizeof *timed, by_index);
    for (size_t i = 0; i < all; i++)
        if (!i || timed[i].index != timed[count - 1].index)
            timed[count++] = timed[i];
    qsort(timed, count, sizeof *timed, fastest_first);
    *index = allocate((count + 1) * sizeof **index);
    *ns = allocate((count + 1) * sizeof **ns);
    for (size_t i = 0; i < count; i++) {
        (*index)[i] = timed[i].index;
        (*ns)[i] = timed[i].ns;
    }
    return count;
}

/* ---- everything ---- */

void like_take(struct like *like, const struct results *results, size_t from, const struct named_problem *problem)
{
    *like = (struct like){.results = results, .problem = from};
    find_rows(like, problem->max_error);
}

enum status like_find(struct like *like, const struct results *results, const char *path,
                      const struct named_problem *problem, struct fault *fault)
{
    *like = (struct like){.results = results, .problem = find_problem(results, problem)};
    if (like->problem == SIZE_MAX)
        return fail(fault, INVALID, "%s: it has no time of %s/%s", path, problem->suite, problem->bench);
    if (!have_a_common_parameter(problem, &results->problems[like->problem]))
        return fail(fault, INVALID, "%s: it has none of the parameters of %s/%s", path, problem->suite, problem->bench);
    find_rows(like, problem->max_error);
    return OK;
}
