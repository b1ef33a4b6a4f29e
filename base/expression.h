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

/* What a name is: a constant, or one of the values that expression_evaluate is given, at `slot`. */
struct expression_meaning {
    bool is_slot;
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
