#include "cli/run/kept.h"

#include "base/file.h"
#include "base/text.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_problem(const struct results *results, const struct named_problem *problem)
{
    for (size_t p = 0; p < results->problem_count; p++)
        if (same_problem(&results->problems[p], problem))
            return true;
    return false;
}

static bool is_configuration(const struct row *row)
{
    return !row->result.reference && row->result.index != NO_CONFIGURATION;
}

/* How many rows of a problem are lost to a run that has it, or not; and the first of all. */
static size_t count_lost(const struct results *before, size_t problem, bool has, bool timed, const struct row **first)
{
    size_t lost = 0;
    for (const struct row *row = results_first(before, problem); row; row = results_next(before, row)) {
        if (!is_configuration(row) || (has && (timed || !row_timed(&row->result))))
            continue;
        *first = *first ? *first : row;
        lost++;
    }
    return lost;
}

enum status kept_check(const char *out, const struct results *now, bool timed, struct fault *fault)
{
    struct results before;
    struct fault none = {0};
    if (results_load(&before, out, &none) != OK)
        return OK;
    const struct compute_device *was = &before.context.device, *is = &now->context.device;
    const bool same_device = !strcmp(was->name, is->name) && !strcmp(was->backend, is->backend);
    const struct row *first = NULL;
    size_t lost = 0;
    for (size_t p = 0; p < before.problem_count; p++)
        lost += count_lost(&before, p, same_device && has_problem(now, &before.problems[p]), timed, &first);
    if (lost) {
        const bool only_timed = same_device && has_problem(now, &before.problems[first->problem]);
        char *name = row_name(&before.problems[first->problem], &first->result);
        fail(fault, INVALID,
             "%s: %zu row%s there would be lost, which this run does not replace, as %.400s on %s (%s)%s; --overwrite "
             "replaces the file, --out names another one",
             out, lost, lost == 1 ? "" : "s", name, was->name, was->backend, only_timed ? ", with a time" : "");
        free(name);
    }
    results_free(&before);
    return lost ? INVALID : OK;
}

/* How many configurations are right: timed, or as far as was asked. */
static size_t count_right(const struct results *results)
{
    size_t right = 0;
    for (size_t i = 0; i < results->count; i++)
        right += !results->rows[i].result.reference && results->rows[i].result.status <= COMPILED;
    return right;
}

static void add_names(struct texts *names, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        char *name = row_name(&results->problems[results->rows[i].problem], &results->rows[i].result);
        texts_number(names, name);
        free(name);
    }
}

/* How many configurations there were that there are no more. */
static size_t count_gone(const struct results *before, const struct results *now)
{
    struct texts names = {0};
    add_names(&names, now);
    const size_t there = names.count;
    add_names(&names, before);
    const size_t gone = names.count - there;
    texts_free(&names);
    return gone;
}

enum status kept_place(const char *out, const struct results *now, bool overwrite, char *path, size_t size,
                       struct fault *fault)
{
    struct results before;
    struct fault none = {0};
    snprintf(path, size, "%s", out);
    if (results_load(&before, out, &none) != OK)
        return OK;
    const size_t right = count_right(&before), gone = overwrite ? 0 : count_gone(&before, now);
    results_free(&before);
    if (right && !count_right(now)) {
        snprintf(path, size, "%s.failed", out);
        text_print(stderr,
                   "gpubench: no configuration is right; %s, with %zu that %s, is as it was, and these go to %s\n", out,
                   right, right == 1 ? "is" : "are", path);
    } else if (gone) {
        char *real = realpath(out, NULL); /* what a link names, which is replaced */
        char *moved = file_keep(real ? real : out, fault);
        free(real);
        if (!moved)
            return INVALID;
        text_print(stderr,
                   "gpubench: %s: %zu row%s of the file that was there %s not among this run's; it is kept as %s "
                   "(--overwrite would not)\n",
                   out, gone, gone == 1 ? "" : "s", gone == 1 ? "is" : "are", moved);
        free(moved);
    }
    return OK;
}
