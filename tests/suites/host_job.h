/* Jobs without a device: the functions of a job that a suite calls, replaced by functions that keep "device" arrays
 * in host memory, and changes of them. The test replaces further ones, such as launches. */
#pragma once

#include "tests/suites/configs.h"
#include "tuner/job/recipe.h"

static struct array {
    void *bytes;
    size_t size;
    enum generator generator; /* of a generated one */
} array[MAX_SLOTS];
static const void *expected_values;
UNNEEDED static const struct config *launched; /* the configuration whose work is being queued */
static uint64_t drawn, bytes_read;

static void free_arrays(void)
{
    for (int slot = 0; slot < MAX_SLOTS; slot++)
        free(array[slot].bytes);
}

static void *declare(int slot, size_t bytes)
{
    static bool any;
    CHECK(bytes > 0);
    if (!any)
        atexit(free_arrays);
    any = true;
    free(array[slot].bytes);
    array[slot] = (struct array){.bytes = malloc(bytes), .size = bytes};
    return memset(array[slot].bytes, 0xff, bytes); /* NaN */
}

void *job_input(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes)
{
    return declare(slot, bytes);
}

void job_generate(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, uint64_t count,
                  enum generator generator, uint64_t seed, uint64_t row)
{
    const struct recipe recipe = {generator, count, seed, row};
    char *bytes = declare(slot, recipe_bytes(recipe));
    array[slot].generator = generator;
    for (uint64_t i = 0; i < count; i++)
        recipe_write(recipe, recipe_value(recipe, i), bytes + i * recipe_element_bytes(recipe));
}

void job_output(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes)
{
    declare(slot, bytes);
}

void job_scratch(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes)
{
    declare(slot, bytes);
}

void job_zeroed(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes)
{
    memset(declare(slot, bytes), 0, bytes);
}

enum status job_read(UNNEEDED const struct job *job, int slot, size_t offset, void *to, size_t bytes,
                     UNNEEDED struct fault *fault)
{
    CHECK(offset + bytes <= array[slot].size);
    memcpy(to, (const char *)array[slot].bytes + offset, bytes);
    bytes_read += bytes;
    return OK;
}

const void *job_host(UNNEEDED const struct job *job, int slot)
{
    return array[slot].bytes;
}

struct compute_array *job_array(UNNEEDED const struct job *job, int slot)
{
    return (struct compute_array *)(void *)&array[slot];
}

const void *job_expected(UNNEEDED const struct job *job)
{
    return expected_values;
}

uint64_t job_draw(UNNEEDED struct job *job, uint64_t below)
{
    return job_random(17, drawn++) % below;
}

void job_change(UNNEEDED struct job *job, int slot, size_t offset, const void *value, size_t bytes)
{
    memcpy((char *)array[slot].bytes + offset, value, bytes);
}

double job_generated(UNNEEDED const struct job *job, int slot, uint64_t i)
{
    const struct recipe recipe = {.generator = array[slot].generator};
    return recipe_read(recipe, (const char *)array[slot].bytes + i * recipe_element_bytes(recipe));
}

double job_change_generated(struct job *job, int slot, uint64_t i, double value)
{
    const struct recipe recipe = {.generator = array[slot].generator};
    recipe_write(recipe, value, (char *)array[slot].bytes + i * recipe_element_bytes(recipe));
    return job_generated(job, slot, i);
}

void *job_corrected(struct job *job, UNNEEDED size_t bytes)
{
    return (void *)job_expected(job);
}
