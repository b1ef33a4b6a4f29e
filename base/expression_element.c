/* Expressions of elements of arrays: programs on real numbers, each with the magnitude of its terms. */
#include "base/expression_compiler.h"

#include <math.h>
#include <stdlib.h>

struct number {
    double value, magnitude;
};

static const char by_zero[] = "division by zero";
static const char beyond[] = "a value is beyond what real numbers reach";

static bool is_whole(double value)
{
    return fabs(value) <= 0x1p53 && (double)(int64_t)value == value;
}

static const char *set(struct number *number, double value, double magnitude)
{
    *number = (struct number){value, magnitude};
    return NULL;
}

/* ---- binary operations ---- */

static bool compare(enum operation operation, double a, double b)
{
    switch (operation) {
    case LESS:
        return a < b;
    case LESS_EQUAL:
        return a <= b;
    case GREATER:
        return a > b;
    case GREATER_EQUAL:
        return a >= b;
    case EQUAL:
        return a == b;
    default:
        return a != b;
    }
}

/* // and %: exact for whole numbers. */
static const char *divide_down(enum operation operation, struct number *left, double divisor)
{
    double value, rest;
    if (divisor == 0)
        return by_zero;
    if (!is_whole(left->value) || !is_whole(divisor)) {
        value = expression_floor_divide(left->value, divisor, &rest);
        value = operation == MODULO ? rest : value;
        return set(left, value, operation == MODULO ? fmax(fabs(rest), left->magnitude) : fabs(value));
    }
    const int64_t a = (int64_t)left->value, b = (int64_t)divisor, whole_rest = a % b;
    const bool below = whole_rest && (whole_rest < 0) != (b < 0);
    value = (double)(operation == MODULO ? whole_rest + below * b : a / b - below);
    return set(left, value, fabs(value));
}

/* Magnitude: as a product's for a whole exponent; else propagated through both partial derivatives. */
static const char *raise(struct number *left, struct number right)
{
    const double a = left->value, b = right.value;
    struct expression_value power = {EXPRESSION_REAL, {.real = a}};
    if (b == 2)
        return set(left, a * a, left->magnitude * left->magnitude);
    const char *mistake = expression_binary(POWER, &power, &(struct expression_value){EXPRESSION_REAL, {.real = b}});
    if (mistake)
        return mistake;
    const double value = power.real, base = b < 0 ? a * a / left->magnitude : left->magnitude;
    if (is_whole(b))
        return set(left, value, fmax(fabs(value), pow(base, b)));
    return set(left, value, fabs(value) * fmax(1, fmax(fabs(b / a) * left->magnitude, fabs(log(a)) * right.magnitude)));
}

static const char *divide(struct number *left, struct number right)
{
    if (right.value == 0)
        return by_zero;
    const double value = left->value / right.value, divisor = fabs(right.value);
    return set(left, value, fmax(fabs(value), left->magnitude / divisor * (right.magnitude / divisor)));
}

static const char *combine(enum operation operation, struct number *left, struct number right)
{
    bool truth;
    switch (operation) {
    case DIVIDE:
        return divide(left, right);
    case FLOOR_DIVIDE:
    case MODULO:
        return divide_down(operation, left, right.value);
    case DIVIDES:
        truth = left->value != 0 && !divide_down(MODULO, &right, left->value) && right.value == 0;
        return left->value == 0 ? by_zero : set(left, truth, truth);
    case POWER:
        return raise(left, right);
    case MIN:
    case MAX:
        truth = operation == MIN ? right.value < left->value : right.value > left->value;
        return set(left, truth ? right.value : left->value, fmax(left->magnitude, right.magnitude));
    default:
        truth = compare(operation, left->value, right.value);
        return set(left, truth, truth);
    }
}

/* ---- unary functions ---- */

/* A function's value, and the argument's magnitude times its derivative. */
static const char *lead(struct number *of, double value, double slope)
{
    return set(of, value, fmax(fabs(value), fabs(slope) * of->magnitude));
}

static const char *logarithm(enum operation operation, struct number *of)
{
    const double x = of->value;
    if (x <= 0)
        return operation == LOG ? "log is of numbers above 0" : "log2 is of numbers above 0";
    return operation == LOG ? lead(of, log(x), 1 / x) : lead(of, log2(x), 1 / (x * log(2)));
}

static const char *transcend(enum operation operation, struct number *of)
{
    const double x = of->value, power = operation == EXP ? exp(x) : 0;
    if (operation == SQRT && x < 0)
        return "sqrt is of numbers from 0 on";
    if (operation == SQRT)
        return x == 0 ? set(of, 0, sqrt(of->magnitude)) : lead(of, sqrt(x), 0.5 / sqrt(x));
    if (operation == EXP)
        return isinf(power) && !isinf(x) ? beyond : lead(of, power, power);
    if (isinf(x))
        return "sin and cos are of finite numbers";
    return operation == SIN ? lead(of, sin(x), cos(x)) : lead(of, cos(x), sin(x));
}

static const char *apply(enum operation operation, struct number *of)
{
    double whole;
    switch (operation) {
    case NOT:
        return set(of, of->value == 0, of->value == 0);
    case NEGATE:
        of->value = -of->value;
        return NULL;
    case PLUS:
        return NULL;
    case ABS:
        of->value = fabs(of->value);
        return NULL;
    case CEIL:
    case FLOOR:
        whole = operation == CEIL ? ceil(of->value) : floor(of->value);
        return isfinite(whole) ? set(of, whole, fabs(whole)) : "what is not finite is no whole number";
    case LOG:
    case LOG2:
        return logarithm(operation, of);
    default:
        return transcend(operation, of);
    }
}

/* ---- elements and sums ---- */

static const char *read_element(const struct expression_machine *machine, size_t array, double index,
                                struct number *element)
{
    double value = 0;
    if (!is_whole(index))
        return "an index is a whole number";
    const char *mistake = machine->read(machine->user, array, (int64_t)index, &value);
    set(element, value, fabs(value));
    return mistake;
}

/* A sum has three numbers on the stack: the loop variable and its step; the remaining iterations; the accumulated sum.
 * They replace the `given` values of its range at `args`. */
static const char *begin_sum(struct expression_machine *machine, struct number *args, size_t given, size_t length)
{
    const double step = given > 2 ? args[2].value : 1, begin = given > 1 ? args[0].value : 0;
    const double end = given > 1 ? args[1].value : args[0].value;
    if (!is_whole(begin) || !is_whole(end) || !is_whole(step))
        return "a range is of whole numbers";
    if (step == 0)
        return "a range whose step is 0 has no end";
    const double turns = fmax(ceil((end - begin) / step), 0);
    machine->steps -= turns * (double)length;
    args[0] = (struct number){begin, step};
    args[1] = (struct number){turns, 0};
    return machine->steps < 0 ? "the expression takes more than 2^30 steps" : NULL;
}

/* Whether there is another iteration. */
static bool end_turn(struct number *sum, struct number added)
{
    sum[2].value += added.value;
    sum[2].magnitude += added.magnitude;
    sum[0].value += sum[0].magnitude;
    return --sum[1].value > 0;
}

/* ---- programs ---- */

static struct number operand_of(const struct instruction *at, const struct expression_machine *machine,
                                const struct number *stack)
{
    const double value = at->source == CONSTANT  ? at->constant.real
                         : at->source == IN_SLOT ? machine->slots[at->slot]
                                                 : stack[at->slot].value;
    return (struct number){value, fabs(value)};
}

/* Replaces a value by whether it is among the `count` values after it. */
static void find(struct number *value, size_t count)
{
    bool found = false;
    for (size_t i = 1; i <= count && !found; i++)
        found = value[i].value == value->value;
    set(value, found, found);
}

/* Whether the program continues, or jumps; the operand was popped from the stack, and is still above the new top. */
static bool decide(const struct instruction *at, struct number **top, struct number operand)
{
    const bool is_true = operand.value != 0;
    bool goes_on = is_true;
    switch (at->operation) {
    case JUMP:
        ++*top;
        return false;
    case AND:
    case OR:
        goes_on = is_true == (at->operation == AND);
        *top += !goes_on;
        return goes_on;
    case CHAIN:
        goes_on = compare(at->compare, (*top)[-1].value, operand.value);
        (*top)[-1] = goes_on ? operand : (struct number){0, 0};
        return goes_on;
    case IN:
        *top += 1 - (ptrdiff_t)at->further;
        find(*top - 1, at->further);
        return true;
    default: /* JUMP_UNLESS */
        return goes_on;
    }
}

/* Operations on one operand only, or on it and the value before. */
static const char *work_out(enum operation operation, struct number **top, struct number operand)
{
    if (operation >= LESS && operation < FIRST_OF_ELEMENTS)
        return combine(operation, *top - 1, operand);
    **top = operand;
    return apply(operation, (*top)++);
}

enum status expression_element_within(const struct expression *expression, struct expression_machine *machine,
                                      double *value, double *magnitude, struct fault *fault)
{
    struct number stack[EXPRESSION_VALUES], *top = stack; /* above the topmost value */
    const struct instruction *end = expression->program + expression->count;
    for (const struct instruction *at = expression->program; at < end; at++) {
        const char *mistake = NULL;
        bool goes_on = true;
        const struct number operand = at->source == ON_STACK ? *--top : operand_of(at, machine, stack);
        switch (at->operation) {
        case PUSH:
            *top++ = operand;
            break;
        case ADD:
        case SUBTRACT:
            top[-1].value += at->operation == ADD ? operand.value : -operand.value;
            top[-1].magnitude += operand.magnitude;
            break;
        case MULTIPLY:
            top[-1].value *= operand.value;
            top[-1].magnitude *= operand.magnitude;
            break;
        case ELEMENT:
            mistake = read_element(machine, at->further, operand.value, top++);
            break;
        case RANGE:
            top += 1 - (ptrdiff_t)at->compare;
            mistake = begin_sum(machine, top, at->compare, at->further);
            goes_on = !mistake && top[1].value > 0;
            top += goes_on ? 3 : 1;
            top[-1] = (struct number){0, 0};
            break;
        case NEXT:
            if (end_turn(top - 3, operand))
                at -= at->further;
            else {
                top -= 2;
                top[-1] = top[1];
            }
            break;
        default:
            if (at->operation < NOT)
                goes_on = decide(at, &top, operand);
            else
                mistake = work_out(at->operation, &top, operand);
        }
        if (mistake)
            return fail(fault, INVALID, "column %d: %s", at->column, mistake);
        if (!goes_on)
            at += at->further;
    }
    *value = stack->value;
    *magnitude = stack->magnitude;
    return OK;
}

bool expression_sums(const struct expression *expression)
{
    bool sums = false;
    for (size_t i = 0; i < expression->count; i++)
        sums = sums || expression->program[i].operation == RANGE;
    return sums;
}

enum status expression_element(const struct expression *expression, const double *slots, expression_read *read,
                               void *user, double *value, double *magnitude, struct fault *fault)
{
    struct expression_machine machine = {slots, read, user, EXPRESSION_STEPS};
    return expression_element_within(expression, &machine, value, magnitude, fault);
}

/* Converts constants to real numbers; false if one has none. */
static bool settle(struct expression *expression, struct fault *fault)
{
    for (size_t i = 0; i < expression->count; i++) {
        struct instruction *at = &expression->program[i];
        struct expression_value *constant = &at->constant;
        if (at->source != CONSTANT || constant->kind == EXPRESSION_REAL)
            continue;
        if (constant->kind == EXPRESSION_WORD)
            return fail(fault, INVALID, "column %d: a word is no number", at->column) == OK;
        const double real = (double)constant->integer;
        if (real >= 0x1p63 || (int64_t)real != constant->integer)
            return fail(fault, INVALID, "column %d: a whole number has more digits than a real one holds",
                        at->column) == OK;
        *constant = (struct expression_value){EXPRESSION_REAL, {.real = real}};
    }
    return true;
}

struct expression *expression_compile_elements(const char *text, expression_lookup *lookup, const void *user,
                                               struct fault *fault)
{
    struct compiler c = {.text = text, .lookup = lookup, .user = user, .fault = fault, .has_elements = true};
    struct expression *made = compiler_compile(&c);
    if (made && settle(made, fault))
        return made;
    free(made);
    return NULL;
}
