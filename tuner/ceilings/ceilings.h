/* The ceilings of a run: the rates by which its results are judged. They are measured by the benches of the suite named
 * `ceilings`, each at one size, and kept in the store by device, driver and backend, so that a device is measured once.
 */
#pragma once

#include "tuner/run/tuner.h"

/* Whether a problem is of that suite: what measures ceilings is not judged by them. */
bool ceilings_problem(const struct problem *problem);

/* Those of all resources that are kept for a device. The dates are seconds since 1970; 0 where there is none. */
struct kept_ceilings {
    struct ceilings ceilings;
    int64_t measured[RESOURCES];
    int missing; /* that a bench would measure */
};
void ceilings_kept(struct kept_ceilings *kept, const struct registry *registry, const char *store,
                   const struct compute_device *device, bool cold);

/* Who hears of ceilings being measured. */
struct ceilings_listener {
    void (*begin)(void *user, enum resource resource, int number, int count); /* ceiling `number` of `count` */
    void (*progress)(void *user, const struct progress *progress);
    void (*end)(void *user); /* of one */
    /* At the end, if some could not be measured: which, as a set; why not the first of them. */
    void (*missing)(void *user, uint64_t resources, const char *reason);
    void *user;
};

/* Fills in the ceilings of each of the tuner's devices, one after the other, that problems need and that are not there
 * yet: from the store; and those that are not there it measures, if `measure`, in about a second each, and keeps them,
 * in `seconds` together (0: no limit); not on a CPU, where that would be a glance. A time limit shorter than 30 s is
 * not taken. What cannot be measured stays 0. Returns early once *options.stop of the tuner is set. */
void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct target *targets, size_t count,
                   bool measure, double seconds, double time_limit, const struct ceilings_listener *listener);

/* Compiles what ceilings_find would, for a device on which nothing is run. */
void ceilings_compile(struct tuner *tuner, const struct target *targets, size_t count, double time_limit,
                      const struct ceilings_listener *listener);

/* Takes over, and keeps for the device that it is of, what a run of the suite itself found: the best of a target that
 * was not restricted, at its size, over as many configurations as ceilings_find tries on a GPU. */
void ceilings_take(struct ceilings *ceilings, const struct tuner *tuner, const struct target *target,
                   const struct best *best);

/* What the vendor says a device can do, to hold measured ceilings against. Amounts a second, and where the figure comes
 * from ("data sheet", "1980 MHz"); the rate is 0 where none is known. */
struct vendor_figure {
    double rate;
    char basis[24];
};

struct vendor_figure vendor_figure(const struct compute_device *device, enum resource resource);
