/* Names in a spec's expressions, and their values. */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/constraints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

struct naming {
    struct spec *spec;
    enum scope scope;
    const char *index;
    bool *is_tuned; /* set if a name is a parameter's, whose value is unknown in this scope */
};

static size_t slot_of_n(const struct spec *spec)
{
    return spec->parameter_count;
}

size_t spec_slot_of_value(const struct spec *spec, size_t argument)
{
    return spec->parameter_count + 1 + argument;
}

size_t spec_slot_of_index(const struct spec *spec)
{
    return spec->parameter_count + 1 + spec->arguments;
}

/* A parameter with a single value is a constant. */
static bool find_parameter(const struct naming *naming, const char *name, struct expression_meaning *meaning)
{
    const struct spec *spec = naming->spec;
    for (size_t p = 0; p < spec->parameter_count; p++) {
        const struct parameter *parameter = &spec->parameters[p];
        if (strcmp(parameter->name, name) != 0)
            continue;
        *meaning = (struct expression_meaning){.is_slot = parameter->count > 1, .slot = p};
        if (!meaning->is_slot)
            meaning->constant = parameter_constant(parameter, 0);
        *naming->is_tuned = meaning->is_slot && naming->scope != SCOPE_CONFIG;
        return !*naming->is_tuned;
    }
    return false;
}

/* An array; with a 0 appended to its name, unless that is another name, its contents before the iteration. */
static bool find_array(const struct naming *naming, const char *name, struct expression_meaning *meaning)
{
    struct spec *spec = naming->spec;
    for (size_t a = 0; a < spec->arguments; a++) {
        struct spec_argument *argument = &spec->argument[a];
        const size_t length = strlen(argument->name);
        const bool is_before =
            argument->role == ROLE_BOTH && !strncmp(argument->name, name, length) && !strcmp(name + length, "0");
        const bool is_input = argument->role == ROLE_INPUT && !strcmp(argument->name, name);
        if (!is_before && !is_input)
            continue;
        argument->before_is_read = argument->before_is_read || is_before;
        *meaning = (struct expression_meaning){.is_array = true, .slot = a};
        return true;
    }
    return false;
}

static bool find_name(const void *user, const char *name, struct expression_meaning *meaning)
{
    const struct naming *naming = user;
    struct spec *spec = naming->spec;
    *meaning = (struct expression_meaning){.is_slot = true};
    if (naming->index && !strcmp(name, naming->index)) {
        meaning->slot = spec_slot_of_index(spec);
        return true;
    }
    if (!strcmp(name, "n")) {
        spec->names_n = true;
        meaning->slot = slot_of_n(spec);
        return true;
    }
    for (size_t a = 0; a < spec->arguments; a++)
        if (spec->argument[a].role == ROLE_VALUE && spec->argument[a].value && !strcmp(spec->argument[a].name, name)) {
            meaning->slot = spec_slot_of_value(spec, a);
            return true;
        }
    return find_parameter(naming, name, meaning) ||
           (naming->scope == SCOPE_ELEMENTS && find_array(naming, name, meaning));
}

struct expression *spec_compile(struct spec *spec, const char *text, enum scope scope, const char *index,
                                struct fault *fault)
{
    bool is_tuned = false;
    const struct naming naming = {spec, scope, index, &is_tuned};
    struct fault why = {.status = OK};
    if (index && spec_find_constant(spec, index, strlen(index))) {
        fail(fault, INVALID, "%s is gpubench.constants.%s, too", index, index);
        return NULL;
    }
    text = spec_expand(spec, text, fault);
    if (!text)
        return NULL;
    struct expression *made = scope >= SCOPE_ELEMENTS ? expression_compile_elements(text, find_name, &naming, &why)
                                                      : expression_compile(text, find_name, &naming, &why);
    if (!made)
        fail(fault, why.status, "%s%s", why.text,
             is_tuned ? " here: it is tuned, and this is the same for all its values" : "");
    return made ? spec_own(spec, made) : NULL;
}

/* ---- values ---- */

/* Evaluates to a number; a word is a fault. */
static enum status evaluate(const struct expression *expression, const struct expression_value *slots,
                            struct expression_value *value, struct fault *fault)
{
    const enum status status = expression_evaluate(expression, slots, value, fault);
    if (status == OK && value->kind == EXPRESSION_WORD)
        return fail(fault, INVALID, "'%s' is no number", value->word);
    return status;
}

enum status spec_number(const struct expression *expression, const struct expression_value *slots, double *number,
                        struct fault *fault)
{
    struct expression_value value;
    const enum status status = evaluate(expression, slots, &value, fault);
    if (status != OK)
        return status;
    *number = value.kind == EXPRESSION_REAL ? value.real : (double)value.integer;
    return OK;
}

enum status spec_count(const struct expression *expression, const struct expression_value *slots, uint64_t *count,
                       struct fault *fault)
{
    double number;
    const enum status status = spec_number(expression, slots, &number, fault);
    if (status != OK)
        return status;
    if (!(number >= 0 && number <= 0x1p53))
        return fail(fault, INVALID, "%.17g is no whole number from 0 to 2^53", number);
    if (number != floor(number))
        return fail(fault, INVALID, "%.17g is no whole number; ceil(A / B) and A // B are", number);
    *count = (uint64_t)number;
    return OK;
}

static struct expression_value real_value(double value)
{
    return value == floor(value) && fabs(value) <= 0x1p53
               ? (struct expression_value){EXPRESSION_INTEGER, {.integer = (int64_t)value}}
               : (struct expression_value){EXPRESSION_REAL, {.real = value}};
}

/* A positive integer fits 64 bits, though its double may be larger. */
static bool fits(const struct scalar *scalar, struct expression_value value)
{
    const bool is_integer = value.kind == EXPRESSION_INTEGER;
    return (is_integer && value.integer >= 0 && scalar->bytes == 8) ||
           scalar_holds(scalar, is_integer ? (double)value.integer : value.real);
}

enum status spec_value(const struct expression *expression, const struct scalar *scalar,
                       const struct expression_value *slots, void *at, struct fault *fault)
{
    struct expression_value value;
    const enum status status = evaluate(expression, slots, &value, fault);
    if (status != OK)
        return status;
    if (!fits(scalar, value))
        return value.kind == EXPRESSION_INTEGER
                   ? fail(fault, INVALID, "%lld does not fit %s", (long long)value.integer, scalar->name)
                   : fail(fault, INVALID, "%.9g does not fit %s", value.real, scalar->name);
    if (value.kind == EXPRESSION_INTEGER)
        scalar_write_integer(scalar, value.integer, at);
    else
        scalar_write(scalar, value.real, at);
    return OK;
}

/* The value that a kernel gets, rounded to its type: 0.1 is the nearest float. */
static struct expression_value value_of(const struct scalar *scalar, const void *at)
{
    int64_t integer;
    if (scalar->kind == SCALAR_FLOAT || scalar->bytes < sizeof integer)
        return real_value(scalar_read(scalar, at));
    memcpy(&integer, at, sizeof integer);
    return scalar->kind == SCALAR_SIGNED || integer >= 0
               ? (struct expression_value){EXPRESSION_INTEGER, {.integer = integer}}
               : real_value(scalar_read(scalar, at));
}

static enum status take_values(const struct spec *spec, struct expression_value *slots, struct fault *fault)
{
    struct fault why;
    why.status = OK; /* the caller writes the text: this is also called when an iteration is queued */
    for (size_t a = 0; a < spec->arguments; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        uint8_t bytes[8];
        if (argument->role != ROLE_VALUE)
            continue;
        if (spec_value(argument->value, argument->type.scalar, slots, bytes, &why) != OK)
            return fail(fault, INVALID, "the value of %s: %s", argument->name, why.text);
        slots[spec_slot_of_value(spec, a)] = value_of(argument->type.scalar, bytes);
    }
    return OK;
}

enum status spec_slots(const struct spec *spec, uint64_t n, const struct config *config,
                       struct expression_value slots[SPEC_SLOTS], struct fault *fault)
{
    for (size_t p = 0; p < spec->parameter_count; p++) {
        const struct parameter *parameter = &spec->parameters[p];
        const size_t position = config ? parameter_position(parameter, config->value[p]) : 0;
        slots[p] = parameter_constant(parameter, position);
    }
    slots[slot_of_n(spec)] = (struct expression_value){EXPRESSION_INTEGER, {.integer = (int64_t)n}};
    return take_values(spec, slots, fault);
}
