/* Taking time on a device. tuner/MEASURING.md explains how and why. */
#ifndef TUNER_MEASURE_H
#define TUNER_MEASURE_H

#include "tuner/job.h"
#include "tuner/result.h"

/* What takes time on one device: its clock's tick, and the memory whose filling evicts the last-level cache. */
struct meter {
    struct compute_context *context;
    double tick_ns;
    struct compute_array *evictor; /* NULL when measuring warm */
    size_t evictor_bytes;
    double warm_until; /* host seconds: clocks count as warm until then */
};

enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, struct fault *fault);
void meter_close(struct meter *meter);

/* How much to measure. */
struct effort {
    size_t blocks;  /* at most MAX_BLOCKS; one repetition of Google Benchmark each */
    size_t samples; /* most samples a block; fewer if they take long */
    double best_ns; /* the best median so far: a configuration clearly slower is dropped; 0: measure all */
};

/* Measures a verified configuration: fills the measured fields of *row, whose names are set. */
enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault);

/* Seconds of a monotonic clock. */
double clock_seconds(void);

#endif
