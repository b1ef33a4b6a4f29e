/* A run over a space that cannot be counted, on the fake device: it measures only configurations that the constraints
 * allow, and not a default that they exclude. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

COPY_KERNELS("//fake time 5000\n");

/* One of four, depending on all values. */
static bool mixes(const struct config *config, UNNEEDED const struct compute_device *device)
{
    uint64_t hash = 0;
    for (size_t p = 0; p < 10; p++)
        hash = job_random(hash, config_count(config, p));
    return hash % 4 == 0;
}

static bool forbids_all(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *device)
{
    return false;
}

#define EIGHT(name)                                                                                                    \
    {                                                                                                                  \
        name, "", VALUES(1, 2, 3, 4, 5, 6, 7, 8), .host = true                                                         \
    }
#define MANY                                                                                                           \
    PARAMETERS({"A", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}, EIGHT("B"), EIGHT("C"), EIGHT("D"), EIGHT("E"), EIGHT("F"),  \
               EIGHT("G"), EIGHT("H"), EIGHT("I"), EIGHT("J"))
#define ALL_TEN 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
static const struct bench tangled = {
    .name = "tangled",
    COPIES_BY(enqueue),
    .space.parameters = MANY,
    .space.constraints = CONSTRAINTS({"they mix", FUNCTION(mixes, ALL_TEN)}, {"B is odd", .expression = "B % 2"})};
static const struct bench barred = {.name = "barred",
                                    COPIES_BY(enqueue),
                                    .space.parameters = MANY,
                                    .space.constraints = CONSTRAINTS({"never", FUNCTION(forbids_all, ALL_TEN)})};
REGISTRY("uncounted", kernels, &tangled, &barred);

static void run(const struct bench *bench, uint64_t budget)
{
    tune((struct target){.problem = problem_of(&suite, bench, 100, 1)},
         (struct run_options){.budget = {.configurations = budget, .binds = true}, .confidence = TUNER_CONFIDENCE});
}

TEST(drawn)
{
    enum { BUDGET = 20 };
    const struct problem problem = problem_of(&suite, &tangled, 100, 1);
    run(&tangled, BUDGET);
    CHECK(best.measured == BUDGET && best.allowed == UINT64_C(1) << 29); /* at most */
    CHECK(best.left > 0 && best.left <= 1);
    CHECK(given_count >= BUDGET);
    for (size_t i = 0; i < given_count; i++) {
        FREED struct config *config = config_new(&problem, given[i].row.index);
        fprintf(stderr, "%d %d %d %s\n", (int)given[i].row.status, (int)mixes(config, NULL), config->value[1],
                given[i].reason);
        CHECK(given[i].row.status == OK && mixes(config, NULL) && config->value[1] % 2);
    }
}

TEST(none)
{
    run(&barred, 20);
    CHECK(given_count == 1 && given[0].row.status == UNSUPPORTED && !best.measured);
    CHECK_TEXT(given[0].reason, "no configuration was found that is allowed here, at random");
}

TUNER_MAIN(1)
