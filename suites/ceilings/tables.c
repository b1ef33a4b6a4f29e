/* Loads from small tables: by the texture units, from constant memory, from shared (local) memory. The size is the
 * width of a texture, or the number of work-items for memory. A work-item writes the sum of its loads. */
#include "suites/ceilings/ceilings.h"

#include <math.h>

enum { NUMBERS, OUT };                     /* slots */
enum { WORDS = 4096 };                     /* of memory */
enum pattern { SAME, NEIGHBOURS, RANDOM }; /* from which indices a group's work-items load, as in the kernel */

/* Parameters of loads by texture units, and from memory: WIDTH of shared, LENGTH of constant memory. */
#define TEXTURE_ROWS                                                                                                   \
    NUMBER(BLOCK_SIZE, "work-items in a group", 128, 256, 512),                                                        \
        NUMBER(UNROLL, "fetches in the body of the loop", 4, 8, 16)
#define MEMORY_ROWS                                                                                                    \
    NUMBER(BLOCK_SIZE, "work-items in a group", 256, 512, 1024), NUMBER(UNROLL, "loads in the body of the loop", 8, 16)
#define CONSTANT_ROWS MEMORY_ROWS, NUMBER(LENGTH, "words in the table", 256, 4096)
#define WIDTH_ROWS MEMORY_ROWS, NUMBER(WIDTH, "bytes that a work-item loads at once", 4, 8, 16)
PARAMETER_ENUM(CONSTANT_ROWS);
enum { WIDTH = LENGTH };

/* What differs between the benches. */
struct table {
    enum resource resource;
    enum pattern pattern;
    int loads;                  /* per work-item, as in the kernel */
    enum compute_filter filter; /* of textures */
    uint32_t spread; /* of memory: the distance between work-items (SAME), the lines by which loads advance */
};

static const struct table *table_of(const struct job *job)
{
    return job->bench->own;
}

/* The kernel's random numbers. */
static uint32_t first_random(uint32_t i, uint32_t seed)
{
    i = (i ^ seed) * 0x9e3779b9u;
    return (i ^ i >> 15) * 0x85ebca6bu;
}

static uint32_t next_random(uint32_t random)
{
    return random * 1664525u + 1013904223u;
}

static uint32_t seed_of(const struct job *job)
{
    return job_word(~job->seed, 0);
}

/* ---- textures ---- */

/* Enough to fill a GPU many times. */
static uint64_t fetching_items(const struct job *job)
{
    uint64_t units = job->device->units ? job->device->units : 1;
    return job->device->is_cpu ? 1024 : units * 32768;
}

/* Elements are multiples of 2^-8 below 1, and fractions of 2^-7, so sums of 256 fetches have 23 bits: exact. */
static void setup_texture(struct job *job)
{
    const struct compute_texture shape = {.width = job->n, .height = 1, .filter = table_of(job)->filter};
    float *element = job_texture(job, NUMBERS, "table", shape);
    for (uint64_t i = 0; i < job->n; i++)
        element[i] = (float)(job_word(job->seed, i) & 255) / 256;
    job_scratch(job, SLOT(OUT), fetching_items(job) * sizeof(float));
}

/* The step from fetch to fetch, in 64ths of an element: so that fetches cover the whole table evenly. */
static uint32_t advance_of(const struct job *job)
{
    return (uint32_t)(0.6180339887 * 64 * (double)job->n);
}

static enum status enqueue_texture(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE);
    return LAUNCH(0, launch_groups(fetching_items(job) / block, block), ARRAY(NUMBERS), ARRAY(OUT),
                  VALUE((uint32_t)job->n), VALUE(advance_of(job)), VALUE(seed_of(job)));
}

/* The fetch at `place` 64ths and a 128th of an element. */
static double fetch(const float *element, uint64_t width, enum compute_filter filter, uint64_t place)
{
    double at = (double)place / 64 + 1. / 128, left = floor(at - 0.5), fraction = at - 0.5 - left;
    if (filter == COMPUTE_POINT)
        return element[(uint64_t)at];
    uint64_t first = left < 0 ? 0 : (uint64_t)left,
             second = left + 1 < (double)width ? (uint64_t)(left + 1) : width - 1;
    return (1 - fraction) * element[first] + fraction * element[second];
}

static double expected_texture(const struct job *job, UNNEEDED const struct config *config, uint64_t i)
{
    const struct table *table = table_of(job);
    uint32_t random = first_random((uint32_t)i, seed_of(job));
    uint64_t length = 64 * job->n, place = 64 * (i % job->n) + seed_of(job) % 64;
    double sum = 0;
    for (int load = 0; load < table->loads; load++) {
        if (table->pattern == RANDOM) {
            place = random * length >> 32;
            random = next_random(random);
        }
        sum += fetch(job_host(job, NUMBERS), job->n, table->filter, place);
        place = (place + advance_of(job)) % length;
    }
    return sum;
}

/* Hardware has fractions of 8 bits, so these are exact; the rounding of an interpolation is unspecified: 1e-5 each. */
static enum status verify_texture(const struct job *job, const struct config *config, struct verdict *verdict,
                                  struct fault *fault)
{
    const struct table *table = table_of(job);
    *verdict = (struct verdict){.tolerance = table->filter == COMPUTE_LINEAR ? 1e-5 * table->loads : 0};
    return outcome_compare(job, config, (struct outcome){OUT, FLOATS, fetching_items(job), false, expected_texture},
                           verdict, fault);
}

static struct work work_texture(const struct job *job, UNNEEDED const struct config *config)
{
    struct work work = {0};
    work.amount[table_of(job)->resource] = (double)fetching_items(job) * table_of(job)->loads;
    return work;
}

/* ---- memory ---- */

/* Sums of 2048 loads of 4 words are below 2^31. */
static void setup_memory(struct job *job)
{
    int32_t *word = job_input(job, SLOT(NUMBERS), WORDS * sizeof *word);
    for (uint64_t i = 0; i < WORDS; i++)
        word[i] = (int32_t)(job_word(job->seed, i) & 0xffff);
    job_scratch(job, SLOT(OUT), job->n * sizeof(int32_t));
}

static bool is_constant(const struct job *job)
{
    enum resource resource = table_of(job)->resource;
    return resource == RESOURCE_CONSTANT_UNIFORM || resource == RESOURCE_CONSTANT_DIVERGENT;
}

static enum status enqueue_memory(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t block = config_count(config, BLOCK_SIZE);
    const size_t bytes = is_constant(job) ? config_count(config, LENGTH) * sizeof(int32_t) : 0;
    return LAUNCH(0, launch_over(job->n, block, block), ARRAY(OUT), VALUE(table_of(job)->spread), VALUE(seed_of(job)),
                  VALUE(job->n), bytes ? COMPUTE_CONSTANT("table", job_array(job, NUMBERS), 0, bytes) : ARRAY(NUMBERS));
}

/* The sum of the words that are loaded together. */
static int64_t load(const int32_t *word, uint32_t vector, uint32_t words)
{
    int64_t sum = 0;
    for (uint32_t w = 0; w < words; w++)
        sum += word[vector * words + w];
    return sum;
}

static double expected_memory(const struct job *job, const struct config *config, uint64_t i)
{
    const struct table *table = table_of(job);
    const int32_t *word = job_host(job, NUMBERS);
    uint32_t block = (uint32_t)config->value[BLOCK_SIZE], id = (uint32_t)(i % block), group = (uint32_t)(i / block);
    uint32_t unroll = (uint32_t)config->value[UNROLL];
    uint32_t half = (is_constant(job) ? (uint32_t)config->value[LENGTH] : WORDS) / 2;
    uint32_t words = table->pattern == NEIGHBOURS ? (uint32_t)config->value[WIDTH] / 4 : 1, lines = half / words / 32;
    uint32_t place = (id * table->spread + group * 7) % half, line = group * 7 % lines;
    uint32_t random = first_random((uint32_t)i, seed_of(job)), loads = (uint32_t)table->loads / words;
    int64_t sum = load(word, 0, words);
    for (uint32_t pass = 0; pass < loads / unroll; pass++) {
        for (uint32_t k = 0; k < unroll; k++, random = next_random(random)) {
            const uint32_t at[] = {
                [SAME] = place + 2 * k, [NEIGHBOURS] = 32 * (line + k) + id % 32, [RANDOM] = random >> 20};
            sum += load(word, at[table->pattern], words);
        }
        place = (place + 37) % half;
        line = (line + table->spread) % lines;
    }
    return (double)sum;
}

static enum status verify_memory(const struct job *job, const struct config *config, struct verdict *verdict,
                                 struct fault *fault)
{
    *verdict = (struct verdict){.tolerance = 0}; /* whole numbers */
    return outcome_compare(job, config, (struct outcome){OUT, INTS, job->n, false, expected_memory}, verdict, fault);
}

static struct work work_memory(const struct job *job, UNNEEDED const struct config *config)
{
    const struct table *table = table_of(job);
    double loads = (double)job->n * table->loads;
    struct work work = {0};
    work.amount[table->resource] = table->pattern == NEIGHBOURS ? loads * sizeof(int32_t) : loads;
    return work;
}

#define FETCHES 256
#define CONSTANT_LOADS 512
#define SHARED_LOADS 2048
#define RESIDENT (UINT64_C(132) * 2048) /* work-items that an H200 runs at once: medium sizes take 1 ms there */

/* clang-format off */
#define DEFINES(table, pattern, loads)                                                                                 \
    "#define TABLE " table "\n#define PATTERN " #pattern "\n#define LOADS " DEFINE_TEXT(loads)
#define TEXTURE(word, what, rate, pattern, filter, medium)                                                             \
    {                                                                                                                  \
        .name = word, .summary = what, .needs = NEEDS_IMAGES,                                                          \
        .kernel = {.file = "ceilings/tables.cl", .entries = NAMES("fetch"),                                            \
                   .defines = DEFINES("TEXTURES", pattern, FETCHES)},                                                  \
        .own = &(const struct table){RESOURCE_##rate, pattern, FETCHES, COMPUTE_##filter, 0},                          \
        .size = {.unit = "elements", .classes = {TEXTURE_NARROW, medium, TEXTURE_WIDEST}, .most = UINT64_C(1) << 17},  \
        .space = {.parameters = PARAMETER_TABLE(TEXTURE_ROWS), .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},    \
        DEFAULTS(256, 4), .problem = {.variants = 1, .setup = setup_texture, .verify = verify_texture},                \
        .device.enqueue = enqueue_texture, .report.work = work_texture, .tests = NAMES("--size 1,2049"),               \
    }
#define MEMORY(word, what, rate, where, pattern, loads, distance, small, medium, rows)                                 \
    {                                                                                                                  \
        .name = word, .summary = what,                                                                                 \
        .kernel = {.file = "ceilings/tables.cl", .entries = NAMES("load"), .defines = DEFINES(where, pattern, loads)}, \
        .own = &(const struct table){RESOURCE_##rate, pattern, loads, .spread = distance},                             \
        .size = {.unit = "work-items", .classes = {small, medium, 4 * (medium)}, .most = UINT64_C(1) << 31},           \
        .space = {.parameters = PARAMETER_TABLE(rows), .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},            \
        DEFAULTS(256, 8), .problem = {.variants = 1, .setup = setup_memory, .verify = verify_memory},                  \
        .device.enqueue = enqueue_memory, .report.work = work_memory, .tests = NAMES("--size 1,2049"),                 \
    }

const struct bench
    ceiling_texture_point = TEXTURE("texture_point", "fetches of the nearest element, neighbouring ones by neighbours",
                                    TEXTURE_POINT, NEIGHBOURS, POINT, 4096),
    ceiling_texture_linear = TEXTURE("texture_linear", "fetches between two elements, neighbouring ones by neighbours",
                                     TEXTURE_LINEAR, NEIGHBOURS, LINEAR, 4096),
    ceiling_texture_point_random =
        TEXTURE("texture_point_random", "fetches of the nearest element, anywhere in a table", TEXTURE_POINT_RANDOM,
                RANDOM, POINT, TEXTURE_NARROW),
    ceiling_texture_point_random_wide =
        TEXTURE("texture_point_random_wide", "fetches of the nearest element, anywhere in a wide table",
                TEXTURE_POINT_RANDOM_WIDE, RANDOM, POINT, TEXTURE_WIDE),
    ceiling_texture_point_random_widest =
        TEXTURE("texture_point_random_widest", "fetches of the nearest element, anywhere in a very wide one",
                TEXTURE_POINT_RANDOM_WIDEST, RANDOM, POINT, TEXTURE_WIDEST),
    ceiling_texture_linear_random =
        TEXTURE("texture_linear_random", "fetches between two elements, anywhere in a table", TEXTURE_LINEAR_RANDOM,
                RANDOM, LINEAR, TEXTURE_NARROW),
    ceiling_texture_linear_random_wide =
        TEXTURE("texture_linear_random_wide", "fetches between two elements, anywhere in a wide table",
                TEXTURE_LINEAR_RANDOM_WIDE, RANDOM, LINEAR, TEXTURE_WIDE),
    ceiling_texture_linear_random_widest =
        TEXTURE("texture_linear_random_widest", "fetches between two elements, anywhere in a very wide one",
                TEXTURE_LINEAR_RANDOM_WIDEST, RANDOM, LINEAR, TEXTURE_WIDEST),
    ceiling_constant_uniform =
        MEMORY("constant_uniform", "loads of one word by all work-items", CONSTANT_UNIFORM, "CONSTANTS", SAME,
               CONSTANT_LOADS, 0, 16384, 32 * RESIDENT, CONSTANT_ROWS),
    ceiling_constant_divergent =
        MEMORY("constant_divergent", "loads of another word by each work-item", CONSTANT_DIVERGENT, "CONSTANTS", SAME,
               CONSTANT_LOADS, 5, 16384, 2 * RESIDENT, CONSTANT_ROWS),
    ceiling_shared_broadcast =
        MEMORY("shared_broadcast", "loads of one word by all work-items of a group", SHARED_BROADCAST, "LOCALS", SAME,
               SHARED_LOADS, 0, 8192, 16 * RESIDENT, MEMORY_ROWS),
    ceiling_shared_conflict_free =
        MEMORY("shared_conflict_free", "loads of neighbouring words by neighbours", SHARED_CONFLICT_FREE, "LOCALS",
               NEIGHBOURS, SHARED_LOADS, 5, 8192, 16 * RESIDENT, WIDTH_ROWS),
    ceiling_shared_gather = MEMORY("shared_gather", "loads of words anywhere in 16 KiB", SHARED_GATHER, "LOCALS",
                                   RANDOM, SHARED_LOADS, 0, 8192, 4 * RESIDENT, MEMORY_ROWS);
/* clang-format on */
