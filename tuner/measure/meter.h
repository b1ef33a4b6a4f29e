/* Taking time on a device. tuner/MEASURING.md explains how and why. */
#ifndef TUNER_MEASURE_METER_H
#define TUNER_MEASURE_METER_H

#include "base/clock.h"
#include "tuner/job/job.h"
#include "tuner/job/program.h"
#include "tuner/measure/starter.h"
#include "tuner/result.h"

/* What takes time on one device: its clock's tick, and what goes before each sample. */
struct meter {
    struct compute_context *context;
    double tick_ns;
    struct starter starter;
    double queued_ns;  /* that the host took to queue the last sample, */
    double queue_ns;   /* and an iteration of the configuration that is measured now */
    double warm_until; /* host seconds: clocks count as warm until then */
    double device_ns;  /* of the last iteration that the host timed: from its first to its last work on the device */
    double host_ns;    /* and of the host's own work in it */
};

/* `cold`: caches are to be evicted before each sample. What does it comes from the store or goes there. */
enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, const char *store,
                       const struct registry *registry, struct fault *fault);
void meter_close(struct meter *meter);

/* How much to measure. */
struct effort {
    size_t blocks;  /* at most MAX_BLOCKS; one repetition of Google Benchmark each */
    size_t samples; /* most samples a block; fewer if they take long */
    double best_ns; /* the best median so far: a configuration clearly slower is dropped; 0: measure all */
};

/* Measures a verified configuration: fills the measured fields of *row. */
enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault);

/* Fills median_ns and ci95_ns from the blocks, of which there is at least one. */
void result_summarise(struct result *row);

#endif
