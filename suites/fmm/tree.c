/* The tree of boxes, partners of boxes, and initial expansions. */
#include "suites/fmm/fmm.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int fmm_order(const struct problem *problem)
{
    return (int)problem->inputs.setting[ORDER];
}

int fmm_separation(const struct problem *problem)
{
    return (int)problem->inputs.setting[SEPARATION];
}

bool fmm_is_periodic(const struct inputs *inputs)
{
    return inputs->setting[BOUNDARY] == BOUNDARY_periodic;
}

bool fmm_periodic(const struct problem *problem)
{
    return fmm_is_periodic(&problem->inputs);
}

struct fmm_box fmm_box_at(int level, uint64_t place)
{
    const uint64_t mask = (UINT64_C(1) << level) - 1;
    return (struct fmm_box){level,
                            {(int)(place & mask), (int)(place >> level & mask), (int)(place >> 2 * level & mask)}};
}

static int displacement(const int a[3], const int b[3])
{
    int most = 0;
    for (int d = 0; d < 3; d++)
        most = abs(a[d] - b[d]) > most ? abs(a[d] - b[d]) : most;
    return most;
}

size_t fmm_partners(int separation, struct fmm_box box, struct fmm_box partner[FMM_MOST_PARTNERS])
{
    const int side = 1 << box.level, reach = 2 * separation + 1;
    size_t count = 0;
    int at[3], from[3], to[3];
    for (int d = 0; d < 3; d++) {
        const int begin = box.place[d] / 2 * 2 - 2 * separation, end = begin + 2 * reach;
        from[d] = begin > 0 ? begin : 0;
        to[d] = end < side ? end : side;
    }
    for (at[2] = from[2]; at[2] < to[2]; at[2]++)
        for (at[1] = from[1]; at[1] < to[1]; at[1]++)
            for (at[0] = from[0]; at[0] < to[0]; at[0]++)
                if (displacement(at, box.place) > separation)
                    partner[count++] = (struct fmm_box){box.level, {at[0], at[1], at[2]}};
    return count;
}

/* The pairs along one axis that are at most this far apart, and whose parents are. */
static uint64_t near_pairs(int separation, int level, bool parents)
{
    const int64_t side = INT64_C(1) << level;
    uint64_t pairs = 0;
    for (int64_t a = 0; a < side; a++)
        for (int64_t b = a - 2 * separation - 1; b <= a + 2 * separation + 1; b++)
            if (b >= 0 && b < side)
                pairs += parents ? llabs(a / 2 - b / 2) <= separation : llabs(a - b) <= separation;
    return pairs;
}

uint64_t fmm_pairs(int separation, int level)
{
    const uint64_t all = near_pairs(separation, level, true), near = near_pairs(separation, level, false);
    return all * all * all - near * near * near;
}

uint64_t fmm_all_pairs(int separation, int depth)
{
    uint64_t pairs = 0;
    for (int level = 2; level <= depth; level++)
        pairs += fmm_pairs(separation, level);
    return pairs;
}

void fmm_define_tree(const struct config *config, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define SEPARATION %d\n#define PERIODIC %d\n", fmm_separation(config->problem),
             fmm_periodic(config->problem));
}

void fmm_define(const struct config *config, char lines[MAX_LINES])
{
    fmm_define_tree(config, lines);
    const size_t length = strlen(lines);
    snprintf(lines + length, MAX_LINES - length, "#define ORDER %d\n", fmm_order(config->problem));
}

uint64_t fmm_expansion_bytes(const struct problem *problem, bool fp64)
{
    return fmm_level_begin((int)problem->n + 1) * (uint64_t)fmm_coefficients(fmm_order(problem)) * 2 *
           (fp64 ? sizeof(double) : sizeof(float));
}

/* A real part, or an imaginary one, of one coefficient of a box. mu's grow like those of a charge four units away. */
static double any_part(const struct job *job, uint64_t at, double size)
{
    return (2 * job_uniform(job->seed, at) - 1) * size;
}

void fmm_fill_expansions(const struct job *job, bool is_mu, bool alone, float *fp32, double *fp64)
{
    const int order = fmm_order(job->problem);
    const uint64_t coefficients = (uint64_t)fmm_coefficients(order);
    double size[FMM_MOST_COEFFICIENTS];
    for (int l = 0; l <= order; l++)
        for (int m = 0; m <= l; m++)
            size[fmm_index(l, m)] = is_mu ? fmm_norm(l, m) * pow(4, -l) : 1 / fmm_norm(l, m);
    for (int level = 0; level <= (int)job->n; level++) {
        const uint64_t begin = fmm_level_begin(level), boxes = fmm_level_begin(level + 1) - begin;
        for (uint64_t box = begin; box < begin + boxes; box++)
            for (int l = 0, c = 0; l <= order; l++)
                for (int m = 0; m <= l; m++, c++) {
                    const uint64_t at = 2 * (box * coefficients + (uint64_t)c);
                    const bool some = job->variant == 0 || (!alone && box != begin);
                    fp32[at] = (float)(some ? any_part(job, at, size[c]) : box == begin && c == 0);
                    fp32[at + 1] = some && m > 0 ? (float)any_part(job, at + 1, size[c]) : 0;
                    fp64[at] = (double)fp32[at];
                    fp64[at + 1] = (double)fp32[at + 1];
                }
    }
}

/* M(2p, 2p), the largest number of an operator, of boxes one box apart, which are 4 units: (4p - 1)!! / 4^(2p + 1). */
static double largest_number(int order)
{
    double number = 0.25;
    for (int m = 1; m <= 2 * order; m++)
        number *= (2 * m - 1) / 4.;
    return number;
}

enum status fmm_check_open(const struct problem *problem, struct fault *fault)
{
    if (fmm_periodic(problem))
        return fail(fault, INVALID, "no periodic box: the solvers have one");
    return OK;
}

enum status fmm_check_tree(const struct problem *problem, struct fault *fault)
{
    const int depth = (int)problem->n, order = fmm_order(problem);
    if (depth < 2)
        return fail(fault, INVALID, "depth %d: %d boxes per side, and no two with one between; the least is 2", depth,
                    1 << depth);
    if (order > FMM_MOST_ORDER)
        return fail(
            fault, INVALID,
            "order %d: an operator's numbers reach M(%d, %d) = %.2g, and floats end at 3.4e+38, sums of charges "
            "and all; the most is %d, with %.2g",
            order, 2 * order, 2 * order, largest_number(order), FMM_MOST_ORDER, largest_number(FMM_MOST_ORDER));
    if (problem->inputs.atom)
        return fail(fault, INVALID, "no structure: bin, direct and solve take one");
    return fmm_check_open(problem, fault);
}

enum status fmm_check_expansions(const struct problem *problem, const struct compute_device *device, int sets,
                                 uint64_t more, const char *what, struct fault *fault)
{
    enum status status = fmm_check_tree(problem, fault);
    if (status != OK || !device || !device->memory_bytes)
        return status;
    const int depth = (int)problem->n, coefficients = fmm_coefficients(fmm_order(problem));
    const uint64_t expansions =
        (uint64_t)sets * (fmm_expansion_bytes(problem, false) + fmm_expansion_bytes(problem, true));
    if (expansions + more <= device->memory_bytes)
        return OK;
    return fail(fault, INVALID,
                "depth %d: %" PRIu64 " boxes of %d complex numbers, %d times in float and in double: %" PRIu64
                " bytes, and %" PRIu64 " of %s; the device has %" PRIu64,
                depth, fmm_level_begin(depth + 1), coefficients, sets, expansions, more, what, device->memory_bytes);
}

enum status fmm_check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    return fmm_check_expansions(problem, device, 2, 0, "others", fault);
}
