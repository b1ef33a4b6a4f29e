/* Statistics on samples with known results, and the coverage of the intervals by simulation. */
#include "tuner/measure/statistics.h"
#include "tests/check.h"
#include "tuner/job.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const double pi = 3.14159265358979323846;

TEST(median)
{
    const double one[] = {3}, two[] = {8, 2}, three[] = {9, 1, 4}, four[] = {10, 1, 7, 2};
    const double equal[] = {5, 5, 5, 5}, negative[] = {-1, -3, -2}, outlier[] = {1, 1e300, 2, 3, 1e300};
    CHECK(statistics_median(one, 1) == 3);
    CHECK(statistics_median(two, 2) == 5);
    CHECK(statistics_median(three, 3) == 4);
    CHECK(statistics_median(four, 4) == 4.5);
    CHECK(statistics_median(equal, 4) == 5);
    CHECK(statistics_median(negative, 3) == -2);
    CHECK(statistics_median(outlier, 5) == 3);
    CHECK(four[0] == 10 && four[1] == 1 && four[2] == 7 && four[3] == 2); /* a copy is sorted */
    double digits[64];
    for (int i = 0; i < 64; i++)
        digits[i] = i * 5 % 64; /* each of 0 .. 63 once, not in order */
    CHECK(statistics_median(digits, 64) == 31.5);
    CHECK(statistics_median(digits + 1, 63) == 32); /* without the 0 */
}

/* The chance that |T| < t with v degrees of freedom: t = sqrt(v) tan(angle) makes the density a power of a cosine,
 * which Simpson's rule integrates. */
static double chance_within(double t, double v)
{
    enum { STEPS = 2000 };
    double end = atan(t / sqrt(v)), sum = 0;
    for (int i = 0; i <= STEPS; i++)
        sum += pow(cos(end * i / STEPS), v - 1) * (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2);
    double norm = 2 * exp(lgamma((v + 1) / 2) - lgamma(v / 2)) / sqrt(pi);
    return norm * sum * end / STEPS / 3;
}

TEST(t)
{
    /* NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2, column 0.975 */
    static const struct {
        size_t freedom;
        double t;
    } published[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {9, 2.262},
                     {10, 2.228}, {19, 2.093}, {29, 2.045}, {30, 2.042}, {31, 2.040}, {32, 2.037},
                     {40, 2.021}, {50, 2.009}, {60, 2.000}, {63, 1.998}, {80, 1.990}, {100, 1.984}};
    for (size_t i = 0; i < COUNT(published); i++) /* half a digit of the table, and 1e-4 */
        CHECK_NEAR(statistics_t95(published[i].freedom), published[i].t, 0.0006);
    CHECK_NEAR(statistics_t95(120), 1.980, 0.0006);
    CHECK_NEAR(statistics_t95(1000000000), 1.959964, 1e-6);
    for (size_t freedom = 1; freedom <= 300; freedom++)
        CHECK_NEAR(chance_within(statistics_t95(freedom), (double)freedom), 0.95, 6e-5); /* 0.0005 of t near 2 */
    for (size_t freedom = 1; freedom < 300; freedom++)
        CHECK(statistics_t95(freedom) > statistics_t95(freedom + 1));
}

/* Twice as slow in every round: exactly 2, however clocks change between rounds. */
TEST(ratio_interval)
{
    const double a[] = {100, 300, 50, 1000, 7}, b[] = {200, 600, 100, 2000, 14};
    struct interval interval = statistics_ratio_interval(a, b, 5);
    CHECK_NEAR(interval.low, 2, 1e-12);
    CHECK_NEAR(interval.centre, 2, 1e-12);
    CHECK_NEAR(interval.high, 2, 1e-12);

    /* Ratios e^-1, e^0, e^1: mean 0, error 1 / sqrt(3) */
    const double from[] = {exp(1), 5, 1}, to[] = {1, 5, exp(1)};
    interval = statistics_ratio_interval(from, to, 3);
    CHECK_NEAR(log(interval.low), -4.303 / sqrt(3), 1e-12);
    CHECK_NEAR(log(interval.high), 4.303 / sqrt(3), 1e-12);

    struct interval there = statistics_ratio_interval(a, to, 3), back = statistics_ratio_interval(to, a, 3);
    CHECK_NEAR(there.low * back.high, 1, 1e-12);
    CHECK_NEAR(there.centre * back.centre, 1, 1e-12);
}

/* A normal deviate, by Box and Muller. */
static double normal(uint64_t seed, uint64_t i)
{
    double radius = sqrt(-2 * log(1 - job_uniform(seed, 2 * i)));
    return radius * cos(2 * pi * job_uniform(seed, 2 * i + 1));
}

enum { TRIALS = 20000, BLOCKS = 5, MOST_BLOCKS = 12 };

/* Between the k-th smallest and the k-th largest, for the number of values of a binomial table. */
TEST(median_interval)
{
    static const struct {
        size_t count, k;
    } published[] = {{1, 0},  {5, 0},  {6, 1},  {7, 1},  {8, 1},  {9, 2},   {11, 2},  {12, 3},
                     {14, 3}, {15, 4}, {17, 5}, {20, 6}, {25, 8}, {30, 10}, {50, 18}, {64, 24}};
    for (size_t i = 0; i < COUNT(published); i++) {
        const size_t count = published[i].count, k = published[i].k;
        double values[64], interval[2];
        for (size_t v = 0; v < count; v++)
            values[v] = (double)(v * 29 % count); /* not sorted; 29 divides no count */
        statistics_interval(values, count, 0.025, interval);
        if (!k)
            CHECK(isnan(interval[0]) && isnan(interval[1]));
        else
            CHECK(interval[0] == (double)(k - 1) && interval[1] == (double)(count - k));
    }
}

/* The share of trials whose interval contains the true median 1000. Chance alone moves it by 0.0015. */
static double coverage(size_t blocks, double skew)
{
    size_t covered = 0;
    uint64_t draw = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double block[MOST_BLOCKS], interval[2];
        for (size_t b = 0; b < blocks; b++) {
            const double noise = normal(blocks, draw++);
            block[b] = 1000 * exp(0.02 * noise + (noise > 0 ? skew * noise : 0));
        }
        statistics_interval(block, blocks, 0.025, interval);
        covered += interval[0] <= 1000 && 1000 <= interval[1];
    }
    return (double)covered / TRIALS;
}

/* As often as by the binomial distribution, whatever the distribution of the values. */
TEST(coverage)
{
    CHECK_NEAR(coverage(6, 0), 1 - 2 / 64., 0.005);
    CHECK_NEAR(coverage(12, 0), 1 - 2 * 79 / 4096., 0.005);
    CHECK_NEAR(coverage(12, 0.5), 1 - 2 * 79 / 4096., 0.005);
}

/* Pairs share the effect of their round: the interval of the ratio covers 1.03 as often as it should, and is far
 * narrower than the spread of the rounds. */
TEST(ratio_coverage)
{
    size_t covered = 0;
    double width = 0;
    uint64_t draw = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double a[BLOCKS], b[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            double round = 1000 * exp(0.3 * normal(77, draw++));
            a[i] = round * exp(0.01 * normal(77, draw++));
            b[i] = round * exp(0.01 * normal(77, draw++)) * 1.03;
        }
        struct interval interval = statistics_ratio_interval(a, b, BLOCKS);
        covered += interval.low <= 1.03 && 1.03 <= interval.high;
        width += (interval.high - interval.low) / TRIALS;
    }
    CHECK_NEAR((double)covered / TRIALS, 0.95, 0.005);
    CHECK(width < 0.05);
}

TEST(tick)
{
    double steps[] = {96, 32, 64, 32, 256, 64, 0}, rounded[] = {32.2, 0, 64.1, 0.3, 32, 64.4, 96};
    double equal[] = {5, 5, 5}, near[] = {5, 5.4, 5.1}, single[] = {3};
    CHECK(statistics_tick(steps, COUNT(steps), 0.5) == 32);
    for (size_t i = 1; i < COUNT(steps); i++)
        CHECK(steps[i - 1] <= steps[i]);
    CHECK_NEAR(statistics_tick(rounded, COUNT(rounded), 0.5), 31.6, 1e-12); /* 96 - 64.4 */
    CHECK_NEAR(statistics_tick(rounded, COUNT(rounded), 0.1), 0.2, 1e-12);
    CHECK(statistics_tick(equal, COUNT(equal), 0.5) == 0);
    CHECK(statistics_tick(near, COUNT(near), 0.5) == 0);
    CHECK(statistics_tick(single, 1, 0.5) == 0);
}
