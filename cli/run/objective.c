#include "cli/run/objective.h"

#include "base/memory.h"
#include "base/text.h"
#include "compute/health.h"

#include <stdio.h>
#include <string.h>

/* An option with an expression, and the field for its judges. */
struct judging {
    const char *option, *text;
    bool required;
};

static void keep(struct targets *targets, struct target *target, const struct judging *judging, struct judge *judge)
{
    targets->judge = grow(targets->judge, targets->judges, &targets->judge_capacity, sizeof(struct judge *));
    targets->judge[targets->judges++] = judge;
    *(judging->required ? &target->required : &target->objective) = judge;
}

static int refuse(const struct judging *judging, const struct target *target, const char *why, bool missing)
{
    char names[1024];
    const struct bench *bench = target->problem.bench;
    text_print(stderr, "gpubench: %s: %s", judging->option, why);
    judge_names(bench, names, sizeof names);
    if (missing)
        text_print(stderr, "; %s/%s has %s", target->problem.suite->name, bench->name, names);
    fputs(missing && !judging->required ? "; or use stream, alone, energy or compromise\n" : "\n", stderr);
    return 2;
}

/* Each bench has its own figures: one without a named figure gets no judge. */
static int take(struct targets *targets, const struct judging *judging)
{
    const struct target *without = NULL;
    struct fault why = {0};
    size_t having = 0;
    if (strlen(judging->text) >= JUDGE_TEXT) {
        text_print(stderr, "gpubench: %s takes an expression of at most %d bytes\n", judging->option, JUDGE_TEXT - 1);
        return 2;
    }
    for (size_t t = 0; t < targets->count; t++) {
        struct target *target = &targets->target[t];
        struct fault fault = {0};
        bool missing;
        struct judge *judge = judge_new(judging->text, target->problem.bench, &missing, &fault);
        if (!judge && !missing)
            return refuse(judging, target, fault.text, false);
        if (judge) {
            keep(targets, target, judging, judge);
            having++;
        } else if (!without) {
            without = target;
            why = fault;
        }
    }
    if (!without)
        return 0;
    if (!having)
        return refuse(judging, without, why.text, true);
    text_print(stderr, "gpubench: %s: %s/%s has not all of its figures", judging->option, without->problem.suite->name,
               without->problem.bench->name);
    if (targets->count - having > 1)
        text_print(stderr, " (nor have %zu more)", targets->count - having - 1);
    fputs(judging->required ? "; nothing is required of it\n" : "; tuned for time alone\n", stderr);
    return 0;
}

int objective_take(struct targets *targets, const struct options *options, struct run_options *run)
{
    const char *text = options->objective;
    int status = 0;
    targets->required = options->require;
    if (!strcmp(text, "alone"))
        run->objective = OBJECTIVE_ALONE;
    else if (!strcmp(text, "energy")) {
        run->energy = targets->energy = true;
        targets->objective = text;
    } else if (strcmp(text, "stream") != 0 && strcmp(text, "compromise") != 0) {
        targets->objective = text;
        status = take(targets, &(struct judging){"--objective", text, false});
    }
    if (!status && options->require)
        status = take(targets, &(struct judging){"--require", options->require, true});
    return status;
}

int objective_check(const struct run_options *run, const struct compute_device *device)
{
    double joules;
    char why[256];
    if (!run->energy || !device->can_run || compute_energy(device, &joules, why, sizeof why))
        return 0;
    text_print(stderr, "gpubench: --objective energy: %s does not report its energy: %s\n", device->name, why);
    return 3;
}

void objective_report(const struct run_options *run, const struct results *results)
{
    for (size_t i = 0; run->energy && i < results->best_count; i++)
        if (results->best[i].best.objective != OBJECTIVE_VALUE)
            text_print(stderr, "gpubench: %s: its energy is unknown; chosen for time\n",
                       results->problems[results->best[i].problem].name);
}
