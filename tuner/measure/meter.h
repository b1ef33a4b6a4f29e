/* Taking time on a device. tuner/MEASURING.md explains how and why. */
#pragma once

#include "base/clock.h"
#include "tuner/job/program.h"
#include "tuner/measure/sampler.h"
#include "tuner/measure/stopping.h"

struct meter {
    struct sampler sampler;
    double warm_until;           /* host seconds: clocks count as warm until then */
    double warm_up_seconds;      /* that the last measurement took for that */
    bool changed;                /* the last measurement's last iteration is for job_judge_changed */
    bool timed_verified;         /* its one sample is the verified run itself */
    struct kept_samples samples; /* of the last measurement */
};

/* As a sampler. */
enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, const char *store,
                       const struct registry *registry, struct fault *fault);
void meter_close(struct meter *meter);

/* How much to measure. */
struct effort {
    size_t blocks;            /* at most MAX_BLOCKS; one repetition of Google Benchmark each */
    size_t samples;           /* most samples a block; fewer if they take long */
    bool alone;               /* alone_ns, too */
    bool energy;              /* energy_j, too: a run of a second and more */
    struct stopping stopping; /* when fewer blocks will do, or a first few samples */
    enum sampling sampling;   /* of the problem; SAMPLING_OPEN: this configuration chooses */
    bool forced;              /* by the user: also single iterations that are too short for it */
    bool judged;              /* a check follows: the last iteration can be the one that is judged, */
    struct timed_check check; /* which this chooses */
};

#define NO_TIME_ALONE "the device's clock shows no time of one iteration by itself"

/* Measures a verified configuration: fills the measured fields of *row. NO_TIME if the median of several blocks, or
 * alone_ns beside them, is no time; of one block both may be anything where noise is large. */
enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault);

/* Fills median_ns and ci95_ns from the blocks, of which there is at least one. The interval is the median's, NAN of
 * fewer than six blocks. */
void result_summarise(struct result *row);
