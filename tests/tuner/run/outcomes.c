/* A run tells its search the outcome of each configuration: those with a value that never is right come last, and none
 * is left out. On the fake device. */
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

COPY_KERNELS("//fake time 10000\n");

enum { FINE, NEVER };
enum { NUMBERS = 8, FAILURES = 4 };

VERIFY(verify_some)
{
    *verdict = (struct verdict){0};
    return config->value[0] == NEVER ? fail(fault, WRONG_RESULT, "never right") : verify(job, config, verdict, fault);
}

static const struct bench some = {
    .name = "some",
    COPY_KERNEL,
    .space.parameters =
        PARAMETERS({"KIND", "", WORDS("fine", "never")}, {"NUMBER", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)}),
    .problem = {.variants = 1, .setup = setup, .verify = verify_some},
    .device = {.enqueue = enqueue, .host_timed = true}, /* so all are compiled before one is measured */
    .report.work = work,
};
REGISTRY("outcomes", kernels, &some);

/* All failures, those before the first right one, and those before the last. */
static size_t right, failed, before, early;

ROW(take)
{
    if (row->finalist)
        return;
    before = row->status == OK && !right ? failed : before;
    right += row->status == OK;
    failed += row->status == WRONG_RESULT;
    early = row->status == OK ? failed : early;
}

TEST(outcomes)
{
    bool put_off = false; /* at least once: on a busy machine a batch of compiled ones may be of those that fail */
    for (uint64_t seed = 1; seed <= 3; seed++) {
        right = failed = before = early = 0;
        tune((struct target){.problem = problem_of(&suite, &some, 100, seed)}, (struct run_options){.row = take});
        CHECK(right == NUMBERS && failed == NUMBERS);
        put_off = put_off || early <= (before > FAILURES ? before : FAILURES);
    }
    CHECK(put_off);
}

TUNER_MAIN(NUMBERS)
