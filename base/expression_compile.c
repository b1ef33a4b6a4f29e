/* Compiles expressions by recursive descent, from the loosest operators to the tightest. */
#include "base/expression_compiler.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- instructions ---- */

static struct instruction *emit(struct compiler *c, enum operation operation, size_t column, int more)
{
    return expression_emit(&c->writer, operation, column + 1, more);
}

static void emit_unary(struct compiler *c, enum operation operation, size_t column)
{
    expression_emit_unary(&c->writer, operation, column + 1);
}

static void emit_binary(struct compiler *c, enum operation operation, size_t column)
{
    expression_emit_binary(&c->writer, operation, column + 1);
}

/* The number of instructions; fixes those written so far. */
static size_t written(const struct compiler *c)
{
    return c->writer.made->count;
}

static void fix(struct compiler *c)
{
    c->writer.fixed = written(c);
}

static void land(struct compiler *c, size_t at)
{
    expression_land(&c->writer, at);
}

/* ---- operators ---- */

static bool read_expression(struct compiler *c);

enum level { COMPARISON, SUM, TERM };
static const struct {
    int symbol, operation;
    enum level level;
} operators[] = {{'<', LESS, COMPARISON},
                 {TWO('<', '='), LESS_EQUAL, COMPARISON},
                 {'>', GREATER, COMPARISON},
                 {TWO('>', '='), GREATER_EQUAL, COMPARISON},
                 {TWO('=', '='), EQUAL, COMPARISON},
                 {TWO('!', '='), NOT_EQUAL, COMPARISON},
                 {IS_IN, IN, COMPARISON},
                 {IS_NOT, NOT, COMPARISON},
                 {'+', ADD, SUM},
                 {'-', SUBTRACT, SUM},
                 {'*', MULTIPLY, TERM},
                 {'/', DIVIDE, TERM},
                 {TWO('/', '/'), FLOOR_DIVIDE, TERM},
                 {'%', MODULO, TERM}};

/* The next token, if it is an operator of this level; else PUSH, which is none. */
static int operator_of(const struct compiler *c, enum level level)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].symbol == c->symbol && operators[i].level == level)
            return operators[i].operation;
    return PUSH;
}

static bool read_constant(struct compiler *c)
{
    const char *begin = c->text + c->begin;
    struct expression_meaning meaning = {.is_slot = false};
    struct expression_value *value = &meaning.constant;
    const size_t column = c->begin, length = c->end - c->begin, digits = strspn(begin, "0123456789.eE+-");
    char *end = NULL;
    if (c->symbol == WORD) {
        c->writer.made->text[c->end] = 0;
        *value = (struct expression_value){EXPRESSION_WORD, {.word = c->writer.made->text + c->begin + 1}};
    } else if (digits < length) {
        const bool is_suffix = digits + strspn(begin + digits, "fFlLuU") == length;
        return compiler_refuse(c, column, is_suffix ? "a number has no suffix" : "this is no number");
    } else if (strspn(begin, "0123456789") < length) {
        *value = (struct expression_value){EXPRESSION_REAL, {.real = strtod(begin, &end)}};
    } else if (*begin == '0' && strspn(begin, "0") < length) {
        return compiler_refuse(c, column, "a whole number does not begin with 0");
    } else
        for (size_t i = 0; i < length; i++)
            if (__builtin_mul_overflow(value->integer, INT64_C(10), &value->integer) ||
                __builtin_add_overflow(value->integer, (int64_t)(begin[i] - '0'), &value->integer))
                return compiler_refuse(c, column, "a whole number does not fit 64 bits");
    if (end && end != begin + length)
        return compiler_refuse(c, column, "this is no number");
    compiler_next(c);
    return compiler_push(c, column, &meaning);
}

static bool read_value(struct compiler *c)
{
    struct expression_meaning truth = {.constant = {EXPRESSION_INTEGER, {.integer = c->symbol == IS_TRUE}}};
    if (c->symbol == NAME || c->symbol == IS_IN) /* where a value begins `in` is an array's name */
        return compiler_read_named(c);
    if (c->symbol == NUMBER || c->symbol == WORD)
        return read_constant(c);
    if (compiler_takes(c, IS_TRUE) || compiler_takes(c, IS_FALSE))
        return compiler_push(c, c->begin, &truth);
    if (compiler_takes(c, '('))
        return read_expression(c) && compiler_needs(c, ')', "a ) is missing");
    return compiler_refuse(c, c->begin, c->symbol == END ? "a value is missing at the end" : "a value is missing here");
}

/* A sign may precede an exponent, and a whole power. */
static bool read_signed(struct compiler *c)
{
    const size_t column = c->begin;
    const bool is_negative = c->symbol == '-';
    if (compiler_takes(c, '-') || compiler_takes(c, '+')) {
        if (!compiler_read_deeper(c, read_signed))
            return false;
        emit_unary(c, is_negative ? NEGATE : PLUS, column);
        return true;
    }
    const bool good = read_value(c);
    const size_t sign = c->begin;
    if (!good || !compiler_takes(c, TWO('*', '*')))
        return good;
    if (!compiler_read_deeper(c, read_signed))
        return false;
    emit_binary(c, POWER, sign);
    return true;
}

static bool read_sum(struct compiler *c, enum level level)
{
    bool good = level == TERM ? read_signed(c) : read_sum(c, TERM);
    for (int operation; good && (operation = operator_of(c, level)) != PUSH;) {
        const size_t column = c->begin;
        compiler_next(c);
        good = level == TERM ? read_signed(c) : read_sum(c, TERM);
        if (good)
            emit_binary(c, (enum operation)operation, column);
    }
    return good;
}

/* Reads the list after `in`; its left side is on the stack. */
static bool read_list(struct compiler *c, size_t column)
{
    uint32_t count = 0;
    bool good = compiler_needs(c, '[', "`in` is of a list: [a, b]");
    for (bool more = c->symbol != ']'; good && more; count++) {
        good = read_expression(c);
        more = compiler_takes(c, ',') && c->symbol != ']';
    }
    if (!good || !compiler_needs(c, ']', "a ] is missing"))
        return false;
    expression_emit_find(&c->writer, count, column + 1);
    return operator_of(c, COMPARISON) == PUSH || compiler_refuse(c, c->begin, "nothing is compared with a list");
}

/* Reads from the left side of a comparison on: in a chain each operand is evaluated once. */
static bool read_compared(struct compiler *c)
{
    const size_t column = c->begin;
    const int operation = operator_of(c, COMPARISON);
    const bool is_not = compiler_takes(c, IS_NOT);
    if (operation == PUSH)
        return true;
    if (is_not || operation == IN) {
        if (!compiler_needs(c, IS_IN, "`not` stands before a value, or before `in`") || !read_list(c, column))
            return false;
        if (is_not)
            emit_unary(c, NOT, column);
        return true;
    }
    compiler_next(c);
    if (!read_sum(c, SUM))
        return false;
    if (operator_of(c, COMPARISON) == PUSH) {
        emit_binary(c, (enum operation)operation, column);
        return true;
    }
    emit(c, CHAIN, column, -1)->compare = (uint8_t)operation;
    const size_t at = written(c) - 1;
    fix(c);
    const bool good = compiler_read_deeper(c, read_compared);
    land(c, at);
    return good;
}

static bool read_comparison(struct compiler *c)
{
    return read_sum(c, SUM) && read_compared(c);
}

static bool read_negation(struct compiler *c)
{
    const size_t column = c->begin;
    if (!compiler_takes(c, IS_NOT))
        return read_comparison(c);
    if (!compiler_read_deeper(c, read_negation))
        return false;
    emit_unary(c, NOT, column);
    return true;
}

/* `and` and `or`. */
static bool read_either(struct compiler *c, int symbol, bool (*read_side)(struct compiler *c))
{
    bool good = read_side(c);
    while (good && c->symbol == symbol) {
        const size_t at = written(c);
        emit(c, symbol == IS_AND ? AND : OR, c->begin, -1);
        fix(c);
        compiler_next(c);
        good = read_side(c);
        land(c, at);
    }
    return good;
}

static bool read_conjunction(struct compiler *c)
{
    return read_either(c, IS_AND, read_negation);
}

/* `a if c else b`: c is evaluated first, so its code is moved before a's. */
static bool read_choice(struct compiler *c)
{
    struct instruction *program = c->writer.made->program;
    const size_t first = written(c);
    bool good = read_either(c, IS_OR, read_conjunction);
    if (!good || c->symbol != IS_IF)
        return good;
    const size_t column = c->begin, test = written(c), length = test - first;
    fix(c);
    compiler_next(c);
    c->writer.values--; /* a is not pushed yet */
    if (!read_either(c, IS_OR, read_conjunction))
        return false;
    emit(c, JUMP_UNLESS, column, 0);
    const size_t moved = written(c) - length;
    struct instruction *value = allocate(length * sizeof *value);
    memcpy(value, program + first, length * sizeof *value);
    memmove(program + first, program + test, (moved - first) * sizeof *value);
    memcpy(program + moved, value, length * sizeof *value);
    free(value);
    emit(c, JUMP, column, -1);
    land(c, moved - 1);
    const size_t jump = written(c) - 1;
    good = compiler_needs(c, IS_ELSE, "an `else` is missing") && read_expression(c);
    land(c, jump);
    return good;
}

static bool read_expression(struct compiler *c)
{
    return compiler_read_deeper(c, read_choice);
}

bool compiler_begin(struct compiler *c)
{
    const size_t length = strlen(c->text), program = (length + 2) * sizeof(struct instruction);
    if (length > EXPRESSION_TEXT) {
        fail(c->fault, INVALID, "column %d: an expression has at most %d bytes", EXPRESSION_TEXT + 1, EXPRESSION_TEXT);
        return false;
    }
    c->read_expression = read_expression;
    c->writer.made = allocate(sizeof *c->writer.made + program + length + 1);
    c->writer.made->text = (char *)c->writer.made + sizeof *c->writer.made + program;
    memcpy(c->writer.made->text, c->text, length);
    compiler_go(c, 0);
    return true;
}

struct expression *compiler_compile(struct compiler *c)
{
    if (compiler_begin(c) && read_expression(c) &&
        (c->symbol == END || compiler_refuse(c, c->begin, "the expression ends here, and the text goes on")))
        return c->writer.made;
    free(c->writer.made);
    return NULL;
}

struct expression *expression_compile(const char *text, expression_lookup *lookup, const void *user,
                                      struct fault *fault)
{
    return compiler_compile(&(struct compiler){.text = text, .lookup = lookup, .user = user, .fault = fault});
}
