/* Configurations of a test's problems. */
#pragma once

#include "base/memory.h"
#include "tests/check.h"
#include "tests/config_allowed.h"
#include "tuner/job.h"

static struct config **kept_configs;
static size_t kept_count, kept_capacity;

static void free_copies(void)
{
    while (kept_count)
        free(kept_configs[--kept_count]);
    free(kept_configs);
}

/* A configuration that exists until the program ends. */
__attribute__((unused)) static struct config *keep(struct config *config)
{
    if (!kept_capacity)
        atexit(free_copies);
    kept_configs = grow(kept_configs, kept_count, &kept_capacity, sizeof *kept_configs);
    return kept_configs[kept_count++] = config;
}

/* The configuration with these declared values, one per parameter; and the default one. */
__attribute__((unused)) static struct config *config_by(const struct problem *problem, const int *values)
{
    uint64_t index = space_index(&problem->bench->space, values);
    CHECK(index != NO_CONFIGURATION);
    return keep(config_new(problem, index));
}

__attribute__((unused)) static struct config *config_usual(const struct problem *problem)
{
    uint64_t index = space_default(&problem->bench->space);
    CHECK(index != NO_CONFIGURATION);
    return keep(config_new(problem, index));
}

/* The constraints of copies of the last problem and device. */
static struct constraints *constraints_of(const struct problem *problem, const struct compute_device *device)
{
    static struct problem of;
    static struct compute_device on;
    static struct constraints *evaluator;
    static bool known;
    const bool same = evaluator && !memcmp(&of, problem, sizeof of) && known == !!device &&
                      (!device || !memcmp(&on, device, sizeof on));
    if (same)
        return evaluator;
    constraints_free(evaluator);
    of = *problem;
    known = device;
    if (device)
        on = *device;
    return evaluator = constraints_new(&of, known ? &on : NULL, NULL);
}

/* Makes `config` the first one from `index` on that the device may run; false if there is none. So the loop over all is
 * for (uint64_t i = 0; config_from(config, &device, i); i = config->index + 1). */
__attribute__((unused)) static bool config_from(struct config *config, const struct compute_device *device,
                                                uint64_t index)
{
    uint64_t product = 0;
    CHECK(space_product(&config->problem->bench->space, &product));
    for (; index < product; index++) {
        config_set(config, index);
        if (!first_broken(constraints_of(config->problem, device), config))
            return true;
    }
    return false;
}
