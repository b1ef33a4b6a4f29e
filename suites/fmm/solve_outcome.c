/* The solver's results against the direct sum, and its limit. */
#include "suites/fmm/solve.h"

#include <math.h>

/* ---- comparison ---- */

/* How far potentials, or fields, may be off. Errors of expansions are shares of the usual norm of potentials, those of
 * fields over the side of a box: three times what neutral charges by chance have at most, whose norm is 0.56 of the
 * usual one for potentials, and 49 for fields at depth 3. Those of charges of one sign add up as their potentials do;
 * the lowest orders see next to nothing of them. Of charges on faces and in corners of their boxes series converge more
 * slowly. In a periodic box all boxes have as many partners as those inside, which at depth 2 is four times as many and
 * twice the error; and there are two levels more, of larger boxes, whose errors are the larger in potentials: four
 * times. And there are roundings: of floats 2e-6, where a million are added up, in any order. */
double solve_most(const struct job *job, const struct config *config, bool field, double norm)
{
    const struct solve_expected *expected = job_expected(job);
    const int order = fmm_order(job->problem);
    const bool same = job->problem->inputs.setting[CHARGES] == CHARGES_SAME;
    const double by_chance = field ? ldexp(18, config->value[DEPTH]) : 1.7;
    const double of_one_sign = same ? (field ? 3 : 0.05) * (order < 2 ? 8 : 1) * sqrt((double)job->n) : 0;
    const double awkward = job->variant == 1 ? pow(1.4, order) : 1;
    const double wrapped = !fmm_periodic(job->problem) ? 1 : field ? 2 : 4;
    const double truncation = solve_truncation(order, fmm_separation(job->problem), field) * awkward * wrapped;
    return truncation * (by_chance + of_one_sign) * expected->usual + (solve_is_fp64(config) ? 1e-12 : 2e-6) * norm;
}

static enum status judge(const char *what, struct solve_error error, double most, struct fault *fault)
{
    if (error.off <= most)
        return OK;
    return fail(fault, WRONG_RESULT, "%s are off by %.3g of their norm, at most %.3g is expected", what,
                solve_share(error), most / error.norm);
}

enum status solve_verify(const struct job *job, const struct config *config, struct verdict *verdict,
                         struct fault *fault)
{
    const size_t numbers = solve_numbers(job->bench);
    const bool fp64 = solve_is_fp64(config);
    struct solve_errors errors;
    enum status status = solve_errors(job, SOLVE_RESULT_FP32, fp64, numbers, &errors, fault);
    if (status != OK)
        return status;
    const double most = solve_most(job, config, false, errors.potential.norm);
    *verdict = (struct verdict){errors.potential.off, most};
    status = fmm_check_finite(job, SOLVE_RESULT_FP32, fp64, numbers, fault);
    if (status == OK)
        status = judge("potentials", errors.potential, most, fault);
    if (status == OK && numbers > 1)
        status = judge("fields", errors.field, solve_most(job, config, true, errors.field.norm), fault);
    return status;
}

void solve_figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct solve_expected *expected = job_expected(job);
    const size_t numbers = solve_numbers(job->bench);
    struct solve_errors errors;
    struct fault fault;
    const bool known = solve_errors(job, SOLVE_RESULT_FP32, solve_is_fp64(config), numbers, &errors, &fault) == OK;
    values[SOLVE_ERROR] = known ? solve_share(errors.potential) : NAN;
    values[SOLVE_PAIRS] = expected->pairs[config->value[DEPTH]] / (double)job->n;
    values[SOLVE_FIELD_ERROR] = known && numbers > 1 ? solve_share(errors.field) : NAN;
}

/* ---- limit ---- */

/* The passes whose time grows: pairs of near charges, M2L, and what a charge takes in P2M and L2P (p2p.c, p2m.c, l2p.c
 * say how much). */
struct work solve_work(const struct job *job, const struct config *config)
{
    const struct solve_expected *expected = job_expected(job);
    const bool fp64 = solve_is_fp64(config), field = solve_numbers(job->bench) > 1;
    const int depth = config->value[DEPTH], order = fmm_order(job->problem), separation = fmm_separation(job->problem);
    const double charges = (double)job->n, pairs = expected->pairs[depth], p = order, later = p * (p - 1) / 2;
    const double coefficients = fmm_coefficients(order);
    const double m2l = folded_multiplications(order, separation, solve_first_m2l(job->problem), depth);
    const double of_pairs = pairs * ((field ? 13 : 7) + (fp64 ? 5 : 0));
    const double of_charges = charges * (4 * coefficients + (field ? 13 : 6) * later);
    const double real = fp64 ? sizeof(double) : sizeof(float), numbers = (double)solve_numbers(job->bench);
    struct work work = {.bytes = charges *
                                 (sizeof(struct mm_float4) + sizeof(float) + 2 * sizeof(uint32_t) + numbers * real),
                        .flops = 2 * (m2l + of_charges) + pairs * (field ? 20 : 11)};
    const bool tensor = config->value[M2L_MATH] == MATH_TENSOR;
    work.amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = of_pairs + of_charges + (tensor ? 0 : m2l);
    work.amount[RESOURCE_FP64_MMA] = tensor ? m2l : 0;
    work.amount[RESOURCE_RSQRT] = fp64 ? 0 : pairs;
    return work;
}
