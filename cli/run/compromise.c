#include "cli/run/compromise.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/run/interrupt.h"
#include "reports/header/compromise.h"
#include "tuner/search/indices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 8 }; /* per size */

static bool same_bench_of(const struct target *a, const struct target *b)
{
    return a->problem.suite == b->problem.suite && a->problem.bench == b->problem.bench;
}

/* The number of targets from `first` on that are sizes of one bench. */
static size_t sizes_from(const struct targets *targets, size_t first)
{
    size_t end = first;
    while (end < targets->count && same_bench_of(&targets->target[first], &targets->target[end]))
        end++;
    return end - first;
}

int compromise_check(const struct targets *targets)
{
    for (size_t t = 0; t < targets->count; t++)
        if (sizes_from(targets, t) > 1)
            return 0;
    fputs("gpubench: --objective compromise: no bench has several sizes, as by --size 2^20,2^24,2^28\n", stderr);
    return 2;
}

static int by_time(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left, *b = *(const struct row *const *)right;
    const double x = a->result.median_ns, y = b->result.median_ns;
    return x < y || x > y ? (x > y) - (x < y) : (a > b) - (a < b);
}

static bool is_whole(const struct row *row)
{
    return row_measured(row) && !row->result.dropped;
}

/* A set of configurations, for the common space of a bench's sizes. */
struct union_of {
    uint64_t *index;
    size_t count;
    struct indices seen;
};

/* Adds the few best of a size. */
static void add_best(struct union_of *all, const struct results *results, size_t problem)
{
    FREED const struct row **rows = allocate((results_rows(results, problem) + 1) * sizeof *rows);
    size_t count = 0;
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row))
        if (is_whole(row) && row_acceptable(&results->problems[problem], &row->result))
            rows[count++] = row;
    qsort(rows, count, sizeof *rows, by_time);
    for (size_t i = 0; i < count && i < FEW; i++)
        if (indices_add(&all->seen, rows[i]->result.index))
            all->index[all->count++] = rows[i]->result.index;
}

/* Removes configurations that have a full time at a size, or failed. */
static void leave_missing(struct union_of *missing, const struct results *results, size_t problem)
{
    for (const struct row *row = results_first(results, problem); row; row = results_next(results, row)) {
        const bool known = is_whole(row) || row->result.status != OK;
        for (size_t i = 0; known && i < missing->count; i++)
            if (missing->index[i] == row->result.index)
                missing->index[i--] = missing->index[--missing->count];
    }
}

static enum status measure_target(struct target *target, const struct union_of *all, struct tuner *tuner,
                                  struct record *record, const struct run_options *options, struct fault *fault)
{
    const struct results *results = &record->results;
    const size_t problem = record_problem(record, &target->problem);
    FREED uint64_t *index = allocate((all->count + 1) * sizeof *index);
    struct union_of missing = {.index = index, .count = all->count};
    const struct best_row *found = results_best(results, problem);
    if (all->count)
        memcpy(index, all->index, all->count * sizeof *index);
    leave_missing(&missing, results, problem);
    if (!missing.count || !found)
        return OK;
    const struct target searched = *target;
    target->fixed = missing.index; /* changed in place, as rows are found by its address */
    target->fixed_count = missing.count;
    target->sampling = found->best.result.sampling;
    FREED struct best *none = allocate(sizeof *none);
    const enum status status = tuner_run(tuner, target, options, none, fault);
    *target = searched;
    progress_end_bench(&record->printer);
    return status;
}

enum status compromise_measure(struct targets *targets, struct tuner *tuner, struct record *record,
                               const struct run_options *options, double seconds, struct fault *fault)
{
    const double started = clock_seconds();
    struct run_options run = *options;
    enum status status = OK;
    run.known = NULL;
    run.budget.seconds = 0;
    for (size_t first = 0, count; first < targets->count && status == OK; first += count) {
        count = sizes_from(targets, first);
        FREED uint64_t *index = allocate(count * FEW * sizeof *index);
        struct union_of all = {.index = index};
        for (size_t t = first; t < first + count && count > 1; t++)
            add_best(&all, &record->results, record_problem(record, &targets->target[t].problem));
        for (size_t t = first; t < first + count && status == OK && !interrupted; t++) {
            run.most_seconds = seconds > 0 ? seconds - (clock_seconds() - started) : 0;
            if (seconds > 0 && run.most_seconds <= 0)
                break;
            status = measure_target(&targets->target[t], &all, tuner, record, &run, fault);
        }
        indices_free(&all.seen);
    }
    return status;
}

int compromise_report(const struct results *results)
{
    struct fault fault = {0};
    FREED_BY(entries_free) struct entries entries = entries_collect(&results, 1);
    return compromise_take(&entries, COMPROMISE_MAX, stderr, &fault) == OK ? 0 : report_fault(&fault, 1);
}
