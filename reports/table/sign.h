/* Signs behind lines of a table: what is slow, and what may not be the best. They are there without colours, too. */
#pragma once

#include "reports/format.h"
#include "reports/table/page.h"

enum { SIGN_FAILED = 'x', SIGN_SLOW = '-', SIGN_DOUBTFUL = '?' };

/* Those of a best: slow, where the default or the fastest reference takes at least 2 % less time
 * and time is what it was chosen by; doubtful, where more
 * than 10 % may be left to gain (doubt.h) or nobody knows, its time is known to more than +- 10 % only, or it is faster
 * than its limit. What failed says so in words behind its sign. */
struct signs {
    bool slow, doubtful;
};
struct signs signs_of(const struct best *best, const struct compute_device *device);

/* Whether a time is slow beside another one; not if one of them is not known. */
bool sign_is_slow(double ns, double other_ns);

/* "-?", for a cell; and the colour of its line, that of the worst. */
struct text signs_text(struct signs signs);
const char *signs_color(struct signs signs, const struct page *page);

/* A line for each of them: what it means. */
void signs_print(FILE *file, struct signs signs, const struct page *page);
