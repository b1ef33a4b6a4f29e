/* Expected forces on particles, and the tolerance of a sum of floats. */
#pragma once

#include "suites/lennard_jones/table.h"
#include "suites/molecules/near.h"

/* The type in which pairs are added: values of a parameter; fp64 needs a device that supports it. */
#define ACCUMULATE_WORDS fp32, fp64, fixed64
enum lj_accumulate { WORD_NAMES(ACCUMULATE, ACCUMULATE_WORDS) };

/* Its parameter, and the constraint of that. */
/* clang-format off */
#define LJ_ACCUMULATE                                                                                                  \
    ROW(ACCUMULATE, "in float, in double, in 64-bit integers", WORD_TABLE(ACCUMULATE_WORDS))
#define LJ_ACCUMULATOR_THERE                                                                                           \
    {"fp64 needs double precision", .expression = "ACCUMULATE != 'fp64' or device.fp64"}
/* clang-format on */

/* The summation of a row of n pairs: by a number of work-items, and a tree; and the number in float before that. */
struct lj_sum {
    enum lj_accumulate accumulate;
    uint64_t block, n, before;
};

/* Of a particle: the force, the sum of its pairs' magnitudes, and the error bound of each component from pairs in
 * float: through the vector (lj_slack), the reciprocal root and two products, and the pair's own dE/dr. If pairs are
 * balanced, it is 0: two with opposite vectors are computed alike. */
struct lj_force {
    double value[3], magnitude, slack;
    uint64_t terms; /* pairs with a force */
    uint64_t pairs; /* within the cutoff; of lj_force_expected */
};

/* Adds the force of the pair of particles y and x on y; 0 for two on one place. */
void lj_force_add(struct lj_force *force, const struct lj_system *system, const float *coordinate, uint64_t y,
                  uint64_t x, struct lj_range slope);

/* Fills an index of near_bytes(system->n) for distances up to `reach`, in A: of n places, or of three arrays of
 * pitch coordinates. */
void lj_near_places(struct near_index *near, const struct lj_system *system, double reach, const double (*place)[3]);
void lj_near_coordinates(struct near_index *near, const struct lj_system *system, double reach,
                         const float *coordinate);

/* The reach of a table, in A: to a border's last element. */
double lj_force_reach(const struct lj_table *table);

/* The force on particle y, of all pairs within reach of the table; and, in kcal/mol/A, by the formula. `near` is of
 * these coordinates and that reach. */
struct lj_force lj_force_expected(const struct lj_table *table, const struct problem *problem,
                                  const struct near_index *near, const float *coordinate, uint64_t y,
                                  double formula[3]);

/* The tolerance of component d of the sum. Additions in sequence lose 2^-24 of the sum of magnitudes each, doubles
 * 2^-53, as on the host, and at most as many as terms count; a fixed-point number is rounded to 2^-33; the result to
 * a float, with one more unit for additions to that. */
double lj_force_tolerance(const struct lj_force *force, struct lj_sum sum, uint64_t d);

/* Compares the force on particle y in three arrays of `pitch` floats, in kcal/mol/A. Errors are in units of the
 * tolerance; beyond 1 it is WRONG_RESULT. */
enum status lj_force_compare(const struct lj_force *want, struct lj_sum sum, uint64_t y, const float *force,
                             uint64_t pitch, struct verdict *verdict, struct fault *fault);

/* WRONG_RESULT if the sum of all forces exceeds 1e-6 of `magnitude`, the sum of the magnitudes of all pairs, or an
 * estimate of it from the compared rows. */
enum status lj_total_compare(double magnitude, const float *force, const struct lj_system *system, struct fault *fault);
