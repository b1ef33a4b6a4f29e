/* Decides which finalist is the best, and which are tied with it. */
#include "tuner/run/playoff.h"

#include "tuner/measure/statistics.h"

static double time_of(const struct playoff *playoff, const struct finalist *finalist)
{
    return result_time(&finalist->contender.result, playoff->run->objective);
}

/* Compares by the objective, then by time; a finalist that left early does not become the best because of a later
 * change of clocks. */
static bool is_better(const struct playoff *playoff, const struct finalist *finalist, const struct finalist *other)
{
    if (finalist->leaves != other->leaves)
        return other->leaves;
    const enum objective objective = playoff->run->objective;
    const double aim = result_aim(&finalist->contender.result, objective),
                 least = result_aim(&other->contender.result, objective);
    return aim < least || (!(aim > least) && time_of(playoff, finalist) < time_of(playoff, other));
}

static bool is_faster(const struct playoff *playoff, const struct finalist *finalist, const struct finalist *other)
{
    return time_of(playoff, finalist) < time_of(playoff, other);
}

/* The blocks of the objective. */
static const double *blocks_of(const struct playoff *playoff, const struct finalist *finalist)
{
    const struct result *row = &finalist->contender.result;
    const enum objective objective = playoff->run->objective;
    return objective == OBJECTIVE_VALUE   ? finalist->value
           : objective == OBJECTIVE_ALONE ? finalist->alone_ns
                                          : row->block_ns;
}

/* Within the noise of the best: the 95 % interval of the median of their difference, over pairs of the same round,
 * reaches down to 0, by the sign test, for any noise. Unless it is slower in ten of twelve rounds, or all of seven;
 * with fewer than six there is no interval. */
static bool ties(const struct playoff *playoff, const struct finalist *best, const struct finalist *finalist)
{
    const bool values = playoff->run->objective == OBJECTIVE_VALUE;
    const size_t of_best = values ? best->values : best->contender.result.blocks;
    const size_t of_it = values ? finalist->values : finalist->contender.result.blocks;
    const size_t blocks = of_best < of_it ? of_best : of_it;
    const double *best_ns = blocks_of(playoff, best), *ns = blocks_of(playoff, finalist);
    if (finalist->leaves && finalist->last < EARLY && blocks) /* too few rounds for an interval: the last decides */
        return !(ns[blocks - 1] > best_ns[blocks - 1]);
    double sign[ROUNDS], interval[2];
    for (size_t i = 0; i < blocks; i++)
        sign[i] = (ns[i] > best_ns[i]) - (ns[i] < best_ns[i]);
    statistics_interval(sign, blocks, 0.025, interval);
    return !(interval[0] > 0);
}

/* Whether it may be the best: the default takes part even if its error is too large, or a requirement is not met. */
static bool remains(const struct playoff *playoff, const struct finalist *finalist)
{
    const struct result *row = &finalist->contender.result;
    return !finalist->out && !row->reference && run_accurate(playoff->run, row);
}

/* And was not far behind. */
static bool competes(const struct playoff *playoff, const struct finalist *finalist)
{
    return remains(playoff, finalist) && !finalist->far;
}

static bool is_reference(const struct playoff *playoff, const struct finalist *finalist)
{
    (void)playoff;
    return !finalist->out && finalist->contender.result.reference;
}

/* The best of some; NULL if all have left. */
static const struct finalist *
first(const struct playoff *playoff, bool (*among)(const struct playoff *, const struct finalist *),
      bool (*before)(const struct playoff *, const struct finalist *, const struct finalist *))
{
    const struct finalist *best = NULL;
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        if (among(playoff, finalist) && (!best || before(playoff, finalist, best)))
            best = finalist;
    }
    return best;
}

static bool competes_on(const struct playoff *playoff, const struct finalist *finalist)
{
    return competes(playoff, finalist) && !finalist->leaves;
}

/* The best of the rounds so far, by the objective's time. */
static bool leads(const struct playoff *playoff, const struct finalist *finalist, const struct finalist *other)
{
    return statistics_median(blocks_of(playoff, finalist), playoff->round) <
           statistics_median(blocks_of(playoff, other), playoff->round);
}

static bool is_behind(const struct playoff *playoff, const struct finalist *finalist, const struct finalist *best,
                      double times)
{
    const double *ns = blocks_of(playoff, finalist), *best_ns = blocks_of(playoff, best);
    bool behind = true;
    for (size_t i = 0; i < playoff->round; i++)
        behind = behind && ns[i] > times * best_ns[i];
    return behind;
}

/* Whether times alone decide. */
static bool by_times(const struct playoff *playoff)
{
    return playoff->run->objective != OBJECTIVE_VALUE && !playoff->run->options.energy;
}

void playoff_release(struct playoff *playoff, double times)
{
    const struct finalist *best = first(playoff, competes_on, leads), *reference = first(playoff, is_reference, leads);
    if (!best || !by_times(playoff))
        return;
    for (size_t i = 0; i < playoff->count; i++) {
        struct finalist *finalist = &playoff->finalist[i];
        const bool is_baseline = finalist->is_default || finalist == reference;
        if (finalist->out || finalist->leaves ||
            !is_behind(playoff, finalist, best, is_baseline && times > 1 ? STOP_TWICE : times))
            continue;
        finalist->leaves = true;
        finalist->far = is_behind(playoff, finalist, best, STOP_TWICE);
        finalist->last = playoff->round;
    }
}

bool playoff_is_settled(const struct playoff *playoff, struct stopping rule)
{
    const struct finalist *best = first(playoff, competes_on, leads);
    bool settled = best && by_times(playoff);
    for (size_t i = 0; i < playoff->count && settled; i++)
        if (competes_on(playoff, &playoff->finalist[i]))
            settled = stopping_settled(rule, blocks_of(playoff, best), blocks_of(playoff, &playoff->finalist[i]),
                                       playoff->round);
    return settled;
}

static void decide_for(const struct playoff *playoff, const struct finalist *winner, struct best *best)
{
    const struct finalist *reference = first(playoff, is_reference, is_faster);
    best->result = winner->contender.result;
    if (reference) {
        best->reference_ns = time_of(playoff, reference);
        best->reference = reference->contender.result.reference;
    }
    for (size_t i = 0; i < playoff->count; i++) {
        const struct finalist *finalist = &playoff->finalist[i];
        if (finalist->is_default && !finalist->out)
            best->default_ns = time_of(playoff, finalist);
        if (competes(playoff, finalist) && finalist != winner && best->tied < MAX_TIED &&
            ties(playoff, winner, finalist))
            best->tied_with[best->tied++] = finalist->contender.result.index;
    }
}

static bool has_failed(const struct playoff *playoff, const struct contender *contender)
{
    for (size_t i = 0; i < playoff->count; i++)
        if (playoff->finalist[i].out && result_same(&playoff->finalist[i].contender.result, &contender->result))
            return true;
    return false;
}

/* Interrupted, out of time, the device lost, or all finalists failed: the search's best that has not failed since, as
 * measured by the search. */
static void decide_without(const struct playoff *playoff, struct best *best)
{
    const struct run *run = playoff->run;
    size_t i = 0;
    while (i < run->contenders && has_failed(playoff, &run->contender[i]))
        i++;
    if (i == run->contenders)
        return;
    best->result = run->contender[i].result;
    if (run->standard.result.median_ns > 0 && !run->standard.result.dropped && !has_failed(playoff, &run->standard))
        best->default_ns = result_time(&run->standard.result, run->objective);
}

/* If the energy of some finalists is known, the best is one of these. */
static void choose_by_energy(const struct playoff *playoff, struct best *best)
{
    struct run *run = playoff->run;
    for (size_t i = 0; i < playoff->count; i++)
        if (run->options.energy && playoff->finalist[i].values && competes(playoff, &playoff->finalist[i]))
            run->objective = best->objective = OBJECTIVE_VALUE;
}

static bool default_has_failed(const struct playoff *playoff)
{
    bool failed = playoff->run->default_failed;
    for (size_t i = 0; i < playoff->count; i++)
        failed = failed || (playoff->finalist[i].is_default && playoff->finalist[i].out);
    return failed;
}

void playoff_decide(const struct playoff *playoff, struct best *best)
{
    if (playoff->finished)
        choose_by_energy(playoff, best);
    const struct finalist *winner = playoff->finished ? first(playoff, competes, is_better) : NULL;
    if (playoff->finished && !winner) /* all that were faster failed */
        winner = first(playoff, remains, is_better);
    if (winner)
        decide_for(playoff, winner, best);
    else
        decide_without(playoff, best);
    best->default_untimed = !(best->default_ns > 0) && !default_has_failed(playoff);
}
