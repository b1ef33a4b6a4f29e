/* --profile: shows one launch of a run's best with NVIDIA's ncu. */
#pragma once

#include "base/options/options.h"

#include <stdio.h>

/* Prints the command that runs the best of the results file `out` again under ncu, for the second launch of each of the
 * user's kernels, as the first may load code. Times measured under ncu are distorted, and are written to another
 * file. */
void profile_print(FILE *where, const struct options *options, const char *out);
