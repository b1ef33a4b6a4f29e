#include "simulate/runs.h"

#include "base/memory.h"
#include "tuner/search/order.h"
#include "tuner/values.h"

#include <math.h>
#include <stdlib.h>

/* The outcome of a configuration that a strategy proposed. */
static struct observation observation_of(const struct recorded *recorded, uint64_t index, size_t rank)
{
    struct observation observed = {.index = index, .status = recorded->status[rank], .interval_ns = {NAN, NAN}};
    observed.resources = recorded->resources[rank];
    observed.ns = observed.status == OK ? recorded->ns[rank] : 0;
    return observed;
}

_Static_assert((size_t)MOST_LIKE <= (size_t)MOST_WANTED, "what is like a space is wanted");

/* The configurations drawn, and the best of similar results. */
static uint64_t *find_first(const struct runs *runs, struct choices *choices, uint64_t seed)
{
    const struct recorded *recorded = runs->recorded;
    const uint64_t drawn = solved_draw(&recorded->allowed.solved, seed, 0);
    struct wanted wanted = {.count = runs->like ? runs->like->rows : 0};
    if (runs->like) {
        like_indices(runs->like, recorded->named, drawn, wanted.index);
        wanted.elsewhere.count =
            like_times(runs->like, recorded->named, drawn, &wanted.elsewhere.index, &wanted.elsewhere.ns);
    }
    return order_first(choices, drawn, &wanted);
}

/* One run, whose places are written to one column. */
static void run(const struct runs *runs, const struct strategy *strategy, uint64_t seed, size_t *place,
                struct run_end *end)
{
    const struct recorded *recorded = runs->recorded;
    struct choices choices = {.space = &recorded->bench.space,
                              .allowed = &recorded->allowed,
                              .count = recorded->count,
                              .option = strategy->has_values ? strategy->value : NULL};
    uint64_t *first = find_first(runs, &choices, seed);
    const struct search_budget budget = {.configurations = runs->evaluations,
                                         .binds = runs->evaluations < recorded->count};
    uint64_t most, index;
    size_t best = recorded->count, done = 0;
    FREED_BY(doubt_free) struct doubt doubt = {0};
    void *state = strategy->start(&choices, &budget, seed, &most);
    while (done < runs->evaluations && strategy->ask(state, &index) == ASK_INDEX) {
        const size_t rank = (size_t)solved_rank(&recorded->allowed.solved, index);
        const struct observation observed = observation_of(recorded, index, rank);
        best = recorded->place[rank] < best ? recorded->place[rank] : best;
        place[done++ * runs->repeats] = best;
        strategy->tell(state, &observed);
        doubt_tell(&doubt, index, observed.ns);
    }
    end->is_open = doubt_look(&doubt, &recorded->allowed, recorded->count, &end->signs);
    end->best_ns = *doubt.fastest_ns;
    strategy->end(state);
    elsewhere_free(&choices.elsewhere);
    free(first);
    for (; done < runs->evaluations; done++)
        place[done * runs->repeats] = best;
}

struct runs runs_make(const struct recorded *recorded, const struct like *like, const struct strategy *strategy,
                      size_t repeats, size_t evaluations, uint64_t seed)
{
    struct runs runs = {recorded, like,
                        repeats,  evaluations < recorded->count ? evaluations : recorded->count,
                        NULL,     allocate(repeats * sizeof *runs.end)};
    runs.place = allocate(runs.evaluations * repeats * sizeof *runs.place);
#pragma omp parallel for schedule(dynamic)
    for (size_t r = 0; r < repeats; r++)
        run(&runs, strategy, job_random(seed, r), runs.place + r, &runs.end[r]);
    return runs;
}

void runs_free(struct runs *runs)
{
    free(runs->place);
    free(runs->end);
    *runs = (struct runs){0};
}

/* ---- evaluations needed ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The number of values at either end outside the median's 95 % interval, for any distribution: fewer heads of `count`
 * coins have a probability below 2.5 %. At most 1000. */
static size_t outside(size_t count)
{
    double term = pow(0.5, (double)count), sum = term;
    size_t heads = 0;
    while (sum <= 0.025) {
        heads++;
        term *= (double)(count - heads + 1) / (double)heads;
        sum += term;
    }
    return heads;
}

/* INFINITY: more than the run has. */
static double evaluations_to(const struct runs *runs, size_t run, size_t first)
{
    size_t e = 0;
    while (e < runs->evaluations && runs->place[e * runs->repeats + run] >= first)
        e++;
    return e < runs->evaluations ? (double)e + 1 : INFINITY;
}

double runs_at_most_more(const struct runs *runs, const struct runs *without, size_t first, size_t more)
{
    size_t count = 0;
    for (size_t r = 0; r < runs->repeats; r++)
        count += evaluations_to(runs, r, first) <= evaluations_to(without, r, first) + (double)more;
    return (double)count / (double)runs->repeats;
}

struct reach runs_reach(const struct runs *runs, size_t first)
{
    const size_t repeats = runs->repeats, out = outside(repeats);
    size_t there = 0;
    struct reach reach = {.interval = {NAN, NAN}};
    FREED double *taken = allocate(repeats * sizeof *taken);
    for (size_t r = 0; r < repeats; r++) {
        taken[r] = evaluations_to(runs, r, first);
        there += !isinf(taken[r]);
    }
    reach.share = (double)there / (double)repeats;
    qsort(taken, repeats, sizeof *taken, ascending);
    reach.median = (taken[(repeats - 1) / 2] + taken[repeats / 2]) / 2;
    if (out) {
        reach.interval[0] = taken[out - 1];
        reach.interval[1] = taken[repeats - out];
    }
    return reach;
}

struct reach chance_reach(const struct recorded *recorded, size_t evaluations, size_t first)
{
    struct reach reach = {.median = INFINITY, .interval = {NAN, NAN}};
    double none = 1; /* the probability that none of the first was drawn */
    for (size_t e = 0; e < evaluations && e < recorded->count; e++) {
        const double left = (double)(recorded->count - e), others = left - (double)first;
        none *= others > 0 ? others / left : 0;
        if (none <= 0.5 && reach.median == INFINITY)
            reach.median = (double)e + 1;
    }
    reach.share = 1 - none;
    return reach;
}
