/* Expressions over named values, with Python's semantics: constraints of spaces, by suites and users.
 *
 *     64 <= BLOCK_X * BLOCK_Y <= 1024 and (METHOD in ['hand', 'table'] or not n % 4)
 *
 * Values are whole numbers of 64 bits, real ones (double) and words ('hand', "hand"; no escapes). Truth is 1 and 0:
 * True and False; a number is true unless it is 0, a word unless it is empty. From the loosest to the tightest:
 *
 *     a if c else b    or    and    not    < <= > >= == != in, not in [a, b ...]    + -    * / // %    + - of one    **
 *
 * and min, max (of two or more), abs, ceil, floor, log2, divides(a, b): whether a divides b. `and`, `or` and `if`
 * evaluate only the operands that they need and return them unchanged, comparisons chain, / is a real division, //
 * rounds down, % has the sign of the divisor, and a real number and a whole one are compared exactly. Different from
 * Python: results beyond 64 bits are errors; words are compared with words only, by == != and `in`; the operands of /
 * are converted to real numbers first.
 *
 * Texts are untrusted: at most EXPRESSION_TEXT bytes, nested EXPRESSION_DEPTH deep, without loops and calls of other
 * functions, so that one takes no more steps than it has bytes. */
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

/* The meaning of a name: a constant; a value given to expression_evaluate, at `slot`; or array number `slot`, with
 * elements NAME[INDEX]. */
struct expression_meaning {
    bool is_slot, is_array;
    size_t slot;
    struct expression_value constant; /* a word must outlive the expression */
};

/* Looks up a name (letters, digits, underscores; dots between them); false for an unknown one. Called for every name of
 * a text, in order. */
typedef bool expression_lookup(const void *user, const char *name, struct expression_meaning *meaning);

/* Compiles a text into a program for repeated evaluation. NULL and INVALID for a bad text, in one line with the column
 * (bytes, from 1): "column 7: there is no FOO". free() frees it. */
struct expression *expression_compile(const char *text, expression_lookup *lookup, const void *user,
                                      struct fault *fault);

/* Evaluates; `slots` is indexed by the lookup's slots. A word lives as long as the slots and the expression. INVALID if
 * there is no value: "column 9: division by zero". */
enum status expression_evaluate(const struct expression *expression, const struct expression_value *slots,
                                struct expression_value *value, struct fault *fault);

/* Partially evaluates an expression for a known value at a slot: `to`, with room for expression_bytes(from), has the
 * same value for the same other slots, or none for the same reason. It refers to words of `from` and of `value`. */
void expression_bind(const struct expression *from, size_t slot, struct expression_value value, struct expression *to);
size_t expression_bytes(const struct expression *expression);

/* Whether the expression is a constant value. */
bool expression_known(const struct expression *expression, struct expression_value *value);

/* Whether two expressions are equal, step by step; equal ones have the same hash. */
bool expression_same(const struct expression *one, const struct expression *other);
uint64_t expression_hash(const struct expression *expression);

bool expression_truth(struct expression_value value);

/* Word number `i` of those in the text that are not compared with each other; NULL after the last. */
const char *expression_word(const struct expression *expression, size_t i);

/* ---- elements of arrays ---- */

/* As expression_compile, for expressions of real numbers, which may have elements of arrays, NAME[INDEX]; sums,
 *
 *     sum(E for k in range(a, b))    range(b), range(a, b, step)
 *
 * possibly nested, where k is defined within E only; and the functions sqrt, exp, log, sin, cos, pow(a, b), and fabs,
 * the same as abs. Words are compared with constants only. A range's names are looked up before those of its E. The
 * program is for expression_element only. */
struct expression *expression_compile_elements(const char *text, expression_lookup *lookup, const void *user,
                                               struct fault *fault);

/* The most steps of an expression with sums: each iteration of a sum takes a step per operation of its E. */
enum { EXPRESSION_STEPS = 1 << 30 };

/* Whether it has sums; without them it takes no more steps than its text has bytes. */
bool expression_sums(const struct expression *expression);

/* Reads element `index` of array number `array`; -1 is not the last one. NULL, or an error as "index 12 of x, which has
 * 10 elements". */
typedef const char *expression_read(void *user, size_t array, int64_t index, double *value);

/* The value in double precision, exact for whole numbers up to 2^53; and its magnitude, to which the rounding error is
 * proportional: of sums and differences the sum of the magnitudes, of products and quotients their product and
 * quotient, of min and max the greater one, of real functions the propagated magnitude of the argument (to first order)
 * or the value, of whole numbers the value. Slots are real numbers. INVALID if there is no value, or before it starts
 * if it needs more than EXPRESSION_STEPS. Thread-safe if `read` is. */
enum status expression_element(const struct expression *expression, const double *slots, expression_read *read,
                               void *user, double *value, double *magnitude, struct fault *fault);

/* ---- lists ---- */

/* Evaluates a list of values, as for a parameter:
 *
 *     [16, 32, 64]    [1, 2] + list(range(32, 1025, 32))    range(1, 9)    ('a', "b")    16
 *     [2**i for i in range(0, 6)]    [i * 8 for i in [1, 2, 3, 6] if i % 2 == 0]
 *
 * Values, constants and functions are those of expressions; names are constants by `lookup` (NULL: no names), whose
 * words must outlive the list. More than `most` values are INVALID before they are computed; so is a text that is no
 * list: "column 7: ...". free() frees the values, and words of the text with them. */
enum status expression_list(const char *text, expression_lookup *lookup, const void *user, size_t most,
                            struct expression_value **values, size_t *count, struct fault *fault);
