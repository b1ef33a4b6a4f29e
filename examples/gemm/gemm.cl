/* C = A B, of n x n floats, n a multiple of the tiles: columns of A and of C, and rows of B, are contiguous. The
 * parameters are those of CLBlast's Xgemm (Nugteren, 2018); the text is not.
 *
 * MWG, NWG, KWG   rows and columns of C of a group, and how many products it adds between barriers
 * MDIMC, NDIMC    work-items of a group along both
 * MDIMA, NDIMB    work-items of it along M while they bring A to local memory, along N for B
 * KWI             how often the loop over k is unrolled
 * VWM, VWN        floats of a vector, of A and C, and of B
 * STRM, STRN      1: vectors of a work-item are MDIMC, NDIMC apart; 0: they are neighbours
 * SA, SB          1: A, B come by local memory
 * GEMMK, KREG, PRECISION   have one value each */
#define ITEMS (MDIMC * NDIMC)
#define VECTORS_M (MWG / MDIMC / VWM) /* of a work-item */
#define VECTORS_N (NWG / NDIMC / VWN)
#define ROW_A (MWG / VWM) /* vectors in a row of a group's tile of A */
#define ROW_B (NWG / VWN)
#define VECTOR_M(i) (STRM ? (i) * MDIMC + (int)get_local_id(0) : (int)get_local_id(0) * VECTORS_M + (i))
#define VECTOR_N(j) (STRN ? (j) * NDIMC + (int)get_local_id(1) : (int)get_local_id(1) * VECTORS_N + (j))

typedef struct __attribute__((aligned(4 * VWM))) {
    float of[VWM];
} vector_m;
typedef struct __attribute__((aligned(4 * VWN))) {
    float of[VWN];
} vector_n;

__kernel void gemm(__global const vector_m *restrict a, __global const vector_n *restrict b, __global vector_m *restrict c, int n)
{
    const int first_m = get_group_id(0) * ROW_A, first_n = get_group_id(1) * ROW_B;
    float sum[VECTORS_N * VWN][VECTORS_M * VWM] = {{0}};
#if SA
    __local vector_m tile_a[KWG * ROW_A];
#endif
#if SB
    __local vector_n tile_b[KWG * ROW_B];
#endif
#if SA || SB
    const int id = get_local_id(1) * MDIMC + get_local_id(0);
#endif
    for (int begin = 0; begin < n; begin += KWG) {
#if SA
        for (int k = id / MDIMA; k < KWG; k += ITEMS / MDIMA)
            for (int m = id % MDIMA; m < ROW_A; m += MDIMA)
                tile_a[k * ROW_A + m] = a[(begin + k) * (n / VWM) + first_m + m];
#define A(k, m) tile_a[(k) * ROW_A + (m)]
#else
#define A(k, m) a[(begin + (k)) * (n / VWM) + first_m + (m)]
#endif
#if SB
        for (int k = id / NDIMB; k < KWG; k += ITEMS / NDIMB)
            for (int m = id % NDIMB; m < ROW_B; m += NDIMB)
                tile_b[k * ROW_B + m] = b[(begin + k) * (n / VWN) + first_n + m];
#define B(k, m) tile_b[(k) * ROW_B + (m)]
#else
#define B(k, m) b[(begin + (k)) * (n / VWN) + first_n + (m)]
#endif
#if SA || SB
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll KWI
        for (int k = 0; k < KWG; k++) {
            vector_m own_a[VECTORS_M];
            vector_n own_b[VECTORS_N];
            for (int i = 0; i < VECTORS_M; i++)
                own_a[i] = A(k, VECTOR_M(i));
            for (int j = 0; j < VECTORS_N; j++)
                own_b[j] = B(k, VECTOR_N(j));
            for (int j = 0; j < VECTORS_N * VWN; j++)
                for (int i = 0; i < VECTORS_M * VWM; i++)
                    sum[j][i] += own_b[j / VWN].of[j % VWN] * own_a[i / VWM].of[i % VWM];
        }
#if SA || SB
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
    for (int j = 0; j < VECTORS_N * VWN; j++)
        for (int i = 0; i < VECTORS_M; i++) {
            vector_m out;
            for (int lane = 0; lane < VWM; lane++)
                out.of[lane] = sum[j][i * VWM + lane];
            c[((first_n + VECTOR_N(j / VWN)) * VWN + j % VWN) * (n / VWM) + first_m + VECTOR_M(i)] = out;
        }
}
