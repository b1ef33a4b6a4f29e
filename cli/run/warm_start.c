#include "cli/run/warm_start.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/describe.h"
#include "reports/json/header_rows.h"
#include "reports/json/space_file.h"
#include "reports/like.h"
#include "tuner/search/allowed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- winners at other sizes ---- */

/* Whether a row may be a winner. */
static bool may_win(const struct target *target, const struct named_problem *named, const struct row *row)
{
    return row_measured(row) && !row->result.dropped && row_acceptable(named, &row->result) &&
           !(target->objective && !isfinite(row->result.value));
}

/* Whether a row ranks before another: played-off rows first, or those with the objective's value; then by that, or by
 * time. */
static bool goes_before(const struct result *a, const struct result *b, enum objective objective)
{
    const bool of_value = isfinite(a->value), of_other = isfinite(b->value);
    if (a->finalist != b->finalist)
        return a->finalist;
    if (of_value != of_other)
        return of_value;
    objective = of_value ? OBJECTIVE_VALUE : objective;
    return result_aim(a, objective) < result_aim(b, objective);
}

/* The best row of a problem; NULL if there is none. */
static const struct result *find_winner(const struct target *target, const struct results *results, size_t problem,
                                        enum objective objective)
{
    const struct result *winner = NULL;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (may_win(target, &results->problems[problem], row) &&
            (!winner || goes_before(&row->result, winner, objective)))
            winner = &row->result;
    return winner;
}

static void want(struct wanted *wanted, uint64_t index)
{
    for (size_t i = 0; i < wanted->count; i++)
        if (wanted->index[i] == index)
            return;
    if (wanted->count < MOST_WANTED)
        wanted->index[wanted->count++] = index;
}

static double ratio(const struct target *a, const struct target *b)
{
    return fabs(log((double)a->problem.n / (double)b->problem.n));
}

/* ---- the same kernel, of other benches ---- */

/* With fewer times than these the search is not shortened, unless they are of all that is allowed. */
enum { LEAST_FOLLOWED = 100 };

static bool same_text(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

/* How many parameters of a bench another lacks. */
static size_t missing(const struct bench *bench, const struct bench *other)
{
    size_t missing = 0;
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        missing += space_find(&other->space, bench->space.parameters[p].name) == SIZE_MAX;
    return missing;
}

/* Whether two benches have the same kernel files, for other types or numbers of arrays, and the same parameters, but
 * for one. */
static bool have_same_kernel(const struct bench *bench, const struct bench *other)
{
    const size_t kernels = bench_kernels(bench);
    bool same = kernels == bench_kernels(other) && bench->device.host_timed == other->device.host_timed &&
                missing(bench, other) + missing(other, bench) <= 1;
    for (size_t k = 0; same && k < kernels; k++)
        same = same_text(bench_kernel(bench, k)->file, bench_kernel(other, k)->file);
    return same;
}

bool warm_start_is_of(const struct targets *targets, size_t other, size_t t)
{
    const struct problem *a = &targets->target[other].problem, *b = &targets->target[t].problem;
    return b->bench->follows && a->suite == b->suite && a->bench != b->bench && have_same_kernel(a->bench, b->bench);
}

enum which { FIRST, LAST, LAST_AS_LARGE };

static bool are_as_large(const struct bench *bench, const struct bench *other)
{
    return bench->elements.bytes && bench->elements.bytes == other->elements.bytes;
}

/* Of benches before with the same kernel, at its nearest size, the first, which was searched the most; the last; or the
 * last with elements as large. SIZE_MAX: there is none. */
static size_t find_same_kernel(const struct targets *targets, size_t t, enum which which)
{
    const struct target *target = targets->target;
    const bool last = which != FIRST;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < t; i++)
        if (warm_start_is_of(targets, i, t) &&
            (which != LAST_AS_LARGE || are_as_large(target[t].problem.bench, target[i].problem.bench)) &&
            (found == SIZE_MAX ||
             (same_place(&target[i], &target[found]) ? ratio(&target[i], &target[t]) < ratio(&target[found], &target[t])
                                                     : last)))
            found = i;
    return found;
}

/* A bench's configuration with as many bytes as another's with the same values; NO_CONFIGURATION: there is none. */
static uint64_t with_same_bytes(const struct bench *bench, const struct bench *other, uint64_t index)
{
    const int bytes = bench->elements.bytes, of_other = other->elements.bytes;
    const size_t parameters = space_parameters(&bench->space);
    if (!bytes || !of_other || bytes == of_other)
        return index;
    FREED int *values = allocate(parameters * sizeof *values);
    for (size_t p = 0; p < parameters; p++)
        values[p] = parameter_value(&bench->space.parameters[p], space_position(&bench->space, index, p));
    int *count = &values[bench->elements.parameter];
    const bool whole = *count * of_other % bytes == 0;
    *count = *count * of_other / bytes;
    return whole ? space_index(&bench->space, values) : NO_CONFIGURATION;
}

/* Wants the `most` best of another target, and returns what was found there. */
static struct like want_like(const struct targets *targets, size_t t, const struct results *results, size_t from,
                             size_t most, struct wanted *wanted)
{
    struct like like;
    uint64_t index[MOST_LIKE];
    const struct bench *bench = targets->target[t].problem.bench;
    like_take(&like, results, from, &results->problems[t]);
    like_indices(&like, &results->problems[t], space_default(&bench->space), index);
    for (size_t r = 0; r < like.rows && r < most; r++) {
        const uint64_t same = with_same_bytes(bench, targets->target[from].problem.bench, index[r]);
        if (same != NO_CONFIGURATION)
            want(wanted, same);
    }
    return like;
}

/* The times of another target, of configurations with as many bytes. */
static void take_times(const struct targets *targets, size_t t, const struct results *results, size_t from,
                       const struct like *like, struct elsewhere *elsewhere)
{
    const struct bench *bench = targets->target[t].problem.bench;
    const size_t count =
        like_times(like, &results->problems[t], space_default(&bench->space), &elsewhere->index, &elsewhere->ns);
    elsewhere->count = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t same = with_same_bytes(bench, targets->target[from].problem.bench, elsewhere->index[i]);
        if (same == NO_CONFIGURATION)
            continue;
        elsewhere->index[elsewhere->count] = same;
        elsewhere->ns[elsewhere->count++] = elsewhere->ns[i];
    }
}

/* Whether so much of a target was tried that another one may try less. */
static bool is_searched(const struct target *target, const struct results *results, size_t problem)
{
    const size_t rows = results_rows(results, problem);
    struct allowed allowed;
    if (rows >= LEAST_FOLLOWED || !rows)
        return rows;
    const enum status status =
        allowed_solve(&target->problem, &target->restriction, &results->context.device, &allowed, NULL);
    const bool all = status == OK && rows >= allowed.solved.count;
    allowed_free(&allowed);
    return all;
}

/* Begins with the best configurations for the same kernel, of the last such bench (two of the last with elements as
 * large) and of the first, and follows the times of the first. */
static void follow(const struct targets *targets, size_t t, const struct results *results, struct wanted *wanted)
{
    const size_t first = find_same_kernel(targets, t, FIRST), as_large = find_same_kernel(targets, t, LAST_AS_LARGE);
    struct elsewhere *elsewhere = &wanted->elsewhere;
    if (first == SIZE_MAX || elsewhere->count)
        return;
    if (as_large != SIZE_MAX)
        want_like(targets, t, results, as_large, 2, wanted);
    else
        want_like(targets, t, results, find_same_kernel(targets, t, LAST), 1, wanted);
    const struct like like = want_like(targets, t, results, first, MOST_LIKE, wanted);
    elsewhere_free(elsewhere);
    take_times(targets, t, results, first, &like, elsewhere);
    elsewhere->fewer = is_searched(&targets->target[first], results, first);
}

bool warm_start_follows(const struct targets *targets, size_t t)
{
    return find_same_kernel(targets, t, FIRST) != SIZE_MAX;
}

void warm_start_take(struct targets *targets, size_t t, const struct results *results, const struct run_options *run)
{
    struct target *target = &targets->target[t];
    const struct bench *bench = target->problem.bench;
    const bool is_auto = !strcmp(run->strategy->name, auto_strategy.name);
    enum objective objective = run->objective;
    struct wanted wanted = {.elsewhere = target->wanted.elsewhere};
    size_t first = t;
    if (bench->device.host_timed)
        objective = OBJECTIVE_STREAM;
    while (first > 0 && same_place(&targets->target[first - 1], target))
        first--;
    FREED bool *taken = allocate((t - first + 1) * sizeof *taken);
    for (size_t i = first; i < t; i++) {
        size_t nearest = SIZE_MAX;
        for (size_t other = first; other < t; other++)
            if (!taken[other - first] && (nearest == SIZE_MAX || ratio(&targets->target[other], target) <
                                                                     ratio(&targets->target[nearest], target)))
                nearest = other;
        taken[nearest - first] = true;
        const struct result *winner = find_winner(target, results, nearest, objective);
        if (winner)
            want(&wanted, winner->index);
    }
    for (size_t i = 0; i < target->wanted.count; i++)
        want(&wanted, target->wanted.index[i]);
    if (is_auto && objective == OBJECTIVE_STREAM && !target->objective) {
        follow(targets, t, results, &wanted);
        wanted.elsewhere.fewer = wanted.elsewhere.fewer || bench->few;
    }
    target->wanted = wanted;
}

/* ---- bests of other results ---- */

_Static_assert((size_t)MOST_LIKE <= (size_t)MOST_WANTED, "what is best elsewhere is wanted");

static bool is_header(const char *path)
{
    FILE *file = fopen(path, "r");
    const bool is_comment = file && fgetc(file) == '/' && fgetc(file) == '*';
    if (file)
        fclose(file);
    return is_comment;
}

/* Reports what is taken, and from where. */
static void say(const struct like *like, const char *path, const struct named_problem *named)
{
    const char *device = like->results->context.device.name;
    text_print(stderr, "gpubench: --like: %s begins with the best%s of ", named->name, like->rows > 1 ? " ones" : "");
    text_print(stderr, "%s%s%s in %s\n", like->results->problems[like->problem].name, *device ? " on " : "", device,
               path);
}

static size_t find_all(struct targets *targets, const struct results *elsewhere, const char *path, struct fault *fault)
{
    size_t found = 0;
    FREED_BY(results_free) struct results here = {0};
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        struct like like;
        describe_problem(&here, targets, target);
        const struct named_problem *named = &here.problems[t];
        if (like_find(&like, elsewhere, path, named, fault) != OK)
            continue;
        const uint64_t origin = space_default(&target->problem.bench->space);
        struct elsewhere *all = &target->wanted.elsewhere;
        like_indices(&like, named, origin, target->wanted.index);
        target->wanted.count = like.rows;
        all->count = like_times(&like, named, origin, &all->index, &all->ns);
        say(&like, path, named);
        found++;
    }
    return found;
}

int warm_start_find(struct targets *targets, const struct options *options)
{
    const char *path = options->like;
    struct fault fault = {0};
    FREED_BY(results_free) struct results elsewhere = {0};
    if (!path)
        return 0;
    if ((is_header(path) ? header_rows_load : space_load)(&elsewhere, path, &fault) != OK)
        return report_fault(&fault, 2);
    const size_t found = find_all(targets, &elsewhere, path, &fault);
    if (!found)
        return report_fault(&fault, 2);
    const size_t others = targets->count - found;
    if (others)
        text_print(stderr, "gpubench: --like: %s", fault.text);
    if (others > 1)
        text_print(stderr, " (nor what fits %zu more)", others - 1);
    fputs(others ? "\n" : "", stderr);
    return 0;
}
