/* The best so far of simulated runs against evaluations, as CSV. */
#pragma once

#include "simulate/runs.h"

#include <stdio.h>

/* A text between quotes, of which each is two in it. */
void curves_text(FILE *file, const char *text);

/* The names of the columns. */
void curves_begin(FILE *file);

/* A line behind each evaluation: the lower quartile, median and upper quartile over the runs, and what is expected of
 * draws at random, in ns; empty where so many runs have no time yet. */
void curves_write(FILE *file, const char *space, const char *strategy, const struct runs *runs);
