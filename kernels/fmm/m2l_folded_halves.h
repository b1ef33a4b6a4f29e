/* The sums and the product of fmm/m2l_folded.cl by FP16 tensor cores, CUDA only. Each factor is a sum of two halves, of
 * 11 bits each; three of the four products are computed, as with TF32 (fmm/m2l_folded_tf32.h), at twice the rate.
 * Halves are at most 65504 and lose bits below 6e-5, so functions, rows and FOLD_CHUNK functions of a parent have
 * scales, which are powers of two.
 *
 * Four functions, f, f + q, f + 2 q and f + 3 q of a chunk of 4 q, are adjacent, in 16 bytes: the first halves of the
 * first two, those of the other two, then the second halves likewise. The folded numbers are followed by the factors of
 * parents, [chunk][parent]; the matrices by the rows' factors and the functions' scales, with their numbers and signs.
 * A warp has ROWS_PER_THREAD x BOXES_PER_THREAD of a tile, in fragments of 16 rows x 8 boxes; lane 4 g + t has rows 2 g
 * and 2 g + 1 of A, box g of B, and of both the t-th four functions of 16, as columns 2 t, 2 t + 1, 2 t + 8, 2 t + 9 of
 * a product; of C boxes 2 t and 2 t + 1 (PTX ISA, mma.m16n8k16). Matrices consist of such fragments, of 16 functions
 * and all rows: first halves, in the order of lanes, then second halves. */
#define WARPS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define WARPS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (32 * WARPS_ROWS * WARPS_BOXES)
#define FRAGMENTS_ROWS (ROWS_PER_THREAD / 16)
#define FRAGMENTS_BOXES (BOXES_PER_THREAD / 8)
#define STAGES (TILE_ROWS + TILE_BOXES <= 192 ? 2 : 1) /* between two barriers; the first is a multiple */
#define BUFFERS ((TILE_ROWS + TILE_BOXES) * 64 * STAGES * 3 <= 49152 ? 3 : 2)
#define FOLD_GROUP (FOLD_CHUNK / 4)
#define CHUNK_STAGES (FOLD_CHUNK / STAGED)
#define CHUNK_ORBITS (FOLD_CHUNK / FUNCTIONS + 2 < ORBITS ? FOLD_CHUNK / FUNCTIONS + 2 : ORBITS)
#include "fmm/m2l_folded_stage.h"

/* ---- fold ---- */

union FOUR {
    uint4 vector;
    unsigned number[4];
};

/* Two numbers, times their scales, each as two halves whose sum is exact to 2^-22 of it. */
DEVICE void split_pair(float first, float first_scale, float second, float second_scale, unsigned *high, unsigned *low)
{
    float high_first, high_second;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(*high) : "f"(second * second_scale), "f"(first * first_scale));
    asm("{.reg .b16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b;}"
        : "=f"(high_first), "=f"(high_second)
        : "r"(*high));
    asm("cvt.rn.f16x2.f32 %0, %1, %2;"
        : "=r"(*low)
        : "f"(fma(second, second_scale, -high_second)), "f"(fma(first, first_scale, -high_first)));
}

/* The largest of the group's numbers, none of which is below 0. */
DEVICE float largest_of(float number, LOCAL_ARG float *of_warp)
{
    for (int lanes = 16; lanes > 0; lanes /= 2)
        number = fmaxf(number, __shfl_xor_sync(0xffffffffu, number, lanes));
    if (LOCAL_ID % 32 == 0)
        of_warp[LOCAL_ID / 32] = number;
    SYNC_THREADS;
    for (int warp = 0; warp < FOLD_GROUP / 32; warp++)
        number = fmaxf(number, of_warp[warp]);
    return number;
}

/* Group (parent, chunk): four functions per work-item. */
KERNEL GROUP_OF(FOLD_GROUP) void fold(GLOBAL const float *RESTRICT omega, GLOBAL const float *RESTRICT matrix,
                                      GLOBAL float *RESTRICT folded, unsigned first, unsigned parents, int pitch,
                                      int chunks, mm_ulong matrix_pitch)
{
    LOCAL uint4 images[CHUNK_ORBITS][2];
    LOCAL float of_warp[FOLD_GROUP / 32];
    const unsigned parent = GROUP_ID / chunks;
    const int chunk = (int)(GROUP_ID % chunks), id = (int)LOCAL_ID, orbit = chunk * FOLD_CHUNK / FUNCTIONS;
    const int apart = min(FOLD_GROUP, (pitch - chunk * FOLD_CHUNK) / 4);
    GLOBAL const float2 *functions = (GLOBAL const float2 *)(matrix + 8 * matrix_pitch + ROW_PITCH);
    const BOX at = box_at(first + parent);
    float2 function[4];
    int number[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int k = chunk * FOLD_CHUNK + i * apart + id;
        number[i] = id < apart ? k / FUNCTIONS : ORBITS;
        function[i] = functions[k % FUNCTIONS];
    }
    for (int i = id; i < CHUNK_ORBITS * 8; i += FOLD_GROUP)
        ((unsigned *)images)[i] = orbit + i / 8 < ORBITS ? image_of(at, orbit_at(orbit + i / 8), i % 8) : NO_BOX;
    SYNC_THREADS;

    float v[4][8], most = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned signs = __float_as_uint(function[i].y);
        GLOBAL const char *from = (GLOBAL const char *)(omega + (signs >> 3));
        asm("" : "+l"(from)); /* one multiplication and addition gives an address; separate sums would take more */
        union FOUR image[2];
        image[0].vector = image[1].vector = make_uint4(NO_BOX, NO_BOX, NO_BOX, NO_BOX);
        if (number[i] < ORBITS) {
            image[0].vector = images[number[i] - orbit][0];
            image[1].vector = images[number[i] - orbit][1];
        }
#pragma unroll
        for (int u = 0; u < 8; u++) {
            const unsigned box = image[u / 4].number[u % 4];
            v[i][u] = box == NO_BOX ? 0 : __ldg((const float *)(from + (mm_ulong)box * (8 * COEFFICIENTS)));
        }
        transform(v[i], signs & 1 ? -1 : 1, signs & 2 ? -1 : 1, signs & 4 ? -1 : 1);
        float largest = 0;
#pragma unroll
        for (int u = 0; u < 8; u++)
            largest = fmaxf(largest, fabsf(v[i][u]));
        most = fmaxf(most, largest * function[i].x);
    }
    /* The scale that brings the largest to 2^12 to 2^13, unless its product with a function's scale, below 2^(4 p),
     * would be infinite. */
    const unsigned exponent = max(__float_as_uint(largest_of(most, of_warp)) >> 23, 13u + 4u * ORDER);
    const float scale = __uint_as_float((127 + 127 + 12 - exponent) << 23);
    GLOBAL float *to = folded + (mm_ulong)parent * pitch + chunk * FOLD_CHUNK + 4 * id;
    if (id < apart)
#pragma unroll
        for (int u = 0; u < 8; u++) {
            uint4 four;
            split_pair(v[0][u], scale * function[0].x, v[1][u], scale * function[1].x, &four.x, &four.z);
            split_pair(v[2][u], scale * function[2].x, v[3][u], scale * function[3].x, &four.y, &four.w);
            *(GLOBAL uint4 *)(to + (mm_ulong)u * parents * pitch) = four;
        }
    if (id == 0)
        folded[(mm_ulong)8 * parents * pitch + (mm_ulong)chunk * parents + parent] =
            __uint_as_float((exponent - 12) << 23);
}

/* ---- multiply ---- */

/* sum += a * b */
DEVICE void multiply_fragments(float *sum, const unsigned *a, const unsigned *b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Copies 16 bytes, or zeros, to local memory asynchronously. */
DEVICE void copy(uint4 *to, GLOBAL const float *from, bool is_there)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(is_there ? 16 : 0)
                 : "memory");
}

/* Some stages of both factors, 64 bytes per row and per parent each; zeros after the last of `left`. */
DEVICE void copy_stages(GLOBAL const float *matrix, GLOBAL const float *folded, PART part, int left, unsigned parents,
                        int pitch, uint4 *rows, uint4 *boxes)
{
#pragma unroll
    for (int stage = 0; stage < STAGES; stage++) {
#pragma unroll
        for (int i = 0; i < MATRIX_LOADS; i++) {
            const unsigned at = LOCAL_ID + i * GROUP;
            copy(rows + stage * TILE_ROWS * 4 + at, matrix + (stage * ROW_PITCH * 4 + part.row * 4 + at) * 4,
                 stage < left && part.row + (int)at / 4 < ROW_PITCH);
        }
#pragma unroll
        for (int i = 0; i < FOLDED_LOADS; i++) {
            const unsigned at = LOCAL_ID + i * GROUP, box = part.box + at / 4;
            copy(boxes + stage * TILE_BOXES * 4 + at, folded + (mm_ulong)box * pitch + stage * STAGED + at % 4 * 4,
                 stage < left && box < parents);
        }
    }
}

/* The products of some stages, added to the sums with the boxes' factors. */
DEVICE void multiply_stages(const uint4 *rows, const uint4 *boxes, const float factor[FRAGMENTS_BOXES][2],
                            float sum[FRAGMENTS_ROWS][FRAGMENTS_BOXES][4])
{
    float of_stages[FRAGMENTS_ROWS][FRAGMENTS_BOXES][4] = {};
#pragma unroll
    for (int stage = 0; stage < STAGES; stage++) {
        union FOUR a[FRAGMENTS_ROWS][2], b[FRAGMENTS_BOXES];
#pragma unroll
        for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
            for (int half = 0; half < 2; half++)
                a[i][half].vector = rows[stage * TILE_ROWS * 4 + i * 64 + half * 32];
#pragma unroll
        for (int j = 0; j < FRAGMENTS_BOXES; j++)
            b[j].vector = boxes[stage * TILE_BOXES * 4 + j * 32];
#pragma unroll
        for (int pair = 0; pair < 3; pair++) /* the small products first */
#pragma unroll
            for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
                for (int j = 0; j < FRAGMENTS_BOXES; j++)
                    multiply_fragments(of_stages[i][j], a[i][pair == 0].number, b[j].number + (pair == 1 ? 2 : 0));
    }
#pragma unroll
    for (int i = 0; i < FRAGMENTS_ROWS; i++)
#pragma unroll
        for (int j = 0; j < FRAGMENTS_BOXES; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                sum[i][j][e] = fma(of_stages[i][j][e], factor[j][e % 2], sum[i][j][e]);
}

/* See fmm/m2l_folded_fma.h. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const float *RESTRICT matrix, GLOBAL const float *RESTRICT folded,
                                     GLOBAL float *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL uint4 local_rows[BUFFERS][STAGES * TILE_ROWS * 4], local_boxes[BUFFERS][STAGES * TILE_BOXES * 4];
    const unsigned lane = LOCAL_ID % 32, g = lane / 4, t = lane % 4, warp = LOCAL_ID / 32;
    const unsigned row_warp = warp % WARPS_ROWS * ROWS_PER_THREAD, box_warp = warp / WARPS_ROWS * BOXES_PER_THREAD;
    const PART part = part_of(steps, split_steps);
    const int pitch = steps * STAGED;
    const unsigned first_box = part.box + box_warp + 2 * t; /* of C */
    GLOBAL const float *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);
    GLOBAL const float *factors =
        folded + (mm_ulong)8 * parents * pitch + (mm_ulong)(part.first / CHUNK_STAGES) * parents;

    float sum[FRAGMENTS_ROWS][FRAGMENTS_BOXES][4] = {}, factor[FRAGMENTS_BOXES][2];
    int ahead = 0, now = 0; /* buffers */
    int of_chunk = 0;       /* stages with these factors */
    for (int step = (1 - BUFFERS) * STAGES; step < part.steps; step += STAGES) {
        if (step >= 0) {
            asm volatile("cp.async.wait_group %0;" : : "n"(BUFFERS - 2) : "memory");
            SYNC_THREADS;
        }
        const int left = part.steps - (step + (BUFFERS - 1) * STAGES);
        if (left > 0)
            copy_stages(m, f, part, left, parents, pitch, local_rows[ahead], local_boxes[ahead]);
        asm volatile("cp.async.commit_group;" : : : "memory");
        m += STAGES * STAGED * ROW_PITCH;
        f += STAGES * STAGED;
        ahead = ahead + 1 < BUFFERS ? ahead + 1 : 0;
        if (step < 0)
            continue;
        if (of_chunk == 0) {
#pragma unroll
            for (int j = 0; j < FRAGMENTS_BOXES; j++)
#pragma unroll
                for (int e = 0; e < 2; e++)
                    factor[j][e] = first_box + j * 8 + e < parents ? factors[first_box + j * 8 + e] : 0;
            factors += parents;
            of_chunk = CHUNK_STAGES - (step == 0 ? part.first % CHUNK_STAGES : 0);
        }
        of_chunk -= STAGES;
        multiply_stages(local_rows[now] + row_warp * 4 + lane, local_boxes[now] + (box_warp + g) * 4 + t, factor, sum);
        now = now + 1 < BUFFERS ? now + 1 : 0;
    }

    GLOBAL const float *of_rows = matrix + 8 * matrix_pitch;
#pragma unroll
    for (int i = 0; i < FRAGMENTS_ROWS; i++) {
        const int row = part.row + (int)(row_warp + i * 16 + 2 * g);
        if (row >= ROW_PITCH)
            break;
        const float2 by = *(GLOBAL const float2 *)(of_rows + row);
#pragma unroll
        for (int j = 0; j < FRAGMENTS_BOXES; j++)
#pragma unroll
            for (int e = 0; e < 2; e++)
                if (first_box + j * 8 + e < parents)
                    *(GLOBAL float2 *)product_at(product, part, parents, first_box + j * 8 + e, row) =
                        make_float2(sum[i][j][e] * by.x, sum[i][j][e + 2] * by.y);
    }
}
