/* How a series of numbers goes, as a line of bars. */
#ifndef REPORTS_TABLE_SPARKLINE_H
#define REPORTS_TABLE_SPARKLINE_H

#include <stdbool.h>
#include <stddef.h>

/* A bar for each of `count` values; of more than `width`, above 0, as many bars, each of the median of neighbours. The
 * lowest bar and the highest are the least and the most of the values with medians of five in their place, so that one
 * that is far off hides no other. Bars are characters of UTF-8 (U+2581 to U+2588) or of ASCII. The caller frees the
 * text. */
char *sparkline(const double *values, size_t count, size_t width, bool utf8);

#endif
