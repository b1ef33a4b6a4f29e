/* The results of simulated runs as a table. */
#pragma once

#include "reports/table/page.h"
#include "simulate/doubts.h"

#include <stdio.h>

/* The result of a strategy on one space; for random search the interval and the score are unknown. */
struct line {
    const char *strategy;
    struct reach reach[2]; /* to within each of `line_shares` of the best */
    double score;
    double at_most_more;  /* than without similar results: the share of the runs; NAN: they are those without */
    struct doubts doubts; /* empty for random search */
};
enum { AT_MOST_MORE = 5 };
static const double line_shares[2] = {0.05, 0.01};
struct line line_of(const struct runs *runs, const char *strategy);

/* The same for runs that begin with similar results, compared with those that do not. */
struct line line_of_like(const struct runs *runs, const struct runs *without, const char *strategy);

/* The expectation of random search. */
struct line line_of_chance(const struct recorded *recorded, size_t evaluations);

/* The results on a space: a line for random search, and one for each strategy. */
struct simulated {
    char *name;
    const struct recorded *recorded;
    size_t repeats, evaluations;
    struct line *line;
};

/* Prints a table for each space and one for all, of `lines` lines each, and the meaning of the columns. */
void simulated_print(FILE *file, const struct page *page, const struct simulated *simulated, size_t count,
                     size_t lines);

/* The same as JSON (reports/FORMAT.md). Errors as json_print's. */
enum status simulated_print_json(FILE *file, const struct simulated *simulated, size_t count, size_t lines,
                                 struct fault *fault);
