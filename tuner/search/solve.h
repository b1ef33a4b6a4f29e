/* Builds the decision diagram (solved.h) of a space and its constraints. */
#pragma once

#include "tuner/constraints.h"
#include "tuner/search/restriction.h"
#include "tuner/search/solved.h"

/* The edges that are made before a space counts as too large to be solved, more than a space has values; half as many
 * with each constraint that is left out, up to FEWER_PATHS times. */
enum { MOST_PATHS = 1 << 21, FEWER_PATHS = 4 };

/* The constraint being evaluated, and a step count that shows progress; shared with the parent process. */
struct asking {
    volatile uint64_t steps;
    volatile size_t constraint;
};

struct solving {
    const struct problem *problem;
    const struct restriction *restriction;
    struct constraints *constraints;
    const bool *left_out;  /* constraints that are ignored */
    size_t most_paths;     /* if some are */
    struct config *config; /* of the problem: for functions */
    struct asking *asking;
};

/* SOLVE_TOO_LARGE: `culprit` is the constraint with the most states to distinguish. SOLVE_UNANSWERED: `culprit` has no
 * value for `config`, which all others allow. In both cases *solved is empty. */
enum solve { SOLVE_DONE, SOLVE_TOO_LARGE, SOLVE_UNANSWERED };
enum solve solve(const struct solving *solving, struct solved *solved, size_t *culprit);
