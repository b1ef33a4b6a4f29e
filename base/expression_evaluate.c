/* Evaluates expressions: operations on values, running of programs, and inspection of them. */
#include "base/expression_program.h"

#include <math.h>
#include <string.h>

static const char too_large[] = "a whole number does not fit 64 bits";
static const char by_zero[] = "division by zero";
static const char not_a_number[] = "a word is no number";

bool expression_truth(struct expression_value value)
{
    return value.kind == EXPRESSION_INTEGER ? value.integer != 0
           : value.kind == EXPRESSION_REAL  ? value.real != 0
                                            : *value.word != 0;
}

static const char *set_integer(struct expression_value *value, int64_t integer)
{
    *value = (struct expression_value){EXPRESSION_INTEGER, {.integer = integer}};
    return NULL;
}

static const char *set_real(struct expression_value *value, double real)
{
    *value = (struct expression_value){EXPRESSION_REAL, {.real = real}};
    return NULL;
}

/* ---- whole numbers ---- */

static const char *raise_integer(int64_t base, int64_t exponent, struct expression_value *result)
{
    int64_t power = 1;
    if (exponent < 0)
        return base ? set_real(result, pow((double)base, (double)exponent)) : by_zero;
    while (exponent) {
        if (exponent & 1 && __builtin_mul_overflow(power, base, &power))
            return too_large;
        exponent >>= 1;
        if (exponent && __builtin_mul_overflow(base, base, &base))
            return too_large;
    }
    return set_integer(result, power);
}

static const char *integers(enum operation operation, struct expression_value *left, int64_t b)
{
    const int64_t a = left->integer;
    if (operation == ADD)
        return __builtin_add_overflow(a, b, &left->integer) ? too_large : NULL;
    if (operation == SUBTRACT)
        return __builtin_sub_overflow(a, b, &left->integer) ? too_large : NULL;
    if (operation == MULTIPLY)
        return __builtin_mul_overflow(a, b, &left->integer) ? too_large : NULL;
    if (operation == POWER)
        return raise_integer(a, b, left);
    if (!b)
        return by_zero;
    if (operation == DIVIDE)
        return set_real(left, (double)a / (double)b);
    if (b == -1) /* undefined in C for the least number */
        return operation == MODULO ? set_integer(left, 0) : a == INT64_MIN ? too_large : set_integer(left, -a);
    const int64_t rest = a % b, below = rest && (rest < 0) != (b < 0);
    left->integer = operation == MODULO ? rest + below * b : a / b - below;
    return NULL;
}

/* ---- real numbers ---- */

static double real_of(const struct expression_value *value)
{
    return value->kind == EXPRESSION_REAL ? value->real : (double)value->integer;
}

double expression_floor_divide(double a, double b, double *rest)
{
    *rest = fmod(a, b);
    double quotient = (a - *rest) / b;
    if (*rest == 0)
        *rest = copysign(0, b);
    else if ((*rest < 0) != (b < 0)) {
        *rest += b;
        quotient--;
    }
    const double whole = floor(quotient);
    return quotient == 0 ? copysign(0, a / b) : quotient - whole > 0.5 ? whole + 1 : whole;
}

static const char *raise_real(double base, double exponent, struct expression_value *result)
{
    const bool finite = isfinite(base) && isfinite(exponent);
    if (base == 0 && exponent < 0)
        return by_zero;
    if (base < 0 && finite && exponent != floor(exponent))
        return "a number below 0 to a power that is not whole";
    const double power = pow(base, exponent);
    return isinf(power) && finite ? "a power is beyond what real numbers reach" : set_real(result, power);
}

static const char *reals(enum operation operation, struct expression_value *left, double b)
{
    const double a = real_of(left);
    double rest;
    if (operation == ADD || operation == SUBTRACT)
        return set_real(left, operation == ADD ? a + b : a - b);
    if (operation == MULTIPLY)
        return set_real(left, a * b);
    if (operation == POWER)
        return raise_real(a, b, left);
    if (b == 0)
        return by_zero;
    const double quotient = operation == DIVIDE ? a / b : expression_floor_divide(a, b, &rest);
    return set_real(left, operation == MODULO ? rest : quotient);
}

/* ---- all kinds ---- */

/* Exact for all numbers: the mantissa of a long double has at least 64 bits. */
static long double exactly(const struct expression_value *value)
{
    return value->kind == EXPRESSION_REAL ? (long double)value->real : (long double)value->integer;
}

enum order { BELOW, SAME, ABOVE, OTHER };

static enum order order_of(const struct expression_value *left, const struct expression_value *right)
{
    if (left->kind == EXPRESSION_INTEGER && right->kind == EXPRESSION_INTEGER)
        return left->integer < right->integer ? BELOW : left->integer == right->integer ? SAME : ABOVE;
    if (left->kind == EXPRESSION_WORD)
        return strcmp(left->word, right->word) ? OTHER : SAME;
    const long double a = exactly(left), b = exactly(right);
    return a < b ? BELOW : a == b ? SAME : a > b ? ABOVE : OTHER;
}

static const bool holds[][OTHER + 1] = {
    [LESS] = {[BELOW] = true},    [LESS_EQUAL] = {[BELOW] = true, [SAME] = true},
    [GREATER] = {[ABOVE] = true}, [GREATER_EQUAL] = {[SAME] = true, [ABOVE] = true},
    [EQUAL] = {[SAME] = true},    [NOT_EQUAL] = {[BELOW] = true, [ABOVE] = true, [OTHER] = true},
};

const char *expression_binary(enum operation operation, struct expression_value *left,
                              const struct expression_value *right)
{
    if (left->kind == EXPRESSION_INTEGER && right->kind == EXPRESSION_INTEGER && operation >= ADD)
        return integers(operation, left, right->integer);
    const bool is_word = left->kind == EXPRESSION_WORD || right->kind == EXPRESSION_WORD;
    if (is_word && operation != EQUAL && operation != NOT_EQUAL)
        return operation < EQUAL ? "words have no order" : not_a_number;
    if (is_word && left->kind != right->kind)
        return "a word is compared with a number";
    if (operation <= NOT_EQUAL)
        return set_integer(left, holds[operation][order_of(left, right)]);
    if (operation <= MAX) {
        if (order_of(right, left) == (operation == MIN ? BELOW : ABOVE))
            *left = *right;
        return NULL;
    }
    if (operation == DIVIDES) {
        struct expression_value rest = *right;
        const char *mistake = expression_binary(MODULO, &rest, left);
        return mistake ? mistake : set_integer(left, !expression_truth(rest));
    }
    return reals(operation, left, real_of(right));
}

static const char *round_real(enum operation operation, struct expression_value *value)
{
    const double whole = operation == CEIL ? ceil(value->real) : floor(value->real);
    if (isnan(whole))
        return "NaN is no whole number";
    return whole >= -0x1p63 && whole < 0x1p63 ? set_integer(value, (int64_t)whole) : too_large;
}

const char *expression_unary(enum operation operation, struct expression_value *value)
{
    if (operation == NOT)
        return set_integer(value, !expression_truth(*value));
    if (value->kind == EXPRESSION_WORD)
        return not_a_number;
    const bool is_real = value->kind == EXPRESSION_REAL;
    if (operation == LOG2)
        return real_of(value) <= 0 ? "log2 is of numbers above 0" : set_real(value, log2(real_of(value)));
    if (operation == CEIL || operation == FLOOR)
        return is_real ? round_real(operation, value) : NULL;
    if (operation == PLUS || (operation == ABS && real_of(value) > 0))
        return NULL;
    if (is_real)
        return set_real(value, operation == ABS ? fabs(value->real) : -value->real);
    return value->integer == INT64_MIN ? too_large : set_integer(value, -value->integer);
}

/* ---- programs ---- */

const char *expression_chain(enum operation compare, struct expression_value two[2], bool *goes_on)
{
    struct expression_value result = two[0];
    const char *mistake = expression_binary(compare, &result, &two[1]);
    *goes_on = !mistake && result.integer;
    two[0] = *goes_on ? two[1] : result;
    return mistake;
}

const char *expression_find(struct expression_value *value, size_t count)
{
    bool found = false;
    for (size_t i = 1; i <= count && !found; i++) {
        struct expression_value equal = *value;
        const char *mistake = expression_binary(EQUAL, &equal, &value[i]);
        if (mistake)
            return mistake;
        found = equal.integer;
    }
    return set_integer(value, found);
}

enum status expression_evaluate(const struct expression *expression, const struct expression_value *slots,
                                struct expression_value *value, struct fault *fault)
{
    struct expression_value stack[EXPRESSION_VALUES], *top = stack; /* above the topmost value */
    const struct instruction *end = expression->program + expression->count;
    for (const struct instruction *at = expression->program; at < end; at++) {
        const char *mistake = NULL;
        bool goes_on = true;
        const struct expression_value *operand = at->source == IN_SLOT ? &slots[at->slot] : &at->constant;
        switch (at->operation) {
        case PUSH:
            *top++ = *operand;
            continue;
        case JUMP:
            goes_on = false;
            break;
        case JUMP_UNLESS:
            goes_on = expression_truth(*--top);
            break;
        case AND:
        case OR:
            goes_on = expression_truth(top[-1]) == (at->operation == AND);
            top -= goes_on;
            break;
        case CHAIN:
            top--;
            mistake = expression_chain(at->compare, top - 1, &goes_on);
            break;
        case IN:
            top -= at->further;
            mistake = expression_find(top - 1, at->further);
            break;
        default:
            if (at->operation < LESS)
                mistake = expression_unary(at->operation, top - 1);
            else {
                operand = at->source == ON_STACK ? --top : operand;
                mistake = expression_binary(at->operation, top - 1, operand);
            }
        }
        if (mistake)
            return fail(fault, INVALID, "column %d: %s", at->column, mistake);
        if (!goes_on)
            at += at->further;
    }
    *value = *stack;
    return OK;
}

/* ---- inspection ---- */

const char *expression_word(const struct expression *expression, size_t i)
{
    for (size_t at = 0; at < expression->count; at++) {
        const struct instruction *instruction = &expression->program[at];
        const bool has_operand = instruction->operation == PUSH || instruction->operation >= LESS;
        if (has_operand && instruction->source == CONSTANT && instruction->constant.kind == EXPRESSION_WORD && !i--)
            return instruction->constant.word;
    }
    return NULL;
}
