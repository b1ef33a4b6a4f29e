/* Registries that are chosen at run time: this program and its workers, which an argument tells which, have one of two,
 * whose benches are tuned on the fake device. */
#include "tests/config_allowed.h"
#include "tests/text_file.h"
#include "tests/tuner/run/own_tuner.h"

/* ---- benches: all copy a first number of their own, which is the expectation ---- */

struct own {
    double number;
    size_t real; /* the position of a parameter with real values; SIZE_MAX for none */
};

static const struct own *own_of(const struct bench *bench)
{
    return bench->own;
}

static void setup(struct job *job)
{
    double *in = job_input(job, 0, "in", job->n * sizeof *in);
    in[0] = own_of(job->bench)->number;
    job_output(job, 1, "out", job->n * sizeof *in);
}

/* Also writes down that it was asked. */
EXPECT(expect)
{
    FILE *file = fopen("expected", "a");
    fputc('.', file);
    fclose(file);
    *(double *)expected = own_of(job->bench)->number;
}

ENQUEUE(enqueue)
{
    return launch_copy(job, fault);
}

VERIFY(verify)
{
    double got = *(const double *)job_host(job, 1), expected = *(const double *)job_expected(job);
    return got == expected ? OK : fail(fault, WRONG_RESULT, "%g, expected %g", got, expected);
}

static double bytes_of(const struct config *config)
{
    size_t real = own_of(config->problem->bench)->real;
    return (double)config->problem->n * (real == SIZE_MAX ? 1 : config_real(config, real));
}

WORK(work)
{
    return (struct work){.bytes = bytes_of(config)};
}

/* clang-format off */
#define COPIES(called, in, own_number, own_real, ...)                                                                  \
    .name = called, .summary = "", .kernel = {.file = in, .entries = NAMES(called)}, .size.classes = {__VA_ARGS__},    \
    .problem.variants = 1, .problem.expected_bytes = sizeof(double), .problem.setup = setup,                           \
    .problem.expect = expect, .problem.verify = verify, .device.enqueue = enqueue, .report.work = work,                \
    .own = &(const struct own){own_number, own_real}
#define SUITE(called, ...) &(const struct suite){.name = called, .summary = "", .benches = BENCHES(__VA_ARGS__)}
/* clang-format on */

/* Three parameters of all kinds and a constraint; none; one parameter, and no default. */
static const struct bench first_copies = {
    COPIES("copies", "alpha/copies.cl", 3, 2, 10, 20, 40),
    .space = {.parameters = PARAMETERS({"SPEED", "", VALUES(4, 1, 2)}, {"ORDER", "", WORDS("up", "down", "across")},
                                       {"SCALE", "", REALS(0.5, 1e-7, 2)}),
              .constraints = CONSTRAINTS({.text = "SPEED < 4 or ORDER == 'up'"})},
    DEFAULTS(2, 1, 0),
};
static const struct bench plain = {COPIES("plain", "alpha/plain.cl", 5, SIZE_MAX, 1, 2, 3)};
static const struct bench wide = {
    COPIES("copies", "beta/copies.cl", 7, SIZE_MAX, 8, 8, 8),
    .space.parameters = PARAMETERS({"WIDTH", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}),
};
static const struct registry first = {
    .suites = (const struct suite *const[]){SUITE("alpha", &first_copies, &plain), SUITE("beta", &wide), NULL},
    .kernels = (const struct kernel_file[]){{"common_compute.h", ""},
                                            {"alpha/copies.cl", "//fake copy\n"
                                                                "//fake SPEED=4 time 1000\n"
                                                                "//fake SPEED=1 time 4000\n"
                                                                "//fake SPEED=2 time 2500\n"
                                                                "//fake ORDER=1 time 700\n"
                                                                "//fake ORDER=2 SCALE=2.0 time 90\n"
                                                                "//fake SCALE=0.5 time 300\n"
                                                                "//fake SCALE=1e-07 time 200\n"},
                                            {"alpha/plain.cl", "//fake copy\n//fake time 4321\n"},
                                            {"beta/copies.cl", "//fake copy\n"
                                                               "//fake time 1500\n"
                                                               "//fake WIDTH=1 time 800\n"
                                                               "//fake WIDTH=2 time 700\n"
                                                               "//fake WIDTH=3 time 20\n"
                                                               "//fake WIDTH=4 time 90\n"
                                                               "//fake WIDTH=6 time 10\n"
                                                               "//fake WIDTH=7 time 3000\n"
                                                               "//fake WIDTH=8 time 3500\n"},
                                            {NULL, NULL}},
    .origin = "first",
};
static const uint64_t first_sizes[] = {20, 2, 8};

/* A suite more, the others in another order; a bench of the first with another number and another space. */
static const struct bench alone = {
    COPIES("alone", "gamma/alone.cl", 1, 0, 1, 1, 1),
    .space.parameters = PARAMETERS({"GAMMA", "", REALS(0.1, 0.2)}),
};
static const struct bench narrow = {
    COPIES("copies", "beta/copies.cl", 7, SIZE_MAX, 8, 8, 8),
    .space.parameters = PARAMETERS({"WIDTH", "", VALUES(1, 2)}),
};
static const struct bench second_copies = {
    COPIES("copies", "alpha/copies.cl", 4, SIZE_MAX, 10, 20, 40),
    .space.parameters = PARAMETERS({"ORDER", "", WORDS("down", "up")}),
    DEFAULTS(1),
};
static const struct registry second = {
    .suites = (const struct suite *const[]){SUITE("gamma", &alone), SUITE("beta", &narrow),
                                            SUITE("alpha", &second_copies), NULL},
    .kernels = (const struct kernel_file[]){{"common_compute.h", ""},
                                            {"gamma/alone.cl", "//fake copy\n"
                                                               "//fake GAMMA=0.1 time 2000\n"
                                                               "//fake GAMMA=0.2 time 1999\n"},
                                            {"beta/copies.cl", "//fake copy\n"
                                                               "//fake WIDTH=1 time 3000\n"
                                                               "//fake WIDTH=2 time 6000\n"},
                                            {"alpha/copies.cl", "//fake copy\n"
                                                                "//fake ORDER=0 time 1100\n"
                                                                "//fake ORDER=1 time 1000\n"},
                                            {NULL, NULL}},
    .origin = "second",
};
static const uint64_t second_sizes[] = {1, 8, 20};

/* ---- the parent ---- */

static struct problem asked; /* for now */
static struct result rows[64];
static char reasons[64][128];
static size_t row_count;

/* How often expectations were made since the last time. */
static size_t expectations(void)
{
    size_t count;
    free(text_read("expected", &count));
    remove("expected");
    return count;
}

static void keep(UNNEEDED void *user, const struct problem *problem, const struct result *row, const char *reason)
{
    CHECK(problem->suite == asked.suite && problem->bench == asked.bench && problem->n == asked.n);
    if (row_count == sizeof rows / sizeof *rows)
        return;
    snprintf(reasons[row_count], sizeof reasons[row_count], "%s", reason);
    rows[row_count++] = *row;
}

/* A tuner whose workers have the registry of a name. */
static void open_with(const struct registry *registry, const char *of_workers)
{
    static const char *arguments[] = {NULL, NULL};
    arguments[0] = of_workers;
    tuner_options.launcher.registry = arguments;
    open_tuner(registry, 2);
}

static void run(const struct registry *registry, size_t suite, size_t bench)
{
    const struct bench *of = registry_bench(registry, suite, bench);
    asked = problem_of(registry->suites[suite], of, of->size.classes[MEDIUM], 42);
    row_count = 0;
    tune((struct target){.problem = asked}, (struct run_options){.row = keep});
}

/* Whether a line's condition, PARAMETER=VALUE, holds. */
static bool condition_holds(const struct config *config, const char *condition)
{
    const struct space *space = &config->problem->bench->space;
    char name[64], wanted[64], number[MAX_NUMBER];
    CHECK(sscanf(condition, "%63[^=]=%63s", name, wanted) == 2);
    size_t p = space_find(space, name);
    if (p == SIZE_MAX)
        return false;
    if (!space->parameters[p].reals) {
        snprintf(number, sizeof number, "%d", config->value[p]);
        return !strcmp(number, wanted);
    }
    return !strcmp(parameter_word(&space->parameters[p], (size_t)config->value[p], number), wanted);
}

/* What the script says: the sum of the lines whose conditions hold. */
static double scripted(const struct registry *registry, const struct config *config)
{
    char *text = strdup(registry_kernel(registry, config->problem->bench->kernel.file)), *lines = text, *line;
    double total = 0;
    while ((line = strtok_r(NULL, "\n", &lines))) {
        bool holds = true;
        char *words = line, *word = strtok_r(NULL, " ", &words); /* "//fake" */
        while ((word = strtok_r(NULL, " ", &words)) && strchr(word, '='))
            holds = condition_holds(config, word) && holds;
        if (holds && !strcmp(word, "time"))
            total += strtod(words, NULL);
    }
    free(text);
    return total;
}

/* Every allowed configuration was measured once, and again where it was a finalist, with the time that the script says;
 * the fastest is the best. */
static void check_run(const struct registry *registry)
{
    const struct space *space = &asked.bench->space;
    uint64_t product = 0, fastest = NO_CONFIGURATION;
    double least = INFINITY;
    size_t allowed = 0, searched = 0;
    CHECK(space_product(space, &product));
    FREED struct config *config = config_new(&asked, 0);
    for (uint64_t index = 0; index < product; index++) {
        config_set(config, index);
        double ns = scripted(registry, config);
        size_t met = 0;
        for (size_t i = 0; i < row_count; i++) {
            if (rows[i].index != index)
                continue;
            met += !rows[i].finalist;
            CHECK(rows[i].status == OK && rows[i].reference == 0 && rows[i].median_ns == ns);
            CHECK(rows[i].bytes == bytes_of(config));
            CHECK_TEXT(reasons[i], "");
        }
        bool may = config_allowed(config, &(struct compute_device){0}, NULL);
        CHECK(met == may);
        allowed += may;
        searched += met;
        if (may && ns < least) {
            least = ns;
            fastest = index;
        }
    }
    CHECK(best.measured == allowed && best.allowed == allowed && searched == allowed);
    CHECK(best.result.index == fastest && best.result.median_ns == least);
    config_set(config, space_default(space));
    CHECK(best.default_ns == scripted(registry, config));
}

/* All benches of a registry; `made` says how many expectations the store did not have. */
static void run_all(const struct registry *registry, const uint64_t *sizes, size_t made)
{
    open_with(registry, registry->origin);
    size_t at = 0;
    for (size_t s = 0; registry_suite(registry, s); s++)
        for (size_t b = 0; registry_bench(registry, s, b); b++) {
            run(registry, s, b);
            CHECK(asked.n == sizes[at++]);
            check_run(registry);
        }
    tuner_close(&tuner);
    CHECK(at == 3 && expectations() == made + at); /* and one of another seed for each */
}

/* The expectation of a bench is that of its registry's origin: another one's of the same name is another one, though it
 * is kept. */
TEST(origins)
{
    CHECK(strcmp(first.origin, second.origin));
    CHECK(registry_find(&first, "alpha") == first.suites[0]);
    CHECK(registry_find(&second, "alpha") == second.suites[2]);
    run_all(&first, first_sizes, 3);
    CHECK(best.allowed == 8);
    run_all(&first, first_sizes, 0); /* kept */
    run_all(&second, second_sizes, 3);
    run_all(&first, first_sizes, 0);
    run_all(&second, second_sizes, 0);
}

TEST(spaces)
{
    const struct bench *copies = registry_bench(&first, 0, 0);
    const struct problem problem = problem_of(first.suites[0], copies, 1, 1);
    const struct restriction none = {0};
    struct compute_device device = {0};
    CHECK(space_parameters(&copies->space) == 3 && copies->space.parameters[2].count == 3);
    size_t count = 0;
    CHECK(space_default(&copies->space) == (2 * 3 + 1) * 3);
    CHECK(allowed_count(&problem, &none, &device, &count, NULL) == OK && count == 21);
    CHECK(!registry_bench(&first, 0, 2) && !registry_bench(&first, 2, 0) && !registry_suite(&second, 3));
}

/* Workers of another registry, which has no such bench: rows that say so, nothing is measured, and they live. */
TEST(other_workers)
{
    open_with(&first, "second");
    const pid_t pid = tuner.device.pid;
    for (int round = 0; round < 2; round++) {
        size_t of_bench = 0;
        run(&first, (size_t)round, round ? 0 : 1); /* the second one has something at 1, 0 */
        CHECK(row_count > 0 && best.result.median_ns == 0 && best.measured == row_count - 1);
        for (size_t i = 0; i < row_count; i++) {
            of_bench += rows[i].index == NO_CONFIGURATION;
            CHECK(rows[i].status == INVALID);
            CHECK_TEXT(reasons[i], "this worker does not know the bench: its suites are not those of its parent");
        }
        CHECK(of_bench == 1 && tuner.device.pid == pid);
    }
    tuner_close(&tuner);
}

int main(int argc, char **argv)
{
    const bool is_second = argc > WORKER_REGISTRY && !strcmp(argv[WORKER_REGISTRY], "second");
    serve_or_go_on(is_second ? &second : &first, argc, argv);
    run_tests();
    return CHECK_RESULT;
}
