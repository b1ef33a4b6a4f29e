#include "reports/plot/scale.h"

#include <math.h>
#include <stdio.h>

/* Values within this fraction of a step equal a tick: they are sums of steps. */
static const double near = 1e-9;

static double place_of(enum scale_kind kind, double value)
{
    return kind == SCALE_LINEAR ? value : kind == SCALE_LOG ? log10(value) : log2(value);
}

double scale_place(const struct scale *scale, double value)
{
    const double low = place_of(scale->kind, scale->low), high = place_of(scale->kind, scale->high);
    return scale->from + (place_of(scale->kind, value) - low) / (high - low) * (scale->to - scale->from);
}

/* ---- steps ---- */

/* The smallest of 1, 2, 5 times a power of ten that is not below `least`. */
static double nice_step(double least)
{
    const double power = pow(10, floor(log10(least)));
    static const double factor[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++)
        if (factor[i] * power >= least * (1 - near))
            return factor[i] * power;
    return 10 * power;
}

static void widen_linear(struct scale *scale)
{
    if (!(scale->high > scale->low)) {
        const double half = scale->low == 0 ? 1 : fabs(scale->low) / 2;
        scale->low -= half;
        scale->high += half;
    }
    const double step = nice_step((scale->high - scale->low) / 8);
    scale->low = step * floor(scale->low / step + near);
    scale->high = step * ceil(scale->high / step - near);
}

/* A logarithmic axis of this range has enough ticks at any ends. */
enum { WIDE = 20 };

/* The nearest of 1, 2, 5 times a power of ten, or of the powers of two, outside the range. */
static double widen_end(double value, double base, bool up)
{
    const double power = pow(base, floor(log(value) / log(base) + near));
    static const double factor[] = {1, 2, 5, 10};
    if (base == 2)
        return up && power < value * (1 - near) ? 2 * power : power;
    double end = up ? 10 * power : power;
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
        const double tick = factor[i] * power;
        if (up && tick >= value * (1 - near) && tick < end)
            end = tick;
        if (!up && tick <= value * (1 + near) && tick > end)
            end = tick;
    }
    return end;
}

void scale_widen(struct scale *scale, bool tight)
{
    if (scale->kind == SCALE_LINEAR) {
        widen_linear(scale);
        return;
    }
    const double base = scale->kind == SCALE_LOG ? 10 : 2;
    if (!tight || scale->high < WIDE * scale->low) {
        scale->low = widen_end(scale->low, base, false);
        scale->high = widen_end(scale->high, base, true);
    }
    if (!(scale->high > scale->low * (1 + near))) {
        scale->low /= base;
        scale->high *= base;
    }
}

/* ---- ticks ---- */

/* Short numbers are printed in full, others as powers. */
static void label_power(struct tick *tick, double base, int exponent)
{
    if (base == 10 ? exponent >= -2 && exponent <= 3 : exponent >= 0 && exponent < 10)
        snprintf(tick->label, sizeof tick->label, "%g", tick->value);
    else
        snprintf(tick->label, sizeof tick->label, "%g^%d", base, exponent);
}

static size_t ticks_linear(const struct scale *scale, double spacing, struct tick tick[MAX_TICKS])
{
    const double length = fabs(scale->to - scale->from), span = scale->high - scale->low;
    const double most = fmin(fmax(floor(length / spacing), 1), MAX_TICKS - 2), step = nice_step(span / most);
    size_t count = 0;
    for (double i = ceil(scale->low / step - near); i * step <= scale->high + near * step && count < MAX_TICKS; i++) {
        tick[count] = (struct tick){.value = i * step + 0.0}; /* no -0 */
        snprintf(tick[count].label, sizeof tick->label, "%.10g", tick[count].value);
        count++;
    }
    return count;
}

static bool within(const struct scale *scale, double value)
{
    return value >= scale->low * (1 - near) && value <= scale->high * (1 + near);
}

/* Between decades, 2 to 9 times each: labelled at 2 and 5 if there is room and few decades have labels. */
static size_t ticks_within_decade(const struct scale *scale, double decade, double spacing, int exponent,
                                  struct tick *tick, size_t room)
{
    const double wide = fabs(scale_place(scale, 10) - scale_place(scale, 1));
    const bool labels = wide * log10(2) >= spacing && scale->high < 150 * scale->low;
    size_t count = 0;
    for (int factor = 2; factor <= 9 && count < room; factor++) {
        const double value = factor * decade;
        if (!within(scale, value))
            continue;
        tick[count] = (struct tick){.value = value};
        if (labels && (factor == 2 || factor == 5)) {
            if (exponent >= -2 && exponent <= 3)
                snprintf(tick[count].label, sizeof tick->label, "%g", value);
            else
                snprintf(tick[count].label, sizeof tick->label, "%d\u00b710^%d", factor, exponent);
        }
        count++;
    }
    return count;
}

static size_t ticks_log(const struct scale *scale, double spacing, struct tick tick[MAX_TICKS])
{
    const double base = scale->kind == SCALE_LOG ? 10 : 2;
    const int first = (int)floor(log(scale->low) / log(base) + near),
              last = (int)floor(log(scale->high) / log(base) + near);
    const double wide = fabs(scale_place(scale, base) - scale_place(scale, 1));
    const int every = (int)fmax(ceil(spacing / wide - near), 1);
    const bool minors = base == 10 && last - first <= 6;
    size_t count = 0;
    for (int exponent = first; exponent <= last && count < MAX_TICKS; exponent++) {
        const double decade = pow(base, exponent);
        if (within(scale, decade)) {
            tick[count] = (struct tick){.value = decade};
            if (exponent % every == 0)
                label_power(&tick[count], base, exponent);
            count++;
        }
        if (minors)
            count += ticks_within_decade(scale, decade, spacing, exponent, tick + count, MAX_TICKS - count);
    }
    return count;
}

size_t scale_ticks(const struct scale *scale, double spacing, struct tick tick[MAX_TICKS])
{
    return scale->kind == SCALE_LINEAR ? ticks_linear(scale, spacing, tick) : ticks_log(scale, spacing, tick);
}

struct time_unit scale_time_unit(double ns)
{
    static const struct time_unit unit[] = {{"ns", 1}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    size_t i = 0;
    while (i + 1 < sizeof unit / sizeof *unit && ns >= unit[i + 1].ns)
        i++;
    return unit[i];
}
