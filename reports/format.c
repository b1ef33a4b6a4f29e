#include "reports/format.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text format_text(const char *format, ...)
{
    struct text result;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(result.text, sizeof result.text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof result.text)
        strcpy(&result.text[text_whole(result.text, sizeof result.text - sizeof "...")], "...");
    return result;
}

struct text format_digits(double value, int digits)
{
    if (!isfinite(value))
        return (struct text){"?"};
    char rounded[64]; /* the exponent is the one after rounding: 9.9996 is 10.00 */
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, value);
    int exponent = atoi(strchr(rounded, 'e') + 1);
    int decimals = digits - 1 - exponent;
    return exponent > 20 || exponent < -4 ? format_text("%s", rounded)
                                          : format_text("%.*f", decimals > 0 ? decimals : 0, value);
}

struct text format_bound(double value)
{
    const struct text rounded = format_text("%.2e", value);
    double nearest = strtod(rounded.text, NULL);
    if (nearest < value) /* finite: it has an exponent */
        nearest += pow(10, atoi(strchr(rounded.text, 'e') + 1) - 2);
    return format_text("%.6g", nearest);
}

/* Half-widths below the printed digits are 0. */
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
    const struct text median = format_digits(row->median_ns / unit->one, 4);
    return half > 0 ? format_text("%s +- %s %s", median.text, format_digits(half, 2).text, unit->name)
                    : format_text("%s %s", median.text, unit->name);
}

struct text format_ns(double ns)
{
    return format_time(&(struct result){.median_ns = ns});
}

struct text format_ratio(double ratio)
{
    return format_text("%sx", format_digits(ratio, 3).text);
}

struct text format_change(double log_ratio)
{
    return format_text("%+.1f %%", 100 * expm1(log_ratio));
}

struct text format_rate(double per_second, const char *unit)
{
    if (!isfinite(per_second) || per_second <= 0)
        return (struct text){"?"};
    const double rounding = 1.0005; /* 999.6 has three digits as 1000: 1.00 of the next */
    if (!strcmp(unit, "launch")) {
        double ns = 1e9 / per_second;
        const struct scale *time = scale_of(times, sizeof times / sizeof *times, ns * rounding);
        return format_text("%s %s per launch", format_digits(ns / time->one, 3).text, time->name);
    }
    const struct scale *rate = scale_of(rates, sizeof rates / sizeof *rates, per_second * rounding);
    bool apart = strcmp(unit, "B"); /* GB, but G FMA */
    return format_text("%s %s%s%.20s/s", format_digits(per_second / rate->one, 3).text, rate->name,
                       apart && *rate->name ? " " : "", unit);
}

struct text format_percent(double fraction)
{
    return fraction >= 0 && fraction < 1e6 ? format_text("%.1f %%", 100 * fraction)
                                           : format_text("%s %%", format_digits(100 * fraction, 3).text);
}

struct text format_bar(double fraction, int width)
{
    enum { WIDEST = 40 };
    char bar[WIDEST + 1] = "";
    width = width > WIDEST ? WIDEST : width;
    int reached = fraction >= 1 ? width : fraction > 0 ? (int)(fraction * width) : 0;
    for (int i = 0; i < width; i++)
        bar[i] = i < reached ? '#' : '-';
    return format_text("[%s] %.12s %%", bar, format_digits(100 * fraction, 2).text);
}

struct text format_size(uint64_t size)
{
    if (!size)
        return (struct text){"unknown"};
    return size >= 1024 && !(size & (size - 1)) ? format_text("2^%d", __builtin_ctzll(size))
                                                : format_text("%" PRIu64, size);
}

/* The only resource that a row used, if its rate is not that of the row's bytes; else RESOURCES. */
static enum resource counted(const struct result *row)
{
    enum resource only = RESOURCES;
    int used = 0;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (row->amount[r] > 0) {
            only = r;
            used++;
        }
    return used == 1 && (strcmp(resource_unit(only), "B") || !(row->bytes > 0)) ? only : RESOURCES;
}

/* Far more operations than bytes, as direct sums have: bytes per second would not be informative. */
static bool computes(const struct result *row)
{
    const double many = 16; /* operations per byte; sums and copies have less than one */
    return row->bytes > 0 && row->flops > many * row->bytes;
}

double result_rate(const struct result *row, double ns, const char **unit)
{
    const enum resource what = counted(row);
    if (what != RESOURCES) {
        *unit = resource_unit(what);
        return row->amount[what] / ns * 1e9;
    }
    *unit = computes(row) ? "FLOP" : row->bytes > 0 ? "B" : "";
    return computes(row) ? row->flops / ns * 1e9 : row->bytes > 0 ? row->bytes / ns * 1e9 : (double)NAN;
}

struct text format_bytes(uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    struct text text;
    for (; value >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1024;
    snprintf(text.text, sizeof text.text, "%.*f %s", unit && value < 100, value, units[unit]);
    return text;
}
