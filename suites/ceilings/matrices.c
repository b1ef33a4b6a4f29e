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
#define TF32_OPERATIONS 1048576
#define MEDIUM_SIZE (UINT64_C(132) * 64 * 16)

static bool is_tf32(const struct job *job)
{
    return job->bench == &ceiling_tf32_mma;
}

static int operations(const struct job *job)
{
    return is_tf32(job) ? TF32_OPERATIONS : MMA_OPERATIONS;
}

/* ---- inputs and device ---- */

/* Multiples of 2^-16 in [-1, 1): a sum of 2^13 products of two is a multiple of 2^-32 and at most 2^13, so it is exact
 * in any order, and so is a thread's sum of all its elements. Floats are multiples of 2^-3, and 2^15 products' sum is
 * one of 2^-6. */
static void setup(struct job *job)
{
    const size_t size = is_tf32(job) ? sizeof(float) : sizeof(double);
    const double unit = is_tf32(job) ? 0x1p-3 : 0x1p-16;
    void *numbers = job_input(job, SLOT(NUMBERS), 3 * TABLE * size);
    for (uint64_t i = 0; i < 3 * TABLE; i++) {
        const double number = floor(job_uniform(job->seed, i) * 2 / unit) * unit - 1;
        if (is_tf32(job))
            ((float *)numbers)[i] = (float)number;
        else
            ((double *)numbers)[i] = number;
    }
    job_scratch(job, SLOT(OUT), job->n * LANES * size);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE);
    return LAUNCH(0, launch_over(job->n * LANES, block, block), ARRAY(NUMBERS), ARRAY(OUT), VALUE(job->n));
}

/* ---- expectation ---- */

static double number_at(const struct job *job, uint64_t i)
{
    const void *numbers = job_host(job, NUMBERS);
    return is_tf32(job) ? (double)((const float *)numbers)[i] : ((const double *)numbers)[i];
}

/* The contribution of one product to an element of a warp's C. */
static double product(const struct job *job, int depth, uint64_t warp, uint64_t row, uint64_t column)
{
    double sum = 0;
    for (uint64_t k = 0; k < (uint64_t)depth; k++)
        sum += number_at(job, TABLE + (warp + PITCH * row + k) % TABLE) *
               number_at(job, 2 * TABLE + (warp + PITCH * column + k) % TABLE);
    return sum;
}

/* The expected number of thread i: its elements of C are two neighbours of a row, and those eight rows below. */
static double expected(const struct job *job, const struct config *config, uint64_t i)
{
    const struct shape shape = shapes[config->value[SHAPE]];
    const int chains = config->value[CHAINS];
    const int products = operations(job) / (shape.rows * shape.depth * COLUMNS) / chains;
    const uint64_t lane = i % LANES;
    double all = 0;
    for (uint64_t row = lane / 4; row < (uint64_t)shape.rows; row += 8)
        for (uint64_t column = lane % 4 * 2; column <= lane % 4 * 2 + 1; column++)
            for (int chain = 0; chain < chains; chain++)
                all += number_at(job, i % TABLE) + chain + products * product(job, shape.depth, i / LANES, row, column);
    return all;
}

/* All sums are exact. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    *verdict = (struct verdict){.tolerance = 0};
    return outcome_compare(job, config,
                           (struct outcome){OUT, is_tf32(job) ? FLOATS : DOUBLES, job->n * LANES, false, expected},
                           verdict, fault);
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double all = (double)job->n * operations(job);
    struct work work = {.flops = 2 * all};
    work.amount[is_tf32(job) ? RESOURCE_TF32_MMA : RESOURCE_FP64_MMA] = all;
    return work;
}

#define BLOCK_FITS GROUP_FITS(BLOCK_SIZE)
#define KERNEL(operations, tf32)                                                                                       \
    .kernel = {.file = "ceilings/mma.cu",                                                                              \
               .entries = NAMES("multiply_matrices"),                                                                  \
               .defines = "#define OPERATIONS " DEFINE_TEXT(operations) "\n#define TF32 " #tf32 "\n"}
#define BENCH                                                                                                          \
    .size = {.unit = "warps", .classes = {512, MEDIUM_SIZE, 4 * MEDIUM_SIZE}, .most = UINT64_C(1) << 31},              \
    .problem = {.variants = 1, .setup = setup, .verify = verify}, .device = {.enqueue = enqueue},                      \
    .tests = NAMES("--size 1,2049")

const struct bench ceiling_fp64_mma = {
    .name = "fp64_mma",
    .summary = "fused multiplications and additions of doubles, by tensor cores",
    KERNEL(MMA_OPERATIONS, 0),
    .needs = NEEDS_CUDA | NEEDS_FP64,
    .space = {.parameters = parameters,
              .constraints =
                  CONSTRAINTS(BLOCK_FITS, {"m8n8k4 needs compute capability 8.0, other shapes 9.0",
                                           .expression = "device.capability >= (80 if SHAPE == 'm8n8k4' else 90)"})},
    DEFAULTS(256, SHAPE_m8n8k4, 4, 16),
    .report = {.uses = USES(FP64_MMA), .work = work},
    BENCH,
};

const struct bench ceiling_tf32_mma = {
    .name = "tf32_mma",
    .summary = "multiplications and additions of floats of 11 bits, by tensor cores",
    KERNEL(TF32_OPERATIONS, 1),
    .needs = NEEDS_CUDA,
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(
                  BLOCK_FITS, {"TF32: m16n8k4 or m16n8k8, from compute capability 8.0 on",
                               .expression = "device.capability >= 80 and SHAPE in ['m16n8k4', 'm16n8k8']"})},
    DEFAULTS(256, SHAPE_m16n8k8, 4, 16),
    .report = {.uses = USES(TF32_MMA), .work = work},
    BENCH,
};
