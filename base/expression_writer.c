/* Writes programs of expressions: for the parser, and for binding of values. */
#include "base/expression_program.h"

#include <string.h>

static struct instruction *last(const struct expression_writer *writer)
{
    return &writer->made->program[writer->made->count - 1];
}

struct instruction *expression_emit(struct expression_writer *writer, enum operation operation, size_t column, int more)
{
    writer->values += more;
    writer->made->count++;
    *last(writer) = (struct instruction){.operation = (uint8_t)operation, .column = (uint16_t)column};
    return last(writer);
}

/* Whether the last `count` instructions each push a constant. */
static bool are_constant(const struct expression_writer *writer, size_t count)
{
    bool are = writer->made->count >= writer->fixed + count;
    for (size_t i = 0; are && i < count; i++)
        are = last(writer)[-(ptrdiff_t)i].operation == PUSH && last(writer)[-(ptrdiff_t)i].source == CONSTANT;
    return are;
}

/* Removes the last constants. */
static void drop(struct expression_writer *writer, size_t count)
{
    writer->made->count -= count;
    writer->values -= (int)count;
}

void expression_emit_unary(struct expression_writer *writer, enum operation operation, size_t column)
{
    struct expression_value value = last(writer)->constant;
    if (are_constant(writer, 1) && !expression_unary(operation, &value))
        last(writer)->constant = value;
    else
        expression_emit(writer, operation, column, 0);
}

struct instruction *expression_emit_of(struct expression_writer *writer, enum operation operation, size_t column)
{
    struct instruction *operand = last(writer);
    if (writer->made->count == writer->fixed || operand->operation != PUSH)
        return expression_emit(writer, operation, column, 0);
    operand->operation = (uint8_t)operation;
    operand->column = (uint16_t)column;
    return operand;
}

void expression_emit_binary(struct expression_writer *writer, enum operation operation, size_t column)
{
    struct instruction *operand = last(writer);
    if (are_constant(writer, 2)) {
        struct expression_value value = operand[-1].constant;
        if (!expression_binary(operation, &value, &operand->constant)) {
            operand[-1].constant = value;
            drop(writer, 1);
            return;
        }
    }
    expression_emit_of(writer, operation, column);
    writer->values--;
}

void expression_emit_find(struct expression_writer *writer, uint32_t count, size_t column)
{
    struct expression_value value[EXPRESSION_VALUES];
    if (are_constant(writer, count + 1)) {
        struct instruction *first = last(writer) - count;
        for (size_t i = 0; i <= count; i++)
            value[i] = first[i].constant;
        if (!expression_find(value, count)) {
            first->constant = *value;
            drop(writer, count);
            return;
        }
    }
    expression_emit(writer, IN, column, -(int)count)->further = count;
}

void expression_land(struct expression_writer *writer, size_t at)
{
    writer->made->program[at].further = (uint32_t)(writer->made->count - at - 1);
    writer->fixed = writer->made->count;
}

/* ---- binding of values ---- */

/* A program being rewritten. Pending jumps form a list of positions plus one: `further` has the previous one, `slot`
 * the target in the source program. */
struct binder {
    struct expression_writer writer;
    uint32_t pending;
};

static void jump(struct binder *binder, const struct instruction *from, size_t target, int more)
{
    struct instruction *made = expression_emit(&binder->writer, from->operation, from->column, more);
    made->compare = from->compare;
    made->slot = (uint32_t)target;
    made->further = binder->pending;
    binder->pending = (uint32_t)binder->writer.made->count;
    binder->writer.fixed = binder->writer.made->count;
}

/* Lands the jumps to this target; whether there were any. */
static bool is_target(struct binder *binder, size_t target)
{
    for (uint32_t at = binder->pending; at; at = binder->writer.made->program[at - 1].further)
        if (binder->writer.made->program[at - 1].slot == target)
            return true;
    return false;
}

static void land_all(struct binder *binder, size_t target)
{
    for (uint32_t *link = &binder->pending; *link;) {
        const uint32_t at = *link - 1;
        struct instruction *landed = &binder->writer.made->program[at];
        if (landed->slot == target) {
            *link = landed->further;
            landed->slot = 0;
            expression_land(&binder->writer, at);
        } else
            link = &landed->further;
    }
}

/* `and`, `or` and `if`: whether the source program continues after its jump. */
static bool choose(struct binder *binder, const struct instruction *at, size_t target)
{
    const enum operation operation = at->operation;
    if (operation == JUMP) { /* a branch that is always taken: the code after it is dead */
        const bool is_choice = is_target(binder, target - at->further);
        if (is_choice)
            jump(binder, at, target, -1);
        return is_choice;
    }
    if (!are_constant(&binder->writer, 1)) {
        jump(binder, at, target, -1);
        return true;
    }
    const bool goes_on = expression_truth(last(&binder->writer)->constant) == (operation != OR);
    if (goes_on || operation == JUMP_UNLESS)
        drop(&binder->writer, 1);
    return goes_on;
}

static bool link_chain(struct binder *binder, const struct instruction *at, size_t target)
{
    struct instruction *second = last(&binder->writer);
    bool goes_on = true;
    struct expression_value two[2];
    if (are_constant(&binder->writer, 2)) {
        two[0] = second[-1].constant;
        two[1] = second->constant;
        if (!expression_chain(at->compare, two, &goes_on)) {
            second[-1].constant = two[0];
            drop(&binder->writer, 1);
            return goes_on;
        }
    }
    jump(binder, at, target, -1);
    return true;
}

void expression_bind(const struct expression *from, size_t slot, struct expression_value value, struct expression *to)
{
    struct binder binder = {.writer = {.made = to}};
    to->count = 0;
    to->text = from->text;
    for (size_t i = 0; i < from->count; i++) {
        const struct instruction *at = &from->program[i];
        bool goes_on = true;
        if (binder.pending)
            land_all(&binder, i);
        if (at->source != ON_STACK) {
            struct instruction *operand = expression_emit(&binder.writer, PUSH, at->column, 1);
            const bool is_bound = at->source == IN_SLOT && at->slot == slot;
            operand->source = is_bound ? CONSTANT : at->source;
            operand->slot = is_bound ? 0 : at->slot;
            operand->constant = is_bound ? value : at->constant;
        }
        if (at->operation == CHAIN)
            goes_on = link_chain(&binder, at, i + at->further + 1);
        else if (at->operation == IN)
            expression_emit_find(&binder.writer, at->further, at->column);
        else if (at->operation >= LESS)
            expression_emit_binary(&binder.writer, at->operation, at->column);
        else if (at->operation >= NOT)
            expression_emit_unary(&binder.writer, at->operation, at->column);
        else if (at->operation != PUSH)
            goes_on = choose(&binder, at, i + at->further + 1);
        if (!goes_on)
            i += at->further;
    }
    land_all(&binder, from->count);
}

/* ---- comparing programs ---- */

size_t expression_bytes(const struct expression *expression)
{
    return sizeof *expression + (expression->count + 1) * sizeof *expression->program;
}

bool expression_known(const struct expression *expression, struct expression_value *value)
{
    const bool is_known = expression->count == 1 && expression->program->source == CONSTANT;
    if (is_known)
        *value = expression->program->constant;
    return is_known;
}

/* All that determines an instruction's effect. */
static void digest(const struct instruction *at, uint64_t two[2])
{
    uint64_t bits = 0;
    if (at->source == CONSTANT) /* its value, or its word's position */
        memcpy(&bits, &at->constant.integer, sizeof bits);
    two[0] = at->operation | (uint64_t)at->source << 8 | (uint64_t)at->compare << 16 |
             (uint64_t)at->constant.kind << 24 | (uint64_t)at->further << 32;
    two[1] = at->source == IN_SLOT ? at->slot : bits;
}

uint64_t expression_hash(const struct expression *expression)
{
    uint64_t hash = expression->count, two[2];
    for (size_t i = 0; i < expression->count; i++) {
        digest(&expression->program[i], two);
        hash = (hash ^ two[0]) * UINT64_C(0x9e3779b97f4a7c15);
        hash = ((hash ^ hash >> 29) + two[1]) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    return hash;
}

bool expression_same(const struct expression *one, const struct expression *other)
{
    uint64_t two[2], others[2];
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++) {
        digest(&one->program[i], two);
        digest(&other->program[i], others);
        same = two[0] == others[0] && two[1] == others[1];
    }
    return same;
}
