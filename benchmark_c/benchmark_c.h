/* benchmark_c: Google Benchmark for C. One thread registers benchmarks, runs them and reads the rows; nothing here is
 * safe to call from two threads at once. Strings given are copied, strings received live as long as the callback. */
#ifndef BENCHMARK_C_H
#define BENCHMARK_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A benchmark while it runs: valid only inside the bm_fn that received it. */
typedef struct bm_state bm_state;

/* A benchmark: prepare, `while (bm_next(state)) { work }`, clean up. Returning before bm_next said false is safe: the
 * row then has the status BM_ERROR. */
typedef void bm_fn(bm_state *, void *user);

typedef enum { BM_TIME_CPU, BM_TIME_REAL, BM_TIME_MANUAL } bm_clock;
typedef enum { BM_NS, BM_US, BM_MS, BM_S } bm_unit;

/* What becomes of a counter: divided by the time, by the iterations, then inverted; BM_COUNTER_1024 counts in powers of
 * 1024 where a number is printed. */
enum { BM_COUNTER_RATE = 1, BM_COUNTER_AVG_ITERATIONS = 2, BM_COUNTER_INVERT = 4, BM_COUNTER_1024 = 8 };

/* A statistic over the repetitions, beside the library's own mean, median, stddev and cv: of their times, each a
 * repetition's total in seconds, and of each counter. With `percentage` the result is a ratio. At most
 * BM_MAX_STATISTICS different functions may be registered at one time. */
typedef struct {
    const char *name;
    double (*fn)(const double *values, size_t count);
    bool percentage;
} bm_statistic;
enum { BM_MAX_STATISTICS = 16 };

/* How a benchmark runs; all zero is the library's default. Repetitions, times and iterations are never negative. */
typedef struct {
    bm_clock clock;
    bm_unit unit;           /* of the library's own reports; a bm_run is in seconds */
    int64_t iterations;     /* 0: the library chooses; never 0 with BM_TIME_MANUAL, which has no bound on wall time */
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
    const char *name;           /* all of it: "sum/8/iterations:5/repeats:2/manual_time_mean" */
    const char *run_name;       /* the same without the aggregate's name */
    const char *aggregate_name; /* "" unless an aggregate */
    const char *label;
    const char *message; /* of bm_skip or bm_fail */
    bm_run_type type;
    bm_status status;
    int64_t iterations;
    int64_t repetition_index; /* -1 in an aggregate */
    int64_t repetitions, threads;
    int64_t family_index, per_family_instance_index;
    double real_time, cpu_time; /* seconds per iteration; a ratio in an aggregate with `percentage`, the cv included */
    const bm_counter *counters; /* the finite ones, sorted by name */
    size_t ncounters;
} bm_run;

/* Receives the rows of bm_run_all; each function may be NULL. */
typedef struct {
    bool (*begin)(void *user);                              /* false: nothing is run */
    void (*runs)(void *user, const bm_run *runs, size_t n); /* all repetitions of a benchmark, then its aggregates */
    void (*end)(void *user);                                /* always, also after a begin that returned false */
    void *user;
} bm_reporter;

/* Takes the library's --benchmark_ flags out of argv. --help prints them and exits. Optional; the library reads
 * BENCHMARK_REPETITIONS and the like from the environment too. */
void bm_init(int *argc, char **argv);

/* Names what bm_init left over on stderr; true if there was anything. */
bool bm_reject_unknown(int argc, char **argv);

/* Adds to the context of the library's own reports; the first value of a key stands. */
void bm_context(const char *key, const char *value);

/* The Google Benchmark this was built against: "1.7.1", or "unknown". */
const char *bm_version(void);

/* Registers a benchmark; options NULL: the default. 0, or -1 when an option is out of its range. */
int bm_register(const char *name, bm_fn *, void *user, const bm_options *options);

/* Runs what is registered and matches the regular expression `filter` (NULL: --benchmark_filter) and returns how many
 * did. With a reporter the rows go there and nothing is printed; without one the flags say what is printed where.
 * 0 when nothing matches or the filter is no regular expression. Not to be called inside a bm_fn. */
size_t bm_run_all(const char *filter, const bm_reporter *reporter);

/* Forgets every registration, so that others can be made and run. Not to be called inside a bm_fn. */
void bm_reset(void);

/* Frees what bm_context holds; the last call, if any. */
void bm_exit(void);

/* True while there is another iteration (or batch of n) to do. It ends a pause. */
bool bm_next(bm_state *);
bool bm_next_batch(bm_state *, int64_t n);

int64_t bm_iterations(const bm_state *);    /* that this run will make */
int64_t bm_arg(const bm_state *, size_t i); /* 0 beyond nargs */

/* Stop and start the library's clocks inside an iteration; elsewhere they do nothing. */
void bm_pause(bm_state *);
void bm_resume(bm_state *);

/* With BM_TIME_MANUAL: adds what this iteration took. A negative or non-finite time fails the benchmark. */
void bm_iteration_time(bm_state *, double seconds);

/* Totals over all iterations, reported per second. */
void bm_bytes(bm_state *, int64_t total);
void bm_items(bm_state *, int64_t total);

/* Sets a counter; flags are BM_COUNTER_... A value that is not finite is left out, as JSON cannot hold it. */
void bm_count(bm_state *, const char *name, double value, unsigned flags);
void bm_label(bm_state *, const char *);

/* Mark the run as skipped or failed, with the reason; the first one stands. bm_next then says false. */
void bm_skip(bm_state *, const char *why);
void bm_fail(bm_state *, const char *why);
bool bm_stopped(const bm_state *); /* after either */

#ifdef __cplusplus
}
#endif
#endif
