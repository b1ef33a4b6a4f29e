/* What simulated runs say, as a table. */
#pragma once

#include "reports/table/page.h"
#include "simulate/runs.h"

#include <stdio.h>

/* What came of a strategy on one space; of draws at random the interval and the score are not known. */
struct line {
    const char *strategy;
    struct reach reach[2]; /* to within each of `line_shares` of the best */
    double score;
};
static const double line_shares[2] = {0.05, 0.01};
struct line line_of(const struct runs *runs, const char *strategy);

/* What draws at random come to. */
struct line line_of_chance(const struct recorded *recorded, size_t evaluations);

/* Of several spaces: the median of the medians, the means of the shares and scores; no interval. */
struct line line_of_all(const struct line *line, size_t count);

/* Prints the lines of a space, or of all, under a head. */
void lines_print(FILE *file, const struct page *page, const char *head, const struct line *line, size_t count,
                 size_t evaluations);

/* What the columns mean. */
void lines_explain(FILE *file, const struct page *page);
