/* The switching functions, in double precision. */
#include "suites/coordination/coordination.h"

#include <math.h>

/* Where a function is below this it is 0 for all that floats can tell. */
static const double nothing = 1e-30;

/* (1 - y^n) / (1 - y^m) and its slope, for y from 0 to 1: the ratio of 1 + y + y^2 ..., where nothing is taken from
 * what it nearly is, but for the slope of a small y. */
static double ratio(int n, int m, double y, double *slope)
{
    if (y < 0.5) {
        const double below = 1 / (1 - pow(y, m)), value = (1 - pow(y, n)) * below;
        *slope = (value * m * pow(y, m - 1) - n * pow(y, n - 1)) * below;
        return value;
    }
    double above = 1, above_slope = 0, below = 1, below_slope = 0;
    for (int k = 1; k < n; k++) {
        above_slope = above_slope * y + above;
        above = above * y + 1;
    }
    for (int k = 1; k < m; k++) {
        below_slope = below_slope * y + below;
        below = below * y + 1;
    }
    *slope = (above_slope - above / below * below_slope) / below;
    return above / below;
}

static double rational(int n, int m, double x, double *slope)
{
    if (x <= 1)
        return ratio(n, m, x, slope);
    const double y = 1 / x, before = pow(y, m - n - 1);
    double of_y;
    const double value = ratio(n, m, y, &of_y); /* (1 - x^n) / (1 - x^m) is y^(m - n) of it */
    *slope = -y * y * before * ((m - n) * value + y * of_y);
    return before * y * value;
}

/* Not stretched, by x above 0; the slope is by x. */
static double bare(const struct switching *switching, double x, double *slope)
{
    double value;
    switch (switching->function) {
    case RATIONAL:
        return rational(switching->n, switching->m, x, slope);
    case EXPONENTIAL:
        value = exp(-x);
        *slope = -value;
        return value;
    case GAUSSIAN:
        value = exp(-x * x / 2);
        *slope = -x * value;
        return value;
    case CUBIC:
        *slope = 6 * x * (x - 1);
        return (x - 1) * (x - 1) * (1 + 2 * x);
    case TANH:
        value = 2 / (exp(2 * x) + 1); /* 1 - tanh x */
        *slope = -value * (2 - value);
        return value;
    default:
        *slope = x < 1 ? -M_PI / 2 * sin(M_PI * x) : 0;
        return x < 1 ? (1 + cos(M_PI * x)) / 2 : 0;
    }
}

/* The x at which it is `value`, which is below 1/2. */
static double reaches(const struct switching *switching, double value)
{
    double low = 0, high = 1, slope;
    while (bare(switching, high, &slope) > value)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        *(bare(switching, middle, &slope) > value ? &low : &high) = middle;
    }
    return high;
}

struct switching switching_of(const struct problem *problem)
{
    const double *setting = problem->inputs.setting;
    struct switching switching = {.function = (int)setting[SWITCHING],
                                  .n = (int)setting[NN],
                                  .m = setting[MM] > 0 ? (int)setting[MM] : 2 * (int)setting[NN],
                                  .r0 = setting[R_0],
                                  .d0 = setting[D_0],
                                  .dmax = setting[D_MAX],
                                  .stretch = 1};
    const bool stretched = setting[STRETCH] > 0;
    if (switching.function == CUBIC)
        switching.r0 = switching.dmax - switching.d0;
    else if (switching.dmax <= 0)
        switching.dmax = switching.d0 + switching.r0 * reaches(&switching, stretched ? 1e-5 : nothing);
    if (stretched) {
        double slope;
        const double end = bare(&switching, (switching.dmax - switching.d0) / switching.r0, &slope);
        switching.stretch = 1 / (1 - end);
        switching.shift = -end * switching.stretch;
    }
    return switching;
}

static double at(const struct switching *switching, double r, double *slope)
{
    *slope = 0;
    if (r > switching->dmax)
        return 0;
    if (r <= switching->d0)
        return switching->stretch + switching->shift;
    const double value = bare(switching, (r - switching->d0) / switching->r0, slope);
    *slope *= switching->stretch / switching->r0;
    return value * switching->stretch + switching->shift;
}

struct switched switching_at(const struct switching *switching, double r)
{
    const double step = 1e-4 * switching->r0;
    struct switched switched;
    double before, behind;
    at(switching, r - step, &before);
    at(switching, r + step, &behind);
    switched.value = at(switching, r, &switched.slope);
    switched.bend = fabs(behind - before) / (2 * step);
    return switched;
}
