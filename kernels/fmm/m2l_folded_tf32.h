/* The product of fmm/m2l_folded.cl by the tensor cores in single precision, CUDA only. Each factor is a sum of two TF32
 * numbers, of 11 bits each; three of the four products are computed (3xTF32: H. Ootomo and R. Yokota, 2022). Tensor
 * cores truncate sums, as in that paper, so they add up at most one stage. A warp has ROWS_PER_THREAD x
 * BOXES_PER_THREAD of a tile, in fragments of 8 rows x 16 boxes; lane 4 g + t has boxes g and g + 8 of A, row g of B,
 * and of both functions 2 t and 2 t + 1, as columns t and t + 4 of a product; of C rows 2 t and 2 t + 1 (PTX ISA,
 * mma.m16n8k8). Row g of fragment j of RUN is row RUN g + j of all, so that a lane's rows are adjacent. */
#define WARPS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define WARPS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (32 * WARPS_ROWS * WARPS_BOXES)
#define RUN (ROWS_PER_THREAD % 32 == 0 ? 4 : 2)
#define RUNS (ROWS_PER_THREAD / 8 / RUN)
#define FRAGMENTS_BOXES (BOXES_PER_THREAD / 16)
#define ROWS_PITCH (TILE_ROWS + 4) /* so that the lanes of a fragment access different banks */
#define BOX_PITCH (STAGED / 16 * 16 + 8)
#define BUFFERS ((STAGED * ROWS_PITCH + TILE_BOXES * BOX_PITCH) * 4 * 3 <= 49152 ? 3 : 2)
#include "fmm/m2l_folded_stage.h"

/* Neighbouring rows of a function or of a product. */
union ROWS {
    float4 four;
    float2 two;
    float number[4];
};

/* A factor's two parts: the remainder after rounding has 13 bits, of which the tensor cores use 11. */
typedef struct {
    unsigned high, low;
} PARTS;

DEVICE PARTS parts_of(float x)
{
    PARTS of;
    of.high = (__float_as_uint(x) + 0x1000u) & 0xffffe000u;
    of.low = __float_as_uint(x - __uint_as_float(of.high));
    return of;
}

/* sum += a * b; A's elements in the order of memory: two functions of box g, two of box g + 8. */
DEVICE void multiply_fragments(float *sum, const unsigned *a, const unsigned *b)
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[2]), "r"(a[1]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Copies 16 bytes, or zeros, to local memory asynchronously. */
DEVICE void copy(float *to, GLOBAL const float *from, bool is_there)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(is_there ? 16 : 0)
                 : "memory");
}

/* A stage of both factors. */
DEVICE void copy_stage(GLOBAL const float *matrix, GLOBAL const float *folded, PART part, unsigned parents, int pitch,
                       float *rows, float *boxes)
{
#pragma unroll
    for (int i = 0; i < MATRIX_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, k = at / (TILE_ROWS / 4), row = at % (TILE_ROWS / 4) * 4;
        copy(rows + k * ROWS_PITCH + row, matrix + k * ROW_PITCH + part.row + row, part.row + (int)row < ROW_PITCH);
    }
#pragma unroll
    for (int i = 0; i < FOLDED_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, box = at / (STAGED / 4), k = at % (STAGED / 4) * 4;
        copy(boxes + box * BOX_PITCH + k, folded + (mm_ulong)(part.box + box) * pitch + k, part.box + box < parents);
    }
}

/* The products of a stage. */
DEVICE void multiply_stage(const float *rows, const float *boxes, float sum[FRAGMENTS_BOXES][RUNS * RUN][4])
{
    float stage[FRAGMENTS_BOXES][RUNS * RUN][4] = {};
#pragma unroll
    for (int k = 0; k < STAGED; k += 8) {
        unsigned a[2][FRAGMENTS_BOXES][4], b[2][RUNS * RUN][2];
#pragma unroll
        for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
            for (int e = 0; e < 4; e += 2) {
                const float2 two = *(const float2 *)(boxes + (i * 16 + e * 4) * BOX_PITCH + k);
                const PARTS first = parts_of(two.x), second = parts_of(two.y);
                a[0][i][e] = first.high;
                a[1][i][e] = first.low;
                a[0][i][e + 1] = second.high;
                a[1][i][e + 1] = second.low;
            }
#pragma unroll
        for (int e = 0; e < 2; e++)
#pragma unroll
            for (int r = 0; r < RUNS; r++) {
                const float *from = rows + (k + e) * ROWS_PITCH + r * 8 * RUN;
                ROWS run;
                if (RUN == 4)
                    run.four = *(const float4 *)from;
                else
                    run.two = *(const float2 *)from;
#pragma unroll
                for (int j = 0; j < RUN; j++) {
                    const PARTS of = parts_of(run.number[j]);
                    b[0][r * RUN + j][e] = of.high;
                    b[1][r * RUN + j][e] = of.low;
                }
            }
#pragma unroll
        for (int pair = 0; pair < 3; pair++) /* the small products first */
#pragma unroll
            for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
                for (int j = 0; j < RUNS * RUN; j++)
                    multiply_fragments(stage[i][j], a[pair == 0][i], b[pair == 1][j]);
    }
#pragma unroll
    for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
        for (int j = 0; j < RUNS * RUN; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                sum[i][j][e] += stage[i][j][e];
}

/* See fmm/m2l_folded_fma.h. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const float *RESTRICT matrix, GLOBAL const float *RESTRICT folded,
                                     GLOBAL float *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL float4 local_rows[BUFFERS][STAGED * ROWS_PITCH / 4], local_boxes[BUFFERS][TILE_BOXES * BOX_PITCH / 4];
    const unsigned g = LOCAL_ID % 32 / 4, t = LOCAL_ID % 4, warp = LOCAL_ID / 32;
    const unsigned row_warp = warp % WARPS_ROWS * ROWS_PER_THREAD, box_warp = warp / WARPS_ROWS * BOXES_PER_THREAD;
    const PART part = part_of(steps, split_steps);
    GLOBAL const float *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);

    float sum[FRAGMENTS_BOXES][RUNS * RUN][4] = {};
    int ahead = 0, now = 0; /* buffers */
    for (int step = 1 - BUFFERS; step < part.steps; step++) {
        if (step >= 0) {
            asm volatile("cp.async.wait_group %0;" : : "n"(BUFFERS - 2) : "memory");
            SYNC_THREADS;
        }
        if (step + BUFFERS - 1 < part.steps)
            copy_stage(m, f, part, parents, steps * STAGED, (float *)local_rows[ahead], (float *)local_boxes[ahead]);
        asm volatile("cp.async.commit_group;" : : : "memory");
        m += STAGED * ROW_PITCH;
        f += STAGED;
        ahead = ahead + 1 < BUFFERS ? ahead + 1 : 0;
        if (step < 0)
            continue;
        multiply_stage((const float *)local_rows[now] + 2 * t * ROWS_PITCH + row_warp + RUN * g,
                       (const float *)local_boxes[now] + (box_warp + g) * BOX_PITCH + 2 * t, sum);
        now = now + 1 < BUFFERS ? now + 1 : 0;
    }

#pragma unroll
    for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
        for (int r = 0; r < RUNS; r++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                const int row = part.row + (int)(row_warp + (r * 8 + 2 * t + e % 2) * RUN);
                const unsigned box = part.box + box_warp + i * 16 + g + e / 2 * 8;
                ROWS run;
#pragma unroll
                for (int j = 0; j < RUN; j++)
                    run.number[j] = sum[i][r * RUN + j][e];
                if (row >= ROW_PITCH || box >= parents)
                    continue;
                if (RUN == 4)
                    *(GLOBAL float4 *)product_at(product, part, parents, box, row) = run.four;
                else
                    *(GLOBAL float2 *)product_at(product, part, parents, box, row) = run.two;
            }
}
