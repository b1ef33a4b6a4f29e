/* Small matrix products by tensor cores, of doubles or of floats of 11 bits (TF32), C = A B + C: every warp does OPERATIONS multiplications with addition,
 * in chains of such products, and every thread writes the sum of its elements of all C. A and B differ per warp and
 * come from tables, and C begins with the thread's own number.
 *
 * OPERATIONS  of a warp
 * TF32        1: floats, 0: doubles
 * BLOCK_SIZE  threads of a block, whole warps
 * SHAPE       mMnNkK: C has M x N elements, A M x K, B K x N
 * CHAINS      independent products of a warp
 * UNROLL      products in the body of the loop, those of all chains counted */
#define TABLE 4096u

#if TF32
typedef float NUMBER;
#else
typedef double NUMBER;
#endif

#if SHAPE == SHAPE_M8N8K4
#define ROWS 8
#define DEPTH 4
#elif SHAPE == SHAPE_M16N8K4
#define ROWS 16
#define DEPTH 4
#elif SHAPE == SHAPE_M16N8K8
#define ROWS 16
#define DEPTH 8
#else
#define ROWS 16
#define DEPTH 16
#endif
#define COLUMNS 8
#define PRODUCTS (OPERATIONS / (ROWS * COLUMNS * DEPTH))

/* A thread's share of a product, in PTX's layout. Lane 4 r + t has of A the elements (r, t), (r + 8, t) and those 4, 8,
 * 12 columns on; of B (t, r) and those 4, 8, 12 rows on; of C (r, 2 t), (r, 2 t + 1) and those 8 rows on. */
constexpr int of_a = ROWS * DEPTH / 32, of_b = COLUMNS * DEPTH / 32, of_c = ROWS * COLUMNS / 32;

__device__ void multiply(NUMBER (&c)[of_c], const NUMBER (&a)[of_a], const NUMBER (&b)[of_b])
{
#if TF32 && SHAPE == SHAPE_M16N8K4
    asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(b[0])));
#elif TF32
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
          "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
#elif SHAPE == SHAPE_M8N8K4
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a[0]), "d"(b[0]));
#elif SHAPE == SHAPE_M16N8K4
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(b[0]));
#elif SHAPE == SHAPE_M16N8K8
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
        "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]),
          "d"(b[1]), "d"(b[2]), "d"(b[3]));
#endif
}

/* numbers: TABLE for C, TABLE for A and TABLE for B. Element (r, k) of warp w's A is at w + 16 r + k of its table, element
 * (k, c) of its B at w + 16 c + k. Whole warps beyond the length return. */
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
    multiply_matrices(const NUMBER *__restrict__ numbers, NUMBER *__restrict__ out, unsigned long long warps)
{
    const unsigned long long i = (unsigned long long)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i / 32 >= warps)
        return;
    const unsigned warp = (unsigned)(i / 32), row = threadIdx.x % 32 / 4, column = threadIdx.x % 4;
    NUMBER a[of_a], b[of_b], c[CHAINS][of_c];
#pragma unroll
    for (int k = 0; k < of_a; k++) {
        const unsigned down = ROWS == 16 ? k % 2 * 8 : 0, on = ROWS == 16 ? k / 2 * 4 : 0;
        a[k] = numbers[TABLE + (warp + 16 * (row + down) + column + on) % TABLE];
    }
#pragma unroll
    for (int k = 0; k < of_b; k++)
        b[k] = numbers[2 * TABLE + (warp + 16 * row + column + 4 * k) % TABLE];
#pragma unroll
    for (int chain = 0; chain < CHAINS; chain++)
#pragma unroll
        for (int k = 0; k < of_c; k++)
            c[chain][k] = numbers[i % TABLE] + chain;
#pragma unroll 1
    for (int step = 0; step < PRODUCTS / UNROLL; step++) {
#pragma unroll
        for (int k = 0; k < UNROLL / CHAINS; k++)
#pragma unroll
            for (int chain = 0; chain < CHAINS; chain++)
                multiply(c[chain], a, b);
    }
    NUMBER sum = 0;
#pragma unroll
    for (int chain = 0; chain < CHAINS; chain++)
#pragma unroll
        for (int k = 0; k < of_c; k++)
            sum += c[chain][k];
    out[i] = sum;
}
