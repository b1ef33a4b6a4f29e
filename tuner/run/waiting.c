/* The queue of compiled configurations that wait for a device. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <string.h>

/* Moves the configuration at an index to the front. */
static void bring_forward(struct run *run, size_t place)
{
    struct candidate *next = &run->ready[run->ready_at];
    const struct candidate brought = run->ready[place];
    memmove(next + 1, next, (place - run->ready_at) * sizeof *next);
    *next = brought;
}

/* The default is the baseline: it is measured before a budget can end. */
void run_wait(struct run *run, const struct candidate *candidate)
{
    run->ready = grow(run->ready, run->ready_count, &run->ready_capacity, sizeof *run->ready);
    run->ready[run->ready_count++] = *candidate;
    if (candidate->index == run->search.first)
        bring_forward(run, run->ready_count - 1);
}

/* Whether it needs the arrangement of inputs that the device has. Ignored if a budget may end the search: it would
 * measure few arrangements. */
static bool is_alike(const struct run *run, const struct candidate *candidate, uint64_t previous)
{
    return run->options.budget.binds || !run->bench->problem.arranged_by || candidate->index == run->search.first ||
           arranged_alike(run->bench, candidate->index, previous);
}

/* Moves the first that is not postponed to the front, preferring the arrangement of the previous one. */
static void choose(struct run *run, uint64_t previous)
{
    size_t next = run->ready_count;
    for (size_t i = run->ready_at; i < run->ready_count; i++) {
        if (tries_put_off(run->tries, run->ready[i].index))
            continue;
        next = next < i ? next : i;
        if (is_alike(run, &run->ready[i], previous)) {
            next = i;
            break;
        }
    }
    if (next < run->ready_count)
        bring_forward(run, next);
}

void run_wait_again(struct run *run, const struct candidate *candidate)
{
    run->ready[--run->ready_at] = *candidate; /* a free entry */
}

struct candidate run_next(struct run *run, uint64_t previous)
{
    choose(run, previous);
    return run->ready[run->ready_at++];
}
