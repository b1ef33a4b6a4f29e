/* Messages about a search whose configurations cannot be counted. */
#include "cli/run/checks.h"
#include "tests/check.h"

static bool any(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *device)
{
    return true;
}

#define EIGHT(name)                                                                                                    \
    {                                                                                                                  \
        name, "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)                                                                       \
    }
#define MANY                                                                                                           \
    PARAMETERS(EIGHT("A"), EIGHT("B"), EIGHT("C"), EIGHT("D"), EIGHT("E"), EIGHT("F"), EIGHT("G"), EIGHT("H"),         \
               EIGHT("I"), EIGHT("J"))

TEST(uncounted)
{
    const struct bench plain = {.name = "plain", .space = {.parameters = MANY}};
    const struct bench tangled = {
        .name = "tangled",
        .space = {.parameters = MANY,
                  .constraints = CONSTRAINTS({"A is odd", .expression = "A % 2 == 1"},
                                             {"any will do", FUNCTION(any, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)})}};
    static const struct suite suite = {.name = "made up"};
    const uint64_t fixed[] = {0};
    struct target target[] = {{.problem = {.suite = &suite, .bench = &plain}},
                              {.problem = {.suite = &suite, .bench = &tangled}},
                              {.problem = {.suite = &suite, .bench = &tangled}, .fixed = fixed, .fixed_count = 1}};
    const struct compute_device device = {.backend = "fake"};
    const struct targets targets = {.target = target, .count = sizeof target / sizeof *target};
    FREED char *output = PRINTED(print_uncounted(file, &targets, &device));
    CHECK_TEXT(output,
               "gpubench: made up/tangled: more than can be counted; at most 536870912 configurations are allowed, "
               "drawn at random and rejected by \"any will do\"\n");
}
