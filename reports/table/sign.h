/* Signs after lines of a table: slow results, and results that may not be the best. They are printed without colours,
 * too. */
#pragma once

#include "reports/format.h"
#include "reports/table/page.h"

enum { SIGN_FAILED = 'x', SIGN_SLOW = '-', SIGN_DOUBTFUL = '?' };

/* The signs of a best. slow: the default or the fastest reference takes at least 2 % less time, and time is its
 * objective. doubtful: more than 10 % may be left to gain (doubt.h) or this is unknown, its time is known to no better
 * than +- 10 %, or it is faster than its limit. Failures have words after their sign. */
enum doubt { DOUBT_FEW, DOUBT_NOISY, DOUBT_FAULT, DOUBTS };
struct signs {
    bool slow;
    size_t doubts[DOUBTS]; /* the number of results with each reason */
};
struct signs signs_of(const struct best *best, const struct compute_device *device);
void signs_add(struct signs *all, const struct signs *signs);

/* Whether a time is slow relative to another; false if one is unknown. */
bool sign_is_slow(double ns, double other_ns);

/* "-?", for a cell; and the colour of its line, that of the worst sign. */
struct text signs_text(struct signs signs);
const char *signs_color(struct signs signs, const struct page *page);

/* A line for each sign: its meaning; of doubts the present reasons, with their number of results. */
void signs_print(FILE *file, const struct signs *signs, const struct page *page);

/* The reasons for the doubts about a result, in a line below its own; nothing if there are none. */
void signs_print_doubts(FILE *file, const struct signs *signs, const struct page *page);
