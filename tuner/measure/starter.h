/* What the device does before a sample starts: the caches are evicted, and it is held until the host has queued all
 * that is timed. */
#ifndef TUNER_MEASURE_STARTER_H
#define TUNER_MEASURE_STARTER_H

#include "tuner/job/program.h"

struct starter {
    struct compute_context *context;
    struct loaded loaded; /* kernels/tuner/evict.cl; empty where neither is done */
    size_t evicted_bytes; /* 0 when measuring warm */
    struct compute_array *evicting, *unwritten;
    double step_ns; /* of holding; 0 where the device is not held */
};

/* `cold`: caches are to be evicted, by reading other memory. A GPU is held, a CPU not: there the host would wait for
 * itself. The program comes from the store or goes there. To be closed whatever comes back. */
enum status starter_open(struct starter *starter, struct compute_context *context, bool cold, const char *store,
                         const struct registry *registry, struct fault *fault);
void starter_close(struct starter *starter);

/* Whether the device is held at all. */
bool starter_holds(const struct starter *starter);

/* Measures how long a step of holding takes, at the clock that the device has now: before it is held. */
enum status starter_calibrate(struct starter *starter, struct fault *fault);

/* Queues the eviction, if caches are evicted. */
enum status starter_evict(struct starter *starter, struct fault *fault);

/* Queues `steps` of holding, of which none is a launch that does nothing, if the device is held. */
enum status starter_spend(struct starter *starter, uint64_t steps, struct fault *fault);

/* Queues holding the device for `ns`, if it is held; at most 50 ms. */
enum status starter_hold(struct starter *starter, double ns, struct fault *fault);

#endif
