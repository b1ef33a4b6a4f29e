#include "tuner/measure/statistics.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double *sorted_copy(const double *values, size_t count)
{
    double *sorted = allocate(count * sizeof *sorted);
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    return sorted;
}

double statistics_median(const double *values, size_t count)
{
    double *sorted = sorted_copy(values, count);
    double median = count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
    free(sorted);
    return median;
}

/* How many of the least values, and of the largest, lie outside the interval: the chance that fewer than that many
 * of `count` are on one side of the median is at most `risk`. */
static size_t outside(size_t count, double risk)
{
    double chance = pow(0.5, (double)count), below = 0;
    size_t k = 0;
    for (; k < count && below + chance <= risk; k++) {
        below += chance;
        chance *= (double)(count - k) / (double)(k + 1);
    }
    return k;
}

void statistics_interval(const double *values, size_t count, double risk, double interval[2])
{
    const size_t k = outside(count, risk);
    interval[0] = interval[1] = NAN;
    if (!k)
        return;
    double *sorted = sorted_copy(values, count);
    interval[0] = sorted[k - 1];
    interval[1] = sorted[count - k];
    free(sorted);
}

double statistics_t95(size_t freedom)
{
    static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                   2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                   2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    const size_t tabled = sizeof table / sizeof *table;
    if (freedom <= tabled)
        return table[freedom - 1];
    /* Cornish-Fisher expansion around the normal quantile: exact to 1e-4 from 30 degrees on. */
    const double z = 1.959964, v = (double)freedom;
    return z + (z * z * z + z) / (4 * v) + (5 * pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * v * v);
}

static struct interval log_interval(const double *logs, size_t count)
{
    double mean = 0, square = 0;
    for (size_t i = 0; i < count; i++)
        mean += logs[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        square += (logs[i] - mean) * (logs[i] - mean);
    double half = 0;
    if (count > 1)
        half = statistics_t95(count - 1) * sqrt(square / (double)(count - 1) / (double)count);
    return (struct interval){exp(mean - half), exp(mean), exp(mean + half)};
}

struct interval statistics_ratio_interval(const double *a, const double *b, size_t count)
{
    double *logs = allocate(count * sizeof *logs);
    for (size_t i = 0; i < count; i++)
        logs[i] = log(b[i] / a[i]);
    struct interval interval = log_interval(logs, count);
    free(logs);
    return interval;
}

double statistics_tick(double *readings, size_t count, double noise)
{
    qsort(readings, count, sizeof *readings, ascending);
    double tick = 0;
    for (size_t i = 1; i < count; i++) {
        double step = readings[i] - readings[i - 1];
        if (step > noise && (tick == 0 || step < tick))
            tick = step;
    }
    return tick;
}
