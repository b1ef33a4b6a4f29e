/* The settings of the suite, in the order of its table, and the bench of the reproducible sum, whose parameters are its
 * own. */
#pragma once

#include "tuner/job.h"

enum { ND, ELEMENT, NUMBERS };
#define ELEMENT_WORDS float, double
enum element_type { WORD_NAMES(ELEMENT, ELEMENT_WORDS) };
#define NUMBERS_WORDS uniform, wide, ascending, cancelling, infinite, nan
enum numbers { WORD_NAMES(NUMBERS, NUMBERS_WORDS) };

extern const struct bench sum_reproducible;

/* An exact sum: words of 32 bits each, the lowest in units of 2^EXACT_LOWEST, with room for carries; and how many NaNs
 * and infinities there are besides. */
enum { EXACT_WORDS = 70, EXACT_LOWEST = -1088 };
struct exact {
    int64_t word[EXACT_WORDS];
    uint64_t nans, infinities[2]; /* of plus, of minus */
};

/* Adds a number `times` times, 1 or -1; and another sum. At most 2^30 additions lie between two carries. */
void exact_add(struct exact *sum, double value, int times);
void exact_carry(struct exact *sum);

/* The sum, carried before, rounded to the nearest float or double, halves to even; NaN of sign + and an empty payload.
 */
double exact_rounded(const struct exact *sum, enum element_type type);
