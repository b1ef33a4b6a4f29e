/* Compares the solver's results with the direct sum; its limit. */
#include "suites/fmm/pairs.h"
#include "suites/fmm/solve/solve.h"

#include <math.h>

/* ---- comparison ---- */

/* For floats 2e-6, in a periodic box, whose images nearly cancel, three times that; and the root of the number of
 * near charges, which are added in any order. */
static double far_rounding(const struct job *job, const struct config *config)
{
    const struct solve_expected *expected = job_expected(job);
    const double sums = sqrt(expected->pairs[config->value[DEPTH]] / (double)job->n);
    return fmm_is_fp64(config) ? 1e-12 + sums * 0x1p-53 : (fmm_periodic(job->problem) ? 6e-6 : 2e-6) + sums * 0x1p-24;
}

/* Near terms may be lost by rounding beside that of a close charge, which dominates the sum. */
double solve_close_rounding(const struct job *job, const struct config *config)
{
    const struct solve_expected *expected = job_expected(job);
    const double near = expected->pairs[config->value[DEPTH]] / (double)job->n;
    return fmm_is_fp64(config) ? 1e-12 + near * 0x1p-53 : 2e-6 + near * 0x1p-24;
}

/* The tolerance of potentials, or fields. Errors of expansions are proportional to the usual norm of potentials, those
 * of fields to that over the side of a box: three times the most for random neutral charges, whose norm is 0.56 of the
 * usual one for potentials, and 49 for fields at depth 3. Errors of charges of one sign add up like their potentials;
 * the lowest orders hardly contribute. Series converge more slowly for charges on faces and in corners of their boxes,
 * possibly also for a user's structure; in a crystal, whose charges have the same places in all boxes, errors add up.
 * In a periodic box all boxes have as many partners as inner ones, at depth 2 four times as many, with twice the error;
 * and there are two more levels, of larger boxes, with larger errors of potentials: four times. Plus roundings, of far
 * terms and, per charge, of close ones. */
double solve_most_off(const struct job *job, const struct config *config, bool field, double far)
{
    const struct solve_expected *expected = job_expected(job);
    const int order = fmm_order(job->problem);
    const double by_chance = field ? ldexp(18, config->value[DEPTH]) : 1.7;
    const double of_one_sign = (field ? 3 : 0.05) * (order < 2 ? 8 : 1) * expected->one_sign;
    const bool given = job->problem->inputs.atom != NULL;
    const double awkward = (given ? 3 : 1) * (given || job->variant == 1 ? pow(1.4, order) : 1);
    const bool periodic = fmm_periodic(job->problem);
    const double wrapped = !periodic ? 1 : field ? 2 : 4;
    const double truncation = solve_truncation(order, fmm_separation(job->problem), field) * awkward * wrapped;
    return truncation * (by_chance + of_one_sign) * expected->usual + far_rounding(job, config) * far;
}

static enum status judge(const char *what, struct solve_error error, double most, struct fault *fault)
{
    if (error.beyond <= most)
        return OK;
    return fail(fault, WRONG_RESULT, "%s are off by %.3g of their norm, at most %.3g is expected", what,
                error.beyond / error.norm, most / error.norm);
}

enum status solve_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                         struct fault *fault)
{
    const size_t numbers = solve_numbers(job->bench);
    const bool fp64 = fmm_is_fp64(config);
    struct solve_errors errors;
    enum status status =
        solve_errors(job, SOLVE_RESULT_FP32, fp64, numbers, solve_close_rounding(job, config), &errors, fault);
    if (status != OK)
        return status;
    const double most = solve_most_off(job, config, false, errors.potential.far);
    *verdict = (struct verdict){errors.potential.beyond, most};
    status = fmm_check_finite(job, SOLVE_RESULT_FP32, fp64, numbers, fault);
    if (status == OK)
        status = judge("potentials", errors.potential, most, fault);
    if (status == OK && numbers > 1)
        status = judge("fields", errors.field, solve_most_off(job, config, true, errors.field.far), fault);
    return status;
}

enum { WORD_NAMES(FIGURE, SOLVE_FIGURES) };

void solve_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct solve_expected *expected = job_expected(job);
    const size_t numbers = solve_numbers(job->bench);
    struct solve_errors errors;
    struct fault fault;
    const bool known = solve_errors(job, SOLVE_RESULT_FP32, fmm_is_fp64(config), numbers, 0, &errors, &fault) == OK;
    values[FIGURE_error] = known ? solve_share(errors.potential) : NAN;
    values[FIGURE_pairs_per_charge] = expected->pairs[config->value[DEPTH]] / (double)job->n;
    const bool pulled = errors.field.norm > 1e-6 * expected->usual; /* ions of a crystal have nearly no field */
    values[FIGURE_field_error] = known && numbers > 1 && pulled ? solve_share(errors.field) : NAN;
    values[FIGURE_device_bytes] = (double)solve_bytes(job->problem, solve_has_fp64(job->problem, job->device));
}

/* The passes whose time grows: pairs of near charges, M2L, and the work per charge in P2M and L2P (p2p.c, p2m.c,
 * l2p.c), or of a box's expansions in the energy, instead of L2P. */
struct work solve_work(const struct job *job, const struct config *config)
{
    const struct solve_expected *expected = job_expected(job);
    const bool fp64 = fmm_is_fp64(config), field = solve_numbers(job->bench) > 1;
    const bool energy = solve_gives_energy(job->bench);
    const int depth = config->value[DEPTH], order = fmm_order(job->problem), separation = fmm_separation(job->problem);
    const double charges = (double)job->n, pairs = expected->pairs[depth], p = order, later = p * (p - 1) / 2;
    const double coefficients = fmm_coefficients(order);
    const int less = config->value[M2L_LESS], first = solve_first_m2l(job->problem);
    const double m2l = folded_multiplications(order, separation, first, depth - 1) +
                       folded_multiplications(order - less, separation, depth, depth);
    const double of_charges = energy ? charges * (2 * coefficients + 3 * later) + ldexp(2 * coefficients, 3 * depth)
                                     : charges * (4 * coefficients + (field ? 13 : 6) * later);
    const double real = fp64 ? sizeof(double) : sizeof(float);
    const double numbers = energy ? 0 : (double)solve_numbers(job->bench);
    struct work work = {.bytes = charges *
                                 (sizeof(struct mm_float4) + sizeof(float) + 2 * sizeof(uint32_t) + numbers * real),
                        .flops = 2 * (m2l + of_charges)};
    const bool tensor = config->value[M2L_MATH] == M2L_MATH_tensor;
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = of_charges + (tensor ? 0 : m2l);
    if (tensor)
        work.amount[fp64 ? RESOURCE_FP64_MMA : RESOURCE_TF32_MMA] = m2l * (fp64 ? 1 : FOLDED_TF32_PRODUCTS);
    if (config->value[P2P_ONCE])
        fmm_add_pairs_once(&work, pairs, field);
    else
        fmm_add_pairs(&work, pairs, field, fp64);
    return work;
}
