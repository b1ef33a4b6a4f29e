/* What change() of a bench calls, for tests that keep "device" arrays in host memory; before it is included, they say
 * where a slot is, bytes_of(slot), and what a generated one has, generator_at(job, slot). */
#ifndef TESTS_SUITES_CHANGES_H
#define TESTS_SUITES_CHANGES_H

#include "tuner/job/recipe.h"

#include <string.h>

static uint64_t drawn;

uint64_t job_draw(struct job *job, uint64_t below)
{
    (void)job;
    return job_random(17, drawn++) % below;
}

void job_change(struct job *job, int slot, size_t offset, const void *value, size_t bytes)
{
    (void)job;
    memcpy((char *)bytes_of(slot) + offset, value, bytes);
}

double job_generated(const struct job *job, int slot, uint64_t i)
{
    const struct recipe recipe = {.generator = generator_at(job, slot)};
    return recipe_read(recipe, (const char *)bytes_of(slot) + i * recipe_element_bytes(recipe));
}

double job_change_generated(struct job *job, int slot, uint64_t i, double value)
{
    const struct recipe recipe = {.generator = generator_at(job, slot)};
    recipe_write(recipe, value, (char *)bytes_of(slot) + i * recipe_element_bytes(recipe));
    return job_generated(job, slot, i);
}

void *job_corrected(struct job *job, size_t bytes)
{
    (void)bytes;
    return (void *)job_expected(job);
}

#endif
