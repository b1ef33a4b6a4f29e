#include "suites/fmm/structure.h"

#include <math.h>

bool fmm_is_periodic(const struct inputs *inputs)
{
    return inputs->setting[BOUNDARY] == BOUNDARY_PERIODIC;
}

/* Charges of files have four digits or so. */
#define ROUNDING 1e-5

enum status fmm_check_structure(const struct problem *problem, struct fault *fault)
{
    const struct inputs *inputs = &problem->inputs;
    const double *box = inputs->box;
    if (!inputs->atom || !fmm_is_periodic(inputs))
        return OK;
    if (!(box[0] > 0))
        return fail(fault, INVALID, "--boundary periodic: the structure says no box (CRYST1)");
    if (fabs(box[1] - box[0]) > 1e-6 * box[0] || fabs(box[2] - box[0]) > 1e-6 * box[0])
        return fail(fault, INVALID, "--boundary periodic: a box of %.6g x %.6g x %.6g A is no cube", box[0], box[1],
                    box[2]);
    double sum = 0, all = 0;
    for (size_t i = 0; i < inputs->atoms; i++) {
        sum += (double)inputs->atom[i].w;
        all += fabs((double)inputs->atom[i].w);
    }
    if (fabs(sum) > ROUNDING * all)
        return fail(fault, INVALID,
                    "--boundary periodic: the structure's charges add up to %.6g, and have to be neutral", sum);
    return OK;
}

/* ---- places ---- */

/* The cube: where it begins along each axis, and its side. */
struct cube {
    double begin[3], side;
};

static struct cube cube_around(const struct inputs *inputs)
{
    struct cube cube = {.side = 0};
    double end[3] = {0};
    for (size_t i = 0; i < inputs->atoms; i++) {
        const double at[] = {(double)inputs->atom[i].x, (double)inputs->atom[i].y, (double)inputs->atom[i].z};
        for (int d = 0; d < 3; d++) {
            cube.begin[d] = i ? fmin(cube.begin[d], at[d]) : at[d];
            end[d] = i ? fmax(end[d], at[d]) : at[d];
            cube.side = fmax(cube.side, end[d] - cube.begin[d]);
        }
    }
    cube.side = cube.side > 0 ? cube.side : 1;
    return cube;
}

static float place_in(double at, double begin, double side, bool wraps)
{
    double share = (at - begin) / side;
    share -= wraps ? floor(share) : 0;
    share = rint(ldexp(share, 24));
    if (share >= 0x1p24)
        share = wraps ? 0 : 0x1p24 - 1;
    return (float)ldexp(share, -24);
}

void fmm_place_structure(const struct inputs *inputs, struct mm_float4 *charge)
{
    const bool wraps = fmm_is_periodic(inputs);
    const struct cube cube = wraps ? (struct cube){.side = inputs->box[0]} : cube_around(inputs);
    for (size_t i = 0; i < inputs->atoms; i++) {
        const struct mm_float4 atom = inputs->atom[i];
        charge[i] = (struct mm_float4){place_in((double)atom.x, cube.begin[0], cube.side, wraps),
                                       place_in((double)atom.y, cube.begin[1], cube.side, wraps),
                                       place_in((double)atom.z, cube.begin[2], cube.side, wraps), atom.w};
    }
}
