/* A bench that cannot change its inputs is verified on inputs of another, unpredictable seed: it is set up once more,
 * on the same device arrays, with outputs as the timed iterations left them. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool has_array(const struct slot *slot)
{
    return slot->role != SLOT_NONE && slot->role < SLOT_HOST_INPUT;
}

/* Fits the arrays of the first set to the job's current slots, and supplies them. */
static enum status supply(struct job_state *state, struct fault *fault)
{
    struct array_set *set = &state->sets[0];
    enum status status = OK;
    compute_graph_free(set->graph);
    set->graph = NULL;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        const struct slot *slot = &state->slot[s];
        const bool fits =
            set->array[s] && slot->role != SLOT_TEXTURE && compute_array_bytes(set->array[s]) == slot->bytes;
        if (!has_array(slot) || fits)
            continue;
        array_set_drop(set, s);
        status = array_set_arrange(state->place, state->slot, set, s, fault);
    }
    return status == OK ? array_set_supply(state->place, state->slot, set, fault) : status;
}

/* Exchanges the job's current inputs and the saved ones. */
static void exchange(struct job *job)
{
    struct job_state *state = job->state;
    struct other *other = state->other;
    for (int s = 0; s < MAX_SLOTS; s++) {
        const struct slot kept = state->slot[s];
        state->slot[s] = other->slot[s];
        other->slot[s] = kept;
    }
    void *const computed = state->computed;
    const struct store_blob stored = state->stored;
    state->computed = other->computed;
    state->stored = other->stored;
    other->computed = computed;
    other->stored = stored;
    job->problem = job->problem == other->own ? &other->problem : other->own;
    job->seed = job->problem->seed;
    state->arranged = 0;
}

static bool is_alike(const struct slot *a, const struct slot *b)
{
    if (a->role == SLOT_GENERATED)
        return a->recipe.seed == b->recipe.seed;
    const bool is_input = a->role == SLOT_INPUT || a->role == SLOT_TEXTURE || a->role == SLOT_HOST_INPUT;
    return !is_input || (a->bytes == b->bytes && !memcmp(a->host, b->host, a->bytes));
}

/* The first time, with exchanged slots: none is declared yet. */
static enum status set_up(struct job *job, struct fault *fault)
{
    struct job_state *state = job->state;
    struct other *other = state->other;
    state->setup = (struct fault){0};
    job->bench->problem.setup(job);
    other->alike = true;
    for (int s = 0; s < MAX_SLOTS && state->setup.status == OK; s++) {
        if (state->slot[s].role != other->slot[s].role)
            return fail(fault, INVALID, "%s: its slots depend on the seed", job->bench->name);
        other->alike = other->alike && is_alike(&other->slot[s], &state->slot[s]);
    }
    if (state->setup.status != OK)
        return fail(fault, state->setup.status, "%s", state->setup.text);
    job_expect(job);
    return state->setup.status == OK ? OK : fail(fault, state->setup.status, "%s", state->setup.text);
}

static enum status run(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = job_arrange(job, config, fault);
    if (status == OK && (state->other->alike || job_consumes_some(job, config))) {
        job_poison_host(job, STALE);
        status = array_set_make_stale(state->slot, &state->sets[0], fault);
    }
    state->judged = state->current = 0;
    if (status == OK)
        status = job_enqueue(job, config, fault);
    const enum status finished = compute_context_finish(state->place->context, status == OK ? fault : NULL);
    if (status == OK)
        status = finished;
    return status == OK ? job_judge(job, config, verdict, fault) : status;
}

enum status job_verify_other(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct job_state *state = job->state;
    const size_t count = state->count;
    const bool first = !state->other;
    enum status status = job_take_back(job, fault);
    if (status != OK)
        return status;
    if (first) {
        state->other = allocate(sizeof *state->other);
        state->other->own = job->problem;
        state->other->problem = *job->problem;
        state->other->problem.seed = job_random(state->place->secret, job->problem->seed);
    }
    exchange(job);
    state->count = 1;
    if (first)
        status = set_up(job, fault);
    if (status == OK)
        status = supply(state, fault);
    if (status == OK)
        status = run(job, config, verdict, fault);
    exchange(job);
    const enum status back = supply(state, status == OK ? fault : NULL);
    state->count = count;
    if (first && status != OK && status != WRONG_RESULT)
        job_forget_other(job);
    return status == OK ? back : status;
}
