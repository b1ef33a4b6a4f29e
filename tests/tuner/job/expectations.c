/* Whose a kept expectation is: it is taken again for the same problem, and made anew where anything differs of which it
 * is: the problem, its input, or the code that makes it. */
#include "tests/tuner/job/fake_place.h"

#include <sys/wait.h>

/* ---- a bench that numbers its expectations ---- */

static int made;

static void setup(UNNEEDED struct job *job)
{
}

static void expect(UNNEEDED struct job *job, void *expected)
{
    *(int *)expected = ++made;
}

static const struct bench one = {
    .name = "one",
    .problem = {.variants = 2, .expected_bytes = sizeof(int), .setup = setup, .expect = expect},
};
static const struct setting settings[] = {
    {"density", "", "atoms/A^3", .initial = 0.1, .least = 0, .most = 1},
    {"order", "", NULL, .words = (const char *const[]){"file", "shuffled"}, .count = 2},
    {.name = NULL},
};
static const struct suite suite = {
    .name = "suite", .benches = BENCHES(&one), .settings = settings, .structure = STRUCTURE_CHARGES};

/* A problem, and where it is worked on. */
struct at {
    const char *suite, *bench, *origin;
    uint64_t n, seed;
    double setting[2];
    const struct mm_float4 *atom;
    size_t atoms;
    int variant;
};

static const struct mm_float4 water[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0, 0.4f}};
static const struct mm_float4 moved[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0.5f, 0.4f}};
static const struct mm_float4 charged[] = {{0, 0, 0, -0.8f}, {1, 0, 0, 0.4f}, {0, 1, 0, 0.5f}};
static const struct mm_float4 nothing[] = {{0, 0, 0, 0}};

/* Each differs from the first in one thing, the last two in two: the same letters, divided otherwise. */
static const struct at cases[] = {
    {"suite", "one", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite2", "one", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"", "one", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "two", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", "0123", 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", "0124", 100, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 101, 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100 + (UINT64_C(1) << 32), 7, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 8, {0.1, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 7 + (UINT64_C(1) << 63), {0.1, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 7, {0.2, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 7, {0.1 + 0x1p-56, 0}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 1}, NULL, 0, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, water, 3, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, water, 2, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, moved, 3, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, charged, 3, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, nothing, 1, 0},
    {"suite", "one", NULL, 100, 7, {0.1, 0}, NULL, 0, 1},
    {"suiteo", "ne", NULL, 100, 7, {0.1, 0}, NULL, 0, 0},
    {"", "one", "suite", 100, 7, {0.1, 0}, NULL, 0, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* The number of the expectation: a new one where it was made for this. */
static int number_at(struct at at)
{
    struct suite own_suite = suite;
    struct bench own_bench = one;
    static struct registry registry;
    FREED_BY(job_close) struct job job;
    own_suite.name = at.suite;
    own_bench.name = at.bench;
    registry.origin = at.origin;
    place.registry = &registry;
    struct problem problem = problem_of(&own_suite, &own_bench, at.n, at.seed);
    memcpy(problem.inputs.setting, at.setting, sizeof at.setting);
    problem.inputs.atom = at.atom;
    problem.inputs.atoms = at.atoms;
    CHECK_OK(job_open(&job, &problem, &place, at.variant, &caught));
    int number = *(const int *)job_expected(&job);
    return number;
}

/* ---- tests ---- */

/* One for each, which is taken again in whatever order. */
TEST(differ)
{
    for (int i = 0; i < CASES; i++)
        CHECK(number_at(cases[i]) == i + 1 && made == i + 1);
    for (int i = CASES - 1; i >= 0; i--) {
        int number = number_at(cases[i]);
        WRONG_IF(number != i + 1, "case %d got expectation %d\n", i + 1, number);
    }
    CHECK(made == CASES);
}

/* What is equal is the same, wherever it is: atoms elsewhere in memory, and no origin in either way. */
TEST(same)
{
    struct mm_float4 first[] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, second[] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 9, 9, 9}};
    struct at at = cases[0];
    int before = made;
    at.origin = "";
    CHECK(number_at(at) == 1);
    at.atom = first;
    at.atoms = 2;
    CHECK(number_at(at) == before + 1);
    at.atom = second;
    CHECK(number_at(at) == before + 1);
    CHECK(made == before + 1);
}

/* ---- the program ---- */

/* Runs a program, this one or its copy, on this store; how many expectations it made. */
static int made_by(const char *program)
{
    char command[512];
    snprintf(command, sizeof command, "%s %s", program, store);
    int status = system(command);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Another process of this program finds what this one kept; another program does not, but what it kept itself. */
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
    if (argc > 1) { /* as the program that made_by() runs */
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
