/* Results of a run, as numbers without pointers, so that they can be sent between processes. All times are in
 * nanoseconds. */
#pragma once

#include "compute/compute.h"
#include "tuner/resource.h"
#include "tuner/space.h"

/* The version of timing (tuner/MEASURING.md): times of different versions must not be compared. Version 1 chose slopes
 * or single iterations, with their start, per configuration. */
enum { MEASURING = 2 };

enum { MAX_BLOCKS = 64, MAX_TIED = 16, MAX_FIGURES = 12, MAX_KEPT = 512, MAX_ALONE = 25 };

/* How samples are taken: not chosen yet; as slopes over batches of iterations; as single iterations. One for all
 * configurations of a problem. */
enum sampling { SAMPLING_OPEN, SAMPLING_SLOPE, SAMPLING_SINGLE };

/* The sampling of a problem with a further row: slopes if any row has them. A row stopped early may have single
 * iterations while others have slopes. */
static inline enum sampling sampling_join(enum sampling problem, enum sampling row)
{
    return problem == SAMPLING_OPEN || row == SAMPLING_SLOPE ? row : problem;
}

/* What the best minimises: the time of one more iteration in a stream of them, or of an isolated one; or another value
 * (result.value), with times in a stream. */
enum objective { OBJECTIVE_STREAM, OBJECTIVE_ALONE, OBJECTIVE_VALUE };

/* Why a measurement was stopped early. */
enum stop {
    STOP_NOT,
    STOP_DROPPED, /* its time is not valid for a finalist */
    STOP_BEHIND,  /* its median is above the best's; its time is valid, it may be a finalist */
    STOP_KNOWN,   /* its median is known to 1 % */
    STOP_LONG     /* its samples took long together; on a GPU that is enough for a search */
};

/* The result of one configuration of a problem: a measurement, or the status of a failure. */
struct result {
    uint64_t index; /* of the configuration in the bench's space; NO_CONFIGURATION: of a reference, or of the bench */
    uint32_t reference; /* the bench's reference, counted from 1; 0: none */
    enum status status;
    uint32_t device; /* the device that measured it, counted from 1; 0: there is one alone, or none measured it */

    /* Valid when OK: */
    double median_ns, ci95_ns[2]; /* of the blocks; the median's interval, NAN of fewer than six blocks */
    size_t blocks;
    double block_ns[MAX_BLOCKS];      /* medians of the blocks */
    double alone_ns;                  /* of an iteration on an idle device; not above 0: unknown */
    double real_time_ns, cpu_time_ns; /* Google Benchmark's own means: of an iteration, of a sample */
    int64_t iterations;               /* Google Benchmark's, of all blocks together: samples */
    enum sampling sampling;
    int64_t batch;                     /* iterations of a slope's shorter part; 1 for single iterations */
    bool cold;                         /* caches evicted before each sample */
    bool dropped;                      /* stopped after its first samples: clearly slower than the best */
    enum stop stop;                    /* STOP_DROPPED if it was dropped */
    bool finalist;                     /* measured again, interleaved; median_ns is from the play-off */
    double energy_j, energy_ci95_j[2]; /* of one iteration, of a finalist with --objective energy; 0: unknown */
    double bytes, flops;               /* of one iteration; 0: unknown */
    double amount[RESOURCES];          /* the least that one iteration uses of each resource */
    struct limit limit;                /* from the amounts and the run's ceilings */
    double device_ns;                  /* if median_ns is the host's time: from first to last device work; else 0 */
    double host_ns;                    /* and the time of the host's own work; else 0 */
    double error, tolerance;           /* of the verification */
    char launches[40];                 /* hash of what an iteration queues, without the code; "": unknown */
    double figure[MAX_FIGURES];        /* the bench's own, in its order; NAN: none */
    double value;                      /* the value that the best minimises, if not time; NAN: unknown */
    bool unmet;                        /* it does not fulfil --require: it cannot be the best */

    /* Valid when it was compiled: */
    struct compute_resources resources;
    char binary[40];   /* hash of the source */
    double compile_ms; /* 0: from the cache */

    uint64_t secret; /* of its run, if a check after timing failed and the run is over; 0: unknown */
};

/* The samples of a measurement, block by block, equally many per block; the first MAX_KEPT. */
struct kept_samples {
    uint32_t count, each; /* in all blocks, and per block */
    uint32_t alone;       /* of isolated iterations, if these were timed separately */
    double ns[MAX_KEPT], alone_ns[MAX_ALONE];
};

/* The phases of a run. What runs during a measurement, such as compiling for a GPU, takes no time of its own. */
enum phase {
    PHASE_STARTING,  /* starting the program and devices, also after a loss; and warming clocks up */
    PHASE_CEILINGS,  /* measuring missing ceilings, before the run's own benches, or before those that the host times */
    PHASE_PREPARING, /* inputs, expectations, loading programs, and arranging inputs for configurations */
    PHASE_COMPILING, /* while the device was idle */
    PHASE_VERIFYING,
    PHASE_MEASURING,
    PHASE_PLAYOFF, /* all of it */
    PHASE_WAITING, /* the rest: for workers that start or hang, and for files */
    PHASES
};
const char *phase_word(enum phase phase);

/* An empty result of a configuration or reference. */
struct result result_of(uint64_t index, uint32_t reference);

/* Whether two results are of the same configuration or reference. */
static inline bool result_same(const struct result *a, const struct result *b)
{
    return a->index == b->index && a->reference == b->reference;
}

/* The index of its device among those that measured. */
static inline size_t result_device(const struct result *result)
{
    return result->device ? result->device - 1 : 0;
}

/* The time of an objective: median_ns or alone_ns. */
double result_time(const struct result *result, enum objective objective);

/* The value that an objective minimises: that time, or result.value. */
double result_aim(const struct result *result, enum objective objective);

/* Overlap: the share of the shorter of host_ns and device_ns that was hidden behind the other, 0 to 1; NAN if one of
 * them is unknown. */
double result_overlap(const struct result *result);

/* The best of one problem. */
struct best {
    struct result result;
    enum objective objective; /* by which it was chosen; all following times are by it */
    double default_ns;        /* of the default, interleaved with the best; 0: failed, or */
    bool default_untimed;     /* it did not fail: the run ended before its time was known */
    double reference_ns;      /* and of the fastest reference; 0: none */
    uint32_t reference;       /* which one, counted from 1 */
    size_t tied;              /* tied with the best: within its noise, at most MAX_TIED: */
    uint64_t tied_with[MAX_TIED];
    uint64_t measured,
        allowed; /* configurations tried; and the number, or upper bound, that constraints and --set allow */
    /* In 9 of 10 cases nothing untried is faster than the best by more than this share of its time (search/doubt.h); 1:
     * no estimate; 0: unknown, or all was tried. */
    double left;
};

/* The share of its limit, if its time is that in a stream, as a limit is; else 0. */
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
