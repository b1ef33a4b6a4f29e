/* Expressions as programs: reads a text, from the loosest operators to the tightest. */
#include "base/expression_program.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a sign its characters. */
#define TWO(first, second) ((first) | (second) << 8)
enum symbol { END, NUMBER = 1 << 16, WORD, NAME, BAD, IS_AND, IS_OR, IS_NOT, IS_IN, IS_IF, IS_ELSE, IS_TRUE, IS_FALSE };

struct compiler {
    const char *text;
    expression_lookup *lookup;
    const void *user;
    struct fault *fault;
    struct expression_writer writer;
    int symbol; /* what is next in the text, from `begin` to `end`, which is a word's closing quote */
    size_t begin, end;
    int depth; /* of the text */
};

static bool refuse(struct compiler *c, size_t at, const char *what)
{
    fail(c->fault, INVALID, "column %zu: %s", at + 1, what);
    return false;
}

/* What reads itself, in the end. */
static bool read_deeper(struct compiler *c, bool (*read)(struct compiler *c))
{
    const bool good = (++c->depth <= EXPRESSION_DEPTH || refuse(c, c->begin, "this is nested too deep")) && read(c);
    c->depth--;
    return good;
}

/* ---- what a text consists of ---- */

static bool is_of_name(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static void read_name(struct compiler *c)
{
    static const char *const words[] = {"and", "or", "not", "in", "if", "else", "True", "False"};
    const char *text = c->text;
    while (is_of_name(text[c->end]) || (text[c->end] == '.' && is_of_name(text[c->end + 1])))
        c->end++;
    c->symbol = NAME;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == c->end - c->begin && !memcmp(text + c->begin, words[i], c->end - c->begin))
            c->symbol = IS_AND + (int)i;
}

static void read_number(struct compiler *c)
{
    const char *text = c->text;
    while (isdigit((unsigned char)text[c->end]) || text[c->end] == '.')
        c->end++;
    if (text[c->end] == 'e' || text[c->end] == 'E')
        c->end += text[c->end + 1] == '-' || text[c->end + 1] == '+' ? 2 : 1;
    while (is_of_name(text[c->end]))
        c->end++;
    c->symbol = NUMBER;
}

static void read_word(struct compiler *c)
{
    const char *text = c->text, quote = text[c->end++];
    while (text[c->end] != quote && text[c->end] != '\\' && (unsigned char)text[c->end] >= ' ')
        c->end++;
    c->symbol = text[c->end] == quote ? WORD : BAD;
    if (c->symbol == BAD)
        refuse(c, c->end, text[c->end] ? "a word has neither escapes nor control characters" : "a word has no end");
}

static void read_sign(struct compiler *c)
{
    static const char *const twos[] = {"**", "//", "<=", ">=", "==", "!="};
    const char *text = c->text + c->begin;
    c->symbol = !*text ? END : strchr("<>+-*/%()[],", *text) ? *text : BAD;
    c->end += *text != 0;
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++)
        if (!strncmp(text, twos[i], 2)) {
            c->symbol = TWO(text[0], text[1]);
            c->end = c->begin + 2;
        }
    if (c->symbol == BAD)
        refuse(c, c->begin, *text == '=' ? "equality is ==" : "no expression has this character");
}

static void next(struct compiler *c)
{
    const char *text = c->text + c->end + (c->symbol == WORD);
    text += strspn(text, " \t\r\n");
    c->begin = c->end = (size_t)(text - c->text);
    if (isdigit((unsigned char)*text) || (*text == '.' && isdigit((unsigned char)text[1])))
        read_number(c);
    else if (is_of_name(*text))
        read_name(c);
    else if (*text == '\'' || *text == '"')
        read_word(c);
    else
        read_sign(c);
}

static bool takes(struct compiler *c, int symbol)
{
    if (c->symbol != symbol)
        return false;
    next(c);
    return true;
}

static bool needs(struct compiler *c, int symbol, const char *what)
{
    return takes(c, symbol) || refuse(c, c->begin, what);
}

/* ---- instructions ---- */

static bool push(struct compiler *c, size_t column, const struct expression_meaning *meaning)
{
    struct instruction *made = expression_emit(&c->writer, PUSH, column + 1, 1);
    made->source = meaning->is_slot ? IN_SLOT : CONSTANT;
    made->slot = (uint32_t)meaning->slot;
    made->constant = meaning->constant;
    return c->writer.values < EXPRESSION_VALUES || refuse(c, column, "this is nested too deep, or a list too long");
}

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

/* How many instructions there are; and from here on they stay as they are. */
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

/* What is next, if it is of a level; else PUSH, which is no operator. */
static int operator_of(const struct compiler *c, enum level level)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].symbol == c->symbol && operators[i].level == level)
            return operators[i].operation;
    return PUSH;
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
        return refuse(c, column, "there is no such function: min, max, abs, ceil, floor, log2, divides");
    const enum operation operation = (enum operation)functions[f].operation;
    if (!read_expression(c))
        return false;
    for (; takes(c, ','); count++) {
        if (!read_expression(c))
            return false;
        if (functions[f].values > 1)
            emit_binary(c, operation, column);
    }
    if (functions[f].values > 2 ? count < 2 : count != functions[f].values)
        return refuse(c, column, "so many values are not what the function takes");
    if (functions[f].values == 1)
        emit_unary(c, operation, column);
    return needs(c, ')', "a ) is missing");
}

static bool read_named(struct compiler *c)
{
    char name[128];
    const size_t column = c->begin, length = c->end - c->begin;
    struct expression_meaning meaning = {.is_slot = false};
    if (length >= sizeof name)
        return refuse(c, column, "no name is so long");
    memcpy(name, c->text + column, length);
    name[length] = 0;
    next(c);
    if (takes(c, '('))
        return read_call(c, name, column);
    if (c->lookup(c->user, name, &meaning))
        return push(c, column, &meaning);
    fail(c->fault, INVALID, "column %zu: there is no %s", column + 1, name);
    return false;
}

static bool read_constant(struct compiler *c)
{
    const char *begin = c->text + c->begin;
    struct expression_meaning meaning = {.is_slot = false};
    struct expression_value *value = &meaning.constant;
    const size_t column = c->begin, length = c->end - c->begin;
    char *end = NULL;
    if (c->symbol == WORD) {
        c->writer.made->text[c->end] = 0;
        *value = (struct expression_value){EXPRESSION_WORD, {.word = c->writer.made->text + c->begin + 1}};
    } else if (strspn(begin, "0123456789.eE+-") < length) {
        return refuse(c, column, "this is no number");
    } else if (strspn(begin, "0123456789") < length) {
        *value = (struct expression_value){EXPRESSION_REAL, {.real = strtod(begin, &end)}};
    } else if (*begin == '0' && strspn(begin, "0") < length) {
        return refuse(c, column, "a whole number does not begin with 0");
    } else
        for (size_t i = 0; i < length; i++)
            if (__builtin_mul_overflow(value->integer, INT64_C(10), &value->integer) ||
                __builtin_add_overflow(value->integer, (int64_t)(begin[i] - '0'), &value->integer))
                return refuse(c, column, "a whole number does not fit 64 bits");
    if (end && end != begin + length)
        return refuse(c, column, "this is no number");
    next(c);
    return push(c, column, &meaning);
}

static bool read_value(struct compiler *c)
{
    struct expression_meaning truth = {.constant = {EXPRESSION_INTEGER, {.integer = c->symbol == IS_TRUE}}};
    if (c->symbol == NAME)
        return read_named(c);
    if (c->symbol == NUMBER || c->symbol == WORD)
        return read_constant(c);
    if (takes(c, IS_TRUE) || takes(c, IS_FALSE))
        return push(c, c->begin, &truth);
    if (takes(c, '('))
        return read_expression(c) && needs(c, ')', "a ) is missing");
    return refuse(c, c->begin, c->symbol == END ? "a value is missing at the end" : "a value is missing here");
}

/* One may stand in front of what ** raises to, and of all of a power. */
static bool read_signed(struct compiler *c)
{
    const size_t column = c->begin;
    const bool is_negative = c->symbol == '-';
    if (takes(c, '-') || takes(c, '+')) {
        if (!read_deeper(c, read_signed))
            return false;
        emit_unary(c, is_negative ? NEGATE : PLUS, column);
        return true;
    }
    const bool good = read_value(c);
    const size_t sign = c->begin;
    if (!good || !takes(c, TWO('*', '*')))
        return good;
    if (!read_deeper(c, read_signed))
        return false;
    emit_binary(c, POWER, sign);
    return true;
}

static bool read_sum(struct compiler *c, enum level level)
{
    bool good = level == TERM ? read_signed(c) : read_sum(c, TERM);
    for (int operation; good && (operation = operator_of(c, level)) != PUSH;) {
        const size_t column = c->begin;
        next(c);
        good = level == TERM ? read_signed(c) : read_sum(c, TERM);
        if (good)
            emit_binary(c, (enum operation)operation, column);
    }
    return good;
}

/* Behind `in`, whose left side is on the stack. */
static bool read_list(struct compiler *c, size_t column)
{
    uint32_t count = 0;
    bool good = needs(c, '[', "`in` is of a list: [a, b]");
    for (bool more = c->symbol != ']'; good && more; count++) {
        good = read_expression(c);
        more = takes(c, ',') && c->symbol != ']';
    }
    if (!good || !needs(c, ']', "a ] is missing"))
        return false;
    emit(c, IN, column, -(int)count)->further = count;
    return operator_of(c, COMPARISON) == PUSH || refuse(c, c->begin, "nothing is compared with a list");
}

/* Behind the left side of a comparison: of a chain each is looked at once. */
static bool read_compared(struct compiler *c)
{
    const size_t column = c->begin;
    const int operation = operator_of(c, COMPARISON);
    const bool is_not = takes(c, IS_NOT);
    if (operation == PUSH)
        return true;
    if (is_not || operation == IN) {
        if (!needs(c, IS_IN, "`not` stands before a value, or before `in`") || !read_list(c, column))
            return false;
        if (is_not)
            emit_unary(c, NOT, column);
        return true;
    }
    next(c);
    if (!read_sum(c, SUM))
        return false;
    if (operator_of(c, COMPARISON) == PUSH) {
        emit_binary(c, (enum operation)operation, column);
        return true;
    }
    emit(c, CHAIN, column, -1)->compare = (uint8_t)operation;
    const size_t at = written(c) - 1;
    fix(c);
    const bool good = read_deeper(c, read_compared);
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
    if (!takes(c, IS_NOT))
        return read_comparison(c);
    if (!read_deeper(c, read_negation))
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
        next(c);
        good = read_side(c);
        land(c, at);
    }
    return good;
}

static bool read_conjunction(struct compiler *c)
{
    return read_either(c, IS_AND, read_negation);
}

/* `a if c else b`: c goes first, so it is moved before a. */
static bool read_choice(struct compiler *c)
{
    struct instruction *program = c->writer.made->program;
    const size_t first = written(c);
    bool good = read_either(c, IS_OR, read_conjunction);
    if (!good || c->symbol != IS_IF)
        return good;
    const size_t column = c->begin, test = written(c), length = test - first;
    fix(c);
    next(c);
    if (!read_either(c, IS_OR, read_conjunction))
        return false;
    emit(c, JUMP_UNLESS, column, -1);
    const size_t moved = written(c) - length;
    struct instruction *value = allocate(length * sizeof *value);
    memcpy(value, program + first, length * sizeof *value);
    memmove(program + first, program + test, (moved - first) * sizeof *value);
    memcpy(program + moved, value, length * sizeof *value);
    free(value);
    emit(c, JUMP, column, -1);
    land(c, moved - 1);
    const size_t jump = written(c) - 1;
    good = needs(c, IS_ELSE, "an `else` is missing") && read_expression(c);
    land(c, jump);
    return good;
}

static bool read_expression(struct compiler *c)
{
    return read_deeper(c, read_choice);
}

struct expression *expression_compile(const char *text, expression_lookup *lookup, const void *user,
                                      struct fault *fault)
{
    const size_t length = strlen(text), program = (length + 2) * sizeof(struct instruction);
    struct compiler c = {.text = text, .lookup = lookup, .user = user, .fault = fault};
    if (length > EXPRESSION_TEXT) {
        fail(fault, INVALID, "column %d: an expression has at most %d bytes", EXPRESSION_TEXT + 1, EXPRESSION_TEXT);
        return NULL;
    }
    c.writer.made = allocate(sizeof *c.writer.made + program + length + 1);
    c.writer.made->text = (char *)c.writer.made + sizeof *c.writer.made + program;
    memcpy(c.writer.made->text, text, length);
    next(&c);
    if (read_expression(&c) &&
        (c.symbol == END || refuse(&c, c.begin, "the expression ends here, and the text goes on")))
        return c.writer.made;
    free(c.writer.made);
    return NULL;
}
