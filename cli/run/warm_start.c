#include "cli/run/warm_start.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/describe.h"
#include "reports/json/header_rows.h"
#include "reports/json/space_file.h"
#include "reports/like.h"

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

void warm_start_take(struct targets *targets, size_t t, const struct results *results, enum objective objective)
{
    struct target *target = &targets->target[t];
    const struct bench *bench = target->problem.bench;
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
