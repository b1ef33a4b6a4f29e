/* The switching functions, in double precision. */
#include "suites/coordination/coordination.h"

#include <math.h>

/* A function below this is 0 in float. */
static const double nothing = 1e-30;

/* x^k, for k from 0. */
static double power(double x, int k)
{
    double result = 1;
    for (; k > 0; k /= 2, x *= x)
        if (k % 2)
            result *= x;
    return result;
}

/* 1 + x + x^2 + ..., up to a number of terms, and its first two derivatives. */
static struct switched geometric(int terms, double x)
{
    double sum = 0, first = 0, second = 0;
    for (int k = 0; k < terms; k++) {
        second = second * x + first;
        first = first * x + sum;
        sum = sum * x + 1;
    }
    return (struct switched){sum, first, 2 * second};
}

/* (1 - y^n) / (1 - y^m), for y from 0 to 1, as 1 / (1 + y^n w), which avoids cancellation: w is the ratio of two
 * geometric sums, of m - n and of n terms. */
static struct switched ratio(int n, int m, double y)
{
    struct switched w = {1, 0, 0};
    if (m != 2 * n) {
        const struct switched above = geometric(m - n, y), below = geometric(n, y);
        w.value = above.value / below.value;
        w.slope = (above.slope - w.value * below.slope) / below.value;
        w.bend = (above.bend - 2 * w.slope * below.slope - w.value * below.bend) / below.value;
    }
    const double before = power(y, n - 1), value = 1 / (1 + before * y * w.value);
    const double slope = before * (n * w.value + y * w.slope); /* of y^n w; and its own */
    const double bend = (n > 1 ? n * (n - 1) * power(y, n - 2) * w.value : 0) + before * (2 * n * w.slope + y * w.bend);
    return (struct switched){value, -value * value * slope, value * value * (2 * value * slope * slope - bend)};
}

/* For x > 1, with y = 1/x, the function is y^(m - n) times that of y; not needed if w is 1. */
static struct switched rational(int n, int m, double x)
{
    if (x <= 1 || m == 2 * n)
        return ratio(n, m, x);
    const int k = m - n;
    const double y = 1 / x, before = power(y, k - 1);
    const struct switched of = ratio(n, m, y);
    const double slope = before * (k * of.value + y * of.slope); /* by y */
    const double bend = before * ((k - 1) * k * x * of.value + 2 * k * of.slope + y * of.bend);
    return (struct switched){before * y * of.value, -y * y * slope, y * y * y * (y * bend + 2 * slope)};
}

/* Before stretching, for x from 0. */
static struct switched bare(const struct switching *switching, double x)
{
    double value;
    switch (switching->function) {
    case SWITCHING_rational:
        return rational(switching->n, switching->m, x);
    case SWITCHING_exponential:
        value = exp(-x);
        return (struct switched){value, -value, value};
    case SWITCHING_gaussian:
        value = exp(-x * x / 2);
        return (struct switched){value, -x * value, (x * x - 1) * value};
    case SWITCHING_cubic:
        return (struct switched){(x - 1) * (x - 1) * (1 + 2 * x), 6 * x * (x - 1), 12 * x - 6};
    case SWITCHING_tanh:
        value = 2 / (exp(2 * x) + 1); /* 1 - tanh x */
        return (struct switched){value, -value * (2 - value), 2 * value * (2 - value) * (1 - value)};
    default:
        if (x > 1) /* just beyond the end rounding may leave a slope */
            return (struct switched){0, 0, x < 1.001 ? M_PI * M_PI / 2 : 0};
        return (struct switched){(1 + cos(M_PI * x)) / 2, -M_PI / 2 * sin(M_PI * x), -M_PI * M_PI / 2 * cos(M_PI * x)};
    }
}

/* The x at which the function equals `value`, below 1/2. */
static double reaches(const struct switching *switching, double value)
{
    double low = 0, high = 1;
    while (bare(switching, high).value > value)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        *(bare(switching, middle).value > value ? &low : &high) = middle;
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
    const bool stretched = setting[STRETCH] > 0,
               fits = switching.function != SWITCHING_rational || switching.m > switching.n;
    if (switching.function == SWITCHING_cubic) {
        switching.r0 = switching.dmax - switching.d0;
    } else if (fits) { /* a function that does not fit is refused */
        const bool given = switching.dmax > 0;
        const double end = switching.d0 + switching.r0 * reaches(&switching, stretched && !given ? 1e-5 : nothing);
        switching.dmax = given ? fmin(switching.dmax, end) : end;
    }
    if (stretched && fits) {
        const double end = bare(&switching, (switching.dmax - switching.d0) / switching.r0).value;
        switching.stretch = 1 / (1 - end);
        switching.shift = -end * switching.stretch;
    }
    return switching;
}

struct switched switching_at(const struct switching *switching, double r)
{
    if (r > switching->dmax)
        return (struct switched){0, 0, 0};
    if (r <= switching->d0)
        return (struct switched){switching->stretch + switching->shift, 0, 0};
    struct switched switched = bare(switching, (r - switching->d0) / switching->r0);
    switched.value = switched.value * switching->stretch + switching->shift;
    switched.slope *= switching->stretch / switching->r0;
    switched.bend = fabs(switched.bend) * switching->stretch / (switching->r0 * switching->r0);
    return switched;
}

double switching_step(const struct switching *switching)
{
    return bare(switching, 0).slope * switching->stretch / switching->r0;
}
