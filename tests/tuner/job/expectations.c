/* The identity of a stored expectation: it is reused for the same problem, and computed again if anything differs:
 * the problem, its input, or the code that computes it. */
#include "tests/tuner/job/fake_context.h"

#include <sys/wait.h>

/* ---- a bench that numbers its expectations ---- */

static int made;

static void setup(UNNEEDED struct job *job)
{
}

EXPECT(expect)
{
    *(int *)expected = ++made;
}

static const struct bench one = {
    .name = "one",
    .problem = {.variants = 2, .expected_bytes = sizeof(int), .setup = setup, .expect = expect},
};
static const struct suite suite = {.name = "suite", .benches = BENCHES(&one)};

/* How a problem, and its worker context, differ from the usual one: numbers are added. */
struct at {
    const char *suite, *bench, *origin;
    uint64_t n, seed;
    struct inputs inputs;
    int variant;
};

static const struct mm_float4 water[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0, 0.4f}};
static const struct mm_float4 moved[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0.5f, 0.4f}};
static const struct mm_float4 charged[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0, 0.5f}};
static const struct mm_float4 nothing[] = {{0, 0, 0, 0}};
static const uint8_t first[] = {0, 1, 1}, swapped[] = {1, 0, 0};

#define ATOMS(of, count) .inputs = {.atom = of, .atoms = count}
#define TYPED(of_each, height, ...)                                                                                    \
    .inputs = {.atom = water,                                                                                          \
               .atoms = 3,                                                                                             \
               .atom_type = of_each,                                                                                   \
               .types = 2,                                                                                             \
               .box = {10, 11, height},                                                                                \
               .type = {{"Ar", 3.4, 0.2, 40}, __VA_ARGS__}}

/* Each differs from the first, or from another one, in one property; or has the same letters, or digits, divided
 * differently. */
static const struct at cases[] = {
    {.suite = NULL},
    {.suite = "suite2"},
    {.suite = ""},
    {.bench = "two"},
    {.bench = ""},
    {.origin = "0123"},
    {.origin = "0124"},
    {.n = 1},
    {.n = UINT64_C(1) << 32},
    {.seed = 1},
    {.seed = UINT64_C(1) << 63},
    {.inputs.setting = {0.1}},
    {.inputs.setting = {0x1p-56}},
    {.inputs.setting = {0, 1}},
    {ATOMS(water, 3)},
    {ATOMS(water, 2)},
    {ATOMS(moved, 3)},
    {ATOMS(charged, 3)},
    {ATOMS(nothing, 1)},
    {TYPED(first, 12, {"Kr", 3.6, 0.3, 84})},
    {TYPED(swapped, 12, {"Kr", 3.6, 0.3, 84})},
    {TYPED(first, 13, {"Kr", 3.6, 0.3, 84})},
    {TYPED(first, 12, {"Xe", 3.6, 0.3, 84})},
    {TYPED(first, 12, {"Kr", 3.5, 0.3, 84})},
    {TYPED(first, 12, {"Kr", 3.6, 0.2, 84})},
    {TYPED(first, 12, {"Kr", 3.6, 0.3, 83})},
    {.variant = 1},
    {.suite = "suiteo", .bench = "ne"},
    {.suite = "", .origin = "suite"},
    {.n = 7 - UINT64_C(100), .seed = 100 - 7},
};
enum { LISTED = sizeof cases / sizeof *cases, CASES = LISTED + MAX_SETTINGS };

/* After the listed ones, a small change of each setting. */
static struct at case_of(int i)
{
    struct at at = {0};
    if (i >= LISTED)
        at.inputs.setting[i - LISTED] = 1e-12;
    return i < LISTED ? cases[i] : at;
}

/* The number of the expectation: a new one if it was made for this. */
static int number_at(struct at at)
{
    struct suite own_suite = suite;
    struct bench own_bench = one;
    static struct registry registry;
    FREED_BY(job_close) struct job job;
    own_suite.name = at.suite ? at.suite : "suite";
    own_bench.name = at.bench ? at.bench : "one";
    registry.origin = at.origin;
    place.registry = &registry;
    struct problem problem = problem_of(&own_suite, &own_bench, 100 + at.n, 7 + at.seed);
    problem.inputs = at.inputs;
    problem.inputs.setting[0] += 0.1;
    CHECK_OK(job_open(&job, &problem, &place, at.variant, &caught));
    int number = *(const int *)job_expected(&job);
    return number;
}

static uint64_t parts(const struct problem *problem)
{
    return problem->n;
}

/* Its last part, which exists for any number of parts. */
EXPECT(expect_parts)
{
    for (uint64_t i = 0; i < job->n; i++)
        ((int *)expected)[i] = (int)i;
    made++;
}

/* ---- tests ---- */

/* As many parts as the problem has, stored and found again. */
TEST(of_parts)
{
    static const uint64_t sizes[] = {3, 20000, 3, 20000};
    struct bench several = one;
    several.problem.expected_parts = parts;
    several.problem.expect = expect_parts;
    place.registry = &no_kernel_files;
    for (int i = 0; i < 4; i++) {
        FREED_BY(job_close) struct job job;
        struct problem problem = problem_of(&suite, &several, sizes[i], 99);
        CHECK_OK(job_open(&job, &problem, &place, 0, &caught));
        CHECK(((const int *)job_expected(&job))[sizes[i] - 1] == (int)sizes[i] - 1);
        CHECK(made == (i < 2 ? i + 1 : 2));
    }
    made = 0;
}

/* Each has its own, which is found again in any order. */
TEST(differ)
{
    for (int i = 0; i < CASES; i++)
        CHECK(number_at(case_of(i)) == i + 1 && made == i + 1);
    for (int i = CASES - 1; i >= 0; i--) {
        int number = number_at(case_of(i));
        WRONG_IF(number != i + 1, "case %d got expectation %d\n", i + 1, number);
    }
    CHECK(made == CASES);
}

/* Benches of one suite whose .own agree as far as they say. */
TEST(by_own)
{
    static const struct {
        int own[2];
        const char *bench;
        int made;
    } benches[] = {
        {{1, 1}, "one", 1}, {{1, 2}, "two", 1}, {{2, 1}, "one", 2}, {{2, 2}, "two", 2}, {{1, 1}, "three", 2}};
    const int before = made;
    place.registry = &no_kernel_files;
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++) {
        FREED_BY(job_close) struct job job;
        struct bench bench = one;
        bench.name = benches[i].bench;
        bench.own = benches[i].own;
        bench.problem.expected_own_bytes = sizeof(int);
        struct problem problem = problem_of(&suite, &bench, 100, 123);
        CHECK_OK(job_open(&job, &problem, &place, 0, &caught));
        CHECK(*(const int *)job_expected(&job) == before + benches[i].own[0] && made == before + benches[i].made);
    }
}

/* Equal problems have the same one: with atoms elsewhere in memory, and with no origin in either form. */
TEST(same)
{
    const struct mm_float4 here[] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, there[] = {here[0], here[1], {9, 9, 9, 9}};
    int before = made;
    CHECK(number_at((struct at){.origin = ""}) == 1);
    CHECK(number_at((struct at){ATOMS(here, 2)}) == before + 1);
    CHECK(number_at((struct at){ATOMS(there, 2)}) == before + 1);
    CHECK(made == before + 1);
}

/* ---- the program ---- */

/* Runs a program, this one or its copy, on this store; returns how many expectations it made. */
static int made_by(const char *program)
{
    char command[512];
    snprintf(command, sizeof command, "%s %s", program, store);
    int status = system(command);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Another process of this program finds what this one stored; another program finds only its own. */
TEST(program)
{
    char self[256] = "", copy_longer[600];
    CHECK(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    CHECK(made_by(self) == 0);
    snprintf(copy_longer, sizeof copy_longer, "cp '%s' another && echo >>another", self);
    CHECK(system(copy_longer) == 0);
    CHECK(made_by("./another") == 1);
    CHECK(made_by("./another") == 0);
    CHECK(made_by(self) == 0);
}

int main(int argc, char **argv)
{
    if (argc > 1) { /* as the program that made_by() starts */
        snprintf(store, sizeof store, "%s", argv[1]);
        CHECK(compute_find("fake", 0, &device, NULL) == OK);
        CHECK(compute_context_new(&device, &place.context, NULL) == OK);
        place.store = store;
        number_at(cases[0]);
        compute_context_free(place.context);
        return check_failures ? 2 : made;
    }
    run_tests();
    return CHECK_RESULT;
}
