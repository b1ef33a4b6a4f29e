/* Solving: a space, and what its constraints say, become a graph. */
#pragma once

#include "tuner/constraints.h"
#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"

/* Ways from a node to the next layer's that are made before a space is too large to be solved, which are more than a
 * space has values; half as many with each constraint left out, so often. */
enum { MOST_PATHS = 1 << 21, FEWER_PATHS = 4 };

/* Which constraint is asked, and that it goes on; seen from outside while it does. */
struct asking {
    volatile uint64_t steps;
    volatile size_t constraint;
};

struct solving {
    const struct problem *problem;
    const struct restriction *restriction;
    struct constraints *constraints;
    const bool *left_out;  /* constraints that are not looked at */
    size_t most_paths;     /* where some are */
    struct config *config; /* of the problem: for functions */
    struct asking *asking;
};

/* SOLVE_TOO_LARGE: `culprit` is the constraint of which the most had to be told apart. SOLVE_UNANSWERED: it has no
 * answer at the values in `config`, which all others allow. Then *solved has nothing. */
enum solve { SOLVE_DONE, SOLVE_TOO_LARGE, SOLVE_UNANSWERED };
enum solve solve(const struct solving *solving, struct solved *solved, size_t *culprit);
