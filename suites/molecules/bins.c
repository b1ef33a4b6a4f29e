#include "suites/molecules/bins.h"

#include <math.h>
#include <string.h>

struct bins bins_make(uint64_t tiles, double cutoff, int side)
{
    int margin = (int)ceil(cutoff / side);
    return (struct bins){side, (int)tiles * (TILE_SIDE / side) + 2 * margin, margin};
}

size_t bins_find(struct bins bins, struct mm_float4 atom)
{
    const float place[] = {atom.z, atom.y, atom.x};
    size_t number = 0;
    for (int d = 0; d < 3; d++)
        number = number * (size_t)bins.across + (size_t)(floorf(place[d] / (float)bins.side) + (float)bins.margin);
    return number;
}

size_t bins_fill(struct bins bins, int capacity, const struct mm_float4 *atom, struct atom_counts counts,
                 struct mm_float4 *slot, struct mm_float4 *extra)
{
    size_t extras = 0;
    memset(slot, 0, bins_count(bins) * (size_t)capacity * sizeof *slot);
    for (size_t a = 0; a < counts.all; a++) {
        struct mm_float4 *place = &slot[bins_find(bins, atom[a]) * (size_t)capacity];
        int taken = a < counts.off_points ? 0 : capacity;
        while (taken < capacity && place[taken].w != 0)
            taken++;
        if (taken < capacity)
            place[taken] = atom[a];
        else
            extra[extras++] = atom[a];
    }
    return extras;
}

void bins_sort(struct bins bins, const struct mm_float4 *atom, size_t count, uint32_t *start, struct mm_float4 *sorted)
{
    size_t cells = bins_count(bins);
    memset(start, 0, (cells + 1) * sizeof *start);
    for (size_t a = 0; a < count; a++)
        start[bins_find(bins, atom[a]) + 1]++;
    for (size_t b = 0; b < cells; b++)
        start[b + 1] += start[b];
    for (size_t a = count; a-- > 0;) /* each start moves down to the one before it, and all up again below */
        sorted[--start[bins_find(bins, atom[a]) + 1]] = atom[a];
    memmove(start, start + 1, cells * sizeof *start);
    start[cells] = (uint32_t)count;
}

bool bins_near(int side, const int offset[3], const double first[3], const double last[3], double cutoff)
{
    double squares = 0;
    for (int d = 0; d < 3; d++) {
        double behind = offset[d] * side - last[d], before = (first ? first[d] : 0) - (offset[d] + 1) * side;
        double apart = fmax(0, fmax(behind, before));
        squares += apart * apart;
    }
    return squares < cutoff * cutoff;
}

/* Whether the ball around a bin comes within the cutoff of the ball around a tile. */
static bool balls_near(int side, const int offset[3], double cutoff)
{
    double squares = 0, most = cutoff + 0.5 * sqrt(3) * (TILE_SIDE + side);
    for (int d = 0; d < 3; d++) {
        double apart = (offset[d] + 0.5) * side - 0.5 * TILE_SIDE;
        squares += apart * apart;
    }
    return squares < most * most;
}

size_t bins_offsets(struct bins bins, double cutoff, enum neighbours neighbours, int32_t *offset)
{
    const double last = TILE_SIDE - (double)GRID_SPACING, extent[] = {last, last, last};
    int last_bin = TILE_SIDE / bins.side - 1 + bins.margin;
    size_t count = 0;
    for (int z = -bins.margin; z <= last_bin; z++)
        for (int y = -bins.margin; y <= last_bin; y++)
            for (int x = -bins.margin; x <= last_bin; x++) {
                const int at[] = {x, y, z};
                if (neighbours == NEIGHBOURS_CUBE ||
                    (neighbours == NEIGHBOURS_SPHERE ? balls_near(bins.side, at, cutoff)
                                                     : bins_near(bins.side, at, NULL, extent, cutoff)))
                    offset[count++] = (z * bins.across + y) * bins.across + x;
            }
    return count;
}
