#include "tuner/job/job.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends a set; if it does not fit, the job is unchanged. */
static enum status add_set(struct job_state *state, struct fault *fault)
{
    struct array_set set;
    enum status status = array_set_new(state->place, state->slot, !state->count, &set, fault);
    if (status != OK)
        return status;
    state->sets = resize(state->sets, (state->count + 1) * sizeof *state->sets);
    state->sets[state->count++] = set;
    return OK;
}

/* The key of an expectation: the code that computes it (this build, and the specs of its suites), and the problem. */
static struct store_key expectation_key(const struct job *job)
{
    static struct store_key program;
    if (!program.text[0]) {
        struct store_hash hash = store_hash_start();
        char buffer[65536];
        size_t got;
        FILE *file = fopen("/proc/self/exe", "rb");
        while (file && (got = fread(buffer, 1, sizeof buffer, file)))
            store_hash_add(&hash, buffer, got);
        if (file)
            fclose(file);
        program = store_hash_key(&hash);
    }
    const char *origin = job->state->place->registry->origin;
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, "expectation");
    store_hash_text(&hash, program.text);
    store_hash_text(&hash, origin ? origin : "");
    problem_hash_expectation(&hash, job->problem);
    store_hash_add(&hash, &job->variant, sizeof job->variant);
    store_hash_add(&hash, &job->n, sizeof job->n);
    return store_hash_key(&hash);
}

static size_t expected_bytes(const struct job *job)
{
    const struct bench_problem *problem = &job->bench->problem;
    const size_t parts = problem->expected_parts ? problem->expected_parts(job->problem) : 1;
    return problem->expect_number ? sizeof(double) : parts * problem->expected_bytes;
}

void job_expect(struct job *job)
{
    const struct bench_problem *problem = &job->bench->problem;
    const size_t bytes = expected_bytes(job);
    if (!bytes)
        return;
    void *computed = allocate(bytes + sizeof job->draw);
    job->state->computed = computed;
    memcpy((uint8_t *)computed + bytes, &job->draw, sizeof job->draw);
    if (problem->expect_number)
        *(double *)computed = problem->expect_number(job);
    else
        problem->expect(job, computed);
}

/* An expectation is stored with the seed of its sampled positions, which is that of the run that computed it. */
static void find_expectation(struct job *job)
{
    struct job_state *state = job->state;
    const char *store = state->place->store;
    const size_t bytes = expected_bytes(job);
    if (!bytes)
        return;
    struct store_key key = expectation_key(job);
    state->stored = store_get(store, STORE_EXPECTATION, key);
    if (state->stored.size == bytes + sizeof job->draw) {
        memcpy(&job->draw, (const uint8_t *)state->stored.bytes + bytes, sizeof job->draw);
        return;
    }
    store_release(&state->stored);
    job_expect(job);
    if (state->setup.status != OK)
        return;
    store_put(store, STORE_EXPECTATION, key, state->computed, bytes + sizeof job->draw,
              NULL); /* a full disk costs time, not results */
}

static uint64_t size_of(const struct problem *problem, int variant)
{
    uint64_t (*const further_size)(const struct problem *) = problem->bench->problem.further_size;
    return variant && further_size ? further_size(problem) : problem->n;
}

enum status job_open(struct job *job, const struct problem *problem, struct worker_context *place, int variant,
                     struct fault *fault)
{
    const uint64_t n = size_of(problem, variant);
    *job = (struct job){.problem = problem,
                        .bench = problem->bench,
                        .device = compute_context_device(place->context),
                        .n = n,
                        .seed = problem->seed,
                        .draw = job_random(place->secret, (uint64_t)variant),
                        .variant = variant,
                        .state = allocate(sizeof(struct job_state))};
    job->state->place = place;
    if (n < 1 || n > problem->n)
        return fail(fault, INVALID, "variant %d has a size of %llu, which is not from 1 to %llu", variant,
                    (unsigned long long)n, (unsigned long long)problem->n);
    job->bench->problem.setup(job);
    const struct fault *setup = &job->state->setup;
    enum status status = setup->status == OK ? OK : fail(fault, setup->status, "%s", setup->text);
    if (status == OK)
        status = add_set(job->state, fault);
    if (status == OK)
        find_expectation(job);
    return status == OK && setup->status != OK ? fail(fault, setup->status, "%s", setup->text) : status;
}

void job_forget_other(struct job *job)
{
    struct other *other = job->state->other;
    for (int s = 0; other && s < MAX_SLOTS; s++)
        slot_free(&other->slot[s]);
    if (!other)
        return;
    store_release(&other->stored);
    free(other->computed);
    free(other);
    job->state->other = NULL;
}

void job_close(struct job *job)
{
    struct job_state *state = job->state;
    if (!state)
        return;
    for (int i = 0; i < MAX_REFERENCES; i++)
        compute_array_free(state->reference[i].scratch);
    for (size_t i = 0; i < state->count; i++)
        array_set_free(&state->sets[i]);
    for (int slot = 0; slot < MAX_SLOTS; slot++)
        slot_free(&state->slot[slot]);
    for (int i = 0; i < MAX_SLOTS; i++)
        free(state->notes[i]);
    for (size_t i = 0; i < state->refusals; i++)
        slot_free(&state->refused[i]);
    free(state->refused);
    store_release(&state->stored);
    free(state->computed);
    job_forget_other(job);
    oracle_free(state->oracle);
    free(state->corrected);
    free(state->change);
    free(state->sets);
    free(state);
    *job = (struct job){0};
}

enum status job_restore(struct job *job, struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = OK;
    state->arranged = 0; /* its host memory may be overwritten, too */
    for (size_t i = 0; i < state->count && status == OK; i++) {
        array_set_check(state->slot, &state->sets[i], NULL); /* which restores guard zones */
        status = array_set_supply(state->place, state->slot, &state->sets[i], fault);
    }
    return status;
}

/* ---- references: a library's function in place of a configuration, on the job's arrays ---- */

/* The reference being run, and its call on the current set. */
static size_t call_of(const struct job *job, const struct reference *reference, struct compute_reference *call)
{
    size_t at = (size_t)(reference - job->bench->references);
    *call = (struct compute_reference){
        .library = reference->library,
        .function = reference->function,
        .arrays = reference->arrays,
        .n = job->n,
        .rows = reference->rows ? reference->rows : job->bench->reference_rows(job->problem),
        .settings = job->problem->inputs.setting,
        .scratch = job->state->reference[at].scratch,
    };
    for (size_t i = 0; i < reference->arrays; i++)
        call->array[i] = job_array(job, reference->slots[i]);
    return at;
}

/* Allocates the scratch that a reference needs, and lets the reference fill it. After a failure it can be tried
 * again. */
static enum status make_ready(struct job *job, size_t at, struct compute_reference *call, struct fault *fault)
{
    struct job_state *state = job->state;
    struct compute_context *context = state->place->context;
    struct compute_array *scratch = NULL;
    size_t bytes;
    enum status status = compute_reference_scratch(context, call, &bytes, fault);
    if (status == OK && bytes)
        status = compute_array_new(context, bytes, &scratch, fault);
    call->scratch = scratch;
    if (status == OK)
        status = compute_reference_prepare(context, call, fault);
    if (status == OK) {
        state->reference[at].ready = true;
        state->reference[at].scratch = scratch;
    } else {
        compute_array_free(scratch);
    }
    return status;
}

/* Queues a call on the current set; before the first one in this job, makes its scratch ready. */
static enum status queue_reference(struct job *job, const struct reference *reference, struct fault *fault)
{
    struct compute_reference call;
    size_t at = call_of(job, reference, &call);
    enum status status = job->state->reference[at].ready ? OK : make_ready(job, at, &call, fault);
    return status == OK ? compute_reference_run(job->state->place->context, &call, fault) : status;
}

/* WRONG_RESULT for a guard zone of its scratch that was written to. */
static enum status check_reference(const struct job *job, const struct reference *reference, struct fault *fault)
{
    struct compute_reference call;
    call_of(job, reference, &call);
    return call.scratch ? compute_array_check(call.scratch, "scratch", fault) : OK;
}

/* ---- iterations ---- */

void job_use(struct job *job, const struct loaded *loaded)
{
    static const struct loaded none;
    struct job_state *state = job->state;
    for (size_t i = 0; i < state->count; i++) {
        compute_graph_free(state->sets[i].graph);
        state->sets[i].graph = NULL;
    }
    state->queued_seconds = 0;
    memcpy(state->kernel, (loaded ? loaded : &none)->kernel, sizeof state->kernel);
}

enum status job_arrange(struct job *job, const struct config *config, struct fault *fault)
{
    struct job_state *state = job->state;
    const bool is_there = state->arranged && !config->reference;
    for (size_t set = 0; set < state->count; set++)
        if (array_set_restore(state->place, state->slot, &state->sets[set], fault) != OK)
            return fault->status;
    if (!job->bench->problem.arrange || (is_there && arranged_alike(job->bench, state->arranged - 1, config->index)))
        return OK;
    state->arranged = 0;
    enum status status = job->bench->problem.arrange(job, config, fault);
    for (int i = 0; i < MAX_SLOTS; i++) {
        struct slot *slot = &state->slot[i];
        for (size_t set = 0; set < state->count && slot->refilled && slot->reshaped && status == OK; set++)
            array_set_drop(&state->sets[set], i);
        for (size_t set = 0; set < state->count && slot->refilled && status == OK; set++)
            status = array_set_arrange(state->place, state->slot, &state->sets[set], i, fault);
        slot->reshaped = slot->reshaped && (status != OK || !slot->refilled); /* some may be missing */
        slot->summed = slot->summed && !slot->refilled;
        slot->refilled = false;
    }
    if (status == OK && !config->reference)
        state->arranged = config->index + 1;
    return status;
}

static bool is_captured(const struct job *job, const struct config *config)
{
    return !config->reference && job->bench->device.captured && job->bench->device.captured(config);
}

/* Calls the bench to queue an iteration. Refuses work before its begin, after its end, or outside its graph, which
 * would be verified but not timed. */
static enum status iterate(struct job *job, const struct config *config, struct fault *fault)
{
    struct job_state *state = job->state;
    for (int i = 0; i < COMPUTE_STREAMS; i++) {
        state->takes_part[i] = i == 0;
        state->awaited[i] = true;
    }
    trace_begin(&state->trace, state->slot, config, is_captured(job, config));
    enum status status = job->bench->device.enqueue(job, config, fault);
    for (int i = 0; i < COMPUTE_STREAMS && status == OK; i++)
        if (!state->awaited[i])
            status = fail(fault, INVALID, "stream 0 does not wait for stream %d at the end of the iteration", i);
    return status;
}

/* Captures an iteration on the current set, if it is to be a graph and is none yet. A failure also ends the capture. */
static enum status capture(struct job *job, const struct config *config, struct fault *fault)
{
    struct compute_context *context = job->state->place->context;
    struct compute_graph *graph = NULL;
    if (!is_captured(job, config) || job->state->sets[job->state->current].graph)
        return OK;
    enum status status = compute_graph_begin(context, fault);
    if (status != OK)
        return status;
    status = iterate(job, config, fault);
    enum status ended = compute_graph_end(context, &graph, status == OK ? fault : NULL);
    if (status == OK)
        status = ended;
    if (status == OK)
        job->state->sets[job->state->current].graph = graph;
    else
        compute_graph_free(graph);
    return status;
}

/* Queues an iteration on the current set: a reference's call, or a graph if the configuration requires it. */
static enum status queue(struct job *job, const struct config *config, struct fault *fault)
{
    struct job_state *state = job->state;
    struct array_set *set = &state->sets[state->current];
    const bool captured = is_captured(job, config);
    state->host_seconds = 0; /* only here: a graph and a reference have none */
    state->queued_seconds = 0;
    enum status status = captured || config->reference ? job_mark_first(state, 0, fault) : OK;
    if (status == OK && config->reference)
        return queue_reference(job, config->reference, fault);
    if (status == OK)
        status = capture(job, config, fault);
    const double start = clock_seconds();
    if (status == OK)
        status = captured ? compute_graph_launch(set->graph, fault) : iterate(job, config, fault);
    state->queued_seconds = clock_seconds() - start;
    return status;
}

enum status job_capture(struct job *job, const struct config *config, struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = OK;
    for (size_t i = 0; i < state->count && is_captured(job, config) && status == OK; i++)
        if (!state->sets[i].graph) {
            state->current = i;
            status = queue(job, config, fault);
        }
    return status;
}

static enum status verify(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    const struct job_state *state = job->state;
    const struct bench_problem *problem = &job->bench->problem;
    const enum status status =
        problem->right_by_bytes ? OK : array_set_read(state->slot, &state->sets[state->judged], fault);
    if (status != OK)
        return status;
    return problem->verify ? problem->verify(job, config, verdict, fault) : job_compare_all(job, verdict, fault);
}

/* Stores the checksum of right outputs for later verifications. */
static enum status verify_once(struct job *job, const struct config *config, struct verdict *verdict,
                               struct fault *fault)
{
    struct known_sum sum;
    enum status status = known_look(job, &sum, verdict, fault);
    if (status != OK || sum.is_right)
        return status;
    status = verify(job, config, verdict, fault);
    if (status == OK)
        known_add(job, &sum, verdict);
    return status;
}

enum status job_judge(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct job_state *state = job->state;
    const struct array_set *set = &state->sets[state->judged];
    enum status status = array_set_check(state->slot, set, fault);
    if (status == OK && config->reference)
        status = check_reference(job, config->reference, fault);
    if (status != OK)
        return status;
    return known_applies(job) ? verify_once(job, config, verdict, fault) : verify(job, config, verdict, fault);
}

bool job_consumes(const struct job *job, const struct config *config)
{
    bool (*const consumes)(const struct config *) = job->bench->device.consumes_input;
    return !config->reference && consumes && consumes(config);
}

bool job_consumes_some(const struct job *job, const struct config *config)
{
    bool some = job_consumes(job, config);
    for (int s = 0; s < MAX_SLOTS; s++)
        some = some || (!config->reference && job->state->slot[s].consumed);
    return some;
}

uint32_t job_filled(const struct job *job)
{
    job->state->counts = true;
    return UINT32_C(0x01010101) * job->state->filled;
}

/* Verifies once, with outputs filled with a byte. */
static enum status prepare(struct job_state *state, uint8_t byte, struct fault *fault)
{
    struct array_set *set = &state->sets[0];
    enum status status = array_set_prepare(state->place, state->slot, set, fault);
    if (status == OK && byte == STALE)
        status = array_set_make_stale(state->slot, set, fault);
    return status == OK ? array_set_supply_consumed(state->place, state->slot, set, fault) : status;
}

/* If some of them should be that byte: with another byte, too. */
static enum status verify_doubtful(struct job *job, const struct config *config, struct verdict *verdict,
                                   struct fault *fault)
{
    job_poison_host(job, STALE);
    enum status status = prepare(job->state, STALE, fault);
    double ns;
    if (status == OK)
        status = job_run_once(job, config, &ns, fault);
    return status == OK ? job_judge(job, config, verdict, fault) : status;
}

enum status job_verify(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct job_state *state = job->state;
    state->current = state->judged = 0;
    job_poison_host(job, POISON);
    state->doubtful = false;
    enum status status = prepare(state, POISON, fault);
    state->trace.on = true;
    if (status == OK)
        status = job_run_once(job, config, &state->verified_ns, fault);
    state->trace.on = false;
    if (status == OK)
        status = job_judge(job, config, verdict, fault);
    return status == OK && state->doubtful ? verify_doubtful(job, config, verdict, fault) : status;
}

enum status job_run_once(struct job *job, const struct config *config, double *ns, struct fault *fault)
{
    struct job_state *state = job->state;
    struct compute_context *context = state->place->context;
    state->current = 0;
    *ns = 0;
    enum status status = capture(job, config, fault); /* which takes the host longer than the device runs it */
    if (status == OK)
        status = compute_mark(context, 0, fault);
    if (status == OK)
        status = queue(job, config, fault);
    if (status == OK)
        status = compute_mark(context, 1, fault);
    const enum status finished = compute_context_finish(context, status == OK ? fault : NULL);
    if (status == OK)
        status = finished;
    return status == OK ? compute_elapsed(context, ns, fault) : status;
}

struct store_key job_trace(const struct job *job)
{
    return store_hash_key(&job->state->trace.hash);
}

enum status job_grow(struct job *job, size_t bytes, size_t most, struct fault *fault)
{
    struct job_state *state = job->state;
    size_t one = 0;
    for (int slot = 0; slot < MAX_SLOTS; slot++)
        one += state->sets[0].array[slot] ? state->slot[slot].bytes : 0;
    enum status status = OK;
    while (status == OK && one && state->count < most && state->count * one < bytes)
        status = add_set(state, fault);
    return status;
}

enum status job_enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    struct job_state *state = job->state;
    state->current = (state->current + 1) % state->count;
    return queue(job, config, fault);
}

enum status job_enqueue_marked(struct job *job, const struct config *config, bool *worked, struct fault *fault)
{
    struct job_state *state = job->state;
    state->unmarked = state->marks = true;
    state->ended = false;
    enum status status = job_enqueue(job, config, fault);
    *worked = !state->unmarked;
    if (status == OK && *worked)
        status = job_mark_last(state, fault);
    state->unmarked = state->marks = false;
    return status;
}
