/* Direct Coulomb summation on a slice, scattered: a work-item per atom, with atomic additions to the map (Stone et
 * al. 2007, option 1). Deliberately slow: gathering is compared with it. */
#include "suites/coulomb/coulomb.h"

enum { SLOT_SUMS = COULOMB_SLOTS }; /* in fixed point */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 32, 64, 128, 256),
                  NUMBER(SHARES, "parts of the rows, a work-item for each", 1, 16, 64),
                  WORD(ORDER, "where work-items begin: at one point, or each elsewhere", same, rotated),
                  WORD(ACCUMULATION, "sums in float, or exact in 64-bit integers", float, fixed_point),
                  NUMBER(VECTOR_WIDTH, "neighbouring points that are added to at once", 1, 4));
DEFINE_ENTRIES(entries, scatter, finish);

/* Rows are padded to VECTOR_WIDTH. */
static uint64_t pitch_of(const struct job *job, const struct config *config)
{
    const uint64_t width = config_count(config, VECTOR_WIDTH);
    return divide_up(coulomb_grid(job).points.of[0], width) * width;
}

static void setup(struct job *job)
{
    coulomb_atoms(job);
    job_output(job, SLOT_MAP, "map", coulomb_points(job) * sizeof(float));
    job_scratch(job, SLOT_SUMS, "sums", coulomb_points(job) * sizeof(uint64_t)); /* rows are not padded */
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    job_resize(job, SLOT_MAP, coulomb_grid(job).points.of[1] * pitch_of(job, config) * sizeof(float));
    return OK;
}

static enum status launch_scatter(struct job *job, const struct config *config, int sums, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE), count = coulomb_counts(job).all;
    struct compute_launch launch = launch_over(count, block, block);
    launch.groups[1] = config_count(config, SHARES);
    enum status status = job_fill(job, sums, 0, fault);
    if (status != OK || !count)
        return status;
    const struct sides points = coulomb_grid(job).points;
    return LAUNCH(scatter, launch, ARRAY(SLOT_ATOMS), ARRAY(sums), VALUE((uint32_t)count),
                  VALUE((uint32_t)points.of[0]), VALUE((uint32_t)points.of[1]), VALUE((uint32_t)pitch_of(job, config)));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    if (config->value[ACCUMULATION] == ACCUMULATION_float)
        return launch_scatter(job, config, SLOT_MAP, fault);
    const uint64_t block = config_count(config, BLOCK_SIZE), length = coulomb_points(job);
    enum status status = launch_scatter(job, config, SLOT_SUMS, fault);
    if (status != OK)
        return status;
    return LAUNCH(finish, launch_over(length, block, block), ARRAY(SLOT_SUMS), ARRAY(SLOT_MAP), VALUE(length));
}

/* Atomic additions happen in any order, at worst all in sequence. Fixed point rounds a term to a unit of 2^-40: less
 * than a float's rounding of the potential of a charge of 0.01 at 100 A, but not for the input with a weak charge. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const double half_unit = config->value[ACCUMULATION] == ACCUMULATION_fixed_point ? 0x1p-41 : 0;
    return coulomb_compare(job, job_host(job, SLOT_MAP), pitch_of(job, config), (double)coulomb_counts(job).all,
                           half_unit, verdict, fault);
}

/* A root and an addition per pair; VECTOR_WIDTH additions are one operation. */
static struct work work(const struct job *job, const struct config *config)
{
    double atoms = (double)coulomb_counts(job).all, points = (double)coulomb_points(job);
    struct work work = {.bytes = atoms * sizeof(struct mm_float4) + points * sizeof(float),
                        .flops = 9 * atoms * points};
    work.amount[RESOURCE_RSQRT] = atoms * points;
    work.amount[RESOURCE_ATOMIC_MANY] = atoms * points / config->value[VECTOR_WIDTH];
    return work;
}

const struct bench coulomb_scatter = {
    .name = "scatter",
    .summary = "direct sum on a slice, a work-item an atom, atomic additions",
    COULOMB_BENCH(2),
    .kernel = {.file = "coulomb/scatter.cl", .entries = entries, .defines = ON_POINT_DEFINES, .define = coulomb_define},
    .report.uses = USES(RSQRT) | USES(ATOMIC_MANY),
    .size = {.unit = "points of a side", .classes = {8, 64, 256}, .most = 1 << 13},
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE),
                                         {"ACCUMULATION fixed_point needs 64-bit atomics",
                                          .expression = "ACCUMULATION == 'float' or device.int64_atomics"},
                                         {"VECTOR_WIDTH 4 is for CUDA's sm_90 and later, ACCUMULATION float",
                                          .expression = "VECTOR_WIDTH == 1 or ACCUMULATION == 'float' and device.cuda "
                                                        "and device.capability >= 90"})},
    DEFAULTS(256, 1, ORDER_same, ACCUMULATION_float, 1),
    .problem.arrange = arrange,
    .tests = NAMES("--size 1,19 --atoms 100", "--size 19 --atoms 100 --spacing 0.37 --box brick --z 5.3",
                   "--size 1,6,33 --atoms 50 --set BLOCK_SIZE=32,256 --strategy exhaustive"), /* rows are padded */
};
