/* Checks the conditions of a spec together, once all of it is read. */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/check/check.h"
#include "tuner/constraints.h"
#include "tuner/search/allowed.h"

#include <math.h>

enum { MOST_SOLVED = 1 << 24 }; /* configurations; larger spaces are checked by the search */

static enum status blame(const struct problem *problem, struct fault *fault)
{
    const struct restriction all = {.admitted = NULL};
    const struct constraint *obstacle = NULL;
    const enum status status = allowed_obstacle(problem, &all, NULL, &obstacle, fault);
    if (status != OK)
        return status;
    return obstacle ? fail(fault, INVALID, "allow nothing, because of \"%.200s\"", constraint_text(obstacle))
                    : fail(fault, INVALID, "allow nothing, several of them together");
}

/* Whether all conditions can be evaluated on configurations that the others allow, and allow any. */
static enum status check_answers(const struct problem *problem, uint64_t product, struct fault *fault)
{
    const struct restriction all = {.admitted = NULL};
    FREED_BY(allowed_free) struct allowed allowed = {.problem = problem};
    const enum status status = product <= MOST_SOLVED ? allowed_solve(problem, &all, NULL, &allowed, fault) : OK;
    return status == OK && product <= MOST_SOLVED && !allowed.solved.count ? blame(problem, fault) : status;
}

/* Chooses the allowed configuration nearest to the given default, which in published specs often is not allowed. */
static enum status settle_default(struct spec *spec, const struct problem *problem, struct fault *fault)
{
    const struct space *space = &spec->bench.space;
    uint64_t index = space_default(space);
    const enum status status = check_nearest_default(problem, &index, fault);
    for (size_t p = 0; p < spec->parameter_count && status == OK; p++)
        spec->defaults[p] = parameter_value(&spec->parameters[p], space_position(space, index, p));
    return status;
}

/* Whether bytes and operations of an iteration, by the default, are numbers from 0. */
static enum status check_amounts(const struct spec *spec, const struct problem *problem, bool by_options,
                                 struct fault *fault)
{
    const struct {
        const struct expression *amount;
        const char *option, *key;
    } given[] = {{spec->bytes, "--bytes", "gpubench.bytes"}, {spec->flops, "--flops", "gpubench.flops"}};
    struct expression_value slots[SPEC_SLOTS];
    struct fault why = {0};
    FREED struct config *config = config_new(problem, space_default(&spec->bench.space));
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const char *name = by_options ? given[i].option : given[i].key;
        double number = 0;
        if (given[i].amount && (spec_slots(spec, spec->n, config, slots, &why) != OK ||
                                spec_number(given[i].amount, slots, &number, &why) != OK))
            return fail(fault, INVALID, "%s: %s", name, why.text);
        if (!(number >= 0 && number < INFINITY))
            return fail(fault, INVALID, "%s: is %g by the default; expected a number from 0", name, number);
    }
    return OK;
}

enum status spec_settle(struct spec *spec, const char *name, struct fault *fault)
{
    const struct problem problem = problem_of(&spec->suite, &spec->bench, spec->n, 1);
    struct fault why = {0};
    uint64_t product = 0;
    if (!space_product(&spec->bench.space, &product))
        return fail(fault, INVALID, "%s: %s: span more configurations than 64 bits can number", name ? name : "tune",
                    name ? "ConfigurationSpace.TuningParameters" : "--param");
    if (check_answers(&problem, product, &why) == OK && settle_default(spec, &problem, &why) == OK)
        return check_amounts(spec, &problem, !name, &why) == OK
                   ? OK
                   : fail(fault, INVALID, "%s: %s", name ? name : "tune", why.text);
    return fail(fault, INVALID, "%s: %s: %s", name ? name : "tune",
                name ? "ConfigurationSpace.Conditions" : "--constraint", why.text);
}
