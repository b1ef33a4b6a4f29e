/* Lists of values, for the spaces of parameters. */
#include "base/expression_compiler.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_FILTERED = 1 << 20,
    MOST_STEPS = 1 << 24
}; /* limits of values that an `if` filters, and of operations on them */

struct list {
    struct compiler c; /* first, since recursive readers get a pointer to it */
    expression_lookup *lookup;
    const void *user;
    struct expression_value *values;
    size_t count, capacity, most, steps;
};

static bool look_up_constant(const void *user, const char *name, struct expression_meaning *meaning)
{
    const struct list *list = user;
    return list->lookup && list->lookup(list->user, name, meaning) && !meaning->is_slot && !meaning->is_array;
}

/* Whether `more` values are allowed. */
static bool has_room(struct list *list, size_t at, uint64_t more)
{
    if (list->count <= list->most && more <= list->most - list->count)
        return true;
    fail(list->c.fault, INVALID, "column %zu: these are more than %zu values", at + 1, list->most);
    return false;
}

static void add(struct list *list, struct expression_value value)
{
    list->values = grow(list->values, list->count, &list->capacity, sizeof value);
    list->values[list->count++] = value;
}

/* ---- values ---- */

/* Compiles the next expression. */
static bool read_program(struct compiler *c)
{
    c->writer = (struct expression_writer){.made = c->writer.made};
    c->writer.made->count = 0;
    return c->read_expression(c);
}

static bool read_value(struct compiler *c, struct expression_value *value)
{
    return read_program(c) && expression_evaluate(c->writer.made, NULL, value, c->fault) == OK;
}

static bool add_range(struct list *list, size_t at, const int64_t args[3])
{
    const int64_t begin = args[0], end = args[1], step = args[2];
    const bool is_empty = step > 0 ? begin >= end : begin <= end;
    const uint64_t span = step > 0 ? (uint64_t)end - (uint64_t)begin : (uint64_t)begin - (uint64_t)end;
    const uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
    if (!step)
        return compiler_refuse(&list->c, at, "a range whose step is 0 has no end");
    const uint64_t turns = is_empty ? 0 : (span - 1) / stride + 1;
    if (!has_room(list, at, turns))
        return false;
    for (uint64_t i = 0; i < turns; i++)
        add(list, (struct expression_value){EXPRESSION_INTEGER,
                                            {.integer = (int64_t)((uint64_t)begin + i * (uint64_t)step)}});
    return true;
}

/* range(b), range(a, b), range(a, b, step) */
static bool read_range(struct list *list)
{
    struct compiler *c = &list->c;
    const size_t at = c->begin;
    int64_t args[3] = {0, 0, 1};
    int count = 0;
    compiler_next(c);
    compiler_next(c);
    do {
        struct expression_value value;
        const size_t column = c->begin;
        if (!read_value(c, &value))
            return false;
        if (value.kind != EXPRESSION_INTEGER)
            return compiler_refuse(c, column, "a range is of whole numbers");
        args[count++] = value.integer;
    } while (count < 3 && compiler_takes(c, ','));
    if (count == 1) {
        args[1] = args[0];
        args[0] = 0;
    }
    return compiler_needs(c, ')', "a ) is missing") && add_range(list, at, args);
}

/* ---- lists ---- */

static bool read_list(struct compiler *c);

/* Whether the next token begins a list; ( ) is one if it contains a comma, nothing, or a list. */
static bool is_list(struct compiler *c)
{
    const size_t at = c->begin;
    if (c->symbol == '[' || compiler_is_call(c, "list") || compiler_is_call(c, "range"))
        return true;
    if (!compiler_takes(c, '('))
        return false;
    const bool is = c->symbol == ')' || (c->depth < EXPRESSION_DEPTH && compiler_read_deeper(c, is_list)) ||
                    compiler_seek(c, ',', ',');
    compiler_go(c, at);
    return is;
}

/* Replaces the values from `first` on that satisfy the condition, if any, by the program's results; removes the
 * others. */
static bool replace(struct list *list, size_t first, const struct expression *condition)
{
    struct expression_value chosen = {.integer = 1};
    const struct expression *made = list->c.writer.made;
    const size_t turns = list->count - first;
    list->steps += turns * (made->count + (condition ? condition->count : 0));
    if (list->steps > MOST_STEPS)
        return compiler_refuse(&list->c, list->c.begin, "the list takes more than 2^24 steps");
    list->count = first;
    for (size_t i = first; i < first + turns; i++) {
        const struct expression_value value = list->values[i];
        if (condition && expression_evaluate(condition, &value, &chosen, list->c.fault) != OK)
            return false;
        if (!expression_truth(chosen))
            continue;
        if (!has_room(list, list->c.begin, 1) ||
            expression_evaluate(made, &value, &list->values[list->count++], list->c.fault) != OK)
            return false;
    }
    return true;
}

static bool read_condition(struct compiler *c, struct expression **condition)
{
    if (!compiler_takes(c, IS_IF))
        return true;
    if (!read_program(c))
        return false;
    *condition = allocate(expression_bytes(c->writer.made));
    memcpy(*condition, c->writer.made, expression_bytes(c->writer.made));
    return true;
}

/* Reads from `for` on; the expression of the value begins at `begin`. */
static bool read_comprehension(struct list *list, size_t begin)
{
    struct compiler *c = &list->c;
    const size_t behind = c->begin, first = list->count, most = list->most;
    struct own_name own = {.source = IN_SLOT};
    FREED struct expression *condition = NULL;
    compiler_next(c);
    if (!compiler_read_for(c, &own))
        return false;
    list->most = most > MOST_FILTERED ? most : MOST_FILTERED;
    bool good = compiler_read_deeper(c, read_list);
    list->most = most;
    c->own = &own;
    good = good && read_condition(c, &condition);
    const size_t end = c->begin;
    good = good && (c->symbol == ']' || compiler_refuse(c, end, "a ] is missing"));
    compiler_go(c, begin);
    good = good && read_program(c) && (c->begin == behind || compiler_refuse(c, c->begin, "a `for` is missing here"));
    c->own = own.outer;
    if (!good || (!condition && !has_room(list, behind, 0)) || !replace(list, first, condition))
        return false;
    compiler_go(c, end);
    return true;
}

/* Reads up to a closing bracket, or the end of the text. */
static bool read_items(struct list *list, int close)
{
    struct compiler *c = &list->c;
    const size_t begin = c->begin;
    if (close == ']' && compiler_seek(c, IS_FOR, ',') && c->symbol == IS_FOR)
        return read_comprehension(list, begin) && compiler_needs(c, ']', "a ] is missing");
    compiler_go(c, begin);
    for (bool more = close == END || c->symbol != close; more;) {
        struct expression_value value;
        if (!has_room(list, c->begin, 1) || !read_value(c, &value))
            return false;
        add(list, value);
        more = compiler_takes(c, ',') && c->symbol != close;
    }
    return compiler_needs(c, close,
                          close == ']'   ? "a ] is missing"
                          : close == ')' ? "a ) is missing"
                                         : "the list ends here, and the text goes on");
}

static bool read_part(struct list *list)
{
    struct compiler *c = &list->c;
    if (compiler_takes(c, '['))
        return read_items(list, ']');
    if (compiler_is_call(c, "range"))
        return read_range(list);
    const bool is_call = compiler_is_call(c, "list");
    if (!is_call && !is_list(c))
        return compiler_refuse(c, c->begin, "a list is missing here: [a, b], range(b)");
    if (is_call)
        compiler_next(c);
    compiler_next(c);
    if (!is_call && !is_list(c))
        return read_items(list, ')');
    return compiler_read_deeper(c, read_list) && compiler_needs(c, ')', "a ) is missing");
}

static bool read_list(struct compiler *c)
{
    do
        if (!read_part((struct list *)c))
            return false;
    while (compiler_takes(c, '+'));
    return true;
}

static bool read_all(struct list *list)
{
    if (!is_list(&list->c))
        return read_items(list, END);
    return read_list(&list->c) &&
           (list->c.symbol == END ||
            compiler_refuse(&list->c, list->c.begin, "the list ends here, and the text goes on"));
}

/* Packs the values, and the text of their words, into one allocation. */
static struct expression_value *pack(const struct list *list)
{
    const size_t length = strlen(list->c.text), bytes = list->count * sizeof *list->values;
    const char *text = list->c.writer.made->text;
    struct expression_value *values = allocate(bytes + length + 1);
    if (bytes)
        memcpy(values, list->values, bytes);
    char *copy = memcpy((char *)values + bytes, text, length + 1);
    for (size_t i = 0; i < list->count; i++) {
        const size_t at =
            values[i].kind == EXPRESSION_WORD ? (size_t)((uintptr_t)values[i].word - (uintptr_t)text) : length + 1;
        if (at <= length)
            values[i].word = copy + at;
    }
    return values;
}

enum status expression_list(const char *text, expression_lookup *lookup, const void *user, size_t most,
                            struct expression_value **values, size_t *count, struct fault *fault)
{
    struct fault own = {0};
    struct list list = {.lookup = lookup, .user = user, .most = most};
    list.c = (struct compiler){.text = text, .lookup = look_up_constant, .user = &list, .fault = fault ? fault : &own};
    const bool good = compiler_begin(&list.c) && read_all(&list);
    *values = good ? pack(&list) : NULL;
    *count = good ? list.count : 0;
    free(list.values);
    free(list.c.writer.made);
    return good ? OK : INVALID;
}
