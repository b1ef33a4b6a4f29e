/* The kernel of direct sums as C, one work-item at a time, in one configuration: it follows the rule for atoms on
 * points, and its software reciprocal square root has the documented precision. */
#include "compute/vectors.h"
#include "tests/check.h"

#include <stdbool.h>
#include <stdint.h>

#define GRID_SPACING 0.5f
#define ON_POINT2 1e-12f
#define DIMENSIONS 3
#define BLOCK_SIZE 8
#define BLOCK_WIDTH 4
#define POINTS_PER_THREAD_X 4
#define POINTS_PER_THREAD_Y 4
#define LAYOUT_ADJACENT 0
#define LAYOUT_STRIDED 1
#define LAYOUT LAYOUT_STRIDED
#define ATOM_STORAGE_CONSTANT 0
#define ATOM_STORAGE_SHARED 1
#define ATOM_STORAGE_GLOBAL 2
#define ATOM_STORAGE ATOM_STORAGE_GLOBAL
#define EARLY_READ 0
#define UNROLL 1
#define EDGE_GUARD 0
#define EDGE EDGE_GUARD
#define RSQRT_ON_FMA 4
#define GROUPS_PER_TILE 1
#define PAIR_ORDER_COLUMNS 0
#define PAIR_ORDER PAIR_ORDER_COLUMNS
#define GROUPS_PER_UNIT 1

#define __OPENCL_VERSION__ 120
#define KERNEL static
#define GROUP_OF(size)
#define DEVICE static inline
#define GLOBAL
#define RESTRICT restrict
#define LOCAL_ID local_id
#define GROUP_ID group_id
#define GROUP_ID_Y group_id_y
#define fma fmaf
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
typedef struct mm_float4 float4;
typedef uint64_t mm_ulong;

static unsigned local_id, group_id, group_id_y;

static int32_t as_int(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float as_float(int32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float rsqrt(float a)
{
    return 1 / sqrtf(a);
}

/* Kernels follow other rules for conversions. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include "kernels/coulomb/gather.cl"

/* For every mantissa, at even and odd exponents: other exponents only scale. Also at the ends of the range of
 * distances, with the same accuracy. */
TEST(software_rsqrt)
{
    double least = 0, most = 0;
    for (int32_t bits = 0x3f800000; bits < 0x40800000; bits++) {
        double a = as_float(bits), error = (double)software_rsqrt((float)a) * sqrt(a) - 1;
        least = fmin(least, error);
        most = fmax(most, error);
    }
    CHECK(least > -1.34e-7 && most < 1.34e-7);
    CHECK(least < -1e-7 && most > 1e-7); /* and no better than documented, as a library's root would be */
    for (int exponent = -80; exponent <= 80; exponent += 2) {
        float a = ldexpf(1.7f, exponent);
        CHECK(software_rsqrt(a) == ldexpf(software_rsqrt(1.7f), -exponent / 2));
    }
}

/* Of any 16 points, RSQRT_ON_FMA. */
TEST(spread)
{
    for (int first = 0; first < 16; first++) {
        int in_software = 0;
        for (int i = first; i < first + 16; i++)
            in_software += IN_SOFTWARE(i);
        CHECK(in_software == RSQRT_ON_FMA);
    }
}

/* Every work-item of every group, on a grid that ends within a tile; of the atoms one has no charge, one lies on point
 * (1, 2, 3), one nearly. */
TEST(map)
{
    enum { N = 19, TILES = 2, ROWS = 3 };
    static float map[N * N * N];
    static const float4 atoms[] = {{3.1f, 2.2f, 1.3f, 0.7f},
                                   {9.4f, 0.1f, 5.9f, -0.9f},
                                   {4, 4.1f, 4.2f, 0},
                                   {0.5f, 1, 1.5f, 0.8f},
                                   {0.5f, 1.0000005f, 1.5f, 0.3f}};
    enum { ATOMS = sizeof atoms / sizeof *atoms, OFF_POINTS = 3 };
    memset(map, 0xff, sizeof map);
    for (group_id = 0; group_id < TILES * N; group_id++)
        for (group_id_y = 0; group_id_y < ROWS; group_id_y++)
            for (local_id = 0; local_id < BLOCK_SIZE; local_id++)
                coulomb(atoms, map, OFF_POINTS, ATOMS, N, N, N, TILES, 0);
    for (int k = 0, at = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++, at++) {
                double potential = 0, magnitudes = 0;
                bool on_point = i == 1 && j == 2 && k == 3;
                for (int a = 0; a < (on_point ? OFF_POINTS : ATOMS); a++) {
                    double dx = 0.5 * i - atoms[a].x, dy = 0.5 * j - atoms[a].y, dz = 0.5 * k - atoms[a].z;
                    potential += atoms[a].w / sqrt(dx * dx + dy * dy + dz * dz);
                    magnitudes += fabsf(atoms[a].w) / sqrt(dx * dx + dy * dy + dz * dz);
                }
                CHECK_NEAR(map[at], potential, 5e-7 * magnitudes);
            }
}
