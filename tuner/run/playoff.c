/* The best of many noisy measurements is biased low. So the best few are measured again, block by block in random
 * order, and that is what is reported and compared. What a user would take instead plays with them, out of competition.
 */
#include "tuner/run/run.h"

#include "base/memory.h"
#include "tuner/measure/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINALISTS = 6, MOST = FINALISTS + 1 + MAX_REFERENCES, ROUNDS = 12, SAMPLES = 10 };

struct finalist {
    struct contender contender;
    uint32_t reference; /* 0, or which of the bench's, counted from 1: then the contender has no index and no program */
    bool is_default, out; /* out: failed on the way */
    double device_ns[ROUNDS], host_ns[ROUNDS];
};

struct playoff {
    struct run *run;
    struct finalist finalist[MOST];
    size_t count;
};

static int by_median(const void *a, const void *b)
{
    const struct contender *left = a, *right = b;
    if (left->row.dropped != right->row.dropped)
        return left->row.dropped ? 1 : -1;
    return (left->row.median_ns > right->row.median_ns) - (left->row.median_ns < right->row.median_ns);
}

/* A row as it is before the first round. */
static void clear(struct result *row)
{
    row->blocks = 0;
    row->iterations = 0;
    row->dropped = false;
    row->real_time_ns = row->cpu_time_ns = 0;
}

static void choose(struct playoff *playoff)
{
    struct run *run = playoff->run;
    qsort(run->contenders, run->contender_count, sizeof *run->contenders, by_median);
    for (size_t i = 0; i < run->contender_count; i++) {
        const struct contender *contender = &run->contenders[i];
        bool is_default = contender->index == run->search.first;
        if (!is_default && (i >= FINALISTS || (contender->row.dropped && i > 0)))
            continue;
        struct finalist *finalist = &playoff->finalist[playoff->count++];
        *finalist = (struct finalist){.contender = *contender, .is_default = is_default};
        clear(&finalist->contender.row);
    }
}

/* One block of one finalist. */
static enum status ask(struct run *run, const struct finalist *finalist, bool verified, struct reply *reply,
                       struct fault *fault)
{
    struct tuner *tuner = run->tuner;
    struct request request = {.kind = REQUEST_MEASURE,
                              .at = run->prepared.at,
                              .index = finalist->contender.index,
                              .reference = finalist->reference,
                              .binary = finalist->contender.program.key,
                              .verified = verified,
                              .effort = {.blocks = 1, .samples = SAMPLES}};
    return process_call(&tuner->device, &request, tuner->options.time_limit, tuner->options.stop, reply, fault);
}

/* A finalist that fails leaves. Not OK: the device is lost. */
static enum status leave(struct run *run, struct finalist *finalist, const char *when, const struct fault *fault,
                         struct fault *fatal)
{
    struct result *row = &finalist->contender.row;
    finalist->out = true;
    row->status = fault->status;
    snprintf(row->reason, sizeof row->reason, "%s%.*s", when, (int)sizeof row->reason - 32, fault->text);
    bool lost = !run->tuner->device.pid || fault->status == LAUNCH_FAILED;
    return lost && !*run->tuner->options.stop ? run_replace_device(run, fatal) : OK;
}

/* Takes a reference in: verified, and not yet timed. One that is not there, or is wrong, is a row all the same. */
static enum status invite(struct playoff *playoff, uint32_t number, struct fault *fatal)
{
    struct run *run = playoff->run;
    struct finalist *finalist = &playoff->finalist[playoff->count++];
    struct result *row = &finalist->contender.row;
    struct reply *reply = allocate(sizeof *reply);
    struct config config = {.reference = &run->bench->references[number - 1]};
    struct fault fault = {0};
    *finalist = (struct finalist){.reference = number};
    enum status status = ask(run, finalist, false, reply, &fault);
    if (status == OK)
        *row = reply->result;
    run_name(run, &config, row);
    row->reference = true;
    clear(row);
    status = status == OK ? OK : leave(run, finalist, "", &fault, fatal);
    free(reply);
    return status;
}

static enum status invite_all(struct playoff *playoff, struct fault *fatal)
{
    enum status status = OK;
    const struct run *run = playoff->run;
    for (uint32_t i = 0; i < MAX_REFERENCES && run->bench->references[i].name && status == OK; i++)
        if (!*run->tuner->options.stop)
            status = invite(playoff, i + 1, fatal);
    return status;
}

static enum status play(struct playoff *playoff, struct finalist *finalist, struct fault *fatal)
{
    struct reply *reply = allocate(sizeof *reply);
    struct result *row = &finalist->contender.row;
    struct fault fault = {0};
    enum status status = ask(playoff->run, finalist, true, reply, &fault);
    if (status == OK) {
        finalist->device_ns[row->blocks] = reply->result.device_ns;
        finalist->host_ns[row->blocks] = reply->result.host_ns;
        row->block_ns[row->blocks++] = reply->result.block_ns[0];
        row->iterations += reply->result.iterations;
        row->batch = reply->result.batch;
        row->real_time_ns += reply->result.real_time_ns;
        row->cpu_time_ns += reply->result.cpu_time_ns;
    } else {
        status = leave(playoff->run, finalist, "in the play-off: ", &fault, fatal);
    }
    free(reply);
    return status;
}

static enum status play_round(struct playoff *playoff, uint64_t round, struct fault *fatal)
{
    enum status status = OK;
    uint64_t order[MOST];
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
        row->host_ns = statistics_median(finalist->host_ns, row->blocks);
        run_limit(run, row);
    }
    run->tuner->options.row(run->tuner->options.user, row);
}

/* Within the noise of the best: the interval of the ratio, from pairs of the same round, reaches down to 1. */
static bool ties(const struct result *best, const struct result *row)
{
    return statistics_ratio_interval(best->block_ns, row->block_ns, row->blocks).low <= 1;
}

/* The fastest of the references, or of all others; NULL if all of them left. */
static const struct result *fastest(const struct playoff *playoff, bool reference)
{
    const struct result *best = NULL;
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        const struct result *row = &finalist->contender.row;
        if (!finalist->out && row->reference == reference && (!best || row->median_ns < best->median_ns))
            best = row;
    }
    return best;
}

static void decide(struct playoff *playoff, struct best *best)
{
    const struct result *winner = fastest(playoff, false), *reference = fastest(playoff, true);
    if (!winner)
        return;
    best->result = *winner;
    if (reference) {
        best->reference_ns = reference->median_ns;
        snprintf(best->reference, sizeof best->reference, "%s", reference->config.parameter[0].word);
    }
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        const struct result *row = &finalist->contender.row;
        if (finalist->out || row->reference)
            continue;
        if (finalist->is_default)
            best->default_ns = row->median_ns;
        if (row != winner && best->tied < MAX_TIED && ties(winner, row))
            best->tied_with[best->tied++] = row->config;
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
    if (status == OK)
        status = invite_all(playoff, fatal);
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
