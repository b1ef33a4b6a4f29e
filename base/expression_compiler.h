/* The parser of expressions, for base/expression*.c only. */
#pragma once

#include "base/expression_program.h"

/* Tokens of a text; those of operators are their characters. */
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

/* A loop variable of a sum, and its meaning, within nested sums. */
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
    bool (*read_expression)(struct compiler *c); /* a nested one, from the loosest operators on */
    const struct own_name *own;
    bool has_elements; /* elements of arrays and their functions are allowed */
    struct expression_writer writer;
    int symbol; /* the next token, from `begin` to `end`, which is a word's closing quote */
    size_t begin, end;
    int depth; /* nesting depth of the text */
};

/* Start reading, with text, lookup, user and fault set; finish the program, or NULL. free() frees writer.made. */
bool compiler_begin(struct compiler *c);
struct expression *compiler_compile(struct compiler *c);

/* Reports a fault at byte `at`, from 0; faults count columns from 1. Returns false. */
bool compiler_refuse(struct compiler *c, size_t at, const char *what);

/* Calls a recursive reader, one level deeper. */
bool compiler_read_deeper(struct compiler *c, bool (*read)(struct compiler *c));

/* Move to the next token after `end`; accept it if it is this symbol; require it to be. */
void compiler_next(struct compiler *c);
bool compiler_takes(struct compiler *c, int symbol);
bool compiler_needs(struct compiler *c, int symbol, const char *what);

/* Pushes the meaning of a name or a constant. */
bool compiler_push(struct compiler *c, size_t column, const struct expression_meaning *meaning);

/* Moves to a byte of the text. */
void compiler_go(struct compiler *c, size_t at);

/* Moves to the first of two symbols outside brackets after the current token; false if there is none. */
bool compiler_seek(struct compiler *c, int symbol, int other);

/* Reads `for NAME in`, after a comprehension's value. */
bool compiler_read_for(struct compiler *c, struct own_name *own);

/* Whether the next tokens are this name and a (. */
bool compiler_is_call(const struct compiler *c, const char *name);

/* Reads a name and what belongs to it: the arguments of a function. */
bool compiler_read_named(struct compiler *c);
