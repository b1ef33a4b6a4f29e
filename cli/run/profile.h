/* --profile: how NVIDIA's ncu shows one launch of what a run found. */
#pragma once

#include "base/options/options.h"

#include <stdio.h>

/* Prints the command that runs the best of the results file `out` once more under ncu, which shows the second launch of
 * each of the user's kernels: the first one may load code. Times that are taken then are ncu's, and go to a file of
 * their own. */
void profile_print(FILE *where, const struct options *options, const char *out);
