/* Whether a configuration keeps all constraints; for tests. */
#pragma once

#include "tests/check.h"
#include "tuner/constraints.h"

/* The first that it does not keep, NULL if there is none. */
__attribute__((unused)) static const struct constraint *first_broken(struct constraints *evaluator,
                                                                     const struct config *config)
{
    const struct constraint *constraints = config->problem->bench->space.constraints;
    bool holds = true;
    for (size_t c = 0; c < space_constraints(&config->problem->bench->space); c++) {
        CHECK(constraints_evaluate(evaluator, c, config, &holds, NULL) == OK);
        if (!holds)
            return &constraints[c];
    }
    return NULL;
}

__attribute__((unused)) static bool config_allowed(const struct config *config, const struct compute_device *device,
                                                   const struct constraint **broken)
{
    struct constraints *evaluator = CALL(constraints_new(config->problem, device, &caught));
    CHECK_TEXT(caught.text, "");
    const struct constraint *first = evaluator ? first_broken(evaluator, config) : NULL;
    if (first && broken)
        *broken = first;
    constraints_free(evaluator);
    return evaluator && !first;
}
