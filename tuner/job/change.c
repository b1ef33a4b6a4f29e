/* Verification after timing, in one of two ways. (1) A few elements of the inputs are changed, at positions that the
 * run's secret chooses, and outputs stay as the timed iterations left them: a kernel that stored the answer, or knows
 * which positions are sampled, returns the old one. (2) Inputs stay, and some words of the outputs are changed, at
 * secret positions: a kernel that skips the work if a few positions look done leaves them unchanged. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct altered {
    int slot;
    size_t offset, bytes;
    uint8_t was[JOB_CHANGED], is[JOB_CHANGED];
};

enum { FEW_CHANGES = 8 }; /* room for so many at first; it grows */

/* The current check, or the last one. */
struct change {
    struct timed_check check;
    uint64_t drawn; /* how many numbers were drawn from its secret */
    uint64_t draw;  /* the job's own, during the check */
    size_t count, capacity;
    void *made[MAX_SLOTS]; /* host copies of the initial inputs, while inputs are as iterations left them; or NULL */
    bool open;             /* there are changes to revert */
    struct fault fault;
    struct altered altered[]; /* `count` of them; there is room for `capacity` */
};

/* ---- for change() of a bench ---- */

uint64_t job_draw(struct job *job, uint64_t below)
{
    struct change *change = job->state->change;
    return job_random(change->check.secret, change->drawn++) % below;
}

void job_refuse(struct job *job, const struct fault *why)
{
    struct job_state *state = job->state;
    fail(state->change && state->change->open ? &state->change->fault : &state->setup, why->status, "%s", why->text);
}

static const struct altered *find_altered(const struct job *job, int slot, size_t offset)
{
    const struct change *change = job->state->change;
    for (size_t i = change ? change->count : 0; i-- > 0;)
        if (change->altered[i].slot == slot && change->altered[i].offset == offset)
            return &change->altered[i];
    return NULL;
}

double job_generated(const struct job *job, int slot, uint64_t i)
{
    const struct recipe recipe = job->state->slot[slot].recipe;
    const struct altered *altered = find_altered(job, slot, i * recipe_element_bytes(recipe));
    return altered ? recipe_read(recipe, altered->is) : recipe_value(recipe, i);
}

void job_change(struct job *job, int slot, size_t offset, const void *value, size_t bytes)
{
    struct change *change = job->state->change;
    struct slot *of = &job->state->slot[slot];
    if (bytes > JOB_CHANGED || offset + bytes > of->bytes) {
        fail(&change->fault, INVALID, "%s: no change of %zu bytes at %zu can be made", of->name, bytes, offset);
        return;
    }
    if (change->count == change->capacity) {
        change->capacity = 2 * change->capacity + FEW_CHANGES;
        job->state->change = change = resize(change, sizeof *change + change->capacity * sizeof *change->altered);
    }
    struct altered *altered = &change->altered[change->count];
    *altered = (struct altered){.slot = slot, .offset = offset, .bytes = bytes};
    memcpy(altered->is, value, bytes);
    if (of->role == SLOT_GENERATED)
        recipe_write(of->recipe, job_generated(job, slot, offset / recipe_element_bytes(of->recipe)), altered->was);
    else {
        memcpy(altered->was, (const uint8_t *)of->host + offset, bytes);
        memcpy((uint8_t *)of->host + offset, value, bytes);
    }
    change->count++;
    job->state->altered = true;
}

double job_change_generated(struct job *job, int slot, uint64_t i, double value)
{
    const struct recipe recipe = job->state->slot[slot].recipe;
    const size_t bytes = recipe_element_bytes(recipe);
    uint8_t element[JOB_CHANGED];
    recipe_write(recipe, value, element);
    job_change(job, slot, i * bytes, element, bytes);
    return recipe_read(recipe, element);
}

void *job_corrected(struct job *job, size_t bytes)
{
    struct job_state *state = job->state;
    if (!state->corrected) {
        void *copy = allocate(bytes);
        memcpy(copy, job_expected(job), bytes);
        state->corrected = copy;
        state->altered = true;
    }
    return state->corrected;
}

/* ---- expected inputs of the device ---- */

static bool is_kept(const struct slot *slot)
{
    return (slot->role == SLOT_INPUT || slot->role == SLOT_GENERATED) && !slot->consumed;
}

/* Computes the unknown checksums of a set's inputs, which it generates anew for that. */
static enum status compute_sums(struct job_state *state, struct array_set *set, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        struct slot *slot = &state->slot[s];
        if (!is_kept(slot) || slot->summed)
            continue;
        status = array_set_renew(state->place, state->slot, set, s, fault);
        if (status == OK)
            status = worker_context_checksum(state->place, set->array[s], &slot->sum, fault);
        slot->summed = status == OK;
    }
    return status;
}

static enum status compare_sums(const struct job_state *state, const struct array_set *set, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        const struct slot *slot = &state->slot[s];
        uint64_t sum = slot->sum;
        if (is_kept(slot) && slot->summed)
            status = worker_context_checksum(state->place, set->array[s], &sum, fault);
        if (status == OK && sum != slot->sum)
            status = fail(fault, WRONG_RESULT, "%s, an input, was written to", slot->name);
    }
    return status;
}

/* ---- a check ---- */

/* Queues the changes of a set, without waiting: the judged iteration follows the previous one as timed iterations do,
 * and so also finds the previous one's contents of local memory. Or reverts them, last change first. */
static enum status put_changes(const struct job_state *state, const struct array_set *set, bool back,
                               struct fault *fault)
{
    const struct change *change = state->change;
    enum status status = OK;
    for (size_t i = 0; i < change->count && status == OK; i++) {
        const struct altered *altered = &change->altered[back ? change->count - 1 - i : i];
        struct compute_array *array = set->array[altered->slot];
        if (array && back)
            status = compute_array_write(array, altered->offset, altered->was, altered->bytes, fault);
        else if (array)
            status = compute_array_send(array, altered->offset, altered->is, altered->bytes, 0, fault);
    }
    return status;
}

/* Whether a slot's host memory has the content that iterations left, which must be preserved. */
static bool has_left_content(const struct slot *slot)
{
    return slot->left && slot->host == compute_host_bytes(slot->left);
}

static void give_back_hosts(struct job_state *state)
{
    for (int s = 0; s < MAX_SLOTS; s++) {
        void **const made = &state->change->made[s];
        if (!*made)
            continue;
        if (!has_left_content(&state->slot[s]))
            free(state->slot[s].host);
        state->slot[s].host = *made;
        *made = NULL;
    }
}

/* Reverts the changes on the host. */
static void revert_on_host(struct job *job)
{
    struct change *change = job->state->change;
    for (size_t i = change->count; i-- > 0;) {
        const struct altered *altered = &change->altered[i];
        uint8_t *host = job->state->slot[altered->slot].host;
        if (host)
            memcpy(host + altered->offset, altered->was, altered->bytes);
    }
    give_back_hosts(job->state);
    change->open = false;
    change->count = 0;
    free(job->state->corrected);
    job->state->corrected = NULL;
    job->state->altered = false;
    job->draw = change->draw;
}

enum status job_take_back(struct job *job, struct fault *fault)
{
    const struct job_state *state = job->state;
    if (!state->change || !state->change->open)
        return OK;
    const enum status status = put_changes(state, &state->sets[state->judged], true, fault);
    revert_on_host(job);
    return status;
}

static bool has_outputs(const struct job_state *state)
{
    bool has = false;
    for (int s = 0; s < MAX_SLOTS; s++)
        has = has || state->slot[s].role == SLOT_OUTPUT || state->slot[s].role == SLOT_HOST_OUTPUT ||
              state->slot[s].judged;
    return has;
}

static void begin(struct job *job, struct timed_check check)
{
    struct job_state *state = job->state;
    if (job->bench->problem.continues && !has_outputs(state))
        check.spoils = false; /* only inputs could be consumed, and they are generated anew */
    const struct bench_problem *problem = &job->bench->problem;
    if (!state->change)
        state->change = allocate(sizeof *state->change);
    *state->change =
        (struct change){.check = check, .draw = job->draw, .capacity = state->change->capacity, .open = true};
    state->judged = job_draw(job, state->count);
    state->current = (state->judged + state->count - 1) % state->count;
    if (!problem->expected_bytes && !problem->expect_number) /* else it has only some positions */
        job->draw = job_random(check.secret, UINT64_MAX);
}

/* ---- inputs that iterations write to ---- */

enum { HEAD = 1 << 22, LONG_TO_READ = 1 << 26 };

/* Whether an iteration can be judged although the inputs that it writes to differ from the initial ones. */
static bool may_judge_left(struct job *job, const struct config *config)
{
    const struct job_state *state = job->state;
    bool good = job->bench->problem.continues && job_consumes_some(job, config);
    for (int s = 0; s < MAX_SLOTS && good; s++)
        good = !state->slot[s].consumed || job->bench->problem.continues(job, s, NULL, 0);
    return good;
}

/* Whether another iteration can be judged on the inputs that the previous ones left, by their first bytes. */
static bool may_continue(struct job *job, const struct array_set *set)
{
    const struct job_state *state = job->state;
    FREED void *head = allocate(HEAD);
    bool good = true;
    for (int s = 0; s < MAX_SLOTS && good; s++) {
        const size_t bytes = state->slot[s].bytes < HEAD ? state->slot[s].bytes : HEAD;
        if (state->slot[s].consumed)
            good = compute_array_read(set->array[s], 0, head, bytes, NULL) == OK &&
                   job->bench->problem.continues(job, s, head, bytes);
    }
    return good;
}

/* Page-locked if possible, since arrays are read there repeatedly. */
static void *room_for_left(struct job_state *state, struct slot *slot)
{
    struct compute_context *context = state->place->context;
    const bool is_there = slot->left || compute_host_new(context, slot->bytes, true, &slot->left, NULL) == OK;
    return is_there ? compute_host_bytes(slot->left) : resize(NULL, slot->bytes);
}

/* Reads the inputs that iterations wrote to into the host's copies. */
static enum status read_left(struct job_state *state, const struct array_set *set, struct fault *fault)
{
    enum status status = OK;
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        struct slot *slot = &state->slot[s];
        if (!slot->consumed)
            continue;
        void *left = room_for_left(state, slot);
        status = compute_array_read(set->array[s], 0, left, slot->bytes, fault);
        state->change->made[s] = slot->host;
        state->altered = true;
        slot->host = left;
    }
    if (status != OK)
        give_back_hosts(state);
    return status;
}

static size_t consumed_bytes(const struct job_state *state)
{
    size_t bytes = 0;
    for (int s = 0; s < MAX_SLOTS; s++)
        bytes += state->slot[s].consumed ? state->slot[s].bytes : 0;
    return bytes;
}

/* In three checks of four (one of four for large arrays, which take long to read) the inputs that iterations write to
 * stay as the timed iterations left them, so that the judged one cannot be distinguished; or, if values grew too much,
 * as a few iterations on fresh inputs leave them. In the others they are fresh. */
static enum status supply_consumed(struct job *job, const struct config *config, struct array_set *set,
                                   struct fault *fault)
{
    enum { FEW = 4 };
    struct job_state *state = job->state;
    const size_t before = state->current;
    const uint64_t of_four = consumed_bytes(state) > LONG_TO_READ ? 1 : 3;
    const bool continues = !state->change->check.spoils && may_judge_left(job, config) && job_draw(job, 4) < of_four;
    if (continues && may_continue(job, set))
        return read_left(state, set, fault);
    enum status status = array_set_supply_consumed(state->place, state->slot, set, fault);
    for (uint64_t i = continues ? 1 + job_draw(job, FEW) : 0; i > 0 && status == OK; i--) {
        state->current = before;
        status = job_enqueue(job, config, fault);
    }
    state->current = before;
    return status == OK && continues ? read_left(state, set, fault) : status;
}

static enum status change_elements(struct job *job, const struct config *config, struct array_set *set,
                                   struct fault *fault)
{
    struct job_state *state = job->state;
    job->bench->problem.change(job, config);
    if (state->change->fault.status != OK)
        return fail(fault, state->change->fault.status, "%s", state->change->fault.text);
    return put_changes(state, set, false, fault);
}

/* Makes outputs nearly right; or, if iterations add to them, or nothing can be changed, overwrites all with a value
 * that is never right. */
static enum status spoil_outputs(struct job *job, const struct array_set *set, struct fault *fault)
{
    struct job_state *state = job->state;
    if (state->change->check.spoils && registry_has_kernel(state->place->registry, SPOIL_FILE) && !state->counts)
        return array_set_spoil(state->place, state->slot, set, (uint32_t)job_draw(job, UINT32_MAX), fault);
    job_poison_host(job, STALE);
    return array_set_make_stale(state->slot, set, fault);
}

bool timed_check_is_odd(struct timed_check check)
{
    return check.thorough && check.secret >> 63;
}

enum status job_change_inputs(struct job *job, const struct config *config, struct timed_check check,
                              struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = job_take_back(job, fault);
    if (status != OK)
        return status;
    begin(job, check);
    struct array_set *set = &state->sets[state->judged];
    status = job_consumes(job, config) ? array_set_supply(state->place, state->slot, set, fault)
                                       : supply_consumed(job, config, set, fault);
    if (status == OK && check.thorough && registry_has_kernel(state->place->registry, CHECKSUM_FILE) &&
        !job_consumes(job, config))
        status = compute_sums(state, set, fault);
    if (status == OK && job->bench->problem.change && !state->change->check.spoils)
        status = change_elements(job, config, set, fault);
    if (status == OK && !state->change->count)
        status = spoil_outputs(job, set, fault);
    if (status != OK)
        job_take_back(job, NULL);
    return status;
}

/* Judges with the changes, and reverts them. A wrong result that is right without the changes is a stored answer. */
static enum status judge(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    struct fault wrong = {0};
    struct verdict without;
    const bool changed = job->state->change->count > 0;
    const enum status status = job_judge(job, config, verdict, &wrong);
    const enum status back = job_take_back(job, status == OK ? fault : NULL);
    if (status == OK)
        return back;
    const bool kept = status == WRONG_RESULT && changed && job_judge(job, config, &without, NULL) == OK;
    return fail(fault, status, "%s%s", kept ? "the answer to its inputs before they were changed: " : "", wrong.text);
}

enum status job_judge_changed(struct job *job, const struct config *config, struct verdict *verdict,
                              struct fault *fault)
{
    struct job_state *state = job->state;
    enum status status = compute_context_finish(state->place->context, fault);
    if (status == OK)
        status = judge(job, config, verdict, fault);
    if (status == OK && state->change->check.thorough && !job_consumes(job, config))
        status = compare_sums(state, &state->sets[state->judged], fault);
    return status;
}

enum status job_verify_changed(struct job *job, const struct config *config, struct timed_check check,
                               struct verdict *verdict, struct fault *fault)
{
    enum status status = timed_check_is_odd(check) ? job_enqueue(job, config, fault) : OK;
    if (status == OK)
        status = job_change_inputs(job, config, check, fault);
    if (status != OK)
        return status;
    status = job_enqueue(job, config, fault);
    const enum status judged = job_judge_changed(job, config, verdict, status == OK ? fault : NULL);
    return status == OK ? judged : status;
}
