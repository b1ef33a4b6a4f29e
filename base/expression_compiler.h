/* How texts of expressions are read, for base/expression*.c alone. */
#pragma once

#include "base/expression_program.h"

/* What a text consists of; of a sign its characters. */
#define TWO(first, second) ((first) | (second) << 8)
enum symbol { END, NUMBER = 1 << 16, WORD, NAME, BAD, IS_AND, IS_OR, IS_NOT, IS_IN, IS_IF, IS_ELSE, IS_TRUE, IS_FALSE };

struct compiler {
    const char *text;
    expression_lookup *lookup;
    const void *user;
    struct fault *fault;
    bool (*read_expression)(struct compiler *c); /* one within the text, from the loosest operators on */
    struct expression_writer writer;
    int symbol; /* what is next in the text, from `begin` to `end`, which is a word's closing quote */
    size_t begin, end;
    int depth; /* of the text */
};

/* `at` counts bytes from 0, and faults columns from 1. False. */
bool compiler_refuse(struct compiler *c, size_t at, const char *what);

/* What reads itself, in the end. */
bool compiler_read_deeper(struct compiler *c, bool (*read)(struct compiler *c));

/* Goes to what is next behind `end`; takes it if it is this symbol; needs it to be. */
void compiler_next(struct compiler *c);
bool compiler_takes(struct compiler *c, int symbol);
bool compiler_needs(struct compiler *c, int symbol, const char *what);

/* Puts what a name or a constant means on the stack. */
bool compiler_push(struct compiler *c, size_t column, const struct expression_meaning *meaning);

/* A name that is next, and all that belongs to it: the values of a function. */
bool compiler_read_named(struct compiler *c);
