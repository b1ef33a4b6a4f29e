#include "tuner/space.h"

#include <stdio.h>
#include <string.h>

size_t space_parameters(const struct space *space)
{
    size_t count = 0;
    while (count < MAX_PARAMETERS && space->parameters[count].name)
        count++;
    return count;
}

uint64_t space_product(const struct space *space)
{
    uint64_t product = 1;
    for (size_t i = 0; i < space_parameters(space); i++)
        product *= space->parameters[i].count;
    return product;
}

static int value_at(const struct parameter *parameter, size_t position)
{
    return parameter->words ? (int)position : parameter->values[position];
}

struct config space_config(const struct space *space, uint64_t index)
{
    struct config config = {.space = space, .index = index};
    for (size_t i = space_parameters(space); i-- > 0;) {
        const struct parameter *parameter = &space->parameters[i];
        config.value[i] = value_at(parameter, index % parameter->count);
        index /= parameter->count;
    }
    return config;
}

static size_t position_of(const struct parameter *parameter, int value)
{
    for (size_t v = 0; v < parameter->count; v++)
        if (value_at(parameter, v) == value)
            return v;
    return SIZE_MAX;
}

uint64_t space_index(const struct space *space, const int *values)
{
    uint64_t index = 0;
    for (size_t i = 0; i < space_parameters(space); i++) {
        size_t position = position_of(&space->parameters[i], values[i]);
        if (position == SIZE_MAX)
            return UINT64_MAX;
        index = index * space->parameters[i].count + position;
    }
    return index;
}

bool space_allowed(const struct config *config, const struct compute_device *device, const struct constraint **broken)
{
    const struct constraint *constraints = config->space->constraints;
    for (size_t i = 0; i < MAX_CONSTRAINTS && constraints[i].text; i++)
        if (!constraints[i].holds(config, device)) {
            if (broken)
                *broken = &constraints[i];
            return false;
        }
    return true;
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
    char candidate[MAX_WORD];
    for (size_t v = 0; v < parameter->count; v++) {
        parameter_word(parameter, v, candidate);
        if (!strcmp(candidate, word))
            return v;
    }
    return SIZE_MAX;
}

void parameter_word(const struct parameter *parameter, size_t position, char word[MAX_WORD])
{
    if (parameter->words)
        snprintf(word, MAX_WORD, "%s", parameter->words[position]);
    else
        snprintf(word, MAX_WORD, "%d", parameter->values[position]);
}

void config_word(const struct config *config, size_t i, char word[MAX_WORD])
{
    const struct parameter *parameter = &config->space->parameters[i];
    parameter_word(parameter, position_of(parameter, config->value[i]), word);
}

struct restriction restriction_none(void)
{
    struct restriction restriction = {.inputs = NULL};
    for (size_t i = 0; i < MAX_PARAMETERS; i++)
        restriction.mask[i] = UINT32_MAX;
    return restriction;
}

bool restriction_admits(const struct restriction *restriction, const struct config *config)
{
    for (size_t i = 0; i < space_parameters(config->space); i++) {
        size_t position = position_of(&config->space->parameters[i], config->value[i]);
        if (!(restriction->mask[i] >> position & 1))
            return false;
    }
    return true;
}
