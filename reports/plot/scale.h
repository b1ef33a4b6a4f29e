/* Axes in numbers: the places of values, and the places and labels of ticks. Lengths are points of the picture. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum scale_kind { SCALE_LINEAR, SCALE_LOG, SCALE_POWERS_OF_2 /* logarithmic, with ticks at powers of two */ };

/* From values to places: `low` is at `from`, `high` at `to`, which may be less than `from`. */
struct scale {
    enum scale_kind kind;
    double low, high; /* low < high; both above 0 if logarithmic */
    double from, to;
};

/* A tick without a label is a minor one. "10^3" is a power. */
struct tick {
    double value;
    char label[40];
};
enum { MAX_TICKS = 96 };

/* The place of a value, which may lie outside of the scale. */
double scale_place(const struct scale *scale, double value);

/* Widens [low, high] to values where ticks could be; with `tight` not to those of a wide logarithmic axis. A single
 * value becomes a range around it. */
void scale_widen(struct scale *scale, bool tight);

/* The ticks within the scale, ascending; the centres of labels are at least `spacing` points apart. */
size_t scale_ticks(const struct scale *scale, double spacing, struct tick tick[MAX_TICKS]);

/* The unit that suits times around `ns`: its name, and its length in ns. */
struct time_unit {
    const char *name;
    double ns;
};
struct time_unit scale_time_unit(double ns);
