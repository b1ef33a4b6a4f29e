#include "suites/molecules/bins.h"

#include <math.h>
#include <string.h>

int bins_home(int side, float spacing, uint64_t width, uint64_t part)
{
    return (int)((double)(part * width) * (double)spacing / side);
}

/* The largest offset of a part's begin from its first bin's. */
static double most_behind(int side, float spacing, uint64_t width, uint64_t parts)
{
    double most = 0;
    for (uint64_t part = 0; part < parts; part++)
        most = fmax(most, (double)(part * width) * (double)spacing - side * bins_home(side, spacing, width, part));
    return most;
}

struct parts bins_parts(struct bins bins, const struct grid *grid, struct sides width)
{
    struct parts parts;
    for (int d = 0; d < 3; d++) {
        const double h = (double)grid->spacing, points = (double)width.of[d];
        parts.most[d] = most_behind(bins.side, grid->spacing, width.of[d], divide_up(grid->points.of[d], width.of[d]));
        parts.extent[d] = parts.most[d] + (points - 1) * h;
        parts.last[d] = (int)ceil((parts.most[d] + points * h) / bins.side) - 1 + bins.margin;
    }
    return parts;
}

static const struct sides tile = {{TILE, TILE, TILE}}, small = {{TILE / 2, TILE / 2, TILE / 2}};

/* Bins along an axis, so that lists of parts of a width stay within. */
static int across_for(struct bins bins, const struct grid *grid, struct sides width, int d)
{
    const uint64_t last = divide_up(grid->points.of[d], width.of[d]) - 1;
    return bins.margin + bins_home(bins.side, grid->spacing, width.of[d], last) +
           bins_parts(bins, grid, width).last[d] + 1;
}

struct bins bins_make(const struct grid *grid, double cutoff, int side)
{
    struct bins bins = {.side = side, .margin = (int)ceil(cutoff / side)};
    for (int d = 0; d < 3; d++) {
        const int of_tiles = across_for(bins, grid, tile, d), of_small = across_for(bins, grid, small, d);
        bins.across[d] = of_tiles > of_small ? of_tiles : of_small;
    }
    return bins;
}

size_t bins_find(struct bins bins, struct mm_float4 atom)
{
    const float place[] = {atom.x, atom.y, atom.z};
    int at[3];
    for (int d = 0; d < 3; d++)
        at[d] = (int)(floorf(place[d] / (float)bins.side) + (float)bins.margin);
    return (size_t)bins_number(bins, at);
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
    for (size_t a = count; a-- > 0;) /* each start decreases to the one before it, and all are restored below */
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

/* Whether the ball around a bin comes within the cutoff of the ball around a tile, for any start within its first
 * bin. */
static bool balls_near(int side, const int offset[3], const double width[3], double cutoff)
{
    double squares = 0, diagonal = 0;
    for (int d = 0; d < 3; d++) {
        double apart = (offset[d] + 0.5) * side - 0.5 * width[d];
        squares += apart * apart;
        diagonal += width[d] * width[d];
    }
    double most = cutoff + 0.5 * (sqrt(diagonal) + sqrt(3) * side);
    return squares < most * most;
}

size_t bins_offsets(struct bins bins, const struct grid *grid, double cutoff, enum neighbours neighbours,
                    struct offset *offset)
{
    const struct parts parts = bins_parts(bins, grid, tile);
    double width[3];
    for (int d = 0; d < 3; d++)
        width[d] = parts.extent[d] + (double)grid->spacing;
    size_t count = 0;
    for (int z = -bins.margin; z <= parts.last[2]; z++)
        for (int y = -bins.margin; y <= parts.last[1]; y++)
            for (int x = -bins.margin; x <= parts.last[0]; x++) {
                const struct offset at = {{x, y, z}};
                if (neighbours == NEIGHBOURS_cube ||
                    (neighbours == NEIGHBOURS_sphere ? balls_near(bins.side, at.along, width, cutoff)
                                                     : bins_near(bins.side, at.along, NULL, parts.extent, cutoff)))
                    offset[count++] = at;
            }
    return count;
}
