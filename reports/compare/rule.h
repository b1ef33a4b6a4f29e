/* The decision rule of the regression gate, as pure functions. README.md beside it gives its error rates. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Numbers of pairs of blocks, one block of each side, measured side by side: log(new / base). The rule looks at them a
 * few times until all is decided, and finally at as many to confirm a suspicion. */
enum { RULE_LOOKS = 4, RULE_CONFIRM = 40, RULE_LEAST = 3, RULE_MOST = 64 };
extern const size_t rule_look[RULE_LOOKS]; /* the numbers of pairs */

/* The mean of the pairs, trimmed by a fifth at either end, and its standard error from the winsorized variance: the
 * one-sample form of Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61 (1974). */
struct estimate {
    double centre, error;
    size_t freedom;
};

/* For RULE_LEAST to RULE_MOST pairs. */
struct estimate rule_estimate(const double *pairs, size_t count);

/* Half the width of the estimate's 95 % interval. */
double rule_half_width(struct estimate estimate);

/* The state after some pairs. SLOWER and FASTER are suspicions until RULE_CONFIRM fresh pairs agree. */
enum rule_state { RULE_OPEN, RULE_SAME, RULE_SLOWER, RULE_FASTER };

/* SLOWER or FASTER if the 99.9 % interval excludes zero and the centre is beyond 1 %; else SAME if the centre is within
 * 1 % and the 99 % interval within 2 %; else OPEN. These exclude each other. */
enum rule_state rule_decide(struct estimate estimate);

/* For the ratio of two medians not measured side by side: b's over a's, of RULE_LEAST to RULE_MOST logarithms of blocks
 * each. Also after Yuen, with the degrees of freedom of the smaller side. */
struct estimate rule_estimate_unpaired(const double *a, size_t a_count, const double *b, size_t b_count);

/* A configuration is suspected if it failed in all of this many blocks on the new side, and in none on the base. */
enum { RULE_SUSPECT = 4 };

/* Whether the new side of `benches` benches fails more often than the base, for one that failed on each side in this
 * many of `blocks` blocks; `apart`: no suspected one that kept failing has failed on the base since. It may be called
 * after each block: if both sides fail equally often, it reports any bench in at most 1 of 1000 comparisons, for any
 * number of blocks. */
bool rule_fails(size_t blocks, size_t base_failures, size_t new_failures, size_t benches, bool apart);

/* The smallest slowdown, as a ratio minus 1, detected with probability 0.95 by pairs with this noise. */
double rule_least_effect(struct estimate estimate);

/* For at most RULE_MOST values; NAN without any. */
double rule_median(const double *values, size_t count);
