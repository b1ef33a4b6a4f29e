#include "tuner/job/recipe.h"

#include <string.h>

static const struct {
    size_t bytes;
    bool exact;
} generators[GENERATORS] = {
    [GENERATE_FLOATS] = {sizeof(float), false},        [GENERATE_DOUBLES] = {sizeof(double), false},
    [GENERATE_WORDS] = {sizeof(uint32_t), false},      [GENERATE_EXACT_FLOATS] = {sizeof(float), true},
    [GENERATE_EXACT_DOUBLES] = {sizeof(double), true},
};

size_t recipe_bytes(struct recipe recipe)
{
    return recipe.count * recipe_element_bytes(recipe);
}

size_t recipe_element_bytes(struct recipe recipe)
{
    return generators[recipe.generator].bytes;
}

double recipe_value(struct recipe recipe, uint64_t i)
{
    const uint64_t row = recipe.row ? recipe.row : 1;
    if (generators[recipe.generator].exact)
        return job_exact(recipe.seed, i, i % row, row, job_one_in(row));
    if (recipe.generator == GENERATE_FLOATS)
        return (double)job_uniform_float(recipe.seed, i);
    return recipe.generator == GENERATE_DOUBLES ? job_uniform(recipe.seed, i) : job_word(recipe.seed, i);
}

void recipe_write(struct recipe recipe, double value, void *element)
{
    const float narrow = (float)value;
    const uint32_t word = recipe.generator == GENERATE_WORDS ? (uint32_t)value : 0;
    const bool is_double = recipe_element_bytes(recipe) == sizeof value;
    const void *from = recipe.generator == GENERATE_WORDS ? (const void *)&word
                       : is_double                        ? (const void *)&value
                                                          : (const void *)&narrow;
    memcpy(element, from, recipe_element_bytes(recipe));
}

double recipe_read(struct recipe recipe, const void *element)
{
    double value;
    float narrow;
    uint32_t word;
    memcpy(&narrow, element, sizeof narrow);
    memcpy(&word, element, sizeof word);
    if (recipe_element_bytes(recipe) == sizeof value)
        memcpy(&value, element, sizeof value);
    else
        value = recipe.generator == GENERATE_WORDS ? word : (double)narrow;
    return value;
}
