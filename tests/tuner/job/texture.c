/* Texture slots: filled on the host, uploaded whole to each set, and as the suite declared them. */
#include "compute/context.h"
#include "tests/tuner/job/fake_context.h"

/* ---- a bench whose work is a fill, beside a texture of n x 3 floats ---- */

enum { HEIGHT = 3 };
enum { TABLE, OUT };

static const struct job *verified;

static void setup(struct job *job)
{
    float *table =
        job_texture(job, TABLE, "table",
                    (struct compute_texture){
                        .width = job->n, .height = HEIGHT, .filter = COMPUTE_LINEAR, .addressing = COMPUTE_BORDER});
    for (uint64_t i = 0; i < job->n * HEIGHT; i++)
        table[i] = job_uniform_float(job->seed, i);
    job_output(job, OUT, "out", 16);
}

/* The configuration is the factor of the texture's width. */
ARRANGE(arrange)
{
    const uint64_t width = job->n * config_count(config, 0);
    if (!width) /* needs no texture */
        return OK;
    float *table = job_refill_texture(job, TABLE, (struct compute_texture){.width = width, .height = HEIGHT});
    for (uint64_t i = 0; i < width * HEIGHT; i++)
        table[i] = job_uniform_float(job->seed, i);
    return OK;
}

ENQUEUE(enqueue)
{
    return job_fill(job, OUT, 0x33, fault);
}

VERIFY(verify)
{
    *verdict = (struct verdict){0, 1};
    verified = job;
    return OK;
}

static const struct bench filled = {.name = "filled", FUNCTIONS(verify)};
static const struct bench reshaped = {
    .name = "reshaped",
    .space.parameters = PARAMETERS({"WIDTH", "times n", VALUES(1, 2, 4, 0)}),
    FUNCTIONS(verify),
    .problem.arrange = arrange,
};
REGISTRY("fills", NULL, &filled, &reshaped);

/* ---- tests ---- */

static struct worker_context place = {.registry = &registry};

/* Whether a set's texture has the values that setup() wrote. */
static bool holds(const struct array_set *set, uint64_t n)
{
    float table[64 * HEIGHT];
    bool same = compute_array_bytes(set->array[TABLE]) == n * HEIGHT * sizeof *table &&
                compute_array_read(set->array[TABLE], 0, table, n * HEIGHT * sizeof *table, NULL) == OK;
    for (uint64_t i = 0; same && i < n * HEIGHT; i++)
        same = table[i] == job_uniform_float(7, i);
    return same;
}

/* A texture in every set, and uploaded again after it was spoilt. */
TEST(upload)
{
    static const float spoilt[37 * HEIGHT];
    CHECK_OK(bed_try(problem_of(&suite, &filled, 37, 7), 0, &caught));
    CHECK(bed.job.state->sets[0].array[TABLE]->is_texture && !bed.job.state->sets[0].array[OUT]->is_texture);
    CHECK(job_array(&bed.job, TABLE) == bed.job.state->sets[0].array[TABLE]);
    CHECK(((const float *)job_host(&bed.job, TABLE))[36] == job_uniform_float(7, 36));
    CHECK(FINE(job_grow(&bed.job, 3 * (37 * HEIGHT * sizeof(float) + 16), 9, &caught)) && bed.job.state->count == 3);
    for (size_t i = 0; i < 3; i++)
        CHECK(holds(&bed.job.state->sets[i], 37));
    CHECK(compute_array_write(bed.job.state->sets[0].array[TABLE], 0, spoilt, sizeof spoilt, NULL) == OK);
    CHECK(!holds(&bed.job.state->sets[0], 37));
    CHECK(FINE(job_restore(&bed.job, &caught)) && holds(&bed.job.state->sets[0], 37));
}

/* A verified run neither poisons it nor checks guard zones, of which it has none. */
TEST(verify)
{
    CHECK_OK(bed_try(problem_of(&suite, &filled, 5, 7), 0, &caught));
    CHECK(FINE(bed_verify(0, &caught)) && verified == &bed.job);
    CHECK(holds(&bed.job.state->sets[0], 5));
}

/* A configuration's own shape, in every set; the next one has its shape, too, after one that the device does not
 * support. */
TEST(reshape)
{
    const struct compute_device whole = *compute_context_device(place.context);
    CHECK(FINE(bed_try(problem_of(&suite, &reshaped, 5, 7), 0, &caught)) && holds(&bed.job.state->sets[0], 5));
    CHECK(FINE(job_grow(&bed.job, 2 * (5 * HEIGHT * sizeof(float) + 16), 9, &caught)) && bed.job.state->count == 2);
    for (uint64_t position = 0; position < 3; position++) {
        CHECK_OK(bed_arrange(position, &caught));
        for (size_t i = 0; i < 2; i++)
            CHECK(holds(&bed.job.state->sets[i], UINT64_C(5) << position));
    }
    place.context->device.max_texture[0] = 12;
    CHECK(FINE(bed_arrange(0, &caught)) && holds(&bed.job.state->sets[1], 5));
    for (int twice = 0; twice < 2; twice++) {
        CHECK_FAULT(bed_arrange(2, &caught), INVALID, "a texture of 20 x 3: this device allows 12 x 65536");
        CHECK_OK(job_restore(&bed.job, &caught)); /* of the existing sets */
        CHECK_OK(bed_arrange(3, &caught));
    }
    CHECK(FINE(bed_arrange(1, &caught)) && holds(&bed.job.state->sets[0], 10) && holds(&bed.job.state->sets[1], 10));
    place.context->device = whole;
}

/* An unsupported texture is the job's failure, with the reason. */
TEST(refused)
{
    const struct compute_device whole = *compute_context_device(place.context);
    CHECK_FAULT(bed_try(problem_of(&suite, &filled, whole.max_texture[0] + 1, 7), 0, &caught), INVALID,
                "a texture of 131073 x 3: this device allows 131072 x 65536");
    place.context->device.features &= ~(uint32_t)COMPUTE_TEXTURES;
    CHECK(CALL(bed_try(problem_of(&suite, &filled, 5, 7), 0, &caught)) == UNSUPPORTED &&
          strstr(caught.text, "has no textures"));
    place.context->device = whole;
}
