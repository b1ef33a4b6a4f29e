/* Matrix products by tensor cores. A warp of the kernel performs a fixed number of multiplications with addition, in
 * products of small matrices; the size is the number of warps. */
#include "suites/ceilings/ceilings.h"

#include <math.h>

enum { NUMBERS, OUT }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "threads of a block", 128, 256),
                  WORD(SHAPE, "of a product", m8n8k4, m16n8k4, m16n8k8, m16n8k16),
                  NUMBER(CHAINS, "products of a warp that do not wait for each other", 1, 2, 4, 8),
                  NUMBER(UNROLL, "products in the body of the loop", 16, 64));
enum { TABLE = 4096, LANES = 32, COLUMNS = 8, PITCH = 16 };

static const struct shape {
    int rows, depth;
} shapes[] = {
    [SHAPE_m8n8k4] = {8, 4}, [SHAPE_m16n8k4] = {16, 4}, [SHAPE_m16n8k8] = {16, 8}, [SHAPE_m16n8k16] = {16, 16}};

/* So that 64 warps take a multiprocessor of an H200 about 70 us, and the medium size takes all 132 about 1 ms. */
#define MMA_OPERATIONS 262144
#define MEDIUM_SIZE (UINT64_C(132) * 64 * 16)

/* ---- inputs and device ---- */

/* Multiples of 2^-16 in [-1, 1): a sum of 2^13 products of two is a multiple of 2^-32 and at most 2^13, so it is exact
 * in any order, and so is a thread's sum of all its elements. */
static void setup(struct job *job)
{
    double *number = job_input(job, SLOT(NUMBERS), 3 * TABLE * sizeof *number);
    for (uint64_t i = 0; i < 3 * TABLE; i++)
        number[i] = floor(job_uniform(job->seed, i) * 0x1p17) * 0x1p-16 - 1;
    job_scratch(job, SLOT(OUT), job->n * LANES * sizeof(double));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE);
    return LAUNCH(0, launch_over(job->n * LANES, block, block), ARRAY(NUMBERS), ARRAY(OUT), VALUE(job->n));
}

/* ---- expectation ---- */

/* The contribution of one product to an element of a warp's C. */
static double product(const double *number, int depth, uint64_t warp, uint64_t row, uint64_t column)
{
    double sum = 0;
    for (uint64_t k = 0; k < (uint64_t)depth; k++)
        sum +=
            number[TABLE + (warp + PITCH * row + k) % TABLE] * number[2 * TABLE + (warp + PITCH * column + k) % TABLE];
    return sum;
}

/* The expected number of thread i: its elements of C are two neighbours of a row, and those eight rows below. */
static double expected(const struct job *job, const struct config *config, uint64_t i)
{
    const double *number = job_host(job, NUMBERS);
    const struct shape shape = shapes[config->value[SHAPE]];
    const int chains = config->value[CHAINS];
    const int products = MMA_OPERATIONS / (shape.rows * shape.depth * COLUMNS) / chains;
    const uint64_t lane = i % LANES;
    double all = 0;
    for (uint64_t row = lane / 4; row < (uint64_t)shape.rows; row += 8)
        for (uint64_t column = lane % 4 * 2; column <= lane % 4 * 2 + 1; column++)
            for (int chain = 0; chain < chains; chain++)
                all += number[i % TABLE] + chain + products * product(number, shape.depth, i / LANES, row, column);
    return all;
}

/* All sums are exact. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    *verdict = (struct verdict){.tolerance = 0};
    return outcome_compare(job, config, (struct outcome){OUT, DOUBLES, job->n * LANES, false, expected}, verdict,
                           fault);
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double operations = (double)job->n * MMA_OPERATIONS;
    return (struct work){.flops = 2 * operations, .amount = {[RESOURCE_FP64_MMA] = operations}};
}

const struct bench ceiling_fp64_mma = {
    .name = "fp64_mma",
    .summary = "fused multiplications and additions of doubles, by tensor cores",
    .kernel = {.file = "ceilings/fp64_mma.cu",
               .entries = NAMES("multiply_matrices"),
               .defines = "#define OPERATIONS " DEFINE_TEXT(MMA_OPERATIONS)},
    .needs = NEEDS_CUDA | NEEDS_FP64,
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE),
                                         {"m8n8k4 needs compute capability 8.0, other shapes 9.0",
                                          .expression = "device.capability >= (80 if SHAPE == 'm8n8k4' else 90)"})},
    DEFAULTS(256, SHAPE_m8n8k4, 4, 16),
    .size = {.unit = "warps", .classes = {512, MEDIUM_SIZE, 4 * MEDIUM_SIZE}, .most = UINT64_C(1) << 31},
    .problem = {.variants = 1, .setup = setup, .verify = verify},
    .device = {.enqueue = enqueue},
    .report = {.uses = USES(FP64_MMA), .work = work},
    .tests = NAMES("--size 1,2049"),
};
