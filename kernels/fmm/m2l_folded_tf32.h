/* The product of fmm/m2l_folded.cl by the tensor cores in single precision, CUDA only: each factor as a sum of two numbers of
 * TF32, of 11 bits each, and three of the four products (3xTF32: H. Ootomo and R. Yokota, 2022, whose tensor cores cut sums
 * off, too, so that those of a stage alone are theirs). A warp has ROWS_PER_THREAD x BOXES_PER_THREAD of a tile, in
 * fragments of 8 rows x 16 boxes; lane 4 g + t holds of A boxes g and g + 8, of B row g, and of either functions 2 t and
 * the next, as columns t and t + 4 of a product; of C rows 2 t and the next (PTX ISA, mma.m16n8k8). */
#define WARPS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define WARPS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (32 * WARPS_ROWS * WARPS_BOXES)
#define FRAGMENTS_ROWS (ROWS_PER_THREAD / 8)
#define FRAGMENTS_BOXES (BOXES_PER_THREAD / 16)
#define ROWS_PITCH (TILE_ROWS + 4) /* so that the lanes of a fragment are in different banks */
#define BOX_PITCH (STAGED / 16 * 16 + 8)
#define STAGE_NUMBERS (STAGED * ROWS_PITCH + TILE_BOXES * BOX_PITCH)
#define BUFFERS (STAGE_NUMBERS * 4 * 3 <= 49152 ? 3 : 2)
#include "fmm/m2l_folded_stage.h"

/* A factor's parts: what is left of the rounded number has 13 bits, of which the tensor cores use 11. */
typedef struct {
    unsigned high, low;
} HALVES;

DEVICE HALVES halves(float x)
{
    HALVES of;
    of.high = (__float_as_uint(x) + 0x1000u) & 0xffffe000u;
    of.low = __float_as_uint(x - __uint_as_float(of.high));
    return of;
}

/* a * b + c; A's elements as they lie in memory: of box g two functions, of box g + 8 two. */
DEVICE void multiply_fragments(float *sum, const unsigned *a, const unsigned *b, const float *c)
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%10, %11, %12, %13};"
        : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
        : "r"(a[0]), "r"(a[2]), "r"(a[1]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
          "f"(c[3]));
}

/* 16 bytes to local memory, or zeros, while the kernel continues. */
DEVICE void copy(float *to, GLOBAL const float *from, bool is_there)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(is_there ? 16 : 0)
                 : "memory");
}

/* The factors of a step. */
DEVICE void copy_stage(GLOBAL const float *matrix, GLOBAL const float *folded, PART part, int step, unsigned parents,
                       int steps, float *rows, float *boxes)
{
#pragma unroll
    for (int i = 0; i < MATRIX_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, k = at / (TILE_ROWS / 4), row = at % (TILE_ROWS / 4) * 4;
        copy(rows + k * ROWS_PITCH + row,
             matrix + (mm_ulong)(step * STAGED + k) * ROW_PITCH + part.row + row, part.row + (int)row < ROW_PITCH);
    }
#pragma unroll
    for (int i = 0; i < FOLDED_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, box = at / (STAGED / 4), k = at % (STAGED / 4) * 4;
        copy(boxes + box * BOX_PITCH + k, folded + (mm_ulong)(part.box + box) * (steps * STAGED) + step * STAGED + k,
             part.box + box < parents);
    }
}

/* As that of fmm/m2l_folded_fma.h. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const float *RESTRICT matrix, GLOBAL const float *RESTRICT folded,
                                     GLOBAL float *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL float4 local_rows[BUFFERS][STAGED * ROWS_PITCH / 4], local_boxes[BUFFERS][TILE_BOXES * BOX_PITCH / 4];
    const unsigned id = LOCAL_ID, g = id % 32 / 4, t = id % 4, warp = id / 32;
    const unsigned row_warp = warp % WARPS_ROWS * ROWS_PER_THREAD, box_warp = warp / WARPS_ROWS * BOXES_PER_THREAD;
    const PART part = part_of(steps, split_steps);
    GLOBAL const float *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);

    float sum[FRAGMENTS_BOXES][FRAGMENTS_ROWS][4] = {};
    for (int step = 1 - BUFFERS; step < part.steps; step++) {
        if (step >= 0) {
            asm volatile("cp.async.wait_group %0;" : : "n"(BUFFERS - 2) : "memory");
            SYNC_THREADS;
        }
        const int next = step + BUFFERS - 1;
        if (next < part.steps)
            copy_stage(m, f, part, next, parents, steps, (float *)local_rows[next % BUFFERS],
                       (float *)local_boxes[next % BUFFERS]);
        asm volatile("cp.async.commit_group;" : : : "memory");
        if (step < 0)
            continue;
        const float *rows = (const float *)local_rows[step % BUFFERS] + row_warp + g;
        const float *boxes = (const float *)local_boxes[step % BUFFERS] + (box_warp + g) * BOX_PITCH;
        float stage[FRAGMENTS_BOXES][FRAGMENTS_ROWS][4] = {};
#pragma unroll
        for (int k = 0; k < STAGED; k += 8) {
            unsigned a[2][FRAGMENTS_BOXES][4], b[2][FRAGMENTS_ROWS][2];
#pragma unroll
            for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
                for (int e = 0; e < 4; e += 2) {
                    const float2 two = *(const float2 *)(boxes + (i * 16 + e * 4) * BOX_PITCH + k + 2 * t);
                    const HALVES first = halves(two.x), second = halves(two.y);
                    a[0][i][e] = first.high;
                    a[1][i][e] = first.low;
                    a[0][i][e + 1] = second.high;
                    a[1][i][e + 1] = second.low;
                }
#pragma unroll
            for (int j = 0; j < FRAGMENTS_ROWS; j++)
#pragma unroll
                for (int e = 0; e < 2; e++) {
                    const HALVES of = halves(rows[(k + 2 * t + e) * ROWS_PITCH + j * 8]);
                    b[0][j][e] = of.high;
                    b[1][j][e] = of.low;
                }
#pragma unroll
            for (int pair = 0; pair < 3; pair++) /* the small ones first */
#pragma unroll
                for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
                    for (int j = 0; j < FRAGMENTS_ROWS; j++)
                        multiply_fragments(stage[i][j], a[pair == 0][i], b[pair == 1][j], stage[i][j]);
        }
#pragma unroll
        for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
            for (int j = 0; j < FRAGMENTS_ROWS; j++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    sum[i][j][e] += stage[i][j][e];
    }

#pragma unroll
    for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
        for (int j = 0; j < FRAGMENTS_ROWS; j++)
#pragma unroll
            for (int e = 0; e < 4; e += 2) {
                const int row = part.row + (int)(row_warp + j * 8 + 2 * t);
                const unsigned box = part.box + box_warp + i * 16 + g + e * 4;
                if (row < ROW_PITCH && box < parents)
                    *(GLOBAL float2 *)product_at(product, part, parents, box, row) =
                        make_float2(sum[i][j][e], sum[i][j][e + 1]);
            }
}
