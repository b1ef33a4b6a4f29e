/* gpubench --suite: the whole story of a run, from options to table, results file and header. */
#include "tuner/ceilings/ceilings.h"
#include "cli/checks.h"
#include "cli/device.h"
#include "cli/inputs.h"
#include "cli/nearest.h"
#include "cli/progress.h"
#include "cli/record.h"
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "reports/header/header.h"
#include "reports/table/table.h"
#include "tuner/worker/worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY_CONFIGURATIONS = 2000 };
static const double default_time_limit = 30, default_budget_seconds = 60;

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) /* nohup ignores it */
        sigaction(SIGHUP, &action, NULL);
}

/* ---- before the run ---- */

static int check_options(struct options *options, const struct strategy **strategy)
{
    if (!options->suites) {
        fputs("gpubench: --suite is missing; `gpubench list` shows the suites, --help all options\n", stderr);
        return 2;
    }
    *strategy = options->strategy ? strategy_find(options->strategy) : NULL;
    if (!options->strategy || *strategy)
        return 0;
    struct names names = {0};
    for (const struct strategy *known = strategies; known->name; known++)
        names_add(&names, known->name);
    return nearest_error("strategy", options->strategy, &names);
}

/* With neither --strategy nor --budget: everything on a GPU while it is not too much, a minute a suite on a CPU. */
static void choose_strategy(const struct options *options, const struct strategy *asked, struct tuner_options *tuner,
                            double *suite_seconds)
{
    bool is_cpu = tuner->device.is_cpu && tuner->device.can_run;
    bool unlimited = !options->budget_count && options->budget_seconds <= 0;
    *suite_seconds = options->budget_seconds;
    tuner->budget_count = options->budget_count;
    tuner->strategy = asked ? asked : strategy_find(is_cpu || !unlimited ? "random" : "exhaustive");
    tuner->budgeted = !unlimited || (is_cpu && !asked);
    if (unlimited && !asked && is_cpu)
        *suite_seconds = default_budget_seconds;
    else if (unlimited && !asked)
        tuner->budget_count = MANY_CONFIGURATIONS;
}

/* The seconds of a suite, divided evenly among those of its benches that the device can run. */
static void divide_budget(struct targets *targets, const struct compute_device *device, double suite_seconds)
{
    for (size_t t = 0; t < targets->count; t++) {
        size_t sharing = 0;
        for (size_t other = 0; other < targets->count; other++) {
            const struct target *target = &targets->target[other];
            sharing += target->suite == targets->target[t].suite &&
                       !bench_lacks(suite_bench(all_suites[target->suite], target->bench), device);
        }
        targets->target[t].budget_seconds = sharing ? suite_seconds / (double)sharing : 0;
    }
}

/* ---- after the run ---- */

/* A bench that the device supports and that has no correct configuration. */
static bool has_failed(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct result *row = &results->rows[i];
        bool has_best = false;
        for (size_t b = 0; b < results->best_count; b++)
            has_best = has_best || (!strcmp(results->best[b].result.suite, row->suite) &&
                                    !strcmp(results->best[b].result.bench, row->bench) &&
                                    results->best[b].result.size == row->size);
        if (!has_best && row->status != OK && row->status != UNSUPPORTED)
            return true;
    }
    return false;
}

static void print_report(const struct record *record)
{
    table_print(stdout, &record->results, isatty(STDOUT_FILENO));
    if (record->printer.compiled + record->printer.cached)
        printf("Compiled: %zu; from the cache: %zu.\n", record->printer.compiled, record->printer.cached);
    fflush(stdout); /* before what may be said on stderr */
}

static int write_header(const struct results *results, const char *path)
{
    struct fault fault = {0};
    if (header_write(&results, 1, path, &fault) != OK)
        return complain(&fault, 2);
    printf("Header: %s\n", path);
    return 0;
}

/* ---- the run ---- */

/* Benches whose searches --until could not end. */
struct endless {
    size_t count;
    const char *first;
};

static void endless_add(struct endless *endless, const struct target *target, const struct best *best)
{
    if (best->result.median_ns <= 0 || best->result.limit.fraction > 0)
        return;
    if (!endless->count++)
        endless->first = suite_bench(all_suites[target->suite], target->bench)->name;
}

static void endless_report(const struct endless *endless)
{
    if (!endless->count)
        return;
    fprintf(stderr, "gpubench: --until: no limit of %s is known", endless->first);
    if (endless->count > 1)
        fprintf(stderr, " (nor of %zu more)", endless->count - 1);
    fputs("; the search went on to its end\n", stderr);
}

static int run_targets(struct tuner *tuner, const struct targets *targets, const struct options *options,
                       struct record *record)
{
    struct ceilings *ceilings = &record->results.context.ceilings;
    struct endless endless = {0};
    bool found = false;
    for (size_t t = 0; t < targets->count && !interrupted; t++) {
        struct target *target = &targets->target[t];
        struct best *best = allocate(sizeof *best);
        struct fault fault = {0};
        if (!ceilings_bench(target)) { /* those that this run measures itself come before, in the order of `all` */
            if (!found)
                ceilings_find(ceilings, tuner, targets, options);
            found = true;
            target->ceilings = ceilings;
        }
        enum status status = tuner_run(tuner, target, best, &fault);
        if (ceilings_bench(target))
            ceilings_take(ceilings, tuner, target, best);
        else if (options->until > 0)
            endless_add(&endless, target, best);
        if (best->result.median_ns > 0)
            results_add_best(&record->results, best);
        free(best);
        progress_end_bench(&record->printer);
        if (status != OK && !interrupted)
            return complain(&fault, 3);
    }
    endless_report(&endless);
    return 0;
}

static int run(struct options *options, struct targets *targets, const struct strategy *strategy,
               const struct launcher *launcher, const char *out, int argc, char **argv)
{
    struct tuner_options tuner_options = {.launcher = *launcher, .seed = options->seed, .stop = &interrupted};
    double suite_seconds;
    int status = check_jobs(options, &tuner_options.jobs);
    if (!status)
        status = device_find(launcher, options, &tuner_options.device);
    if (status)
        return status;
    const struct compute_device *device = &tuner_options.device;
    tuner_options.until = options->until;
    tuner_options.time_limit = options->time_limit > 0 ? options->time_limit : default_time_limit;
    tuner_options.cold = options->cache == CACHE_DEFAULT ? !device->is_cpu : options->cache == CACHE_COLD;
    choose_strategy(options, strategy, &tuner_options, &suite_seconds);
    targets_size(targets, device->is_cpu);
    status = check_sets(targets, options, device);
    if (!status)
        status = check_header(options, device);
    if (status)
        return status;
    divide_budget(targets, device, suite_seconds);

    struct record record;
    struct tuner tuner;
    struct fault fault = {0};
    status = record_start(&record, out);
    if (status)
        return status;
    tuner_options.row = record_row;
    tuner_options.progress = record_progress;
    tuner_options.user = &record;
    fprintf(stderr, "gpubench: %s, %s (%s %d)%s%.*s\n", options->suites, device->name, device->backend, device->index,
            *device->driver ? ", driver " : "", (int)strcspn(device->driver, ","), device->driver);
    if (tuner_open(&tuner, &tuner_options, &fault) != OK && !interrupted)
        status = complain(&fault, 3);
    else if (!interrupted)
        status = run_targets(&tuner, targets, options, &record);
    record_describe(&record, options, &tuner, interrupted, argc, argv);
    inputs_describe(targets, options, &record.results.context);
    tuner_close(&tuner);
    print_report(&record);
    int saved = record_save(&record, out);
    int header = options->header ? write_header(&record.results, options->header) : 0;
    if (!saved)
        printf("Results: %s\n", out);
    bool failed = has_failed(&record.results);
    record_end(&record);
    return saved ? saved : interrupted ? 130 : status ? status : failed ? 1 : header;
}

int verb_run(int argc, char **argv)
{
    struct options options;
    struct targets targets = {0};
    struct launcher launcher;
    const struct strategy *strategy;
    char path[1100];
    enum options_outcome outcome = options_parse(argc, argv, &options);
    if (outcome != OPTIONS_RUN)
        return outcome == OPTIONS_DONE ? 0 : 2;
    const char *out = NULL;
    catch_interrupts();
    int status = check_options(&options, &strategy);
    if (!status)
        status = targets_find(&targets, &options);
    if (!status)
        status = check_kernels(&targets, options.kernels);
    if (!status) {
        out = results_path(&options, &targets, path, sizeof path);
        status = check_paths(out, options.header);
    }
    if (!status)
        status = launcher_make(&launcher, options.kernels);
    if (!status)
        status = inputs_keep(&targets, launcher.cache);
    if (!status)
        status = run(&options, &targets, strategy, &launcher, out, argc, argv);
    targets_free(&targets);
    return status;
}
