/* The force on each particle: a row of the matrix of dE/dr, summed by a tree in shared memory.
 */
#include "suites/lennard_jones/force.h"

#include <math.h>

enum { COORDINATE, DERIVATIVE, R, FORCE, COUNTS }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items that share a row", 64, 128, 256, 512, 1024),
                  NAMED(VECTOR, "VECTOR_WIDTH", "pairs that are loaded at once", VALUES(1, 2, 4)), LJ_ACCUMULATE,
                  WORD(DISTANCE, "read, or computed again", matrix, computed),
                  WORD(ZEROS, "vectors of pairs without a force", added, skipped), LJ_IMAGE);

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    const uint64_t floats = job->n * system.pitch;
    float *coordinate = job_input(job, SLOT(COORDINATE), 3 * system.pitch * sizeof(float));
    float *r = job_input(job, SLOT(R), floats * sizeof(float));
    lj_place(job->problem, job->variant == 1, coordinate);
    struct lj_counts *counts = job_host_memory(job, SLOT(COUNTS), sizeof *counts, HOST_INPUT, false);
    *counts = lj_fill_distances(job, MATRIX_atoms, coordinate, r);
    lj_fill_derivatives(job, r, job_input(job, DERIVATIVE, "dE/dr", floats * sizeof(float)));
    job_output(job, SLOT(FORCE), 3 * system.pitch * sizeof(float));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_system system = lj_system(job->problem);
    return LAUNCH(0, launch_groups(job->n, config_count(config, BLOCK_SIZE)), ARRAY(COORDINATE), ARRAY(DERIVATIVE),
                  ARRAY(R), ARRAY(FORCE), VALUE((uint32_t)job->n), VALUE((uint32_t)system.pitch),
                  VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
}

/* ---- results ---- */

static struct lj_force expected(const struct job *job, const struct lj_system *system, uint64_t y)
{
    const float *derivative = (const float *)job_host(job, DERIVATIVE) + y * system->pitch;
    struct lj_force force = {0};
    for (uint64_t x = 0; x < job->n; x++) {
        const double slope = (double)derivative[x];
        lj_force_add(&force, system, job_host(job, COORDINATE), y, x, (struct lj_range){slope, slope, 0});
    }
    return force;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_system system = lj_system(job->problem);
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const struct lj_sum sum = {(enum lj_accumulate)config->value[ACCUMULATE], block, job->n, 0};
    const float *force = job_host(job, FORCE);
    double magnitude = 0;
    enum status status = OK;
    *verdict = (struct verdict){.tolerance = 1};
    for (uint64_t i = 0; i < lj_rows(job) && status == OK; i++) {
        const uint64_t y = lj_row(job, i);
        const struct lj_force want = expected(job, &system, y);
        status = lj_force_compare(&want, sum, y, force, system.pitch, verdict, fault);
        magnitude += want.magnitude * (double)job->n / (double)lj_rows(job);
    }
    return status == OK ? lj_total_compare(magnitude, force, &system, fault) : status;
}

/* Per pair the distance's 12 operations, or none, its reciprocal's, and seven for the three components. If zeros are
 * skipped, only distances of pairs within the cutoff are read. */
static struct work work(const struct job *job, const struct config *config)
{
    const double pairs = (double)job->n * (double)job->n;
    const double inside = (double)((const struct lj_counts *)job_memory(job, COUNTS))->inside;
    const bool matrix = config->value[DISTANCE] == DISTANCE_matrix, all = config->value[ZEROS] == ZEROS_added;
    const double bytes = sizeof(float) * (pairs + (matrix ? all ? pairs : inside : 0));
    return (struct work){.bytes = bytes, .flops = 20 * pairs, .amount = {[RESOURCE_DRAM_READ] = bytes}};
}

const struct bench lj_force_sum = {
    .name = "force_sum",
    .summary = "the force on each particle, from the matrix of dE/dr",
    .kernel = {.file = "lennard_jones/force_sum.cl", .entries = NAMES("force_sum"), .define = lj_define},
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE), LJ_ACCUMULATOR_THERE)},
    DEFAULTS(1024, 1, ACCUMULATE_fp64),
    .size = {.unit = "atoms", .classes = {512, 16384, 32768}, .most = LJ_MOST},
    .problem = {.variants = 2, .setup = setup, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_READ), .work = work},
    .tests = NAMES("--size 1,2,33,200 --set BLOCK_SIZE=64,256",
                   "--size 33 --types 2 --box open --set BLOCK_SIZE=64 --set ZEROS=skipped",
                   "--size 1000 --set BLOCK_SIZE=1024 --set VECTOR_WIDTH=4 --set IMAGE=add",
                   "--size 100 --box oblong --set BLOCK_SIZE=64 --set VECTOR_WIDTH=1 --set DISTANCE=computed "
                   "--set ZEROS=skipped --set IMAGE=rint,add,compare --set ACCUMULATE=fp64",
                   "--size 480 --box oblong --temperature 0 --cutoff 11 --set BLOCK_SIZE=64 --set VECTOR_WIDTH=1 "
                   "--set ACCUMULATE=fp32,fp64,fixed64 --set IMAGE=add"),
};
