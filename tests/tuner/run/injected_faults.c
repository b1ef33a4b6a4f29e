/* Suites that crash or block their worker, or the parent, in many ways: each is a row with its reason, all other rows
 * are right, and the run continues with the next problem. On the fake device. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include "tuner/worker/message.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake time 5000\n");

enum { GOOD, GARBAGE, TRICKLE, CLOSED, PRINTS, NO_HOST_MEMORY, ALSO_GOOD, INJECTED_FAULTS };

static void send_bytes(const void *bytes, size_t size)
{
    CHECK(write(WORKER_REPLIES, bytes, size) == (ssize_t)size);
    hang();
}

ENQUEUE(enqueue_faulty)
{
    static const unsigned char garbage[9000] = {200};
    switch (config->value[0]) {
    case GARBAGE:
        send_bytes(garbage, sizeof garbage);
        break;
    case TRICKLE:
        send_bytes(&(const enum request_kind){REQUEST_MEASURE}, 1);
        break;
    case CLOSED:
        close(WORKER_REPLIES);
        hang();
        break;
    case PRINTS:
        for (;;)
            puts("on and on");
    case NO_HOST_MEMORY:
        fputs("gpubench: out of host memory (12345 bytes); choose a smaller --size\n", stderr);
        _Exit(3);
    default:
        break;
    }
    return enqueue(job, config, fault);
}

ENQUEUE(enqueue_eating)
{
    if (config->value[0] != GOOD)
        eat_memory();
    return enqueue(job, config, fault);
}

static void setup_endlessly(UNNEEDED struct job *job)
{
    hang();
}

EXPECT(expect_endlessly)
{
    hang();
}

static bool crashes_at_last(const struct config *config, UNNEEDED const struct compute_device *device)
{
    if (config->value[0] == ALSO_GOOD)
        abort();
    return true;
}

#define EATS .space.parameters = PARAMETERS({"INJECTED_FAULT", "", WORDS("good", "memory")}), DEFAULTS(GOOD)
#define COPIES                                                                                                         \
    COPY_KERNEL,                                                                                                       \
        .space.parameters =                                                                                            \
            PARAMETERS({"INJECTED_FAULT", "",                                                                          \
                        WORDS("good", "garbage", "trickle", "closed", "prints", "no_host_memory", "also_good")}),      \
        DEFAULTS(GOOD), .problem.variants = 1, .problem.verify = verify, .device.enqueue = enqueue_faulty,             \
        .report.work = work

enum { MEASURED, MEMORY, SETUP, EXPECT, CONSTRAINT, BENCHES_COUNT };
static const struct bench benches[BENCHES_COUNT] = {
    [MEASURED] = {.name = "measured", COPIES, .problem.setup = setup},
    [MEMORY] = {.name = "memory", COPIES_BY(enqueue_eating), EATS},
    [SETUP] = {.name = "setup", COPIES, .problem.setup = setup_endlessly},
    [EXPECT] = {.name = "expect",
                COPIES,
                .problem.setup = setup,
                .problem.expect = expect_endlessly,
                .problem.expected_bytes = 8},
    [CONSTRAINT] = {.name = "constraint",
                    COPIES,
                    .problem.setup = setup,
                    .space.constraints = CONSTRAINTS({"it behaves", FUNCTION(crashes_at_last, 0)})},
};
REGISTRY("injected faults", kernels, &benches[MEASURED], &benches[MEMORY], &benches[SETUP], &benches[EXPECT],
         &benches[CONSTRAINT]);

/* ---- the parent ---- */

static struct tuner_options tuner_options = {.launcher.memory = UINT64_C(256) << 20};
static void run(size_t bench)
{
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)},
         (struct run_options){.time_limit = bench == MEASURED ? 3 : 60,
                              .prepare_seconds = bench == SETUP || bench == EXPECT ? 0.5 : 60});
}

static void check_row(uint64_t fault, enum status expected, const char *text)
{
    const struct given *got = given_last(fault, 0);
    WRONG_IF(got->row.status != expected || strncmp(got->reason, text, strlen(text)) != 0, "fault %d: %s: %s\n",
             (int)fault, status_word(got->row.status), got->reason);
}

TEST(measured)
{
    run(MEASURED);
    check_row(GOOD, OK, "");
    check_row(ALSO_GOOD, OK, "");
    check_row(GARBAGE, CRASHED, "its worker sent an invalid reply (kind)");
    check_row(TRICKLE, TIMED_OUT, "no answer within 3 s (--time-limit)");
    check_row(CLOSED, CRASHED, "its worker closed its pipe, and went on: it will not reply");
    check_row(PRINTS, TIMED_OUT, "no answer within 3 s (--time-limit)");
    check_row(NO_HOST_MEMORY, NO_MEMORY, "out of host memory (12345 bytes); choose a smaller --size");
    CHECK(given_count == INJECTED_FAULTS + 2 && best.result.median_ns == 5000);
}

/* How soon depends on the machine's load. */
TEST(memory)
{
    run(MEMORY);
    check_row(0, OK, "");
    check_row(1, NO_MEMORY, "its worker held ");
}

/* A problem that hangs before anything is measured is ended by its time limit, and is one row. */
TEST(problems)
{
    for (size_t bench = SETUP; bench <= EXPECT; bench++) {
        run(bench);
        CHECK(given_count == 1 && given[0].row.index == NO_CONFIGURATION && given[0].row.status == TIMED_OUT);
        CHECK(best.result.median_ns == 0);
        CHECK_TEXT(given[0].reason, "setup and expect did not end within 0.5 s (--time-limit)");
    }
    run(CONSTRAINT);
    CHECK(given_count == 1 && given[0].row.index == NO_CONFIGURATION && given[0].row.status == INVALID);
    CHECK(best.result.median_ns == 0);
    CHECK_TEXT(
        given[0].reason,
        "injected faults/constraint: its constraint \"it behaves\" crashes: Aborted (signal 6) at INJECTED_FAULT "
        "also_good: that is a mistake of the suite");
}

TUNER_MAIN(2)
