/* The guarantees of the interface, with any version of Google Benchmark. */
#define _GNU_SOURCE
#include "benchmark_c.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);                                     \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

/* ---- a reporter that copies rows */

enum { MAX_ROWS = 64, MAX_COUNTERS = 4 };

struct row {
    char name[96], aggregate[32], label[32], message[96];
    bm_run run; /* its strings are invalid, its numbers valid */
    struct {
        char name[32];
        double value;
    } counters[MAX_COUNTERS];
};

struct rows {
    struct row row[MAX_ROWS];
    size_t count;
    int begun, ended;
    bool refuse;
};

static bool begin(void *user)
{
    struct rows *rows = user;
    rows->begun++;
    return !rows->refuse;
}

static void keep(void *user, const bm_run *runs, size_t n)
{
    struct rows *rows = user;
    for (size_t i = 0; i < n && rows->count < MAX_ROWS; i++) {
        struct row *row = &rows->row[rows->count++];
        row->run = runs[i];
        snprintf(row->name, sizeof row->name, "%s", runs[i].name);
        snprintf(row->aggregate, sizeof row->aggregate, "%s", runs[i].aggregate_name);
        snprintf(row->label, sizeof row->label, "%s", runs[i].label);
        snprintf(row->message, sizeof row->message, "%s", runs[i].message);
        for (size_t k = 0; k < runs[i].ncounters && k < MAX_COUNTERS; k++) {
            snprintf(row->counters[k].name, sizeof row->counters[k].name, "%s", runs[i].counters[k].name);
            row->counters[k].value = runs[i].counters[k].value;
        }
    }
}

static void end(void *user)
{
    ((struct rows *)user)->ended++;
}

/* Runs the registered benchmarks, and removes them. */
static size_t run(struct rows *rows)
{
    memset(rows, 0, sizeof *rows);
    const bm_reporter reporter = {begin, keep, end, rows};
    size_t count = bm_run_all("", &reporter);
    bm_reset();
    return count;
}

static bool near(double value, double expected)
{
    return fabs(value - expected) <= 1e-9 * fabs(expected);
}

static double counter(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->run.ncounters && i < MAX_COUNTERS; i++)
        if (!strcmp(row->counters[i].name, name))
            return row->counters[i].value;
    return NAN;
}

/* ---- the benchmarks */

static void manual(bm_state *state, void *user)
{
    int64_t *calls = user;
    while (bm_next(state)) {
        bm_iteration_time(state, 0.001 * (double)bm_arg(state, 0));
        ++*calls;
    }
    CHECK(bm_arg(state, 2) == 0);
    bm_bytes(state, 4096 * bm_iterations(state));
    bm_items(state, 8 * bm_iterations(state));
    bm_count(state, "average", 30, BM_COUNTER_AVG_ITERATIONS);
    bm_count(state, "nan", NAN, 0);
    bm_count(state, "inverse", 4, BM_COUNTER_INVERT);
    bm_label(state, "labelled");
}

static void test_manual_time(void)
{
    static struct rows rows;
    const int64_t args[] = {2, 7};
    const char *const names[] = {"ms", "other"};
    int64_t calls = 0;
    bm_options options = {.clock = BM_TIME_MANUAL,
                          .unit = BM_MS,
                          .iterations = 5,
                          .repetitions = 1,
                          .args = args,
                          .nargs = 2,
                          .arg_names = names};
    CHECK(bm_register("manual", manual, &calls, &options) == 0);
    CHECK(run(&rows) == 1);
    CHECK(rows.begun == 1 && rows.ended == 1 && rows.count == 1 && calls == 5);
    const struct row *row = &rows.row[0];
    CHECK(!strcmp(row->name, "manual/ms:2/other:7/iterations:5/repeats:1/manual_time"));
    CHECK(!strcmp(row->label, "labelled") && !*row->message && !*row->aggregate);
    CHECK(row->run.type == BM_RUN_ITERATION && row->run.status == BM_OK);
    CHECK(row->run.iterations == 5 && row->run.repetitions == 1 && row->run.repetition_index == 0);
    CHECK(row->run.threads == 1);
    CHECK(near(row->run.real_time, 0.002));
    CHECK(row->run.ncounters == 4);
    CHECK(near(counter(row, "bytes_per_second"), 4096 / 0.002));
    CHECK(near(counter(row, "items_per_second"), 8 / 0.002));
    CHECK(near(counter(row, "average"), 6));
    CHECK(near(counter(row, "inverse"), 0.25));
}

static double largest(const double *values, size_t count)
{
    double result = values[0];
    for (size_t i = 1; i < count; i++)
        result = fmax(result, values[i]);
    return result;
}

static double how_many(const double *values, size_t count)
{
    (void)values;
    return (double)count;
}

static void growing(bm_state *state, void *user)
{
    int *call = user;
    ++*call;
    while (bm_next(state))
        bm_iteration_time(state, 0.5 * *call);
}

static const struct row *aggregate(const struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!strcmp(rows->row[i].aggregate, name))
            return &rows->row[i];
    static const struct row none;
    return &none;
}

static void test_aggregates(void)
{
    static struct rows rows;
    const bm_statistic stats[] = {{"largest", largest, false}, {"how_many", how_many, true}};
    bm_options options = {.clock = BM_TIME_MANUAL,
                          .iterations = 4,
                          .repetitions = 3,
                          .stats = stats,
                          .nstats = 2,
                          .aggregates_only = false};
    int call = 0;
    CHECK(bm_register("growing", growing, &call, &options) == 0);
    CHECK(run(&rows) == 1);
    CHECK(call == 3 && rows.count == 3 + 6);
    CHECK(rows.row[2].run.repetition_index == 2 && near(rows.row[2].run.real_time, 1.5));
    CHECK(aggregate(&rows, "mean")->run.type == BM_RUN_AGGREGATE);
    CHECK(aggregate(&rows, "mean")->run.repetition_index == -1);
    CHECK(near(aggregate(&rows, "mean")->run.real_time, 1.0));
    CHECK(near(aggregate(&rows, "largest")->run.real_time, 1.5));
    CHECK(near(aggregate(&rows, "how_many")->run.real_time, 3));
    CHECK(near(aggregate(&rows, "cv")->run.real_time, 0.5));
    call = 0;
    options.aggregates_only = true;
    CHECK(bm_register("growing", growing, &call, &options) == 0);
    CHECK(run(&rows) == 1 && rows.count == 6);
}

static double own_statistic(int n, const double *values)
{
    return n + values[0];
}

#define STATISTIC(n)                                                                                                   \
    static double statistic_##n(const double *values, size_t count)                                                    \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        return own_statistic(n, values);                                                                               \
    }
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)
EACH(STATISTIC)

/* All slots in use: a further function is refused, one in use is accepted, and bm_reset frees them. */
static void test_statistics_limit(void)
{
#define ROW(n) {"statistic_" #n, statistic_##n, true},
    const bm_statistic stats[] = {EACH(ROW)};
    int call = 0;
    bm_options options = {.clock = BM_TIME_MANUAL, .iterations = 1, .repetitions = 2, .stats = stats};
    options.nstats = BM_MAX_STATISTICS;
    CHECK(bm_register("full", growing, &call, &options) == 0);
    CHECK(bm_register("full again", growing, &call, &options) == 0);
    options.stats = stats + 1;
    CHECK(bm_register("too many", growing, &call, &options) == -1);
    bm_reset();
    static struct rows rows;
    CHECK(bm_register("free again", growing, &call, &options) == 0);
    CHECK(run(&rows) == 1);
    CHECK(near(aggregate(&rows, "statistic_16")->run.real_time, 16.5));
}

/* ---- functions that leave the usual path */

static void never_loops(bm_state *state, void *user)
{
    (void)state, (void)user;
}

static void returns_early(bm_state *state, void *user)
{
    (void)user;
    if (bm_next(state))
        return;
}

static void skips(bm_state *state, void *user)
{
    bm_skip(state, user);
    bm_fail(state, "a second reason");
    CHECK(bm_stopped(state));
    CHECK(!bm_next(state));
}

static void fails_within(bm_state *state, void *user)
{
    int turns = 0;
    while (bm_next(state)) {
        turns++;
        bm_pause(state);
        bm_fail(state, user);
        bm_resume(state);
    }
    CHECK(turns == 1);
}

static void fails_after(bm_state *state, void *user)
{
    while (bm_next(state))
        ;
    CHECK(!bm_next(state) && !bm_next_batch(state, 8));
    bm_pause(state);
    bm_fail(state, user);
}

static void impossible_time(bm_state *state, void *user)
{
    while (bm_next(state))
        bm_iteration_time(state, *(const double *)user);
}

static void pauses_oddly(bm_state *state, void *user)
{
    (void)user;
    bm_pause(state);
    bm_resume(state);
    while (bm_next(state)) {
        bm_resume(state);
        bm_pause(state);
        bm_pause(state);
    }
}

static void in_batches(bm_state *state, void *user)
{
    int *batches = user;
    while (bm_next_batch(state, 10))
        ++*batches;
}

static void test_errors(void)
{
    static struct rows rows;
    int batches = 0;
    double nan = NAN, negative = -1;
    const bm_options options = {.iterations = 100, .repetitions = 1},
                     manual_options = {.clock = BM_TIME_MANUAL, .iterations = 100, .repetitions = 1};
    const struct {
        const char *name;
        bm_fn *fn;
        void *user;
        bm_status status;
        const char *message;
    } all[] = {
        {"never loops", never_loops, NULL, BM_ERROR, "the benchmark returned before bm_next said false"},
        {"returns early", returns_early, NULL, BM_ERROR, "the benchmark returned before bm_next said false"},
        {"skips", skips, "no such device", BM_SKIPPED, "no such device"},
        {"fails within", fails_within, "lost", BM_ERROR, "lost"},
        {"fails after", fails_after, "wrong sum", BM_ERROR, "wrong sum"},
        {"nan", impossible_time, &nan, BM_ERROR, "the time of an iteration is negative or no number"},
        {"negative", impossible_time, &negative, BM_ERROR, "the time of an iteration is negative or no number"},
        {"pauses", pauses_oddly, NULL, BM_OK, ""},
        {"batches", in_batches, &batches, BM_OK, ""},
    };
    const size_t count = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++)
        CHECK(bm_register(all[i].name, all[i].fn, all[i].user,
                          all[i].fn == impossible_time ? &manual_options : &options) == 0);
    CHECK(run(&rows) == count && rows.count == count);
    for (size_t i = 0; i < count; i++) {
        CHECK(rows.row[i].run.status == all[i].status);
        CHECK(!strcmp(rows.row[i].message, all[i].message));
    }
    CHECK(batches == 10);
}

static void test_bad_options(void)
{
    const int64_t arg = 1;
    const bm_statistic nameless = {NULL, largest, false};
    const bm_options bad[] = {
        {.clock = BM_TIME_MANUAL},
        {.iterations = -1},
        {.repetitions = -1},
        {.min_time = -0.5},
        {.min_time = NAN},
        {.iterations = 5, .min_time = 1},
        {.iterations = 5, .min_warmup_time = 1},
        {.nargs = 1},
        {.args = &arg, .nargs = 1, .arg_names = (const char *const[]){NULL}},
        {.stats = &nameless, .nstats = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(bm_register("bad", never_loops, NULL, &bad[i]) == -1);
    CHECK(bm_register(NULL, never_loops, NULL, NULL) == -1);
    CHECK(bm_register("bad", NULL, NULL, NULL) == -1);
    static struct rows rows;
    CHECK(run(&rows) == 0 && rows.count == 0);
}

static void test_filter_and_refusal(void)
{
    static struct rows rows;
    int64_t calls = 0;
    const bm_reporter reporter = {begin, keep, end, &rows};
    const bm_options options = {.clock = BM_TIME_MANUAL, .iterations = 1, .repetitions = 1};
    CHECK(bm_register("one", manual, &calls, &options) == 0);
    CHECK(bm_register("two", manual, &calls, &options) == 0);
    CHECK(bm_run_all("^two/", &reporter) == 1 && calls == 1 && rows.count == 1);
    CHECK(bm_run_all("three", &reporter) == 0);
    CHECK(bm_run_all("(", &reporter) == 0 && rows.count == 1);
    const bm_reporter nothing = {NULL, NULL, NULL, NULL};
    CHECK(bm_run_all("", &nothing) == 2 && calls == 3);
    rows.refuse = true;
    rows.ended = 0;
    bm_run_all("", &reporter);
    CHECK(calls == 3 && rows.ended == 1);
    bm_reset();
}

/* Debian's library warns on stderr that it is a debug build; this must be suppressed. */
static void test_many_runs_in_silence(void)
{
    enum { RUNS = 2000 };
    char path[] = "/tmp/benchmark_c.XXXXXX";
    int file = mkstemp(path), out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    CHECK(file >= 0 && out >= 0 && err >= 0);
    unlink(path);
    fflush(NULL);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    int good = 0;
    for (int i = 0; i < RUNS; i++) {
        static struct rows rows;
        const int64_t arg = i + 1;
        int64_t calls = 0;
        const bm_options options = {
            .clock = BM_TIME_MANUAL, .iterations = 3, .repetitions = 1, .args = &arg, .nargs = 1};
        bm_register("block", manual, &calls, &options);
        good += run(&rows) == 1 && rows.count == 1 && calls == 3 && near(rows.row[0].run.real_time, 0.001 * (i + 1));
    }
    bm_register("error", returns_early, NULL, NULL);
    static struct rows rows;
    run(&rows);
    const bm_reporter reporter = {begin, keep, end, &rows};
    bm_run_all("no such name", &reporter);
    bm_run_all("(", &reporter);
    fflush(NULL);
    off_t printed = lseek(file, 0, SEEK_END);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out), close(err), close(file);
    CHECK(good == RUNS);
    CHECK(printed == 0);
}

/* Without a reporter the library's flags select the output, also in a second run. */
static void test_own_report(void)
{
    char path[] = "/tmp/benchmark_c.XXXXXX";
    int file = mkstemp(path), out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    CHECK(file >= 0 && out >= 0 && err >= 0);
    unlink(path);
    fflush(NULL);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    int64_t calls = 0;
    const bm_options options = {.clock = BM_TIME_MANUAL, .iterations = 1, .repetitions = 1};
    bm_register("reported", manual, &calls, &options);
    bm_context("key", "first");
    bm_context("key", "latter");
    size_t once = bm_run_all(NULL, NULL), twice = bm_run_all(NULL, NULL);
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    static char text[65536];
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    close(out), close(err), close(file);
    CHECK(length > 0 && once == 1 && twice == 1 && calls == 2);
    const char *found = strstr(text, "\"name\": \"reported/iterations:1/repeats:1/manual_time\"");
    CHECK(found && strstr(found + 1, "\"name\": \"reported/iterations:1/repeats:1/manual_time\""));
    CHECK(strstr(text, "\"key\": \"first\"") && !strstr(text, "latter"));
    CHECK(!strstr(text, "NaN"));
    bm_reset();
}

int main(void)
{
    char program[] = "test", format[] = "--benchmark_format=json", unknown[] = "--other";
    char *argv[] = {program, format, unknown, NULL};
    int argc = 3;
    bm_init(&argc, argv);
    CHECK(argc == 2 && !strcmp(argv[1], "--other"));
    CHECK(!bm_reject_unknown(1, argv));
    CHECK(*bm_version());

    test_manual_time();
    test_aggregates();
    test_statistics_limit();
    test_errors();
    test_bad_options();
    test_filter_and_refusal();
    test_many_runs_in_silence();
    test_own_report();
    bm_exit();
    bm_exit();
    bm_context("after", "the end");
    return failures != 0;
}
