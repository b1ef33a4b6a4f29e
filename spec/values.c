/* What arrays hold before an iteration. */
#include "spec/model.h"

#include "tuner/values.h"

#include <math.h>
#include <string.h>

/* One of [least, most): a whole number, if the type has no others. */
double spec_random(const struct spec_argument *argument, double uniform)
{
    const double value = argument->least + uniform * (argument->most - argument->least);
    return argument->type.scalar->kind == SCALAR_FLOAT ? value : floor(value);
}

static double number_at(const struct spec_argument *argument, double constant, uint64_t seed, uint64_t i)
{
    if (argument->fill == FILL_RANDOM)
        return spec_random(argument, job_uniform(seed, i));
    return argument->fill == FILL_SEQUENCE ? (double)i : constant;
}

enum status spec_fill(const struct spec *spec, size_t a, const struct expression_value *slots, uint64_t seed,
                      void *memory, size_t bytes, struct fault *fault)
{
    const struct spec_argument *argument = &spec->argument[a];
    const struct scalar *scalar = argument->type.scalar;
    const size_t numbers = bytes / scalar->bytes;
    const uint64_t own_seed = job_random(seed, argument->seed);
    double constant = 0;
    const enum status status = argument->value ? spec_number(argument->value, slots, &constant, fault) : OK;
    if (status != OK)
        return status;
    if (argument->fill == FILL_FILE) {
        memcpy(memory, argument->file.bytes, argument->file.size < bytes ? argument->file.size : bytes);
        return OK;
    }
#pragma omp parallel for
    for (size_t i = 0; i < numbers; i++)
        scalar_write(scalar, number_at(argument, constant, own_seed, i), (char *)memory + i * scalar->bytes);
    return OK;
}
