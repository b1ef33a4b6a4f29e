/* What simulated runs say, as a table. */
#pragma once

#include "reports/table/page.h"
#include "simulate/doubts.h"

#include <stdio.h>

/* What came of a strategy on one space; of draws at random the interval and the score are not known. */
struct line {
    const char *strategy;
    struct reach reach[2]; /* to within each of `line_shares` of the best */
    double score;
    double at_most_more;  /* than without what is like the space: the share of the runs; NAN: they are those without */
    struct doubts doubts; /* of draws at random of no runs */
};
enum { AT_MOST_MORE = 5 };
static const double line_shares[2] = {0.05, 0.01};
struct line line_of(const struct runs *runs, const char *strategy);

/* The same of runs that begin with what is like the space, beside those that do not. */
struct line line_of_like(const struct runs *runs, const struct runs *without, const char *strategy);

/* What draws at random come to. */
struct line line_of_chance(const struct recorded *recorded, size_t evaluations);

/* What was simulated on a space: a line for draws at random, and one for each strategy. */
struct simulated {
    char *name;
    const struct recorded *recorded;
    size_t repeats, evaluations;
    struct line *line;
};

/* Prints a table for each space and one for all, of `lines` lines each, and what the columns mean. */
void simulated_print(FILE *file, const struct page *page, const struct simulated *simulated, size_t count,
                     size_t lines);

/* The same as JSON (reports/FORMAT.md). Errors as json_print's. */
enum status simulated_print_json(FILE *file, const struct simulated *simulated, size_t count, size_t lines,
                                 struct fault *fault);
