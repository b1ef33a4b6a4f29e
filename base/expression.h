/* Expressions over named values, with the meaning that they have in Python: constraints of spaces, of suites and of
 * users.
 *
 *     64 <= BLOCK_X * BLOCK_Y <= 1024 and (METHOD in ['hand', 'table'] or not n % 4)
 *
 * Values are whole numbers of 64 bits, real ones (double) and words ('hand', "hand"; no escapes). Truth is 1 and 0:
 * True and False; a number is true unless it is 0, a word unless it is empty. From the loosest to the tightest:
 *
 *     a if c else b    or    and    not    < <= > >= == != in, not in [a, b ...]    + -    * / // %    + - of one    **
 *
 * and min, max (of two or more), abs, ceil, floor, log2, divides(a, b): whether a divides b. `and`, `or` and `if` look
 * only at what they need and give it as it is, comparisons chain, / is of real numbers, // rounds down, % has the sign
 * of the divisor, and a real number and a whole one are compared as they are. Other than Python's: what does not fit 64
 * bits is an error; a word is compared by == != and `in` alone, and with a word; the operands of / are made real
 * before.
 *
 * A text is a stranger's: it has up to EXPRESSION_TEXT bytes, nests EXPRESSION_DEPTH deep, and has no loops and no
 * calls of others: it takes no more steps than it has bytes. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { EXPRESSION_TEXT = 4096, EXPRESSION_DEPTH = 64 };

struct expression_value {
    enum expression_kind { EXPRESSION_INTEGER, EXPRESSION_REAL, EXPRESSION_WORD } kind;
    union {
        int64_t integer;
        double real;
        const char *word;
    };
};

/* What a name is: a constant; one of the values that expression_evaluate is given, at `slot`; or array number `slot`,
 * whose elements are NAME[INDEX]. */
struct expression_meaning {
    bool is_slot, is_array;
    size_t slot;
    struct expression_value constant; /* a word outlives the expression */
};

/* Says what a name (letters, digits, underscores; points between such) is; false for one that there is not. It is asked
 * for every name of a text, in its order. */
typedef bool expression_lookup(const void *user, const char *name, struct expression_meaning *meaning);

/* Makes a program of a text, to be evaluated as often as wanted. NULL where it is none: INVALID, in one line with the
 * column (bytes, from 1): "column 7: there is no FOO". free() frees it. */
struct expression *expression_compile(const char *text, expression_lookup *lookup, const void *user,
                                      struct fault *fault);

/* Its value; `slots` is indexed by what the lookup said. A word lives as long as the slots and the expression. INVALID
 * where there is no value: "column 9: division by zero". */
enum status expression_evaluate(const struct expression *expression, const struct expression_value *slots,
                                struct expression_value *value, struct fault *fault);

/* What is left of an expression where the value at a slot is known: `to`, which has room for expression_bytes(from),
 * has the same value for the same other slots, or none for the same reason. Its words are those of `from`, and
 * `value`'s. */
void expression_bind(const struct expression *from, size_t slot, struct expression_value value, struct expression *to);
size_t expression_bytes(const struct expression *expression);

/* Whether nothing is left but a value. */
bool expression_known(const struct expression *expression, struct expression_value *value);

/* Whether two do the same, step by step; what does has the same hash. */
bool expression_same(const struct expression *one, const struct expression *other);
uint64_t expression_hash(const struct expression *expression);

bool expression_truth(struct expression_value value);

/* Word number `i` of those in its text that are not compared with one another; NULL behind the last. */
const char *expression_word(const struct expression *expression, size_t i);

/* ---- elements of arrays ---- */

/* What expression_compile makes, for expressions of real numbers: also of elements of arrays, NAME[INDEX], and with
 *
 *     sum(E for k in range(a, b))    range(b), range(a, b, step)
 *
 * which may be nested, k being known within E alone; and the functions sqrt, exp, log, sin, cos, pow(a, b), and fabs,
 * which is abs. Words are compared with constants only. A range's names are looked up before those of its E. The
 * program is for expression_element alone. */
struct expression *expression_compile_elements(const char *text, expression_lookup *lookup, const void *user,
                                               struct fault *fault);

/* The most steps of an expression with sums: each turn of a sum takes as many as its E has operations. */
enum { EXPRESSION_STEPS = 1 << 30 };

/* Whether it has sums, without which it takes no more steps than its text has bytes. */
bool expression_sums(const struct expression *expression);

/* Gives element `index` of array number `array`, as it is written: -1 is not the last one. NULL, or what is wrong, as
 * "index 12 of x, which has 10 elements". */
typedef const char *expression_read(void *user, size_t array, int64_t index, double *value);

/* Its value in double precision, in which whole numbers are exact up to 2^53; and its magnitude, to which an error of
 * rounding is in proportion: of sums and differences the sum of the magnitudes, of products and quotients their
 * product and quotient, of min and max the greater one, of functions of real numbers what the argument's magnitude
 * leads to (to first order) or the value, of what is whole the value. Slots are real numbers. INVALID where there is no
 * value, or where it takes more than EXPRESSION_STEPS, which is said before they are taken. May be called by several
 * threads at once if `read` may. */
enum status expression_element(const struct expression *expression, const double *slots, expression_read *read,
                               void *user, double *value, double *magnitude, struct fault *fault);

/* ---- lists ---- */

/* The values of a list, as spaces of parameters have them:
 *
 *     [16, 32, 64]    [1, 2] + list(range(32, 1025, 32))    range(1, 9)    ('a', "b")    16
 *     [2**i for i in range(0, 6)]    [i * 8 for i in [1, 2, 3, 6] if i % 2 == 0]
 *
 * An expression's values, constants and functions; names are looked up (not where `lookup` is NULL) and are constants,
 * whose words outlive the list. More than `most` values are INVALID before they are made; so is a text that is no list:
 * "column 7: ...". free() frees the values, and words of the text with them. */
enum status expression_list(const char *text, expression_lookup *lookup, const void *user, size_t most,
                            struct expression_value **values, size_t *count, struct fault *fault);
