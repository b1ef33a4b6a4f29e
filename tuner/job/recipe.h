/* How a generated input is computed, and its elements on the host. */
#pragma once

#include "tuner/job.h"

enum { GENERATORS = GENERATE_EXACT_DOUBLES + 1 };

/* A generated array, as declared by job_generate. */
struct recipe {
    enum generator generator;
    uint64_t count, seed, row;
};

size_t recipe_bytes(struct recipe recipe);
size_t recipe_element_bytes(struct recipe recipe);

/* Element i, and writing it as the kernels do; a double represents the values of each type. */
double recipe_value(struct recipe recipe, uint64_t i);
void recipe_write(struct recipe recipe, double value, void *element);
double recipe_read(struct recipe recipe, const void *element);
