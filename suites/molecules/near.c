/* An index of particles by cells. */
#include "suites/molecules/near.h"

#include <math.h>
#include <string.h>

/* Cells along an axis: not many more than particles in all. */
static uint64_t most_cells(uint64_t n)
{
    return (uint64_t)cbrt((double)n) + 1;
}

size_t near_bytes(uint64_t n)
{
    const uint64_t most = most_cells(n);
    return sizeof(struct near_index) + (most * most * most + 1 + 2 * n) * sizeof(uint32_t);
}

static void begin(struct near_index *near, const struct near_box *box, double reach)
{
    near->box = *box;
    const double most = (double)most_cells(box->n);
    for (int d = 0; d < 3; d++)
        near->cells[d] = (uint64_t)fmax(1, fmin(most, floor(box->side[d] / (reach * (1 + 1e-6))))); /* roundings */
    near->begins = near->room;
    near->particle = near->begins + near->cells[0] * near->cells[1] * near->cells[2] + 1;
    near->cell = near->particle + box->n;
}

/* The cell along an axis; in an open box the outermost cells include everything beyond. */
static uint64_t cell_along(const struct near_index *near, double place, int d)
{
    double share = place / near->box.side[d];
    if (near->box.periodic)
        share -= floor(share);
    const double at = share * (double)near->cells[d], last = (double)(near->cells[d] - 1);
    return at > 0 ? (uint64_t)fmin(at, last) : 0;
}

static uint32_t number_of(const struct near_index *near, const uint64_t at[3])
{
    return (uint32_t)((at[2] * near->cells[1] + at[1]) * near->cells[0] + at[0]);
}

static uint32_t cell_of(const struct near_index *near, const double place[3])
{
    uint64_t at[3];
    for (int d = 0; d < 3; d++)
        at[d] = cell_along(near, place[d], d);
    return number_of(near, at);
}

/* Particles by their cells, in ascending order. */
static void sort(struct near_index *near)
{
    const uint64_t cells = near->cells[0] * near->cells[1] * near->cells[2];
    memset(near->begins, 0, (cells + 1) * sizeof *near->begins);
    for (uint64_t i = 0; i < near->box.n; i++)
        near->begins[near->cell[i]]++;
    for (uint64_t c = 1; c <= cells; c++) /* the end of each */
        near->begins[c] += near->begins[c - 1];
    for (uint64_t i = near->box.n; i-- > 0;) /* and, in sequence, the begin */
        near->particle[--near->begins[near->cell[i]]] = (uint32_t)i;
}

static double coordinate(const struct near_places *places, uint64_t i, uint64_t d)
{
    const uint64_t at = i * places->stride + d * places->axis;
    return places->doubles ? ((const double *)places->coordinate)[at] : (double)((const float *)places->coordinate)[at];
}

void near_fill(struct near_index *near, const struct near_box *box, double reach, const struct near_places *places)
{
    begin(near, box, reach);
    for (uint64_t i = 0; i < box->n; i++)
        near->cell[i] =
            cell_of(near, (double[]){coordinate(places, i, 0), coordinate(places, i, 1), coordinate(places, i, 2)});
    sort(near);
}

/* The cells from one before to one after: their indices, and how many they are. */
static int around(const struct near_index *near, uint64_t at, int d, uint64_t cell[3])
{
    const uint64_t cells = near->cells[d];
    int count = 0;
    for (uint64_t step = 0; step < 3 && step < cells; step++) {
        if (cells < 3) /* all of them */
            cell[count++] = step;
        else if (near->box.periodic || (at + step >= 1 && at + step <= cells))
            cell[count++] = (at + step + cells - 1) % cells;
    }
    return count;
}

int near_spans(const struct near_index *near, uint64_t i, struct near_span span[NEAR_MOST_SPANS])
{
    const uint64_t own = near->cell[i], row = own / near->cells[0];
    const uint64_t at[3] = {own % near->cells[0], row % near->cells[1], row / near->cells[1]};
    uint64_t cell[3][3];
    int count[3], spans = 0;
    for (int d = 0; d < 3; d++)
        count[d] = around(near, at[d], d, cell[d]);
    for (int z = 0; z < count[2]; z++)
        for (int y = 0; y < count[1]; y++)
            for (int x = 0; x < count[0]; x++) {
                const uint32_t c = number_of(near, (uint64_t[]){cell[0][x], cell[1][y], cell[2][z]});
                span[spans++] =
                    (struct near_span){near->particle + near->begins[c], near->begins[c + 1] - near->begins[c]};
            }
    return spans;
}
