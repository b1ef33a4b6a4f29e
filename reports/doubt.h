/* Describes the possible remaining gain in words. */
#pragma once

#include "tuner/result.h"

/* One line, "" if all valid configurations were tried, or their number is unknown. */
struct doubt_text {
    char text[128];
};

/* The note on a best that others may beat: "212 of 3840 tried: up to 7 % may be left to gain (9 of 10)". Only "212 of
 * 3840 tried" if its limit gives the same bound or less; not for a CPU, whose limit gives none. */
struct doubt_text doubt_text(const struct best *best, const struct compute_device *device);

/* The possible remaining gain, as a share of the best's time: 0 if all was tried, 1 if no bound is known. */
double doubt_share(const struct best *best, const struct compute_device *device);

/* The bound on the remaining gain by the limit alone, as a share of the best's time; 1 without one. */
double doubt_limit(const struct best *best, const struct compute_device *device);
