/* Programs of expressions, for base/expression*.c only: instructions for a stack machine. */
#pragma once

#include "base/expression.h"

enum { EXPRESSION_VALUES = 64 }; /* of the stack */

/* Jumps go forward, over `further` instructions. */
enum operation {
    PUSH, /* pushes the operand */
    JUMP,
    JUMP_UNLESS, /* pops the topmost value; jumps if it is false */
    AND,         /* jumps if the topmost value is false, else pops it */
    OR,          /* jumps if it is true, else pops it */
    CHAIN,       /* compares the two topmost values by `compare`: keeps the second, or replaces both by 0 and jumps */
    IN,          /* replaces the `further` topmost values and the one before them by whether that is one of them */
    NOT,         /* on the topmost value: */
    NEGATE,
    PLUS,
    ABS,
    CEIL,
    FLOOR,
    LOG2,
    LESS, /* on the topmost value and the operand: */
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    NOT_EQUAL,
    MIN,
    MAX,
    DIVIDES,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    FLOOR_DIVIDE,
    MODULO,
    POWER,
    FIRST_OF_ELEMENTS, /* only in expressions of elements; on the operand: */
    SQRT = FIRST_OF_ELEMENTS,
    EXP,
    LOG,
    SIN,
    COS,
    ELEMENT, /* the element of array `further` at the operand's index */
    RANGE, /* makes the state of a sum (see NEXT) of the `compare` topmost values; jumps with 0 if the range is empty */
    NEXT   /* adds the topmost value to the sum and jumps back over `further` instructions, or ends the sum */
};

/* The operand's place. IN_SUM: the loop variable of a sum, on the stack at `slot`. */
enum source { ON_STACK, IN_SLOT, CONSTANT, IN_SUM };

struct instruction {
    struct expression_value constant;
    uint32_t slot, further;
    uint16_t column;
    uint8_t operation, source, compare;
};

struct expression {
    size_t count;
    char *text; /* after the program, each word with its terminator */
    struct instruction program[];
};

/* Writes a program into an empty one with enough room. Constant parts are computed once; those with an error are left
 * for evaluation. */
struct expression_writer {
    struct expression *made;
    size_t fixed; /* instructions before it may be jump targets: they do not change */
    int values;   /* on the stack */
};

/* Columns count from 1; `more` is how many values the instruction adds to the stack. An operand is read from its place,
 * and need not be on the stack. */
struct instruction *expression_emit(struct expression_writer *writer, enum operation operation, size_t column,
                                    int more);
void expression_emit_unary(struct expression_writer *writer, enum operation operation, size_t column);
void expression_emit_binary(struct expression_writer *writer, enum operation operation, size_t column);

/* Emits a test whether a value is one of the `count` after it. */
void expression_emit_find(struct expression_writer *writer, uint32_t count, size_t column);

/* Emits an operation on one operand, read from its place. */
struct instruction *expression_emit_of(struct expression_writer *writer, enum operation operation, size_t column);

/* Sets the target of the jump at instruction `at` to here. */
void expression_land(struct expression_writer *writer, size_t at);

/* Compares two neighbours of a chain: keeps the second, or 0 as the result of all; and tests whether a value is one of
 * the `count` after it. */
const char *expression_chain(enum operation compare, struct expression_value two[2], bool *goes_on);
const char *expression_find(struct expression_value *value, size_t count);

/* As Python's for real numbers: the remainder is exact, and the quotient is the whole number nearest to the computed
 * one. */
double expression_floor_divide(double a, double b, double *rest);

/* Applies an operation to one value, or to two, and stores the result in the first; or returns an error. */
const char *expression_unary(enum operation operation, struct expression_value *value);
const char *expression_binary(enum operation operation, struct expression_value *left,
                              const struct expression_value *right);

/* The inputs of an expression of elements, and its remaining steps. */
struct expression_machine {
    const double *slots;
    expression_read *read;
    void *user;
    double steps;
};

/* As expression_element, which starts with EXPRESSION_STEPS. */
enum status expression_element_within(const struct expression *expression, struct expression_machine *machine,
                                      double *value, double *magnitude, struct fault *fault);
