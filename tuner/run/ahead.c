/* What idle compile workers do for targets that come later: they compile, into the store, what their searches will try
 * first. So a search does not begin with waiting, and the workers have their precompiled headers by then. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* How many are asked of a search that waits for no outcome; of a target that comes again, only one. */
enum { MOST_FIRST = 64 };

/* A program compiled early, whose row has the time of its compilation. */
struct early {
    struct store_key key;
    double milliseconds;
};

struct lookahead {
    const struct target *const *target;
    size_t count, at; /* at: the target whose search is asked next */
    const struct run_options *options;
    bool begun; /* that search */
    struct search search;
    size_t asked;
    struct early *made;
    size_t made_count, made_capacity;
};

static void pass(struct lookahead *ahead)
{
    if (ahead->begun)
        search_end(&ahead->search);
    ahead->begun = false;
    ahead->asked = 0;
    ahead->at++;
}

void tuner_look_ahead(struct tuner *tuner, const struct target *const *targets, size_t count,
                      const struct run_options *options)
{
    ahead_free(tuner);
    if (!tuner->devices || !strategy_find(options->strategy->name))
        return;
    tuner->ahead = allocate(sizeof *tuner->ahead);
    *tuner->ahead = (struct lookahead){.target = targets, .count = count, .options = options};
}

void ahead_free(struct tuner *tuner)
{
    struct lookahead *ahead = tuner->ahead;
    if (!ahead)
        return;
    if (ahead->begun)
        search_end(&ahead->search);
    free(ahead->made);
    free(ahead);
    tuner->ahead = NULL;
}

void ahead_pass(struct tuner *tuner, const struct target *target)
{
    struct lookahead *ahead = tuner->ahead;
    size_t i = ahead ? ahead->at : 0;
    while (ahead && i < ahead->count && ahead->target[i] != target)
        i++;
    while (ahead && i < ahead->count && ahead->at <= i)
        pass(ahead);
}

/* Starts the search of the target, as its run will; false: it has none. */
static bool begin(const struct tuner *tuner, struct lookahead *ahead)
{
    const struct target *target = ahead->target[ahead->at];
    const struct bench *bench = target->problem.bench;
    const struct compute_device *device = &tuner->options.device;
    struct search_budget budget = ahead->options->budget;
    budget.takes_turns = run_takes_turns(ahead->options, device, bench);
    ahead->begun = !target->fixed_count && !bench_missing(bench, device) &&
                   search_start_with(&ahead->search, &target->problem, &target->restriction, device,
                                     ahead->options->strategy, &budget, &target->wanted, NULL) == OK;
    return ahead->begun && ahead->search.allowed;
}

static size_t most_of(const struct lookahead *ahead)
{
    size_t i = ahead->at + 1;
    while (i < ahead->count && ahead->target[i] != ahead->target[ahead->at])
        i++;
    return i < ahead->count ? 1 : MOST_FIRST;
}

/* The next configuration to compile early; false: there is none, or only such as wait for headers. */
static bool next(const struct tuner *tuner, const struct target **target, uint64_t *index)
{
    struct lookahead *ahead = tuner->ahead;
    for (; ahead->at < ahead->count; pass(ahead)) {
        *target = ahead->target[ahead->at];
        if (ahead->asked >= most_of(ahead))
            continue;
        if (headers_awaited(tuner, (*target)->problem.bench))
            return false;
        if ((ahead->begun || begin(tuner, ahead)) && search_ask(&ahead->search, index) == ASK_INDEX) {
            ahead->asked++;
            return true;
        }
    }
    return false;
}

/* A failure has no effect: the run's own request will have it. */
static bool request(struct tuner *tuner, struct compile_worker *worker, const struct target *target, uint64_t index)
{
    const struct request request = {.kind = REQUEST_COMPILE,
                                    .device = tuner->options.device,
                                    .at = run_problem_at(tuner, &target->problem),
                                    .index = index};
    worker->includes_cub = target->problem.bench->includes_cub;
    return (worker->process.pid || compile_start(tuner, &worker->process, NULL) == OK) &&
           process_send(&worker->process, &request, tuner->ahead->options->time_limit, NULL) == OK;
}

/* Whether a run that must not be disturbed is active, or comes next: it would wait for what is compiled then. */
static bool any_is_alone(const struct tuner *tuner)
{
    bool alone = false;
    for (const struct run *run = tuner->first; run; run = run->next)
        alone = alone || run_is_alone(run);
    return alone;
}

/* By three quarters of the workers at most, since runs come before. */
void ahead_dispatch(struct tuner *tuner)
{
    const size_t jobs = tuner->options.jobs, most = jobs - (jobs + 3) / 4;
    const struct target *target;
    uint64_t index;
    size_t busy = 0;
    if (!tuner->ahead || !tuner->first || any_is_alone(tuner))
        return;
    for (size_t i = 0; i < jobs; i++)
        busy += tuner->compiler[i].process.busy;
    for (size_t i = 0; i < jobs && busy < most; i++)
        if (!tuner->compiler[i].process.busy && next(tuner, &target, &index))
            busy += request(tuner, &tuner->compiler[i], target, index);
}

void ahead_take(struct tuner *tuner, const struct program *program)
{
    struct lookahead *ahead = tuner->ahead;
    if (!ahead || !(program->milliseconds > 0))
        return;
    ahead->made = grow(ahead->made, ahead->made_count, &ahead->made_capacity, sizeof *ahead->made);
    ahead->made[ahead->made_count++] = (struct early){program->key, program->milliseconds};
}

void ahead_claim(struct tuner *tuner, struct program *program)
{
    struct lookahead *ahead = tuner->ahead;
    for (size_t i = 0; ahead && !(program->milliseconds > 0) && i < ahead->made_count; i++)
        if (!strcmp(ahead->made[i].key.text, program->key.text)) {
            program->milliseconds = ahead->made[i].milliseconds;
            ahead->made[i] = ahead->made[--ahead->made_count];
        }
}
