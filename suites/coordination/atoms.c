/* The atoms of suite `coordination`: places, groups, box. */
#include "suites/coordination/coordination.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct coordination_system coordination_system(const struct problem *problem)
{
    const double *setting = problem->inputs.setting;
    const uint64_t n = problem->n;
    struct coordination_system system = {.n = n,
                                         .end_a = n,
                                         .groups = (int)setting[GROUPS],
                                         .periodic = setting[BOX] != BOX_open,
                                         .doubles = setting[PRECISION] == PRECISION_double,
                                         .switching = switching_of(problem)};
    if (system.groups == GROUPS_overlapping) {
        system.end_a = 2 * n / 3;
        system.first_b = n / 3;
    } else if (system.groups != GROUPS_one) {
        system.end_a = system.first_b = n / 2;
    }
    static const double brick[] = {1.25, 0.8, 1};
    for (int d = 0; d < 3; d++)
        system.side[d] =
            (double)(float)(cbrt((double)n / setting[DENSITY]) * (setting[BOX] == BOX_cube ? 1 : brick[d]));
    return system;
}

int coordination_weight(const struct coordination_system *system, uint64_t i, uint64_t j)
{
    const uint64_t a = system->end_a, b = system->first_b;
    if (i == j)
        return 0;
    if (system->groups == GROUPS_one)
        return 1;
    if (system->groups == GROUPS_pairs)
        return i < a ? j == i + b : j < a && i == j + b;
    return (i < a && j >= b) + (j < a && i >= b);
}

uint64_t coordination_bytes(const struct problem *problem, uint64_t numbers)
{
    return numbers * (problem->inputs.setting[PRECISION] > 0 ? sizeof(double) : sizeof(float));
}

/* ---- places ---- */

static void put(const struct coordination_system *system, void *place, uint64_t i, double value)
{
    if (system->doubles)
        ((double *)place)[i] = value;
    else
        ((float *)place)[i] = (float)value;
}

/* Positions of the first atoms; and of atoms of the second half, at about r0 from those of the first, where the ratio
 * of two small numbers would lose digits; in too small a box no pair is so far apart. */
static void place_awkward(const struct coordination_system *system, void *place)
{
    static const double from_one[] = {0, 1e-3, -1e-3, 1e-5, -1e-5, 1e-8, -1e-8};
    const struct switching *switching = &system->switching;
    const uint64_t half = system->n / 2;
    for (uint64_t d = 0; d < 3; d++) {
        const double side = system->side[d], first = coordination_number(system, place, d);
        const double special[] = {first, first, 0, side / 2, side, side / 3, -0.0, -side / 4};
        for (uint64_t i = 0; i < system->n && i < sizeof special / sizeof *special; i++)
            put(system, place, 3 * i + d, special[i]);
    }
    for (uint64_t k = 0; k < half && k < sizeof from_one / sizeof *from_one && half > 8; k++)
        for (uint64_t d = 0; d < 3; d++) {
            const double away = switching->d0 + switching->r0 * (1 + from_one[k]);
            if (!system->periodic || away <= system->side[k % 3] / 2)
                put(system, place, 3 * (half + k) + d,
                    coordination_number(system, place, 3 * k + d) + (d == k % 3 ? away : 0));
        }
}

void coordination_place(const struct problem *problem, uint64_t seed, bool awkward, void *place)
{
    const struct coordination_system system = coordination_system(problem);
    uint64_t cells = 1;
    while (cells * cells * cells < system.n)
        cells++;
    const uint64_t places = cells * cells * cells;
#pragma omp parallel for
    for (int64_t k = 0; k < (int64_t)system.n; k++) {
        const uint64_t i = (uint64_t)k, half = system.n / 2;
        const uint64_t at_place = system.groups == GROUPS_pairs && i < 2 * half ? i % half * 2 + i / half : i;
        const uint64_t cell = at_place * places / system.n;
        const uint64_t at[] = {cell % cells, cell / cells % cells, cell / cells / cells};
        for (uint64_t d = 0; d < 3; d++) {
            const double away = 0.6 * job_uniform(seed, 3 * i + d) - 0.3;
            put(&system, place, 3 * i + d, ((double)at[d] + 0.5 + away) / (double)cells * system.side[d]);
        }
    }
    if (awkward)
        place_awkward(&system, place);
}

/* ---- for kernels ---- */

void coordination_define(const struct config *config, char lines[MAX_LINES])
{
    const struct coordination_system system = coordination_system(config->problem);
    const struct switching *switching = &system.switching;
    const bool squares = switching->function == SWITCHING_rational && !(switching->d0 > 0) && switching->n % 2 == 0 &&
                         switching->m == 2 * switching->n;
    snprintf(lines, MAX_LINES,
             "#define DOUBLES %d\n#define SWITCHING %d\n#define NN %d\n#define MM %d\n#define BY_SQUARES %d\n"
             "#define GROUPS %d\n#define PERIODIC %d\n#define STRETCHED %d\n",
             system.doubles, switching->function, switching->n, switching->m, squares, system.groups, system.periodic,
             switching->shift < 0 || switching->stretch > 1);
}

struct coordination_numbers coordination_numbers(const struct coordination_system *system)
{
    const struct switching *switching = &system->switching;
    struct coordination_numbers numbers = {
        .twice = {{system->side[0], system->side[1], system->side[2], switching->dmax * switching->dmax},
                  {1 / system->side[0], 1 / system->side[1], 1 / system->side[2], 0},
                  {1 / switching->r0, switching->d0, switching->stretch, -switching->shift / switching->stretch}}};
    for (int i = 0; i < 3; i++) {
        const struct mm_double4 *from = &numbers.twice[i];
        numbers.single[i] = (struct mm_float4){(float)from->x, (float)from->y, (float)from->z, (float)from->w};
    }
    return numbers;
}

enum status coordination_check_precision(const struct problem *problem, const struct compute_device *device,
                                         struct fault *fault)
{
    const bool doubles = problem->inputs.setting[PRECISION] > 0;
    if (doubles && device && !(device->features & COMPUTE_FP64))
        return fail(fault, UNSUPPORTED, "--precision double: the device has none");
    return OK;
}

/* A stretched function must keep three significant digits. */
enum status coordination_check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const struct coordination_system system = coordination_system(problem);
    const struct switching *switching = &system.switching;
    const double side = fmin(system.side[0], fmin(system.side[1], system.side[2])), *setting = problem->inputs.setting;
    const enum status status = coordination_check_precision(problem, device, fault);
    if (status != OK)
        return status;
    if (switching->function == SWITCHING_rational && switching->m <= switching->n)
        return fail(fault, INVALID, "--mm %d is not above --nn %d: the function would not fall", switching->m,
                    switching->n);
    if (setting[D_MAX] > 0 && !(switching->dmax > switching->d0))
        return fail(fault, INVALID, "--dmax %g is not above --d0 %g", switching->dmax, switching->d0);
    if (switching->function == SWITCHING_cubic && !(setting[D_MAX] > 0))
        return fail(fault, INVALID, "--switching cubic ends at --dmax, which is to be given");
    if (setting[D_MAX] > 0 && system.periodic && switching->dmax > side / 2)
        return fail(fault, INVALID,
                    "--dmax %g is beyond half the box, %.4g A: take more atoms, a smaller --dmax, or --box open",
                    setting[D_MAX], side / 2);
    if (!(1 / switching->stretch >= 1e3 * (system.doubles ? 0x1p-53 : 0x1p-24)))
        return fail(fault, INVALID,
                    "--stretch yes: up to --dmax %g the function falls by %.2g, which is lost in roundings: take a "
                    "smaller --r0, or a larger --dmax",
                    switching->dmax, 1 / switching->stretch);
    return OK;
}
