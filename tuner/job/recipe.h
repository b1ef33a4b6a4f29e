/* What a generated input is made of, and its elements as the host has them. */
#pragma once

#include "tuner/job.h"

enum { GENERATORS = GENERATE_EXACT_DOUBLES + 1 };

/* A generated array: what job_generate in suite.h says of it. */
struct recipe {
    enum generator generator;
    uint64_t count, seed, row;
};

size_t recipe_bytes(struct recipe recipe);
size_t recipe_element_bytes(struct recipe recipe);

/* Element i of it, and where it is to be written as the kernels do; doubles have all values of each kind. */
double recipe_value(struct recipe recipe, uint64_t i);
void recipe_write(struct recipe recipe, double value, void *element);
double recipe_read(struct recipe recipe, const void *element);
