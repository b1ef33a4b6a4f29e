#include "cli/record.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "benchmark_c/benchmark_c.h"
#include "cli/commit.h"
#include "cli/complain.h"
#include "cli/describe.h"
#include "reports/json/results_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void record_journal(const char *out, char *path, size_t size)
{
    snprintf(path, size, "%s.journal", out);
}

/* When a run starts, and how busy the host is without it. */
static void describe_start(struct run_context *context)
{
    time_t now = time(NULL);
    struct tm local;
    strftime(context->date, sizeof context->date, "%Y-%m-%dT%H:%M:%S%z", localtime_r(&now, &local));
    if (getloadavg(context->load, 3) < 0)
        memset(context->load, 0, sizeof context->load);
}

static void add_row(struct record *record, size_t problem, const struct result *result, const char *reason)
{
    results_add(&record->results, problem, result, reason);
    texts_add(&record->rows, row_key(problem, result).text);
}

/* The rows of configurations in the journal that is written on. */
static enum status take_rows(struct record *record, const char *path, struct fault *fault)
{
    struct results earlier;
    struct fault damage = {0};
    enum status status = journal_check(path, &record->results, record->identity, fault);
    if (status == OK && results_load(&earlier, path, &damage) != OK)
        status = fail(fault, INVALID, "%s; without --resume it is kept aside", damage.text);
    if (status != OK)
        return status;
    for (size_t i = 0; i < earlier.count; i++) {
        const struct row *row = &earlier.rows[i];
        if (!row->result.reference && row->result.index != NO_CONFIGURATION)
            add_row(record, row->problem, &row->result, row->reason);
    }
    results_free(&earlier);
    record->resumed = record->results.count;
    text_print(stderr, "gpubench: %s: goes on behind %zu configuration%s\n", path, record->resumed,
               record->resumed == 1 ? "" : "s");
    return OK;
}

static enum status open_journal(struct record *record, const char *path, bool resume, struct fault *fault)
{
    record->journal = journal_open(path, resume, fault);
    if (!record->journal)
        return INVALID;
    if (journal_resumed(record->journal))
        return take_rows(record, path, fault) == OK ? journal_go_on(record->journal, fault) : INVALID;
    if (resume)
        text_print(stderr, "gpubench: --resume: there is no %s; the run starts from its beginning\n", path);
    else if (journal_kept(record->journal))
        text_print(
            stderr,
            "gpubench: %s: a run ended before it was saved; its rows are kept in %s; under its old name --resume "
            "goes on with it\n",
            path, journal_kept(record->journal));
    return OK;
}

int record_start(struct record *record, const struct targets *targets, const char *out, const struct options *options,
                 const struct identity *identity, double started)
{
    char path[4096];
    struct fault fault = {0};
    *record =
        (struct record){.targets = targets, .identity = identity, .started = started, .recorded = clock_seconds()};
    describe_start(&record->results.context);
    for (size_t t = 0; t < targets->count; t++)
        describe_problem(&record->results, targets, &targets->target[t]);
    progress_start(&record->printer);
    record_journal(out, path, sizeof path);
    const bool opened = open_journal(record, path, options->resume, &fault) == OK;
    if (opened && options->samples)
        record->samples = samples_open(options->samples, &fault);
    if (fault.status == OK)
        return 0;
    journal_close(record->journal, record->journal && !journal_resumed(record->journal));
    record->journal = NULL;
    record_end(record);
    return complain(&fault, 2);
}

/* Rows that begin to wait are told, and that none waits any more. */
static void tell_journal(struct record *record, enum status status, const struct fault *fault)
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
    struct fault fault = {0};
    tell_journal(record, journal_begin(record->journal, &record->results, record->identity, &fault), &fault);
}

void record_end(struct record *record)
{
    journal_close(record->journal, false);
    samples_close(record->samples, NULL);
    results_free(&record->results);
    texts_free(&record->rows);
}

/* The number of a problem, which is one of the targets'. */
static size_t number_of(const struct record *record, const struct problem *problem)
{
    const struct target *first = record->targets->target;
    return (size_t)((const char *)problem - (const char *)&first->problem) / sizeof *first;
}

void record_row(void *user, const struct problem *problem, const struct result *result, const char *reason)
{
    struct record *record = user;
    struct results *results = &record->results;
    struct fault fault = {0};
    size_t number = number_of(record, problem);
    const bool again = result->finalist || record->resumed; /* of a journal's rows some may have to be measured again */
    const size_t known = again ? texts_find(&record->rows, row_key(number, result).text) : SIZE_MAX;
    struct row *row = known == SIZE_MAX ? NULL : &results->rows[known];
    if (row) {
        row->result = *result;
        free(row->reason);
        row->reason = allocate_text(reason);
    } else {
        add_row(record, number, result, reason);
        row = &results->rows[results->count - 1];
    }
    tell_journal(record, journal_add(record->journal, results, row, &fault), &fault);
}

const struct result *record_known(void *user, const struct problem *problem, size_t *at)
{
    const struct record *record = user;
    const struct results *results = &record->results;
    const struct row *row =
        *at ? results_next(results, &results->rows[*at - 1]) : results_first(results, number_of(record, problem));
    if (!row || row >= results->rows + record->resumed)
        return NULL;
    *at = (size_t)(row - results->rows) + 1;
    return &row->result;
}

void record_best(struct record *record, const struct target *target, const struct best *best)
{
    results_add_best(&record->results, number_of(record, &target->problem), best);
}

void record_samples(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples)
{
    const struct record *record = user;
    if (record->samples)
        samples_add(record->samples, &record->results, number_of(record, problem), result, samples);
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

/* The command line, cut at the size: a word is in quotes where it has more than a shell leaves as it is. */
static void join(char *text, size_t size, int argc, char **argv)
{
    FILE *file = fmemopen(text, size - 1, "w"); /* the last stays 0 */
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

/* What the tuner did not count is waiting, but for what came before it. */
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
    context->cpus = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    context->cpu_mhz = cpu_mhz();
    context->measuring = MEASURING;
    context->timer_tick_ns = tuner->clock.tick_ns;
    context->sample_start_ns = tuner->clock.start_ns;
    context->marker_ns = tuner->clock.marker_ns;
    describe_seconds(record, tuner);
    context->compile_jobs = tuner->options.jobs;
    context->interrupted = interrupted;
    context->device = tuner->options.device;
}

/* The rows of this run, which is over. Those of the journal that it went on with are of another. */
static void reveal(struct record *record, uint64_t secret)
{
    struct results *results = &record->results;
    results->context.secret = secret;
    for (size_t i = record->resumed; i < results->count; i++) {
        struct fault fault = {0};
        if (results->rows[i].result.status != WRONG_RESULT)
            continue;
        results->rows[i].result.secret = secret;
        tell_journal(record, journal_add(record->journal, results, &results->rows[i], &fault), &fault);
    }
}

static void limit(const struct results *results, struct result *row)
{
    const struct run_context *context = &results->context;
    if (row->limit.fraction > 0)
        row->limit =
            resource_limit(row->amount, row->median_ns, row->cold, context->device.l2_bytes, &context->ceilings);
}

/* Others had the CPU, too, when its ceilings were measured. */
static void doubt_ceilings(struct results *results)
{
    struct run_context *context = &results->context;
    const char *between = "gpubench: not used, as they are below what this run reached: the ceilings ";
    uint64_t doubted = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *row = &results->rows[i].result;
        if (row_timed(row))
            doubted |=
                resource_doubt(&context->ceilings, row->amount, row->median_ns, row->cold, context->device.l2_bytes);
    }
    if (!doubted)
        return;
    for (size_t i = 0; i < results->count; i++)
        limit(results, &results->rows[i].result);
    for (size_t i = 0; i < results->best_count; i++)
        limit(results, &results->best[i].best.result);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (doubted >> r & 1) {
            text_print(stderr, "%s%s", between, resource_word(r));
            between = ", ";
        }
    text_print(stderr, "; gpubench --suite %s --strategy exhaustive measures them again\n", RESOURCE_SUITE);
}

void record_settle(struct record *record, uint64_t secret)
{
    reveal(record, secret);
    if (record->results.context.device.is_cpu)
        doubt_ceilings(&record->results);
}

/* Where results go that their own place does not take: a new folder, so that nothing of anybody is overwritten. */
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

/* After a failure to write the results: one line that says where they are. */
static void save_elsewhere(const struct record *record, const char *out, const struct fault *fault)
{
    const char *folders[] = {getenv("TMPDIR"), "/tmp", getenv("HOME"), "/dev/shm"}, *slash = strrchr(out, '/');
    char path[4096];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (save_in(&record->results, folders[i], slash ? slash + 1 : out, path, sizeof path)) {
            text_print(stderr, "gpubench: %s; the results are in %s\n", fault->text, path);
            return;
        }
    record_journal(out, path, sizeof path);
    text_print(
        stderr,
        "gpubench: %s, nor a file in $TMPDIR, /tmp, $HOME or /dev/shm; the rows for which there was room are in %s, "
        "with which --resume goes on\n",
        fault->text, path);
}

/* How many configurations are right: timed, or as far as was asked. */
static size_t count_right(const struct results *results)
{
    size_t right = 0;
    for (size_t i = 0; i < results->count; i++)
        right += !results->rows[i].result.reference && results->rows[i].result.status <= COMPILED;
    return right;
}

/* Whether none is right, while some of the file that is there are: it stays then, and these go to `path` beside it. */
static bool is_kept(const struct results *results, const char *out, char *path, size_t size)
{
    struct results before;
    struct fault fault = {0};
    if (count_right(results) || access(out, F_OK) || results_load(&before, out, &fault) != OK)
        return false;
    const size_t right = count_right(&before);
    results_free(&before);
    if (right)
        snprintf(path, size, "%s.failed", out);
    if (right)
        text_print(stderr,
                   "gpubench: no configuration is right; %s, with %zu that %s, is as it was, and these go to %s\n", out,
                   right, right == 1 ? "is" : "are", path);
    return right;
}

int record_save(struct record *record, const char *out)
{
    char path[4096];
    struct fault fault = {0};
    const bool sampled = samples_close(record->samples, &fault) == OK;
    record->samples = NULL;
    if (!sampled)
        complain(&fault, 2);
    fault = (struct fault){0};
    if (!record->results.count && !access(out, F_OK)) {
        text_print(stderr, "gpubench: no configuration was tried; %s is as it was\n", out);
        journal_close(record->journal, true);
        record->journal = NULL;
        return sampled ? 0 : 2;
    }
    const bool kept = is_kept(&record->results, out, path, sizeof path);
    if (results_save(&record->results, kept ? path : out, &fault) != OK) {
        save_elsewhere(record, out, &fault);
        return 2;
    }
    journal_close(record->journal, true);
    record->journal = NULL;
    record->saved = !kept;
    return sampled ? 0 : 2;
}
