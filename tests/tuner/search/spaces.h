/* Made-up spaces to search: with and without constraints, awkward ones, one without a parameter. */
#pragma once

#include "tuner/suite.h"

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
              .constraints = CONSTRAINTS({.text = "(A + B + C) % 2 == 0"})},
    DEFAULTS(5, 1, 0),
};
static const struct bench awkward = {
    .name = "awkward", /* many pairs occur in no configuration */
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1, 2, 3)}, {"B", "", VALUES(0, 1, 2, 3)},
                                       {"C", "", VALUES(0, 1, 2, 3, 4, 5, 6, 7)}, {"D", "", VALUES(3, 2, 1, 0)}),
              .constraints = CONSTRAINTS({"C needs zeros", .expression = "C == 0 or A == B == 0"},
                                         {"D is the larger", .expression = "D == max(A, B)"})},
    DEFAULTS(1, 2, 0, 2),
};
static const struct bench single = {
    .name = "single",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(64, 32, 128, 1024)}),
              .constraints = CONSTRAINTS({"A fits", .expression = "A <= device.group_max"})},
    DEFAULTS(128),
};
static const struct bench nothing = {
    .name = "nothing",
    .space = {.parameters = PARAMETERS({"A", "", VALUES(0, 1)}, {"B", "", VALUES(0, 1)}),
              .constraints = CONSTRAINTS({"never", .expression = "A < 0"})},
    DEFAULTS(0, 0),
};
static const struct bench bare = {.name = "bare"}; /* no parameter: one configuration */
