/* Numbers about samples: pure functions. tuner/MEASURING.md says why these. */
#ifndef TUNER_MEASURE_STATISTICS_H
#define TUNER_MEASURE_STATISTICS_H

#include <stddef.h>

/* The median of count > 0 values; sorts a copy. */
double statistics_median(const double *values, size_t count);

/* The two-sided 95 % quantile of Student's t with `freedom` >= 1 degrees of freedom, to 3 digits. */
double statistics_t95(size_t freedom);

/* A 95 % t interval of the geometric mean of positive values: computed on logarithms. With fewer than two values the
 * interval is that value itself. The centre is the geometric mean. */
struct interval {
    double low, centre, high;
};
struct interval statistics_log_interval(const double *values, size_t count);

/* The interval of the ratio b/a from pairs measured side by side (same round, same clocks). */
struct interval statistics_ratio_interval(const double *a, const double *b, size_t count);

/* The smallest step of a clock: the smallest difference above `noise` between neighbours of the sorted readings; 0 if
 * there is none. Sorts the readings. */
double statistics_tick(double *readings, size_t count, double noise);

#endif
