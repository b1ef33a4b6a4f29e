/* Outputs and scratch whose size the configuration decides: every set has them at that size, the verified one with wide
 * guard zones, and none of another size remains. */
#include "compute/context.h"
#include "tests/tuner/job/fake_context.h"

enum { OUT, ROOM, KEPT };
enum { SETS = 3, NARROW = 4096 };

static bool keeps; /* the configuration does not affect sizes */

static void setup(struct job *job)
{
    job_output(job, OUT, "out", 8);
    job_scratch(job, ROOM, "room", 8);
    job_output(job, KEPT, "kept", 8);
}

ARRANGE(arrange)
{
    if (!keeps) {
        job_resize(job, OUT, 4 * config_count(config, 0));
        job_resize(job, ROOM, 2 * config_count(config, 0));
    }
    return OK;
}

ENQUEUE(enqueue)
{
    return job_fill(job, OUT, 0x11, fault);
}

VERIFY(verify)
{
    const uint8_t *out = job_host(job, OUT), *kept = job_host(job, KEPT);
    *verdict = (struct verdict){0, 0};
    for (int i = 0; i < 4 * config->value[0]; i++)
        CHECK(out[i] == 0x11);
    CHECK(kept[7] == POISON || kept[7] == STALE);
    return OK;
}

static const struct bench bench = {
    .name = "resized",
    .space.parameters = PARAMETERS({"WORDS", "", VALUES(1, 3, 1000, 100000000), .host = true}),
    FUNCTIONS(verify),
    .problem.arrange = arrange,
};
static const struct suite suite = {.name = "sizes", .benches = BENCHES(&bench)};

static void check(int words)
{
    FREED struct config *config = config_new(&bed.problem, space_index(&bench.space, &words));
    CHECK_OK(job_arrange(&bed.job, config, &caught));
    for (size_t s = 0; s < bed.job.state->count; s++) {
        struct compute_array *const *array = bed.job.state->sets[s].array;
        CHECK(array[OUT]->bytes == 4 * (size_t)words && array[ROOM]->bytes == 2 * (size_t)words);
        CHECK(array[KEPT]->bytes == 8);
        for (int slot = OUT; slot <= KEPT; slot++)
            CHECK(array[slot]->guard == (s ? NARROW : COMPUTE_GUARD));
    }
    CHECK_OK(job_verify(&bed.job, config, &bed.verdict, &caught));
    CHECK_OK(job_verify_changed(&bed.job, config, (struct timed_check){1, false, false}, &bed.verdict, &caught));
}

/* Outputs are read back to page-locked memory, which is allocated again if it does not suffice; a CPU's to pageable
 * memory. */
static void check_locked(bool locked)
{
    bed_open(problem_of(&suite, &bench, 1, 7));
    const struct slot *out = &bed.job.state->slot[OUT];
    check(3);
    const void *before = out->host;
    check(1);
    CHECK(out->host == before);
    check(1000);
    CHECK((out->memory != NULL) == locked && (!locked || out->host == compute_host_bytes(out->memory)));
    CHECK(!bed.job.state->slot[ROOM].host);
}

TEST(resize)
{
    check_locked(true);
    bed_open(problem_of(&suite, &bench, 1, 7));
    check(1);
    CHECK(FINE(job_grow(&bed.job, SIZE_MAX, SETS, &caught)) && bed.job.state->count == SETS);
    check(1);
    check(1000);
    check(3);
    const struct compute_array *before = bed.job.state->sets[1].array[OUT];
    check(3);
    CHECK(bed.job.state->sets[1].array[OUT] == before); /* an array with the right size is kept */
    CHECK(CALL(bed_arrange(3, &caught)) == NO_MEMORY);  /* of 100000000 */
    keeps = true; /* a failed allocation is the fault of its configuration alone */
    CHECK_OK(bed_arrange(0, &caught));
    keeps = false;
    check(3); /* partly allocated */
    place_close();
    CHECK_OK(compute_find("fake:cpu", 0, &device, &caught));
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
    check_locked(false);
}
