/* From a problem to its words: the edge at which results leave the tuner. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "reports/results.h"
#include "tuner/run/tuner.h"

/* Adds a target's problem to results, with its whole space; `structure` is the file of its atoms, if it has some. */
void describe_problem(struct results *results, const struct target *target, const char *structure);

#endif
