/* What happens while a device opens. The worker that found it opens it; a new one does where that one is gone. On the
 * fake device. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tuner/run/finders.h"

#include <errno.h>

COPY_KERNELS("//fake time 5000\n");
static const struct bench bench = {
    .name = "copies", COPIES_BY(enqueue), .space.parameters = PARAMETERS({"WHICH", "", VALUES(1, 2)}), DEFAULTS(1)};
REGISTRY("copies", kernels, &bench);

static struct finders finders;

/* Finds the fake device; returns the worker that was kept. */
static pid_t find(void)
{
    const struct launcher launcher = {.program = "/proc/self/exe", .cache = "cache", .finders = &finders};
    struct compute_inventory left_out;
    struct compute_device device;
    CHECK_OK(tuner_find(&launcher, "fake", 0, &device, &left_out, &caught));
    CHECK(finders.count == 1);
    CHECK_TEXT(finders.finder[0].backend, "fake");
    return finders.finder[0].process.pid;
}

static bool is_gone(pid_t pid)
{
    return kill(pid, 0) && errno == ESRCH;
}

static void check_run(void)
{
    CHECK(!finders.count);
    tune((struct target){.problem = problem_of(&suite, &bench, 100, 42)}, (struct run_options){0});
    CHECK(best.result.median_ns == 5000);
    tuner_close(&tuner);
}

TEST(opened_by_its_finder)
{
    const pid_t pid = find();
    open_tuner(&registry, 1);
    CHECK(pid > 0 && tuner.device[0].process.pid == pid);
    check_run();
    CHECK(is_gone(pid));
}

TEST(finder_is_killed)
{
    const pid_t pid = find();
    kill(pid, SIGKILL);
    open_tuner(&registry, 1);
    CHECK(tuner.device[0].process.pid > 0 && tuner.device[0].process.pid != pid && tuner.killed == 1);
    check_run();
}

TEST(of_another_backend)
{
    const pid_t pid = find();
    strcpy(finders.finder[0].backend, "other");
    open_tuner(&registry, 1);
    CHECK(is_gone(pid) && tuner.device[0].process.pid != pid);
    check_run();
}

TEST(not_opened)
{
    const pid_t pid = find();
    finders_end(&finders);
    CHECK(is_gone(pid) && !finders.count);
}

/* A compile worker makes the tuner's own kernels meanwhile, but for a CPU, or where a device must be open for it. */
TEST(own_kernels_meanwhile)
{
    open_tuner(&registry, 2);
    struct tuner_options options = tuner.options;
    CHECK(!tuner.compiler[0].process.pid);
    tuner_close(&tuner);
    strcpy(options.device.architecture, "sm_0");
    CHECK_OK(tuner_open(&tuner, &options, &caught));
    CHECK(tuner.compiler[0].process.busy && !tuner.compiler[1].process.pid);
    check_run();
    options.device.is_cpu = true;
    CHECK_OK(tuner_open(&tuner, &options, &caught));
    CHECK(!tuner.compiler[0].process.pid);
    check_run();
}

/* Only a backend with devices keeps its worker. */
TEST(inventory)
{
    const struct launcher launcher = {.program = "/proc/self/exe", .cache = "cache", .finders = &finders};
    FREED struct compute_inventory *inventory = allocate(sizeof *inventory);
    CHECK_OK(tuner_inventory(&launcher, inventory, &caught));
    for (size_t i = 0; i < finders.count; i++) {
        bool has = false;
        for (size_t d = 0; d < inventory->devices; d++)
            has = has || !strcmp(inventory->device[d].backend, finders.finder[i].backend);
        CHECK(has);
    }
    finders_end(&finders);
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    tuner_options.launcher.finders = &finders;
    run_tests();
    return CHECK_RESULT;
}
