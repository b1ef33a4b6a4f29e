/* Statistics of samples: pure functions. tuner/MEASURING.md explains the choice. */
#pragma once

#include <stddef.h>

/* The median of count > 0 values; sorts a copy. */
double statistics_median(const double *values, size_t count);

/* A distribution-free confidence interval of the median (that of the sign test): from the k-th smallest to the k-th
 * largest value, with the largest possible k. Each end is on the wrong side of the median with probability `risk` at
 * most, below 0.5. NAN for too few values: at 0.025 (95 %), fewer than six. */
void statistics_interval(const double *values, size_t count, double risk, double interval[2]);

/* The two-sided 95 % quantile of Student's t with `freedom` >= 1 degrees of freedom, to 3 digits. */
double statistics_t95(size_t freedom);

/* A 95 % t interval of the geometric mean of the ratios b/a, of two or more pairs measured side by side (same round,
 * same clocks): computed on logarithms. With one pair it is that one's ratio. */
struct interval {
    double low, centre, high;
};
struct interval statistics_ratio_interval(const double *a, const double *b, size_t count);

/* The smallest step of a clock: the smallest difference above `noise` between neighbours of the sorted readings; 0 if
 * there is none. Sorts the readings. */
double statistics_tick(double *readings, size_t count, double noise);
