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

static const struct {
    const char *name;
    int operation, values; /* 3: two or more */
} functions[] = {{"min", MIN, 3},     {"max", MAX, 3},   {"divides", DIVIDES, 2}, {"abs", ABS, 1},
                 {"floor", FLOOR, 1}, {"ceil", CEIL, 1}, {"log2", LOG2, 1}};

static bool read_call(struct compiler *c, const char *name, size_t column)
{
    size_t f = 0;
    int count = 1;
    while (f < sizeof functions / sizeof *functions && strcmp(functions[f].name, name) != 0)
        f++;
    if (f == sizeof functions / sizeof *functions)
        return compiler_refuse(c, column, "there is no such function: min, max, abs, ceil, floor, log2, divides");
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
        expression_emit_unary(&c->writer, operation, column + 1);
    return compiler_needs(c, ')', "a ) is missing");
}

bool compiler_read_named(struct compiler *c)
{
    char name[128];
    const size_t column = c->begin, length = c->end - c->begin;
    struct expression_meaning meaning = {.is_slot = false};
    if (length >= sizeof name)
        return compiler_refuse(c, column, "no name is so long");
    memcpy(name, c->text + column, length);
    name[length] = 0;
    compiler_next(c);
    if (compiler_takes(c, '('))
        return read_call(c, name, column);
    if (c->lookup(c->user, name, &meaning))
        return compiler_push(c, column, &meaning);
    fail(c->fault, INVALID, "column %zu: there is no %s", column + 1, name);
    return false;
}
