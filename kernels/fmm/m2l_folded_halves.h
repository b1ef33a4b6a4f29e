/* The sums and the product of fmm/m2l_folded.cl by FP16 tensor cores, CUDA only: each factor as a sum of two halves, of
 * 11 bits each, and three of the four products, as TF32's (fmm/m2l_folded_tf32.h), at twice the rate. Halves end at
 * 65504 and lose bits below 6e-5: so functions, rows and FOLD_CHUNK functions of a parent have scales, which are powers
 * of two.
 *
 * Two functions of a parent or of a row lie side by side: both first halves, both second ones, in 8 bytes; of matrices
 * 16 functions of a row, and these of all rows. Behind the matrices lie the rows' factors and the functions' scales;
 * behind the folded numbers the factors of parents, [chunk][parent]. A warp has ROWS_PER_THREAD x BOXES_PER_THREAD of a
 * tile, in fragments of 8 rows x 16 boxes; lane 4 g + t holds of A boxes g and g + 8, of B row g, and of either the
 * four functions 4 t and behind, as columns 2 t, 2 t + 1, 2 t + 8, 2 t + 9 of a product; of C rows 2 t and the next
 * (PTX ISA, mma.m16n8k16). */
#define WARPS_ROWS (TILE_ROWS / ROWS_PER_THREAD)
#define WARPS_BOXES (TILE_BOXES / BOXES_PER_THREAD)
#define GROUP (32 * WARPS_ROWS * WARPS_BOXES)
#define FRAGMENTS_ROWS (ROWS_PER_THREAD / 8)
#define FRAGMENTS_BOXES (BOXES_PER_THREAD / 16)
#define BUFFERS ((TILE_ROWS + TILE_BOXES) * 64 * 3 <= 49152 ? 3 : 2)
#define CHUNK_STAGES (FOLD_CHUNK / STAGED)
#define CHUNK_ORBITS (FOLD_CHUNK / FUNCTIONS + 2 < ORBITS ? FOLD_CHUNK / FUNCTIONS + 2 : ORBITS)
#include "fmm/m2l_folded_stage.h"

/* ---- fold ---- */

/* Of either number, two halves whose sum it is but for 2^-22 of it. */
DEVICE float2 halves_of(float first, float second)
{
    unsigned high, low;
    float high_first, high_second;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(high) : "f"(second), "f"(first));
    asm("{.reg .b16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b;}"
        : "=f"(high_first), "=f"(high_second)
        : "r"(high));
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(low) : "f"(second - high_second), "f"(first - high_first));
    return make_float2(__uint_as_float(high), __uint_as_float(low));
}

/* The largest of the group's numbers, of none below 0. */
DEVICE float largest_of(float number, LOCAL_ARG float *of_warp)
{
    for (int lanes = 16; lanes > 0; lanes /= 2)
        number = fmaxf(number, __shfl_xor_sync(0xffffffffu, number, lanes));
    if (LOCAL_ID % 32 == 0)
        of_warp[LOCAL_ID / 32] = number;
    SYNC_THREADS;
    for (int warp = 0; warp < FOLD_CHUNK / 64; warp++)
        number = fmaxf(number, of_warp[warp]);
    return number;
}

/* Group (parent, chunk): two functions of a work-item. */
KERNEL GROUP_OF(FOLD_CHUNK / 2) void fold(GLOBAL const float *RESTRICT omega, GLOBAL const float *RESTRICT matrix,
                                          GLOBAL float *RESTRICT folded, unsigned first, unsigned parents, int pitch,
                                          int chunks, mm_ulong matrix_pitch)
{
    LOCAL unsigned image[CHUNK_ORBITS][8];
    LOCAL FUNCTION functions[FUNCTIONS];
    LOCAL float scale_of[FUNCTIONS], of_warp[FOLD_CHUNK / 64];
    const unsigned parent = GROUP_ID / chunks;
    const int chunk = (int)(GROUP_ID % chunks), id = (int)LOCAL_ID, orbit = chunk * FOLD_CHUNK / FUNCTIONS;
    const BOX at = box_at(first + parent);
    for (int i = id; i < CHUNK_ORBITS * 8; i += FOLD_CHUNK / 2)
        image[i / 8][i % 8] = orbit + i / 8 < ORBITS ? image_of(at, orbit_at(orbit + i / 8), i % 8) : NO_BOX;
    for (int i = id; i < FUNCTIONS; i += FOLD_CHUNK / 2) {
        functions[i] = function_at(i);
        scale_of[i] = matrix[8 * matrix_pitch + ROW_PITCH + i];
    }
    SYNC_THREADS;

    const int k = chunk * FOLD_CHUNK + 2 * id;
    float v[2][8], most = 0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const int number = (k + i) / FUNCTIONS, f = (k + i) % FUNCTIONS;
        const FUNCTION function = functions[f];
#pragma unroll
        for (int u = 0; u < 8; u++) {
            const unsigned box = number < ORBITS ? image[number - orbit][u] : NO_BOX;
            v[i][u] = box == NO_BOX ? 0 : omega[(mm_ulong)box * (2 * COEFFICIENTS) + function.number];
        }
        const float x = function.signs & 1 ? -1 : 1, y = function.signs & 2 ? -1 : 1, z = function.signs & 4 ? -1 : 1;
        transform(v[i], x, y, z);
#pragma unroll
        for (int u = 0; u < 8; u++) {
            v[i][u] *= scale_of[f];
            most = fmaxf(most, fabsf(v[i][u]));
        }
    }
    /* The largest becomes 2^12 to 2^13. */
    const unsigned exponent = max(__float_as_uint(largest_of(most, of_warp)) >> 23, 32u);
    const float scale = __uint_as_float((127 + 127 + 12 - exponent) << 23);
    if (k < pitch)
#pragma unroll
        for (int character = 0; character < 8; character++)
            *(GLOBAL float2 *)(folded + ((mm_ulong)character * parents + parent) * pitch + k) =
                halves_of(v[0][character] * scale, v[1][character] * scale);
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

/* 16 bytes to local memory, or zeros, while the kernel continues. */
DEVICE void copy(uint4 *to, GLOBAL const float *from, bool is_there)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(is_there ? 16 : 0)
                 : "memory");
}

/* A stage of both factors: 64 bytes of a row and of a parent. */
DEVICE void copy_stage(GLOBAL const float *matrix, GLOBAL const float *folded, PART part, unsigned parents, int pitch,
                       uint4 *rows, uint4 *boxes)
{
#pragma unroll
    for (int i = 0; i < MATRIX_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP;
        copy(rows + at, matrix + (part.row * 4 + at) * 4, part.row + (int)at / 4 < ROW_PITCH);
    }
#pragma unroll
    for (int i = 0; i < FOLDED_LOADS; i++) {
        const unsigned at = LOCAL_ID + i * GROUP, box = part.box + at / 4;
        copy(boxes + at, folded + (mm_ulong)box * pitch + at % 4 * 4, box < parents);
    }
}

/* The products of a stage, which are added to the sums with the factors of boxes. */
DEVICE void multiply_stage(const uint4 *rows, const uint4 *boxes, const float factor[FRAGMENTS_BOXES][2],
                           float sum[FRAGMENTS_BOXES][FRAGMENTS_ROWS][4])
{
    float stage[FRAGMENTS_BOXES][FRAGMENTS_ROWS][4] = {};
    unsigned a[2][FRAGMENTS_BOXES][4], b[2][FRAGMENTS_ROWS][2];
#pragma unroll
    for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
        for (int e = 0; e < 2; e++) {
            const uint4 four = boxes[(i * 16 + e * 8) * 4];
            a[0][i][e] = four.x;
            a[1][i][e] = four.y;
            a[0][i][e + 2] = four.z;
            a[1][i][e + 2] = four.w;
        }
#pragma unroll
    for (int j = 0; j < FRAGMENTS_ROWS; j++) {
        const uint4 four = rows[j * 8 * 4];
        b[0][j][0] = four.x;
        b[1][j][0] = four.y;
        b[0][j][1] = four.z;
        b[1][j][1] = four.w;
    }
#pragma unroll
    for (int pair = 0; pair < 3; pair++) /* the small ones first */
#pragma unroll
        for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
            for (int j = 0; j < FRAGMENTS_ROWS; j++)
                multiply_fragments(stage[i][j], a[pair == 0][i], b[pair == 1][j]);
#pragma unroll
    for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
        for (int j = 0; j < FRAGMENTS_ROWS; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                sum[i][j][e] = fma(stage[i][j][e], factor[i][e / 2], sum[i][j][e]);
}

/* As that of fmm/m2l_folded_fma.h. */
KERNEL GROUP_OF(GROUP) void multiply(GLOBAL const float *RESTRICT matrix, GLOBAL const float *RESTRICT folded,
                                     GLOBAL float *RESTRICT product, unsigned parents, int steps, int split_steps,
                                     mm_ulong matrix_pitch)
{
    LOCAL uint4 local_rows[BUFFERS][TILE_ROWS * 4], local_boxes[BUFFERS][TILE_BOXES * 4];
    const unsigned g = LOCAL_ID % 32 / 4, t = LOCAL_ID % 4, warp = LOCAL_ID / 32;
    const unsigned row_warp = warp % WARPS_ROWS * ROWS_PER_THREAD, box_warp = warp / WARPS_ROWS * BOXES_PER_THREAD;
    const PART part = part_of(steps, split_steps);
    const int pitch = steps * STAGED;
    GLOBAL const float *m = matrix_of(matrix, part, matrix_pitch), *f = folded_of(folded, part, parents, steps);
    GLOBAL const float *factors = folded + (mm_ulong)8 * parents * pitch + part.box + box_warp + g;

    float sum[FRAGMENTS_BOXES][FRAGMENTS_ROWS][4] = {}, factor[FRAGMENTS_BOXES][2];
    int ahead = 0, now = 0; /* buffers */
    for (int step = 1 - BUFFERS; step < part.steps; step++) {
        if (step >= 0) {
            asm volatile("cp.async.wait_group %0;" : : "n"(BUFFERS - 2) : "memory");
            SYNC_THREADS;
        }
        if (step + BUFFERS - 1 < part.steps)
            copy_stage(m, f, part, parents, pitch, local_rows[ahead], local_boxes[ahead]);
        asm volatile("cp.async.commit_group;" : : : "memory");
        m += STAGED * ROW_PITCH;
        f += STAGED;
        ahead = ahead + 1 < BUFFERS ? ahead + 1 : 0;
        if (step < 0)
            continue;
        const int chunk = (part.first + step) / CHUNK_STAGES;
        if (step == 0 || (part.first + step) % CHUNK_STAGES == 0)
#pragma unroll
            for (int i = 0; i < FRAGMENTS_BOXES * 2; i++) {
                const unsigned box = part.box + box_warp + g + i * 8;
                factor[i / 2][i % 2] = box < parents ? factors[(mm_ulong)chunk * parents + i * 8] : 0;
            }
        multiply_stage(local_rows[now] + (row_warp + g) * 4 + t, local_boxes[now] + (box_warp + g) * 4 + t, factor,
                       sum);
        now = now + 1 < BUFFERS ? now + 1 : 0;
    }

    GLOBAL const float *of_rows = matrix + 8 * matrix_pitch;
#pragma unroll
    for (int j = 0; j < FRAGMENTS_ROWS; j++) {
        const int row = part.row + (int)(row_warp + j * 8 + 2 * t);
        if (row >= ROW_PITCH)
            break;
        const float2 by = *(GLOBAL const float2 *)(of_rows + row);
#pragma unroll
        for (int i = 0; i < FRAGMENTS_BOXES; i++)
#pragma unroll
            for (int e = 0; e < 4; e += 2) {
                const unsigned box = part.box + box_warp + i * 16 + g + e * 4;
                if (box < parents)
                    *(GLOBAL float2 *)product_at(product, part, parents, box, row) =
                        make_float2(sum[i][j][e] * by.x, sum[i][j][e + 1] * by.y);
            }
    }
}
