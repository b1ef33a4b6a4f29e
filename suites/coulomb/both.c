/* Direct Coulomb summation on a slice by the device and the host together (Stone et al. 2007): the device computes
 * the first rows, while the host's vectors and cores compute the rest. The map ends in host memory. */
#include "suites/coulomb/coulomb.h"

#include <math.h>

enum { SLOT_ROWS = COULOMB_SLOTS }; /* of the device */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group, 32 of them in x", 128, 256, 512),
                  NUMBER(POINTS_PER_THREAD_X, "points of a work-item in x", 1, 4, 8),
                  NUMBER(POINTS_PER_THREAD_Y, "points of a work-item in y", 1, 2, 4),
                  NUMBER(UNROLL, "atoms of one pass of the loop", 1, 2),
                  HOST_NUMBER(CPU_PERCENT, "of the rows, those of the host", 0, 1, 2, 3, 5, 10, 20, 35, 50, 65, 80,
                              100));
enum { BLOCK_WIDTH = 32 };
/* Further definitions for the kernel file: strided points, atoms in shared memory, guarded stores. */
static const char defines[] = ON_POINT_DEFINES "#define DIMENSIONS 2\n#define BLOCK_WIDTH 32\n"
                                               "#define LAYOUT_ADJACENT 0\n#define LAYOUT_STRIDED 1\n#define LAYOUT 1\n"
                                               "#define ATOM_STORAGE_CONSTANT 0\n#define ATOM_STORAGE_SHARED 1\n"
                                               "#define ATOM_STORAGE 1\n#define EARLY_READ 0\n#define EDGE_GUARD 0\n"
                                               "#define EDGE 0\n#define RSQRT_ON_FMA 0\n#define GROUPS_PER_TILE 1\n"
                                               "#define PAIR_ORDER_COLUMNS 0\n#define PAIR_ORDER 0\n"
                                               "#define GROUPS_PER_UNIT 1\n";

static unsigned options(UNNEEDED const struct config *config)
{
    return COMPUTE_FLUSH_TO_ZERO;
}

/* The rows that the device computes. */
static uint64_t rows_of(const struct job *job, const struct config *config)
{
    const uint64_t all = coulomb_grid(job).points.of[1];
    return all - (uint64_t)round((double)all * config->value[CPU_PERCENT] / 100);
}

static void setup(struct job *job)
{
    const size_t bytes = coulomb_points(job) * sizeof(float);
    coulomb_atoms(job);
    job_host_memory(job, SLOT_MAP, "map", bytes, HOST_OUTPUT, true);
    job_scratch(job, SLOT_ROWS, "rows of the device", bytes);
}

/* The copy is queued after the launch before the host begins its own rows. */
static enum status enqueue_device(struct job *job, const struct config *config, uint64_t rows, struct fault *fault)
{
    const uint32_t block = (uint32_t)config->value[BLOCK_SIZE], height = block / BLOCK_WIDTH;
    const uint32_t width = (uint32_t)coulomb_grid(job).points.of[0], atoms = (uint32_t)coulomb_counts(job).all;
    const uint32_t tiles = (uint32_t)divide_up(width, BLOCK_WIDTH * config_count(config, POINTS_PER_THREAD_X));
    const struct compute_launch launch = {
        .groups = {tiles, divide_up(rows, height * config_count(config, POINTS_PER_THREAD_Y)), 1},
        .group = {block, 1, 1},
    };
    const enum status status =
        LAUNCH(0, launch, ARRAY(SLOT_ATOMS), ARRAY(SLOT_ROWS), VALUE((uint32_t)coulomb_counts(job).off_points),
               VALUE(atoms), VALUE(width), VALUE((uint32_t)rows), VALUE(width), VALUE(tiles), VALUE((int32_t)0));
    return status == OK
               ? job_receive(job, SLOT_ROWS, 0, job_memory(job, SLOT_MAP), rows * width * sizeof(float), 0, fault)
               : status;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t rows = rows_of(job, config);
    const enum status status = rows ? enqueue_device(job, config, rows, fault) : OK;
    if (status != OK)
        return status;
    job_host_start(job);
    coulomb_add_rows(job, rows, coulomb_grid(job).points.of[1], job_memory(job, SLOT_MAP));
    job_host_stop(job);
    return rows ? job_stream_finish(job, 0, fault) : OK;
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    double terms = (double)coulomb_counts(job).all; /* in sequence */
    return coulomb_compare(job, job_memory(job, SLOT_MAP), coulomb_grid(job).points.of[0], terms, 0, verdict, fault);
}

/* The limit is the device's; the host's share comes on top. */
static struct work work(const struct job *job, const struct config *config)
{
    const double atoms = (double)coulomb_counts(job).all, points = (double)coulomb_points(job);
    const double rows = (double)rows_of(job, config), width = (double)coulomb_grid(job).points.of[0];
    return (struct work){.bytes = atoms * sizeof(struct mm_float4) + points * sizeof(float),
                         .flops = 9 * atoms * points,
                         .amount = {[RESOURCE_RSQRT] = atoms * rows * width}};
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    values[0] = 1 - (double)rows_of(job, config) / (double)coulomb_grid(job).points.of[1];
}

const struct bench coulomb_both = {
    .name = "both",
    .summary = "direct sum on a slice, the device and the host's vectors together",
    COULOMB_BENCH(2),
    .kernel = {.file = "coulomb/gather.cl",
               .entries = NAMES("coulomb"),
               .options = options,
               .defines = defines,
               .define = coulomb_define},
    .device.host_timed = true,
    .report.uses = USES(RSQRT),
    .report.figures = NAMES("cpu_share"),
    .report.figure = figure,
    .size = {.unit = "points of a side", .classes = {32, 1024, 2048}, .most = 1 << 13},
    .space = {.parameters = parameters,
              .constraints =
                  CONSTRAINTS(GROUP_FITS(BLOCK_SIZE), {"POINTS_PER_THREAD_Y is at most _X",
                                                       .expression = "POINTS_PER_THREAD_Y <= POINTS_PER_THREAD_X"})},
    DEFAULTS(128, 4, 1, 1, 0),
    .tests = NAMES("--size 1,19 --atoms 100", "--size 27 --atoms 100 --spacing 0.37 --box brick --z 5.3 --budget 2"),
};
