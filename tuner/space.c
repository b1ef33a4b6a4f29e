#include "tuner/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t space_parameters(const struct space *space)
{
    size_t count = 0;
    while (space->parameters && space->parameters[count].name)
        count++;
    return count;
}

size_t space_constraints(const struct space *space)
{
    size_t count = 0;
    while (space->constraints && space->constraints[count].text)
        count++;
    return count;
}

bool space_product(const struct space *space, uint64_t *product)
{
    *product = 1;
    for (size_t i = 0; i < space_parameters(space); i++)
        if (__builtin_mul_overflow(*product, (uint64_t)space->parameters[i].count, product))
            return false;
    return true;
}

int parameter_value(const struct parameter *parameter, size_t position)
{
    return parameter->values ? parameter->values[position] : (int)position;
}

size_t parameter_position(const struct parameter *parameter, int value)
{
    if (!parameter->values)
        return (size_t)value < parameter->count ? (size_t)value : SIZE_MAX;
    for (size_t v = 0; v < parameter->count; v++)
        if (parameter->values[v] == value)
            return v;
    return SIZE_MAX;
}

/* The index of the first `count` values and of the first of each other parameter. */
static uint64_t index_of(const struct space *space, const int *values, size_t count)
{
    uint64_t index = 0;
    for (size_t i = 0; i < space_parameters(space); i++) {
        size_t position = i < count ? parameter_position(&space->parameters[i], values[i]) : 0;
        if (position == SIZE_MAX)
            return NO_CONFIGURATION;
        index = index * space->parameters[i].count + position;
    }
    return index;
}

uint64_t space_index(const struct space *space, const int *values)
{
    return index_of(space, values, SIZE_MAX);
}

uint64_t space_default(const struct space *space)
{
    if (space->default_count > space_parameters(space))
        return NO_CONFIGURATION;
    return index_of(space, space->defaults, space->default_count);
}

size_t space_position(const struct space *space, uint64_t index, size_t parameter)
{
    for (size_t i = space_parameters(space); i-- > parameter + 1;)
        index /= space->parameters[i].count;
    return index % space->parameters[parameter].count;
}

size_t space_find(const struct space *space, const char *parameter)
{
    for (size_t i = 0; i < space_parameters(space); i++)
        if (!strcmp(space->parameters[i].name, parameter))
            return i;
    return SIZE_MAX;
}

size_t parameter_find(const struct parameter *parameter, const char *word)
{
    char number[MAX_NUMBER];
    for (size_t v = 0; v < parameter->count; v++)
        if (!strcmp(parameter_word(parameter, v, number), word))
            return v;
    return SIZE_MAX;
}

/* 17 digits always reproduce a double, 15 or 16 often. A real number is written as one: 2 is "2.0". */
void number_word(double value, char number[MAX_NUMBER])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(number, MAX_NUMBER, "%.*g", digits, value);
        if (strtod(number, NULL) == value)
            break;
    }
    if (!strpbrk(number, ".eni"))
        strcat(number, ".0");
}

const char *parameter_word(const struct parameter *parameter, size_t position, char number[MAX_NUMBER])
{
    if (parameter->words)
        return parameter->words[position];
    if (parameter->reals)
        number_word(parameter->reals[position], number);
    else
        snprintf(number, MAX_NUMBER, "%d", parameter->values[position]);
    return number;
}

void space_hash(struct store_hash *hash, const struct space *space)
{
    char number[MAX_NUMBER];
    size_t parameters = space_parameters(space);
    store_hash_add(hash, &parameters, sizeof parameters);
    for (size_t p = 0; p < parameters; p++) {
        const struct parameter *parameter = &space->parameters[p];
        store_hash_text(hash, parameter->name);
        store_hash_add(hash, &parameter->count, sizeof parameter->count);
        for (size_t v = 0; v < parameter->count; v++)
            store_hash_text(hash, parameter_word(parameter, v, number));
    }
}
