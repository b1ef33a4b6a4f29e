/* Arrays of words of 4 bytes, read or written sequentially: the highest rates of DRAM, and of the last-level cache. */
#include "suites/ceilings/ceilings.h"

#include <string.h>

enum { A, B, C, SUMS };                                                          /* slots */
enum { VECTOR = 4, SMALLEST_TILE = 256 * VECTOR, LARGEST_TILE = 4096 * VECTOR }; /* in words */
enum { LEAST_RESIDENT = 512, MOST_RESIDENT = 2048 };                             /* work-items of a compute unit */

/* Parameters of streams of DRAM, of DRAM read alone, and of the last-level cache. */
#define ROWS(items, groups)                                                                                            \
    NUMBER(BLOCK_SIZE, "work-items in a group", 256, 512, 1024),                                                       \
        ROW(ITEMS, "vectors of 16 bytes that a work-item has in flight", items),                                       \
        ROW(GROUPS_PER_UNIT, "groups per multiprocessor, striding over tiles; 0: one per tile", groups, .host = true)
#define DRAM_ROWS ROWS(VALUES(1, 2, 4, 8), VALUES(0, 2, 4, 8))
#define READ_ROWS ROWS(VALUES(2, 4, 8, 16), VALUES(0, 2, 4, 8))
#define CACHE_ROWS ROWS(VALUES(1, 2, 4), VALUES(1, 2, 4, 8))
PARAMETER_ENUM(DRAM_ROWS);

static const float scale = 0.5f; /* a power of two: products are exact, fused or not */

/* The arrays and sizes of a bench. */
struct stream {
    enum resource resource;
    int reads, writes;
    bool scaled;
};

static const struct stream *stream_of(const struct job *job)
{
    return job->bench->own;
}

static bool is_cached(const struct job *job)
{
    return stream_of(job)->resource >= RESOURCE_STREAMS;
}

/* A cache is read repeatedly in one launch, so that the launch and the first pass, which misses, are negligible. A
 * CPU launches at less cost, relative to its rate. */
static uint32_t passes_of(const struct job *job)
{
    uint32_t cached = job->device->is_cpu ? 8 : 128;
    return is_cached(job) ? cached : 1;
}

/* ---- inputs ---- */

static uint64_t seed_of_b(const struct job *job)
{
    return job_random(job->seed, 0);
}

static bool has_sums(const struct job *job)
{
    return !stream_of(job)->writes || is_cached(job);
}

static void setup(struct job *job)
{
    const struct stream *stream = stream_of(job);
    enum generator generator = stream->reads == 2 ? GENERATE_FLOATS : GENERATE_WORDS;
    if (stream->reads >= 1)
        job_generate(job, SLOT(A), job->n, generator, job->seed, 0);
    if (stream->reads == 2)
        job_generate(job, SLOT(B), job->n, generator, seed_of_b(job), 0);
    if (stream->writes)
        job_scratch(job, SLOT(C), job->n * sizeof(uint32_t));
    if (has_sums(job))
        job_output(job, SLOT(SUMS), divide_up(job->n, SMALLEST_TILE) * sizeof(uint32_t));
}

/* ---- expectation ---- */

/* The sum of all words modulo 2^32: exact in any order. */
static void expect_sum(struct job *job, void *expected)
{
    const uint64_t n = job->n, seed = job->seed;
    uint32_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (uint64_t i = 0; i < n; i++)
        sum += job_word(seed, i);
    *(uint32_t *)expected = sum;
}

/* ---- device ---- */

struct grid {
    uint32_t tiles, visits, groups;
};

static uint32_t common_factor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A group per tile, or as many as are resident; for several passes somewhat fewer, so that they have no common
 * factor with the tiles. */
static struct grid grid_of(const struct job *job, const struct config *config)
{
    uint64_t tile = (uint64_t)config->value[BLOCK_SIZE] * (uint64_t)config->value[ITEMS] * VECTOR;
    uint64_t units = job->device->units ? job->device->units : 1;
    uint64_t resident = units * (uint64_t)config->value[GROUPS_PER_UNIT];
    uint32_t tiles = (uint32_t)divide_up(job->n, tile), passes = passes_of(job);
    uint32_t groups = resident && resident < tiles ? (uint32_t)resident : tiles;
    while (passes > 1 && common_factor(groups, tiles) > 1)
        groups--;
    return (struct grid){tiles, tiles * passes, groups};
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    if (has_sums(job))
        job_resize(job, SUMS, grid_of(job, config).groups * sizeof(uint32_t));
    return OK;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct stream *stream = stream_of(job);
    struct grid grid = grid_of(job, config);
    struct compute_launch launch = launch_groups(grid.groups, config_count(config, BLOCK_SIZE));
    struct compute_argument arguments[9];
    size_t count = 0;
    if (stream->reads >= 1)
        arguments[count++] = ARRAY(A);
    if (stream->reads == 2)
        arguments[count++] = ARRAY(B);
    if (stream->writes)
        arguments[count++] = ARRAY(C);
    if (has_sums(job))
        arguments[count++] = ARRAY(SUMS);
    arguments[count++] = VALUE(job->n);
    arguments[count++] = VALUE(grid.tiles);
    arguments[count++] = VALUE(grid.visits);
    arguments[count++] = VALUE((uint32_t)job->seed);
    arguments[count++] = VALUE(scale);
    return job_launch(job, 0, launch, arguments, count, fault);
}

/* ---- verification ---- */

enum { ALL = 1 << 22, PART = 1 << 14, RUNS = 64, RUN = 64 };

/* The bits of c[i]. Sums of two floats are rounded once, and no product is rounded: the same on every device. The
 * reference of a write, a memset, writes zeros. */
static uint32_t expected_word(const struct job *job, const struct config *config, uint64_t i)
{
    const struct stream *stream = stream_of(job);
    if (stream->reads == 0 && config->reference)
        return 0;
    if (stream->reads == 0)
        return (uint32_t)job->seed + (uint32_t)i * UINT32_C(2654435761);
    if (stream->reads == 1)
        return job_word(job->seed, i);
    float b = job_uniform_float(seed_of_b(job), i),
          sum = job_uniform_float(job->seed, i) + (stream->scaled ? scale * b : b);
    uint32_t word;
    memcpy(&word, &sum, sizeof word);
    return word;
}

static double as_float(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

/* Words [first, first + count), at most PART. */
static enum status verify_part(const struct job *job, const struct config *config, uint64_t first, uint64_t count,
                               struct fault *fault)
{
    uint32_t c[PART];
    enum status status = job_read(job, C, first * sizeof *c, c, count * sizeof *c, fault);
    for (uint64_t i = 0; i < count && status == OK; i++) {
        uint32_t expected = expected_word(job, config, first + i);
        if (c[i] != expected)
            status = fail(fault, WRONG_RESULT, "c[%llu] is %#x (%.9g), expected %#x (%.9g)",
                          (unsigned long long)(first + i), c[i], as_float(c[i]), expected, as_float(expected));
    }
    return status;
}

/* Verifies every word; of a large array 4096 words. */
static enum status verify_written(const struct job *job, const struct config *config, struct fault *fault)
{
    enum status status = OK;
    if (job->n <= ALL)
        for (uint64_t first = 0; first < job->n && status == OK; first += PART)
            status = verify_part(job, config, first, job->n - first < PART ? job->n - first : PART, fault);
    else
        for (uint64_t run = 0; run < RUNS && status == OK; run++)
            status = verify_part(job, config, job_run(job, job->n, RUNS, RUN, run), RUN, fault);
    return status;
}

/* The sum of the groups' results: for streams that are only read every word of every pass, else the tiles visited. */
static enum status verify_sums(const struct job *job, struct grid grid, struct fault *fault)
{
    const struct stream *stream = stream_of(job);
    const uint32_t *sums = job_host(job, SUMS);
    uint32_t sum = 0, expected = grid.visits;
    if (!stream->writes)
        expected = passes_of(job) * *(const uint32_t *)job_expected(job);
    for (uint32_t group = 0; group < grid.groups; group++)
        sum += sums[group];
    if (sum == expected)
        return OK;
    return fail(fault, WRONG_RESULT, "the groups' %s add up to %#x, expected %#x",
                stream->writes ? "numbers of tiles" : "sums", sum, expected);
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    enum status status = stream_of(job)->writes ? verify_written(job, config, fault) : OK;
    return status == OK && has_sums(job) ? verify_sums(job, grid_of(job, config), fault) : status;
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const struct stream *stream = stream_of(job);
    double words = (double)job->n * passes_of(job);
    struct work work = {.bytes = (stream->reads + stream->writes) * words * sizeof(uint32_t)};
    if (stream->reads == 2)
        work.flops = stream->scaled ? 2 * words : words;
    work.amount[stream->resource] = work.bytes;
    return work;
}

/* clang-format off */
#define SPACE(...)                                                                                                     \
    .space = {.parameters = PARAMETER_TABLE(__VA_ARGS__),                                                              \
              .constraints = CONSTRAINTS({"a tile has at most 4096 vectors (half of a multiprocessor's registers)",    \
                                          .expression = "BLOCK_SIZE * ITEMS <= 4096"},                                 \
                              {"GROUPS_PER_UNIT is 0, or a multiprocessor gets 512 to 2048 work-items",                \
                               .expression = "GROUPS_PER_UNIT == 0 or 512 <= BLOCK_SIZE * GROUPS_PER_UNIT <= 2048"},   \
                              GROUP_FITS(BLOCK_SIZE))}

#define STREAM(word, what, rate, kernel_defines, ...)                                                                  \
    .name = word, .summary = what, .own = &(const struct stream){rate, __VA_ARGS__},                                   \
    .kernel = {.file = "ceilings/streams.cl", .entries = NAMES("stream"), .defines = kernel_defines},                  \
    .size.unit = "words", .problem.variants = 1, .problem.setup = setup, .problem.arrange = arrange,                   \
    .problem.verify = verify, .device.enqueue = enqueue, .report.work = work, .tests = NAMES("--size 1,300007")

#define READ "#define READS 1\n#define WRITES 0\n"
#define WRITE "#define READS 0\n#define WRITES 1\n"
#define COPY "#define READS 1\n#define WRITES 1\n"
#define ADD "#define READS 2\n#define WRITES 1\n"
#define TRIAD ADD "#define SCALED\n"
#define PAST_L1 "#define PAST_L1\n"

/* Defaults are those of a program without tuning: 256 work-items, one vector each. DRAM: medium moves 2 to 3 GB, large
 * 4 to 6; with 1 GB the ramp and the tail of a launch would cost 1 %, and the limit be too low. The last-level cache:
 * 16 MB in all, and 24 MB, because each half of an H200's 60 MB may keep its own copy. */
#define DRAM_SIZES(bits)                                                                                               \
    .size.classes = {UINT64_C(1) << (bits), UINT64_C(1) << (bits + 5), UINT64_C(1) << (bits + 6)},                     \
    .size.most = UINT64_C(1) << 33
#define DRAM(bits) DRAM_SIZES(bits), SPACE(DRAM_ROWS), DEFAULTS(256, 1, 0)
#define L2(...)                                                                                                        \
    .size.classes = {__VA_ARGS__}, .size.most = UINT64_C(1) << 28, SPACE(CACHE_ROWS),                                  \
    DEFAULTS(256, 1, 8)
#define SUM .problem.expected_bytes = sizeof(uint32_t), .problem.expect = expect_sum

const struct bench ceiling_dram_read = {
    STREAM("dram_read", "an array read from DRAM", RESOURCE_DRAM_READ, READ, .reads = 1), SUM, DRAM_SIZES(24),
    SPACE(READ_ROWS), DEFAULTS(256, 2, 0)};

const struct bench ceiling_dram_write = {
    STREAM("dram_write", "an array written to DRAM", RESOURCE_DRAM_WRITE, WRITE, .writes = 1), DRAM(24),
    .references = {{"cudaMemsetAsync", "memory", "set", {C}, .arrays = 1, .rows = 1}}};

const struct bench ceiling_dram_copy = {
    STREAM("dram_copy", "c = a in DRAM", RESOURCE_DRAM_COPY, COPY, .reads = 1, .writes = 1), DRAM(23),
    .references = {{"cudaMemcpyAsync", "memory", "copy", {A, C}, .arrays = 2, .rows = 1}}};

const struct bench ceiling_dram_add = {
    STREAM("dram_add", "c = a + b in DRAM", RESOURCE_DRAM_ADD, ADD, .reads = 2, .writes = 1), DRAM(23)};

const struct bench ceiling_dram_triad = {
    STREAM("dram_triad", "c = a + 0.5 b in DRAM", RESOURCE_DRAM_TRIAD, TRIAD, .reads = 2, .writes = 1, .scaled = true),
    DRAM(23)};

const struct bench ceiling_l2_read = {
    STREAM("l2_read", "an array read many times from the last-level cache", RESOURCE_L2_READ, READ PAST_L1, .reads = 1),
    L2(1 << 18, 1 << 22, 3 << 21), SUM};

const struct bench ceiling_l2_write = {
    STREAM("l2_write", "an array written many times to the last-level cache", RESOURCE_L2_WRITE, WRITE PAST_L1,
           .writes = 1),
    L2(1 << 18, 1 << 22, 3 << 21)};

const struct bench ceiling_l2_copy = {
    STREAM("l2_copy", "c = a many times in the last-level cache", RESOURCE_L2_COPY, COPY PAST_L1, .reads = 1,
           .writes = 1),
    L2(1 << 17, 1 << 21, 3 << 20)};

const struct bench ceiling_l2_add = {
    STREAM("l2_add", "c = a + b many times in the last-level cache", RESOURCE_L2_ADD, ADD PAST_L1, .reads = 2,
           .writes = 1),
    L2(1 << 17, 5 << 18, 1 << 21)};

const struct bench ceiling_l2_triad = {
    STREAM("l2_triad", "c = a + 0.5 b many times in the last-level cache", RESOURCE_L2_TRIAD, TRIAD PAST_L1,
           .reads = 2, .writes = 1, .scaled = true),
    L2(1 << 17, 5 << 18, 1 << 21)};
/* clang-format on */
