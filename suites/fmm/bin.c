/* Charges into boxes (seed 004: before pass 1). */
#include "suites/fmm/bin.h"

#include "suites/fmm/particles.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { COUNT_CHARGES, SCAN_BOXES, ADD_GROUPS, SCATTER_CHARGES }; /* entries, one behind the other */

enum status bin_queue(struct job *job, const struct bin *of, struct fault *fault)
{
    const uint64_t boxes = UINT64_C(1) << 3 * of->depth, tile = of->group * of->items;
    const uint32_t tiles = (uint32_t)divide_up(boxes, tile), box_count = (uint32_t)boxes;
    const struct compute_launch over_charges = launch_over(of->charges, tile, of->group);
    enum status status = job_fill(job, of->counts, 0, fault);
    if (status == OK)
        status = LAUNCH(of->kernel + COUNT_CHARGES, over_charges, ARRAY(of->unsorted), VALUE(of->charges),
                        VALUE(of->depth), ARRAY(of->counts), ARRAY(of->rank));
    if (status == OK)
        status = LAUNCH(of->kernel + SCAN_BOXES, launch_groups(of->single ? 1 : tiles, of->group), ARRAY(of->counts),
                        VALUE(box_count), VALUE(of->single ? tiles : 1), ARRAY(of->start), ARRAY(of->of_group),
                        VALUE(of->charges));
    if (status == OK && !of->single)
        status = LAUNCH(of->kernel + ADD_GROUPS, launch_groups(tiles, of->group), ARRAY(of->of_group), VALUE(box_count),
                        ARRAY(of->start));
    if (status == OK)
        status = LAUNCH(of->kernel + SCATTER_CHARGES, over_charges, ARRAY(of->unsorted), VALUE(of->charges),
                        VALUE(of->depth), ARRAY(of->start), ARRAY(of->counts), ARRAY(of->rank), ARRAY(of->sorted));
    return status;
}

/* ---- the bench ---- */

enum { UNSORTED, SORTED, START, RANK, COUNTS, OF_GROUP, SEEN }; /* slots; SEEN is the host's */
enum { BLOCK_SIZE, ITEMS_PER_THREAD, SCAN, NUMBER, LAUNCHES };  /* parameters */
enum { SCAN_TILES, SCAN_SINGLE };
enum { LAUNCHES_STREAM, LAUNCHES_GRAPH };
enum { MOST_DEPTH = 8 };

/* The deepest tree whose boxes have as many charges as setting OCCUPANCY says, in the mean, at least. */
static int depth_of(const struct problem *problem)
{
    int depth = 2;
    while (depth < MOST_DEPTH &&
           (double)problem->n >= problem->inputs.setting[OCCUPANCY] * (double)(UINT64_C(1) << 3 * (depth + 1)))
        depth++;
    return depth;
}

static void setup(struct job *job)
{
    const uint64_t charges = job->n, boxes = UINT64_C(1) << 3 * depth_of(job->problem);
    struct mm_float4 *charge = job_input(job, UNSORTED, "charges", charges * sizeof *charge);
    for (uint64_t i = 0; i < charges; i++)
        charge[i] = fmm_charge(job, depth_of(job->problem), i);
    job_output(job, SORTED, "sorted charges", charges * sizeof *charge);
    job_output(job, START, "start", (boxes + 1) * sizeof(uint32_t));
    job_output(job, RANK, "rank", charges * sizeof(uint32_t));
    job_scratch(job, COUNTS, "charges of a box", boxes * sizeof(uint32_t));
    job_scratch(job, OF_GROUP, "charges of a tile", divide_up(boxes, BIN_LEAST_TILE) * sizeof(uint32_t));
    job_host_memory(job, SEEN, "what was seen", (charges > boxes ? charges : boxes) * sizeof(uint32_t), HOST_SCRATCH,
                    false);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct bin bin = {.charges = (uint32_t)job->n,
                            .depth = depth_of(job->problem),
                            .group = config_count(config, BLOCK_SIZE),
                            .items = config_count(config, ITEMS_PER_THREAD),
                            .single = config->value[SCAN] == SCAN_SINGLE,
                            .kernel = 0,
                            .unsorted = UNSORTED,
                            .sorted = SORTED,
                            .start = START,
                            .rank = RANK,
                            .counts = COUNTS,
                            .of_group = OF_GROUP};
    return bin_queue(job, &bin, fault);
}

static bool captured(const struct config *config)
{
    return config->value[LAUNCHES] == LAUNCHES_GRAPH;
}

/* ---- exactly right, but for the order within a box ---- */

static uint64_t box_of(const struct job *job, const struct mm_float4 *charge)
{
    const int depth = depth_of(job->problem);
    return fmm_box_index(fmm_box_of(depth, charge)) - fmm_level_begin(depth);
}

static enum status check_start(const struct job *job, struct fault *fault)
{
    const struct mm_float4 *charge = job_host(job, UNSORTED);
    const uint32_t *start = job_host(job, START);
    const uint64_t boxes = UINT64_C(1) << 3 * depth_of(job->problem);
    uint32_t *counts = job_memory(job, SEEN);
    memset(counts, 0, boxes * sizeof *counts);
    for (uint64_t i = 0; i < job->n; i++)
        counts[box_of(job, &charge[i])]++;
    uint32_t begin = 0;
    for (uint64_t b = 0; b <= boxes; begin += b < boxes ? counts[b] : 0, b++)
        if (start[b] != begin)
            return fail(fault, WRONG_RESULT, "start[%" PRIu64 "] is %" PRIu32 ", expected %" PRIu32, b, start[b],
                        begin);
    return OK;
}

static enum status check_charge(const struct job *job, uint32_t i, struct fault *fault)
{
    const struct mm_float4 *charge = job_host(job, UNSORTED), *sorted = job_host(job, SORTED);
    const uint32_t *start = job_host(job, START), rank = ((const uint32_t *)job_host(job, RANK))[i];
    const uint64_t box = box_of(job, &charge[i]);
    uint32_t *seen = job_memory(job, SEEN);
    if (rank < start[box] || rank >= start[box + 1])
        return fail(fault, WRONG_RESULT,
                    "charge %" PRIu32 " went to %" PRIu32 ", expected within %" PRIu32 " to before %" PRIu32
                    ", where its box has its charges",
                    i, rank, start[box], start[box + 1]);
    if (seen[rank] != UINT32_MAX)
        return fail(fault, WRONG_RESULT, "charges %" PRIu32 " and %" PRIu32 " went to %" PRIu32, seen[rank], i, rank);
    seen[rank] = i;
    if (memcmp(&sorted[rank], &charge[i], sizeof *charge) != 0)
        return fail(fault, WRONG_RESULT, "sorted[%" PRIu32 "] is not charge %" PRIu32, rank, i);
    return OK;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    (void)config;
    *verdict = (struct verdict){0, 0};
    enum status status = check_start(job, fault);
    if (status == OK)
        memset(job_memory(job, SEEN), 0xff, job->n * sizeof(uint32_t));
    for (uint32_t i = 0; i < job->n && status == OK; i++)
        status = check_charge(job, i, fault);
    return status;
}

/* ---- limit ---- */

/* Charges are read and written once, with their ranks; a box's beginning is written. */
static struct work work(const struct job *job, const struct config *config)
{
    (void)config;
    const double charges = (double)job->n, boxes = ldexp(1, 3 * depth_of(job->problem));
    const double read = charges * sizeof(struct mm_float4),
                 written = charges * (sizeof(struct mm_float4) + sizeof(uint32_t)) + boxes * sizeof(uint32_t);
    struct work work = {.bytes = read + written};
    work.amount[RESOURCE_DRAM_COPY] = read + written;
    return work;
}

/* ---- space ---- */

static bool graphs_there(const struct config *config, const struct compute_device *device)
{
    return config->value[LAUNCHES] == LAUNCHES_STREAM || !device || device->graphs;
}

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t bytes = problem->n * (2 * sizeof(struct mm_float4) + sizeof(uint32_t));
    if (device && device->memory_bytes && bytes > device->memory_bytes)
        return fail(fault, INVALID,
                    "%" PRIu64 " charges, sorted and not, need %" PRIu64 " bytes; the device has %" PRIu64, problem->n,
                    bytes, device->memory_bytes);
    return OK;
}

/* clang-format off */
const struct bench fmm_bin = {
    .name = "bin",
    .summary = "charges, in any order, into the boxes of the deepest level",
    .kernel = {.file = "fmm/bin.cl", .entries = NAMES("count_charges", "scan_boxes", "add_groups", "scatter_charges")},
    .space =
        {.parameters = PARAMETERS(
             {"BLOCK_SIZE", "work-items of a group", VALUES(256, 64, 128, 512, 1024)},
             {"ITEMS_PER_THREAD", "charges, or boxes, of a work-item", VALUES(4, 1, 2, 8)},
             {"SCAN", "where boxes begin: tiles, of a group each; single, one group", WORDS("tiles", "single"), .host = true},
             {"NUMBER", "of a charge in its box: kept, from counting; again, by counting down", WORDS("kept", "again")},
             {"LAUNCHES", "in a stream, or as a graph", WORDS("stream", "graph"), .host = true}),
         .constraints = CONSTRAINTS(
             GROUP_FITS(BLOCK_SIZE),
             {"LAUNCHES graph needs graphs", graphs_there, READS(LAUNCHES)})},
    DEFAULTS(256, 4, SCAN_TILES, 0, LAUNCHES_STREAM),
    .size = {.unit = FMM_PARTICLES, .classes = {20000, 1000000, 10000000}, .most = 1 << 27},
    .problem = {.variants = 2, .setup = setup, .verify = verify, .check = check},
    .device = {.enqueue = enqueue, .captured = captured},
    .report = {.uses = USES(DRAM_COPY), .work = work},
    .tests = NAMES("--size 1,20003", "--size 3001 --occupancy 0.01 --set BLOCK_SIZE=64 --set ITEMS_PER_THREAD=1"),
};
/* clang-format on */
