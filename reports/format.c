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
    int exponent = value > 0 ? atoi(strchr(rounded, 'e') + 1) : 0;
    int decimals = digits - 1 - exponent;
    if (exponent > 20)
        snprintf(result.text, sizeof result.text, "%s", rounded);
    else
        snprintf(result.text, sizeof result.text, "%.*f", decimals > 0 ? decimals : 0, value);
    return result;
}

/* What is below the digits that are printed is nothing. */
double format_half_width(const struct result *row)
{
    double half = (row->ci95_ns[1] - row->ci95_ns[0]) / 2;
    return isfinite(half) && half > 1e-5 * row->median_ns ? half : 0;
}

struct text format_time(const struct result *row)
{
    static const struct {
        double ns;
        const char *name;
    } units[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}};
    size_t unit = 0;
    while (unit < 3 && row->median_ns >= units[unit + 1].ns)
        unit++;
    double half = format_half_width(row) / units[unit].ns;
    struct text median = format_digits(row->median_ns / units[unit].ns, 4), result;
    if (half > 0)
        snprintf(result.text, sizeof result.text, "%.24s +- %.24s %s", median.text, format_digits(half, 2).text,
                 units[unit].name);
    else
        snprintf(result.text, sizeof result.text, "%.24s %s", median.text, units[unit].name);
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
