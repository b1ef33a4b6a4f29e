/* The product of fmm/m2l_folded.cl by fused multiply-adds, with operands in registers. */
#define THREADS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define THREADS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (THREADS_ROWS * THREADS_BOXES)
#define ROW_VECTORS (ROWS_PER_THREAD / WIDTH)
#define BOX_VECTORS (BOXES_PER_THREAD / WIDTH)
#define BOX_PITCH (TILE_BOXES + WIDTH)
#include "fmm/m2l_folded_stage.h"

/* Group (tile, split * 8 + character) computes a tile; `steps` of STAGED functions, `split_steps` of them a split. The
 * matrices of characters are `matrix_pitch` numbers apart. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const REAL *RESTRICT matrix, GLOBAL const REAL *RESTRICT folded,
                                     GLOBAL REAL *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL VECTOR rows[2][STAGED][TILE_ROWS / WIDTH];
    LOCAL REAL boxes[2][STAGED][BOX_PITCH];
    const unsigned id = LOCAL_ID;
    const PART part = part_of(steps, split_steps);
    GLOBAL const REAL *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);

    REAL sum[BOXES_PER_THREAD][ROWS_PER_THREAD];
#pragma unroll
    for (int b = 0; b < BOXES_PER_THREAD; b++)
#pragma unroll
        for (int r = 0; r < ROWS_PER_THREAD; r++)
            sum[b][r] = 0;

    VECTOR next_rows[MATRIX_LOADS], next_boxes[FOLDED_LOADS];
    for (int step = 0; step <= part.steps; step++) {
        if (step < part.steps) {
            load_rows(m, part, step, next_rows);
            load_boxes(f, part, step, parents, steps, next_boxes);
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
        if (step < part.steps) {
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
        const unsigned box = part.box + (j / WIDTH * THREADS_BOXES + id / THREADS_ROWS) * WIDTH + j % WIDTH;
        if (box < parents)
#pragma unroll
            for (int i = 0; i < ROWS_PER_THREAD; i++) {
                const int row = part.row + (int)(i / WIDTH * THREADS_ROWS + id % THREADS_ROWS) * WIDTH + i % WIDTH;
                if (row < ROW_PITCH)
                    *product_at(product, part, parents, box, row) = sum[j][i];
            }
    }
}
