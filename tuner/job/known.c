/* Outputs that were found right before, by checksum: most configurations of a space give the same bytes, and reading
 * back and comparing 10^8 numbers takes longer than computing them. */
#include "tuner/job/job.h"

#include "base/memory.h"

#include <string.h>

enum { LEAST_BYTES = 1 << 20 }; /* minimum bytes of outputs: a checksum of smaller ones takes as long as reading them */

static bool is_summed(const struct slot *slot)
{
    return slot->role == SLOT_OUTPUT || (slot->role == SLOT_INPUT && slot->consumed);
}

static size_t bytes_of(const struct job_state *state)
{
    size_t bytes = 0;
    for (int s = 0; s < MAX_SLOTS; s++)
        bytes += is_summed(&state->slot[s]) ? state->slot[s].bytes : 0;
    return bytes;
}

/* A checksum covers whole words only: these are the bytes after the last one. */
static enum status tail_of(const struct slot *slot, struct compute_array *array, uint32_t *tail, struct fault *fault)
{
    const size_t rest = slot->bytes % sizeof *tail;
    *tail = 0;
    return rest ? compute_array_read(array, slot->bytes - rest, tail, rest, fault) : OK;
}

/* The key of all data that verify() reads, and of the seed of the inputs. */
static enum status sum_of(const struct job *job, struct store_key *key, struct fault *fault)
{
    const struct job_state *state = job->state;
    struct store_hash hash = store_hash_start();
    enum status status = OK;
    store_hash_add(&hash, &job->seed, sizeof job->seed);
    for (int s = 0; s < MAX_SLOTS && status == OK; s++) {
        struct compute_array *array = state->sets[state->judged].array[s];
        uint64_t sum;
        uint32_t tail;
        if (!is_summed(&state->slot[s]))
            continue;
        status = worker_context_checksum(state->place, array, &sum, fault);
        if (status == OK)
            status = tail_of(&state->slot[s], array, &tail, fault);
        if (status == OK) {
            store_hash_add(&hash, &sum, sizeof sum);
            store_hash_add(&hash, &tail, sizeof tail);
        }
    }
    *key = store_hash_key(&hash);
    return status;
}

bool known_applies(const struct job *job)
{
    const struct job_state *state = job->state;
    return job->bench->problem.right_by_bytes && !state->altered && bytes_of(state) >= LEAST_BYTES &&
           registry_has_kernel(state->place->registry, CHECKSUM_FILE);
}

enum status known_look(const struct job *job, struct known_sum *sum, struct verdict *verdict, struct fault *fault)
{
    const struct known *known = &job->state->known;
    const enum status status = sum_of(job, &sum->key, fault);
    sum->is_right = false;
    for (size_t i = 0; i < known->count && status == OK; i++)
        if (!strcmp(known->right[i].key.text, sum->key.text)) {
            *verdict = known->right[i].verdict;
            job->state->doubtful = known->right[i].doubtful;
            sum->is_right = true;
        }
    return status;
}

void known_add(const struct job *job, const struct known_sum *sum, const struct verdict *verdict)
{
    struct known *known = &job->state->known;
    known->right[known->next] = (struct known_right){sum->key, *verdict, job->state->doubtful};
    known->next = (known->next + 1) % MOST_KNOWN;
    known->count += known->count < MOST_KNOWN;
}

/* ---- for the suite's own functions ---- */

void job_doubt(const struct job *job)
{
    job->state->doubtful = true;
}

void job_forget_right(const struct job *job)
{
    job->state->known.count = job->state->known.next = 0;
}

void *job_notes(const struct job *job, size_t which, size_t bytes)
{
    void **const notes = &job->state->notes[which];
    if (!*notes)
        *notes = allocate(bytes);
    return *notes;
}
