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
    POWER
};

/* Where the operand is. */
enum source { ON_STACK, IN_SLOT, CONSTANT };

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

/* Does an operation of one value, or of two, whose result is the first one then; or what is wrong. */
const char *expression_unary(enum operation operation, struct expression_value *value);
const char *expression_binary(enum operation operation, struct expression_value *left,
                              const struct expression_value *right);
