/* All steps in sequence: distances, dE/dr, forces, and the step in time. */
#include "suites/lennard_jones/force.h"

#include <math.h>

/* Slots. */
/* clang-format off */
enum { COORDINATE, VELOCITY, INVERSE_MASS, TYPE, COEFFICIENTS, ELEMENTS, TEXTURE, R, DERIVATIVE, FORCE, NEW_COORDINATE,
       NEW_VELOCITY, NEAR };
/* clang-format on */
static const struct lj_table_slots slots = {TYPE, ELEMENTS, TEXTURE, COEFFICIENTS};
DEFINE_PARAMETERS(parameters,
                  AFTER(INDEX, LJ_TILE_PARAMETERS(VALUES(1024, 256, 64, 16), VALUES(1, 4, 8, 32), VALUES(1, 4, 8)),
                        LJ_TABLES(LJ_SIZES(4096, 1024, 16384), LJ_DELTAS(0.5, 1))),
                  LJ_ACCUMULATE);
DEFINE_ENTRIES(entries, distances, forces, force_sum, integrate);
enum { STEPS = integrate + 1 };
#define BLOCK_SIZE 64 /* of the last two */
#define MOST_SIZE 16384

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t floats = 3 * system.pitch * sizeof(float), matrix = job->n * system.pitch * sizeof(float);
    lj_place(job->problem, job->variant == 1, job_input(job, SLOT(COORDINATE), floats));
    lj_fill_velocities(job->problem, job->variant == 1, job_input(job, SLOT(VELOCITY), floats));
    lj_fill_inverse_masses(job->problem, job_input(job, INVERSE_MASS, "1/mass", floats / 3));
    lj_table_declare(job, slots, MOST_SIZE);
    job_scratch(job, SLOT(R), matrix);
    job_scratch(job, DERIVATIVE, "dE/dr", matrix);
    job_output(job, SLOT(FORCE), floats);
    job_output(job, SLOT(NEW_COORDINATE), floats);
    job_output(job, SLOT(NEW_VELOCITY), floats);
    job_host_memory(job, NEAR, "the host's index", near_bytes(job->n), HOST_INPUT, false);
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    return lj_table_arrange(job, slots, lj_choice(config), fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_system system = lj_system(job->problem);
    const uint32_t n = (uint32_t)job->n, pitch = (uint32_t)system.pitch;
    const uint64_t tile = BLOCK_SIZE * config_count(config, VECTOR_WIDTH);
    enum status status = LAUNCH(distances, lj_launch(config, job->n), ARRAY(COORDINATE), ARRAY(R), VALUE(n),
                                VALUE(pitch), VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
    if (status == OK)
        status = lj_launch_forces(job, config, forces, R, DERIVATIVE, slots, fault);
    if (status == OK)
        status = LAUNCH(force_sum, launch_groups(job->n, BLOCK_SIZE), ARRAY(COORDINATE), ARRAY(DERIVATIVE), ARRAY(R),
                        ARRAY(FORCE), VALUE(n), VALUE(pitch), VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
    if (status == OK)
        status =
            LAUNCH(integrate, launch_over(job->n, tile, BLOCK_SIZE), ARRAY(COORDINATE), ARRAY(VELOCITY), ARRAY(FORCE),
                   ARRAY(INVERSE_MASS), ARRAY(NEW_COORDINATE), ARRAY(NEW_VELOCITY), VALUE(job->n), VALUE(system.pitch),
                   VALUE(LJ_KICK), VALUE(LJ_TIME_STEP), VALUE(lj_side(&system)), VALUE(lj_inverse_side(&system)));
    return status;
}

/* ---- results ---- */

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    const struct lj_sum sum = {(enum lj_accumulate)config->value[ACCUMULATE], BLOCK_SIZE, job->n, 0};
    const float *coordinate = job_host(job, COORDINATE), *velocity = job_host(job, VELOCITY);
    const float *inverse = job_host(job, INVERSE_MASS), *force = job_host(job, FORCE);
    const float *new_coordinate = job_host(job, NEW_COORDINATE), *new_velocity = job_host(job, NEW_VELOCITY);
    struct near_index *near = job_memory(job, NEAR);
    enum status status = OK;
    double magnitude = 0;
    lj_near_coordinates(near, &table.system, lj_force_reach(&table), coordinate);
    *verdict = (struct verdict){.tolerance = 1};
    for (uint64_t i = 0; i < lj_rows(job) && status == OK; i++) {
        const uint64_t y = lj_row(job, i);
        double formula[3];
        const struct lj_force want = lj_force_expected(&table, job->problem, near, coordinate, y, formula);
        magnitude += want.magnitude * (double)job->n / (double)lj_rows(job);
        status = lj_force_compare(&want, sum, y, force, table.system.pitch, verdict, fault);
        for (uint64_t d = 0; d < 3 && status == OK; d++) {
            const uint64_t at = d * table.system.pitch + y;
            const struct lj_state before = {(double)coordinate[at], (double)velocity[at]},
                                  after = {(double)new_coordinate[at], (double)new_velocity[at]};
            status = lj_step_compare(&table.system, before, want.value[d], lj_force_tolerance(&want, sum, d),
                                     (double)inverse[y], d, y, after, verdict, fault);
        }
    }
    return status == OK ? lj_total_compare(magnitude, force, &table.system, fault) : status;
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    const float *coordinate = job_host(job, COORDINATE), *force = job_host(job, FORCE);
    struct near_index *near = job_memory(job, NEAR);
    double off = 0, squares = 0;
    lj_near_coordinates(near, &table.system, lj_force_reach(&table), coordinate);
    for (uint64_t i = 0; i < lj_rows(job); i++) {
        const uint64_t y = lj_row(job, i);
        double formula[3];
        lj_force_expected(&table, job->problem, near, coordinate, y, formula);
        for (uint64_t d = 0; d < 3; d++) {
            const double error = (double)force[d * table.system.pitch + y] - formula[d];
            off += error * error;
            squares += formula[d] * formula[d];
        }
    }
    values[0] = squares > 0 ? sqrt(off / squares) : NAN;
}

/* The least DRAM traffic of a pass over a matrix, if the last-level cache keeps as much as possible from one to the
 * next. */
static double from_dram(const struct job *job, double bytes)
{
    return fmax(0, bytes - (double)job->device->l2_bytes);
}

static struct work work(const struct job *job, const struct config *config)
{
    const double pairs = (double)job->n * (double)job->n, matrix = sizeof(float) * pairs;
    const double share = config->value[PAIRS] == PAIRS_half ? 0.5 : 1;
    return (struct work){
        .bytes = matrix * (3 + share),
        .flops = 20 * pairs,
        .amount = {[RESOURCE_DRAM_COPY] = 3 * from_dram(job, matrix) + from_dram(job, matrix * share),
                   [RESOURCE_LAUNCH] = STEPS},
    };
}

/* Parameters of the other benches' kernels that are fixed here. */
#define FIXED                                                                                                          \
    DEFINE(BLOCK_SIZE)                                                                                                 \
    "#define IMAGE_RINT 0\n#define IMAGE_ADD 1\n#define IMAGE IMAGE_ADD\n"                                             \
    "#define ROOT_SQRT 0\n#define ROOT 1\n"                                                                            \
    "#define DISTANCE_MATRIX 0\n#define DISTANCE 1\n"                                                                  \
    "#define ZEROS_SKIPPED 1\n#define ZEROS 1"

#define SIMPLE                                                                                                         \
    "--set BLOCK_X=64 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=4 --set VECTOR_WIDTH=1 --set TILES_PER_GROUP=1 "          \
    "--set PAIRS=all --set METHOD=analytic "

const struct bench lj_pipeline = {
    .name = "pipeline",
    .summary = "distances, dE/dr, forces and the step in time, one after the other",
    .needs = NEEDS_IMAGES,
    .kernel = {.file = "lennard_jones/pipeline.cl", .entries = entries, .defines = FIXED, .define = lj_define},
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(LJ_TILE_CONSTRAINTS, LJ_TABLE_CONSTRAINTS, LJ_ACCUMULATOR_THERE)},
    DEFAULTS(1024, 1, 1, 1, 1, PAIRS_all, METHOD_derivative, TABLE_texture, FILTER_hardware, 4096, 0, ADDRESSING_clamp,
             INDEX_convert, ACCUMULATE_fp64),
    .size = {.unit = "atoms", .classes = {512, 16384, 32768}, .most = LJ_MOST},
    .problem = {.check = lj_check_range,
                .variants = 2,
                .setup = setup,
                .arrange = arrange,
                .arranged_by = ARRANGED_BY_TABLE,
                .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_COPY) | USES(LAUNCH),
               .work = work,
               .figures = NAMES("l2_error"),
               .error = "l2_error",
               .figure = figure},
    .tests = NAMES(
        "--size 1,2,33 --set BLOCK_X=16,256 --set BLOCK_Y=8,32 --set PAIRS_PER_THREAD=8 "
        "--set TILES_PER_GROUP=1,4 --set TABLE_SIZE=4096 --set DELTA=0.5 --set FILTER=hardware,hand",
        "--size 200 --types 2 --mixing geometric --set BLOCK_X=16 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=8 "
        "--set TABLE_SIZE=1024 --set METHOD=derivative,potential --set TABLE=shared,constant --set TILES_PER_GROUP=4 "
        "--set FILTER=hand --set DELTA=0.5 --set VECTOR_WIDTH=2",
        "--size 1000 --set BLOCK_X=16 --set BLOCK_Y=32 --set PAIRS_PER_THREAD=8 --set VECTOR_WIDTH=4 "
        "--set TABLE=texture --set TABLE_SIZE=4096 --set METHOD=derivative --set FILTER=hardware "
        "--set TILES_PER_GROUP=1",
        "--size 100 --box oblong " SIMPLE "--set ACCUMULATE=fp64",
        "--size 480 --box oblong --temperature 0 --cutoff 11 " SIMPLE "--set ACCUMULATE=fp32,fp64,fixed64",
        "--size 2 --density 0.001 " SIMPLE "--set ACCUMULATE=fp32,fp64,fixed64"),
};
