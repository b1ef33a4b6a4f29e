/* Decides when a configuration was measured enough: a pure function of its samples and of the best so far.
 * tuner/MEASURING.md describes the cost of wrong decisions. */
#pragma once

#include "tuner/result.h"

/* The required confidence, and the time with which a configuration is compared. */
struct stopping {
    double confidence; /* above 0.5; 0 or 1: nothing stops before its end */
    double best_ns;    /* the best median so far; 0: there is none, or none that matters */
};

/* Times the best so far, if all of the first samples are above: */
#define STOP_SLOWER 1.15 /* dropped */
#define STOP_ABOVE 1.03  /* behind */

#define STOP_FAR 1.5 /* dropped, by the verified run and one sample */

#define STOP_TWICE 2.0 /* dropped, by the verified run alone */

/* Whether one that is far above is enough, or two. */
bool stopping_by_one(struct stopping rule);
bool stopping_by_two(struct stopping rule);

/* How many first samples that takes; 0: none are enough. */
size_t stopping_least(struct stopping rule);

/* The decision after the first samples. */
enum stop stopping_first(struct stopping rule, const double *ns, size_t count);

/* The decision after a block, from the samples of all blocks so far; never STOP_DROPPED. */
enum stop stopping_decide(struct stopping rule, const double *ns, size_t count);

/* Whether another finalist need not be timed again, by `count` blocks of the best so far and of it, in pairs of the
 * same round: it is slower, or its time is known, and with the confidence it is faster by at most 1 %. */
bool stopping_settled(struct stopping rule, const double *best_ns, const double *ns, size_t count);
