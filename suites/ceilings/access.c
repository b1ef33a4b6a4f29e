/* The cost of the order of addresses: reads by neighbouring work-items that are not side by side, and additions of
 * many to one address. */
#include "suites/ceilings/ceilings.h"

/* ==== reads ==== */

enum { IN, SUMS }; /* slots */
#define ELEMENT_SIZES NUMBER(ELEMENT, "bytes of an element", 4, 8, 16)
#define FROM_1_TO_31                                                                                                   \
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
DEFINE_PARAMETERS(of_shifted, ELEMENT_SIZES,
                  HOST_NUMBER(OFFSET, "elements by which all reads are shifted", 0, FROM_1_TO_31));
DEFINE_PARAMETERS(of_strided, AFTER(ELEMENT, ELEMENT_SIZES),
                  HOST_NUMBER(STRIDE, "elements from a work-item's to its neighbour's", FROM_1_TO_31, 32));
enum { WORD = 4, ELEMENTS = 3, LARGEST_ELEMENT = 16, LARGEST_OFFSET = 31 };

#define GROUP_SIZE 256
#define ITEMS 8
#define TILE_DEFINES "#define BLOCK_SIZE " DEFINE_TEXT(GROUP_SIZE) "\n#define ITEMS " DEFINE_TEXT(ITEMS) "\n"

enum { TILE = GROUP_SIZE * ITEMS };

enum order { SHIFTED, STRIDED, RANDOM };

/* The sum modulo 2^32 of all words read, by the size of an element: 4, 8, 16 bytes. Of shifted reads, with OFFSET 0. */
struct expectation {
    uint32_t sum[ELEMENTS];
};

static enum order order_of(const struct job *job)
{
    return *(const enum order *)job->bench->own;
}

/* n words are read for any element size, rounded up to a whole element. */
static uint64_t elements_of(const struct job *job, uint64_t words)
{
    return divide_up(job->n, words);
}

static uint64_t words_of(const struct config *config)
{
    return (uint64_t)config->value[ELEMENT] / WORD;
}

/* ---- inputs ---- */

static void setup(struct job *job)
{
    uint64_t most = LARGEST_ELEMENT / WORD;
    job_generate(job, SLOT(IN), (elements_of(job, most) + LARGEST_OFFSET) * most, GENERATE_WORDS, job->seed, 0);
    job_output(job, SLOT(SUMS), divide_up(job->n, TILE) * sizeof(uint32_t));
}

static enum status arrange(struct job *job, const struct config *config, UNNEEDED struct fault *fault)
{
    job_resize(job, SUMS, divide_up(elements_of(job, words_of(config)), TILE) * sizeof(uint32_t));
    return OK;
}

/* ---- expectation ---- */

static uint32_t element_sum(const struct job *job, uint64_t element, uint64_t words)
{
    uint32_t sum = 0;
    for (uint64_t w = 0; w < words; w++)
        sum += job_word(job->seed, element * words + w);
    return sum;
}

/* The largest power of two that is at most the number of elements. */
static uint32_t span_of(uint64_t elements)
{
    uint32_t span = 1;
    while (2 * (uint64_t)span <= elements)
        span *= 2;
    return span;
}

/* As in the kernel. */
static uint32_t hash(uint32_t i)
{
    i = (i ^ i >> 16) * UINT32_C(0x85ebca6b);
    i = (i ^ i >> 13) * UINT32_C(0xc2b2ae35);
    return i ^ i >> 16;
}

static void expect(struct job *job, void *expected)
{
    struct expectation *expectation = expected;
    *expectation = (struct expectation){{0}};
    for (int e = 0; e < ELEMENTS; e++) {
        uint64_t words = UINT64_C(1) << e, elements = elements_of(job, words);
        bool random = order_of(job) == RANDOM;
        uint32_t span = span_of(elements);
        for (uint64_t i = 0; i < elements; i++)
            expectation->sum[e] += element_sum(job, random ? hash((uint32_t)i) & (span - 1) : i, words);
    }
}

/* ---- device ---- */

/* A configuration's work: elements, their distance and shift, tiles of a round. */
struct reading {
    uint32_t elements, span, stride, offset, round_tiles;
};

static struct reading reading_of(const struct job *job, const struct config *config)
{
    enum order order = order_of(job);
    uint32_t elements = (uint32_t)elements_of(job, words_of(config));
    uint32_t stride = order == STRIDED ? (uint32_t)config->value[STRIDE] : 1;
    return (struct reading){.elements = elements,
                            .span = span_of(elements),
                            .stride = stride,
                            .offset = order == SHIFTED ? (uint32_t)config->value[OFFSET] : 0,
                            .round_tiles = elements / stride / TILE};
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    struct reading reading = reading_of(job, config);
    struct compute_launch launch = launch_over(reading.elements, TILE, GROUP_SIZE);
    if (order_of(job) == RANDOM)
        return LAUNCH(0, launch, ARRAY(IN), ARRAY(SUMS), VALUE(reading.elements), VALUE(reading.span));
    return LAUNCH(0, launch, ARRAY(IN), ARRAY(SUMS), VALUE(reading.elements), VALUE(reading.stride),
                  VALUE(reading.offset), VALUE(reading.round_tiles));
}

/* ---- verification ---- */

enum { GROUPS = 16 }; /* compared one by one */

/* The index in the array of element number i of the work. */
static uint64_t place_of(const struct job *job, struct reading reading, uint64_t i)
{
    uint64_t round = (uint64_t)reading.round_tiles * TILE;
    if (order_of(job) == RANDOM)
        return hash((uint32_t)i) & (reading.span - 1);
    return reading.offset + (i < round * reading.stride ? i % round * reading.stride + i / round : i);
}

/* Compares the sum of one group: the total alone does not show which group read what. */
static enum status verify_group(const struct job *job, struct reading reading, uint64_t words, uint64_t group,
                                struct fault *fault)
{
    const uint32_t *sums = job_host(job, SUMS);
    uint32_t expected = 0;
    for (uint64_t i = group * TILE; i < (group + 1) * TILE && i < reading.elements; i++)
        expected += element_sum(job, place_of(job, reading, i), words);
    if (sums[group] == expected)
        return OK;
    return fail(fault, WRONG_RESULT, "the words of group %llu add up to %#x, expected %#x", (unsigned long long)group,
                sums[group], expected);
}

/* Compares the sum of all groups, and the sums of some: the first, the last, and random ones between. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct expectation *expectation = job_expected(job);
    const uint32_t *sums = job_host(job, SUMS);
    struct reading reading = reading_of(job, config);
    uint64_t words = words_of(config), groups = divide_up(reading.elements, TILE);
    uint32_t sum = 0, expected = expectation->sum[words / 2]; /* 1, 2 and 4 words: 0, 1 and 2 */
    enum status status = OK;
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    for (uint64_t i = 0; i < reading.offset; i++)
        expected += element_sum(job, reading.elements + i, words) - element_sum(job, i, words);
    for (uint64_t group = 0; group < groups; group++)
        sum += sums[group];
    if (sum != expected)
        return fail(fault, WRONG_RESULT, "the words add up to %#x, expected %#x", sum, expected);
    for (uint64_t i = 0; i < GROUPS && i < groups && status == OK; i++)
        status = verify_group(job, reading, words, groups > GROUPS ? job_run(job, groups, GROUPS, 1, i) : i, fault);
    return status;
}

/* Requested bytes only: others that are transferred are the waste to be shown. */
static struct work work(const struct job *job, const struct config *config)
{
    return (struct work){.bytes = (double)elements_of(job, words_of(config)) * config->value[ELEMENT]};
}

/* ==== atomics ==== */

enum { COUNTERS }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 128, 256, 512, 1024),
                  HOST_NUMBER(GROUPS_PER_UNIT, "groups per multiprocessor, striding; 0: an addition per work-item", 0,
                              1, 2, 4, 8, 16));
enum { LEAST_RESIDENT = 512, MOST_RESIDENT = 2048, PART = 1 << 14 };

/* Additions to `counters` neighbouring words, a power of two of them. */
struct atomics {
    enum resource resource;
    uint32_t counters;
};

static const struct atomics *atomics_of(const struct job *job)
{
    return job->bench->own;
}

/* A generated input, so that it is filled again before each verification. */
static void setup_counters(struct job *job)
{
    job_generate(job, SLOT(COUNTERS), atomics_of(job)->counters, GENERATE_WORDS, job->seed, 0);
}

static enum status enqueue_additions(struct job *job, const struct config *config, struct fault *fault)
{
    uint64_t all = divide_up(job->n, (uint64_t)config->value[BLOCK_SIZE]), units = job->device->units;
    uint64_t resident = (units ? units : 1) * (uint64_t)config->value[GROUPS_PER_UNIT];
    uint64_t groups = resident && resident < all ? resident : all;
    uint32_t mask = atomics_of(job)->counters - 1;
    return LAUNCH(0, launch_groups(groups, config_count(config, BLOCK_SIZE)), ARRAY(COUNTERS), VALUE((uint32_t)job->n),
                  VALUE(mask), VALUE((uint32_t)job->seed));
}

/* Counter number c after additions c, c + counters, c + 2 counters ... below n: all modulo 2^32, so in any order. */
static uint32_t expected_counter(const struct job *job, uint64_t c)
{
    uint64_t counters = atomics_of(job)->counters, count = c < job->n ? (job->n - c - 1) / counters + 1 : 0;
    uint64_t indices = count * c + (count ? counters * (count * (count - 1) / 2) : 0);
    return job_word(job->seed, c) + (uint32_t)(indices + count * (uint32_t)job->seed);
}

static enum status verify_counters(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                                   struct fault *fault)
{
    uint32_t part[PART];
    uint64_t counters = atomics_of(job)->counters;
    enum status status = OK;
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    for (uint64_t first = 0; first < counters && status == OK; first += PART) {
        uint64_t count = counters - first < PART ? counters - first : PART;
        status = job_read(job, COUNTERS, first * sizeof *part, part, count * sizeof *part, fault);
        for (uint64_t i = 0; i < count && status == OK; i++)
            if (part[i] != expected_counter(job, first + i))
                status = fail(fault, WRONG_RESULT, "counter %llu is %#x, expected %#x", (unsigned long long)(first + i),
                              part[i], expected_counter(job, first + i));
    }
    return status;
}

static struct work count_additions(const struct job *job, UNNEEDED const struct config *config)
{
    struct work work = {0};
    work.amount[atomics_of(job)->resource] = (double)job->n;
    return work;
}

/* ==== benches ==== */

/* clang-format off */
/* Sizes of reads are words of 4 bytes: at 2^28 1 GB. A round of stride 32 then touches at least 64 MB in sectors of
 * 32 bytes, so that a cache of 60 MB holds none of them in the next round. */
#define ORDERED_READS(word, what, which, entry, more)                                                                  \
    .name = word, .summary = what, .own = &(const enum order){which},                                                  \
    .kernel = {.file = "ceilings/access.cl", .entries = NAMES(entry), .defines = TILE_DEFINES more},                   \
    .size = {.unit = "words", .classes = {UINT64_C(1) << 22, UINT64_C(1) << 28, UINT64_C(1) << 30},                    \
             .most = UINT64_C(1) << 30},                                                                               \
    .problem = {.variants = 1, .expected_bytes = sizeof(struct expectation), .setup = setup, .expect = expect,         \
                .arrange = arrange, .verify = verify},                                                                 \
    .device.enqueue = enqueue, .report.work = work, .tests = NAMES("--size 1,300007")

/* Each iteration adds to the results of the one before it. GROUPS_PER_UNIT only sets the number of groups, so
 * binaries are shared. */
#define ATOMICS(word, what, ...)                                                                                       \
    .name = word, .summary = what, .own = &(const struct atomics){__VA_ARGS__},                                        \
    .kernel = {.file = "ceilings/atomics.cl", .entries = NAMES("add_atomically")},                                     \
    .size.unit = "additions", .size.most = UINT64_C(1) << 31,                                                          \
    .space = {.parameters = parameters,                                                                                \
              .constraints = CONSTRAINTS({"GROUPS_PER_UNIT is 0, or a multiprocessor gets 512 to 2048 work-items",     \
                               .expression = "GROUPS_PER_UNIT == 0 or 512 <= BLOCK_SIZE * GROUPS_PER_UNIT <= 2048"},   \
                              GROUP_FITS(BLOCK_SIZE))},                                                                \
    DEFAULTS(256, 0), .problem = {.variants = 1, .setup = setup_counters, .verify = verify_counters},                  \
    .device = {.enqueue = enqueue_additions, .consumes_input = ceilings_always}, .report.work = count_additions,       \
    .tests = NAMES("--size 1,300007")

const struct bench ceiling_coalescing_offset = {
    ORDERED_READS("coalescing_offset", "neighbours read neighbours, OFFSET elements beside an aligned address",
                  SHIFTED, "read_strided", ""),
    .space.parameters = of_shifted, DEFAULTS(4, 0)};

const struct bench ceiling_coalescing_stride = {
    ORDERED_READS("coalescing_stride", "neighbours read elements STRIDE apart, all elements in STRIDE rounds", STRIDED,
                  "read_strided", ""),
    .space.parameters = of_strided, DEFAULTS(4, 1)};

const struct bench ceiling_coalescing_random = {
    ORDERED_READS("coalescing_random", "neighbours read elements anywhere", RANDOM, "read_random", "#define RANDOM\n"),
    .space.parameters = PARAMETER_TABLE(ELEMENT_SIZES), DEFAULTS(4)};

/* Fewer additions to one address, because they are serialised. */
const struct bench ceiling_atomic_one = {
    ATOMICS("atomic_one", "additions to one address", RESOURCE_ATOMIC_ONE, .counters = 1),
    .size.classes = {UINT64_C(1) << 18, UINT64_C(1) << 24, UINT64_C(1) << 26}};

const struct bench ceiling_atomic_many = {
    ATOMICS("atomic_many", "additions of neighbours to neighbouring addresses, 4 MB in all", RESOURCE_ATOMIC_MANY,
            .counters = 1 << 20),
    .size.classes = {UINT64_C(1) << 20, UINT64_C(1) << 27, UINT64_C(1) << 29}};
/* clang-format on */
