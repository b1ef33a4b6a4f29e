/* How far the values of a parameter are apart, for a model of times. */
#pragma once

#include "tuner/space.h"

/* Of each two values, by their positions, count x count of them: 0 of one and itself, about 1 of the two ends of a
 * number's range. The caller frees it. */
double *value_distances(const struct parameter *parameter);
