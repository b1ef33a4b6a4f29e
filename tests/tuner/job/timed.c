/* Checks after timed iterations, or in the last of them, of a bench without changed inputs: outputs and judged scratch
 * are stale, other scratch is unchanged; everything is restored in every set. */
#include "compute/context.h"
#include "tests/tuner/job/fake_context.h"

enum { IN, OUT, RESULT, SCRATCH };
enum { SETS = 3, FRESH = 0x21, DONE = 0x11 };

static uint8_t found[SCRATCH + 1]; /* by the last iteration */
static bool rests;                 /* an iteration does nothing */

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", 8), FRESH, 8);
    job_output(job, OUT, "out", 8);
    job_scratch(job, RESULT, "result", 8);
    job_scratch(job, SCRATCH, "scratch", 8);
}

ENQUEUE(enqueue)
{
    enum status status = OK;
    for (int slot = IN; slot <= SCRATCH && status == OK && !rests; slot++) {
        status = compute_array_read(job_array(job, slot), 7, &found[slot], 1, fault);
        if (status == OK && slot != IN)
            status = job_fill(job, slot, DONE, fault);
    }
    return status;
}

VERIFY(verify)
{
    uint8_t result = 0;
    *verdict = (struct verdict){0, 0};
    const uint8_t done = rests ? STALE : DONE;
    CHECK(job_read(job, RESULT, 7, &result, 1, fault) == OK && result == done);
    CHECK(((const uint8_t *)job_host(job, OUT))[7] == done);
    return rests ? fail(fault, WRONG_RESULT, "stale") : OK;
}

static const struct bench bench = {
    .name = "timed", FUNCTIONS(verify), .references = {{"nobody's", "none", "nothing", {OUT}, 1, .rows = 1}}};
static const struct suite suite = {.name = "times", .benches = BENCHES(&bench)};

static void check_found(uint8_t out, uint8_t result, uint8_t scratch)
{
    CHECK(found[IN] == FRESH && found[OUT] == out && found[RESULT] == result && found[SCRATCH] == scratch);
}

/* The queueing time of a reference has no effect: it may load its library, and wait for the device. */
static void check_reference(struct config *config)
{
    config->reference = &bench.references[0];
    CHECK(CALL(job_verify(&bed.job, config, &bed.verdict, &caught)) == UNSUPPORTED);
    CHECK(bed.job.state->queued_seconds == 0);
    config->reference = NULL;
}

TEST(timed)
{
    bed_open(problem_of(&suite, &bench, 1, 7));
    FREED struct config *config = config_new(&bed.problem, 0);
    CHECK_OK(job_verify(&bed.job, config, &bed.verdict, &caught));
    check_found(POISON, POISON, POISON);
    CHECK(FINE(job_grow(&bed.job, SIZE_MAX, SETS, &caught)) && bed.job.state->count == SETS);
    for (size_t s = 0; s < SETS; s++)
        CHECK_OK(job_enqueue(&bed.job, config, &caught));
    CHECK_OK(job_verify_changed(&bed.job, config, (struct timed_check){1, false, false}, &bed.verdict, &caught));
    check_found(STALE, STALE, DONE);
    for (size_t s = 0; s < SETS; s++)
        CHECK_OK(job_enqueue(&bed.job, config, &caught));
    CHECK(FINE(job_change_inputs(&bed.job, config, (struct timed_check){2, false, false}, &caught)) &&
          FINE(job_enqueue(&bed.job, config, &caught)));
    check_found(STALE, STALE, DONE);
    CHECK_OK(job_judge_changed(&bed.job, config, &bed.verdict, &caught));
    rests = true;
    CHECK(FINE(job_change_inputs(&bed.job, config, (struct timed_check){2, false, false}, &caught)) &&
          FINE(job_enqueue(&bed.job, config, &caught)));
    CHECK(CALL(job_judge_changed(&bed.job, config, &bed.verdict, &caught)) == WRONG_RESULT);
    rests = false;
    for (size_t s = 0; s < SETS; s++)
        CHECK_OK(compute_array_fill(bed.job.state->sets[s].array[IN], 0x55, &caught));
    CHECK_OK(job_restore(&bed.job, &caught));
    for (size_t s = 0; s < SETS; s++) {
        CHECK_OK(job_enqueue(&bed.job, config, &caught));
        CHECK(found[IN] == FRESH);
    }
    CHECK_TEXT(caught.text, "");
    CHECK(bed.job.state->queued_seconds > 0);
    check_reference(config);
}
