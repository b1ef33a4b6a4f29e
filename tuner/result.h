/* What a run found, in numbers: no words and no pointers, so that results travel between processes as they are. All
 * times are nanoseconds. */
#pragma once

#include "compute/compute.h"
#include "tuner/resource.h"
#include "tuner/space.h"

/* The way in which times are taken, as tuner/MEASURING.md has it: times of different ways are not to be compared. 1: a
 * configuration was timed by slopes or by single iterations, their start included, as long as it took. */
enum { MEASURING = 2 };

enum { MAX_BLOCKS = 64, MAX_TIED = 16, MAX_FIGURES = 12, MAX_KEPT = 512, MAX_ALONE = 25 };

/* What a sample is: not yet chosen; the slope over a batch of iterations; one iteration by itself. One for all
 * configurations of a problem. */
enum sampling { SAMPLING_OPEN, SAMPLING_SLOPE, SAMPLING_SINGLE };

/* That of a problem, of which there is a further row: slopes if any row has them. What was left after its first samples
 * may have single ones where others have slopes. */
static inline enum sampling sampling_join(enum sampling problem, enum sampling row)
{
    return problem == SAMPLING_OPEN || row == SAMPLING_SLOPE ? row : problem;
}

/* By what the best is chosen: the time of one more iteration in a stream of them, or of one by itself; or the value of
 * something else (result.value), times beside it being those in a stream. */
enum objective { OBJECTIVE_STREAM, OBJECTIVE_ALONE, OBJECTIVE_VALUE };

/* What ended a measurement before all its blocks were taken. */
enum stop {
    STOP_NOT,
    STOP_DROPPED, /* its time is none that a finalist may have */
    STOP_BEHIND,  /* its median is above that of the best; but it has a time, and may be a finalist */
    STOP_KNOWN    /* its median is known to 1 % */
};

/* One configuration of a problem: a measurement, or the status of a failure. Whoever has it knows the problem. */
struct result {
    uint64_t index; /* of the configuration in the bench's space; NO_CONFIGURATION: of a reference, or of the bench */
    uint32_t reference; /* 0; or this one of the bench's references, counted from 1 */
    enum status status;
    uint32_t device; /* of several that measured, this one, counted from 1; 0: there is one, or none measured it */

    /* Valid when OK: */
    double median_ns, ci95_ns[2]; /* of the blocks; the median's interval, NAN of fewer than six blocks */
    size_t blocks;
    double block_ns[MAX_BLOCKS];      /* medians of the blocks */
    double alone_ns;                  /* of an iteration that finds the device idle; not above 0: not known */
    double real_time_ns, cpu_time_ns; /* Google Benchmark's own means: of an iteration, of a sample */
    int64_t iterations;               /* Google Benchmark's, of all blocks together: samples */
    enum sampling sampling;
    int64_t batch;                     /* iterations of a slope's shorter part; 1 of a single iteration */
    bool cold;                         /* caches evicted before each sample */
    bool dropped;                      /* clearly slower than the best after its first samples: measured no further */
    enum stop stop;                    /* STOP_DROPPED where it was dropped */
    bool finalist;                     /* re-measured interleaved; median_ns is from there */
    double energy_j, energy_ci95_j[2]; /* of one iteration, of a finalist with --objective energy; 0: not known */
    double bytes, flops;               /* of one iteration; 0 if not known */
    double amount[RESOURCES];          /* of each resource that one iteration uses at least */
    struct limit limit;                /* from the amounts and the run's ceilings */
    double device_ns;           /* where median_ns is the host's time: from its first to its last work there; or 0 */
    double host_ns;             /* and of that, the time of the host's own work; or 0 */
    double error, tolerance;    /* of the verification */
    char launches[40];          /* hash of what an iteration queues, but for the code; "": not known */
    double figure[MAX_FIGURES]; /* the bench's own, in its order; NAN where it has none */
    double value;               /* where the best is that of the least, not the fastest; NAN: not known */
    bool unmet;                 /* it is not as --require says: it is no best */

    /* Valid when it was compiled: */
    struct compute_resources resources;
    char binary[40];   /* hash of the source */
    double compile_ms; /* 0 when it came from the cache */

    uint64_t secret; /* of its run, where a check behind timing failed and the run is over; 0: not known */
};

/* The samples of a measurement, block by block, as many of each; of more than MAX_KEPT the first. */
struct kept_samples {
    uint32_t count, each; /* of all blocks, and of one */
    uint32_t alone;       /* of iterations by themselves, where these were timed apart */
    double ns[MAX_KEPT], alone_ns[MAX_ALONE];
};

/* Where the seconds of a run go. What happens beside a measurement, as compiling on a GPU, takes none of its own. */
enum phase {
    PHASE_STARTING,  /* the program and its device, again where a worker was lost; and until clocks are warm */
    PHASE_CEILINGS,  /* what measures missing ceilings before the run's own benches, all of it */
    PHASE_PREPARING, /* inputs and expectations made ready, programs loaded, and what configurations want arranged */
    PHASE_COMPILING, /* while the device had nothing to do */
    PHASE_VERIFYING,
    PHASE_MEASURING,
    PHASE_PLAYOFF, /* all of it */
    PHASE_WAITING, /* all else: for workers that start or never answer, and for files */
    PHASES
};
const char *phase_word(enum phase phase);

/* A result of which nothing is known but whose it is. */
struct result result_of(uint64_t index, uint32_t reference);

/* The same configuration or reference of one problem. */
static inline bool result_same(const struct result *a, const struct result *b)
{
    return a->index == b->index && a->reference == b->reference;
}

/* The place of its device among those that measured. */
static inline size_t result_device(const struct result *result)
{
    return result->device ? result->device - 1 : 0;
}

/* The time that matters: median_ns or alone_ns. */
double result_time(const struct result *result, enum objective objective);

/* What is to be the least: that time, or the value. */
double result_aim(const struct result *result, enum objective objective);

/* The share of the shorter of host_ns and device_ns that was hidden behind the other, 0 to 1; NAN where one of them is
 * not known. */
double result_overlap(const struct result *result);

/* The best of one problem. */
struct best {
    struct result result;
    enum objective objective; /* by which it was chosen, and all times of the following are: of alone_ns it has one */
    double default_ns;        /* of the default configuration, interleaved with the best; 0 if it failed */
    double reference_ns;      /* and of the fastest reference; 0 if there is none */
    uint32_t reference;       /* which one, counted from 1 */
    size_t tied;              /* others within the noise of the best, at most MAX_TIED: */
    uint64_t tied_with[MAX_TIED];
    uint64_t measured, allowed; /* configurations tried, and how many the constraints (and --set) allow, or at most */
    /* What was not tried is faster by at most this share of the best's time in 9 of 10 cases (search/doubt.h); 1:
     * nothing can be said; 0: not known, or all was tried. */
    double left;
};

/* The share of its limit, where its time is that in a stream, of which that is; else 0. */
static inline double best_fraction(const struct best *best)
{
    return best->objective != OBJECTIVE_ALONE ? best->result.limit.fraction : 0;
}

static inline double best_time(const struct best *best)
{
    return result_time(&best->result, best->objective);
}

static inline double best_aim(const struct best *best)
{
    return result_aim(&best->result, best->objective);
}
