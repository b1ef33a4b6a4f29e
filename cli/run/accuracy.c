#include "cli/run/accuracy.h"

#include "base/text.h"
#include "cli/run/settings.h"
#include "reports/format.h"
#include "tuner/suite.h"

#include <math.h>
#include <stdio.h>

/* Reports that no target has an error figure, and which benches have one. */
static int none_has(const struct registry *registry)
{
    size_t known = 0;
    fputs("gpubench: --max-error: no chosen bench has an error figure; known to:", stderr);
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++)
            if ((*suite)->benches[b]->report.error) {
                text_print(stderr, " %s/%s", (*suite)->name, (*suite)->benches[b]->name);
                known++;
            }
    fputs(known ? "\n" : " none\n", stderr);
    return 2;
}

int accuracy_take(struct targets *targets, const struct options *options, const struct registry *registry)
{
    const struct target *without = NULL;
    size_t having = 0;
    for (size_t t = 0; t < targets->count && options->max_error > 0; t++) {
        struct target *target = &targets->target[t];
        if (target->problem.bench->report.error) {
            target->max_error = options->max_error;
            having++;
        } else if (!without) {
            without = target;
        }
    }
    if (!without)
        return 0;
    if (!having)
        return none_has(registry);
    text_print(stderr, "gpubench: --max-error: %s/%s has no error figure", without->problem.suite->name,
               without->problem.bench->name);
    if (targets->count - having > 1)
        text_print(stderr, " (nor have %zu more)", targets->count - having - 1);
    fputs("; tuned for time alone\n", stderr);
    return 0;
}

static void mark_requested(const struct options *options, const struct suite *suite, bool requested[MAX_SETTINGS])
{
    for (size_t i = 0; i < options->settings; i++) {
        const struct setting *setting = setting_find(suite, options->setting[i].name);
        if (setting)
            requested[setting - suite->settings] = true;
    }
}

int accuracy_propose(struct targets *targets, const struct options *options)
{
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        const struct bench *bench = target->problem.bench;
        bool requested[MAX_SETTINGS] = {false};
        char words[MAX_PROPOSAL];
        struct fault fault = {0};
        if (!bench->problem.propose || !(target->max_error > 0))
            continue;
        mark_requested(options, target->problem.suite, requested);
        if (bench->problem.propose(&target->problem, target->max_error, requested, words, &fault) != OK) {
            text_print(stderr, "gpubench: %s: %s\n", bench->name, fault.text);
            return 2;
        }
        text_print(stderr, "gpubench: %s: for errors up to %g: %s\n", bench->name, target->max_error, words);
    }
    return 0;
}

/* The most accurate measured configuration; NULL if no error is known. Counts the measured ones. */
static const struct result *most_accurate(const struct results *results, size_t number, size_t *measured)
{
    const struct named_problem *problem = &results->problems[number];
    const struct result *best = NULL;
    *measured = 0;
    for (const struct row *row = results_first(results, number); row; row = results_next(results, row)) {
        const struct result *result = &row->result;
        if (result->status != OK || result->reference)
            continue;
        ++*measured;
        if (isfinite(row_error(problem, result)) && (!best || row_error(problem, result) < row_error(problem, best)))
            best = result;
    }
    return best;
}

static void print_missed(const struct named_problem *problem, const struct result *nearest, size_t measured)
{
    char most[MAX_NUMBER];
    if (!(problem->max_error > 0)) {
        text_print(stderr,
                   problem->required ? "gpubench: %s: no configuration has %s, of %zu measured\n"
                                     : "gpubench: %s: --objective %s is known of none of the %zu measured\n",
                   problem->name, problem->required ? problem->required : problem->objective, measured);
        return;
    }
    const char *figure = problem->figures.text[problem->error - 1];
    number_word(problem->max_error, most);
    text_print(stderr, "gpubench: %s: no configuration has %s <= %s; ", problem->name, figure, most);
    if (!nearest) {
        text_print(stderr, "it is known of none of the %zu measured\n", measured);
        return;
    }
    text_print(stderr, "the smallest is %s (", format_bound(row_error(problem, nearest)).text);
    for (size_t p = 0; p < row_parameters(problem, nearest); p++)
        text_print(stderr, "%s%s=%s", p ? " " : "", problem->parameter[p].name,
                   problem_word(problem, nearest->index, p));
    text_print(stderr, "), of %zu measured\n", measured);
}

bool accuracy_missed(const struct results *results)
{
    bool missed = false;
    for (size_t number = 0; number < results->problem_count; number++) {
        const struct named_problem *problem = &results->problems[number];
        size_t measured;
        const struct result *nearest = most_accurate(results, number, &measured);
        const bool chosen = problem->max_error > 0 || problem->required || problem->objective;
        if (!chosen || !measured || results_best(results, number))
            continue;
        print_missed(problem, nearest, measured);
        missed = true;
    }
    return missed;
}
