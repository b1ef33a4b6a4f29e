#include "suites/lennard_jones/lennard_jones.h"

#include <math.h>
#include <string.h>

void lj_fill_velocities(const struct problem *problem, bool awkward, float *velocity)
{
    const float most = awkward ? 270 : 2.7f;
    for (uint64_t i = 0; i < 3 * lj_pitch(problem->n); i++)
        velocity[i] = most * (2 * job_uniform_float(problem->seed + 3, i) - 1);
}

void lj_fill_inverse_masses(const struct problem *problem, float *inverse)
{
    const struct lj_system system = lj_system(problem);
    memset(inverse, 0, system.pitch * sizeof *inverse);
    for (uint64_t i = 0; i < problem->n; i++)
        inverse[i] = (float)(1 / system.mass[lj_type(problem, system.types, i)]);
}

static enum status compare(double got, double want, double slack, const char *what, uint64_t d, uint64_t i,
                           struct verdict *verdict, struct fault *fault)
{
    const double off = fabs(got - want), error = off == 0 ? 0 : off / slack;
    if (!(error <= 1))
        return fail(fault, WRONG_RESULT, "%s %c of particle %llu is %.9g, expected %.17g +- %.3g", what, "xyz"[d],
                    (unsigned long long)i, got, want, slack);
    verdict->error = fmax(verdict->error, error);
    return OK;
}

enum status lj_step_compare(const struct lj_system *system, struct lj_state before, double force, double slack,
                            double inverse_mass, uint64_t d, uint64_t i, struct lj_state got, struct verdict *verdict,
                            struct fault *fault)
{
    static const double unit = 0x1p-24;
    const double kick = (double)LJ_KICK * inverse_mass, side = (double)system->side[d];
    const double velocity = before.velocity + kick * force;
    const double off = kick * slack + 3 * unit * (fabs(before.velocity) + fabs(kick * force));
    double place = before.coordinate + velocity * (double)LJ_TIME_STEP;
    const double reach = fabs(before.coordinate) + fabs(velocity * (double)LJ_TIME_STEP) + side;
    if (system->periodic) {
        place -= side * rint((place - got.coordinate) / side);
        if (!(got.coordinate >= -3 * unit * side && got.coordinate <= side * (1 + 3 * unit))) /* it is rounded, too */
            return fail(fault, WRONG_RESULT, "coordinate %c of particle %llu is %.9g, outside the box of %.9g",
                        "xyz"[d], (unsigned long long)i, got.coordinate, side);
    }
    enum status status = compare(got.velocity, velocity, off, "velocity", d, i, verdict, fault);
    if (status == OK)
        status = compare(got.coordinate, place, off * (double)LJ_TIME_STEP + 3 * unit * reach, "coordinate", d, i,
                         verdict, fault);
    return status;
}
