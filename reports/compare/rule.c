#include "reports/compare/rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ratios minus 1, as logarithms of 1 + that: the least significant slowdown, and the largest difference of the same. */
static const double least = 0.00995033, same = 0.01980263;

const size_t rule_look[RULE_LOOKS] = {6, 10, 20, 40};

enum { TABLED = 30 };

/* Student's t: quantiles of 95, 97.5, 99.5 and 99.95 %, by degrees of freedom from 1 on; the last row serves for more,
 * which is conservative. */
enum quantile { Q95, Q975, Q995, Q9995, QUANTILES };
static const double student[TABLED][QUANTILES] = {
    {6.3138, 12.706, 63.657, 636.62}, {2.9200, 4.3027, 9.9248, 31.599}, {2.3534, 3.1824, 5.8409, 12.924},
    {2.1318, 2.7764, 4.6041, 8.6103}, {2.0150, 2.5706, 4.0321, 6.8688}, {1.9432, 2.4469, 3.7074, 5.9588},
    {1.8946, 2.3646, 3.4995, 5.4079}, {1.8595, 2.3060, 3.3554, 5.0413}, {1.8331, 2.2622, 3.2498, 4.7809},
    {1.8125, 2.2281, 3.1693, 4.5869}, {1.7959, 2.2010, 3.1058, 4.4370}, {1.7823, 2.1788, 3.0545, 4.3178},
    {1.7709, 2.1604, 3.0123, 4.2208}, {1.7613, 2.1448, 2.9768, 4.1405}, {1.7531, 2.1314, 2.9467, 4.0728},
    {1.7459, 2.1199, 2.9208, 4.0150}, {1.7396, 2.1098, 2.8982, 3.9651}, {1.7341, 2.1009, 2.8784, 3.9216},
    {1.7291, 2.0930, 2.8609, 3.8834}, {1.7247, 2.0860, 2.8453, 3.8495}, {1.7207, 2.0796, 2.8314, 3.8193},
    {1.7171, 2.0739, 2.8188, 3.7921}, {1.7139, 2.0687, 2.8073, 3.7676}, {1.7109, 2.0639, 2.7969, 3.7454},
    {1.7081, 2.0595, 2.7874, 3.7251}, {1.7056, 2.0555, 2.7787, 3.7066}, {1.7033, 2.0518, 2.7707, 3.6896},
    {1.7011, 2.0484, 2.7633, 3.6739}, {1.6991, 2.0452, 2.7564, 3.6594}, {1.6973, 2.0423, 2.7500, 3.6460},
};

static double reach(struct estimate estimate, enum quantile quantile)
{
    const size_t row = estimate.freedom < TABLED ? estimate.freedom : TABLED;
    return student[row - 1][quantile] * estimate.error;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* For count sorted values, without the outermost `trimmed` at either end. */
static struct estimate of_sorted(const double *value, size_t count, size_t trimmed)
{
    const size_t kept = count - 2 * trimmed;
    const double low = value[trimmed], high = value[count - 1 - trimmed];
    double sum = 0, square = 0;
    for (size_t i = trimmed; i < count - trimmed; i++)
        sum += value[i];
    const double mean = (sum + (double)trimmed * (low + high)) / (double)count;
    const double winsorized = (double)trimmed * ((low - mean) * (low - mean) + (high - mean) * (high - mean));
    for (size_t i = trimmed; i < count - trimmed; i++)
        square += (value[i] - mean) * (value[i] - mean);
    return (struct estimate){.centre = sum / (double)kept,
                             .error = sqrt((square + winsorized) / ((double)kept * (double)(kept - 1))),
                             .freedom = kept - 1};
}

struct estimate rule_estimate(const double *pairs, size_t count)
{
    double sorted[RULE_MOST];
    memcpy(sorted, pairs, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    return of_sorted(sorted, count, count / 5);
}

double rule_half_width(struct estimate estimate)
{
    return reach(estimate, Q975);
}

struct estimate rule_estimate_unpaired(const double *a, size_t a_count, const double *b, size_t b_count)
{
    const struct estimate base = rule_estimate(a, a_count), new = rule_estimate(b, b_count);
    return (struct estimate){.centre = new.centre - base.centre,
                             .error = sqrt(base.error * base.error + new.error *new.error),
                             .freedom = base.freedom < new.freedom ? base.freedom : new.freedom};
}

enum rule_state rule_decide(struct estimate estimate)
{
    const double size = fabs(estimate.centre);
    if (size > least && size > reach(estimate, Q9995))
        return estimate.centre > 0 ? RULE_SLOWER : RULE_FASTER;
    return size <= least && size + reach(estimate, Q995) <= same ? RULE_SAME : RULE_OPEN;
}

/* ---- failures ---- */

enum { RATES = 10 }; /* in tenths: the possible failure rates of the sides */

static double power(double ratio, size_t count)
{
    return pow(ratio, (double)count);
}

/* The likelihood ratio of these failure rates, base below new, to both at their mean. For a block in which the two fail
 * equally often its mean is at most 1: each side's factor is linear in its rate, so both add up to 2, and their product
 * is at most 1. */
static double likelier(double base, double new, size_t blocks, size_t base_failures, size_t new_failures)
{
    const double mean = (base + new) / 2, well = 1 - mean;
    return power(base / mean, base_failures) * power((1 - base) / well, blocks - base_failures) *
           power(new / mean, new_failures) * power((1 - new) / well, blocks - new_failures);
}

/* A quarter of the error probability is for a single bench that always fails and never did, a half for all other pairs
 * of rates, and a quarter for all suspected ones together: if both sides fail equally often, then in a block after the
 * first, some of the new side and none of the base fail in at most 1 of 4 cases, however many they are. */
bool rule_fails(size_t blocks, size_t base_failures, size_t new_failures, size_t benches, bool apart)
{
    const double pairs = RATES * (RATES + 1) / 2.0, least_of_all = 1000;
    double others = 0;
    if (new_failures <= base_failures)
        return false;
    if (apart && !base_failures && new_failures == blocks && blocks > RULE_SUSPECT &&
        power(4, blocks - RULE_SUSPECT) / 4 >= least_of_all)
        return true;
    for (int low = 0; low < RATES; low++)
        for (int high = low + 1; high <= RATES; high++)
            others += likelier((double)low / RATES, (double)high / RATES, blocks, base_failures, new_failures);
    const double always = likelier(0, 1, blocks, base_failures, new_failures);
    return always / 4 + (others - always) / (2 * (pairs - 1)) >= least_of_all * (double)benches;
}

double rule_least_effect(struct estimate estimate)
{
    return expm1(fmax(least, reach(estimate, Q9995)) + reach(estimate, Q95));
}

double rule_median(const double *values, size_t count)
{
    double sorted[RULE_MOST];
    if (!count)
        return NAN;
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2;
}
