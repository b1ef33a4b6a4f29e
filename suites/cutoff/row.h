/* Adds atoms to a plane of a map, for one width of the host's vectors (suites/molecules/host_vectors.h). Each atom
 * visits the rows of its circle in the plane, and in each the points within: four in five of the tested points are,
 * and the map's rows stay in the first cache, because the atoms are sorted by y. */
#include "suites/molecules/host_vectors.h"

/* A row of points, and an atom. */
struct LANES_NAME(stretch) {
    const float *dx2; /* of its points */
    float dy2dz2, half_charge, cutoff2;
    bool smoothed;
};

/* The potential at LANES points. A point on the atom has a dx2 beyond the cutoff. */
HOST_INLINE floats LANES_NAME(terms)(const struct LANES_NAME(stretch) * of, int i)
{
    floats r2 = LANES_NAME(load)(of->dx2 + i) + of->dy2dz2;
    floats term = of->half_charge * LANES_NAME(rsqrt_twice)(r2);
    if (of->smoothed) {
        floats share = 1 - r2 * (1 / of->cutoff2);
        term *= share * share;
    }
    return (floats)((ints)term & (r2 < of->cutoff2));
}

/* Fewer points than a vector at the end of the row are added in a copy. */
HOST_INLINE void LANES_NAME(add_stretch)(const struct LANES_NAME(stretch) * of, float *row, int count, int left_of_row)
{
    int i = 0;
    for (; i < count && i + LANES <= left_of_row; i += LANES)
        LANES_NAME(store)(row + i, LANES_NAME(load)(row + i) + LANES_NAME(terms)(of, i));
    if (i < count) {
        float last[LANES];
        LANES_NAME(store)(last, LANES_NAME(terms)(of, i));
        for (int k = 0; i + k < left_of_row; k++)
            row[i + k] += last[k];
    }
}

/* dx^2 of `count` points from `from` on, and of as many more as complete the last vector. If `beyond` is not 0, it
 * replaces dx^2 of points nearer than ON_POINT, in a row where (y - the atom's y)^2 + dz2 is `rest`. */
HOST_INLINE void LANES_NAME(squares)(float h, float x, uint64_t from, uint64_t count, float rest, float beyond,
                                     float *dx2)
{
    floats step, none = {0};
    for (int lane = 0; lane < LANES; lane++)
        step[lane] = h * (float)lane;
    for (uint64_t i = 0; i < count + LANES; i += LANES) {
        floats dx = (h * (float)(from + i) + step) - x, square = dx * dx;
        ints near = square + rest < (beyond > 0 ? ON_POINT * ON_POINT : 0);
        LANES_NAME(store)(dx2 + i, (floats)(((ints)square & ~near) | ((ints)(none + beyond) & near)));
    }
}

/* The rows [y.from, y.end) within reach of an atom, LANES at a time: (y - the atom's y)^2 + dz2, and the points along x
 * that are within the cutoff or slightly beyond, [from, end), not clipped to the map. */
HOST_INLINE void LANES_NAME(circle)(const struct plane *plane, struct mm_float4 atom, float dz2, struct span y,
                                    struct circle *circle)
{
    float middle = atom.x * plane->inverse, cutoff2 = plane->cutoff * plane->cutoff;
    floats step, least = (floats){0} + ON_POINT;
    for (int lane = 0; lane < LANES; lane++)
        step[lane] = plane->h * (float)lane;
    for (uint64_t j = y.from, i = 0; j < y.end; j += LANES, i += LANES) {
        floats dy = (plane->h * (float)j + step) - atom.y, dy2dz2 = dy * dy + dz2;
        floats left = cutoff2 - dy2dz2;
        ints some = left > least;
        left = (floats)(((ints)left & some) | ((ints)least & ~some));
        floats reach = left * LANES_NAME(rsqrt_twice)(left) * (0.5f * plane->inverse) + HAIR;
        LANES_NAME(store)(circle->dy2dz2 + i, dy2dz2);
        LANES_NAME(store_whole)(circle->from + i, middle - reach + 1);
        LANES_NAME(store_whole)(circle->end + i, middle + reach + 1);
    }
}

HOST_INLINE void LANES_NAME(add_atom)(const struct plane *plane, struct mm_float4 atom, bool smoothed)
{
    float cutoff2 = plane->cutoff * plane->cutoff, dz = plane->z - atom.z, dz2 = dz * dz;
    if (!(dz2 < cutoff2))
        return;
    struct circle circle;
    float dx2[MOST_SPAN], dx2_off[MOST_SPAN];
    struct span x = span_of(plane, atom.x, cutoff2 - dz2, plane->width);
    struct span y = span_of(plane, atom.y, cutoff2 - dz2, plane->height);
    LANES_NAME(circle)(plane, atom, dz2, y, &circle);
    LANES_NAME(squares)(plane->h, atom.x, x.from, x.end - x.from, 0, 0, dx2);
    for (uint64_t j = y.from, i = 0; j < y.end; j++, i++) {
        int from = circle.from[i] > (int)x.from ? circle.from[i] : (int)x.from;
        int end = circle.end[i] < (int)x.end ? circle.end[i] : (int)x.end;
        if (from >= end)
            continue;
        const bool near = circle.dy2dz2[i] < ON_POINT * ON_POINT; /* in one row at most */
        if (near)
            LANES_NAME(squares)(plane->h, atom.x, x.from, x.end - x.from, circle.dy2dz2[i], cutoff2, dx2_off);
        const float *squares = near ? dx2_off : dx2;
        const struct LANES_NAME(stretch)
            stretch = {squares + (from - (int)x.from), circle.dy2dz2[i], 0.5f * atom.w, cutoff2, smoothed};
        LANES_NAME(add_stretch)(&stretch, plane->value + j * plane->width + from, end - from, (int)plane->width - from);
    }
}

HOST_FUNCTION static void LANES_NAME(add_bare)(const struct plane *plane, const struct mm_float4 *atom, size_t count)
{
    for (size_t n = 0; n < count; n++)
        LANES_NAME(add_atom)(plane, atom[n], false);
}

HOST_FUNCTION static void LANES_NAME(add_smoothed)(const struct plane *plane, const struct mm_float4 *atom,
                                                   size_t count)
{
    for (size_t n = 0; n < count; n++)
        LANES_NAME(add_atom)(plane, atom[n], true);
}
#undef LANES
