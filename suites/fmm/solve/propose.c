/* The talk's preprocessing: the order, separation and depth for a given error. */
#include "suites/fmm/m2l/folded.h"
#include "suites/fmm/solve/expected.h"

#include <stdio.h>

struct proposal {
    int order, separation, depth;
    double error, work; /* in FMA; 0: none was found */
};

/* Errors are those of a tree of depth 3; in deeper ones they grow by up to a half, and in a periodic box fourfold. */
static double usual_error(const struct problem *problem, int order, int separation)
{
    return (fmm_periodic(problem) ? 4 : 1.5) * solve_truncation(order, separation, false);
}

/* Pairs of boxes of a level that are near to one another: ws to either side, within the cube. */
static double near_pairs(const struct problem *problem, int depth, int separation)
{
    const double beyond = fmm_periodic(problem) ? 0 : separation * (separation + 1);
    const double along = (2 * separation + 1) * (double)(1 << depth) - beyond;
    return along * along * along;
}

/* For random charges: the time of seven FMA for each near pair; and those of M2L. */
static double work_of(const struct problem *problem, const struct proposal *with)
{
    const double boxes = (double)(UINT64_C(1) << 3 * with->depth), in_box = (double)problem->n / boxes;
    return 7 * near_pairs(problem, with->depth, with->separation) * in_box * in_box +
           folded_multiplications(with->order, with->separation, fmm_periodic(problem) ? 1 : 2, with->depth);
}

/* Of proposals with a small enough error the one with the least work, else, with an order that the user chose, the
 * one with the least error. */
static bool is_better(const struct proposal *proposal, const struct proposal *best, double max_error)
{
    const bool small = proposal->error <= max_error;
    if (best->work == 0 || small != (best->error <= max_error))
        return best->work == 0 || small;
    const bool less = proposal->work < best->work;
    return small ? less : proposal->error < best->error || (proposal->error <= best->error && less);
}

static void try_proposal(const struct problem *problem, struct proposal with, double max_error, struct proposal *best)
{
    with.error = usual_error(problem, with.order, with.separation);
    for (with.depth = 2; with.depth <= solve_most_depth(problem->n); with.depth++) {
        with.work = work_of(problem, &with);
        if (is_better(&with, best, max_error))
            *best = with;
    }
}

enum status solve_propose(struct problem *problem, double max_error, const bool requested[MAX_SETTINGS],
                          char words[MAX_PROPOSAL], struct fault *fault)
{
    double *setting = problem->inputs.setting;
    const int first = requested[SEPARATION] ? (int)setting[SEPARATION] : 1, last = requested[SEPARATION] ? first : 2;
    const int most = requested[ORDER] ? (int)setting[ORDER] : FMM_MOST_ORDER;
    struct proposal best = {.work = 0};
    for (int separation = first; separation <= last; separation++) {
        int order = requested[ORDER] ? most : 0;
        while (order < most && usual_error(problem, order, separation) > max_error)
            order++;
        if (requested[ORDER] || usual_error(problem, order, separation) <= max_error)
            try_proposal(problem, (struct proposal){.order = order, .separation = separation}, max_error, &best);
    }
    if (best.work == 0)
        return fail(fault, INVALID, "errors up to %g take more than order %d with %d boxes apart, whose are %.1g",
                    max_error, FMM_MOST_ORDER, last, usual_error(problem, FMM_MOST_ORDER, last));
    setting[ORDER] = best.order;
    setting[SEPARATION] = best.separation;
    int length = snprintf(words, MAX_PROPOSAL, "--order %d --separation %d; about DEPTH=%d should be fastest",
                          best.order, best.separation, best.depth);
    if (best.error > max_error)
        snprintf(words + length, MAX_PROPOSAL - (size_t)length, "; of this order errors are usually %.1g", best.error);
    return OK;
}
