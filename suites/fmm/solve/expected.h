/* The solver: a fast multipole method of all passes, and what it is compared with. */
#pragma once

#include "suites/fmm/particles.h"

/* Trees have 4 charges per box in the mean at least, but for the least tree. */
int solve_most_depth(uint64_t charges);

/* The relative L2 error of potentials, or of fields, of expansions of some order: of as many random charges of either
 * sign in a cube as one likes, ws boxes apart. Measured (README.md). */
double solve_truncation(int order, int separation, bool field);

/* ---- what to solve it by: propose.c ---- */

/* .propose: the order and the separation by which a solver does least, in the tree that is best for each, of those
 * whose usual errors, and half as much again, are no larger than asked for. */
enum status solve_propose(struct problem *problem, double max_error, const bool requested[MAX_SETTINGS],
                          char words[MAX_PROPOSAL], struct fault *fault);

/* .remark: of a structure whose charges lie in lumps, so that the direct sum should take less time than any tree. */
void solve_remark(const struct problem *problem, char words[MAX_PROPOSAL]);

/* ---- what is expected: expected.c ---- */

enum { SOLVE_SAMPLES = 2048 };

/* Slots of the host's: the charges in the caller's order, which are returned, to be changed in .setup alone; room to
 * count. */
enum { SOLVE_CHARGES = MAX_SLOTS - 2, SOLVE_COUNTS };
struct mm_float4 *solve_declare_charges(struct job *job);
void solve_declare_expected(struct job *job); /* both */

/* At the charges that are compared, summed up directly: field and potential; the sums of the magnitudes of the terms of
 * either; and the squares of usual potentials: of charges whose signs are by chance, and of which none is nearer than a
 * fair share of the cube. Of charges that are nearer than that, `close` is their part of the field and the potential,
 * and of the magnitudes: what touches would else be the most of a norm. Of a periodic box the solver's potential is
 * Ewald's with a number added, the same everywhere, of which a share is no share: `added`; 0 of an open one. */
struct solve_sums {
    double value[SOLVE_SAMPLES][4], added;
    double field[SOLVE_SAMPLES], potential[SOLVE_SAMPLES], usual[SOLVE_SAMPLES];
    double close[SOLVE_SAMPLES][4], close_field[SOLVE_SAMPLES], close_potential[SOLVE_SAMPLES];
};

/* And pairs of near charges in a tree of each depth, each charge with itself left out; and the usual norm of
 * potentials; and how much of one sign the charges are, their sum over the root of the sum of their squares. Expansions
 * are off by a share of it, whatever lies on one place or has one sign. */
struct solve_expected {
    struct solve_sums sums;
    double pairs[FMM_MOST_DEPTH + 1];
    double usual, one_sign;
};

/* How many charges are compared: all, or as many as the direct sum does in seconds; and which. */
uint64_t solve_samples(const struct problem *problem);
uint64_t solve_sample_at(const struct job *job, uint64_t i);
void solve_expect_sums(struct job *job, void *to); /* struct solve_sums */
void solve_expect(struct job *job, void *expected);

/* The L2 norms of errors, and of what is expected, of potentials and of fields; in a slot of `numbers` a charge, 4 or
 * 1, whose next one has doubles. And of errors what is `beyond` a charge's own rounding, that share of the magnitudes
 * of what is close to it; and of what is expected but for what is close: `far`. The bench's expectation begins with its
 * sums. A share of nothing is 0 where nothing is off. */
struct solve_error {
    double off, norm, beyond, far;
};
struct solve_errors {
    struct solve_error potential, field;
};
enum status solve_errors(const struct job *job, int slot, bool fp64, size_t numbers, double rounding,
                         struct solve_errors *errors, struct fault *fault);

/* What is expected of one charge, or at one place, by all others: field and potential, directly. */
void solve_sum_at(const struct mm_float4 *charge, uint64_t charges, uint64_t target, double value[4]);
double solve_share(struct solve_error error);
