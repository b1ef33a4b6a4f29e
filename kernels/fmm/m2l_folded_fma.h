/* The product of fmm/m2l_folded.cl by fused multiplications and additions, out of registers. */
#define THREADS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define THREADS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (THREADS_ROWS * THREADS_BOXES)
#define ROW_VECTORS (ROWS_PER_THREAD / WIDTH)
#define BOX_VECTORS (BOXES_PER_THREAD / WIDTH)
#define BOX_PITCH (TILE_BOXES + WIDTH)
#define MATRIX_LOADS (STAGED * TILE_ROWS / WIDTH / GROUP) /* vectors that a work-item stages */
#define FOLDED_LOADS (STAGED * TILE_BOXES / WIDTH / GROUP)

DEVICE VECTOR zeros(void)
{
#if WIDTH == 2
    return make_double2(0, 0);
#else
    return make_float4(0, 0, 0, 0);
#endif
}

/* Group (tile, split * 8 + character) computes a tile; `steps` of STAGED functions, `split_steps` of them a split. The
 * matrices of characters are `matrix_pitch` numbers apart. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const REAL *RESTRICT matrix, GLOBAL const REAL *RESTRICT folded,
                                     GLOBAL REAL *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL VECTOR rows[2][STAGED][TILE_ROWS / WIDTH];
    LOCAL REAL boxes[2][STAGED][BOX_PITCH];
    const unsigned id = LOCAL_ID;
    const int character = (int)GROUP_ID_Y % 8, split = (int)GROUP_ID_Y / 8;
    const int row_tiles = (ROW_PITCH + TILE_ROWS - 1) / TILE_ROWS;
    const int row_begin = (int)GROUP_ID % row_tiles * TILE_ROWS;
    const unsigned box_begin = (unsigned)(GROUP_ID / row_tiles) * TILE_BOXES;
    const int pitch = steps * STAGED;
    const int from = split * split_steps, to = min(steps, from + split_steps), count = to > from ? to - from : 0;
    GLOBAL const REAL *m = matrix + character * matrix_pitch + (mm_ulong)from * STAGED * ROW_PITCH;
    GLOBAL const REAL *f = folded + (mm_ulong)character * parents * pitch + from * STAGED;

    REAL sum[BOXES_PER_THREAD][ROWS_PER_THREAD];
#pragma unroll
    for (int b = 0; b < BOXES_PER_THREAD; b++)
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++)
            sum[b][r] = 0;

    VECTOR next_rows[MATRIX_LOADS], next_boxes[FOLDED_LOADS];
    for (int step = 0; step <= count; step++) {
        if (step < count) {
#pragma unroll
            for (int i = 0; i < MATRIX_LOADS; i++) {
                const unsigned at = id + i * GROUP, k = at / (TILE_ROWS / WIDTH), r = at % (TILE_ROWS / WIDTH) * WIDTH;
                next_rows[i] = row_begin + (int)r < ROW_PITCH
                                   ? *(GLOBAL const VECTOR *)(m + (mm_ulong)(step * STAGED + k) * ROW_PITCH + row_begin + r)
                                   : zeros();
            }
#pragma unroll
            for (int i = 0; i < FOLDED_LOADS; i++) {
                const unsigned at = id + i * GROUP, b = at / (STAGED / WIDTH), k = at % (STAGED / WIDTH) * WIDTH;
                next_boxes[i] = box_begin + b < parents
                                    ? *(GLOBAL const VECTOR *)(f + (mm_ulong)(box_begin + b) * pitch + step * STAGED + k)
                                    : zeros();
            }
        }
        if (step > 0) {
            const int now = (step - 1) & 1;
#pragma unroll
            for (int k = 0; k < STAGED; k++) {
                union {
                    VECTOR vector[ROW_VECTORS];
                    REAL number[ROWS_PER_THREAD];
                } r;
                union {
                    VECTOR vector[BOX_VECTORS];
                    REAL number[BOXES_PER_THREAD];
                } b;
#pragma unroll
                for (int v = 0; v < ROW_VECTORS; v++)
                    r.vector[v] = rows[now][k][v * THREADS_ROWS + id % THREADS_ROWS];
#pragma unroll
                for (int v = 0; v < BOX_VECTORS; v++)
                    b.vector[v] =
                        *(LOCAL_ARG const VECTOR *)&boxes[now][k][(v * THREADS_BOXES + id / THREADS_ROWS) * WIDTH];
#pragma unroll
                for (int j = 0; j < BOXES_PER_THREAD; j++)
#pragma unroll
                    for (int i = 0; i < ROWS_PER_THREAD; i++)
                        sum[j][i] = fma(r.number[i], b.number[j], sum[j][i]);
            }
        }
        if (step < count) {
            const int now = step & 1;
#pragma unroll
            for (int i = 0; i < MATRIX_LOADS; i++) {
                const unsigned at = id + i * GROUP;
                rows[now][at / (TILE_ROWS / WIDTH)][at % (TILE_ROWS / WIDTH)] = next_rows[i];
            }
#pragma unroll
            for (int i = 0; i < FOLDED_LOADS; i++) {
                const unsigned at = id + i * GROUP, b = at / (STAGED / WIDTH), k = at % (STAGED / WIDTH) * WIDTH;
                boxes[now][k][b] = next_boxes[i].x;
                boxes[now][k + 1][b] = next_boxes[i].y;
#if WIDTH == 4
                boxes[now][k + 2][b] = next_boxes[i].z;
                boxes[now][k + 3][b] = next_boxes[i].w;
#endif
            }
        }
        SYNC_THREADS;
    }

#pragma unroll
    for (int j = 0; j < BOXES_PER_THREAD; j++) {
        const unsigned box = box_begin + (j / WIDTH * THREADS_BOXES + id / THREADS_ROWS) * WIDTH + j % WIDTH;
        if (box < parents)
#pragma unroll
            for (int i = 0; i < ROWS_PER_THREAD; i++) {
                const int row = row_begin + (int)(i / WIDTH * THREADS_ROWS + id % THREADS_ROWS) * WIDTH + i % WIDTH;
                GLOBAL REAL *at = product + ((mm_ulong)(split * 8 + character) * parents + box) * ROW_PITCH + row;
                if (row < ROW_PITCH)
                    *at = sum[j][i];
            }
    }
}
