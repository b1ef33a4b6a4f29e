#include "reports/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text format_digits(double value, int digits)
{
    struct text result = {"?"};
    if (!isfinite(value))
        return result;
    char rounded[64]; /* the exponent is the one after rounding: 9.9996 is 10.00 */
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, value);
    int exponent = atoi(strchr(rounded, 'e') + 1);
    int decimals = digits - 1 - exponent;
    if (exponent > 20 || exponent < -4)
        snprintf(result.text, sizeof result.text, "%s", rounded);
    else
        snprintf(result.text, sizeof result.text, "%.*f", decimals > 0 ? decimals : 0, value);
    return result;
}

struct text format_bound(double value)
{
    struct text rounded, result;
    snprintf(rounded.text, sizeof rounded.text, "%.2e", value);
    double nearest = strtod(rounded.text, NULL);
    if (nearest < value) /* finite: it has an exponent */
        nearest += pow(10, atoi(strchr(rounded.text, 'e') + 1) - 2);
    snprintf(result.text, sizeof result.text, "%.6g", nearest);
    return result;
}

/* What is below the digits that are printed is nothing. */
double format_half_width(const struct result *row)
{
    double half = (row->ci95_ns[1] - row->ci95_ns[0]) / 2;
    return isfinite(half) && half > 1e-5 * row->median_ns ? half : 0;
}

struct scale {
    double one;
    const char *name;
};

static const struct scale times[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}},
                          rates[] = {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"}};

/* The largest scale that a value reaches; `most` is the number of scales. */
static const struct scale *scale_of(const struct scale *scale, size_t most, double value)
{
    for (const struct scale *last = scale + most - 1; scale < last && value >= scale[1].one;)
        scale++;
    return scale;
}

struct text format_time(const struct result *row)
{
    const struct scale *unit = scale_of(times, sizeof times / sizeof *times, row->median_ns);
    double half = format_half_width(row) / unit->one;
    struct text median = format_digits(row->median_ns / unit->one, 4), result;
    if (half > 0)
        snprintf(result.text, sizeof result.text, "%.24s +- %.24s %s", median.text, format_digits(half, 2).text,
                 unit->name);
    else
        snprintf(result.text, sizeof result.text, "%.24s %s", median.text, unit->name);
    return result;
}

struct text format_rate(double per_second, const char *unit)
{
    struct text result = {"?"};
    if (!isfinite(per_second) || per_second <= 0)
        return result;
    const double rounding = 1.0005; /* 999.6 has three digits as 1000: 1.00 of the next */
    if (!strcmp(unit, "launch")) {
        double ns = 1e9 / per_second;
        const struct scale *time = scale_of(times, sizeof times / sizeof *times, ns * rounding);
        snprintf(result.text, sizeof result.text, "%.24s %s a launch", format_digits(ns / time->one, 3).text,
                 time->name);
        return result;
    }
    const struct scale *rate = scale_of(rates, sizeof rates / sizeof *rates, per_second * rounding);
    bool apart = strcmp(unit, "B"); /* GB, but G FMA */
    snprintf(result.text, sizeof result.text, "%.24s %s%s%.20s/s", format_digits(per_second / rate->one, 3).text,
             rate->name, apart && *rate->name ? " " : "", unit);
    return result;
}

struct text format_percent(double fraction)
{
    struct text result;
    if (fraction >= 0 && fraction < 1e6)
        snprintf(result.text, sizeof result.text, "%.1f %%", 100 * fraction);
    else
        snprintf(result.text, sizeof result.text, "%.24s %%", format_digits(100 * fraction, 3).text);
    return result;
}

struct text format_bar(double fraction, int width)
{
    enum { WIDEST = 40 };
    char bar[WIDEST + 1] = "";
    struct text result;
    width = width > WIDEST ? WIDEST : width;
    int reached = fraction >= 1 ? width : fraction > 0 ? (int)(fraction * width) : 0;
    for (int i = 0; i < width; i++)
        bar[i] = i < reached ? '#' : '-';
    snprintf(result.text, sizeof result.text, "[%s] %.12s %%", bar, format_digits(100 * fraction, 2).text);
    return result;
}

struct text format_size(uint64_t size)
{
    struct text result;
    if (size >= 1024 && !(size & (size - 1)))
        snprintf(result.text, sizeof result.text, "2^%d", __builtin_ctzll(size));
    else
        snprintf(result.text, sizeof result.text, "%" PRIu64, size);
    return result;
}
