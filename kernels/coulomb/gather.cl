/* Direct Coulomb summation (Stone et al. 2007; the lecture's v1, v2, v3): map[point] = sum over atoms of charge /
 * distance. A work-item gathers for a tile of points: dx is shared by those in y, dy^2 + dz^2 by those in x.
 *
 * DIMENSIONS           2: a slice, whose atoms are (x, y, dz^2, charge); 3: a volume, (x, y, z, charge)
 * BLOCK_SIZE           work-items per group, BLOCK_WIDTH of them in x
 * POINTS_PER_THREAD_X  points per work-item in x, and _Y in y
 * LAYOUT               of these points: adjacent (v2), or strided by the group's width and height (v3)
 * ATOM_STORAGE         constant: constant memory, a chunk per launch, added to the map; shared: local memory, staged
 *                      tile by tile; global: all work-items of a group load the same address
 * EARLY_READ           of the map of earlier launches: before the loop over atoms, or after it
 * UNROLL               atoms per iteration of the loop
 * EDGE                 guard: points outside the map are not stored; padded: rows of the map have whole tiles
 * RSQRT_ON_FMA         of 16 points, those whose rsqrt does not use the special-function unit
 * GROUPS_PER_TILE      groups that share the atoms of a tile; each adds its sums to the map, which starts at zero
 * PAIR_ORDER           of an atom with the points of a work-item: column by column, or row by row
 * GROUPS_PER_UNIT      resident groups per multiprocessor that registers must suffice for; 1: the compiler decides
 * GRID_SPACING         between neighbouring points
 * ON_POINT2: see suites/molecules/atoms.h */
#define CHUNK_ATOMS 4000
#define TILE_ATOMS 512

#define BLOCK_HEIGHT (BLOCK_SIZE / BLOCK_WIDTH)
#define POINTS_X POINTS_PER_THREAD_X
#define POINTS_Y POINTS_PER_THREAD_Y

/* Point (i, j) of a work-item is at (COLUMN(i), ROW(j)). */
#if LAYOUT == LAYOUT_ADJACENT
#define COLUMN(i) (column + (i))
#define ROW(j) (row + (j))
#else
#define COLUMN(i) (column + (i) * BLOCK_WIDTH)
#define ROW(j) (row + (j) * BLOCK_HEIGHT)
#endif
#if EDGE == EDGE_GUARD
#define INSIDE(i, j) (COLUMN(i) < n && ROW(j) < rows)
#else
#define INSIDE(i, j) (ROW(j) < rows)
#endif
#if GROUPS_PER_UNIT > 1
#define OF_GROUPS GROUPS_OF(BLOCK_SIZE, GROUPS_PER_UNIT)
#else
#define OF_GROUPS GROUP_OF(BLOCK_SIZE)
#endif
#define AT(i, j) (((mm_ulong)plane * rows + ROW(j)) * pitch + COLUMN(i))

#ifdef __OPENCL_VERSION__
#define BITS_OF(value) as_int(value)
#define OF_BITS(bits) as_float(bits)
#else
#define BITS_OF(value) __float_as_int(value)
#define OF_BITS(bits) __int_as_float(bits)
#endif

/* 1 / sqrt(a), with a relative error of at most 1.34e-7, in two integer and seven floating-point instructions: a guess
 * from the bits (the trick of 0x5f3759df), a step of third order, and Newton's y (3/2 - a y^2 / 2). Scales save two
 * instructions: the guess is 0.78 / sqrt(a), so that the step's polynomial is a square and a constant; Newton's y is
 * scaled by 2^(-1/3), so that its a has no factor. The constants are those of the least error, which
 * tests/suites/coulomb/kernel.c measures for all mantissas. */
DEVICE float software_rsqrt(float a)
{
    const float guess = OF_BITS(0x5f0944ff - (BITS_OF(a) >> 1));
    const float e = fma(a * guess, guess, -1.02740997f);
    const float y = guess * fma(e, e, 0.84215088f);
    return y * fma(-a, y * y, 1.88988161f);
}

/* RSQRT_ON_FMA of any 16 consecutive numbers, spread evenly. */
#define IN_SOFTWARE(number) ((number) * RSQRT_ON_FMA % 16 < RSQRT_ON_FMA)
#define INVERSE_ROOT(a, number) (IN_SOFTWARE(number) ? software_rsqrt(a) : rsqrt(a))

/* Adds an atom's contribution to a work-item's points; square_z is its dz^2. */
DEVICE void add_atom(float *sum, const float *x, const float *y, float4 atom, float square_z)
{
    float square_yz[POINTS_Y];
#pragma unroll
    for (int j = 0; j < POINTS_Y; j++) {
        const float dy = y[j] - atom.y;
        square_yz[j] = fma(dy, dy, square_z);
    }
#if PAIR_ORDER == PAIR_ORDER_COLUMNS
#pragma unroll
    for (int i = 0; i < POINTS_X; i++)
#pragma unroll
        for (int j = 0; j < POINTS_Y; j++)
#else
#pragma unroll
    for (int j = 0; j < POINTS_Y; j++)
#pragma unroll
        for (int i = 0; i < POINTS_X; i++)
#endif
        {
            const float dx = x[i] - atom.x;
            sum[j * POINTS_X + i] =
                fma(atom.w, INVERSE_ROOT(fma(dx, dx, square_yz[j]), j * POINTS_X + i), sum[j * POINTS_X + i]);
        }
}

/* The same for an atom that lies on a point of the grid, to which it contributes nothing. */
DEVICE void add_atom_on_point(float *sum, const float *x, const float *y, float4 atom, float square_z)
{
#pragma unroll
    for (int j = 0; j < POINTS_Y; j++)
#pragma unroll
        for (int i = 0; i < POINTS_X; i++) {
            const float dx = x[i] - atom.x, dy = y[j] - atom.y, square = fma(dx, dx, fma(dy, dy, square_z));
            if (square >= ON_POINT2)
                sum[j * POINTS_X + i] += atom.w * rsqrt(square);
        }
}

/* Where the loop loads atoms, with z or with dz^2. */
#if ATOM_STORAGE == ATOM_STORAGE_CONSTANT
CONSTANT(float4, constant_atoms, CHUNK_ATOMS);
#define ATOM(a) constant_atoms[a]
#elif ATOM_STORAGE == ATOM_STORAGE_SHARED
#define ATOM(a) staged[a]
#else
#define ATOM(a) atoms[a]
#endif
#if DIMENSIONS == 2 || ATOM_STORAGE == ATOM_STORAGE_SHARED
#define SQUARE_Z(atom) ((atom).z)
#else
#define SQUARE_Z(atom) ((height - (atom).z) * (height - (atom).z))
#endif

/* Atoms [0, off_points) lie on no point, [off_points, count) do. In constant memory they are those of this launch;
 * `add`: the map has the sums of earlier launches. A plane has `rows` of n points, `pitch` points apart. GROUP_ID is
 * (plane, part of the atoms, tile in x), of which there are `tiles`. */
KERNEL OF_GROUPS void coulomb(GLOBAL const float4 *RESTRICT atoms, GLOBAL float *RESTRICT map, unsigned off_points,
                              unsigned count, unsigned n, unsigned rows, unsigned pitch, unsigned tiles, int add
#if ATOM_STORAGE == ATOM_STORAGE_CONSTANT
                                  CONSTANT_ARG(float4, constant_atoms)
#endif
)
{
#if ATOM_STORAGE == ATOM_STORAGE_SHARED
    LOCAL float4 staged[TILE_ATOMS];
#endif
    const unsigned id = LOCAL_ID, group = GROUP_ID;
    const unsigned part = group / tiles % GROUPS_PER_TILE, plane = group / tiles / GROUPS_PER_TILE;
    const unsigned first = (mm_ulong)count * part / GROUPS_PER_TILE;
    const unsigned end = (mm_ulong)count * (part + 1) / GROUPS_PER_TILE;
    unsigned column = group % tiles * (BLOCK_WIDTH * POINTS_X), row = GROUP_ID_Y * (BLOCK_HEIGHT * POINTS_Y);
#if LAYOUT == LAYOUT_ADJACENT
    column += id % BLOCK_WIDTH * POINTS_X;
    row += id / BLOCK_WIDTH * POINTS_Y;
#else
    column += id % BLOCK_WIDTH;
    row += id / BLOCK_WIDTH;
#endif
    float x[POINTS_X], y[POINTS_Y], sum[POINTS_X * POINTS_Y];
#if DIMENSIONS == 3
    const float height = GRID_SPACING * plane;
#endif
#pragma unroll
    for (int i = 0; i < POINTS_X; i++)
        x[i] = GRID_SPACING * COLUMN(i);
#pragma unroll
    for (int j = 0; j < POINTS_Y; j++)
        y[j] = GRID_SPACING * ROW(j);
#if EARLY_READ
    float before[POINTS_X * POINTS_Y];
#endif
#pragma unroll
    for (int j = 0; j < POINTS_Y; j++)
#pragma unroll
        for (int i = 0; i < POINTS_X; i++) {
            sum[j * POINTS_X + i] = 0;
#if EARLY_READ
            before[j * POINTS_X + i] = add && INSIDE(i, j) ? map[AT(i, j)] : 0;
#endif
        }

#if ATOM_STORAGE == ATOM_STORAGE_SHARED
    for (unsigned base = first; base < end; base += TILE_ATOMS) {
        const unsigned from = 0, to = min(end - base, (unsigned)TILE_ATOMS);
        const unsigned split = off_points > base ? min(off_points - base, to) : 0;
        SYNC_THREADS; /* the last tile is no longer read */
        for (unsigned a = id; a < to; a += BLOCK_SIZE) {
            float4 atom = atoms[base + a];
#if DIMENSIONS == 3
            atom.z = (height - atom.z) * (height - atom.z);
#endif
            staged[a] = atom;
        }
        SYNC_THREADS;
#else
    {
        const unsigned from = first, to = end, split = min(max(off_points, first), end);
#endif
#pragma unroll UNROLL
        for (unsigned a = from; a < split; a++)
            add_atom(sum, x, y, ATOM(a), SQUARE_Z(ATOM(a)));
#pragma unroll 1
        for (unsigned a = split; a < to; a++)
            add_atom_on_point(sum, x, y, ATOM(a), SQUARE_Z(ATOM(a)));
    }

#pragma unroll
    for (int j = 0; j < POINTS_Y; j++)
#pragma unroll
        for (int i = 0; i < POINTS_X; i++)
            if (INSIDE(i, j)) {
                const float value = sum[j * POINTS_X + i];
#if GROUPS_PER_TILE > 1
                ATOMIC_ADD_FLOAT(&map[AT(i, j)], value);
#elif EARLY_READ
                map[AT(i, j)] = before[j * POINTS_X + i] + value;
#elif ATOM_STORAGE == ATOM_STORAGE_CONSTANT
                map[AT(i, j)] = add ? map[AT(i, j)] + value : value;
#else
                map[AT(i, j)] = value;
#endif
            }
}
