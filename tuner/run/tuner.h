/* Finding the best configuration of a bench on a device: compile, verify, measure, play off. */
#ifndef TUNER_RUN_TUNER_H
#define TUNER_RUN_TUNER_H

#include "tuner/worker/process.h"
#include "tuner/result.h"
#include "tuner/search/search.h"

#include <signal.h>

/* How far a bench is; all numbers are of this bench. */
struct progress {
    const char *suite, *bench, *phase; /* "preparing", "measuring", "play-off" */
    uint64_t size;
    size_t done, total; /* configurations; total is what the strategy or the budget will try at most */
    size_t good, failed, compiled, cached;
    double seconds, seconds_left; /* since the bench began; a guess of what is left, < 0 if there is none */
    double best_ns;               /* 0 while there is none */
    struct config_words best;
};

struct tuner_options {
    struct launcher launcher;
    struct compute_device device;
    const struct strategy *strategy;
    uint64_t budget_count; /* configurations a bench; 0: no limit */
    double time_limit;     /* seconds that a compilation or a measurement may take */
    uint64_t seed;
    unsigned jobs;       /* compile workers */
    double until;        /* the share of its limit that ends the search of a bench; 0: none does */
    bool cold, budgeted; /* budgeted: sample every value before the strategy asks */
    const volatile sig_atomic_t *stop;
    /* A row is new, or the re-measured form of one that came before. */
    void (*row)(void *user, const struct result *row);
    void (*progress)(void *user, const struct progress *progress);
    void *user;
};

/* A bench at a size, by its positions in the registry. */
struct target {
    uint32_t suite, bench;
    uint64_t size;
    struct restriction restriction;  /* its inputs too; NULL: the suite's own */
    struct store_key structure;      /* of the inputs, where the store has it; "" for none */
    double budget_seconds;           /* 0: no limit */
    const struct ceilings *ceilings; /* by which rows get their limits; NULL: they get none */
};

struct tuner {
    struct tuner_options options;
    struct process device;
    struct process *compiler; /* options.jobs of them */
    double tick_ns;
};

/* Starts the device's worker and opens the device. To be closed whatever comes back. */
enum status tuner_open(struct tuner *tuner, const struct tuner_options *options, struct fault *fault);
void tuner_close(struct tuner *tuner);

/* Runs one bench. Failed configurations are rows, not errors; anything else than OK means that the device is lost and
 * the run must end. best->result.median_ns is 0 where there is no correct configuration. Returns early, with OK, once
 * *options.stop is set. */
enum status tuner_run(struct tuner *tuner, const struct target *target, struct best *best, struct fault *fault);

/* Which devices there are, asked of a worker. */
enum status tuner_inventory(const struct launcher *launcher, struct compute_inventory *inventory, struct fault *fault);

/* The description of one device, asked of a worker. */
enum status tuner_find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                       struct fault *fault);

#endif
