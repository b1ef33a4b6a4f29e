/* Samples: times of iterations, by the device's clock or the host's. tuner/MEASURING.md explains how and why. */
#pragma once

#include "tuner/job/job.h"
#include "tuner/result.h"

/* What is queued before a sample on one device: eviction of caches, and holding the device. */
struct starter {
    struct compute_context *context;
    struct loaded loaded; /* kernels/tuner/evict.cl; empty if neither is done */
    size_t evicted_bytes; /* 0 when measuring warm */
    struct compute_array *evicting, *unwritten;
    double step_ns; /* of holding; 0: the device is not held */
};

/* Takes samples on one device: the clock's tick, the cost of a sample's start, and what is queued before it. */
struct sampler {
    struct compute_context *context;
    struct starter starter;
    double tick_ns;
    double start_ns;  /* the constant part of the time between two markers */
    double marker_ns; /* between two markers with nothing between */
    double single_ns; /* and for a single iteration of the current configuration */
    double queued_ns; /* of the host, to queue the last sample, */
    double queue_ns;  /* and an iteration of the current configuration; 0: unknown */
    double device_ns; /* of the last iteration timed by the host: from its first to its last device work */
    double host_ns;   /* and of the host's own work in it */
};

/* Compiles the kernels of a starter unless the store has them, for a device that need not be in this machine. */
enum status sampler_compile(const char *store, const struct registry *registry, const struct compute_device *device,
                            struct fault *fault);

/* `cold`: evict caches before each sample; the kernel is loaded from the store, or compiled and stored. To be closed in
 * any case. */
enum status sampler_open(struct sampler *sampler, struct compute_context *context, bool cold, const char *store,
                         const struct registry *registry, struct fault *fault);
void sampler_close(struct sampler *sampler);

/* Measures the duration of holding, and start_ns, at the device's current clock. sampler_open does so, too. */
enum status sampler_calibrate(struct sampler *sampler, struct fault *fault);

/* The shortest iteration that may be timed singly: the constant part is 1/500 of it, and a tick 1/1000. */
double sampler_shortest_single(const struct sampler *sampler);

/* Measures single_ns of a shorter iteration: the time of a single one beyond a slope's. */
enum status sampler_take_single(struct sampler *sampler, struct job *job, const struct config *config, int64_t batch,
                                struct fault *fault);

/* Whether one iteration is as long as a slope's shorter part must be, so that the first one suffices. Not on a CPU,
 * where other programs may interrupt it. */
bool sampler_suffices(const struct sampler *sampler, double iteration_ns);

/* Iterations of a slope's shorter part, for the duration of an iteration in nanoseconds. */
int64_t sampler_batch(const struct sampler *sampler, double iteration_ns);

/* Nanoseconds between two markers around `iterations`; if the host times the bench, of one iteration. */
enum status sampler_time(struct sampler *sampler, struct job *job, const struct config *config, int64_t iterations,
                         double *ns, struct fault *fault);

/* One sample, in ns per iteration: the slope (T(2 batch) - T(batch)) / batch, or a single iteration less single_ns, or
 * one by the host's clock. With noise it may be 0 or below. */
enum status sampler_take(struct sampler *sampler, struct job *job, const struct config *config, enum sampling sampling,
                         int64_t batch, double *ns, struct fault *fault);

/* Joules per iteration of `ns`, in a stream of iterations of a second or more, from two steps of the device's counter
 * and the iterations between them. NAN if the device does not report energy, or the counter does not advance. */
enum status sampler_take_energy(struct sampler *sampler, struct job *job, const struct config *config,
                                double iteration_ns, double *joules, struct fault *fault);

/* Nanoseconds between two markers around nothing, now; marker_ns is from when the device was opened. */
enum status sampler_take_markers(struct sampler *sampler, double *ns, struct fault *fault);
