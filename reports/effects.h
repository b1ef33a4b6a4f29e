/* Which parameters matter: of the variance of the logarithm of the median time, over the timed configurations of a
 * problem, the share that each parameter explains, and that each pair of them explains beyond its two.
 *
 * A functional analysis of variance (Sobol, "Sensitivity estimates for nonlinear mathematical models", 1993; Hutter,
 * Hoos, Leyton-Brown, "An efficient approach for assessing hyperparameter importance", ICML 2014), of observed times
 * only, and so without a model that would be evaluated at configurations which constraints exclude:
 * - A parameter's share is its contribution to a sum of a function of each parameter, fitted by least squares: the
 *   mean over orders in which they are added, as of two correlated ones the first would get what both explain
 *   (Lindeman, Merenda, Gold, "Introduction to bivariate and multivariate analysis", 1980; what that estimates: Owen,
 *   Prieur, "On Shapley value for measuring importance of dependent inputs", SIAM/ASA JUQ 5, 2017). Parameters that add
 *   nothing to all others are removed before, one by one: if a constraint ties them to one that matters they get no
 *   share.
 * - A pair's share is what a table of its values explains of the remainder: the pair that explains most is taken
 *   first, and the others explain what it leaves (Lou, Caruana, Gehrke, Hooker, "Accurate intelligible models with
 *   pairwise interactions", KDD 2013).
 * - Each is reduced by what as many free numbers would explain of noise, as in the adjusted R^2 (Kelley, "An unbiased
 *   correlation ratio measure", PNAS 21 (1935)). If all valid configurations were tried, noise is that of the clock
 *   only; for a sample, it includes the remainder (by the finite population correction: Cochran, "Sampling
 *   techniques", 1977).
 * - A share that noise would reach in one of twenty problems, for any parameter or pair, is 0 (F test, Bonferroni). */
#pragma once

#include "reports/results.h"

enum { EFFECTS_LEAST = 8 }; /* configurations, least */

struct effect_pair {
    size_t a, b; /* parameters, a < b */
    double share;
};

/* Shares are from 0 to 1. */
struct effects {
    size_t count;      /* configurations that were timed */
    size_t parameters; /* in the problem's order; the share is 0 for one with a single value */
    double *share;
    struct effect_pair *pair; /* those above 0, the largest first */
    size_t pairs;
    double explained; /* the sum of all; the rest is noise, and interactions of three or more parameters */
};

/* For one of the results' problems; false, without anything to free, if fewer than EFFECTS_LEAST of its configurations
 * are timed, or no parameter has two values. Takes less than a second for 20,000 configurations. */
bool effects_find(const struct results *results, size_t problem, struct effects *effects);

/* The same for any configurations (reports/additive.h). */
struct observed;
bool effects_of(const struct observed *observed, struct effects *effects);

void effects_free(struct effects *effects);

/* The parameters by their shares, the largest first, equal ones and all without shares (NULL) in their own order. The
 * caller frees the list. */
size_t *effects_order(const double *share, size_t parameters);
