/* Solving: a space, and what its constraints say, become a graph. */
#pragma once

#include "tuner/constraints.h"
#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"

/* What is made before a space is too large to be solved: ways from a node to the next layer's, and what may be left of
 * a constraint. */
enum { MOST_WAYS = 1 << 21, MOST_LEFT = 1 << 16 };

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
    struct config *config; /* of the problem: for functions */
    struct asking *asking;
};

/* SOLVE_TOO_LARGE: `culprit` is the constraint of which the most had to be told apart. SOLVE_UNANSWERED: it has no
 * answer at the values in `config`, which all others allow. Then *solved has nothing. */
enum solve { SOLVE_DONE, SOLVE_TOO_LARGE, SOLVE_UNANSWERED };
enum solve solve(const struct solving *solving, struct solved *solved, size_t *culprit);
