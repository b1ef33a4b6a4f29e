/* What a run found: names and numbers, no pointers, so that a row read from a file equals a row just measured and rows
 * travel between processes as they are. All times are nanoseconds. */
#ifndef TUNER_RESULT_H
#define TUNER_RESULT_H

#include "compute/compute.h"
#include "tuner/resource.h"
#include "tuner/space.h"

enum { MAX_BLOCKS = 64, MAX_NAME = 48, MAX_TIED = 16, MAX_RUN_SETTINGS = 64 };

/* A configuration in words, in the order of the space: BLOCK_SIZE "128", LOAD "striped". */
struct config_words {
    size_t count;
    struct {
        char name[MAX_WORD], word[MAX_WORD];
    } parameter[MAX_PARAMETERS];
};

struct config_words config_words(const struct config *config);

/* One configuration of one bench at one problem size: a measurement, or the reason why there is none. A bench that
 * the device cannot run is one row with status UNSUPPORTED and no configuration (config.count 0). */
struct result {
    char suite[MAX_NAME], bench[MAX_NAME];
    uint64_t size;
    struct config_words config;
    enum status status;
    char reason[1024]; /* "" when OK */
    bool reference;    /* a library's function instead of a configuration; config has its name as REFERENCE */

    /* Valid when OK: */
    double median_ns, ci95_ns[2]; /* of the blocks; the interval is a t interval on their logarithms */
    size_t blocks;
    double block_ns[MAX_BLOCKS];      /* medians of the blocks */
    double real_time_ns, cpu_time_ns; /* Google Benchmark's own means, per iteration */
    int64_t iterations;               /* of all blocks together */
    int64_t batch;                    /* launches that one sample covers: its slope is taken when more than 1 */
    bool cold;                        /* caches evicted before each sample */
    bool dropped;                     /* clearly slower than the best after its first samples: measured no further */
    bool finalist;                    /* re-measured interleaved; median_ns is from there */
    double bytes, flops;              /* of one iteration; 0 if not known */
    double amount[RESOURCES];         /* of each resource that one iteration uses at least */
    struct limit limit;               /* from the amounts and the run's ceilings */
    double device_ns;        /* where median_ns is the host's time: from its first to its last work there; or 0 */
    double host_ns;          /* and of that, the time of the host's own work; or 0 */
    double error, tolerance; /* of the verification */
    size_t figures;          /* the bench's own, in its order */
    struct {
        char name[MAX_WORD];
        double value;
    } figure[MAX_FIGURES];
    /* Valid when it was compiled: */
    struct compute_resources resources;
    char binary[40];   /* hash of the code */
    double compile_ms; /* 0 when it came from the cache */
};

/* The best of one bench at one size. */
struct best {
    struct result result;
    double default_ns;   /* median of the default configuration, interleaved with the best; 0 if it failed */
    double reference_ns; /* and of the fastest reference; 0 if there is none */
    char reference[MAX_WORD];
    size_t tied; /* others within the noise of the best */
    struct config_words tied_with[MAX_TIED];
    uint64_t measured, allowed; /* configurations tried, and how many the constraints (and --set) allow */
};

/* A setting of a suite that was run. */
struct run_setting {
    char suite[MAX_NAME], name[MAX_WORD];
    char word[MAX_WORD]; /* "": it is the number */
    double number;
};

/* Where and how a run was made. */
struct run_context {
    char version[32], commit[48], date[32], host[64], executable[256], command[512], suites[256];
    char benchmark_version[32];
    uint64_t seed;
    uint32_t cpus, cpu_mhz;
    double load[3];
    double timer_tick_ns;
    double wall_seconds;
    uint32_t compile_jobs;
    bool interrupted;
    struct compute_device device;
    struct ceilings ceilings;
    size_t settings; /* in the order of the registry */
    struct run_setting setting[MAX_RUN_SETTINGS];
    char structure[256]; /* the file of atoms; "" for none */
    uint64_t atoms;      /* in it */
};

/* A results file in memory. Rows are in the order in which they were found. */
struct results {
    struct run_context context;
    struct result *rows;
    size_t count, capacity;
    struct best *best;
    size_t best_count, best_capacity;
};

void results_add(struct results *results, const struct result *row);
void results_add_best(struct results *results, const struct best *best);
void results_free(struct results *results);

/* Fills median_ns and ci95_ns from the blocks, of which there is at least one. */
void result_summarise(struct result *row);

/* The share of the shorter of host_ns and device_ns that was hidden behind the other, 0 to 1; NAN where one of them is
 * not known. */
double result_overlap(const struct result *row);

/* The row of a bench, size and configuration, or NULL. */
struct result *results_find(struct results *results, const struct result *like);

/* "reduction/sum_1d_f32/n:1048576/BLOCK_SIZE:128/LOAD:striped": a row's name in files, at most `size` bytes. */
void result_name(const struct result *row, char *name, size_t size);

#endif
