/* The best of many noisy measurements is biased low. So the best few are measured again, block by block in random
 * order, and that is what is reported and compared. What a user would take instead plays with them, out of competition.
 */
#include "tuner/run/playoff.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/measure/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 10 };

/* Checks behind a finalist's blocks, one at least behind each, the missing ones behind its last. One that works in one
 * launch of two at most, and does not know which is judged, passes each by half a chance: all in one case of 1024. */
enum { LEAST_CHECKS = 10 };

/* Rounds with a run that takes energy_j, as many as its interval needs. */
enum { ENERGY_ROUNDS = 6 };
static const double energy_seconds = 1.3, energy_limit = 6; /* that it is likely to take, and beyond a time limit */

/* A row as it is before the first round. */
static void clear(struct result *row)
{
    row->blocks = 0;
    row->iterations = 0;
    row->dropped = false;
    row->stop = STOP_NOT;
    row->real_time_ns = row->cpu_time_ns = 0;
}

static void take_in(struct playoff *playoff, const struct contender *contender)
{
    struct finalist *finalist = &playoff->finalist[playoff->count++];
    *finalist =
        (struct finalist){.contender = *contender, .is_default = contender->result.index == playoff->run->search.first};
    clear(&finalist->contender.result);
}

static size_t finalists_of(const struct run *run)
{
    return run->options->brief ? BRIEF_FINALISTS : FINALISTS;
}

static uint64_t rounds_of(const struct run *run)
{
    return run->options->brief ? BRIEF_ROUNDS : ROUNDS;
}

/* What it is compared with: none, where the rate alone is wanted. */
static size_t references_of(const struct run *run)
{
    return run->options->brief ? 0 : bench_references(run->bench);
}

/* The best, those behind it that were measured to their end, and the default. */
static void choose(struct playoff *playoff)
{
    const struct run *run = playoff->run;
    bool has_default = run->options->brief;
    for (size_t i = 0; i < run->contenders && i < finalists_of(run) && (!i || !run->contender[i].result.dropped); i++) {
        take_in(playoff, &run->contender[i]);
        has_default = has_default || playoff->finalist[i].is_default;
    }
    if (!has_default && run->standard.result.median_ns > 0)
        take_in(playoff, &run->standard);
}

double run_playoff_seconds(const struct run *run)
{
    double seconds = 0;
    for (size_t i = 0; i < run->contenders && i < finalists_of(run); i++)
        seconds +=
            run->contender[i].seconds + (run->options->energy ? energy_seconds / 2 : 0); /* in half of the rounds */
    if (run->contenders) /* references are taken to be as fast as the best */
        seconds += run->standard.seconds + (double)references_of(run) * run->contender[0].seconds;
    return seconds * (double)rounds_of(run);
}

/* Not again where it could not be taken. */
static bool takes_energy(const struct run *run, const struct finalist *finalist)
{
    const struct result *row = &finalist->contender.result;
    return run->options->energy && !row->reference && row->blocks < ENERGY_ROUNDS && finalist->values == row->blocks;
}

/* One block of one finalist, and so many checks behind it; with `other` inputs, too, where they cannot be changed. */
static enum status ask(struct run *run, const struct finalist *finalist, bool verified, uint32_t checks, bool other,
                       struct reply *reply, struct fault *fault)
{
    struct tuner *tuner = run->tuner;
    struct request request = {.kind = REQUEST_MEASURE,
                              .index = finalist->contender.result.index,
                              .reference = finalist->contender.result.reference,
                              .binary = finalist->contender.program.key,
                              .verified = verified,
                              .checks = checks,
                              .thorough = true,
                              .other = other};
    request.secret = run_secret(run, request.index, request.reference, (uint64_t)finalist->contender.result.blocks + 1);
    if (!run->options->verify_only)
        request.effort = (struct effort){.blocks = 1,
                                         .samples = SAMPLES,
                                         .alone = !run->options->brief,
                                         .energy = takes_energy(run, finalist),
                                         .sampling = run->sampling,
                                         .forced = true}; /* as all the others, from now on */
    const double limit = run->options->time_limit + (request.effort.energy ? energy_limit : 0);
    enum status status = process_call(&tuner->device, &request, limit, tuner->options.stop, reply, fault);
    const bool killed = status != OK && tuner_was_killed(tuner, &tuner->device, fault);
    if (status != OK && (killed || tuner_leave_cache(tuner, &tuner->device, fault))) {
        *fault = (struct fault){0};
        status = run_replace_device(run, fault);
        if (status == OK)
            status = process_call(&tuner->device, &request, limit, tuner->options.stop, reply, fault);
        if (status == OK && !killed)
            tuner_blame_cache(tuner);
    }
    run_reply(run, reply);
    return status;
}

/* A finalist that fails leaves. Not OK: the device is lost. */
static enum status leave(struct run *run, struct finalist *finalist, const char *when, const struct fault *fault,
                         struct fault *fatal)
{
    if (*run->tuner->options.stop) /* which is nobody's fault */
        return OK;
    finalist->out = true;
    finalist->contender.result.status = fault->status;
    snprintf(finalist->reason, sizeof finalist->reason, "%s%.*s", when, (int)sizeof finalist->reason - 32, fault->text);
    bool lost = !run->tuner->device.pid || fault->status == LAUNCH_FAILED;
    return lost ? run_replace_device(run, fatal) : OK;
}

/* Takes a reference in: verified, and not yet timed. One that is not there, or is wrong, is a row all the same. */
static enum status invite(struct playoff *playoff, uint32_t number, struct fault *fatal)
{
    struct run *run = playoff->run;
    struct finalist *finalist = &playoff->finalist[playoff->count++];
    struct reply *reply = allocate(sizeof *reply);
    struct fault fault = {0};
    *finalist = (struct finalist){.contender.result = result_of(NO_CONFIGURATION, number)};
    enum status status = ask(run, finalist, false, 0, false, reply, &fault);
    if (status == OK)
        finalist->contender.result = reply->result;
    clear(&finalist->contender.result);
    status = status == OK ? OK : leave(run, finalist, "", &fault, fatal);
    free(reply);
    return status;
}

static enum status invite_all(struct playoff *playoff, struct fault *fatal)
{
    enum status status = OK;
    const struct run *run = playoff->run;
    for (uint32_t i = 0; i < references_of(run) && status == OK; i++)
        if (!*run->tuner->options.stop && run_seconds_left(run) > 0)
            status = invite(playoff, i + 1, fatal);
    return status;
}

static enum status play(struct playoff *playoff, struct finalist *finalist, bool last, struct fault *fatal)
{
    struct reply *reply = allocate(sizeof *reply);
    struct result *row = &finalist->contender.result;
    struct fault fault = {0};
    const size_t wanted = playoff->run->options->brief ? 1 : LEAST_CHECKS;
    const uint32_t missing = row->blocks + 1 < wanted ? (uint32_t)(wanted - row->blocks) : 1;
    enum status status = ask(playoff->run, finalist, true, last ? missing : 1, last, reply, &fault);
    if (status == OK) {
        if (takes_energy(playoff->run, finalist) && reply->result.energy_j > 0)
            finalist->value[finalist->values++] = reply->result.energy_j;
        finalist->device_ns[row->blocks] = reply->result.device_ns;
        finalist->host_ns[row->blocks] = reply->result.host_ns;
        finalist->alone_ns[row->blocks] = reply->result.alone_ns;
        row->block_ns[row->blocks++] = reply->result.block_ns[0];
        row->iterations += reply->result.iterations;
        row->sampling = reply->result.sampling;
        row->batch = reply->result.batch;
        row->real_time_ns += reply->result.real_time_ns;
        row->cpu_time_ns += reply->result.cpu_time_ns;
    } else {
        status = leave(playoff->run, finalist, "in the play-off: ", &fault, fatal);
    }
    free(reply);
    return status;
}

static enum status play_round(struct playoff *playoff, uint64_t round, bool last, struct fault *fatal)
{
    enum status status = OK;
    uint64_t order[MOST_FINALISTS];
    const volatile sig_atomic_t *stop = playoff->run->tuner->options.stop;
    for (size_t i = 0; i < playoff->count; i++)
        order[i] = i;
    strategy_shuffle(order, playoff->count, playoff->run->target->problem.seed + round);
    for (size_t i = 0; i < playoff->count && status == OK && !*stop; i++) {
        struct finalist *finalist = &playoff->finalist[order[i]];
        if (!finalist->out && !(finalist->leaves && round > EARLY))
            status = play(playoff, finalist, last || finalist->leaves, fatal);
        run_look_ahead(playoff->run);
        run_report(playoff->run);
    }
    return status;
}

/* Plays as many rounds as there is time for, the first if there is any: the last one is known before it begins. */
static enum status play_rounds(struct playoff *playoff, struct fault *fatal)
{
    const struct run *run = playoff->run;
    enum status status = OK;
    double longest = run_playoff_seconds(run) / (double)rounds_of(run);
    for (uint64_t round = 0; round < rounds_of(run) && status == OK && !playoff->finished; round++) {
        const double start = clock_seconds();
        const bool last = round + 1 == rounds_of(run) || run_seconds_left(run) < 2 * longest;
        status = play_round(playoff, round, last, fatal);
        longest = fmax(longest, clock_seconds() - start);
        if (*run->tuner->options.stop)
            break;
        playoff->finished = last && status == OK;
        if (round + 1 == EARLY)
            playoff_release(playoff);
    }
    return status;
}

/* What the target's expressions make of it, and of each round. */
static void judge(const struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.result;
    for (size_t i = 0; run->target->objective && i < row->blocks; i++) {
        struct result round = *row;
        round.median_ns = row->block_ns[i];
        round.device_ns = finalist->device_ns[i];
        round.host_ns = finalist->host_ns[i];
        round.alone_ns = finalist->alone_ns[i];
        run_judge(run, &round);
        finalist->value[i] = round.value;
        finalist->values = i + 1;
    }
    run_judge(run, row);
    if (!run->options->energy || !finalist->values)
        return;
    row->energy_j = row->value = statistics_median(finalist->value, finalist->values);
    statistics_interval(finalist->value, finalist->values, 0.025, row->energy_ci95_j);
}

/* Of all rounds. What has no time leaves in the end. */
static void summarise(const struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.result;
    result_summarise(row);
    row->real_time_ns /= (double)row->blocks;
    row->cpu_time_ns /= (double)row->blocks;
    row->device_ns = statistics_median(finalist->device_ns, row->blocks);
    row->host_ns = statistics_median(finalist->host_ns, row->blocks);
    row->alone_ns = statistics_median(finalist->alone_ns, row->blocks);
    run_limit(run, row);
    judge(run, finalist);
    if (row->status == IMPLAUSIBLE) {
        finalist->out = true;
        snprintf(finalist->reason, sizeof finalist->reason, "in the play-off: %s", run_reason(row).text);
        return;
    }
    if (row->median_ns > 0 && result_time(row, run->objective) > 0)
        return;
    finalist->out = true;
    row->status = NO_TIME;
    snprintf(finalist->reason, sizeof finalist->reason, "in the play-off: %s",
             row->median_ns > 0 ? NO_TIME_ALONE : "the device's clock shows no time");
}

/* The row as it now stands: measured again, or failed after all. */
static void give_out(const struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.result;
    row->finalist = row->status != VERIFIED;
    if (row->status == OK)
        summarise(run, finalist);
    run_row(run, row, row->status == VERIFIED ? run_reason(row).text : finalist->reason);
}

enum status run_references(struct run *run, struct fault *fatal)
{
    struct playoff *playoff = allocate(sizeof *playoff);
    playoff->run = run;
    enum status status = invite_all(playoff, fatal);
    for (size_t i = 0; i < playoff->count; i++)
        if (playoff->finalist[i].contender.result.status != OK) /* which is one that was interrupted */
            give_out(run, &playoff->finalist[i]);
    free(playoff);
    return status;
}

enum status run_playoff(struct run *run, struct best *best, struct fault *fatal)
{
    const volatile sig_atomic_t *stop = run->tuner->options.stop;
    const double started = clock_seconds();
    double before[PHASES];
    memcpy(before, run->tuner->seconds, sizeof before);
    struct playoff *playoff = allocate(sizeof *playoff);
    playoff->run = run;
    best->objective = run->objective;
    choose(playoff);
    run->progress.phase = "play-off";
    enum status status = OK;
    if (!*stop && run_seconds_left(run) > 0 && !run->tuner->device.pid)
        status = run_replace_device(run, fatal);
    if (status == OK)
        status = invite_all(playoff, fatal);
    if (status == OK && !*stop && run_seconds_left(run) > 0)
        status = play_rounds(playoff, fatal);
    for (size_t i = 0; i < playoff->count; i++)
        if (playoff->finished || playoff->finalist[i].out) /* one that failed stays so, whatever came then */
            give_out(run, &playoff->finalist[i]);
    playoff_decide(playoff, best);
    tuner_count_as(run->tuner, PHASE_PLAYOFF, before, started);
    free(playoff);
    return status;
}
