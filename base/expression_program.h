/* Programs of expressions, for base/expression*.c alone: instructions that work on a stack of values. */
#pragma once

#include "base/expression.h"

enum { EXPRESSION_VALUES = 64 }; /* of the stack */

/* Jumps go forth, over `further` instructions. */
enum operation {
    PUSH, /* the operand */
    JUMP,
    JUMP_UNLESS, /* where the topmost value, which is gone then, is not true */
    AND,         /* jumps where the topmost value is not true, else it is gone */
    OR,          /* where it is true */
    CHAIN,       /* compares the two topmost values by `compare`: the second stays; or jumps with 0 instead of both */
    IN,          /* whether one of the `further` topmost values is the one before them, instead of all */
    NOT,         /* of the topmost value: */
    NEGATE,
    PLUS,
    ABS,
    CEIL,
    FLOOR,
    LOG2,
    LESS, /* of the topmost value and the operand: */
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
    FIRST_OF_ELEMENTS, /* what only expressions of elements have: of the operand: */
    SQRT = FIRST_OF_ELEMENTS,
    EXP,
    LOG,
    SIN,
    COS,
    ELEMENT, /* of array `further` that which the operand says */
    RANGE,   /* of the `compare` topmost values makes a sum's three: see NEXT; jumps with 0 where there is no turn */
    NEXT     /* adds the topmost value to the sum and goes back over `further` instructions, or leaves the sum */
};

/* Where the operand is: IN_SUM, what a sum counts, which is on the stack at `slot`. */
enum source { ON_STACK, IN_SLOT, CONSTANT, IN_SUM };

struct instruction {
    struct expression_value constant;
    uint32_t slot, further;
    uint16_t column;
    uint8_t operation, source, compare;
};

struct expression {
    size_t count;
    char *text; /* behind the program, with an end behind each word */
    struct instruction program[];
};

/* A program that is written, from an empty one on that has room. What has a value already is not computed again; what
 * has none is left for evaluation. */
struct expression_writer {
    struct expression *made;
    size_t fixed; /* instructions before it may be jumped to: they stay as they are */
    int values;   /* on the stack */
};

/* Columns count from 1; `more` values are on the stack then. An operand is taken from where it is, and need not be on
 * the stack. */
struct instruction *expression_emit(struct expression_writer *writer, enum operation operation, size_t column,
                                    int more);
void expression_emit_unary(struct expression_writer *writer, enum operation operation, size_t column);
void expression_emit_binary(struct expression_writer *writer, enum operation operation, size_t column);

/* Whether a value is one of the `count` behind it. */
void expression_emit_find(struct expression_writer *writer, uint32_t count, size_t column);

/* Of one operand, from where it is. */
struct instruction *expression_emit_of(struct expression_writer *writer, enum operation operation, size_t column);

/* The jump that is instruction `at` leads to here. */
void expression_land(struct expression_writer *writer, size_t at);

/* Compares two neighbours of a chain: the second stays, or 0 does for all of it; and whether a value is one of the
 * `count` behind it. */
const char *expression_chain(enum operation compare, struct expression_value two[2], bool *goes_on);
const char *expression_find(struct expression_value *value, size_t count);

/* As Python's of real numbers: the rest is exact, and the quotient is the whole number next to what it says. */
double expression_floor_divide(double a, double b, double *rest);

/* Does an operation of one value, or of two, whose result is the first one then; or what is wrong. */
const char *expression_unary(enum operation operation, struct expression_value *value);
const char *expression_binary(enum operation operation, struct expression_value *left,
                              const struct expression_value *right);

/* What an expression of elements is given, and the steps that it has left. */
struct expression_machine {
    const double *slots;
    expression_read *read;
    void *user;
    double steps;
};

/* As expression_element, which begins with EXPRESSION_STEPS. */
enum status expression_element_within(const struct expression *expression, struct expression_machine *machine,
                                      double *value, double *magnitude, struct fault *fault);
