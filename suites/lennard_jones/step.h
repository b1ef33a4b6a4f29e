/* The step in time, as it should be. */
#ifndef SUITES_LENNARD_JONES_STEP_H
#define SUITES_LENNARD_JONES_STEP_H

#include "suites/lennard_jones/lennard_jones.h"

/* In ps; and in angstrom / ps per (kcal/mol) / angstrom / (g/mol), of which there are 418.4 in an angstrom / ps^2. */
#define LJ_TIME_STEP 0.002f
#define LJ_KICK (418.4f * LJ_TIME_STEP)

/* Fills three arrays of pitch velocities, in angstrom/ps, about those at 120 K, and the reciprocals of pitch masses. */
void lj_fill_velocities(const struct problem *problem, float *velocity);
void lj_fill_inverse_masses(const struct problem *problem, float *inverse);

/* A particle along one axis: where it is, and how fast. */
struct lj_state {
    double coordinate, velocity;
};

/* Compares the state of particle i along axis d after a step with what it should be: v + f/m dt, x + v dt, in the box.
 * The force may be off by `slack`. Errors are in units of what floats may lose: 3 roundings of the velocity and of its
 * parts; of the coordinate and of the box's side as many, and what the velocity is off. Places at opposite faces of the
 * box are the same. WRONG_RESULT with the axis and the particle. */
enum status lj_step_compare(const struct lj_system *system, struct lj_state before, double force, double slack,
                            double inverse_mass, uint64_t d, uint64_t i, struct lj_state got, struct verdict *verdict,
                            struct fault *fault);

#endif
