/* A suite that behaves, unless INJECTED_FAULT in the environment names a fault: then it crashes, or blocks, the process
 * that uses it. */
#include "tests/planted/copies.h"

#include <signal.h>
#include <sys/stat.h>

enum { BLOCK_SIZE, NUMBER };
enum { HANG_COMPILE = 9 }; /* the NUMBER whose compiler hangs, in one fault only */

static bool is_injected(const char *fault)
{
    const char *now = getenv("INJECTED_FAULT");
    return now && !strcmp(now, fault);
}

static bool is_allowed_by_fault(const struct config *config, UNNEEDED const struct compute_device *device)
{
    if (is_injected("constraint crashes") && config->value[BLOCK_SIZE] == 64 && config->value[NUMBER] == 7)
        abort();
    if (is_injected("constraint hangs") && config->value[BLOCK_SIZE] == 64)
        hang();
    if (is_injected("constraint takes long"))
        usleep(500000);
    return config->value[NUMBER] != HANG_COMPILE || is_injected("worker does not end");
}

static void setup(struct job *job)
{
    if (is_injected("setup hangs"))
        hang();
    if (is_injected("killed") || (is_injected("killed once") && !mkdir("killed", 0700)))
        raise(SIGKILL);
    if (is_injected("worker does not end"))
        atexit(hang);
    setup_copy(job);
}

ENQUEUE(enqueue)
{
    return LAUNCH(0, launch_groups(1, config_count(config, BLOCK_SIZE)), ARRAY(IN), ARRAY(OUT));
}

/* clang-format off */
#define COPIES                                                                                                         \
    .summary = "copies", .kernel = {.file = "faulty.cl", .entries = NAMES("copy")},                                    \
    .size = {.classes = {4096, 65536, 1048576}, .most = 1 << 24}, .problem.variants = 1, .problem.verify = verify_copy,     \
    .device.enqueue = enqueue, .report.work = work_copy, .tests = NAMES("--size 4096")
/* clang-format on */

static const struct bench faulty_bench = {
    .name = "faulty",
    COPIES,
    .space = {.parameters = PARAMETERS({"BLOCK_SIZE", "work-items in a group", VALUES(32, 64)},
                                       {"NUMBER", "something", VALUES(1, 2, 3, 4, 5, 6, 7, 8, HANG_COMPILE)}),
              .constraints = CONSTRAINTS({"it behaves", FUNCTION(is_allowed_by_fault, BLOCK_SIZE, NUMBER)})},
    DEFAULTS(32, 1),
    .problem.setup = setup,
};

const struct suite faulty_suite = {.name = "faulty", .summary = "injected faults", .benches = BENCHES(&faulty_bench)};
