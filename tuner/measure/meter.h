/* Measures times on a device. tuner/MEASURING.md explains how and why. */
#pragma once

#include "base/clock.h"
#include "tuner/job/program.h"
#include "tuner/measure/sampler.h"
#include "tuner/measure/stopping.h"

/* A device's clocks count as warm for so many seconds after work. */
#define METER_STAYS_WARM 0.5

struct meter {
    struct sampler sampler;
    double warm_until;           /* host seconds: clocks count as warm until then */
    double warm_up_seconds;      /* of warm-up in the last measurement */
    bool changed;                /* the last iteration of the last measurement is to be judged by job_judge_changed */
    bool timed_verified;         /* its one sample is the verified run itself */
    struct kept_samples samples; /* of the last measurement */
};

/* As a sampler. */
enum status meter_open(struct meter *meter, struct compute_context *context, bool cold, const char *store,
                       const struct registry *registry, struct fault *fault);
void meter_close(struct meter *meter);

/* The extent of a measurement. */
struct effort {
    size_t blocks;            /* at most MAX_BLOCKS; one repetition of Google Benchmark each */
    size_t samples;           /* most samples per block; fewer if they take long */
    bool repeated;            /* others of the same configuration follow: this one may be without a time */
    bool round;               /* one of several blocks of a play-off: half as long on a GPU, unless the host times */
    double known_ns;          /* of an iteration, by earlier rounds; 0: a first one is timed */
    bool alone;               /* also measure alone_ns */
    bool energy;              /* also measure energy_j: a second or more */
    struct stopping stopping; /* when to stop early */
    enum sampling sampling;   /* of the problem; SAMPLING_OPEN: this configuration chooses */
    bool forced;              /* by the user: single iterations even if they are too short */
    bool judged;              /* a check follows: the last iteration may be the judged one, */
    struct timed_check check; /* as this chooses */
};

#define NO_TIME_ALONE "the device's clock shows no time of one iteration by itself"

/* Measures a verified configuration: sets the measured fields of *row. NO_TIME if the median of the blocks, or
 * alone_ns, is not positive; if they are repeated both may have any value, if noise is large. */
enum status meter_measure(struct meter *meter, struct job *job, const struct config *config, struct effort effort,
                          struct result *row, struct fault *fault);

/* Sets median_ns and ci95_ns from the blocks, at least one. The interval is the median's, NAN for fewer than six
 * blocks. */
void result_summarise(struct result *row);
