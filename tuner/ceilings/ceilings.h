/* The ceilings of a run: the rates by which its results are judged. The benches of suite `ceilings` measure them, each
 * at one size; the store has them by device, driver and backend, so that a device is measured once. */
#pragma once

#include "tuner/run/tuner.h"

/* Whether a problem is of that suite, which is not judged by ceilings. */
bool ceilings_problem(const struct problem *problem);

/* The stored ceilings of a device. Dates are seconds since 1970; 0: not measured. */
struct kept_ceilings {
    struct ceilings ceilings;
    int64_t measured[RESOURCES];
    int missing; /* that a bench would measure */
};
void ceilings_kept(struct kept_ceilings *kept, const struct registry *registry, const char *store,
                   const struct compute_device *device, bool cold);

/* Callbacks for measuring ceilings. */
struct ceilings_listener {
    void (*begin)(void *user, enum resource resource, int number, int count); /* ceiling `number` of `count` */
    void (*progress)(void *user, const struct progress *progress);
    void (*end)(void *user); /* of one */
    /* At the end, if some could not be measured: these as a set, and the reason of the first. */
    void (*missing)(void *user, uint64_t resources, const char *reason);
    void *user;
};

/* Targets by the clock that times them. */
enum { TIMED_BY_DEVICE = 1, TIMED_BY_HOST = 2, TIMED_BY_BOTH = TIMED_BY_DEVICE | TIMED_BY_HOST };

/* Sets the missing ceilings that problems timed by these clocks need, for each device of the tuner: from the store;
 * else, with `measure`, by measuring (about 1 s each, `seconds` in all, 0: no limit), on all devices at the same time,
 * and storing them. Not on a CPU, where so short a measurement is too inaccurate. A time limit below 30 s is ignored.
 * What cannot be measured stays 0. Returns early once *options.stop of the tuner is set. */
void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct target *targets, size_t count,
                   unsigned clocks, bool measure, double seconds, double time_limit,
                   const struct ceilings_listener *listener);

/* Compiles what ceilings_find would compile, for a device that cannot run. */
void ceilings_compile(struct tuner *tuner, const struct target *targets, size_t count, double time_limit,
                      const struct ceilings_listener *listener);

/* Takes over and stores a result of the suite itself: the best of an unrestricted target, at the suite's size, over as
 * many configurations as ceilings_find tries on a GPU. */
void ceilings_take(struct ceilings *ceilings, const struct tuner *tuner, const struct target *target,
                   const struct best *best);

/* The vendor's figure for a resource, to compare a measured ceiling with: amounts per second, and its source ("data
 * sheet", "1980 MHz"); 0: unknown. */
struct vendor_figure {
    double rate;
    char basis[24];
};

struct vendor_figure vendor_figure(const struct compute_device *device, enum resource resource);
