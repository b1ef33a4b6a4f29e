#include "tuner/search/doubt.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- tried configurations ---- */

void doubt_tell(struct doubt *doubt, uint64_t index, double ns)
{
    if (!indices_add(&doubt->tried, index) || !(ns > 0))
        return;
    size_t at = doubt->timed;
    while (at > 0 && ns < doubt->fastest_ns[at - 1])
        at--;
    if (at == DOUBT_FASTEST)
        return;
    doubt->timed += doubt->timed < DOUBT_FASTEST;
    for (size_t i = doubt->timed - 1; i > at; i--)
        doubt->fastest_ns[i] = doubt->fastest_ns[i - 1];
    doubt->fastest_ns[at] = ns;
    if (at == 0)
        doubt->best = index;
}

void doubt_free(struct doubt *doubt)
{
    indices_free(&doubt->tried);
    *doubt = (struct doubt){0};
}

/* ---- the neighbours of the best ---- */

/* Enough for all neighbours in all but the widest spaces. */
enum { MOST_NEIGHBOURS = 1 << 12 };

struct around {
    const struct indices *tried;
    uint64_t *open; /* which were not */
    size_t opens, count;
};

static bool count_neighbour(void *user, uint64_t index)
{
    struct around *around = user;
    if (!indices_have(around->tried, index))
        around->open[around->opens++] = index;
    return ++around->count < MOST_NEIGHBOURS;
}

/* The tried share of the configurations that differ from the best in one value; 0 if there are none. */
static double share_around(const struct doubt *doubt, const struct allowed *allowed)
{
    static const struct neighbourhood next = {1, SIZE_MAX};
    FREED uint64_t *open = allocate(MOST_NEIGHBOURS * sizeof *open);
    struct around around = {.tried = &doubt->tried, .open = open};
    solved_neighbours(&allowed->solved, doubt->best, &next, count_neighbour, &around);
    const size_t tried = around.count - around.opens, left = allowed_keep(allowed, open, around.opens);
    return tried + left ? (double)tried / (double)(tried + left) : 0;
}

/* ---- the estimate ---- */

/* It was fitted to searches of 20 to 400 evaluations: more than that are treated as 400. */
enum { FITTED_MOST = 400 };

bool doubt_look(const struct doubt *doubt, const struct allowed *allowed, uint64_t count, struct doubt_signs *signs)
{
    const size_t tried = doubt->tried.count;
    if (tried >= count || doubt->timed < 2)
        return false;
    const double share = share_around(doubt, allowed);
    signs->tried = log((double)tried / (double)(count - tried));
    signs->around = pow(share, 4) * fmin((double)tried, FITTED_MOST) / 200;
    signs->gap = log(log(doubt->fastest_ns[doubt->timed - 1] / *doubt->fastest_ns) + 0.001);
    return true;
}

/* Made by ci/doubt.py. */
static const double weight_tried = 0.374, weight_around = 1.508, weight_gap = -0.892;

/* The remaining gain, and the sum from which on it is reported. */
static const struct {
    double left, least;
} levels[] = {{0.01, 3.68}, {0.05, 3.51}, {0.07, 3.25}, {0.1, 2.89}, {0.15, 2.37},
              {0.2, 1.72},  {0.3, 0.41},  {0.4, -0.43}, {0.5, -1.22}};

/* From this logarithm of tried over untried on, the best is probably tried, regardless of times: 19 of 20. */
static const double nearly_all = 2.944;

double doubt_left(const struct doubt_signs *signs)
{
    if (signs->tried >= nearly_all)
        return levels[0].left;
    const double sum = weight_tried * signs->tried + weight_around * signs->around + weight_gap * signs->gap;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (sum >= levels[i].least)
            return levels[i].left;
    return 1;
}
