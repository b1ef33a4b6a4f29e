/* How texts of expressions are read, for base/expression*.c alone. */
#pragma once

#include "base/expression_program.h"

/* What a text consists of; of a sign its characters. */
#define TWO(first, second) ((first) | (second) << 8)
enum symbol {
    END,
    NUMBER = 1 << 16,
    WORD,
    NAME,
    BAD,
    IS_AND,
    IS_OR,
    IS_NOT,
    IS_IN,
    IS_IF,
    IS_ELSE,
    IS_FOR,
    IS_TRUE,
    IS_FALSE
};

/* A name that a text makes: within a sum, what it counts; and what such a name is, of a sum within others. */
struct own_name {
    const char *name;
    size_t length;
    enum source source;
    uint32_t slot;
    const struct own_name *outer;
};

struct compiler {
    const char *text;
    expression_lookup *lookup;
    const void *user;
    struct fault *fault;
    bool (*read_expression)(struct compiler *c); /* one within the text, from the loosest operators on */
    const struct own_name *own;
    bool has_elements; /* may have elements of arrays, and what else goes with them */
    struct expression_writer writer;
    int symbol; /* what is next in the text, from `begin` to `end`, which is a word's closing quote */
    size_t begin, end;
    int depth; /* of the text */
};

/* From text, lookup, user and fault: begins to read; makes a program of it all, or NULL. free() frees writer.made. */
bool compiler_begin(struct compiler *c);
struct expression *compiler_compile(struct compiler *c);

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

/* Goes to a byte of the text. */
void compiler_go(struct compiler *c, size_t at);

/* Goes to the first of two symbols that is behind what is next and in no brackets; if there is none, false. */
bool compiler_seek(struct compiler *c, int symbol, int other);

/* Behind a comprehension's value: `for NAME in`. */
bool compiler_read_for(struct compiler *c, struct own_name *own);

/* Whether a name is next that is this one, and a ( behind it. */
bool compiler_is_call(const struct compiler *c, const char *name);

/* A name that is next, and all that belongs to it: the values of a function. */
bool compiler_read_named(struct compiler *c);
