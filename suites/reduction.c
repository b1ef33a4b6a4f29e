/* The sum of an array (seed 000: PLUMED's cudaHelpers): a hand-written ladder of kernels, and CUB's block reduction. */
#include "tuner/suite.h"

#include <math.h>

enum { IN, OUT, SUMS, MORE_SUMS };                                            /* slots */
enum { BLOCK_SIZE, ITEMS_PER_THREAD, FINISH, ALGORITHM, LOAD, VECTOR_WIDTH }; /* parameters; CUB has the first three */
enum { MULTI_PASS, ATOMICS };                                                 /* FINISH */
enum { INTERLEAVED, STRIDED, SEQUENTIAL, FIRST_ADD, UNROLLED, MULTIPLE };     /* ALGORITHM */
enum { LOAD_BLOCKED, LOAD_STRIPED };                                          /* LOAD */
enum { UNIFORM, EXACT, VARIANTS };                                            /* inputs */
enum { SMALLEST_TILE = 32, LARGEST_TILE_BYTES = 128 * 1024, CHAINS = 8 };

/* What the sum should be, and the sum of the magnitudes, of which errors are a share. */
struct expectation {
    double sum, magnitudes;
};

static bool is_double(const struct bench *bench)
{
    return bench->needs & NEEDS_FP64;
}

static size_t real_bytes(const struct bench *bench)
{
    return is_double(bench) ? sizeof(double) : sizeof(float);
}

static uint64_t divide_up(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

static uint64_t tile(const struct config *config)
{
    return (uint64_t)config->value[BLOCK_SIZE] * (uint64_t)config->value[ITEMS_PER_THREAD];
}

/* ---- inputs ---- */

/* The exact input is -1, 0 and 1 with about 2^23 values that are not 0, all of them where n is less. Every sum of some
 * of them is then below 2^24, exact in float, and the same in any order. There are three times as many 1 as -1, so
 * that a tile that is left out shows. */
static double exact_value(const struct job *job, uint64_t i, uint64_t stride)
{
    uint64_t hash = job_random(job->seed, i);
    if (hash & (stride - 1))
        return 0;
    return hash >> 62 ? 1 : -1;
}

static uint64_t exact_stride(uint64_t n)
{
    uint64_t stride = 1;
    while (n / stride > UINT64_C(1) << 23)
        stride *= 2;
    return stride;
}

static void fill(const struct job *job, void *input)
{
    bool doubles = is_double(job->bench);
    uint64_t stride = exact_stride(job->n);
    for (uint64_t i = 0; i < job->n; i++) {
        double value = job->variant == EXACT ? exact_value(job, i, stride) : job_uniform(job->seed, i);
        if (doubles)
            ((double *)input)[i] = value;
        else
            ((float *)input)[i] = (float)value;
    }
}

static void setup(struct job *job)
{
    size_t bytes = real_bytes(job->bench);
    uint64_t sums = divide_up(job->n, SMALLEST_TILE);
    fill(job, job_input(job, IN, "in", job->n * bytes));
    job_output(job, OUT, "out", bytes);
    job_scratch(job, SUMS, "sums", sums * bytes);
    job_scratch(job, MORE_SUMS, "more sums", divide_up(sums, SMALLEST_TILE) * bytes);
}

/* ---- expectation ---- */

/* A sum and what its additions lost, after Neumaier. */
struct compensated {
    double sum, lost;
};

static struct compensated plus(struct compensated total, double value)
{
    double sum = total.sum + value;
    double lost = fabs(total.sum) >= fabs(value) ? total.sum - sum + value : value - sum + total.sum;
    return (struct compensated){sum, total.lost + lost};
}

static double element(const struct job *job, uint64_t i)
{
    const void *input = job_host(job, IN);
    return is_double(job->bench) ? ((const double *)input)[i] : ((const float *)input)[i];
}

/* Several chains side by side, because one waits for each of its additions. */
static void expect(struct job *job, void *expected)
{
    struct compensated chain[CHAINS] = {0}, total = {0};
    double magnitudes[CHAINS] = {0}, magnitude = 0;
    for (uint64_t i = 0; i < job->n; i += CHAINS)
        for (uint64_t c = 0; c < CHAINS && i + c < job->n; c++) {
            double value = element(job, i + c);
            chain[c] = plus(chain[c], value);
            magnitudes[c] += fabs(value);
        }
    for (int c = 0; c < CHAINS; c++) {
        total = plus(total, chain[c].sum);
        total.lost += chain[c].lost;
        magnitude += magnitudes[c];
    }
    *(struct expectation *)expected = (struct expectation){total.sum + total.lost, magnitude};
}

/* ---- device ---- */

/* One pass: a group for each tile of `from` leaves its sum in `to`. */
static enum status pass(struct job *job, const struct config *config, int from, int to, uint64_t length,
                        struct fault *fault)
{
    struct compute_launch launch = {
        .groups = {divide_up(length, tile(config)), 1, 1},
        .group = {(uint32_t)config->value[BLOCK_SIZE], 1, 1},
    };
    const struct compute_argument arguments[] = {
        COMPUTE_ARRAY(job_array(job, from)),
        COMPUTE_ARRAY(job_array(job, to)),
        COMPUTE_VALUE(length),
    };
    return job_launch(job, 0, launch, arguments, sizeof arguments / sizeof *arguments, fault);
}

/* PLUMED's driver: the sums of a pass are the input of the next one, until one is left. The input itself is kept. */
static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    enum status status = OK;
    if (config->value[FINISH] == ATOMICS) {
        status = job_fill(job, OUT, 0, fault);
        return status == OK ? pass(job, config, IN, OUT, job->n, fault) : status;
    }
    int from = IN;
    uint64_t length = job->n, groups;
    do {
        groups = divide_up(length, tile(config));
        int to = groups == 1 ? OUT : from == SUMS ? MORE_SUMS : SUMS;
        status = pass(job, config, from, to, length, fault);
        from = to;
        length = groups;
    } while (status == OK && groups > 1);
    return status;
}

/* ---- verification ---- */

/* How many additions stand one behind the other on the way of an element to the sum: `in_tile` in each pass, and with
 * atomics one more for each group. */
static double additions(const struct config *config, uint64_t n, double in_tile)
{
    uint64_t groups = divide_up(n, tile(config));
    if (config->value[FINISH] == ATOMICS)
        return in_tile + (double)groups;
    double count = in_tile;
    for (; groups > 1; groups = divide_up(groups, tile(config)))
        count += in_tile;
    return count;
}

/* k additions one behind the other, each rounded by at most u of its sum, err by at most k u of the sum of magnitudes.
 * That is reached only if all round the same way, and is too wide to show a fault: 2^18 groups with atomics might be
 * 1.6 % off. Roundings of either sign grow as sqrt(k) (Higham and Mary, SIAM J. Sci. Comput. 41, 2019); at 2^28 floats
 * the errors measured, from 2^22 atomic additions down to a tree, are at most 0.33 sqrt(k) u, and 2 sqrt(k) u is six
 * times that. */
static double tolerance(const struct job *job, double k)
{
    return job->variant == EXACT ? 0 : 2 * sqrt(k) * (is_double(job->bench) ? 0x1p-53 : 0x1p-24);
}

static enum status judge(const struct job *job, double k, struct verdict *verdict, struct fault *fault)
{
    const struct expectation *expected = job_expected(job);
    const void *out = job_host(job, OUT);
    double sum = is_double(job->bench) ? *(const double *)out : *(const float *)out;
    double error = fabs(sum - expected->sum);
    verdict->error = expected->magnitudes > 0 ? error / expected->magnitudes : error;
    verdict->tolerance = tolerance(job, k);
    if (verdict->error <= verdict->tolerance) /* false for a NaN */
        return OK;
    return fail(fault, WRONG_RESULT, "sum %.*g, expected %.17g (error %.3g of the sum of magnitudes, tolerance %.3g)",
                is_double(job->bench) ? 17 : 9, sum, expected->sum, verdict->error, verdict->tolerance);
}

/* All of the tile is one tree. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    return judge(job, additions(config, job->n, log2((double)tile(config))), verdict, fault);
}

/* CUB adds a thread's items in turn, the 32 sums of a warp as a tree, and the sums of the warps in turn. */
static enum status verify_cub(const struct job *job, const struct config *config, struct verdict *verdict,
                              struct fault *fault)
{
    double in_tile = config->value[ITEMS_PER_THREAD] + 5 + config->value[BLOCK_SIZE] / 32;
    return judge(job, additions(config, job->n, in_tile), verdict, fault);
}

static struct work work(const struct job *job, const struct config *config)
{
    (void)config; /* the same for all: the partial sums are overhead */
    return (struct work){.bytes = (double)job->n * (double)real_bytes(job->bench), .flops = (double)(job->n - 1)};
}

/* ---- constraints ---- */

static bool items_suit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    int items = config->value[ITEMS_PER_THREAD];
    switch (config->value[ALGORITHM]) {
    case MULTIPLE:
        return items >= 4;
    case FIRST_ADD:
    case UNROLLED:
        return items == 2;
    default:
        return items == 1;
    }
}

static bool vectors_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[ITEMS_PER_THREAD] % config->value[VECTOR_WIDTH] == 0;
}

static bool order_counts(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return config->value[LOAD] == LOAD_STRIPED || config->value[ITEMS_PER_THREAD] != config->value[VECTOR_WIDTH];
}

static bool floats_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return tile(config) * sizeof(float) <= LARGEST_TILE_BYTES;
}

static bool doubles_fit(const struct config *config, const struct compute_device *device)
{
    (void)device;
    return tile(config) * sizeof(double) <= LARGEST_TILE_BYTES;
}

static bool group_fits(const struct config *config, const struct compute_device *device)
{
    return !device || !device->max_group || (uint64_t)config->value[BLOCK_SIZE] <= device->max_group;
}

static bool atomics_there(const struct config *config, const struct compute_device *device)
{
    return config->value[FINISH] != ATOMICS || !device || device->int64_atomics;
}

/* ---- benches ---- */

#define BLOCK_SIZES                                                                                                    \
    {                                                                                                                  \
        "BLOCK_SIZE", "work-items in a group", VALUES(32, 64, 128, 256, 512, 1024)                                     \
    }
#define FINISHES                                                                                                       \
    {                                                                                                                  \
        "FINISH", "how the sums of the groups are added", WORDS("multi_pass", "atomics")                               \
    }
#define GROUP_FITS                                                                                                     \
    {                                                                                                                  \
        "BLOCK_SIZE is at most the device's largest work-group", group_fits                                            \
    }
/* clang-format off */
#define PORTABLE_PARAMETERS                                                                                            \
    BLOCK_SIZES,                                                                                                       \
    {"ITEMS_PER_THREAD", "elements that a work-item loads", VALUES(1, 2, 4, 8, 16, 32, 64)},                           \
    FINISHES,                                                                                                          \
    {"ALGORITHM", "the tree within a group",                                                                           \
     WORDS("interleaved", "strided", "sequential", "first_add", "unrolled", "multiple")},                              \
    {"LOAD", "the order in which a group loads", WORDS("blocked", "striped")},                                         \
    {"VECTOR_WIDTH", "neighbouring elements that a work-item loads together", VALUES(1, 2, 4)}
#define PORTABLE_CONSTRAINTS                                                                                           \
    {"ITEMS_PER_THREAD is 4 or more for multiple, 2 for first_add and unrolled, else 1", items_suit},                  \
    {"VECTOR_WIDTH divides ITEMS_PER_THREAD", vectors_fit},                                                            \
    {"LOAD is striped where ITEMS_PER_THREAD = VECTOR_WIDTH: one vector has no order", order_counts},                  \
    GROUP_FITS
/* clang-format on */
#define SIZES                                                                                                          \
    {                                                                                                                  \
        UINT64_C(1) << 20, UINT64_C(1) << 26, UINT64_C(1) << 28                                                        \
    }
#define MAX_SIZE (UINT64_C(1) << 33) /* 64 GiB of doubles on the host; 2^28 groups of the smallest tile */
#define HOST_FUNCTIONS .setup = setup, .expect = expect, .enqueue = enqueue, .work = work

static const struct bench benches[] = {
    {
        .name = "sum_1d_f32",
        .summary = "sum of floats, hand-written kernels",
        .source = "reduction.cl",
        .entry = {"reduce"},
        .defines = "#define REAL float\n#define REAL_BYTES 4",
        .sizes = SIZES,
        .max_size = MAX_SIZE,
        .space = {.parameters = {PORTABLE_PARAMETERS},
                  .constraints = {PORTABLE_CONSTRAINTS,
                                  {"a tile fits in 128 KiB, half the registers of a multiprocessor", floats_fit}}},
        .defaults = {256, 4, MULTI_PASS, MULTIPLE, LOAD_BLOCKED, 1}, /* what PLUMED has */
        .variants = VARIANTS,
        .expected_bytes = sizeof(struct expectation),
        .verify = verify,
        HOST_FUNCTIONS,
    },
    {
        .name = "sum_1d_f64",
        .summary = "sum of doubles, hand-written kernels",
        .source = "reduction.cl",
        .entry = {"reduce"},
        .defines = "#define REAL double\n#define REAL_BYTES 8",
        .needs = NEEDS_FP64,
        .sizes = SIZES,
        .max_size = MAX_SIZE,
        .space = {.parameters = {PORTABLE_PARAMETERS},
                  .constraints = {PORTABLE_CONSTRAINTS,
                                  {"a tile fits in 128 KiB, half the registers of a multiprocessor", doubles_fit},
                                  {"FINISH atomics needs 64-bit atomics", atomics_there}}},
        .defaults = {256, 4, MULTI_PASS, MULTIPLE, LOAD_BLOCKED, 1},
        .variants = VARIANTS,
        .expected_bytes = sizeof(struct expectation),
        .verify = verify,
        HOST_FUNCTIONS,
    },
    {
        .name = "sum_1d_f32_cub",
        .summary = "sum of floats, cub::BlockReduce and cub::LoadDirectBlocked",
        .source = "cuda/reduction_cub.cu",
        .entry = {"reduce"},
        .defines = "#define REAL float",
        .needs = NEEDS_CUDA | NEEDS_CUB,
        .sizes = SIZES,
        .max_size = MAX_SIZE,
        .space = {.parameters = {BLOCK_SIZES,
                                 {"ITEMS_PER_THREAD", "elements that a thread loads", VALUES(1, 2, 4, 8, 16, 32)},
                                 FINISHES},
                  .constraints = {GROUP_FITS}},
        .defaults = {256, 4, MULTI_PASS},
        .variants = VARIANTS,
        .expected_bytes = sizeof(struct expectation),
        .verify = verify_cub,
        HOST_FUNCTIONS,
    },
};

const struct suite reduction_suite = {
    .name = "reduction",
    .summary = "sums of arrays",
    .benches = benches,
    .count = sizeof benches / sizeof *benches,
};
