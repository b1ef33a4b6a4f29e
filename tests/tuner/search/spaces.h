/* Made-up spaces to search: with and without constraints, awkward ones, one without a parameter. */
#ifndef TESTS_TUNER_SEARCH_SPACES_H
#define TESTS_TUNER_SEARCH_SPACES_H

#include "tuner/suite.h"

static bool sum_is_even(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return (config->value[0] + config->value[1] + config->value[2]) % 2 == 0;
}

/* Only where A and B are 0 may C be other than 0; D must be the larger of A and B. Many pairs occur nowhere. */
static bool c_needs_zeros(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[2] == 0 || (config->value[0] == 0 && config->value[1] == 0);
}

static bool d_is_larger(const struct config *config, const struct compute_device *device)
{
    (void)device;
    int a = config->value[0], b = config->value[1];
    return config->value[3] == (a > b ? a : b);
}

static bool never(const struct config *config, const struct compute_device *device)
{
    (void)config, (void)device;
    return false;
}

static bool fits_group(const struct config *config, const struct compute_device *device)
{
    return (uint64_t)config->value[0] <= device->max_group;
}

static const struct bench cube = {
    .name = "cube",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1, 2, 3, 4)},
                                       {"B", "", WORDS("red", "green", "blue", "black", "white")},
                                       {"C", "", VALUES(0, 1, 2, 3, 4)}, {"D", "", VALUES(0, 1, 2, 3, 4)})},
    DEFAULTS(2, 3, 0, 1),
};
static const struct bench parity = {
    .name = "parity",
    .space = {.parameters =
                  PARAMETERS({"A", "", VALUES(3, 0, 5, 2)}, {"B", "", VALUES(0, 1, 2)}, {"C", "", VALUES(1, 0)}),
              .constraints = CONSTRAINTS({"the sum is even", sum_is_even, READS(0, 1, 2)})},
    DEFAULTS(5, 1, 0),
};
static const struct bench awkward = {
    .name = "awkward",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1, 2, 3)}, {"B", "", VALUES(0, 1, 2, 3)},
                                       {"C", "", VALUES(0, 1, 2, 3, 4, 5, 6, 7)}, {"D", "", VALUES(3, 2, 1, 0)}),
              .constraints = CONSTRAINTS({"C needs zeros", c_needs_zeros, READS(2, 0, 1)},
                                         {"D is the larger", d_is_larger, READS(0, 1, 3)})},
    DEFAULTS(1, 2, 0, 2),
};
static const struct bench single = {
    .name = "single",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(64, 32, 128, 1024)}),
              .constraints = CONSTRAINTS({"A fits", fits_group, READS(0)})},
    DEFAULTS(128),
};
static const struct bench nothing = {
    .name = "nothing",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1)}, {"B", "", VALUES(0, 1)}),
              .constraints = CONSTRAINTS({"never", never, READS(0)})},
    DEFAULTS(0, 0),
};
static const struct bench bare = {.name = "bare"}; /* no parameter: one configuration */

#endif
