/* The ceilings of a run: the rates by which its results are judged. They are measured by the benches of the suite named
 * `ceilings`, each at one size, and kept in the store by device, driver and backend, so that a device is measured once.
 */
#ifndef TUNER_CEILINGS_CEILINGS_H
#define TUNER_CEILINGS_CEILINGS_H

#include "cli/options.h"
#include "cli/targets.h"

/* Whether a target is of that suite: what measures ceilings is not judged by them. */
bool ceilings_bench(const struct target *target);

/* Those of all resources that are kept for a device. The dates are seconds since 1970; 0 where there is none. */
struct kept_ceilings {
    struct ceilings ceilings;
    int64_t measured[RESOURCES];
    int missing; /* that a bench would measure */
};
void ceilings_kept(struct kept_ceilings *kept, const struct launcher *launcher, const struct compute_device *device,
                   bool cold);

/* Fills in the ceilings that targets need and that are not there yet, but for CEILINGS_OFF: from the store; with
 * CEILINGS_AUTO measures what is not there, in about a second each, and keeps it. What cannot be measured stays 0, and
 * one line on stderr says so. Returns early once *options.stop of the tuner is set. */
void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct targets *targets,
                   const struct options *options);

/* Takes over, and keeps, what a run of the suite itself found: the best of a target that was not restricted, at its
 * size, over as many configurations as ceilings_find would have tried. */
void ceilings_take(struct ceilings *ceilings, const struct tuner *tuner, const struct target *target,
                   const struct best *best);

#endif
