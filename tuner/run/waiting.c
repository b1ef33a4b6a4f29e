/* Configurations that are compiled and wait for the device. */
#include "tuner/run/run.h"

#include "base/memory.h"

#include <string.h>

/* Of those that wait, the one at a place comes next. */
static void bring_forward(struct run *run, size_t place)
{
    struct candidate *next = &run->ready[run->ready_at];
    const struct candidate brought = run->ready[place];
    memmove(next + 1, next, (place - run->ready_at) * sizeof *next);
    *next = brought;
}

/* The default, with which others are compared, must not miss the end of a budget. */
void run_wait(struct run *run, const struct candidate *candidate)
{
    run->ready = grow(run->ready, run->ready_count, &run->ready_capacity, sizeof *run->ready);
    run->ready[run->ready_count++] = *candidate;
    if (candidate->index == run->search.first)
        bring_forward(run, run->ready_count - 1);
}

/* Brings forward what needs no other inputs than the device has. Not where a budget may end the search: what it had
 * measured then would be of few arrangements. */
static void visit_together(struct run *run)
{
    size_t alike = run->ready_at;
    if (run->options->budgeted || !run->bench->problem.arranged_by || run->ready[alike].index == run->search.first)
        return;
    while (alike < run->ready_count && !arranged_alike(run->bench, run->ready[alike].index, run->measuring.index))
        alike++;
    if (alike < run->ready_count)
        bring_forward(run, alike);
}

struct candidate run_next(struct run *run)
{
    visit_together(run);
    return run->ready[run->ready_at++];
}
