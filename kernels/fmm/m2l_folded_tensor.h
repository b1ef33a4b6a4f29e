/* The product of fmm/m2l_folded.cl by the FP64 tensor cores, CUDA only. A warp has ROWS_PER_THREAD x BOXES_PER_THREAD
 * of a tile, in fragments of 16 x 8; of A, lane t has rows t / 4 and t / 4 + 8, columns t % 4 and t % 4 + 4; of B the
 * same with rows and columns exchanged; of C columns t % 4 * 2 and the next (PTX ISA, mma.m16n8k8). */
#define WARPS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define WARPS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (32 * WARPS_ROWS * WARPS_BOXES)
#define FRAGMENTS_ROWS (ROWS_PER_THREAD / 16)
#define FRAGMENTS_BOXES (BOXES_PER_THREAD / 8)
#define ROWS_PITCH (TILE_ROWS + 4) /* so that the lanes of a fragment access different banks */
#define BOX_PITCH (STAGED + 4)
#include "fmm/m2l_folded_stage.h"

/* c += a * b */
DEVICE void multiply_fragments(double *c, const double *a, const double *b)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
    for (int k = 0; k < 2; k++)
        for (int half_rows = 0; half_rows < 2; half_rows++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(c[2 * half_rows]), "+d"(c[2 * half_rows + 1])
                : "d"(a[2 * k + half_rows]), "d"(b[k]));
#endif
}

/* See fmm/m2l_folded_fma.h. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const double *RESTRICT matrix, GLOBAL const double *RESTRICT folded,
                                     GLOBAL double *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL double rows[2][STAGED][ROWS_PITCH];
    LOCAL double boxes[2][TILE_BOXES][BOX_PITCH];
    const unsigned id = LOCAL_ID, lane = id % 32, warp = id / 32;
    const unsigned row_warp = warp % WARPS_ROWS * ROWS_PER_THREAD, box_warp = warp / WARPS_ROWS * BOXES_PER_THREAD;
    const PART part = part_of(steps, split_steps);
    GLOBAL const double *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);

    double sum[FRAGMENTS_ROWS][FRAGMENTS_BOXES][4] = {};
    double2 next_rows[MATRIX_LOADS], next_boxes[FOLDED_LOADS];
    for (int step = 0; step <= part.steps; step++) {
        if (step < part.steps) {
            load_rows(m, part, step, next_rows);
            load_boxes(f, part, step, parents, steps, next_boxes);
        }
        if (step > 0) {
            const int now = (step - 1) & 1;
#pragma unroll
            for (int k = 0; k < STAGED; k += 8) {
                double a[FRAGMENTS_ROWS][4], b[FRAGMENTS_BOXES][2];
#pragma unroll
                for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
                    for (int e = 0; e < 4; e++)
                        a[i][e] = rows[now][k + lane % 4 + e / 2 * 4][row_warp + i * 16 + lane / 4 + e % 2 * 8];
#pragma unroll
                for (int j = 0; j < FRAGMENTS_BOXES; j++)
#pragma unroll
                    for (int e = 0; e < 2; e++)
                        b[j][e] = boxes[now][box_warp + j * 8 + lane / 4][k + lane % 4 + e * 4];
#pragma unroll
                for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
                    for (int j = 0; j < FRAGMENTS_BOXES; j++)
                        multiply_fragments(sum[i][j], a[i], b[j]);
            }
        }
        if (step < part.steps) {
            const int now = step & 1;
#pragma unroll
            for (int i = 0; i < MATRIX_LOADS; i++) {
                const unsigned at = id + i * GROUP;
                *(double2 *)&rows[now][at / (TILE_ROWS / 2)][at % (TILE_ROWS / 2) * 2] = next_rows[i];
            }
#pragma unroll
            for (int i = 0; i < FOLDED_LOADS; i++) {
                const unsigned at = id + i * GROUP;
                *(double2 *)&boxes[now][at / (STAGED / 2)][at % (STAGED / 2) * 2] = next_boxes[i];
            }
        }
        SYNC_THREADS;
    }

#pragma unroll
    for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
        for (int j = 0; j < FRAGMENTS_BOXES; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                const int row = part.row + (int)(row_warp + i * 16 + lane / 4 + e / 2 * 8);
                const unsigned box = part.box + box_warp + j * 8 + lane % 4 * 2 + e % 2;
                if (row < ROW_PITCH && box < parents)
                    *product_at(product, part, parents, box, row) = sum[i][j][e];
            }
}
