/* A registry's key, and positions in it. */
#include "tuner/registry.h"

#include "tests/check.h"
#include "tuner/suite.h"

/* `a` with a parameter, and variations of it. */
static const struct bench a = {.name = "a", .space.parameters = PARAMETERS({"P", "", VALUES(1, 2)})};
static const struct bench a_swapped = {.name = "a", .space.parameters = PARAMETERS({"P", "", VALUES(2, 1)})};
static const struct bench a_words = {.name = "a", .space.parameters = PARAMETERS({"P", "", WORDS("1", "3")})};
static const struct bench a_more = {.name = "a", .space.parameters = PARAMETERS({"P", "", VALUES(1, 2, 3)})};
static const struct bench a_two = {.name = "a",
                                   .space.parameters = PARAMETERS({"P", "", VALUES(1)}, {"2", "", VALUES(3)})};
static const struct bench b = {.name = "b"};

/* clang-format off */
#define SUITE_OF(called, ...) &(const struct suite){.name = called, .benches = BENCHES(__VA_ARGS__)}
#define REGISTRY_OF(...) {.suites = (const struct suite *const[]){__VA_ARGS__, NULL}}
/* clang-format on */

TEST(keys)
{
    const struct registry first = REGISTRY_OF(SUITE_OF("s", &a, &b));
    const struct registry all[] = {
        first,
        REGISTRY_OF(SUITE_OF("t", &a, &b)),
        REGISTRY_OF(SUITE_OF("s", &b, &a)),
        REGISTRY_OF(SUITE_OF("s", &a)),
        REGISTRY_OF(SUITE_OF("s", &a), SUITE_OF("b", &b)),
        REGISTRY_OF(SUITE_OF("b", &b), SUITE_OF("s", &a)),
        REGISTRY_OF(SUITE_OF("s", &a_swapped, &b)),
        REGISTRY_OF(SUITE_OF("s", &a_words, &b)),
        REGISTRY_OF(SUITE_OF("s", &a_more, &b)),
        REGISTRY_OF(SUITE_OF("s", &a_two, &b)),
        {.suites = first.suites, .origin = "a file"},
    };
    enum { COUNT = sizeof all / sizeof *all };
    const struct registry same = {.suites = first.suites,
                                  .origin = "",
                                  .kernel_folder = "elsewhere",
                                  .kernels = &(const struct kernel_file){.name = NULL}};
    CHECK_TEXT(registry_key(&same).text, registry_key(&first).text);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(registry_key(&all[i]).text, registry_key(&all[j]).text));
}

TEST(places)
{
    const struct registry registry = REGISTRY_OF(SUITE_OF("s", &a, &b), SUITE_OF("t", &b));
    const struct problem problem = problem_of(registry.suites[1], &b, 1, 1);
    uint32_t suite, bench;
    CHECK(registry_find(&registry, "s") == registry.suites[0]);
    CHECK(registry_find(&registry, "t") == registry.suites[1]);
    CHECK(!registry_find(&registry, "") && !registry_find(&registry, "st"));
    registry_place(&registry, &problem, &suite, &bench);
    CHECK(suite == 1 && bench == 0);
    CHECK(registry_suite(&registry, 1) == registry.suites[1]);
    CHECK(!registry_suite(&registry, 2) && !registry_suite(&registry, 1000));
    CHECK(registry_bench(&registry, 0, 1) == &b && registry_bench(&registry, 1, 0) == &b);
    CHECK(!registry_bench(&registry, 0, 2) && !registry_bench(&registry, 1, 1) && !registry_bench(&registry, 2, 0));
}
