/* Charges in any order into the boxes of the deepest level: the first step of a solver whose charges move. */
#include "suites/fmm/particles.h"
#include "suites/fmm/solve/bin.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CALLER, SORTED, START, RANK, COUNT, BEFORE, EXPECTED_START, TAKEN }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items of a group that counts, or moves charges", 256, 128, 512),
                  NUMBER(ITEMS_PER_THREAD, "charges of a work-item", 1, 2, 4, 8),
                  ROW(SCAN, "sums of tiles: by a launch, by the last group; or one group for all boxes",
                      WORD_TABLE(BIN_SCANS)),
                  NUMBER(SCAN_SIZE, "work-items of a group that scans, of four boxes each", 256, 1024),
                  WORD(PLACE, "a charge's number in its box: of the count, or counted down", kept, again),
                  HOST_WORD(LAUNCHES, "in a stream, or as a graph", stream, graph));

enum { LEAST_DEPTH = 2, MOST_DEPTH = 8 };

/* The deepest level whose boxes have OCCUPANCY charges on average. */
static int depth_of(const struct problem *problem)
{
    int depth = LEAST_DEPTH;
    while (depth < MOST_DEPTH && (double)problem->n >= ldexp(problem->inputs.setting[OCCUPANCY], 3 * (depth + 1)))
        depth++;
    return depth;
}

static uint64_t boxes_of(const struct problem *problem)
{
    return UINT64_C(1) << 3 * depth_of(problem);
}

static uint64_t box_of(const struct job *job, const struct mm_float4 *charge)
{
    const int depth = depth_of(job->problem);
    return fmm_box_index(fmm_box_of(depth, charge)) - fmm_level_begin(depth);
}

/* ---- inputs ---- */

static enum status check(const struct problem *problem, const struct compute_device *device, struct fault *fault)
{
    const uint64_t boxes = boxes_of(problem), bytes = problem->n * (2 * sizeof(struct mm_float4) + sizeof(uint32_t)) +
                                                      3 * boxes * sizeof(uint32_t);
    if (device && device->memory_bytes && bytes > device->memory_bytes)
        return fail(fault, INVALID,
                    "%" PRIu64 " charges in %" PRIu64 " boxes need %" PRIu64 " bytes; the device has %" PRIu64,
                    problem->n, boxes, bytes, device->memory_bytes);
    return fmm_check_structure(problem, fault);
}

static void setup(struct job *job)
{
    const int depth = depth_of(job->problem);
    const uint64_t boxes = boxes_of(job->problem), start_bytes = (boxes + 1) * sizeof(uint32_t);
    struct mm_float4 *charge = job_input(job, SLOT(CALLER), job->n * sizeof *charge);
    job_output(job, SLOT(SORTED), job->n * sizeof *charge);
    job_output(job, SLOT(START), start_bytes);
    job_output(job, SLOT(RANK), job->n * sizeof(uint32_t));
    bin_declare(job, COUNT, BEFORE, depth);
    uint32_t *start = job_host_memory(job, SLOT(EXPECTED_START), start_bytes, HOST_INPUT, false);
    job_host_memory(job, SLOT(TAKEN), job->n, HOST_SCRATCH, false);
    memset(start, 0, start_bytes);
    fmm_fill_charges(job, depth, charge);
    for (uint64_t i = 0; i < job->n; i++)
        start[box_of(job, &charge[i]) + 1]++;
    for (uint64_t b = 0; b < boxes; b++)
        start[b + 1] += start[b];
}

/* ---- device ---- */

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct bin bin = {.charges = job->n,
                            .block_size = config_count(config, BLOCK_SIZE),
                            .items_per_thread = config_count(config, ITEMS_PER_THREAD),
                            .scan_size = config_count(config, SCAN_SIZE),
                            .scan = config->value[SCAN],
                            .kernel = 0,
                            .caller = CALLER,
                            .sorted = SORTED,
                            .start = START,
                            .rank = RANK,
                            .count = COUNT,
                            .before = BEFORE};
    return bin_queue(job, &bin, depth_of(job->problem), fault);
}

static bool captured(const struct config *config)
{
    return config->value[LAUNCHES] == LAUNCHES_graph;
}

/* ---- comparison: exact ---- */

static enum status verify_start(const struct job *job, struct fault *fault)
{
    const uint32_t *start = job_host(job, START), *expected = job_memory(job, EXPECTED_START);
    for (uint64_t b = 0; b <= boxes_of(job->problem); b++)
        if (start[b] != expected[b])
            return fail(fault, WRONG_RESULT, "box %" PRIu64 " begins at %" PRIu32 ", expected %" PRIu32, b, start[b],
                        expected[b]);
    return OK;
}

/* Within a box the order is free: each charge has a unique place there, where it must be stored. */
static enum status verify_charge(const struct job *job, uint64_t i, uint8_t *taken, struct fault *fault)
{
    const struct mm_float4 *charge = job_host(job, CALLER), *sorted = job_host(job, SORTED);
    const uint32_t *rank = job_host(job, RANK), *start = job_memory(job, EXPECTED_START);
    const uint64_t box = box_of(job, &charge[i]);
    const uint32_t at = rank[i];
    if (at < start[box] || at >= start[box + 1])
        return fail(fault, WRONG_RESULT,
                    "charge %" PRIu64 " is number %" PRIu32 ", expected one of its box, %" PRIu32 " to before %" PRIu32,
                    i, at, start[box], start[box + 1]);
    if (taken[at]++)
        return fail(fault, WRONG_RESULT, "charge %" PRIu64 " is number %" PRIu32 ", as another one is", i, at);
    if (memcmp(&sorted[at], &charge[i], sizeof *charge) != 0)
        return fail(fault, WRONG_RESULT, "sorted[%" PRIu32 "] is not charge %" PRIu64 ", whose number that is", at, i);
    return OK;
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    uint8_t *taken = job_memory(job, TAKEN);
    enum status status = verify_start(job, fault);
    memset(taken, 0, job->n);
    for (uint64_t i = 0; i < job->n && status == OK; i++)
        status = verify_charge(job, i, taken, fault);
    *verdict = (struct verdict){status != OK, 0};
    return status;
}

/* Each charge is read once, and written once with its number; and the starts of boxes. */
static struct work work(const struct job *job, const struct config *config)
{
    const double charges = (double)job->n, read = charges * sizeof(struct mm_float4);
    const double written = read + (charges + (double)boxes_of(job->problem)) * sizeof(uint32_t);
    struct work work = {.bytes = read + written};
    work.amount[RESOURCE_DRAM_READ] = read;
    work.amount[RESOURCE_DRAM_WRITE] = written;
    work.amount[RESOURCE_ATOMIC_MANY] = config->value[PLACE] == PLACE_again ? 2 * charges : charges;
    work.amount[captured(config) ? RESOURCE_GRAPH_LAUNCH : RESOURCE_LAUNCH] = bin_launches(config->value[SCAN]);
    return work;
}

const struct bench fmm_bin = {
    .name = "bin",
    .summary = "charges in any order into boxes, and where each went",
    .kernel = {.file = "fmm/bin.cl", .entries = NAME_TABLE(BIN_ENTRIES)},
    .space = {.parameters = parameters,
              .constraints =
                  CONSTRAINTS(GROUP_FITS(BLOCK_SIZE), GROUP_FITS(SCAN_SIZE),
                              {"LAUNCHES graph needs graphs", .expression = "LAUNCHES == 'stream' or device.graphs"})},
    DEFAULTS(256, 1, BIN_SCAN_tiles, BIN_LEAST_SCAN, PLACE_kept, LAUNCHES_stream),
    .size = {.unit = FMM_PARTICLES, .classes = {20000, 1000000, 10000000}, .most = 1 << 27, .of_structure = true},
    .problem = {.variants = 2, .setup = setup, .verify = verify, .check = check},
    .device = {.enqueue = enqueue, .captured = captured},
    .report = {.uses = USES(DRAM_READ) | USES(DRAM_WRITE) | USES(ATOMIC_MANY) | USES(LAUNCH) | USES(GRAPH_LAUNCH),
               .work = work},
    .tests = NAMES("--size 1,2 --set BLOCK_SIZE=256 --set ITEMS_PER_THREAD=1 --set SCAN=last --set SCAN_SIZE=256",
                   "--size 20011 --occupancy 3 --set BLOCK_SIZE=128 --set ITEMS_PER_THREAD=4",
                   "--size 21000 --occupancy 0.01 --set BLOCK_SIZE=128 --set ITEMS_PER_THREAD=4 "
                   "--set SCAN=tiles,last --set SCAN_SIZE=256 --set PLACE=kept"),
};
