/* The solver: a fast multipole method with all passes, and its expectation. */
#pragma once

#include "suites/fmm/particles.h"

/* The deepest tree with at least 4 charges per box on average, or the smallest tree. */
int solve_most_depth(uint64_t charges);

/* The relative L2 error of potentials, or of fields, of expansions of some order: for any number of random charges
 * of either sign in a cube, ws boxes apart. Measured (README.md). */
double solve_truncation(int order, int separation, bool field);

/* ---- proposals: propose.c ---- */

/* .propose: the order and the separation with the least work, each in its best tree, of those whose usual errors,
 * and half as much again, are within the requested one. */
enum status solve_propose(struct problem *problem, double max_error, const bool requested[MAX_SETTINGS],
                          char words[MAX_PROPOSAL], struct fault *fault);

/* .remark: for a structure with clustered charges, if the direct sum should take less time than any tree. */
void solve_remark(const struct problem *problem, char words[MAX_PROPOSAL]);

/* ---- the expectation: expected.c ---- */

enum { SOLVE_SAMPLES = 2048 };

/* Slots of the host: the charges in the caller's order, which are returned, to be changed in .setup alone; room for
 * counts. */
enum { SOLVE_CHARGES = MAX_SLOTS - 2, SOLVE_COUNTS };
struct mm_float4 *solve_declare_charges(struct job *job);
void solve_declare_expected(struct job *job); /* both */

/* At the compared charges, summed directly: field and potential; the sums of the magnitudes of the terms of either;
 * and the squares of usual potentials: of charges of random signs, none nearer than a fair share of the cube.
 * `close` is the part of nearer charges in the field, the potential and the magnitudes: otherwise touching charges
 * would dominate a norm. In a periodic box the solver's potential is Ewald's plus a constant, in which errors are no
 * share: `added`; 0 in an open one. */
struct solve_sums {
    double value[SOLVE_SAMPLES][4], added;
    double field[SOLVE_SAMPLES], potential[SOLVE_SAMPLES], usual[SOLVE_SAMPLES];
    double close[SOLVE_SAMPLES][4], close_field[SOLVE_SAMPLES], close_potential[SOLVE_SAMPLES];
};

/* And pairs of near charges in a tree of each depth, each charge with itself excluded; and the usual norm of
 * potentials; and how unbalanced the charges' signs are, their sum over the root of the sum of their squares. Errors
 * of expansions are shares of it, even if charges coincide or have one sign. */
struct solve_expected {
    struct solve_sums sums;
    double pairs[FMM_MOST_DEPTH + 1];
    double usual, one_sign;
};

/* The number of compared charges: all, or as many as a direct sum of seconds allows; and their indices. */
uint64_t solve_samples(const struct job *job);
uint64_t solve_sample_at(const struct job *job, uint64_t i);
void solve_expect_sums(struct job *job, void *to); /* struct solve_sums */
void solve_expect(struct job *job, void *expected);

/* The L2 norms of errors, and of the expectation, of potentials and of fields; in a slot of `numbers` per charge, 4
 * or 1, followed by one of doubles. `beyond`: errors beyond a charge's own rounding, that share of the magnitudes of
 * its close charges; `far`: the expectation without close charges. The bench's expectation begins with its sums. A
 * share of zero is 0 without an error. */
struct solve_error {
    double off, norm, beyond, far;
};
struct solve_errors {
    struct solve_error potential, field;
};
enum status solve_errors(const struct job *job, int slot, bool fp64, size_t numbers, double rounding,
                         struct solve_errors *errors, struct fault *fault);

/* The expectation at one charge, or at one place, by all others: field and potential, directly. */
void solve_sum_at(const struct mm_float4 *charge, uint64_t charges, uint64_t target, double value[4]);
double solve_share(struct solve_error error);
