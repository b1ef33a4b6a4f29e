/* Workers that are killed from outside, at each of their tasks: the task is tried once more, and reported; one that is
 * killed each time is a row that names the signal. On the fake device. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include <sys/stat.h>

/* ---- what the worker has ---- */

COPY_KERNELS("//fake time 5000\n");

enum { GOOD, MEASURED, COMPILED_ONCE, ALWAYS, CRASHES, TASKS };

/* A file has a byte per try; the try of that number, counted from 1, is killed. 0: each is. */
static void kill_at_try(const char *task, long number, int how)
{
    struct stat file = {0};
    FILE *tries = fopen(task, "a");
    CHECK(tries && fputc('.', tries) == '.' && !fclose(tries) && !stat(task, &file));
    if (!number || file.st_size == number)
        raise(how);
}

static void setup_killed(struct job *job)
{
    kill_at_try("setup", 1, SIGKILL);
    setup(job);
}

static unsigned options_killed(const struct config *config)
{
    if (config->value[0] == COMPILED_ONCE)
        kill_at_try("compile", 1, SIGTERM);
    return 0;
}

ENQUEUE(enqueue_killed)
{
    if (config->value[0] == MEASURED)
        kill_at_try("measure", 1, SIGXCPU);
    if (config->value[0] == ALWAYS)
        kill_at_try("always", 0, SIGKILL);
    if (config->value[0] == CRASHES)
        kill_at_try("crashes", 0, SIGABRT);
    return enqueue(job, config, fault);
}

/* Called once per measurement: the second of a configuration is in the play-off. */
WORK(work_killed)
{
    if (config->value[0] == GOOD)
        kill_at_try("play-off", 2, SIGKILL);
    return work(job, config);
}

static const struct bench bench = {
    .name = "killed",
    COPY_KERNEL,
    .kernel.options = options_killed,
    .space.parameters = PARAMETERS({"TASK", "", WORDS("good", "measured", "compiled_once", "always", "crashes")}),
    DEFAULTS(GOOD),
    .problem = {.variants = 1, .setup = setup_killed, .verify = verify},
    .device.enqueue = enqueue_killed,
    .report.work = work_killed};

/* The first two tries of each compilation are killed. */
static unsigned options_killed_twice(const struct config *config)
{
    static const char *const file[] = {"early 0", "early 1", "early 2", "early 3"};
    struct stat tries = {0};
    kill_at_try(file[(int)config->value[0]], stat(file[(int)config->value[0]], &tries) ? 1 : 2, SIGKILL);
    return 0;
}

static const struct bench plain = {.name = "plain",
                                   COPIES_BY(enqueue),
                                   .space.parameters = PARAMETERS({"NUMBER", "", VALUES(10, 11, 12, 13)}),
                                   DEFAULTS(10)},
                          later = {.name = "later",
                                   COPIES_BY(enqueue),
                                   .kernel.options = options_killed_twice,
                                   .space.parameters = PARAMETERS({"NUMBER", "", VALUES(0, 1, 2, 3)}),
                                   DEFAULTS(0)};
REGISTRY("killed", kernels, &bench, &plain, &later);

/* ---- the parent ---- */

static long tries(const char *task)
{
    struct stat file = {0};
    return stat(task, &file) ? 0 : (long)file.st_size;
}

static void test_run(void)
{
    tune((struct target){.problem = problem_of(&suite, &bench, 100, 42)}, (struct run_options){.time_limit = 600});
    for (uint64_t task = GOOD; task <= COMPILED_ONCE; task++)
        CHECK(given_last(task, 0)->row.status == OK);
    CHECK(best.result.median_ns == 5000);
    CHECK(given_last(ALWAYS, 0)->row.status == CRASHED && tries("always") == 2);
    CHECK_TEXT(given_last(ALWAYS, 0)->reason,
               "its worker died: killed from outside: Killed (signal 9), by hand, or by the system for "
               "lack of memory");
    CHECK(given_last(CRASHES, 0)->row.status == CRASHED && tries("crashes") == 1);
    CHECK_TEXT(given_last(CRASHES, 0)->reason, "its worker died: Aborted (signal 6)");
    CHECK(tries("compile") >= 2 && tries("play-off") > 2);
    CHECK(tuner.killed == 6); /* open, setup, compile, measure, always, play-off */
    CHECK(strstr(tuner.killed_how, "killed from outside: ") == tuner.killed_how);
}

/* An early compilation is not tried again: the run of its target has both tries. */
static void test_early(void)
{
    const struct target target = {.problem = problem_of(&suite, &later, 100, 42)}, *const first[] = {&target};
    const struct run_options options = {.strategy = strategy_find("exhaustive"), .time_limit = 600};
    const size_t killed = tuner.killed;
    tuner_look_ahead(&tuner, first, 1, &options);
    for (int runs = 0; runs < 1000 && !(tries("early 0") && tries("early 1") && tries("early 2") && tries("early 3"));
         runs++)
        tune((struct target){.problem = problem_of(&suite, &plain, 100, 42)}, options);
    tune(target, options);
    for (uint64_t number = 0; number < 4; number++)
        CHECK(given_last(number, 0)->row.status == OK);
    CHECK(tries("early 0") >= 3 && tuner.killed == killed + 4);
    tuner_look_ahead(&tuner, NULL, 0, &options);
}

/* A requested device, and the list of devices. */
static void test_inventory(void)
{
    const struct launcher launcher = {.program = "/proc/self/exe", .cache = "cache"};
    struct compute_device device;
    struct compute_inventory inventory;
    remove("start");
    CHECK(FINE(tuner_find(&launcher, "fake", 0, &device, &inventory, &caught)) && !inventory.absences);
    CHECK(tries("start") == 2);
    remove("start");
    CHECK_OK(tuner_inventory(&launcher, &inventory, &caught));
    for (size_t i = 0; i < inventory.absences; i++)
        CHECK(!strstr(inventory.absence[i].text, "killed"));
}

int main(int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        kill_at_try("start", 1, SIGKILL);
    serve_if_worker(&registry, argc, argv);
    open_tuner(&registry, 2);
    test_run();
    test_early();
    tuner_close(&tuner);
    test_inventory();
    return CHECK_RESULT;
}
