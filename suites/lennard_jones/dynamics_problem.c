/* The problems of bench `step`: which are possible, and their initial states. */
#include "suites/lennard_jones/dynamics.h"

#include <math.h>
#include <string.h>

uint64_t dynamics_steps(const struct problem *problem)
{
    return (uint64_t)problem->inputs.setting[STEP_COUNT];
}

float dynamics_drift(const struct problem *problem)
{
    return (float)problem->inputs.setting[TIME_STEP];
}

float dynamics_kick(const struct problem *problem)
{
    return (float)(418.4 * problem->inputs.setting[TIME_STEP]);
}

double dynamics_square_distance(const struct lj_system *system, const double a[3], const double b[3],
                                double separation[3])
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        const double away = a[d] - b[d], side = (double)system->side[d];
        separation[d] = system->periodic ? away - side * rint(away / side) : away;
        square += separation[d] * separation[d];
    }
    return square;
}

/* The highest local density of atoms: that of an ideal crystal with neighbours at 0.95 sigma, or somewhat more than
 * the mean. */
static double most_density(const struct lj_system *system)
{
    double sigma = system->own[0].sigma;
    for (size_t t = 0; t < system->types; t++)
        sigma = fmin(sigma, system->own[t].sigma);
    const double volume = (double)system->side[0] * (double)system->side[1] * (double)system->side[2];
    return fmax(1.3 * (double)system->n / volume, 1.65 / (sigma * sigma * sigma));
}

/* Atoms within the cutoff and the skin of a cube around a loose cluster, and as much beyond as an entry is large. */
uint64_t dynamics_capacity(const struct config *config)
{
    const struct lj_system system = lj_system(config->problem);
    const double density = most_density(&system), listed = (double)config_count(config, LISTED);
    const double side = 1.5 * cbrt((double)config_count(config, CLUSTER) / density);
    const double reach = (double)system.cutoff + config_real(config, SKIN) + (listed > 1 ? cbrt(listed / density) : 0);
    const double volume =
        side * side * side + 6 * side * side * reach + 9.5 * side * reach * reach + 4.2 * reach * reach * reach;
    const double entries = fmin(volume * density + 64, (double)system.n + listed) / listed;
    return (uint64_t)ceil(entries);
}

/* ---- possible problems ---- */

/* Made atoms begin near the places of a crystal: above this, neighbours there are nearer than 1.06 sigma, and those
 * displaced towards each other overlap. */
static const double most_reduced_density = 1.2;

static enum status check_pairs(const struct problem *problem, const struct lj_system *system, struct fault *fault)
{
    const struct mm_float4 *atom = problem->inputs.atom;
    enum status status = OK;
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t i = 0; i < (int64_t)system->n; i++)
        for (int64_t j = 0; j < i; j++) {
            const double a[] = {(double)atom[i].x, (double)atom[i].y, (double)atom[i].z};
            const double b[] = {(double)atom[j].x, (double)atom[j].y, (double)atom[j].z};
            double separation[3];
            const double square = dynamics_square_distance(system, a, b, separation), least = (double)system->minimum;
            if (square >= least * least)
                continue;
#pragma omp critical
            if (status == OK)
                status = fail(fault, INVALID,
                              "atoms %lld and %lld are %.3g A apart: bonded, or too near for forces that begin at "
                              "--minimum %g A",
                              (long long)j + 1, (long long)i + 1, sqrt(square), least);
        }
    return status;
}

enum status dynamics_check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const struct lj_system system = lj_system(problem);
    double volume = 0; /* mean sigma^3 of an atom */
    for (size_t t = 0; t < system.types; t++)
        volume += pow(system.own[t].sigma, 3) / (double)system.types;
    const double density = problem->inputs.setting[DENSITY];
    if (system.n < 2)
        return fail(fault, INVALID, "steps want 2 atoms or more");
    if (!problem->inputs.types && density * volume > most_reduced_density)
        return fail(fault, INVALID, "--density %g cannot be: atoms overlap beyond %.3g an A^3, %g sigma^-3", density,
                    most_reduced_density / volume, most_reduced_density);
    const float side = fminf(system.side[0], fminf(system.side[1], system.side[2]));
    if (system.periodic && !(side > 0 && isfinite(side)))
        return fail(fault, INVALID, "a box of %g x %g x %g A is none", (double)system.side[0], (double)system.side[1],
                    (double)system.side[2]);
    if (system.periodic && system.cutoff > side / 2)
        return fail(fault, INVALID, "--cutoff %g is beyond half the box, %.4g A: take more atoms, or --box open",
                    (double)system.cutoff, (double)side / 2);
    enum status status = lj_check_range(problem, device, fault);
    return status == OK && problem->inputs.atom ? check_pairs(problem, &system, fault) : status;
}

/* ---- velocities ---- */

/* A number of Gauss's distribution, from two uniform ones (Box and Muller). */
static double gaussian(uint64_t seed, uint64_t i)
{
    return sqrt(-2 * log(1 - job_uniform(seed, 2 * i))) * cos(6.283185307179586 * job_uniform(seed, 2 * i + 1));
}

void dynamics_fill_velocities(const struct problem *problem, float *velocity)
{
    static const double gas = 0.0019872043 * 418.4; /* g/mol (A/ps)^2 / K */
    const struct lj_system system = lj_system(problem);
    memset(velocity, 0, 3 * system.pitch * sizeof *velocity);
    for (uint64_t d = 0; d < 3; d++) {
        float *along = velocity + d * system.pitch;
        double momentum = 0, mass = 0;
#pragma omp parallel for
        for (int64_t i = 0; i < (int64_t)system.n; i++) {
            const double own = system.mass[lj_type(problem, system.types, (uint64_t)i)];
            along[i] = (float)(sqrt(gas * problem->inputs.setting[TEMPERATURE] / own) *
                               gaussian(problem->seed + 3, 3 * (uint64_t)i + d));
        }
        for (uint64_t i = 0; i < system.n; i++) { /* sequential: sums are the same on any machine */
            const double own = system.mass[lj_type(problem, system.types, i)];
            momentum += own * (double)along[i];
            mass += own;
        }
        for (uint64_t i = 0; i < system.n; i++)
            along[i] -= (float)(momentum / mass);
    }
}
