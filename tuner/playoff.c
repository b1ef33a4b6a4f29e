/* The best of many noisy measurements is biased low. So the best few are measured again, block by block in random
 * order, and that is what is reported and compared. */
#include "tuner/run.h"

#include "compute/memory.h"
#include "tuner/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINALISTS = 6, ROUNDS = 12, SAMPLES = 10 };

struct finalist {
    struct contender contender;
    bool is_default, out; /* out: failed on the way */
    double device_ns[ROUNDS];
};

struct playoff {
    struct run *run;
    struct finalist finalist[FINALISTS + 1];
    size_t count;
};

static int by_median(const void *a, const void *b)
{
    const struct contender *left = a, *right = b;
    if (left->row.dropped != right->row.dropped)
        return left->row.dropped ? 1 : -1;
    return (left->row.median_ns > right->row.median_ns) - (left->row.median_ns < right->row.median_ns);
}

static void choose(struct playoff *playoff)
{
    struct run *run = playoff->run;
    qsort(run->contenders, run->contender_count, sizeof *run->contenders, by_median);
    for (size_t i = 0; i < run->contender_count; i++) {
        const struct contender *contender = &run->contenders[i];
        bool is_default = contender->index == run->search.first;
        if (is_default || (i < FINALISTS && (!contender->row.dropped || i == 0)))
            playoff->finalist[playoff->count++] = (struct finalist){*contender, is_default, false, {0}};
    }
    for (size_t i = 0; i < playoff->count; i++) {
        struct result *row = &playoff->finalist[i].contender.row;
        row->blocks = 0;
        row->iterations = 0;
        row->dropped = false;
        row->real_time_ns = row->cpu_time_ns = 0;
    }
}

/* One block of one finalist; a finalist that fails now leaves. Not OK: the device is lost. */
static enum status play(struct playoff *playoff, struct finalist *finalist, struct fault *fatal)
{
    struct run *run = playoff->run;
    struct tuner *tuner = run->tuner;
    struct reply *reply = allocate(sizeof *reply);
    struct result *row = &finalist->contender.row;
    struct fault fault = {0};
    struct request request = {.kind = REQUEST_MEASURE,
                              .at = run->prepared.at,
                              .index = finalist->contender.index,
                              .binary = finalist->contender.program.key,
                              .verified = true,
                              .effort = {.blocks = 1, .samples = SAMPLES}};
    enum status status =
        process_call(&tuner->device, &request, tuner->options.time_limit, tuner->options.stop, reply, &fault);
    if (status == OK) {
        finalist->device_ns[row->blocks] = reply->result.device_ns;
        row->block_ns[row->blocks++] = reply->result.block_ns[0];
        row->iterations += reply->result.iterations;
        row->batch = reply->result.batch;
        row->real_time_ns += reply->result.real_time_ns;
        row->cpu_time_ns += reply->result.cpu_time_ns;
    } else {
        finalist->out = true;
        row->status = status;
        snprintf(row->reason, sizeof row->reason, "in the play-off: %.*s", (int)sizeof row->reason - 32, fault.text);
        bool lost = !tuner->device.pid || status == LAUNCH_FAILED;
        status = lost && !*tuner->options.stop ? run_replace_device(run, fatal) : OK;
    }
    free(reply);
    return status;
}

static enum status play_round(struct playoff *playoff, uint64_t round, struct fault *fatal)
{
    enum status status = OK;
    uint64_t order[FINALISTS + 1];
    const struct tuner_options *options = &playoff->run->tuner->options;
    for (size_t i = 0; i < playoff->count; i++)
        order[i] = i;
    search_shuffle(order, playoff->count, options->seed + round);
    for (size_t i = 0; i < playoff->count && status == OK && !*options->stop; i++) {
        struct finalist *finalist = &playoff->finalist[order[i]];
        if (!finalist->out)
            status = play(playoff, finalist, fatal);
        run_report(playoff->run);
    }
    return status;
}

/* The row as it now stands: measured again, or failed after all. */
static void give_out(struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.row;
    row->finalist = true;
    if (!finalist->out) {
        result_summarise(row);
        row->real_time_ns /= (double)row->blocks;
        row->cpu_time_ns /= (double)row->blocks;
        row->device_ns = statistics_median(finalist->device_ns, row->blocks);
        run_limit(run, row);
    }
    run->tuner->options.row(run->tuner->options.user, row);
}

/* Within the noise of the best: the interval of the ratio, from pairs of the same round, reaches down to 1. */
static bool ties(const struct result *best, const struct result *row)
{
    return statistics_ratio_interval(best->block_ns, row->block_ns, row->blocks).low <= 1;
}

static void decide(struct playoff *playoff, struct best *best)
{
    const struct finalist *winner = NULL;
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        if (finalist->out)
            continue;
        if (!winner || finalist->contender.row.median_ns < winner->contender.row.median_ns)
            winner = finalist;
        if (finalist->is_default)
            best->default_ns = finalist->contender.row.median_ns;
    }
    if (!winner)
        return;
    best->result = winner->contender.row;
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        if (!finalist->out && finalist != winner && best->tied < MAX_TIED &&
            ties(&winner->contender.row, &finalist->contender.row))
            best->tied_with[best->tied++] = finalist->contender.row.config;
    }
}

/* Interrupted before the end, or the device is lost: the search's own best, as it was measured then. */
static void decide_without(struct run *run, struct best *best)
{
    best->result = run->contenders[0].row;
    for (size_t i = 0; i < run->contender_count; i++)
        if (run->contenders[i].index == run->search.first && !run->contenders[i].row.dropped)
            best->default_ns = run->contenders[i].row.median_ns;
}

enum status run_playoff(struct run *run, struct best *best, struct fault *fatal)
{
    const volatile sig_atomic_t *stop = run->tuner->options.stop;
    struct playoff *playoff = allocate(sizeof *playoff);
    playoff->run = run;
    choose(playoff);
    run->progress.phase = "play-off";
    enum status status = *stop || run->tuner->device.pid ? OK : run_replace_device(run, fatal);
    for (uint64_t round = 0; round < ROUNDS && status == OK && !*stop; round++)
        status = play_round(playoff, round, fatal);
    if (status == OK && !*stop) {
        for (size_t i = 0; i < playoff->count; i++)
            give_out(run, &playoff->finalist[i]);
        decide(playoff, best);
    } else {
        decide_without(run, best);
    }
    free(playoff);
    return status;
}
