/* What is left to gain, in words. */
#pragma once

#include "tuner/result.h"

/* One line, "" where all that is allowed was tried, or nobody knows how much that is. */
struct doubt_text {
    char text[128];
};

/* What to say beside a best of which others may be faster: "212 of 3840 tried: up to 7 % may be left to gain (9 of
 * 10)". Only "212 of 3840 tried" where its limit says at least as much; a CPU's says nothing. */
struct doubt_text doubt_text(const struct best *best, const struct compute_device *device);

/* What may be left to gain, a share of the best's time: 0 where all was tried, 1 where nothing can be said. */
double doubt_share(const struct best *best, const struct compute_device *device);

/* What is left to gain by the limit alone, a share of the best's time; 1 where that says nothing. */
double doubt_limit(const struct best *best, const struct compute_device *device);
