/* Spaces that cannot be counted are sampled with rejection; and constraints that would take too long are left out of
 * the solving. */
#include "tests/config_allowed.h"
#include "tests/tuner/search/driver.h"
#include "tests/tuner/search/published.h"
#include "tests/tuner/search/solving.h"
#include "tuner/search/solve.h"
#include "tuner/values.h"

/* Twelve values combined into one number, which no smaller expression replaces. */
#define MIXED                                                                                                          \
    "(A * 7 + B * 61 + C * 523 + D * 4561 + E * 5003 + F * 6101 + G * 7001 + H * 8009 + I * 9001 + J * 1013 + "        \
    "K * 2003 + L * 3001) % 7919 "
static bool mixed(const struct config *config, UNNEEDED const struct compute_device *on)
{
    uint64_t hash = 0;
    for (size_t p = 0; p < 12; p++)
        hash = job_random(hash, (uint64_t)config->value[p]);
    return hash % 8 == 0;
}

static bool never(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *on)
{
    return false;
}

static bool crashes(const struct config *config, UNNEEDED const struct compute_device *on)
{
    if (config->value[3] == 7)
        abort();
    return true;
}

#define ALL_TWELVE 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
static struct constraint tangle[3] = {{.text = NULL}, {.text = "A < B"}, {.text = NULL}};
static const struct bench tangled = {
    .name = "tangled",
    .space = {.parameters = PARAMETERS(TEN("A"), TEN("B"), TEN("C"), TEN("D"), TEN("E"), TEN("F"), TEN("G"), TEN("H"),
                                       TEN("I"), TEN("J"), TEN("K"), TEN("L")),
              .constraints = tangle}};

/* The constraint is reported as left out; and all proposals of a search satisfy it. */
static void check_rejection(void)
{
    const struct problem problem = problem_by(&tangled);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    CHECK(allowed.left_outs == 1 && allowed.left_out[0] && !allowed.left_out[1]);
    CHECK(allowed.solved.count == UINT64_C(450000000000)); /* of A < B alone */
    FREED struct config *config = config_new(&problem, 0);
    struct constraints *evaluator = constraints_new(&problem, &device, NULL);
    for (const struct strategy *const *strategy = strategies; *strategy; strategy++) {
        struct search search;
        struct indices came = {0};
        if (*strategy == &auto_strategy) /* it is `model` here */
            continue;
        CHECK_OK(search_start(&search, &problem, &none, &device, *strategy, &binding, &caught));
        CHECK(search.allowed == allowed.solved.count && search.most >= 10);
        for (size_t i = 0; i < search.most && i < ((*strategy)->options ? 50 : 300); i++) {
            const uint64_t index = ask(&search);
            CHECK(indices_add(&came, index) && (i || index == search.first));
            config_set(config, index);
            CHECK(!first_broken(evaluator, config));
            tell(&search, index, 100 + (double)(index % 1000));
        }
        indices_free(&came);
        search_end(&search);
    }
    constraints_free(evaluator);
}

TEST(rejection)
{
    tangle[0] = (struct constraint){.text = MIXED "< 800"};
    check_rejection();
    tangle[0] = (struct constraint){"mixed", FUNCTION(mixed, ALL_TWELVE)};
    check_rejection();
}

/* An obstacle can be such a constraint; one that crashes is found at once. */
TEST(rejecting)
{
    struct search search;
    const struct problem problem = problem_by(&tangled);
    const struct constraint *obstacle;
    tangle[0] = (struct constraint){"never", FUNCTION(never, ALL_TWELVE)};
    CHECK(allowed_obstacle(&problem, &none, &device, &obstacle, NULL) == OK && obstacle == &tangle[0]);
    tangle[0] = (struct constraint){"crashes", FUNCTION(crashes, ALL_TWELVE)};
    CHECK(CALL(search_start(&search, &problem, &none, &device, &random_strategy, &unlimited, &caught)) == INVALID);
    CHECK(strstr(caught.text, "crashes"));
}

/* The residuals of a long text exceed the memory limit before their number exceeds its own. */
TEST(long_text)
{
    static char text[4000] = "(A + 8 * B + 64 * C + 512 * D + 4096 * E";
    for (int i = 2; strlen(text) < sizeof text - 50; i++)
        sprintf(text + strlen(text), " + F %% %d", i);
    strcat(text, ") % 5 < 2");
    const struct bench wordy = {
        .name = "wordy",
        .space = {.parameters = PARAMETERS(TEN("A"), TEN("B"), TEN("C"), TEN("D"), TEN("E"), TEN("F")),
                  .constraints = CONSTRAINTS({.text = text})}};
    const struct problem problem = problem_by(&wordy);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    CHECK(allowed.left_outs == 1 && allowed.solved.count == 1000000);
}

/* Too many values without any constraint: the message names none. */
TEST(many_values)
{
    enum { MANY = MOST_PATHS + 1 };
    FREED int *values = allocate(MANY * sizeof *values);
    for (int v = 0; v < MANY; v++)
        values[v] = v;
    const struct parameter many[] = {{"A", "", .values = values, .count = MANY}, {.name = NULL}};
    const struct bench bench = {.name = "many",
                                .space = {.parameters = many, .constraints = CONSTRAINTS({.text = "A % 2 == 0"})}};
    const struct problem problem = problem_by(&bench);
    struct allowed allowed;
    CHECK_FAULT(allowed_solve(&problem, &none, &device, &allowed, &caught), INVALID,
                "its parameters have more than 2097152 values");
    allowed_free(&allowed);
}

/* When one constraint after the other is left out, the later ones are so sooner: else 29 would be, in eight times the
 * time. Deep: three seconds. */
TEST(many_left_out)
{
    enum { RULES = 40 };
    if (!getenv("GPUBENCH_DEEP"))
        return;
    static char text[RULES][100];
    struct constraint rule[RULES + 1] = {{.text = NULL}};
    for (int c = 0; c < RULES; c++) {
        snprintf(text[c], sizeof *text, "%c*%c+%c*%c != %c*%d", 'A' + c % 12, 'A' + (c * 5 + 1) % 12,
                 'A' + (c * 7 + 2) % 12, 'A' + (c * 11 + 5) % 12, 'A' + (c * 5 + 7) % 12, c + 3);
        rule[c].text = text[c];
    }
    const struct bench bench = {.name = "many",
                                .space = {.parameters = synthetic.space.parameters, .constraints = rule}};
    const struct problem problem = problem_by(&bench);
    FREED_BY(allowed_free) struct allowed allowed = solve_of(&problem, &none);
    CHECK(allowed.left_outs > 29 && allowed.left_outs < RULES);
}
