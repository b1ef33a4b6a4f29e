/* One bench being run: the state that schedule.c and playoff.c share. */
#ifndef TUNER_RUN_RUN_H
#define TUNER_RUN_RUN_H

#include "tuner/run/tuner.h"

enum { PREPARE_SECONDS = 900 }; /* that setting a bench up may take */

/* A configuration on its way from the compiler to the device. */
struct candidate {
    uint64_t index;
    struct program program;
};

/* A configuration that was measured well. */
struct contender {
    uint64_t index;
    struct program program;
    struct result row;
};

struct run {
    struct tuner *tuner;
    const struct target *target;
    const struct bench *bench;
    struct search search;
    struct request prepared; /* what the device's worker must be told again after it was replaced */
    struct candidate *ready; /* compiled, waiting for the device: [ready_at, ready_count) */
    size_t ready_at, ready_count, ready_capacity;
    bool preparing; /* the device's worker sets the bench up; else it may be measuring: */
    bool given_up;  /* the bench could not be set up */
    struct candidate measuring;
    size_t *compiling; /* per compile worker: the index in work */
    size_t in_flight, issued;
    struct contender *contenders;
    size_t contender_count, contender_capacity;
    bool reached; /* some row has the share of its limit that was asked for */
    struct progress progress;
    double started, measuring_since;
};

/* The identity of a row: suite, bench, size and the words of a configuration, or of its reference. */
void run_name(const struct run *run, const struct config *config, struct result *row);

/* Gives a measured row its limit. */
void run_limit(const struct run *run, struct result *row);

/* Starts the device's worker and opens the device. */
enum status tuner_open_device(struct tuner *tuner, struct fault *fault);

/* Starts the device's worker again and prepares the bench: after a crash, a time-out, or a lost context. */
enum status run_replace_device(struct run *run, struct fault *fault);

/* Re-measures the best few and the default, interleaved in random order with the bench's references, and decides. Rows
 * are given out again. Not OK:
 * the device is lost, and the best is the search's own. */
enum status run_playoff(struct run *run, struct best *best, struct fault *fatal);

/* Best effort at saying how far the run is. */
void run_report(struct run *run);

#endif
