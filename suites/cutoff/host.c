#include "suites/cutoff/host.h"

#include <math.h>
#include <string.h>

/* ---- the contributions to a plane ---- */

/* A plane of points, at z. */
struct plane {
    float *value;
    uint64_t width, height;      /* points */
    float z, cutoff, h, inverse; /* the spacing, and its reciprocal */
};

/* Points [from, end) of a row or column. */
struct span {
    uint64_t from, end;
};

/* Upper bounds within the largest cutoff; with one more vector at the end, and part of one. */
enum { MOST_LANES = 16, MOST_SPAN = (int)(2 * CUTOFF_HOST_MOST / GRID_LEAST) + 4 + 2 * MOST_LANES };

/* Rows within reach of an atom. */
struct circle {
    float dy2dz2[MOST_SPAN];
    int32_t from[MOST_SPAN], end[MOST_SPAN];
};

/* Points beyond the cutoff by up to this many spacings are tested, too: the distance decides. */
#define HAIR 1e-3f

static uint64_t clip(float point, uint64_t count)
{
    return point <= 0 ? 0 : point >= (float)count ? count : (uint64_t)point;
}

/* The points of n within sqrt(square) of `place`. */
static inline struct span span_of(const struct plane *plane, float place, float square, uint64_t n)
{
    float middle = place * plane->inverse, reach = sqrtf(square) * plane->inverse + HAIR;
    return (struct span){clip(middle - reach + 1, n), clip(middle + reach + 1, n)};
}

#define LANES 4
#include "suites/cutoff/row.h"
#ifdef __x86_64__
#define LANES 8
#include "suites/cutoff/row.h"
#define LANES 16
#include "suites/cutoff/row.h"
#endif

static void (*const add[HOST_WIDTHS][SMOOTHINGS])(const struct plane *plane, const struct mm_float4 *atom,
                                                  size_t count) = {
    [HOST_PORTABLE] = {add_bare_4, add_smoothed_4},
#ifdef __x86_64__
    [HOST_AVX2] = {add_bare_8, add_smoothed_8},
    [HOST_AVX512] = {add_bare_16, add_smoothed_16},
#endif
};

/* ---- atoms in order ---- */

/* Atoms are sorted into layers by z, and within a layer by y: a plane's atoms are those of some layers, and
 * neighbours among them add to the same rows. */
enum { LAYERS = 256, STRIPS = 64, CELLS = LAYERS * STRIPS };

/* Bounds of layers and strips: from one cutoff before the first point to one after the last. */
struct order {
    float from, width;
};

/* The part that contains `place`; outside, the first or the last. */
static size_t part_of(const struct order *order, int parts, float place)
{
    return (size_t)clip((place - order->from) * ((float)parts / order->width), (uint64_t)parts - 1);
}

static size_t cell_of(const struct order *order, struct mm_float4 atom)
{
    return part_of(order, LAYERS, atom.z) * STRIPS + part_of(order, STRIPS, atom.y);
}

size_t cutoff_host_scratch(size_t count)
{
    return count * sizeof(struct mm_float4) + (CELLS + 2) * sizeof(uint32_t);
}

/* A counting sort; afterwards cell c is [start[c], start[c + 1]). */
static void sort(const struct order *order, const struct mm_float4 *atom, size_t count, struct mm_float4 *sorted,
                 uint32_t *start)
{
    memset(start, 0, (CELLS + 2) * sizeof *start);
    for (size_t n = 0; n < count; n++)
        start[cell_of(order, atom[n]) + 2]++;
    for (size_t c = 2; c < CELLS + 2; c++)
        start[c] += start[c - 1];
    for (size_t n = 0; n < count; n++)
        sorted[start[cell_of(order, atom[n]) + 1]++] = atom[n];
}

/* ---- planes ---- */

static struct order order_of(const struct grid *grid, float cutoff)
{
    const uint64_t height = grid->points.of[1], depth = grid->points.of[2];
    return (struct order){-cutoff, grid->spacing * (float)(height > depth ? height : depth) + 2 * cutoff};
}

void cutoff_order_atoms(const struct grid *grid, const struct mm_float4 *atom, size_t count, float cutoff,
                        void *scratch)
{
    const struct order order = order_of(grid, cutoff);
    struct mm_float4 *sorted = scratch;
    sort(&order, atom, count, sorted, (uint32_t *)(sorted + count));
}

static void add_planes(int host_width, float *map, const struct grid *grid, struct planes planes, size_t count,
                       float cutoff, enum smoothing smoothing, bool all, const void *scratch)
{
    const uint64_t width = grid->points.of[0], height = grid->points.of[1];
    const float h = grid->spacing;
    const struct order order = order_of(grid, cutoff);
    const struct mm_float4 *sorted = scratch;
    const uint32_t *start = (const uint32_t *)(sorted + count);
    (void)all; /* without OpenMP there is one thread */
#pragma omp parallel for schedule(dynamic) if (all)
    for (uint64_t k = planes.first; k < planes.end; k++) {
        float *points = map + k * width * height;
        const struct plane plane = {points, width, height, h * (float)k, cutoff, h, 1 / h};
        uint32_t from = start[part_of(&order, LAYERS, plane.z - cutoff) * STRIPS];
        uint32_t end = start[(part_of(&order, LAYERS, plane.z + cutoff) + 1) * STRIPS];
        add[host_width][smoothing](&plane, sorted + from, end - from);
    }
}

void cutoff_add_planes(float *map, const struct grid *grid, struct planes planes, size_t count, float cutoff,
                       enum smoothing smoothing, const void *scratch)
{
    add_planes((int)host_width(), map, grid, planes, count, cutoff, smoothing, true, scratch);
}

void cutoff_add_atoms_by(int host_width, float *map, const struct grid *grid, const struct mm_float4 *atom,
                         size_t count, float cutoff, enum smoothing smoothing, bool all, void *scratch)
{
    cutoff_order_atoms(grid, atom, count, cutoff, scratch);
    add_planes(host_width, map, grid, (struct planes){0, grid->points.of[2]}, count, cutoff, smoothing, all, scratch);
}

int cutoff_host_lanes(void)
{
    static const int lanes[HOST_WIDTHS] = {[HOST_PORTABLE] = 4, [HOST_AVX2] = 8, [HOST_AVX512] = 16};
    return lanes[host_width()];
}

void cutoff_add_atoms(float *map, const struct grid *grid, const struct mm_float4 *atom, size_t count, float cutoff,
                      enum smoothing smoothing, bool all, void *scratch)
{
    cutoff_add_atoms_by((int)host_width(), map, grid, atom, count, cutoff, smoothing, all, scratch);
}
