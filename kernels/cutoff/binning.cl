/* Sorts atoms, in any order, into bins. With a capacity: each atom takes the next slot of its bin, by an atomic, or
 * goes to the list of extra atoms. Compact: atoms are counted, the counts are scanned, and each atom is stored at its
 * index. Atoms that lie on points of the grid always go to the list.
 *
 * BLOCK_SIZE        work-items per group, a power of two
 * ITEMS_PER_THREAD  atoms, bins or slots per work-item
 * BIN_SIZE          side of a bin in angstrom; a power of two, so that a division by it is exact
 * GRID_SPACING      between neighbouring points
 * ON_POINT          an atom nearer to a point lies on it */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)

#define ON_LIST 0xffffffffu /* instead of an atom's number in its bin */

/* `across` bins along x, `rows` of them along y, `margin` along each axis before the grid begins. */
DEVICE unsigned bin_of(float4 atom, unsigned across, unsigned rows, float margin)
{
    const unsigned bx = floor(atom.x * (1.0f / BIN_SIZE)) + margin, by = floor(atom.y * (1.0f / BIN_SIZE)) + margin,
                   bz = floor(atom.z * (1.0f / BIN_SIZE)) + margin;
    return (bz * rows + by) * across + bx;
}

/* The distance of a coordinate from that of the nearest point: exact if small. */
DEVICE float from_point(float place)
{
    return place - GRID_SPACING * floor(place * (1.0f / GRID_SPACING) + 0.5f);
}

DEVICE int is_on_point(float4 atom)
{
    const float dx = from_point(atom.x), dy = from_point(atom.y), dz = from_point(atom.z);
    return dx * dx + dy * dy + dz * dz < ON_POINT * ON_POINT;
}

/* Clears counters and slots. */
KERNEL GROUP_OF(BLOCK_SIZE) void clear(GLOBAL unsigned *RESTRICT count, unsigned bins, GLOBAL float4 *RESTRICT slot,
                                       unsigned slots, GLOBAL unsigned *RESTRICT extras)
{
    const unsigned first = GROUP_ID * TILE + LOCAL_ID;
    for (unsigned i = 0, at = first; i < ITEMS_PER_THREAD; i++, at += BLOCK_SIZE) {
        if (at < bins)
            count[at] = 0;
        if (at < slots)
            slot[at] = make_float4(0, 0, 0, 0);
        if (at == 0)
            *extras = 0;
    }
}

KERNEL GROUP_OF(BLOCK_SIZE) void fill(GLOBAL const float4 *RESTRICT atom, unsigned atoms, unsigned across,
                                      unsigned rows, float margin, unsigned capacity, GLOBAL unsigned *count,
                                      GLOBAL float4 *RESTRICT slot, GLOBAL unsigned *extras,
                                      GLOBAL float4 *RESTRICT extra)
{
    const unsigned first = GROUP_ID * TILE + LOCAL_ID;
    for (unsigned i = 0, at = first; i < ITEMS_PER_THREAD && at < atoms; i++, at += BLOCK_SIZE) {
        const float4 one = atom[at];
        const unsigned bin = bin_of(one, across, rows, margin);
        const unsigned taken = is_on_point(one) ? capacity : ATOMIC_ADD(&count[bin], 1u);
        if (taken < capacity)
            slot[(mm_ulong)bin * capacity + taken] = one;
        else
            extra[ATOMIC_ADD(extras, 1u)] = one;
    }
}

/* place[a] is atom a's number in its bin. */
KERNEL GROUP_OF(BLOCK_SIZE) void count_atoms(GLOBAL const float4 *RESTRICT atom, unsigned atoms, unsigned across,
                                             unsigned rows, float margin, GLOBAL unsigned *count,
                                             GLOBAL unsigned *RESTRICT place, GLOBAL unsigned *extras,
                                             GLOBAL float4 *RESTRICT extra)
{
    const unsigned first = GROUP_ID * TILE + LOCAL_ID;
    for (unsigned i = 0, at = first; i < ITEMS_PER_THREAD && at < atoms; i++, at += BLOCK_SIZE) {
        const float4 one = atom[at];
        const int on_point = is_on_point(one);
        place[at] = on_point ? ON_LIST : ATOMIC_ADD(&count[bin_of(one, across, rows, margin)], 1u);
        if (on_point)
            extra[ATOMIC_ADD(extras, 1u)] = one;
    }
}

/* Returns the exclusive prefix sum of `own`; the sum of all is in sum[BLOCK_SIZE - 1] (Hillis, Steele 1986). */
DEVICE unsigned sum_before(LOCAL_ARG unsigned *sum, unsigned id, unsigned own)
{
    sum[id] = own;
    SYNC_THREADS;
    for (unsigned away = 1; away < BLOCK_SIZE; away *= 2) {
        const unsigned more = id >= away ? sum[id - away] : 0;
        SYNC_THREADS;
        sum[id] += more;
        SYNC_THREADS;
    }
    return sum[id] - own;
}

/* start[b] = atoms in bins of b's tile before b; of_tile[group] = atoms in the tile. */
KERNEL GROUP_OF(BLOCK_SIZE) void scan_tiles(GLOBAL const unsigned *RESTRICT count, unsigned bins,
                                            GLOBAL unsigned *RESTRICT start, GLOBAL unsigned *RESTRICT of_tile)
{
    LOCAL unsigned sum[BLOCK_SIZE];
    const unsigned id = LOCAL_ID, first = GROUP_ID * TILE + id * ITEMS_PER_THREAD;
    unsigned item[ITEMS_PER_THREAD], own = 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        item[i] = first + i < bins ? count[first + i] : 0;
        own += item[i];
    }
    unsigned before = sum_before(sum, id, own);
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++) {
        if (first + i < bins)
            start[first + i] = before;
        before += item[i];
    }
    if (id == BLOCK_SIZE - 1)
        of_tile[GROUP_ID] = before;
}

/* Computes, by one group, of_tile[t] = atoms in tiles before t, and the end of the last bin. */
KERNEL GROUP_OF(BLOCK_SIZE) void scan_sums(GLOBAL unsigned *RESTRICT of_tile, unsigned tiles,
                                           GLOBAL unsigned *RESTRICT start, unsigned bins)
{
    LOCAL unsigned sum[BLOCK_SIZE];
    const unsigned id = LOCAL_ID;
    unsigned carry = 0;
    for (unsigned first = 0; first < tiles; first += BLOCK_SIZE) {
        const unsigned own = first + id < tiles ? of_tile[first + id] : 0, before = sum_before(sum, id, own);
        if (first + id < tiles)
            of_tile[first + id] = carry + before;
        carry += sum[BLOCK_SIZE - 1];
        SYNC_THREADS;
    }
    if (id == 0)
        start[bins] = carry;
}

KERNEL GROUP_OF(BLOCK_SIZE) void add_sums(GLOBAL const unsigned *RESTRICT of_tile, GLOBAL unsigned *RESTRICT start,
                                          unsigned bins)
{
    const unsigned first = GROUP_ID * TILE + LOCAL_ID, before = of_tile[GROUP_ID];
    for (unsigned i = 0, at = first; i < ITEMS_PER_THREAD && at < bins; i++, at += BLOCK_SIZE)
        start[at] += before;
}

KERNEL GROUP_OF(BLOCK_SIZE) void scatter(GLOBAL const float4 *RESTRICT atom, unsigned atoms, unsigned across,
                                         unsigned rows, float margin, GLOBAL const unsigned *RESTRICT start,
                                         GLOBAL const unsigned *RESTRICT place, GLOBAL float4 *RESTRICT sorted)
{
    const unsigned first = GROUP_ID * TILE + LOCAL_ID;
    for (unsigned i = 0, at = first; i < ITEMS_PER_THREAD && at < atoms; i++, at += BLOCK_SIZE)
        if (place[at] != ON_LIST)
            sorted[start[bin_of(atom[at], across, rows, margin)] + place[at]] = atom[at];
}
