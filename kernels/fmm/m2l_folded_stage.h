/* Shared by both products of fmm/m2l_folded.cl: the part of a group of GROUP work-items, and how many vectors of the
 * two factors each of them loads per stage. */
#define MATRIX_LOADS (STAGED * TILE_ROWS / WIDTH / GROUP)
#define FOLDED_LOADS (STAGED * TILE_BOXES / WIDTH / GROUP)

/* The part of group (tile, split * 8 + character): its first row and box, and its steps of STAGED functions each. */
typedef struct {
    int character, split, row, first, steps;
    unsigned box;
} PART;

DEVICE PART part_of(int steps, int split_steps)
{
    const int row_tiles = (ROW_PITCH + TILE_ROWS - 1) / TILE_ROWS;
    PART part;
    part.character = (int)GROUP_ID_Y % 8;
    part.split = (int)GROUP_ID_Y / 8;
    part.row = (int)GROUP_ID % row_tiles * TILE_ROWS;
    part.box = (unsigned)(GROUP_ID / row_tiles) * TILE_BOXES;
    part.first = part.split * split_steps;
    part.steps = max(min(steps, part.first + split_steps) - part.first, 0);
    return part;
}

/* Where the factors of the part's first step begin; and the address of a number of the product. */
DEVICE GLOBAL const REAL *matrix_of(GLOBAL const REAL *matrix, PART part, mm_ulong matrix_pitch)
{
    return matrix + part.character * matrix_pitch + (mm_ulong)part.first * STAGED * ROW_PITCH;
}

DEVICE GLOBAL const REAL *folded_of(GLOBAL const REAL *folded, PART part, unsigned parents, int steps)
{
    return folded + (mm_ulong)part.character * parents * (steps * STAGED) + part.first * STAGED;
}

DEVICE GLOBAL REAL *product_at(GLOBAL REAL *product, PART part, unsigned parents, unsigned box, int row)
{
    return product + ((mm_ulong)(part.split * 8 + part.character) * parents + box) * ROW_PITCH + row;
}

DEVICE VECTOR zeros(void)
{
#if WIDTH == 2
    return make_double2(0, 0);
#else
    return make_float4(0, 0, 0, 0);
#endif
}

DEVICE void load_rows(GLOBAL const REAL *matrix, PART part, int step, VECTOR *next)
{
#pragma unroll
    for (int i = 0; i < MATRIX_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, k = at / (TILE_ROWS / WIDTH);
        const int row = part.row + (int)(at % (TILE_ROWS / WIDTH) * WIDTH);
        GLOBAL const REAL *from = matrix + (mm_ulong)(step * STAGED + k) * ROW_PITCH + row;
        next[i] = row < ROW_PITCH ? *(GLOBAL const VECTOR *)from : zeros();
    }
}

DEVICE void load_boxes(GLOBAL const REAL *folded, PART part, int step, unsigned parents, int steps, VECTOR *next)
{
#pragma unroll
    for (int i = 0; i < FOLDED_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, k = at % (STAGED / WIDTH) * WIDTH;
        const unsigned box = part.box + at / (STAGED / WIDTH);
        GLOBAL const REAL *from = folded + (mm_ulong)box * (steps * STAGED) + step * STAGED + k;
        next[i] = box < parents ? *(GLOBAL const VECTOR *)from : zeros();
    }
}
