/* The solved spaces of all suites, compared with enumeration: exactly the configurations that the constraints allow,
 * in the counted number. Deep tests include large spaces. */
#include "cli/registry.h"
#include "compute/typical.h"
#include "tests/check.h"
#include "tuner/constraints.h"
#include "tuner/search/allowed.h"

enum { MANY = 20000 };

static const struct restriction none;

/* Enumerates one parameter after the other; a constraint is evaluated once the parameters that it reads are chosen. */
struct walk {
    const struct allowed *allowed;
    const struct space *space;
    struct constraints *evaluator;
    struct config *config;
    uint64_t count;
};

static bool is_decided(const struct walk *walk, size_t constraint, size_t chosen)
{
    size_t count, after = 0;
    const size_t *reads = constraints_reads(walk->evaluator, constraint, &count);
    for (size_t r = 0; r < count; r++)
        after = reads[r] >= after ? reads[r] + 1 : after;
    return after == chosen;
}

static void walk_from(struct walk *walk, size_t chosen, uint64_t index)
{
    bool holds = true;
    for (size_t c = 0; c < space_constraints(walk->space) && holds; c++)
        if (is_decided(walk, c, chosen))
            CHECK(constraints_evaluate(walk->evaluator, c, walk->config, &holds, NULL) == OK);
    if (!holds)
        return;
    if (chosen == space_parameters(walk->space)) {
        const uint64_t rank = solved_rank(&walk->allowed->solved, index);
        CHECK(rank < walk->allowed->solved.count && solved_index(&walk->allowed->solved, rank) == index);
        walk->count++;
        return;
    }
    const struct parameter *parameter = &walk->space->parameters[chosen];
    for (size_t v = 0; v < parameter->count; v++) {
        walk->config->value[chosen] = parameter_value(parameter, v);
        walk_from(walk, chosen + 1, index * parameter->count + v);
    }
}

static void check_space(const struct problem *problem, const struct compute_device *device)
{
    FREED_BY(allowed_free) struct allowed allowed;
    CHECK_OK(allowed_solve(problem, &none, device, &allowed, &caught));
    CHECK(!allowed.left_outs);
    if (allowed.solved.count > MANY && !getenv("GPUBENCH_DEEP"))
        return;
    struct walk walk = {.allowed = &allowed,
                        .space = &problem->bench->space,
                        .evaluator = constraints_new(problem, device, NULL),
                        .config = config_new(problem, 0)};
    walk_from(&walk, 0, 0);
    WRONG_IF(walk.count != allowed.solved.count, "%s/%s on %s: %zu, and %zu are counted\n", problem->suite->name,
             problem->bench->name, device ? device->backend : "what is not known", (size_t)walk.count,
             (size_t)allowed.solved.count);
    constraints_free(walk.evaluator);
    free(walk.config);
}

TEST(suites)
{
    struct registry registry;
    CHECK(registry_make(&registry, NULL, NULL) == OK);
    for (const struct suite *const *suite = registry.suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++) {
            const struct bench *bench = (*suite)->benches[b];
            const struct problem problem = problem_of(*suite, bench, bench->size.classes[MEDIUM], 1);
            check_space(&problem, NULL);
            for (size_t kind = 0; compute_listed(kind); kind++) {
                const struct compute_device typical = compute_typical(compute_listed(kind));
                if (!bench_missing(bench, &typical))
                    check_space(&problem, &typical);
            }
        }
}
