/* What is given, as opposed to what is chosen: a bench, its size, the seed of its inputs, the settings of its suite and
 * a structure of atoms. And what is chosen: a configuration. */
#ifndef TUNER_PROBLEM_H
#define TUNER_PROBLEM_H

#include "base/store.h"
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

/* A problem with the suite's own settings, and no structure. */
struct problem problem_of(const struct suite *suite, const struct bench *bench, uint64_t n, uint64_t seed);

/* Adds all that a problem is to a hash: two problems of one registry differ in it if they differ in anything. */
void problem_hash(struct store_hash *hash, const struct problem *problem);

/* One point of a problem's space. The index is its identity. */
struct config {
    const struct problem *problem;
    const struct reference *reference; /* not NULL: run this instead; the values are the default's */
    uint64_t index;
    int value[]; /* one a parameter: a whole number itself; of words and real numbers the position in their list */
};

/* A configuration of an index below the space's product, and the same made to be another. free() frees it. */
struct config *config_new(const struct problem *problem, uint64_t index);
void config_set(struct config *config, uint64_t index);

/* The value of parameter `i`, which has real ones. */
double config_real(const struct config *config, size_t i);

/* What setting number `i` of the suite is. */
double config_setting(const struct config *config, size_t i);

/* Whether every constraint holds; if not and broken is not NULL, *broken is the first that does not. */
bool config_allowed(const struct config *config, const struct compute_device *device, const struct constraint **broken);

#endif
