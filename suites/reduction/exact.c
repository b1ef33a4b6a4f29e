/* Exact sums on the host (after Kulisch's accumulator), with which the reproducible sum is compared. They are written
 * independently of the kernel's: other words, other bits, one number after the other. */
#include "suites/reduction/reproducible.h"

#include <math.h>

void exact_add(struct exact *sum, double value, int times)
{
    if (!isfinite(value)) {
        if (isnan(value))
            sum->nans += (uint64_t)times;
        else
            sum->infinities[value < 0] += (uint64_t)times;
        return;
    }
    int exponent;
    const double fraction = frexp(fabs(value), &exponent); /* below 1, with 53 bits */
    const int bit = exponent - 53 - EXACT_LOWEST, place = bit < 0 ? 0 : bit;
    const uint64_t mantissa =
        (uint64_t)ldexp(fraction, 53 + bit - place); /* a whole number; a subnormal one has fewer bits */
    const unsigned __int128 shifted = (unsigned __int128)mantissa << place % 32;
    const int64_t sign = value < 0 ? -times : times;
    for (int w = 0; w < 3; w++)
        sum->word[place / 32 + w] += sign * (int64_t)(uint32_t)(shifted >> 32 * w);
}

/* Words become 0 to 2^32 - 1, except the highest, which has the sign. */
void exact_carry(struct exact *sum)
{
    for (int w = 0; w < EXACT_WORDS - 1; w++) {
        const int64_t carry = sum->word[w] >> 32; /* rounds down */
        sum->word[w + 1] += carry;
        sum->word[w] -= carry * (INT64_C(1) << 32);
    }
}

static bool bit_of(const struct exact *magnitude, int bit)
{
    return bit >= 0 && magnitude->word[bit / 32] >> bit % 32 & 1;
}

/* Rounding step by step: the bits that fit, then half of the last one's unit, then whether anything is below. */
static double round_magnitude(const struct exact *magnitude, enum element_type type)
{
    const int bits = type == ELEMENT_double ? 53 : 24, lowest = (type == ELEMENT_double ? -1074 : -149) - EXACT_LOWEST;
    int high = EXACT_WORDS * 32 - 1;
    while (high >= 0 && !bit_of(magnitude, high))
        high--;
    const int last = high - bits + 1 > lowest ? high - bits + 1 : lowest;
    uint64_t integer = 0;
    for (int bit = high; bit >= last; bit--)
        integer = 2 * integer + bit_of(magnitude, bit);
    bool below = false;
    for (int bit = 0; bit < last - 1 && !below; bit++)
        below = bit_of(magnitude, bit);
    integer += bit_of(magnitude, last - 1) && (below || integer & 1);
    const double rounded = ldexp((double)integer, last + EXACT_LOWEST);
    return type == ELEMENT_double ? rounded : (double)(float)rounded; /* exact, or beyond the largest float */
}

double exact_rounded(const struct exact *sum, enum element_type type)
{
    if (sum->nans || (sum->infinities[0] && sum->infinities[1]))
        return (double)NAN;
    if (sum->infinities[0] || sum->infinities[1])
        return sum->infinities[0] ? (double)INFINITY : -(double)INFINITY;
    struct exact magnitude = *sum;
    const bool negative = sum->word[EXACT_WORDS - 1] < 0;
    for (int w = 0; negative && w < EXACT_WORDS; w++)
        magnitude.word[w] = -magnitude.word[w];
    exact_carry(&magnitude);
    const double rounded = round_magnitude(&magnitude, type);
    return negative ? -rounded : rounded;
}
