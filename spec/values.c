/* Initial contents of arrays. */
#include "spec/model.h"

#include "tuner/job.h"

#include <math.h>
#include <string.h>

/* A number of [least, most): a whole one for whole types. */
static double draw_number(const struct spec_argument *argument, double uniform)
{
    const double value = argument->least + uniform * (argument->most - argument->least);
    return argument->type.scalar->kind == SCALAR_FLOAT ? value : floor(value);
}

/* The state of filling an array. */
struct filling {
    const struct spec_argument *argument;
    double constant;
    uint64_t seed;
    size_t index; /* slot of the generator's index */
};

/* NaN if it cannot be evaluated. */
static double number_at(const struct filling *filling, double *slots, uint64_t i, struct fault *fault)
{
    const struct spec_argument *argument = filling->argument;
    double value, magnitude;
    if (argument->fill == FILL_RANDOM)
        return draw_number(argument, job_uniform(filling->seed, i));
    if (argument->fill != FILL_GENERATOR)
        return argument->fill == FILL_SEQUENCE ? (double)i : filling->constant;
    slots[filling->index] = (double)i;
    return expression_element(argument->generator, slots, NULL, NULL, &value, &magnitude, fault) == OK ? value : NAN;
}

static double real_of(struct expression_value value)
{
    return value.kind == EXPRESSION_REAL ? value.real : value.kind == EXPRESSION_INTEGER ? (double)value.integer : 0;
}

/* Whole numbers exactly, if the expression is whole. */
static enum status fill_constant(const struct spec_argument *argument, const struct expression_value *slots, char *to,
                                 size_t bytes, struct fault *fault)
{
    const size_t size = argument->type.scalar->bytes;
    const enum status status = spec_value(argument->value, argument->type.scalar, slots, to, fault);
    for (size_t at = size; at < bytes && status == OK; at *= 2)
        memcpy(to + at, to, at < bytes - at ? at : bytes - at);
    return status;
}

static struct filling filling_of(const struct spec *spec, size_t a, uint64_t seed)
{
    const struct spec_argument *argument = &spec->argument[a];
    return (struct filling){argument, 0, job_random(seed, argument->seed), spec_slot_of_value(spec, a)};
}

static void take_reals(const struct expression_value *slots, size_t count, double reals[SPEC_SLOTS])
{
    for (size_t s = 0; s < count; s++)
        reals[s] = real_of(slots[s]);
}

static bool is_wrong(const struct scalar *scalar, double number)
{
    return isnan(number) || !scalar_holds(scalar, number);
}

/* Why element i has no number that its type holds. */
static enum status fail_at(const struct filling *filling, double *reals, uint64_t i, struct fault *fault)
{
    struct fault why = {.status = OK};
    const double number = number_at(filling, reals, i, &why);
    if (!isnan(number))
        return fail(fault, INVALID, "element %llu: %.9g does not fit %s", (unsigned long long)i, number,
                    filling->argument->type.scalar->name);
    return fail(fault, INVALID, "element %llu: %s", (unsigned long long)i,
                why.status == OK ? "is no number" : why.text);
}

enum status spec_check_fill(const struct spec *spec, size_t a, const struct expression_value *slots, size_t bytes,
                            struct fault *fault)
{
    const struct spec_argument *argument = &spec->argument[a];
    const struct scalar *scalar = argument->type.scalar;
    const struct filling filling = filling_of(spec, a, 0);
    const uint64_t last = bytes / scalar->bytes - 1;
    double reals[SPEC_SLOTS] = {0};
    uint64_t number;
    struct fault why = {0};
    if (argument->fill == FILL_CONSTANT && argument->value)
        spec_value(argument->value, scalar, slots, &number, &why);
    take_reals(slots, filling.index, reals);
    const bool counts = argument->fill == FILL_SEQUENCE || argument->fill == FILL_GENERATOR;
    if (counts && is_wrong(scalar, number_at(&filling, reals, last, NULL)))
        fail_at(&filling, reals, last, &why);
    return why.status == OK ? OK : fail(fault, INVALID, "the value of %s: %s", argument->name, why.text);
}

enum status spec_fill(const struct spec *spec, size_t a, const struct expression_value *slots, uint64_t seed,
                      void *memory, size_t bytes, struct fault *fault)
{
    const struct spec_argument *argument = &spec->argument[a];
    const struct scalar *scalar = argument->type.scalar;
    const size_t numbers = bytes / scalar->bytes;
    struct filling filling = filling_of(spec, a, seed);
    const enum status status = argument->value ? spec_number(argument->value, slots, &filling.constant, fault) : OK;
    double reals[SPEC_SLOTS] = {0};
    size_t wrong = SIZE_MAX;
    if (status != OK)
        return status;
    if (argument->fill == FILL_CONSTANT && argument->value)
        return fill_constant(argument, slots, memory, bytes, fault);
    if (argument->fill == FILL_FILE) {
        memcpy(memory, argument->file.bytes, argument->file.size < bytes ? argument->file.size : bytes);
        return OK;
    }
    take_reals(slots, filling.index, reals);
#pragma omp parallel for firstprivate(reals) reduction(min : wrong)
    for (size_t i = 0; i < numbers; i++) {
        const double number = number_at(&filling, reals, i, NULL);
        scalar_write(scalar, number, (char *)memory + i * scalar->bytes);
        if (argument->fill == FILL_GENERATOR && is_wrong(scalar, number) && i < wrong)
            wrong = i;
    }
    return wrong == SIZE_MAX ? OK : fail_at(&filling, reals, wrong, fault);
}

/* A random number is drawn again, a constant is halved or, if whole, decremented, so that an index stays valid; other
 * arrays use another element. */
void spec_other(struct job *job, const struct spec_argument *argument, uint64_t i, int tried, void *bytes)
{
    enum { ALIKE = 2 }; /* tries with similar values */
    const struct scalar *scalar = argument->type.scalar;
    const char *host = job_host(job, argument->slot);
    const uint64_t j = job_draw(job, job_bytes(job, argument->slot) / scalar->bytes);
    const double is = scalar_read(scalar, host + i * scalar->bytes);
    const double smaller = scalar->kind == SCALAR_FLOAT ? is / 2 : is - 1;
    const bool is_end = scalar->kind != SCALAR_FLOAT && tried >= ALIKE;
    const double uniform = is_end ? (tried % 2 ? 0 : 1 - 0x1p-53) : (double)job_draw(job, 1 << 24) * 0x1p-24;
    if (argument->fill == FILL_RANDOM)
        scalar_write(scalar, draw_number(argument, uniform), bytes);
    else if (argument->fill == FILL_CONSTANT)
        scalar_write(scalar, is > 0 ? smaller : 1, bytes);
    else
        memcpy(bytes, host + j * scalar->bytes, scalar->bytes);
    if (scalar->kind == SCALAR_FLOAT && tried >= ALIKE)
        scalar_write(scalar, ldexp(scalar_read(scalar, bytes), 4 * (tried + 1 - ALIKE)), bytes);
}

uint8_t spec_unwritten(const struct spec_argument *argument)
{
    return argument->type.scalar->kind == SCALAR_FLOAT ? 0xff : 0x96;
}
