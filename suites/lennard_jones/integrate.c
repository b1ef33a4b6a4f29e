/* The step in time, a work-item per particle or several: acceleration, velocity, coordinate, wrap. */
#include "suites/lennard_jones/lennard_jones.h"

enum { COORDINATE, VELOCITY, FORCE, INVERSE_MASS, NEW_COORDINATE, NEW_VELOCITY, ACCELERATION }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512, 1024),
                  NAMED(VECTOR, "VECTOR_WIDTH", "particles of a work-item", VALUES(1, 2, 4)),
                  HOST_WORD(STEPS, "in one launch, or a launch each", fused, separate));
DEFINE_ENTRIES(entries, integrate, acceleration, advance, wrap);

/* Few atoms suffice to show which cross a face. */
static uint64_t further_size(const struct problem *problem)
{
    return problem->n < 4096 ? problem->n : 4096 + problem->n % 32;
}

/* The problem with the job's own size. */
static struct problem sized(const struct job *job)
{
    struct problem problem = *job->problem;
    problem.n = job->n;
    return problem;
}

static void setup(struct job *job)
{
    const struct problem problem = sized(job);
    const size_t bytes = 3 * lj_pitch(job->n) * sizeof(float);
    float *force = job_input(job, SLOT(FORCE), bytes);
    lj_place(&problem, job->variant == 1, job_input(job, SLOT(COORDINATE), bytes));
    lj_fill_velocities(&problem, job->variant == 1, job_input(job, SLOT(VELOCITY), bytes));
    lj_fill_inverse_masses(&problem, job_input(job, INVERSE_MASS, "1/mass", bytes / 3));
    for (size_t i = 0; i < bytes / sizeof *force; i++)
        force[i] = 20 * job_uniform_float(job->seed + 2, i) - 10;
    job_scratch(job, SLOT(NEW_COORDINATE), bytes);
    job_scratch(job, SLOT(NEW_VELOCITY), bytes);
    job_scratch(job, SLOT(ACCELERATION), bytes);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct problem problem = sized(job);
    const struct lj_system system = lj_system(&problem);
    const uint64_t block = config_count(config, BLOCK_SIZE), tile = block * config_count(config, VECTOR);
    const struct compute_launch launch = launch_over(job->n, tile, block);
    if (config->value[STEPS] == STEPS_fused)
        return LAUNCH(integrate, launch, ARRAY(COORDINATE), ARRAY(VELOCITY), ARRAY(FORCE), ARRAY(INVERSE_MASS),
                      ARRAY(NEW_COORDINATE), ARRAY(NEW_VELOCITY), VALUE(job->n), VALUE(system.pitch), VALUE(LJ_KICK),
                      VALUE(LJ_TIME_STEP), VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
    enum status status = LAUNCH(acceleration, launch, ARRAY(FORCE), ARRAY(INVERSE_MASS), ARRAY(ACCELERATION),
                                VALUE(job->n), VALUE(system.pitch));
    if (status == OK)
        status = LAUNCH(advance, launch, ARRAY(VELOCITY), ARRAY(ACCELERATION), ARRAY(NEW_VELOCITY), VALUE(job->n),
                        VALUE(system.pitch), VALUE(LJ_KICK));
    if (status == OK)
        status = LAUNCH(advance, launch, ARRAY(COORDINATE), ARRAY(NEW_VELOCITY), ARRAY(NEW_COORDINATE), VALUE(job->n),
                        VALUE(system.pitch), VALUE(LJ_TIME_STEP));
    if (status == OK && system.periodic)
        status = LAUNCH(wrap, launch, ARRAY(NEW_COORDINATE), VALUE(job->n), VALUE(system.pitch),
                        VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
    return status;
}

/* Compared runs of neighbours, of length RUN but for the last: all, or 4096. */
enum { RUNS = 64, RUN = 64 };

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct problem problem = sized(job);
    const struct lj_system system = lj_system(&problem);
    const float *coordinate = job_host(job, COORDINATE), *velocity = job_host(job, VELOCITY);
    const float *force = job_host(job, FORCE), *inverse = job_host(job, INVERSE_MASS);
    const uint64_t runs = divide_up(job->n, RUN) <= RUNS ? divide_up(job->n, RUN) : RUNS;
    enum status status = OK;
    *verdict = (struct verdict){.tolerance = 1};
    for (uint64_t d = 0; d < 3; d++)
        for (uint64_t run = 0; run < runs && status == OK; run++) {
            const uint64_t first = runs < RUNS ? run * RUN : job_run(job, job->n, RUNS, RUN, run);
            const uint64_t count = job->n - first < RUN ? job->n - first : RUN, at = d * system.pitch + first;
            float x[RUN], v[RUN];
            status = job_read(job, NEW_COORDINATE, at * sizeof *x, x, count * sizeof *x, fault);
            if (status == OK)
                status = job_read(job, NEW_VELOCITY, at * sizeof *v, v, count * sizeof *v, fault);
            for (uint64_t i = 0; i < count && status == OK; i++) {
                const struct lj_state before = {(double)coordinate[at + i], (double)velocity[at + i]};
                status = lj_step_compare(&system, before, (double)force[at + i], 0, (double)inverse[first + i], d,
                                         first + i, (struct lj_state){(double)x[i], (double)v[i]}, verdict, fault);
            }
        }
    return status;
}

/* Coordinates, velocities and forces are read, and a mass; coordinates and velocities are written. Per coordinate a
 * product, two fused ones, and the wrap's four. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double bytes = 16. * sizeof(float) * (double)job->n;
    return (struct work){.bytes = bytes, .flops = 27 * (double)job->n, .amount = {[RESOURCE_DRAM_ADD] = bytes}};
}

const struct bench lj_integrate = {
    .name = "integrate",
    .summary = "the step in time, of each particle",
    .kernel = {.file = "lennard_jones/integrate.cl", .entries = entries, .define = lj_define},
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(1024, 1, STEPS_separate),
    .size = {.unit = "atoms", .classes = {65536, 1 << 24, 1 << 26}, .most = 1 << 28},
    .problem = {.variants = 2, .further_size = further_size, .setup = setup, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_ADD), .work = work},
    .tests = NAMES("--size 1,2,33,1000,300007", "--size 33 --types 3 --box open --set BLOCK_SIZE=64",
                   "--size 1000 --box oblong --set BLOCK_SIZE=64 --set VECTOR_WIDTH=1 --set STEPS=fused,separate"),
};
