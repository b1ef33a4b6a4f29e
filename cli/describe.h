/* From a problem to its words: the edge at which results leave the tuner. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "cli/targets.h"
#include "reports/results.h"

/* Adds the problem of one of the targets to results, with its whole space. */
void describe_problem(struct results *results, const struct targets *targets, const struct target *target);

#endif
