/* When something is slower: the rule of the regression gate, as pure functions. README.md beside it has what it
 * reaches. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Of pairs of blocks, one of each side, that were measured side by side: log(new / base). They are looked at a few
 * times, until all is decided, and as many as at last confirm what is suspected. */
enum { RULE_LOOKS = 4, RULE_CONFIRM = 40, RULE_LEAST = 3, RULE_MOST = 64 };
extern const size_t rule_look[RULE_LOOKS]; /* after how many pairs */

/* The mean of the pairs, a fifth of them trimmed at either end, and its standard error from the winsorized variance:
 * one sample of Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61 (1974). */
struct estimate {
    double centre, error;
    size_t freedom;
};

/* Of RULE_LEAST to RULE_MOST pairs. */
struct estimate rule_estimate(const double *pairs, size_t count);

/* How far the estimate's 95 % interval reaches to either side. */
double rule_half_width(struct estimate estimate);

/* What pairs tell. SLOWER and FASTER are suspicions until RULE_CONFIRM fresh pairs tell the same. */
enum rule_state { RULE_OPEN, RULE_SAME, RULE_SLOWER, RULE_FASTER };

/* Of an estimate: SLOWER or FASTER if the 99.9 % interval leaves zero out and the centre is beyond 1 %; else SAME if it
 * is within 1 % and the 99 % interval within 2 %; else OPEN. So it is one of them at most. */
enum rule_state rule_decide(struct estimate estimate);

/* Of the ratio of two medians that were not measured side by side: b's over a's, of RULE_LEAST to RULE_MOST logarithms
 * of blocks each. After Yuen, too, with the degrees of freedom of the side that has fewer. */
struct estimate rule_estimate_unpaired(const double *a, size_t a_count, const double *b, size_t b_count);

/* After so many blocks is suspected what failed in all of them on the new side, and in none on the base. */
enum { RULE_SUSPECT = 4 };

/* Whether the new side of `benches` benches fails more often than the base, of one that failed on a side in so many of
 * `blocks` blocks; `apart`: of those that are suspected, and went on to fail so, none failed on the base since. It may
 * be asked after each block: of all benches of a comparison whose sides fail equally often it says so of any in 1 of
 * 1000 comparisons at most, however many blocks there will be. */
bool rule_fails(size_t blocks, size_t base_failures, size_t new_failures, size_t benches, bool apart);

/* The smallest slowdown, as a ratio less 1, that pairs as noisy as these show 19 times of 20. */
double rule_least_effect(struct estimate estimate);

/* Of at most RULE_MOST values; NAN without any. */
double rule_median(const double *values, size_t count);
