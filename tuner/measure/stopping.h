/* When a configuration was measured enough: a pure function of its samples and of the best so far. tuner/MEASURING.md
 * says what that may cost. */
#ifndef TUNER_MEASURE_STOPPING_H
#define TUNER_MEASURE_STOPPING_H

#include <stdbool.h>
#include <stddef.h>

/* How sure one wants to be, and what a configuration is held against. */
struct stopping {
    double confidence; /* above 0.5; 0 or 1: nothing stops before its end */
    double best_ns;    /* the best median so far; 0: there is none, or none that matters */
};

#define STOP_SLOWER 1.15 /* times the best so far: dropped, if all of the first samples are above */

/* How many first samples that takes; 0: none are enough. */
size_t stopping_least(struct stopping rule);

/* Whether first samples are enough to drop a configuration: its time is none that a finalist may have. */
bool stopping_drops(struct stopping rule, const double *ns, size_t count);

/* Behind a block: what the samples of all blocks so far say. It has a time then, and may be a finalist. */
enum stop {
    STOP_NOT,
    STOP_BEHIND, /* its median is above that of the best */
    STOP_KNOWN   /* its median is known to 0.3 % */
};
enum stop stopping_decide(struct stopping rule, const double *ns, size_t count);

#endif
