/* The host's side of a reduction: computes and queues its launches. */
#include "suites/reduction/reduction.h"

#include <math.h>
#include <stdio.h>

/* The smallest power of two from 32 that is at least `wanted`, at most `most`: the block that ends the recursion, if
 * one can (PLUMED's threadsPerBlock). `most` is a power of two from 32 to 1024. */
static uint32_t reduction_threads(uint64_t wanted, uint32_t most)
{
    uint32_t threads = SMALLEST_TILE;
    while (threads < wanted && threads < most)
        threads *= 2;
    return threads;
}

/* The entry point for blocks of `threads`: 0 for 32 to 5 for 1024 (PLUMED's dispatch on the number of threads). INVALID
 * for any other number. */
static enum status reduction_dispatch(uint32_t threads, int *kernel, struct fault *fault)
{
    *kernel = 0;
    for (uint32_t known = SMALLEST_TILE; known <= LARGEST_BLOCK; known *= 2, ++*kernel)
        if (threads == known)
            return OK;
    return fail(fault, INVALID,
                "no kernel for blocks of %u threads: there are those for 32, 64, 128, 256, 512 and 1024", threads);
}

/* Groups such that a work-item adds log2(threads) elements, as many as its tree has steps: Brent's theorem, by which
 * that many workers lose no time (PLUMED's idealGroups). `threads` is a power of two from 32; without a
 * floating-point logarithm, which may round a whole result up. */
static uint64_t reduction_ideal_groups(uint64_t length, uint32_t threads)
{
    const uint64_t tile = (uint64_t)threads, steps = (uint64_t)(31 - __builtin_clz(threads));
    return divide_up(divide_up(divide_up(length, tile) * tile, steps), tile);
}

/* Groups per row. Tiles begin before rows that begin within a vector. */
static uint64_t count_groups(const struct job *job, const struct config *config, uint64_t rows, uint64_t length,
                             uint32_t threads)
{
    const int wanted = reduction_value(config, GROUPS_PER_UNIT);
    int shift = rows > 1 && reduction_value(config, VECTOR_WIDTH) ? reduction_value(config, VECTOR_WIDTH) - 1 : 0;
    uint64_t tiles = divide_up(length + (uint64_t)shift, (uint64_t)threads * config_count(config, ITEMS_PER_THREAD));
    uint64_t row = wanted == BRENT ? reduction_ideal_groups(length, threads)
                   : wanted        ? divide_up((uint64_t)wanted * (job->device->units ? job->device->units : 1), rows)
                                   : tiles;
    return row < tiles ? row : tiles;
}

bool reduction_consumes(const struct config *config)
{
    const struct reduction *reduction = config->problem->bench->own;
    return reduction->dispatched || reduction_value(config, INPUT) == INPUT_consumed;
}

int reduction_passes(const struct job *job, const struct config *config, int part, struct pass pass[MAX_PASSES])
{
    const struct reduction *reduction = reduction_of(job);
    const bool consumed = reduction_consumes(config);
    uint32_t most = (uint32_t)config->value[BLOCK_SIZE];
    int count = 0, base = part * SLOTS, from = IN;
    uint64_t length = job->n, groups;
    do {
        uint64_t wanted = divide_up(length, (uint64_t)config->value[ITEMS_PER_THREAD]);
        uint32_t threads = reduction->dispatched ? reduction_threads(wanted, most) : most;
        groups = count_groups(job, config, reduction_rows(job->problem, part), length, threads);
        bool ends = groups == 1 || reduction_value(config, FINISH) != FINISH_multi_pass;
        int to = ends ? OUT : from == SUMS ? consumed ? IN : MORE_SUMS : SUMS;
        pass[count++] = (struct pass){base + from, base + to, length, groups, threads};
        from = to;
        length = groups;
    } while (from != OUT);
    return count;
}

enum status reduction_launch(struct job *job, const struct config *config, int part, const struct pass *pass,
                             struct fault *fault)
{
    const int finish = reduction_value(config, FINISH), base = part * SLOTS;
    const bool last_block = finish == FINISH_last_block, chooses = reduction_of(job)->cub;
    int kernel = chooses ? config->value[ALGORITHM] : 0;
    if (reduction_of(job)->dispatched && reduction_dispatch(pass->threads, &kernel, fault) != OK)
        return fault->status;
    struct compute_launch launch = {
        .groups = {pass->groups, reduction_rows(job->problem, part), 1},
        .group = {pass->threads, 1, 1},
        .stream = part && reduction_value(config, STREAMS) == 2,
        .dependent = reduction_value(config, LAUNCH) == LAUNCH_dependent,
    };
    const struct compute_argument arguments[] = {
        ARRAY(pass->from),   ARRAY(last_block ? base + SUMS : pass->to),
        VALUE(pass->length), chooses ? VALUE((int)(finish == FINISH_atomics)) : ARRAY(base + TICKETS),
        ARRAY(base + OUT),
    };
    const size_t count = last_block ? 5 : finish == FINISH_first_block || chooses ? 4 : 3;
    return job_launch(job, kernel, launch, arguments, count, fault);
}

/* PLUMED's driver: the sums of a pass are the input of the next one, until one remains. */
static enum status reduce(struct job *job, const struct config *config, int part, struct fault *fault)
{
    struct pass pass[MAX_PASSES];
    int count = reduction_passes(job, config, part, pass);
    enum status status = OK;
    for (int p = 0; p < count && status == OK; p++)
        status = reduction_launch(job, config, part, &pass[p], fault);
    return status;
}

enum status reduction_enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    int parts = reduction_rows(job->problem, 1) ? 2 : 1;
    bool apart = reduction_value(config, STREAMS) == 2;
    enum status status = OK;
    for (int part = 0; part < parts && status == OK; part++)
        if (reduction_value(config, FINISH) == FINISH_atomics)
            status = job_fill(job, part * SLOTS + OUT, 0, fault);
    if (status == OK && apart)
        status = job_stream_wait(job, 1, 0, fault);
    for (int part = 0; part < parts && status == OK; part++)
        status = reduce(job, config, part, fault);
    return status == OK && apart ? job_stream_wait(job, 0, 1, fault) : status;
}

void reduction_define(const struct config *config, char lines[MAX_LINES])
{
    snprintf(lines, MAX_LINES, "#define STRIDES %d\n#define DEPENDENT %d\n",
             reduction_value(config, GROUPS_PER_UNIT) != 0, reduction_value(config, LAUNCH) == LAUNCH_dependent);
}

bool reduction_captured(const struct config *config)
{
    return reduction_value(config, LAUNCH) == LAUNCH_graph;
}

/* Bytes and additions are the same for all: partial sums, and fills of zeros, are overhead. */
struct work reduction_work(const struct job *job, const struct config *config)
{
    struct pass pass[MAX_PASSES];
    double rows = (double)reduction_sums(job->problem), launches = 0;
    for (int part = 0; part < PARTS; part++)
        if (reduction_rows(job->problem, part) && !config->reference) {
            int passes = reduction_passes(job, config, part, pass);
            launches = reduction_value(config, STREAMS) == 2 ? fmax(launches, passes) : launches + passes;
        }
    struct work work = {.bytes = rows * (double)job->n * (double)reduction_bytes(job),
                        .flops = rows * (double)(job->n - 1)};
    work.amount[RESOURCE_DRAM_READ] = work.bytes;
    work.amount[reduction_captured(config) ? RESOURCE_GRAPH_LAUNCH : RESOURCE_LAUNCH] = launches;
    return work;
}
