/* A registry that is made at run time: this program and its workers read suites from a text file, and its benches are
 * tuned on the fake device. */
#include "tests/config_allowed.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"
#include "tests/tuner/run/file_registry.h"
#include "tuner/run/tuner.h"
#include "tuner/worker/worker.h"

/* Three parameters of all kinds and a constraint; none; one parameter, and no default. */
static const char *const first_text = "suite alpha\n"
                                      "bench copies\n"
                                      "number 3\n"
                                      "sizes 10 20 40\n"
                                      "ints SPEED 4 1 2\n"
                                      "words ORDER up down across\n"
                                      "reals SCALE 0.5 1e-07 2\n"
                                      "default 2 1 0\n"
                                      "constraint SPEED < 4 or ORDER == 'up'\n"
                                      "kernel\n"
                                      "//fake copy\n"
                                      "//fake SPEED=4 time 1000\n"
                                      "//fake SPEED=1 time 4000\n"
                                      "//fake SPEED=2 time 2500\n"
                                      "//fake ORDER=1 time 700\n"
                                      "//fake ORDER=2 SCALE=2.0 time 90\n"
                                      "//fake SCALE=0.5 time 300\n"
                                      "//fake SCALE=1e-07 time 200\n"
                                      "end\n"
                                      "bench plain\n"
                                      "number 5\n"
                                      "sizes 1 2 3\n"
                                      "kernel\n"
                                      "//fake copy\n"
                                      "//fake time 4321\n"
                                      "end\n"
                                      "suite beta\n"
                                      "bench copies\n"
                                      "number 7\n"
                                      "sizes 8 8 8\n"
                                      "ints WIDTH 1 2 3 4 5 6 7 8\n"
                                      "kernel\n"
                                      "//fake copy\n"
                                      "//fake time 1500\n"
                                      "//fake WIDTH=1 time 800\n"
                                      "//fake WIDTH=2 time 700\n"
                                      "//fake WIDTH=3 time 20\n"
                                      "//fake WIDTH=4 time 90\n"
                                      "//fake WIDTH=6 time 10\n"
                                      "//fake WIDTH=7 time 3000\n"
                                      "//fake WIDTH=8 time 3500\n"
                                      "end\n";
static const uint64_t first_sizes[] = {20, 2, 8};

/* A suite more, the others in another order; a bench of the first file with another number and another space. */
static const char *const second_text = "suite gamma\n"
                                       "bench alone\n"
                                       "number 1\n"
                                       "sizes 1 1 1\n"
                                       "reals GAMMA 0.1 0.2\n"
                                       "kernel\n"
                                       "//fake copy\n"
                                       "//fake GAMMA=0.1 time 2000\n"
                                       "//fake GAMMA=0.2 time 1999\n"
                                       "end\n"
                                       "suite beta\n"
                                       "bench copies\n"
                                       "number 7\n"
                                       "sizes 8 8 8\n"
                                       "ints WIDTH 1 2\n"
                                       "kernel\n"
                                       "//fake copy\n"
                                       "//fake WIDTH=1 time 3000\n"
                                       "//fake WIDTH=2 time 6000\n"
                                       "end\n"
                                       "suite alpha\n"
                                       "bench copies\n"
                                       "number 4\n"
                                       "sizes 10 20 40\n"
                                       "words ORDER down up\n"
                                       "default 1\n"
                                       "kernel\n"
                                       "//fake copy\n"
                                       "//fake ORDER=0 time 1100\n"
                                       "//fake ORDER=1 time 1000\n"
                                       "end\n";
static const uint64_t second_sizes[] = {1, 8, 20};

static struct registry first, second;
static struct problem asked; /* for now */
static struct result rows[64];
static char reasons[64][128];
static size_t row_count;
static struct best best;
static volatile sig_atomic_t stop;

/* How often expectations were made since the last time. */
static size_t expectations(void)
{
    size_t count = 0;
    FILE *file = fopen("expected", "r");
    for (int c; file && (c = fgetc(file)) != EOF;)
        count += c == '\n';
    if (file)
        fclose(file);
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

static void show(UNNEEDED void *user, UNNEEDED const struct progress *progress)
{
}

/* A tuner whose workers read a file. */
static struct tuner open_tuner(const struct registry *registry, const char *const *arguments)
{
    struct tuner tuner;
    struct tuner_options options = {.launcher = {.program = "/proc/self/exe", .cache = "cache", .registry = arguments},
                                    .registry = registry,
                                    .jobs = 2,
                                    .stop = &stop};
    CHECK(compute_find("fake", 0, &options.device, NULL) == OK);
    options.device.clock_mhz = 0; /* no warming up */
    CHECK_OK(tuner_open(&tuner, &options, &caught));
    return tuner;
}

static void run(struct tuner *tuner, const struct registry *registry, size_t suite, size_t bench)
{
    const struct run_options options = {
        .strategy = strategy_find("exhaustive"), .time_limit = 60, .row = keep, .progress = show};
    const struct bench *of = registry_bench(registry, suite, bench);
    asked = problem_of(registry->suites[suite], of, of->size.classes[MEDIUM], 42);
    const struct target target = {.problem = asked};
    row_count = 0;
    CHECK_OK(tuner_run(tuner, &target, &options, &best, &caught));
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
    const struct kernel_file *kernel = registry->kernels;
    double total = 0;
    while (strcmp(kernel->name, config->problem->bench->kernel.file))
        kernel++;
    char *text = allocate_text(kernel->text), *lines = text, *line;
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

/* All benches of a file; `made` says how many expectations the store did not have. */
static void run_all(const struct registry *registry, const char *path, const uint64_t *sizes, size_t made)
{
    struct tuner tuner = open_tuner(registry, (const char *const[]){path, NULL});
    size_t at = 0;
    for (size_t s = 0; registry_suite(registry, s); s++)
        for (size_t b = 0; registry_bench(registry, s, b); b++) {
            run(&tuner, registry, s, b);
            CHECK(asked.n == sizes[at++]);
            check_run(registry);
        }
    tuner_close(&tuner);
    CHECK(at == 3 && expectations() == made + at); /* and one of another seed for each */
}

/* The expectation of a bench is that of its file: another file's of the same name is another one, though it is kept. */
TEST(files)
{
    CHECK(strcmp(first.origin, second.origin));
    CHECK(registry_find(&first, "alpha") == first.suites[0]);
    CHECK(registry_find(&second, "alpha") == second.suites[2]);
    run_all(&first, "first", first_sizes, 3);
    CHECK(best.allowed == 8);
    run_all(&first, "first", first_sizes, 0); /* kept */
    run_all(&second, "second", second_sizes, 3);
    run_all(&first, "first", first_sizes, 0);
    run_all(&second, "second", second_sizes, 0);
}

/* What the file says of a space. */
TEST(read)
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

/* Workers that read another file, which has no such bench: rows that say so, nothing is measured, and they live. */
TEST(other_workers)
{
    struct tuner tuner = open_tuner(&first, (const char *const[]){"second", NULL});
    const pid_t pid = tuner.device.pid;
    for (int round = 0; round < 2; round++) {
        size_t of_bench = 0;
        run(&tuner, &first, (size_t)round, round ? 0 : 1); /* the second file has something at 1, 0 */
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
    if (argc > WORKER_REGISTRY && !strcmp(argv[1], WORKER_ARGUMENT)) {
        first = read_registry(argv[WORKER_REGISTRY]);
        return worker_main(&first, argv[WORKER_CACHE]);
    }
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
    text_put("first", first_text);
    text_put("second", second_text);
    first = read_registry("first");
    second = read_registry("second");
    run_tests();
    return CHECK_RESULT;
}
