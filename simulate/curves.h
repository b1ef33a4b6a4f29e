/* Prints the best so far of simulated runs over evaluations, as CSV. */
#pragma once

#include "simulate/runs.h"

#include <stdio.h>

/* A text between quotes; quotes in it are doubled. */
void curves_text(FILE *file, const char *text);

/* The names of the columns. */
void curves_begin(FILE *file);

/* A line after each evaluation: the lower quartile, median and upper quartile over the runs, and the expectation of
 * random search, in ns; empty if that many runs have no time yet. */
void curves_write(FILE *file, const char *space, const char *strategy, const struct runs *runs);
