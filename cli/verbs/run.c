/* gpubench --suite: a whole run, from options to table, results file and header. */
#include "cli/verbs/verbs.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/options/table.h"
#include "base/random.h"
#include "base/text.h"
#include "cli/registry.h"
#include "cli/report_fault.h"
#include "cli/run/accuracy.h"
#include "cli/run/arch.h"
#include "cli/run/budget.h"
#include "cli/run/checks.h"
#include "cli/run/compromise.h"
#include "cli/run/confirm.h"
#include "cli/run/device.h"
#include "cli/run/device_lock.h"
#include "cli/run/exec.h"
#include "cli/run/fixed_configs.h"
#include "cli/run/inputs.h"
#include "cli/run/interrupt.h"
#include "cli/run/kinds.h"
#include "cli/run/objective.h"
#include "cli/run/plan.h"
#include "cli/run/profile.h"
#include "cli/run/progress.h"
#include "cli/run/record.h"
#include "cli/run/warm_start.h"
#include "cli/terminal.h"
#include "reports/json/results_file.h"
#include "reports/table/table.h"
#include "reports/writers/writers.h"
#include "tuner/ceilings/ceilings.h"
#include "tuner/run/finders.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_CONFIGURATIONS = 2000 };
static const double default_time_limit = 30, default_suite_seconds = 60;

/* ---- before the run ---- */

/* The default strategy, by space and budget; the default budget on a CPU is a minute per suite. Without times there is
 * nothing to guide a search: then all configurations, up to a limit. */
static void choose_strategy(const struct options *options, const struct strategy *requested,
                            const struct compute_device *device, const struct targets *targets, struct run_options *run,
                            double *seconds)
{
    const bool is_cpu = device->is_cpu && device->can_run && !options->configs;
    const bool unlimited = !options->budget.count && options->budget.seconds <= 0;
    const bool timed = device->can_run && !options->verify_only;
    const struct strategy *untimed = is_cpu || !unlimited ? &random_strategy : &exhaustive_strategy;
    *seconds = options->budget.seconds;
    run->budget.configurations = options->budget.count;
    run->strategy = requested ? requested : timed ? &auto_strategy : untimed;
    run->budget.binds = !unlimited || (is_cpu && !requested);
    if (unlimited && !requested && is_cpu)
        *seconds = default_suite_seconds * (double)targets_suites(targets);
    else if (unlimited && !requested && !timed && !options->configs && !options->compile_only)
        run->budget.configurations = MANY_CONFIGURATIONS;
}

/* ---- after the run ---- */

/* Whether a bench that the device supports has no correct configuration; without times, any failure. */
static bool has_failed(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        if (status_is_failure(results->rows[i].result.status) && !results_best(results, results->rows[i].problem))
            return true;
    }
    return false;
}

/* Whether nothing of a spec ran: a kernel of the user's own that no device here takes. */
static bool is_elsewhere(const struct results *results)
{
    bool ran = !registry_spec() || !results->count;
    for (size_t i = 0; i < results->count && !ran; i++)
        ran = results->rows[i].result.status != UNSUPPORTED;
    return !ran;
}

/* Prints the results to standard output. */
static int print_json(const struct results *results)
{
    struct fault fault = {0};
    return results_save(results, "/dev/stdout", &fault) == OK ? 0 : report_fault(&fault, 2);
}

static void print_report(const struct record *record, const char *path, bool in_full)
{
    struct screen screen;
    screen_open(&screen);
    screen.page.brief = !in_full;
    screen.page.path = path;
    table_print(screen.file, &record->results, &screen.page);
    screen_close(&screen);
    if (record->printer.compiled + record->printer.cached)
        printf("Compiled: %zu; from the cache: %zu.\n", record->printer.compiled, record->printer.cached);
    fflush(stdout); /* before messages on stderr */
}

static int write_header(const struct results *results, const char *path, bool compromise, FILE *where)
{
    const struct output output = {
        .results = results, .count = 1, .max_regret = -1, .compromise = compromise ? COMPROMISE_MAX : COMPROMISE_NONE};
    struct fault fault = {0};
    if (writer_save(writer_find("header"), &output, path, &fault) != OK)
        return report_fault(&fault, 2);
    text_print(where, "Header: %s\n", path);
    return 0;
}

/* ---- the run ---- */

/* Reports problems of workers and the cache that only cost time. */
static void report_losses(const struct tuner *tuner)
{
    if (tuner->killed)
        text_print(stderr, "gpubench: %zu worker%s died, and what %s at was tried once more: %s\n", tuner->killed,
                   tuner->killed == 1 ? "" : "s", tuner->killed == 1 ? "it was" : "they were", tuner->killed_how);
    for (size_t i = 0; i < tuner->devices && tuner_alive(tuner); i++)
        if (tuner->device[i].gone)
            text_print(stderr, "gpubench: device %d (%s) did not come back, and the others went on: %s\n",
                       tuner->device[i].device.index, tuner->device[i].device.uuid, tuner->device[i].why);
    if (*tuner->fallen)
        text_print(stderr, "gpubench: %s\n", tuner->fallen);
    if (*tuner->unkept)
        text_print(stderr, "gpubench: %s: such programs are compiled again for each run\n", tuner->unkept);
}

/* A common order of locks, so that two programs with the same devices cannot deadlock. */
static int by_uuid(const void *left, const void *right)
{
    const struct compute_device *const *a = left, *const *b = right;
    const int order = strcmp((*a)->uuid, (*b)->uuid);
    return order ? order : ((*a)->index > (*b)->index) - ((*a)->index < (*b)->index);
}

/* Locks the devices that a run measures on. */
static void take_devices(struct plan *plan, const struct tuner_options *tuner, int held[COMPUTE_MAX_DEVICES])
{
    const double before = clock_seconds();
    const bool timed = tuner->device.can_run && !plan->run.verify_only;
    const struct compute_device *device[COMPUTE_MAX_DEVICES];
    for (size_t i = 0; i < tuner->device_count; i++)
        device[i] = &tuner->devices[i];
    qsort(device, tuner->device_count, sizeof *device, by_uuid);
    for (size_t i = 0; i < tuner->device_count; i++)
        held[i] = timed && !interrupted ? device_lock_take(device[i], &interrupted) : -1;
    plan->waited = clock_seconds() - before;
}

/* "GPU (cuda 0, 2)" */
static void print_devices(const struct options *options, const struct tuner_options *tuner)
{
    const struct compute_device *device = &tuner->device;
    text_print(stderr, "gpubench: %s, %s (%s", options->suites, device->name, device->backend);
    for (size_t i = 0; i < tuner->device_count; i++)
        text_print(stderr, "%s %d", i ? "," : "", tuner->devices[i].index);
    text_print(stderr, ")%s%.*s", *device->driver ? ", driver " : "", (int)strcspn(device->driver, ","),
               device->driver);
}

/* Ends the first line of a run: a time is for the whole run, a count for each problem. */
static void print_budget(const struct plan *plan)
{
    if (plan->seconds > 0)
        text_print(stderr, "; budget: %g s for all of it", plan->seconds);
    if (plan->run.budget.configurations)
        text_print(stderr, "; budget: %" PRIu64 " configuration%s of each bench and size",
                   plan->run.budget.configurations, plan->run.budget.configurations == 1 ? "" : "s");
    fputc('\n', stderr);
}

/* Executes a plan on open devices, and writes its results. */
static int run_plan(struct plan *plan, const struct tuner_options *tuner_options)
{
    const struct options *options = plan->options;
    struct record record;
    struct tuner tuner;
    struct fault fault = {0};
    int status = record_start(&record, &plan->targets, plan->out, options, tuner_options, plan->started);
    if (status)
        return status;
    plan->run.known = record_known;
    plan->run.known_counts = record.begun.counts;
    plan->run.row = record_row;
    plan->run.samples = record_samples;
    plan->run.progress = record_progress;
    plan->run.user = &record;
    print_devices(options, tuner_options);
    print_budget(plan);
    if (options->shard.of)
        text_print(stderr,
                   "gpubench: part %" PRIu64 " of %" PRIu64 " of each space, by seed %" PRIu64
                   "; a strategy that learns learns of this part alone, and shares nothing with others\n",
                   options->shard.number, options->shard.of, options->seed);
    inputs_print(&plan->targets);
    int held[COMPUTE_MAX_DEVICES];
    take_devices(plan, tuner_options, held);
    if (tuner_open(&tuner, tuner_options, &fault) != OK && !interrupted)
        status = report_fault(&fault, 3);
    else if (!interrupted) {
        record_describe(&record, options, &tuner, true);
        record_begin(&record);
        if (options->compile_only)
            arch_begin(&tuner, &plan->run);
        status = plan_run(plan, &tuner, &record);
    }
    record_describe(&record, options, &tuner, interrupted);
    record_settle(&record, tuner_options->secret);
    report_losses(&tuner);
    tuner_release(&tuner);
    int printed = 0;
    if (options->json)
        printed = print_json(&record.results);
    else
        print_report(&record, plan->out, options->in_full);
    int saved = record_save(&record, plan->out, options->overwrite);
    tuner_close(&tuner); /* the workers exit while the results are printed and saved */
    FILE *where = options->json ? stderr : stdout;
    int header = options->header ? write_header(&record.results, options->header, plan->compromise, where) : printed;
    if (record.saved)
        text_print(where, "Results: %s\n", plan->out);
    bool failed = has_failed(&record.results);
    objective_report(&plan->run, &record.results);
    if (!status && !interrupted && !options->configs) /* fixed configurations have no strategy */
        failed = accuracy_missed(&record.results) || failed;
    if (!status && !interrupted && plan->compromise && !plan->run.verify_only && record.results.best_count)
        failed = compromise_report(&record.results) || failed;
    if (!status && !interrupted && !failed && !header && options->confirm)
        header = confirm_run(&record.results, &plan->targets, options, where);
    if (record.saved && record.results.best_count && options->profile)
        profile_print(where, options, plan->out);
    for (size_t i = 0; i < tuner_options->device_count; i++)
        device_lock_release(held[i]);
    if (!status && is_elsewhere(&record.results))
        status = 3;
    record_end(&record);
    return saved ? saved : interrupted ? 130 : status ? status : failed ? 1 : header;
}

/* The benches of the suites that the device could run, but only --bench brings in. */
static void print_unnamed(const struct targets *targets, const struct options *options,
                          const struct compute_device *device)
{
    const char *between = "gpubench: left out, since they take long; --bench runs them: ";
    for (size_t t = 0; t < targets->count && !options->bench && !options->configs; t++) {
        const struct suite *suite = targets->target[t].problem.suite;
        const bool is_first = !t || targets->target[t - 1].problem.suite != suite;
        for (size_t b = 0; is_first && suite->benches[b]; b++)
            if (suite->benches[b]->by_name && !bench_missing(suite->benches[b], device)) {
                text_print(stderr, "%s%s", between, suite->benches[b]->name);
                between = ", ";
            }
    }
    fputs(*between == ',' ? "\n" : "", stderr);
}

static void print_remarks(const struct targets *targets)
{
    for (size_t t = 0; t < targets->count; t++) {
        const struct problem *problem = &targets->target[t].problem;
        char words[MAX_PROPOSAL] = "";
        if (problem->bench->problem.remark)
            problem->bench->problem.remark(problem, words);
        if (*words)
            text_print(stderr, "gpubench: %s: %s\n", problem->bench->name, words);
    }
}

/* How many targets share a GPU's time. Not with a budget of seconds, which would elapse for one while another works;
 * and with few compile workers these are busy in any case. */
static size_t workers_per_device(const struct plan *plan, const struct tuner_options *tuner)
{
    enum { LEAST_JOBS = 4, MOST = 3 };
    const bool shares =
        tuner->device.can_run && !tuner->device.is_cpu && tuner->jobs >= LEAST_JOBS && !(plan->seconds > 0);
    return !shares ? 1 : plan->targets.count < MOST ? plan->targets.count : MOST;
}

static int run(struct plan *plan, const struct strategy *strategy, const struct registry *registry,
               const struct launcher *launcher)
{
    const struct options *options = plan->options;
    FREED struct device_kinds *kinds = allocate(sizeof *kinds);
    struct tuner_options tuner = {.launcher = *launcher, .registry = registry, .stop = &interrupted};
    int status = check_jobs(options, &tuner.jobs);
    if (!status)
        status = devices_find(launcher, options, kinds);
    if (status)
        return status;
    if (kinds->kinds > 1 || !kinds->device[0].can_run)
        finders_end(launcher->finders);
    if (kinds->kinds > 1)
        return kinds_run(options, kinds, plan->out, tuner.jobs);
    tuner.device = kinds->device[0];
    tuner.devices = kinds->device;
    tuner.device_count = kinds->count;
    struct fault fault = {0};
    tuner.secret = options->secret;
    if (!tuner.secret && random_fill(&tuner.secret, sizeof tuner.secret, &fault) != OK)
        return report_fault(&fault, 3);
    tuner.cold = options->cache == CACHE_DEFAULT ? !tuner.device.is_cpu : options->cache == CACHE_COLD;
    plan->run.budget.workers = tuner.jobs;
    plan->run.verify_only = options->verify_only;
    plan->run.measure_all = options->measure_all;
    plan->run.confidence = options->confidence > 0 ? options->confidence : TUNER_CONFIDENCE;
    plan->compromise = !strcmp(options->objective, "compromise");
    plan->run.blocks = options->blocks ? options->blocks : FIXED_BLOCKS;
    plan->run.sampling = options->sampling;
    plan->run.until = options->until;
    plan->run.max_share = options->max_share;
    plan->run.time_limit = options->time_limit > 0 ? options->time_limit : default_time_limit;
    plan->run.prepare_seconds = options->time_limit;
    choose_strategy(options, strategy, &tuner.device, &plan->targets, &plan->run, &plan->seconds);
    if (options->configs)
        status = fixed_configs_fit(&plan->targets, options, &tuner.device);
    else
        targets_size(&plan->targets, &tuner.device);
    if (!status)
        status = accuracy_propose(&plan->targets, options);
    if (!status)
        status = targets_check(&plan->targets, options->bench, &tuner.device);
    if (!status) {
        print_unnamed(&plan->targets, options, &tuner.device);
        print_remarks(&plan->targets);
    }
    if (!status)
        status = check_sets(&plan->targets, options, &tuner.device);
    if (!status)
        print_uncounted(stderr, &plan->targets, &tuner.device);
    if (!status)
        status = check_measures(options, &tuner.device);
    if (!status)
        status = warm_start_find(&plan->targets, options);
    if (!status)
        status = objective_check(&plan->run, &tuner.device);
    if (!status && plan->compromise)
        status = compromise_check(&plan->targets);
    tuner.workers_per_device = workers_per_device(plan, &tuner);
    return status ? status : run_plan(plan, &tuner);
}

void print_warnings(const struct spec *spec)
{
    for (size_t i = 0; spec && spec_warning(spec, i); i++)
        text_print(stderr, "gpubench: %s\n", spec_warning(spec, i));
}

/* Without --suite a run with a spec is of its suite, at its sizes. */
static int take_spec(struct options *options)
{
    const struct spec *spec = registry_spec();
    print_warnings(spec);
    if (options->unverified && !(spec && spec_is_unverified(spec)))
        return report_fault(&(struct fault){INVALID, "--unverified: there is a check or a reference"}, 2);
    if (spec && spec_is_unverified(spec) &&
        !options->unverified) /* a file of --configs may have recorded --unverified */
        return report_fault(&(struct fault){INVALID, "there is neither a check nor a reference; without, "
                                                     "times are taken with --unverified alone"},
                            2);
    if (options->unverified && options->verify_only)
        return report_fault(&(struct fault){INVALID, "--unverified and --verify-only: nothing is left to do"}, 2);
    if (options->unverified && options->settings < MAX_OWN) {
        options->setting[options->settings].name = "verified";
        options->setting[options->settings++].text = "no";
    }
    if (!spec || options->suites || options->configs)
        return 0;
    options->suites = spec_suite(spec)->name;
    options->size = options->size ? options->size : spec_sizes(spec);
    return 0;
}

int run_registered(const struct registry *registry, const char *const *arguments, struct options *options)
{
    struct plan plan = {.options = options, .started = clock_seconds()};
    struct launcher launcher;
    struct finders finders = {.count = 0};
    struct strategy strategy;
    char path[1100];
    catch_interrupts();
    int status = take_spec(options);
    if (!status)
        status = check_options(options, &strategy);
    if (!status)
        status = options->configs ? fixed_configs_find(&plan.targets, options, registry)
                                  : targets_find(&plan.targets, options, registry);
    if (!status)
        status = inputs_find(&plan.targets, options, registry);
    if (!status)
        status = accuracy_take(&plan.targets, options, registry);
    if (!status)
        status = objective_take(&plan.targets, options, &plan.run);
    if (!status)
        status = check_kernels(&plan.targets, options->kernels);
    if (!status) {
        plan.out = results_path(options, &plan.targets, path, sizeof path);
        status = check_paths(plan.out, options, registry_spec());
    }
    if (!status)
        status = confirm_check(options);
    if (!status)
        status = launcher_make(&launcher, arguments, options->time_limit);
    if (!status)
        status = check_cache(plan.out, options, launcher.cache);
    if (!status)
        status = inputs_keep(&plan.targets, launcher.cache);
    if (!status && options->configs)
        status = fixed_configs_same_structure(&plan.targets, options);
    launcher.finders = &finders;
    if (!status)
        status = run(&plan, strategy.name ? &strategy : NULL, registry, &launcher);
    finders_end(&finders);
    targets_free(&plan.targets);
    return status;
}

int verb_run(const struct registry *registry, struct options *options)
{
    const char *arguments[MAX_REGISTRY + 1];
    arguments[options_words(options, TO_WORKERS, 0, arguments, MAX_REGISTRY)] = NULL;
    return run_registered(registry, arguments, options);
}
