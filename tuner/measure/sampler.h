/* A sample: how long iterations take, by the device's clock or the host's. tuner/MEASURING.md explains how and why. */
#pragma once

#include "tuner/job/job.h"
#include "tuner/result.h"

/* What goes before samples on one device. */
struct starter {
    struct compute_context *context;
    struct loaded loaded; /* kernels/tuner/evict.cl; empty where neither is done */
    size_t evicted_bytes; /* 0 when measuring warm */
    struct compute_array *evicting, *unwritten;
    double step_ns; /* of holding; 0 where the device is not held */
};

/* What takes samples on one device: its clock's tick, what a sample's start takes, and what goes before it. */
struct sampler {
    struct compute_context *context;
    struct starter starter;
    double tick_ns;
    double start_ns;  /* of the time between two markers, what does not grow with the iterations between them */
    double marker_ns; /* between two markers with nothing between */
    double single_ns; /* and of a single iteration of the configuration that is measured now */
    double queued_ns; /* that the host took to queue the last sample, */
    double queue_ns;  /* and an iteration of the configuration that is measured now; 0: not known yet */
    double device_ns; /* of the last iteration that the host timed: from its first to its last work on the device */
    double host_ns;   /* and of the host's own work in it */
};

/* Compiles what goes before samples, for a device that need not be here, as the store has it not. */
enum status sampler_compile(const char *store, const struct registry *registry, const struct compute_device *device,
                            struct fault *fault);

/* `cold`: caches are to be evicted before each sample. What does it comes from the store or goes there. To be closed
 * whatever comes back. */
enum status sampler_open(struct sampler *sampler, struct compute_context *context, bool cold, const char *store,
                         const struct registry *registry, struct fault *fault);
void sampler_close(struct sampler *sampler);

/* Measures, at the clock that the device has now, how long it is held, and start_ns. sampler_open does so, too. */
enum status sampler_calibrate(struct sampler *sampler, struct fault *fault);

/* The shortest iteration that may be timed by itself: what does not grow is a 500th of it, and a tick a 1000th. */
double sampler_shortest_single(const struct sampler *sampler);

/* Takes single_ns of an iteration that is shorter than that: the time of one beyond a slope's. */
enum status sampler_take_single(struct sampler *sampler, struct job *job, const struct config *config, int64_t batch,
                                struct fault *fault);

/* Whether one iteration is as long as all of a slope's shorter part has to be, so that a first one tells enough. On a
 * CPU anything may have come between. */
bool sampler_suffices(const struct sampler *sampler, double iteration_ns);

/* Iterations of a slope's shorter part, for an iteration of so many nanoseconds. */
int64_t sampler_batch(const struct sampler *sampler, double iteration_ns);

/* Nanoseconds between two markers with `iterations` between; where the host times the bench, of one iteration. */
enum status sampler_time(struct sampler *sampler, struct job *job, const struct config *config, int64_t iterations,
                         double *ns, struct fault *fault);

/* One sample, in nanoseconds of an iteration: the slope (T(2 batch) - T(batch)) / batch, or a single iteration less
 * single_ns, or one by the host's clock. Noise may leave nothing of it. */
enum status sampler_take(struct sampler *sampler, struct job *job, const struct config *config, enum sampling sampling,
                         int64_t batch, double *ns, struct fault *fault);

/* Joules of an iteration that takes so many nanoseconds, in a stream of them that lasts a second or more: between two
 * steps of the device's counter, of iterations that were done between. NAN where it does not tell, or does not move. */
enum status sampler_take_energy(struct sampler *sampler, struct job *job, const struct config *config,
                                double iteration_ns, double *joules, struct fault *fault);

/* Nanoseconds between two markers with nothing between, as they are now: marker_ns is of when the device was opened. */
enum status sampler_take_markers(struct sampler *sampler, double *ns, struct fault *fault);
