/* The matrix of distances: a work-item per pair, or per several. */
#include "suites/lennard_jones/lennard_jones.h"

#include <math.h>

enum { COORDINATE, R }; /* slots */
DEFINE_PARAMETERS(parameters, AFTER(PAIRS, LJ_TILES), LJ_IMAGE, WORD(ROOT, "of the square", sqrt, rsqrt),
                  HOST_WORD(FLUSH_TO_ZERO, "whether denormal numbers are taken for zero", no, yes));

static void setup(struct job *job)
{
    const uint64_t pitch = lj_pitch(job->n);
    float *coordinate = job_input(job, SLOT(COORDINATE), 3 * pitch * sizeof *coordinate);
    lj_place(job->problem, job->variant == 1, coordinate);
    job_scratch(job, SLOT(R), job->n * pitch * sizeof(float));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_system system = lj_system(job->problem);
    return LAUNCH(0, lj_launch(config, job->n), ARRAY(COORDINATE), ARRAY(R), VALUE((uint32_t)job->n),
                  VALUE((uint32_t)system.pitch), VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
}

/* An error is a share of the slack by lj_slack(). */
static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_system system = lj_system(job->problem);
    const float *coordinate = job_host(job, COORDINATE);
    *verdict = (struct verdict){.tolerance = 1};
    float got[LJ_MOST];
    enum status status = OK;
    for (uint64_t row = 0; row < lj_rows(job) && status == OK; row++) {
        const uint64_t y = lj_row(job, row);
        status = job_read(job, R, y * system.pitch * sizeof *got, got, system.pitch * sizeof *got, fault);
        for (uint64_t x = 0; x < system.pitch && status == OK; x++) {
            double vector[3], want = x < job->n ? lj_distance(&system, coordinate, y, x, vector) : (double)LJ_BEYOND;
            const double off = fabs((double)got[x] - want), slack = x < job->n ? lj_slack(&system, want) : 1e-9;
            const double error = off == 0 ? 0 : off / slack;
            if (!(error <= verdict->tolerance))
                status = fail(fault, WRONG_RESULT, "r(%llu, %llu) is %.9g, expected %.17g", (unsigned long long)y,
                              (unsigned long long)x, (double)got[x], want);
            verdict->error = fmax(verdict->error, error);
        }
    }
    return status;
}

/* Per pair three differences, three products and sums of the image, three of the square and a root. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double pairs = (double)job->n * (double)job->n, bytes = sizeof(float) * pairs;
    return (struct work){.bytes = bytes, .flops = 15 * pairs, .amount = {[RESOURCE_DRAM_WRITE] = bytes}};
}

static unsigned options(const struct config *config)
{
    return config->value[FLUSH_TO_ZERO] ? COMPUTE_FLUSH_TO_ZERO : 0;
}

const struct bench lj_distances = {
    .name = "distances",
    .summary = "the matrix of distances of all pairs",
    .kernel = {.file = "lennard_jones/distances.cl",
               .entries = NAMES("distances"),
               .define = lj_define,
               .options = options},
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(LJ_TILE_CONSTRAINTS)},
    DEFAULTS(1024, 1, 1, 1, 1),
    .size = {.unit = "atoms", .classes = {512, 16384, 32768}, .most = LJ_MOST},
    .problem = {.variants = 2, .setup = setup, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_WRITE), .work = work},
    .tests =
        NAMES("--size 1,2,33,200 --set BLOCK_X=1,16,1024 --set BLOCK_Y=1,32,1024 --set PAIRS_PER_THREAD=1,8 "
              "--set TILES_PER_GROUP=1,4",
              "--size 33 --box open --set BLOCK_X=16 --set BLOCK_Y=32 --set PAIRS_PER_THREAD=8 --set TILES_PER_GROUP=1",
              "--size 1000 --set BLOCK_X=16 --set BLOCK_Y=32 --set PAIRS_PER_THREAD=8 --set VECTOR_WIDTH=4 "
              "--set IMAGE=add --set ROOT=rsqrt",
              "--size 100 --box oblong --set BLOCK_X=16 --set BLOCK_Y=32 --set PAIRS_PER_THREAD=1 --set PAIRS=all "
              "--set TILES_PER_GROUP=1 --set FLUSH_TO_ZERO=no --set ROOT=sqrt --set IMAGE=rint,add,compare"),
};
