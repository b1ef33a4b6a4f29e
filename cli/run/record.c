#include "cli/run/record.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "benchmark_c/benchmark_c.h"
#include "cli/commit.h"
#include "cli/report_fault.h"
#include "cli/run/describe.h"
#include "cli/run/resume.h"
#include "reports/json/results_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The start time, and the host's load before the run. */
static void describe_start(struct run_context *context)
{
    time_t now = time(NULL);
    struct tm local;
    strftime(context->date, sizeof context->date, "%Y-%m-%dT%H:%M:%S%z", localtime_r(&now, &local));
    if (getloadavg(context->load, 3) < 0)
        memset(context->load, 0, sizeof context->load);
}

/* Numbers several devices; a resumed run keeps their numbers. */
static void number_devices(struct record *record, const struct tuner_options *tuner)
{
    struct run_context *context = &record->results.context;
    for (size_t d = 0; d < tuner->device_count && tuner->device_count > 1; d++) {
        const struct compute_device *device = &tuner->devices[d];
        size_t at = 0;
        while (at < context->device_count &&
               (context->devices[at].index != device->index || strcmp(context->devices[at].uuid, device->uuid) != 0))
            at++;
        if (at == COMPUTE_MAX_DEVICES)
            at--;
        context->device_count += at == context->device_count;
        context->devices[at] = (struct run_device){.index = device->index, .ceilings = context->devices[at].ceilings};
        memcpy(context->devices[at].uuid, device->uuid, sizeof device->uuid);
        record->number[d] = (uint32_t)at + 1;
    }
}

/* A result with its device's number in the results, which in a resumed run may differ from the tuner's. */
static struct result numbered(const struct record *record, const struct result *result)
{
    struct result numbered = *result;
    if (result->device)
        numbered.device = record->number[result->device - 1];
    return numbered;
}

int record_start(struct record *record, const struct targets *targets, const char *out, const struct options *options,
                 const struct tuner_options *tuner, double started)
{
    struct fault fault = {0};
    *record = (struct record){.targets = targets, .started = started, .recorded = clock_seconds()};
    describe_start(&record->results.context);
    record->results.context.device = tuner->device;
    record->results.identity = identity_of(options, tuner, targets);
    for (size_t t = 0; t < targets->count; t++)
        describe_problem(&record->results, targets, &targets->target[t]);
    progress_start(&record->printer);
    record->journal = resume(&record->begun, &record->results, out, options, &fault);
    number_devices(record, tuner);
    record->more = record->journal && journal_resumed(record->journal) && record->begun.rows;
    if (fault.status == OK && options->samples)
        record->samples = samples_open(options->samples, &fault);
    if (fault.status == OK)
        return 0;
    journal_close(record->journal, record->journal && !journal_resumed(record->journal));
    record->journal = NULL;
    record_end(record);
    return report_fault(&fault, 2);
}

/* Reports when rows start to wait, and when no row waits any more. */
static void report_journal(struct record *record, enum status status, const struct fault *fault)
{
    const bool waits = record->journal && journal_waiting(record->journal);
    if (status != OK) {
        progress_clear(&record->printer);
        text_print(stderr, "gpubench: %s; the run goes on, and its rows wait in memory\n", fault->text);
    } else if (record->waits && !waits) {
        progress_clear(&record->printer);
        fputs("gpubench: no row waits any more: the journal has all\n", stderr);
    }
    record->waits = waits;
}

void record_begin(struct record *record)
{
    const struct results *results = &record->results;
    struct fault fault = {0};
    report_journal(record, journal_begin(record->journal, results, &fault), &fault);
    for (size_t i = 0; i < record->begun.rows && !journal_resumed(record->journal); i++) {
        fault = (struct fault){0};
        report_journal(record, journal_add(record->journal, results, &results->rows[i], &fault), &fault);
    }
}

void record_end(struct record *record)
{
    journal_close(record->journal, false);
    samples_close(record->samples, NULL);
    results_free(&record->results);
    begun_free(&record->begun);
}

/* The number of a target's problem. */
size_t record_problem(const struct record *record, const struct problem *problem)
{
    const struct target *first = record->targets->target;
    return (size_t)((const char *)problem - (const char *)&first->problem) / sizeof *first;
}

void record_ceilings(struct record *record, const struct ceilings *ceilings)
{
    struct run_context *context = &record->results.context;
    context->ceilings = ceilings[0];
    for (size_t d = 0; d < COMPUTE_MAX_DEVICES && record->number[d]; d++)
        context->devices[record->number[d] - 1].ceilings = ceilings[d];
}

void record_take_ceilings(const struct record *record, struct ceilings *ceilings)
{
    const struct run_context *context = &record->results.context;
    ceilings[0] = context->ceilings;
    for (size_t d = 0; d < COMPUTE_MAX_DEVICES && record->number[d]; d++)
        ceilings[d] = context->devices[record->number[d] - 1].ceilings;
}

void record_row(void *user, const struct problem *problem, const struct result *result, const char *reason)
{
    struct record *record = user;
    struct results *results = &record->results;
    struct fault fault = {0};
    const struct result own = numbered(record, result);
    const struct row *row = results_put(results, &record->begun.keys, record_problem(record, problem), &own, reason);
    record->more = true;
    report_journal(record, journal_add(record->journal, results, row, &fault), &fault);
}

const struct result *record_known(void *user, const struct problem *problem, size_t *at)
{
    const struct record *record = user;
    const struct results *results = &record->results;
    const struct row *row =
        *at ? results_next(results, &results->rows[*at - 1]) : results_first(results, record_problem(record, problem));
    while (row && row->result.index == NO_CONFIGURATION)
        row = results_next(results, row);
    if (!row || row >= results->rows + record->begun.rows)
        return NULL;
    *at = (size_t)(row - results->rows) + 1;
    return &row->result;
}

bool record_finished(struct record *record, const struct tuner *tuner, const struct target *target,
                     const struct run_options *run, struct best *best)
{
    const struct results *before = &record->begun.before;
    const size_t number = record_problem(record, &target->problem);
    if (!record->begun.rows || !before->problem_count || !results_first(before, number))
        return false;
    const struct best_row *found = results_best(before, number);
    const bool decided = target->fixed_count || (found ? found->best.result.finalist : !before->context.interrupted);
    if (!decided || !tuner_finished(tuner, target, run, found ? &found->best : NULL))
        return false;
    if (found)
        *best = found->best;
    record->finished++;
    return true;
}

void record_best(struct record *record, const struct target *target, const struct best *best)
{
    struct best own = *best;
    own.result = numbered(record, &best->result);
    results_add_best(&record->results, record_problem(record, &target->problem), &own);
}

void record_samples(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples)
{
    const struct record *record = user;
    if (record->samples)
        samples_add(record->samples, &record->results, record_problem(record, problem), result, samples);
}

void record_progress(void *user, const struct progress *progress)
{
    struct record *record = user;
    progress_show(&record->printer, progress);
}

static uint32_t cpu_mhz(void)
{
    char line[256];
    double mhz = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && mhz == 0 && fgets(line, sizeof line, file))
        if (!strncmp(line, "cpu MHz", 7))
            mhz = strtod(strchr(line, ':') ? strchr(line, ':') + 1 : "0", NULL);
    if (file)
        fclose(file);
    return (uint32_t)mhz;
}

/* The command line, cut at the size; words that a shell would change are quoted. */
static void join(char *text, size_t size, int argc, char **argv)
{
    FILE *file = fmemopen(text, size - 1, "w"); /* the last byte stays 0 */
    if (!file)
        return;
    fputs("gpubench", file);
    for (int i = 1; i < argc; i++) {
        bool plain = *argv[i] && !argv[i][strspn(argv[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                          "0123456789_-+./,:=@%")];
        fputs(plain ? " " : " '", file);
        for (const char *at = argv[i]; *at; at++)
            fputs(*at == '\'' ? "'\\'" : "", file), fputc(*at, file);
        fputs(plain ? "" : "'", file);
    }
    fclose(file);
}

/* Time that the tuner did not count is waiting, except before its start. */
static void describe_seconds(struct record *record, const struct tuner *tuner)
{
    struct run_context *context = &record->results.context;
    double counted = record->recorded - record->started;
    context->wall_seconds = clock_seconds() - record->started;
    memcpy(context->seconds, tuner->seconds, sizeof context->seconds);
    context->seconds[PHASE_STARTING] += counted;
    for (enum phase phase = 0; phase < PHASE_WAITING; phase++)
        counted += tuner->seconds[phase];
    context->seconds[PHASE_WAITING] = fmax(0, context->wall_seconds - counted);
}

void record_describe(struct record *record, const struct options *options, const struct tuner *tuner, bool interrupted)
{
    struct run_context *context = &record->results.context;
    snprintf(context->version, sizeof context->version, "%s", GPUBENCH_VERSION);
    snprintf(context->commit, sizeof context->commit, "%s", GPUBENCH_COMMIT);
    gethostname(context->host, sizeof context->host - 1);
    snprintf(context->executable, sizeof context->executable, "%s", tuner->options.launcher.path);
    snprintf(context->suites, sizeof context->suites, "%s", options->suites);
    snprintf(context->benchmark_version, sizeof context->benchmark_version, "%s", bm_version());
    join(context->command, sizeof context->command, options->argc, options->argv);
    describe_options(context, options);
    context->seed = options->seed;
    context->max_share = options->max_share;
    context->shard.part = options->shard.number;
    context->shard.of = options->shard.of;
    context->cpus = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    context->cpu_mhz = cpu_mhz();
    context->measuring = MEASURING;
    context->timer_tick_ns = tuner->clock.tick_ns;
    context->sample_start_ns = tuner->clock.start_ns;
    context->marker_ns = tuner->clock.marker_ns;
    describe_seconds(record, tuner);
    context->compile_jobs = tuner->options.jobs;
    context->compiled = record->printer.compiled;
    context->cached = record->printer.cached;
    context->interrupted = interrupted;
    context->device = tuner->options.device;
    for (size_t d = 0; d < tuner->devices && record->number[d]; d++)
        snprintf(context->devices[record->number[d] - 1].lost, sizeof context->devices->lost, "%.*s",
                 (int)sizeof context->devices->lost - 1, tuner->device[d].gone ? tuner->device[d].why : "");
}

/* Records the secret in the rows of this run, which is over. Rows from a continued journal are another run's. */
static void reveal(struct record *record, uint64_t secret)
{
    struct results *results = &record->results;
    results->context.secret = secret;
    for (size_t i = record->begun.rows; i < results->count; i++) {
        struct fault fault = {0};
        if (results->rows[i].result.status != WRONG_RESULT)
            continue;
        results->rows[i].result.secret = secret;
        report_journal(record, journal_add(record->journal, results, &results->rows[i], &fault), &fault);
    }
}

/* The ceilings of a row's device. */
static struct ceilings *ceilings_of(struct run_context *context, const struct result *row)
{
    return context->device_count ? &context->devices[result_device(row)].ceilings : &context->ceilings;
}

static void limit(struct run_context *context, struct result *row)
{
    if (row->limit.fraction > 0)
        row->limit =
            resource_limit(row->amount, row->median_ns, row->cold, context->device.l2_bytes, ceilings_of(context, row));
}

/* Of each device: they have one host. */
static void drop_ceiling(struct run_context *context, enum resource resource)
{
    context->ceilings.rate[resource] = 0;
    for (size_t d = 0; d < context->device_count; d++)
        context->devices[d].ceilings.rate[resource] = 0;
}

/* Other programs also used a CPU while its ceilings were measured; on a GPU, the host. */
static void doubt_ceilings(struct results *results)
{
    struct run_context *context = &results->context;
    const char *between = "gpubench: not used, as they are below what this run reached: the ceilings ";
    const uint64_t set = context->device.is_cpu ? UINT64_MAX : resource_copies();
    uint64_t doubted = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *row = &results->rows[i].result;
        if (row_timed(row))
            doubted |= resource_doubt(ceilings_of(context, row), set, row->amount, row->median_ns, row->cold,
                                      context->device.l2_bytes);
    }
    if (!doubted)
        return;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (doubted >> r & 1) {
            drop_ceiling(context, r);
            text_print(stderr, "%s%s", between, resource_word(r));
            between = ", ";
        }
    text_print(stderr, "; gpubench --suite %s --strategy exhaustive measures them again\n", RESOURCE_SUITE);
    for (size_t i = 0; i < results->count; i++)
        limit(context, &results->rows[i].result);
    for (size_t i = 0; i < results->best_count; i++)
        limit(context, &results->best[i].best.result);
}

/* Keeps the continued file's bests, and reasons for their absence, of problems that this run did not reach. */
static void keep_rest(struct record *record)
{
    const struct results *before = &record->begun.before;
    for (size_t b = 0; b < before->best_count; b++)
        if (!results_best(&record->results, before->best[b].problem))
            results_add_best(&record->results, before->best[b].problem, &before->best[b].best);
    for (size_t i = 0; i < before->count; i++) {
        const struct row *row = &before->rows[i];
        if (!results_first(&record->results, row->problem))
            results_put(&record->results, &record->begun.keys, row->problem, &row->result, row->reason);
    }
}

void record_settle(struct record *record, uint64_t secret)
{
    reveal(record, secret);
    keep_rest(record);
    doubt_ceilings(&record->results);
    results_arrange(&record->results); /* several targets may have been measured beside each other */
}

/* Saves results whose path cannot be written into a new folder, so that no file is overwritten. */
static bool save_in(const struct results *results, const char *folder, const char *name, char *path, size_t size)
{
    struct fault fault = {0};
    const int length = folder ? snprintf(path, size, "%s/gpubench-XXXXXX", folder) : 0;
    if (!length || (size_t)length + strlen(name) + 2 > size || !mkdtemp(path))
        return false;
    snprintf(path + length, size - (size_t)length, "/%s", name);
    if (results_save(results, path, &fault) == OK)
        return true;
    path[length] = 0;
    rmdir(path);
    return false;
}

/* After a failure to write the results: saves them elsewhere, and reports the place in one line. */
static void save_elsewhere(const struct record *record, const char *out, const struct fault *fault)
{
    const char *folders[] = {getenv("TMPDIR"), "/tmp", getenv("HOME"), "/dev/shm"}, *slash = strrchr(out, '/');
    char path[4096];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (save_in(&record->results, folders[i], slash ? slash + 1 : out, path, sizeof path)) {
            text_print(stderr, "gpubench: %s; the results are in %s\n", fault->text, path);
            return;
        }
    journal_path(out, path, sizeof path);
    text_print(
        stderr,
        "gpubench: %s, nor a file in $TMPDIR, /tmp, $HOME or /dev/shm; the rows for which there was room are in %s, "
        "with which --resume goes on\n",
        fault->text, path);
}

int record_save(struct record *record, const char *out, bool overwrite)
{
    char path[4096];
    struct fault fault = {0};
    const bool sampled = samples_close(record->samples, &fault) == OK;
    record->samples = NULL;
    if (!sampled)
        report_fault(&fault, 2);
    fault = (struct fault){0};
    if (!record->more && !access(out, F_OK)) {
        record->saved = record->finished == record->targets->count;
        text_print(stderr,
                   record->saved ? "gpubench: %s is complete: nothing was left to try\n"
                                 : "gpubench: no configuration was tried; %s is as it was\n",
                   out);
        journal_close(record->journal, true);
        record->journal = NULL;
        return sampled ? 0 : 2;
    }
    if (kept_place(out, &record->results, overwrite, path, sizeof path, &fault) != OK ||
        results_save(&record->results, path, &fault) != OK) {
        save_elsewhere(record, out, &fault);
        return 2;
    }
    journal_close(record->journal, true);
    record->journal = NULL;
    record->saved = !strcmp(path, out);
    return sampled ? 0 : 2;
}
