/* The minimum of many noisy measurements is biased low. So the best few are measured again, block by block in random
 * order, and these times are reported and compared. The default and references take part, but cannot become the best.
 */
#include "tuner/run/playoff.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tuner/measure/statistics.h"
#include "tuner/measure/stopping.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 10 };

/* Checks after a finalist's blocks: at least one after each, and the missing ones after the last, unless it was far
 * behind. A kernel that works in at most every second launch, and cannot know which is judged, passes each check with
 * probability 1/2, all with 1/1024.
 */
enum { LEAST_CHECKS = 10 };

/* Rounds that also measure isolated iterations, if nothing is chosen by these. */
enum { ALONE_ROUNDS = 3 };

/* Rounds that an interval needs; so many also measure energy_j. */
enum { INTERVAL_ROUNDS = 6, ENERGY_ROUNDS = INTERVAL_ROUNDS };
static const double energy_seconds = 1.3, energy_limit = 6; /* expected duration, and beyond a time limit */

/* A row in its state before the first round. */
static void clear(struct result *row)
{
    row->blocks = 0;
    row->iterations = 0;
    row->dropped = false;
    row->stop = STOP_NOT;
    row->real_time_ns = row->cpu_time_ns = 0;
}

static void add_finalist(struct playoff *playoff, const struct contender *contender)
{
    struct finalist *finalist = &playoff->finalist[playoff->count++];
    *finalist =
        (struct finalist){.contender = *contender, .is_default = contender->result.index == playoff->run->search.first};
    clear(&finalist->contender.result);
}

static size_t finalists_of(const struct run *run)
{
    return run->options.brief ? BRIEF_FINALISTS : FINALISTS;
}

static uint64_t rounds_of(const struct run *run)
{
    return run->options.brief ? BRIEF_ROUNDS : ROUNDS;
}

/* The baselines; none if the rate alone is needed. */
static size_t references_of(const struct run *run)
{
    return run->options.brief ? 0 : bench_references(run->bench);
}

/* The best, the next ones that were measured completely, and the default. */
static void choose(struct playoff *playoff)
{
    const struct run *run = playoff->run;
    bool has_default = run->options.brief;
    for (size_t i = 0; i < run->contenders && i < finalists_of(run) && (!i || !run->contender[i].result.dropped); i++) {
        add_finalist(playoff, &run->contender[i]);
        has_default = has_default || playoff->finalist[i].is_default;
    }
    if (!has_default && run->standard.result.median_ns > 0)
        add_finalist(playoff, &run->standard);
}

double run_playoff_seconds(const struct run *run)
{
    double seconds = 0;
    for (size_t i = 0; i < run->contenders && i < finalists_of(run); i++)
        seconds +=
            run->contender[i].seconds + (run->options.energy ? energy_seconds / 2 : 0); /* in half of the rounds */
    if (run->contenders) /* references are assumed to be as fast as the best */
        seconds += run->standard.seconds + (double)references_of(run) * run->contender[0].seconds;
    return seconds * (double)rounds_of(run);
}

/* Not again if it failed. */
static bool takes_energy(const struct run *run, const struct finalist *finalist)
{
    const struct result *row = &finalist->contender.result;
    return run->options.energy && !row->reference && row->blocks < ENERGY_ROUNDS && finalist->values == row->blocks;
}

static bool takes_alone(const struct run *run, size_t round)
{
    return !run->options.brief && (round < ALONE_ROUNDS || run_needs_alone(run));
}

/* The isolated time, of the rounds that measured it. */
static double alone_of(const struct run *run, const struct finalist *finalist)
{
    size_t rounds = finalist->contender.result.blocks;
    while (rounds && !takes_alone(run, rounds - 1))
        rounds--;
    return rounds ? statistics_median(finalist->alone_ns, rounds) : 0;
}

/* Requests a block of a verified finalist and the checks after it; with `other`, on inputs of another seed, too, if the
 * bench cannot change its inputs. Of a finalist that is not verified, its verification without a block. */
static bool request_block(struct playoff *playoff, struct finalist *finalist, bool verified, uint32_t checks,
                          bool other)
{
    const struct run *run = playoff->run;
    const struct result *row = &finalist->contender.result;
    struct request *request = &playoff->request;
    *request = (struct request){.kind = REQUEST_MEASURE,
                                .index = row->index,
                                .reference = row->reference,
                                .binary = finalist->contender.program.key,
                                .verified = verified,
                                .checks = checks,
                                .thorough = true,
                                .other = other};
    request->secret = run_secret(run, request->index, request->reference, (uint64_t)row->blocks + 1);
    if (verified)
        request->effort = (struct effort){.blocks = 1,
                                          .samples = SAMPLES,
                                          .repeated = true,
                                          .round = !run->options.brief,
                                          .known_ns = row->blocks ? statistics_median(row->block_ns, row->blocks) : 0,
                                          .alone = takes_alone(run, row->blocks),
                                          .energy = takes_energy(run, finalist),
                                          .sampling = run->sampling,
                                          .forced = true}; /* like all others, from now on */
    playoff->seconds = run->options.time_limit + (request->effort.energy ? energy_limit : 0);
    playoff->asked = finalist;
    playoff->pending = true;
    return true;
}

/* A finalist that fails leaves. */
static void drop_failed(const struct run *run, struct finalist *finalist, const char *when, const struct fault *fault)
{
    if (*run->tuner->options.stop) /* not caused by the finalist */
        return;
    finalist->out = true;
    finalist->contender.result.status = fault->status;
    snprintf(finalist->reason, sizeof finalist->reason, "%s%.*s", when, (int)sizeof finalist->reason - 32, fault->text);
}

/* Adds a reference: verified, not yet timed. A missing or wrong one is a row, too. */
static bool request_reference(struct playoff *playoff)
{
    struct finalist *finalist = &playoff->finalist[playoff->count++];
    *finalist = (struct finalist){.contender.result = result_of(NO_CONFIGURATION, ++playoff->invited)};
    return request_block(playoff, finalist, false, 0, false);
}

static void take_reference(struct playoff *playoff, const struct reply *reply, const struct fault *fault)
{
    struct finalist *finalist = playoff->asked;
    if (fault->status == OK)
        finalist->contender.result = reply->result;
    clear(&finalist->contender.result);
    if (!playoff->run->options.verify_only)
        finalist->contender.result.status = OK;
    if (fault->status != OK)
        drop_failed(playoff->run, finalist, "", fault);
}

/* Checks after each block; of a brief run, of the suite's own configurations, one after the last, on its inputs. */
static bool play(struct playoff *playoff, struct finalist *finalist)
{
    const bool brief = playoff->run->options.brief;
    const size_t blocks = finalist->contender.result.blocks, wanted = brief ? 1 : LEAST_CHECKS;
    const uint32_t missing = blocks + 1 < wanted ? (uint32_t)(wanted - blocks) : 1;
    const bool last = (playoff->last || finalist->leaves) && !finalist->far;
    return request_block(playoff, finalist, true, last ? missing : brief ? 0 : 1, last && !brief);
}

static void take_played(struct playoff *playoff, const struct reply *reply, const struct fault *fault)
{
    struct finalist *finalist = playoff->asked;
    struct result *row = &finalist->contender.result;
    if (fault->status != OK) {
        drop_failed(playoff->run, finalist, "in the play-off: ", fault);
        return;
    }
    if (takes_energy(playoff->run, finalist) && reply->result.energy_j > 0)
        finalist->value[finalist->values++] = reply->result.energy_j;
    finalist->device_ns[row->blocks] = reply->result.device_ns;
    finalist->host_ns[row->blocks] = reply->result.host_ns;
    finalist->alone_ns[row->blocks] = reply->result.alone_ns;
    row->block_ns[row->blocks++] = reply->result.block_ns[0];
    row->iterations += reply->result.iterations;
    row->sampling = reply->result.sampling;
    row->batch = reply->result.batch;
    row->cold = reply->result.cold; /* this and its work: a reference was not measured before */
    row->bytes = reply->result.bytes;
    row->flops = reply->result.flops;
    memcpy(row->amount, reply->result.amount, sizeof row->amount);
    row->real_time_ns += reply->result.real_time_ns;
    row->cpu_time_ns += reply->result.cpu_time_ns;
}

/* As many rounds are played as are needed, and as the time allows, the first if there is any time: the last is known
 * before it begins. */
static void begin_round(struct playoff *playoff)
{
    const struct run *run = playoff->run;
    playoff->stage = PLAYOFF_ROUNDS;
    playoff->at = 0;
    playoff->round_time = clock_seconds();
    playoff->last =
        playoff->settled || playoff->round + 1 == rounds_of(run) || run_seconds_left(run) < 2 * playoff->longest;
    for (size_t i = 0; i < playoff->count; i++)
        playoff->order[i] = i;
    strategy_shuffle(playoff->order, playoff->count, run->target->problem.seed + playoff->round);
}

/* After a round that is not the last one. */
static void let_leave(struct playoff *playoff)
{
    const struct run_options *options = &playoff->run->options;
    const struct stopping rule = {.confidence = options->measure_all ? 1 : options->confidence};
    const size_t least = stopping_least(rule);
    if (playoff->round + 1 == least)
        playoff_release(playoff, STOP_SLOWER);
    if (playoff->round == least)
        playoff_release(playoff, STOP_AHEAD);
    if (playoff->round == EARLY)
        playoff_release(playoff, 1);
    playoff->settled = playoff->round + 1 >= INTERVAL_ROUNDS && playoff_is_settled(playoff, rule);
}

static void end_round(struct playoff *playoff)
{
    playoff->longest = fmax(playoff->longest, clock_seconds() - playoff->round_time);
    playoff->finished = playoff->last;
    playoff->round++;
    if (playoff->finished)
        playoff->stage = PLAYOFF_OVER;
    else
        let_leave(playoff);
}

/* The next finalist of this round; false: the round is over. */
static bool play_next(struct playoff *playoff)
{
    while (playoff->at < playoff->count) {
        struct finalist *finalist = &playoff->finalist[playoff->order[playoff->at++]];
        if (!finalist->out && !(finalist->leaves && playoff->round > finalist->last))
            return play(playoff, finalist);
    }
    return false;
}

static bool play_rounds(struct playoff *playoff)
{
    const struct run *run = playoff->run;
    if (playoff->stage == PLAYOFF_BEGINS && (run->options.verify_only || !(run_seconds_left(run) > 0)))
        return false;
    if (playoff->stage == PLAYOFF_BEGINS)
        begin_round(playoff);
    while (playoff->stage == PLAYOFF_ROUNDS) {
        if (play_next(playoff))
            return true;
        end_round(playoff);
        if (playoff->stage == PLAYOFF_ROUNDS)
            begin_round(playoff);
    }
    return false;
}

bool playoff_next(struct run *run)
{
    struct playoff *playoff = run->playoff;
    if (*run->tuner->options.stop)
        return false;
    if (playoff->pending)
        return true;
    if (playoff->stage == PLAYOFF_BEGINS && playoff->invited < references_of(run) && run_seconds_left(run) > 0)
        return request_reference(playoff);
    return play_rounds(playoff);
}

void playoff_assign(struct run *run, struct device_worker *worker)
{
    run->player = worker;
}

const struct request *playoff_request(const struct run *run, double *seconds)
{
    *seconds = run->playoff->seconds;
    return &run->playoff->request;
}

void playoff_take(struct run *run, struct reply *reply, const struct fault *fault)
{
    struct playoff *playoff = run->playoff;
    playoff->pending = false;
    reply->result.device = playoff->asked->contender.result.device = device_of_row(run->tuner, run->player);
    run_reply(run, run->player, reply);
    if (playoff->stage == PLAYOFF_BEGINS)
        take_reference(playoff, reply, fault);
    else
        take_played(playoff, reply, fault);
}

/* Evaluates the target's expressions for the result and for each round. */
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
    if (!run->options.energy || !finalist->values)
        return;
    row->energy_j = row->value = statistics_median(finalist->value, finalist->values);
    statistics_interval(finalist->value, finalist->values, 0.025, row->energy_ci95_j);
}

/* The summary of all rounds. A finalist without a time leaves. */
static void summarise(const struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.result;
    result_summarise(row);
    row->real_time_ns /= (double)row->blocks;
    row->cpu_time_ns /= (double)row->blocks;
    row->device_ns = statistics_median(finalist->device_ns, row->blocks);
    row->host_ns = statistics_median(finalist->host_ns, row->blocks);
    row->alone_ns = alone_of(run, finalist);
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

/* Emits the final row: measured again, or failed. */
static void emit(const struct run *run, struct finalist *finalist)
{
    struct result *row = &finalist->contender.result;
    row->finalist = row->status != VERIFIED;
    if (row->status == OK)
        summarise(run, finalist);
    run_row(run, row, row->status == VERIFIED ? run_reason(row).text : finalist->reason);
}

void playoff_start(struct run *run)
{
    if (!run->playoff)
        run->playoff = allocate(sizeof *run->playoff);
    *run->playoff = (struct playoff){.run = run};
    run->stage = RUN_PLAYING;
    run->player = NULL;
    if (run->options.verify_only)
        return;
    run->best.objective = run->objective;
    run->progress.phase = "play-off";
    run->playoff->longest = run_playoff_seconds(run) / (double)rounds_of(run);
    choose(run->playoff);
}

void playoff_end(struct run *run)
{
    struct playoff *playoff = run->playoff;
    const bool verified = run->options.verify_only;
    for (size_t i = 0; i < playoff->count; i++) {
        struct finalist *finalist = &playoff->finalist[i];
        const bool failed = finalist->out, known = finalist->contender.result.status != OK; /* not interrupted */
        if (verified ? known : playoff->finished || failed)                                 /* a failure is final */
            emit(run, finalist);
    }
    if (!verified)
        playoff_decide(playoff, &run->best);
    run->stage = RUN_OVER;
    run->player = NULL;
}
