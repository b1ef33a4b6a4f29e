/* Distances of a parameter's values, for a model of times. */
#pragma once

#include "tuner/space.h"

/* A count x count matrix by positions: 0 on the diagonal, about 1 for the two ends of a numeric range. The caller frees
 * it. */
double *value_distances(const struct parameter *parameter);
