/* Inputs that depend on the configuration, on the fake device: filled in every set, and no other slot is uploaded with
 * them. */
#include "tests/tuner/job/fake_context.h"

KERNELS({"copy.cl", "//fake copy\n//fake time 1000\n"});

/* ---- a bench whose input is filled per configuration ---- */

enum { IN, OUT, KEPT, PLAN };
enum { WORDS_EACH = 100 };

static struct {
    int arranges;
    uint32_t off; /* the error of the filled values */
    bool fails;   /* in the middle */
} seen;

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", WORDS_EACH * sizeof(uint32_t)), 0x5A, WORDS_EACH * sizeof(uint32_t));
    memset(job_input(job, KEPT, "kept", 4), 0x11, 4);
    job_output(job, OUT, "out", WORDS_EACH * sizeof(uint32_t));
    job_host_memory(job, PLAN, "plan", sizeof(int), HOST_INPUT, false);
}

static uint32_t filled_value(int fill, uint32_t i)
{
    return 1000 * (uint32_t)fill + i;
}

ARRANGE(arrange)
{
    seen.arranges++;
    uint32_t *in = job_refill(job, IN);
    *(int *)job_memory(job, PLAN) = config->value[0];
    for (uint32_t i = 0; i < WORDS_EACH; i++) {
        if (seen.fails && i == WORDS_EACH / 2)
            return fail(fault, NO_MEMORY, "bin %u is full", i);
        in[i] = filled_value(config->value[0], i) + seen.off;
    }
    return OK;
}

ENQUEUE(enqueue)
{
    return launch_copy(job, fault);
}

VERIFY(verify)
{
    *verdict = (struct verdict){0, 0};
    CHECK(*(const int *)job_memory(job, PLAN) == config->value[0] || !job->bench->problem.arrange);
    for (uint32_t i = 0; i < WORDS_EACH; i++)
        if (((const uint32_t *)job_host(job, OUT))[i] != filled_value(config->value[0], i))
            return fail(fault, WRONG_RESULT, "word %u is wrong", i);
    return OK;
}

#define COPIES .kernel.file = "copy.cl", .kernel.entries = NAMES("copy"), FUNCTIONS(verify)
/* clang-format off */
#define FILL {"FILL", "", VALUES(1, 2, 3), .host = true}
/* clang-format on */

static const struct bench arranging = {
    .name = "copy", COPIES, .space.parameters = PARAMETERS(FILL), .problem.arrange = arrange};
static const struct bench plain = {.name = "copy", COPIES, .space.parameters = PARAMETERS(FILL)};
static const struct bench alike = {
    .name = "alike",
    COPIES,
    .space.parameters = PARAMETERS(FILL, {"TWIN", "", VALUES(0, 1), .host = true}),
    .problem.arrange = arrange,
    .problem.arranged_by = ARRANGED_BY(0),
};
REGISTRY("copies", kernels, &arranging, &plain, &alike);

/* ---- one job ---- */

static struct worker_context place = {.registry = &registry};
static struct loaded loaded;

static void open_job(const struct bench *bench)
{
    memset(&seen, 0, sizeof seen);
    bed_open(problem_of(&suite, bench, 1, 7));
    job_use(&bed.job, &loaded);
    CHECK(seen.arranges == 0); /* the configuration is not known yet */
}

static void arrange_for(int fill)
{
    CHECK_OK(bed_arrange((uint64_t)fill - 1, &caught));
}

static enum status verify_for(int fill, struct fault *fault)
{
    return bed_verify((uint64_t)fill - 1, fault);
}

/* Checks that the sets, `count` of them, are filled for a configuration. */
static void check_sets(size_t count, int fill)
{
    CHECK(bed.job.state->count == count);
    for (size_t s = 0; s < bed.job.state->count; s++) {
        uint32_t in[WORDS_EACH];
        CHECK(compute_array_read(bed.job.state->sets[s].array[IN], 0, in, sizeof in, NULL) == OK);
        for (uint32_t i = 0; i < WORDS_EACH; i++)
            if (in[i] != filled_value(fill, i)) {
                fprintf(stderr, "set %zu, word %u: %u, expected that for %d\n", s, i, in[i], fill);
                check_failures++;
                break;
            }
    }
}

/* ---- tests ---- */

TEST(load)
{
    bed.problem = problem_of(&suite, &arranging, 1, 7);
    FREED struct config *config = config_new(&bed.problem, 0);
    loaded = place_load(config);
}

/* Each configuration is right on its arranged inputs, on no others, and wrong if these are wrong. */
TEST(verify)
{
    open_job(&arranging);
    static const int order[] = {1, 3, 2, 1};
    for (int i = 0; i < 4; i++) {
        CHECK(seen.arranges == i);
        arrange_for(order[i]);
        CHECK_OK(verify_for(order[i], &caught));
        CHECK_OK(verify_for(order[i], &caught)); /* it stays, the host's part too */
    }
    arrange_for(2);
    *(int *)job_memory(&bed.job, PLAN) = 3;
    CHECK(CALL(verify_for(3, &caught)) == WRONG_RESULT);
    seen.off = 1;
    arrange_for(3);
    CHECK_FAULT(verify_for(3, &caught), WRONG_RESULT, "word 0 is wrong");
    seen.off = 0;
    arrange_for(3); /* an equal arrangement is kept until everything is restored */
    CHECK(CALL(verify_for(3, &caught)) == WRONG_RESULT);
    CHECK_OK(job_restore(&bed.job, &caught));
    arrange_for(3);
    CHECK_OK(verify_for(3, &caught));
}

/* Arranged inputs serve all configurations that agree in the declared parameters; a reference has its own. */
TEST(alike)
{
    static const struct reference reference = {.name = "reference"};
    static const struct {
        uint64_t index; /* FILL is half of it, plus 1 */
        int arranges;
    } steps[] = {{0, 1}, {1, 1}, {0, 1}, {3, 2}, {2, 2}, {1, 3}};
    open_job(&alike);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        FREED struct config *config = config_new(&bed.problem, steps[i].index);
        CHECK(FINE(job_arrange(&bed.job, config, &caught)) && seen.arranges == steps[i].arranges);
        CHECK_OK(job_verify(&bed.job, config, &bed.verdict, &caught));
    }
    FREED struct config *config = config_new(&bed.problem, 1);
    for (int i = 0; i < 2; i++) {
        config->reference = i ? NULL : &reference;
        CHECK(FINE(job_arrange(&bed.job, config, &caught)) && seen.arranges == 4 + i);
    }
    CHECK(arranged_alike(&plain, 0, 2) && !arranged_alike(&arranging, 0, 2) && arranged_alike(&arranging, 2, 2));
}

/* Existing sets, and sets made afterwards; an input that is not refilled is not uploaded again. */
TEST(sets)
{
    uint8_t kept = 0;
    open_job(&arranging);
    CHECK_OK(job_grow(&bed.job, SIZE_MAX, 3, &caught));
    arrange_for(2);
    check_sets(3, 2);
    CHECK_OK(compute_array_fill(bed.job.state->sets[1].array[KEPT], 0x22, &caught));
    CHECK_OK(job_grow(&bed.job, SIZE_MAX, 5, &caught));
    check_sets(5, 2);
    arrange_for(1);
    check_sets(5, 1);
    CHECK(FINE(compute_array_read(bed.job.state->sets[1].array[KEPT], 0, &kept, 1, &caught)) && kept == 0x22);
    CHECK_OK(compute_array_fill(bed.job.state->sets[0].array[IN], 0, &caught));
    CHECK_OK(job_restore(&bed.job, &caught)); /* as it was arranged, not as setup() filled it */
    check_sets(5, 1);
}

/* A failed arrangement is reported; the device's copies stay as they were until the next one that succeeds. */
TEST(fault)
{
    open_job(&arranging);
    CHECK_OK(job_grow(&bed.job, SIZE_MAX, 2, &caught));
    arrange_for(1);
    seen.fails = true;
    CHECK_FAULT(bed_arrange(1, &caught), NO_MEMORY, "bin 50 is full");
    check_sets(2, 1);
    seen.fails = false;
    arrange_for(3);
    check_sets(2, 3);
    CHECK_OK(verify_for(3, &caught));
}

/* A bench with the same inputs for all configurations has nothing to arrange. */
TEST(none)
{
    uint8_t in = 0;
    open_job(&plain);
    CHECK_OK(compute_array_fill(job_array(&bed.job, IN), 0x33, &caught));
    arrange_for(1);
    CHECK(seen.arranges == 0);
    CHECK(FINE(compute_array_read(job_array(&bed.job, IN), 0, &in, 1, &caught)) && in == 0x33);
    CHECK(CALL(verify_for(1, &caught)) == WRONG_RESULT);
}

TEST(unload)
{
    program_unload(&loaded);
}
