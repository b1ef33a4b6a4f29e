/* Axes in numbers: where a value lies, and where ticks are and what they say. Lengths are points of the picture. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum scale_kind { SCALE_LINEAR, SCALE_LOG, SCALE_POWERS_OF_2 /* logarithmic, its ticks at powers of two */ };

/* From values to places: `low` lies at `from`, `high` at `to`, which may be less than `from`. */
struct scale {
    enum scale_kind kind;
    double low, high; /* low < high; both above 0 where it is logarithmic */
    double from, to;
};

/* A tick without a label is a minor one. "10^3" is to be read as a power. */
struct tick {
    double value;
    char label[40];
};
enum { MAX_TICKS = 96 };

/* The place of a value, which may lie outside of the scale. */
double scale_place(const struct scale *scale, double value);

/* Widens [low, high] to ends at which an axis may begin and end: values where ticks could be; of `tight` not those of a
 * wide logarithmic one. A single value becomes a range around it. */
void scale_widen(struct scale *scale, bool tight);

/* The ticks within the scale, ascending; labels are `apart` points apart at least (their middles). */
size_t scale_ticks(const struct scale *scale, double spacing, struct tick tick[MAX_TICKS]);

/* The unit that suits times around `ns`: its name, and how many ns it has. */
struct time_unit {
    const char *name;
    double ns;
};
struct time_unit scale_time_unit(double ns);
