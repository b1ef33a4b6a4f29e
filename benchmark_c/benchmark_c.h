/* benchmark_c: Google Benchmark for C. One thread registers benchmarks, runs them and reads the rows; no function is
 * thread-safe. Strings passed in are copied; strings passed to a callback are valid during the call. */
#ifndef BENCHMARK_C_H
#define BENCHMARK_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A running benchmark: valid only inside the bm_fn that received it. */
typedef struct bm_state bm_state;

/* A benchmark: prepare, `while (bm_next(state)) { work }`, clean up. Returning before bm_next was false is safe: then
 * the row has the status BM_ERROR. */
typedef void bm_fn(bm_state *, void *user);

typedef enum { BM_TIME_CPU, BM_TIME_REAL, BM_TIME_MANUAL } bm_clock;
typedef enum { BM_NS, BM_US, BM_MS, BM_S } bm_unit;

/* How a counter is computed: divided by the time, by the iterations, then inverted; BM_COUNTER_1024 prints it in powers
 * of 1024. */
enum { BM_COUNTER_RATE = 1, BM_COUNTER_AVG_ITERATIONS = 2, BM_COUNTER_INVERT = 4, BM_COUNTER_1024 = 8 };

/* A statistic over the repetitions, besides the library's mean, median, stddev and cv: of their times, each a
 * repetition's total in seconds, and of each counter. With `percentage` the result is a ratio. At most
 * BM_MAX_STATISTICS different functions may be registered at the same time. */
typedef struct {
    const char *name;
    double (*fn)(const double *values, size_t count);
    bool percentage;
} bm_statistic;
enum { BM_MAX_STATISTICS = 16 };

/* Options of a benchmark; all zero is the library's default. Repetitions, times and iterations are never negative. */
typedef struct {
    bm_clock clock;
    bm_unit unit;           /* of the library's own reports; a bm_run has seconds */
    int64_t iterations;     /* 0: chosen by the library; never 0 with BM_TIME_MANUAL, which has no bound on wall time */
    int repetitions;        /* 0: --benchmark_repetitions */
    double min_time;        /* seconds, 0: --benchmark_min_time; only with iterations 0 */
    double min_warmup_time; /* seconds, 0: --benchmark_min_warmup_time; only with a min_time */
    const int64_t *args;    /* one tuple; register once per tuple */
    size_t nargs;
    const char *const *arg_names; /* nargs of them, or NULL */
    const bm_statistic *stats;
    size_t nstats;
    bool aggregates_only;
} bm_options;

typedef struct {
    const char *name;
    double value;
} bm_counter;

typedef enum { BM_RUN_ITERATION, BM_RUN_AGGREGATE } bm_run_type;
typedef enum { BM_OK, BM_SKIPPED, BM_ERROR } bm_status;

/* One row: a repetition, or an aggregate over repetitions. No string is NULL. */
typedef struct {
    const char *name;           /* in full: "sum/8/iterations:5/repeats:2/manual_time_mean" */
    const char *run_name;       /* the same without the aggregate's name */
    const char *aggregate_name; /* "" unless an aggregate */
    const char *label;
    const char *message; /* of bm_skip or bm_fail */
    bm_run_type type;
    bm_status status;
    int64_t iterations;
    int64_t repetition_index; /* -1 for an aggregate */
    int64_t repetitions, threads;
    int64_t family_index, per_family_instance_index;
    double real_time, cpu_time; /* seconds per iteration; a ratio for an aggregate with `percentage`, and for the cv */
    const bm_counter *counters; /* the finite ones, sorted by name */
    size_t ncounters;
} bm_run;

/* Receives the rows of bm_run_all; each function may be NULL. */
typedef struct {
    bool (*begin)(void *user);                              /* false: no benchmark is run */
    void (*runs)(void *user, const bm_run *runs, size_t n); /* all repetitions of a benchmark, then its aggregates */
    void (*end)(void *user);                                /* always, also after begin returned false */
    void *user;
} bm_reporter;

/* Removes the library's --benchmark_ flags from argv. --help prints them and exits. Optional; the library also reads
 * BENCHMARK_REPETITIONS and similar variables. */
void bm_init(int *argc, char **argv);

/* Reports arguments that bm_init left, on stderr; true if there are any. */
bool bm_reject_unknown(int argc, char **argv);

/* Adds to the context of the library's own reports; the first value of a key stands. */
void bm_context(const char *key, const char *value);

/* The version of Google Benchmark at build time: "1.7.1", or "unknown". */
const char *bm_version(void);

/* Registers a benchmark; options NULL: the default. 0, or -1 if an option is out of range. */
int bm_register(const char *name, bm_fn *, void *user, const bm_options *options);

/* Runs the registered benchmarks that match the regular expression `filter` (NULL: --benchmark_filter) and returns
 * their number. A reporter receives the rows, and nothing is printed; without one the flags select the output. 0 if
 * none matches or the filter is invalid. Not to be called inside a bm_fn. */
size_t bm_run_all(const char *filter, const bm_reporter *reporter);

/* Removes all registrations, so that others can be made and run. Not to be called inside a bm_fn. */
void bm_reset(void);

/* Frees memory of bm_context; must be the last call, if made. */
void bm_exit(void);

/* True while there is another iteration (or batch of n) to run. It ends a pause. */
bool bm_next(bm_state *);
bool bm_next_batch(bm_state *, int64_t n);

int64_t bm_iterations(const bm_state *);    /* of the current run */
int64_t bm_arg(const bm_state *, size_t i); /* 0 beyond nargs */

/* Stop and start the library's clocks inside an iteration; elsewhere without effect. */
void bm_pause(bm_state *);
void bm_resume(bm_state *);

/* With BM_TIME_MANUAL: adds the time of this iteration. A negative or non-finite time fails the benchmark. */
void bm_iteration_time(bm_state *, double seconds);

/* Totals over all iterations, reported per second. */
void bm_bytes(bm_state *, int64_t total);
void bm_items(bm_state *, int64_t total);

/* Sets a counter; flags are BM_COUNTER_... A non-finite value is omitted, as JSON has none. */
void bm_count(bm_state *, const char *name, double value, unsigned flags);
void bm_label(bm_state *, const char *);

/* Mark the run as skipped or failed, with the reason; the first one stands. Then bm_next returns false. */
void bm_skip(bm_state *, const char *why);
void bm_fail(bm_state *, const char *why);
bool bm_stopped(const bm_state *); /* after either of these */

#ifdef __cplusplus
}
#endif
#endif
