/* Names in expressions: values, and functions of values. */
#include "base/expression_compiler.h"

#include <string.h>

bool compiler_push(struct compiler *c, size_t column, const struct expression_meaning *meaning)
{
    struct instruction *made = expression_emit(&c->writer, PUSH, column + 1, 1);
    made->source = meaning->is_slot ? IN_SLOT : CONSTANT;
    made->slot = (uint32_t)meaning->slot;
    made->constant = meaning->constant;
    return c->writer.values < EXPRESSION_VALUES ||
           compiler_refuse(c, column, "this is nested too deep, or a list too long");
}

static const char not_here[] = "elements of arrays are not for this expression";

/* ---- functions ---- */

static const struct {
    const char *name;
    int operation, values; /* 3: two or more */
} functions[] = {{"min", MIN, 3},     {"max", MAX, 3},   {"divides", DIVIDES, 2}, {"abs", ABS, 1},
                 {"floor", FLOOR, 1}, {"ceil", CEIL, 1}, {"log2", LOG2, 1}, /* for all expressions */
                 {"sqrt", SQRT, 1},   {"exp", EXP, 1},   {"log", LOG, 1},         {"sin", SIN, 1},
                 {"cos", COS, 1},     {"fabs", ABS, 1},  {"pow", POWER, 2}};
enum { FUNCTIONS = 7, FUNCTIONS_OF_ELEMENTS = sizeof functions / sizeof *functions };

static bool has_no_such(struct compiler *c, size_t column)
{
    return compiler_refuse(c, column,
                           c->has_elements ? "there is no such function: min, max, abs, ceil, floor, log2, divides, "
                                             "sqrt, exp, log, sin, cos, fabs, pow, sum"
                                           : "there is no such function: min, max, abs, ceil, floor, log2, divides");
}

static void emit_function(struct compiler *c, enum operation operation, size_t column)
{
    if (operation >= FIRST_OF_ELEMENTS)
        expression_emit_of(&c->writer, operation, column + 1);
    else
        expression_emit_unary(&c->writer, operation, column + 1);
}

static bool read_call(struct compiler *c, const char *name, size_t column)
{
    size_t f = 0;
    const size_t known = c->has_elements ? FUNCTIONS_OF_ELEMENTS : FUNCTIONS;
    int count = 1;
    while (f < known && strcmp(functions[f].name, name) != 0)
        f++;
    if (f == known)
        return has_no_such(c, column);
    const enum operation operation = (enum operation)functions[f].operation;
    if (!c->read_expression(c))
        return false;
    for (; compiler_takes(c, ','); count++) {
        if (!c->read_expression(c))
            return false;
        if (functions[f].values > 1)
            expression_emit_binary(&c->writer, operation, column + 1);
    }
    if (functions[f].values > 2 ? count < 2 : count != functions[f].values)
        return compiler_refuse(c, column, "so many values are not what the function takes");
    if (functions[f].values == 1)
        emit_function(c, operation, column);
    return compiler_needs(c, ')', "a ) is missing");
}

/* ---- sums ---- */

/* Reads the values of a range, which the sum then replaces. */
static bool read_range(struct compiler *c, size_t column)
{
    uint8_t count = 1;
    if (!compiler_is_call(c, "range"))
        return compiler_refuse(c, c->begin, "a sum is over a range: range(b), range(a, b), range(a, b, step)");
    compiler_next(c);
    compiler_next(c);
    bool good = c->read_expression(c);
    for (; good && count < 3 && compiler_takes(c, ','); count++)
        good = c->read_expression(c);
    if (!good || !compiler_needs(c, ')', "a ) is missing"))
        return false;
    expression_emit(&c->writer, RANGE, column + 1, 3 - count)->compare = count;
    return c->writer.values < EXPRESSION_VALUES || compiler_refuse(c, column, "this is nested too deep");
}

/* The range comes after the summed expression in the text, but is read before it. */
static bool read_sum(struct compiler *c, size_t column)
{
    const size_t begin = c->begin;
    struct own_name own = {.source = IN_SUM};
    if (!compiler_seek(c, IS_FOR, IS_FOR))
        return compiler_refuse(c, begin, "a sum is of this form: sum(E for k in range(n))");
    const size_t behind = c->begin;
    compiler_next(c);
    if (!compiler_read_for(c, &own) || !read_range(c, column))
        return false;
    const size_t range = c->writer.made->count - 1, end = c->begin;
    own.slot = (uint32_t)c->writer.values - 3;
    c->own = &own;
    compiler_go(c, begin);
    const bool good = c->read_expression(c);
    c->own = own.outer;
    if (!good || (c->begin != behind && !compiler_refuse(c, c->begin, "a `for` is missing here")))
        return false;
    struct instruction *next = expression_emit(&c->writer, NEXT, column + 1, -3);
    next->further = (uint32_t)(c->writer.made->count - 1 - range);
    expression_land(&c->writer, range);
    compiler_go(c, end);
    return compiler_needs(c, ')', "a ) is missing");
}

/* ---- values ---- */

static bool push_own(struct compiler *c, size_t column, const struct own_name *own)
{
    const bool good = compiler_push(c, column, &(struct expression_meaning){.is_slot = true, .slot = own->slot});
    c->writer.made->program[c->writer.made->count - 1].source = (uint8_t)own->source;
    return good;
}

/* Reads from the [ of an element on. */
static bool read_element(struct compiler *c, size_t column, size_t array)
{
    if (!c->read_expression(c) || !compiler_needs(c, ']', "a ] is missing"))
        return false;
    expression_emit_of(&c->writer, ELEMENT, column + 1)->further = (uint32_t)array;
    return true;
}

static bool read_value(struct compiler *c, const char *name, size_t column)
{
    struct expression_meaning meaning = {.is_slot = false};
    for (const struct own_name *own = c->own; own; own = own->outer)
        if (own->length == strlen(name) && !memcmp(own->name, name, own->length))
            return push_own(c, column, own);
    if (!c->lookup || !c->lookup(c->user, name, &meaning)) {
        fail(c->fault, INVALID, "column %zu: there is no %s", column + 1, name);
        return false;
    }
    if (c->symbol != '[' && !meaning.is_array)
        return compiler_push(c, column, &meaning);
    if (!c->has_elements)
        return compiler_refuse(c, column, not_here);
    if (!meaning.is_array)
        return compiler_refuse(c, column, "this is no array");
    return compiler_needs(c, '[', "of an array an element is missing: [INDEX]") &&
           read_element(c, column, meaning.slot);
}

bool compiler_read_named(struct compiler *c)
{
    char name[128];
    const size_t column = c->begin, length = c->end - c->begin;
    if (length >= sizeof name)
        return compiler_refuse(c, column, "no name is so long");
    memcpy(name, c->text + column, length);
    name[length] = 0;
    compiler_next(c);
    const bool is_sum = c->symbol == '(' && !strcmp(name, "sum");
    if (!c->has_elements && (is_sum || c->symbol == '['))
        return compiler_refuse(c, is_sum ? column : c->begin, not_here);
    if (compiler_takes(c, '('))
        return is_sum ? read_sum(c, column) : read_call(c, name, column);
    return read_value(c, name, column);
}
