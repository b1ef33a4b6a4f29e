/* What is given, as opposed to what is chosen: a bench, its size, the seed of its inputs, the settings of its suite and
 * a structure of atoms. And what is chosen: a configuration. The functions of both are in suite.h. */
#ifndef TUNER_PROBLEM_H
#define TUNER_PROBLEM_H

#include "tuner/inputs.h"
#include "tuner/space.h"

struct suite;
struct bench;
struct reference;

/* Suite and bench are of a registry, the structure its maker's: they outlive the problem. */
struct problem {
    const struct suite *suite;
    const struct bench *bench;
    uint64_t n;    /* the problem size, in the bench's own unit */
    uint64_t seed; /* of the inputs */
    struct inputs inputs;
};

/* One point of a problem's space. The index is its identity. */
struct config {
    const struct problem *problem;
    const struct reference *reference; /* not NULL: run this instead; the values are the default's */
    uint64_t index;
    int value[]; /* one a parameter: a whole number itself; of words and real numbers the position in their list */
};

#endif
