/* Structures with clustered charges, for which a tree of equal boxes is useless: most pairs are near ones, and one
 * work-group has most of these. */
#include "suites/fmm/solve/expected.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One group computes a box's near pairs; devices process at least GROUPS_AT_A_TIME groups at a time. A cluster's box
 * has at least LUMP times the pairs of a box of a uniformly filled cube. */
enum { GROUPS_AT_A_TIME = 100, LUMP = 8 };

/* For the boxes of a level: all near pairs, the largest number of one box's, and its charges. */
struct near_pairs {
    double all, largest;
    uint32_t charges;
};

static struct near_pairs count_near(const uint32_t *count, int level, int separation)
{
    const int side = 1 << level;
    struct near_pairs pairs = {0};
    for (uint64_t b = 0; b < UINT64_C(1) << 3 * level; b++) {
        if (!count[b])
            continue;
        const struct fmm_box box = fmm_box_at(level, b);
        int first[3], last[3];
        for (int d = 0; d < 3; d++) {
            first[d] = box.place[d] > separation ? box.place[d] - separation : 0;
            last[d] = box.place[d] + separation < side ? box.place[d] + separation : side - 1;
        }
        double near = 0;
        for (int z = first[2]; z <= last[2]; z++)
            for (int y = first[1]; y <= last[1]; y++)
                for (int x = first[0]; x <= last[0]; x++)
                    near += count[((uint64_t)z * (uint64_t)side + (uint64_t)y) * (uint64_t)side + (uint64_t)x];
        const double own = near * (double)count[b];
        pairs.all += own;
        if (own > pairs.largest) {
            pairs.largest = own;
            pairs.charges = count[b];
        }
    }
    return pairs;
}

static struct near_pairs near_pairs_of(const struct mm_float4 *charge, uint64_t charges, int level, int separation)
{
    const uint64_t boxes = UINT64_C(1) << 3 * level;
    uint32_t *count = calloc(boxes, sizeof *count);
    for (uint64_t i = 0; i < charges && count; i++)
        count[fmm_box_index(fmm_box_of(level, &charge[i])) - fmm_level_begin(level)]++;
    const struct near_pairs pairs = count ? count_near(count, level, separation) : (struct near_pairs){0};
    free(count);
    return pairs;
}

/* The near pairs alone, at the depth with fewest, take longer than all pairs. */
void solve_remark(const struct problem *problem, char words[MAX_PROPOSAL])
{
    const double charges = (double)problem->n;
    const int separation = fmm_separation(problem);
    *words = 0;
    if (!problem->inputs.atom || fmm_periodic(problem))
        return;
    struct mm_float4 *charge = malloc(problem->n * sizeof *charge);
    if (!charge) /* not required for a remark */
        return;
    fmm_place_structure(&problem->inputs, charge);
    double least = INFINITY, even = 0;
    struct near_pairs of_least = {0};
    int depth_of_least = 0;
    for (int depth = 2; depth <= solve_most_depth(problem->n); depth++) {
        const struct near_pairs pairs = near_pairs_of(charge, problem->n, depth, separation);
        const double work = fmax(pairs.all, GROUPS_AT_A_TIME * pairs.largest);
        if (work > least)
            continue;
        least = work;
        of_least = pairs;
        depth_of_least = depth;
        even = pow(2 * separation + 1, 3) * pow(ldexp(charges, -3 * depth), 2);
    }
    free(charge);
    if (least > charges * charges && of_least.largest > LUMP * even)
        snprintf(words, MAX_PROPOSAL,
                 "charges lie in lumps: %" PRIu32 " of %" PRIu64 " in one of %d^3 boxes (DEPTH=%d); --bench direct "
                 "should be faster",
                 of_least.charges, problem->n, 1 << depth_of_least, depth_of_least);
}
