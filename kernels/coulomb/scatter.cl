/* Direct Coulomb summation on a slice, scattered (Stone et al. 2007, option 1 of the lecture): a work-item adds the
 * contribution of one atom to each point of a share of the rows. All atoms add to the same points, so every addition is
 * atomic; the map starts at zero.
 *
 * BLOCK_SIZE    work-items per group: neighbours have neighbouring atoms
 * SHARES        parts of the rows, each with its own work-items: the groups' second dimension
 * ORDER         same: all work-items begin at their share's first point and add to the same addresses;
 *               rotated: each is offset by its atom's number in points, so that neighbours add to neighbours
 * ACCUMULATION  float, or fixed_point: 64-bit integers, which `finish` converts
 * VECTOR_WIDTH  neighbouring points that are added to at once; 4 needs CUDA's red.v4 (sm_90)
 * ON_POINT      an atom contributes nothing to a point nearer than this
 * GRID_SPACING  between points */

/* Fixed point in units of 2^-40: sums stay below 2^23 even if an atom is just farther than ON_POINT from a point, and
 * the contribution of a distant atom of small charge is rounded as finely as a float. */
#define SCALE 256

#if ACCUMULATION == ACCUMULATION_FIXED_POINT
typedef mm_ulong sum_type;
#define ADD(dest, value) ATOMIC_ADD_FIXED_POINT(dest, (value) * SCALE)
#else
typedef float sum_type;
#define ADD(dest, value) ATOMIC_ADD_FLOAT(dest, value)
#endif

DEVICE float potential(float4 atom, float dx, float dy)
{
    const float square = dx * dx + dy * dy + atom.z;
    return square < ON_POINT * ON_POINT ? 0 : atom.w * rsqrt(square);
}

/* Adds to the points from (i, j) on: rows are padded to VECTOR_WIDTH, and the padding is not read. */
DEVICE void add_at(GLOBAL sum_type *sum, float4 atom, unsigned i, unsigned j)
{
    const float dx = GRID_SPACING * i - atom.x, dy = GRID_SPACING * j - atom.y;
#if VECTOR_WIDTH == 4
    asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(sum), "f"(potential(atom, dx, dy)), "f"(potential(atom, dx + GRID_SPACING, dy)),
                   "f"(potential(atom, dx + 2 * GRID_SPACING, dy)), "f"(potential(atom, dx + 3 * GRID_SPACING, dy))
                 : "memory");
#else
    ADD(sum, potential(atom, dx, dy));
#endif
}

/* Atoms are (x, y, dz^2, q); the slice has `height` rows of n points, `pitch` sums apart. */
KERNEL GROUP_OF(BLOCK_SIZE) void scatter(GLOBAL const float4 *RESTRICT atoms, GLOBAL sum_type *sums, unsigned count,
                                         unsigned n, unsigned height, unsigned pitch)
{
    const unsigned number = GROUP_ID * BLOCK_SIZE + LOCAL_ID, rows = (height + SHARES - 1) / SHARES;
    const unsigned first = GROUP_ID_Y * rows, end = min(first + rows, height);
    const unsigned width = (n + VECTOR_WIDTH - 1) / VECTOR_WIDTH; /* steps per row */
    if (number >= count || first >= end)
        return;
    const float4 atom = atoms[number];
    const unsigned steps = (end - first) * width;
#if ORDER == ORDER_ROTATED
    const unsigned start = number % steps;
#else
    const unsigned start = 0;
#endif
    unsigned i = start % width, j = first + start / width;
    for (unsigned step = 0; step < steps; step++) {
        add_at(sums + (mm_ulong)j * pitch + i * VECTOR_WIDTH, atom, i * VECTOR_WIDTH, j);
        if (++i == width) {
            i = 0;
            if (++j == end)
                j = first;
        }
    }
}

/* The map of sums in fixed point, including padding. */
KERNEL GROUP_OF(BLOCK_SIZE) void finish(GLOBAL const mm_ulong *RESTRICT sums, GLOBAL float *RESTRICT map, mm_ulong length)
{
    const mm_ulong i = (mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i < length)
        map[i] = (float)(FROM_FIXED_POINT(sums[i]) / SCALE);
}
