/* cub::DeviceReduce with a policy of CUB's tuning interface (cuda::execution::tune, CCCL 3.5): the parameters are the
 * members of a policy, and CUB's own passes are run with it. The sum fits in a single tile, or blocks that share the
 * tiles store one sum each, which a single block adds. */
#include "suites/reduction/benches.h"

#include <stdio.h>

/* clang-format off */
#define TILE_OF_POLICY                                                                                                 \
    NUMBER(BLOCK_SIZE, "threads_per_block", 128, 256, 512, 768, 1024),                                                 \
    NUMBER(ITEMS_PER_THREAD, "items_per_thread: elements of a tile that a thread loads", 4, 8, 16, 20, 32)
#define REST_OF_POLICY(...)                                                                                            \
    NAMED(VECTOR, "VECTOR_WIDTH", "vec_size: neighbouring elements loaded together", VALUES(1, 2, 4)),                 \
    NAMED(TREE_OF_BLOCK, "ALGORITHM", "reduce_algorithm: cub::BlockReduceAlgorithm",                                   \
          WORD_TABLE(CUB_ALGORITHMS), .host = true),                                                                   \
    WORD(LOAD_MODIFIER, "load_modifier: how caches keep what is loaded", default, cg, cs, ldg),                        \
    NUMBER(SINGLE_BLOCK_SIZE, "threads_per_block of a single tile", 256, 1024),                                        \
    NUMBER(SINGLE_ITEMS, "items_per_thread of a single tile", __VA_ARGS__)
/* clang-format on */
PARAMETER_ENUM(AFTER(ITEMS_PER_THREAD, TILE_OF_POLICY), REST_OF_POLICY(16));
enum { SINGLE = 3 };           /* the entry point after those of the algorithms */
enum { BLOCKS_PER_PLACE = 5 }; /* CUB's subscription factor: blocks per block that the device runs at a time */

static uint64_t single_tile(const struct config *config)
{
    return config_count(config, SINGLE_BLOCK_SIZE) * config_count(config, SINGLE_ITEMS);
}

/* The number of blocks that share the tiles, on a device that runs so many at a time. */
static uint64_t count_blocks(const struct job *job, const struct config *config, uint64_t places)
{
    const uint64_t tile = config_count(config, BLOCK_SIZE) * config_count(config, ITEMS_PER_THREAD);
    const uint64_t tiles = divide_up(job->n, tile), most = places * BLOCKS_PER_PLACE;
    return tiles < most ? tiles : most;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const int tree = config->value[TREE_OF_BLOCK];
    const struct compute_launch single = launch_groups(1, config_count(config, SINGLE_BLOCK_SIZE));
    if (job->n <= single_tile(config))
        return LAUNCH(SINGLE, single, ARRAY(IN), ARRAY(OUT), VALUE(job->n));
    const uint64_t blocks = count_blocks(job, config, job_resident(job, tree));
    return IN_ORDER(
        LAUNCH(tree, launch_groups(blocks, config_count(config, BLOCK_SIZE)), ARRAY(IN), ARRAY(SUMS), VALUE(job->n)),
        LAUNCH(SINGLE, single, ARRAY(SUMS), ARRAY(OUT), VALUE(blocks)));
}

/* The additions in sequence within a block: a thread adds its share one by one, at least as many elements as it loads;
 * then 32 sums are added as a tree or by raking, and those of the warps one by one. */
static double in_block(uint64_t length, uint64_t threads, uint64_t items)
{
    return (double)(divide_up(length, threads) + items) + 5 + (double)threads / 32;
}

/* As if a multiprocessor ran one block at a time: if it runs more, shares are smaller. */
static double additions(const struct job *job, const struct config *config)
{
    const uint64_t threads = config_count(config, BLOCK_SIZE), one = config_count(config, SINGLE_BLOCK_SIZE);
    const uint64_t items = config_count(config, ITEMS_PER_THREAD), one_items = config_count(config, SINGLE_ITEMS);
    const uint64_t blocks = count_blocks(job, config, job->device->units ? job->device->units : 1);
    if (job->n <= single_tile(config))
        return in_block(job->n, one, one_items);
    const uint64_t tiles = divide_up(job->n, threads * items);
    return in_block(divide_up(job->n, blocks), threads, items) + in_block(tiles, one, one_items);
}

static struct work policy_work(const struct job *job, const struct config *config)
{
    struct work work = {.bytes = (double)job->n * (double)reduction_bytes(job), .flops = (double)(job->n - 1)};
    work.amount[RESOURCE_DRAM_READ] = work.bytes;
    work.amount[RESOURCE_LAUNCH] = config->reference ? 0 : job->n <= single_tile(config) ? 1 : 2;
    return work;
}

/* ---- the benches ---- */

/* CUB uses 32-bit indices where the caller's length has 32 bits (references/cub.cu). */
static void define_offset(const struct config *config, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define OFFSET %s\n",
             config->problem->n <= INT32_MAX ? "unsigned" : "unsigned long long");
}

/* clang-format off */
#define KERNELS_OF_POLICY(real)                                                                                        \
    (const struct bench_kernel[])                                                                                      \
    {                                                                                                                  \
        {.file = "reduction/policy.cu", .defines = "#define REAL " real "\n#define SINGLE 0\n",                        \
         .entries = NAMES(CUB_ENTRIES),                                                                                \
         .define = define_offset,                                                                                      \
         .takes = TAKES({BLOCK_SIZE, "BLOCK_SIZE"}, {ITEMS_PER_THREAD, "ITEMS"}, {VECTOR, "VECTOR"},                   \
                        {LOAD_MODIFIER, "MODIFIER"})},                                                                 \
        {.file = "reduction/policy.cu",                                                                                \
         .defines = "#define REAL " real "\n#define SINGLE 1\n#define OFFSET int\n#define VECTOR 4\n"                  \
                    "#define MODIFIER 3\n",                                                                            \
         .entries = NAMES("reduce_single"),                                                                            \
         .takes = TAKES({SINGLE_BLOCK_SIZE, "BLOCK_SIZE"}, {SINGLE_ITEMS, "ITEMS"})},                                  \
        {.file = NULL},                                                                                                \
    }
/* The defaults are CUB's own policy since 6.0: 16 floats, or 8 doubles, per thread. */
#define POLICY(real, bytes, items, most)                                                                               \
    .kernels = KERNELS_OF_POLICY(real), .kernels_by = EVERY_KERNEL,                                                    \
    .space = {.parameters = PARAMETER_TABLE(TILE_OF_POLICY, REST_OF_POLICY(items, most)),                              \
              .constraints = CONSTRAINTS(                                                                              \
                  GROUP_FITS(BLOCK_SIZE), GROUP_FITS(SINGLE_BLOCK_SIZE), TILE_FITS(bytes),                             \
                  {"a single tile is 256 x " #items ", or ALGORITHM is warp_reductions, LOAD_MODIFIER ldg",            \
                   .expression = "SINGLE_BLOCK_SIZE == 256 and SINGLE_ITEMS == " #items                                \
                                 " or ALGORITHM == 'warp_reductions' and LOAD_MODIFIER == 'ldg'"})},                   \
    DEFAULTS(256, items, 4, 0, LOAD_MODIFIER_ldg, 256, items), .needs = NEEDS_CUDA | NEEDS_CUB, .by_name = true,       \
    SIZES,                                                                                                             \
    .problem = {.variants = VARIANTS, .expected_bytes = sizeof(struct expectation), .setup = reduction_setup,          \
                .expect = reduction_expect, .verify = reduction_verify, .change = reduction_change},                   \
    .device.enqueue = enqueue, .report = {.uses = USES(DRAM_READ) | USES(LAUNCH), .work = policy_work},                \
    .tests = NAMES(TESTS)

const struct bench sum_1d_f32_policy = {
    .name = "sum_1d_f32_policy", .summary = "sum of floats, cub::DeviceReduce by any of its policies",
    POLICY("float", 4, 16, 64), .own = &(const struct reduction){FLOATS, .rows = {ONE_ROW}, .additions = additions},
    SUM_REFERENCES("f32")};

const struct bench sum_1d_f64_policy = {
    .name = "sum_1d_f64_policy", .summary = "sum of doubles, cub::DeviceReduce by any of its policies",
    POLICY("double", 8, 8, 32), .own = &(const struct reduction){DOUBLES, .rows = {ONE_ROW}, .additions = additions},
    SUM_REFERENCES("f64")};
/* clang-format on */
