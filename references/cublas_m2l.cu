/* M2L of the fast multipole method by cuBLAS (suites/fmm): expansions are (p + 1)^2 real numbers, operators real
 * matrices. All levels have the same operators, and boxes with the same parent the same partners, so the boxes of all
 * levels are columns of one product. A column consists of the expansions of all partners, which a kernel gathers; the
 * matrix has the operators side by side, and is computed once. */
#include "references/cublas_handle.h"
#include "references/cuda_error.h"
#include "references/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

enum { ORDER, SEPARATION }; /* settings of suite fmm */
enum { MOST_ORDER = 20, MOST_SEPARATION = 2, MOST_DEPTH = 10, CHILDREN = 8 };
constexpr uint64_t most_columns = 1024, threads = 256;

/* How the sum over partners is divided into products. */
enum arrangement {
    PARENTS,    /* a column per parent, with all children of its neighbours; a row of blocks per child */
    NEIGHBOURS, /* the same, with a product per neighbour of the parent; sums are added up afterwards */
    CHILDREN_ALONE /* a product for each of the eight children, with their own partners: no operator is zero */
};

/* ---- sizes ---- */

/* A product is (rows x inner) times (inner x columns). Products differ in their children, or in the partners that they
 * add up. */
struct shape {
    int order, separation, depth;
    int side, neighbours; /* of a parent: side^3, including itself */
    int reals;            /* per expansion */
    int groups, splits;   /* numbers of products: for different children; for different partners of all children */
    int children;         /* per product */
    int partners;         /* of a box, or of all children of a parent */
    uint64_t rows, inner;             /* inner: over all splits */
    uint64_t row_pitch, inner_pitch;  /* so that columns are aligned to 16 bytes */
    uint64_t parents, columns;        /* of all levels; and as many of them at a time */
};

static bool make_shape(const reference_call *call, arrangement how, shape *of)
{
    const double order = call->settings[ORDER], separation = call->settings[SEPARATION];
    if (!(order >= 0 && order <= MOST_ORDER && separation >= 1 && separation <= MOST_SEPARATION && call->n >= 2 &&
          call->n <= MOST_DEPTH))
        return false;
    *of = shape{};
    of->order = static_cast<int>(order);
    of->separation = static_cast<int>(separation);
    of->depth = static_cast<int>(call->n);
    of->side = 2 * of->separation + 1;
    of->neighbours = of->side * of->side * of->side;
    of->reals = (of->order + 1) * (of->order + 1);
    of->groups = how == CHILDREN_ALONE ? CHILDREN : 1;
    of->splits = how == NEIGHBOURS ? of->neighbours : 1;
    of->children = CHILDREN / of->groups;
    of->partners = CHILDREN * of->neighbours - (how == CHILDREN_ALONE ? of->neighbours : 0);
    of->rows = static_cast<uint64_t>(of->children) * of->reals;
    of->inner = static_cast<uint64_t>(of->partners) * of->reals;
    of->row_pitch = (of->rows + 3) / 4 * 4;
    of->inner_pitch = (of->inner + 3) / 4 * 4;
    of->parents = ((UINT64_C(1) << 3 * of->depth) - 1) / 7 - 1;
    of->columns = std::min(of->parents, most_columns);
    return true;
}

/* The contents of the scratch memory, one after the other. */
template <class T> struct places {
    double2 *irregular; /* harmonics of order 2p of the offsets between two boxes */
    int *partner;       /* for each group: neighbour of the parent * CHILDREN + child */
    T *operators, *omega, *mu;
    size_t bytes;
};

static int irregular_side(const shape &of)
{
    return 4 * of.separation + 3;
}

static size_t irregular_numbers(const shape &of)
{
    const size_t side = static_cast<size_t>(irregular_side(of));
    return side * side * side * static_cast<size_t>((2 * of.order + 1) * (2 * of.order + 2) / 2);
}

/* Reserves `count` elements from byte `bytes` on; the next ones begin at a multiple of 256. */
template <class E> static E *take(void *scratch, size_t *bytes, uint64_t count)
{
    E *place = reinterpret_cast<E *>(static_cast<char *>(scratch) + *bytes);
    *bytes = (*bytes + count * sizeof(E) + 255) / 256 * 256;
    return place;
}

template <class T> static places<T> make_places(const shape &of, void *scratch)
{
    places<T> at;
    at.bytes = 0;
    at.irregular = take<double2>(scratch, &at.bytes, irregular_numbers(of));
    at.partner = take<int>(scratch, &at.bytes, static_cast<uint64_t>(of.groups * of.partners));
    at.operators = take<T>(scratch, &at.bytes, of.groups * of.row_pitch * of.inner);
    at.omega = take<T>(scratch, &at.bytes, of.groups * of.inner_pitch * of.columns);
    at.mu = take<T>(scratch, &at.bytes, static_cast<uint64_t>(of.groups * of.splits) * of.row_pitch * of.columns);
    return at;
}

/* ---- the operators, computed once ---- */

/* Harmonics M(l, m) of a position, see suites/fmm/fmm.h. */
static void make_irregular(int order, const int apart[3], double2 *irregular)
{
    const double x = 2. * apart[0], y = 2. * apart[1], z = 2. * apart[2], by = 1 / (x * x + y * y + z * z);
    auto at = [=](int l, int m) -> double2 & { return irregular[l * (l + 1) / 2 + m]; };
    at(0, 0) = {std::sqrt(by), 0};
    for (int m = 0; m <= order; m++) {
        if (m > 0) {
            const double2 last = at(m - 1, m - 1);
            const double re = -(2 * m - 1) * x * by, im = -(2 * m - 1) * y * by;
            at(m, m) = {last.x * re - last.y * im, last.x * im + last.y * re};
        }
        for (int l = m; l < order; l++) {
            const double a = (2 * l + 1) * z * by, b = (l * l - m * m) * by;
            const double2 last = at(l, m), before = l > m ? at(l - 1, m) : double2{0, 0};
            at(l + 1, m) = {a * last.x - b * before.x, a * last.y - b * before.y};
        }
    }
}

/* Harmonics of all offsets, x fastest; neighbours' stay zero. */
static std::vector<double2> make_all_irregular(const shape &of)
{
    std::vector<double2> all(irregular_numbers(of), double2{0, 0});
    const int reach = 2 * of.separation + 1, near = of.separation, order = 2 * of.order;
    double2 *to = all.data();
    for (int z = -reach; z <= reach; z++)
        for (int y = -reach; y <= reach; y++)
            for (int x = -reach; x <= reach; x++, to += (order + 1) * (order + 2) / 2)
                if (std::max({std::abs(x), std::abs(y), std::abs(z)}) > near) {
                    const int apart[] = {x, y, z};
                    make_irregular(order, apart, to);
                }
    return all;
}

/* The offset along an axis, in boxes, between child `c` and child `q` of the parent's neighbour number `neighbour`. */
static __host__ __device__ int offset_along(int axis, int c, int neighbour, int q, int side)
{
    const int step = axis == 0 ? neighbour % side : axis == 1 ? neighbour / side % side : neighbour / side / side;
    return (c >> axis & 1) - (q >> axis & 1) - 2 * (step - side / 2);
}

static std::vector<int> make_partners(const shape &of)
{
    std::vector<int> all;
    for (int group = 0; group < of.groups; group++)
        for (int neighbour = 0; neighbour < of.neighbours; neighbour++)
            for (int q = 0; q < CHILDREN; q++) {
                int most = 0;
                for (int axis = 0; axis < 3; axis++)
                    most = std::max(most, std::abs(offset_along(axis, group, neighbour, q, of.side)));
                if (of.groups == 1 || most > of.separation)
                    all.push_back(neighbour * CHILDREN + q);
            }
    return all;
}

/* Real number `i` of an expansion: re(l, 0), then re(l, m), im(l, m) for m = 1 to l; row by row. */
struct real_number {
    int l, m;
    bool is_im;
};

static __device__ real_number real_at(int i)
{
    const int l = static_cast<int>(sqrtf(static_cast<float>(i))), within = i - l * l;
    return {l, (within + 1) / 2, within > 0 && within % 2 == 0};
}

/* Coefficient (l, m) for any m. */
static __device__ double2 coefficient(const double2 *triangle, int l, int m)
{
    const double2 c = triangle[l * (l + 1) / 2 + (m < 0 ? -m : m)];
    if (m >= 0)
        return c;
    return m % 2 ? double2{-c.x, c.y} : double2{c.x, -c.y};
}

/* The matrix element of real number `from` of omega and `to` of mu: the contribution of (j, k) and, if there is one, of
 * (j, -k). */
static __device__ double entry(const double2 *irregular, real_number to, real_number from)
{
    const double2 a = coefficient(irregular, to.l + from.l, to.m + from.m);
    double2 b = from.m ? coefficient(irregular, to.l + from.l, to.m - from.m) : double2{0, 0};
    if (from.m % 2)
        b = double2{-b.x, -b.y};
    if (to.is_im)
        return from.is_im ? a.x - b.x : a.y + b.y;
    return from.is_im ? b.y - a.y : a.x + b.x;
}

/* Computes the matrices of all groups, in column-major order. */
template <class T> static __global__ void make_operators(shape of, places<T> at)
{
    const uint64_t i = blockIdx.x * static_cast<uint64_t>(blockDim.x) + threadIdx.x, size = of.row_pitch * of.inner;
    const int group = static_cast<int>(i / size), row = static_cast<int>(i % of.row_pitch);
    const int column = static_cast<int>(i % size / of.row_pitch);
    if (group >= of.groups || row >= static_cast<int>(of.rows))
        return;
    const int partner = at.partner[group * of.partners + column / of.reals];
    const int child = group * of.children + row / of.reals, reach = 2 * of.separation + 1;
    int offset = 0;
    for (int axis = 2; axis >= 0; axis--)
        offset = offset * (2 * reach + 1) + reach +
                 offset_along(axis, child, partner / CHILDREN, partner % CHILDREN, of.side);
    const int order = 2 * of.order;
    const double2 *irregular = at.irregular + static_cast<uint64_t>(offset) * ((order + 1) * (order + 2) / 2);
    at.operators[i] = static_cast<T>(entry(irregular, real_at(row % of.reals), real_at(column % of.reals)));
}

static unsigned blocks_for(uint64_t items)
{
    return static_cast<unsigned>((items + threads - 1) / threads);
}

template <class T> static const char *prepare(const reference_call *call, const shape &of)
{
    const places<T> at = make_places<T>(of, call->scratch);
    const std::vector<double2> irregular = make_all_irregular(of);
    const std::vector<int> partner = make_partners(of);
    cudaStream_t stream = static_cast<cudaStream_t>(call->stream);
    cudaError_t error = cudaMemcpyAsync(at.irregular, irregular.data(), irregular.size() * sizeof(double2),
                                        cudaMemcpyHostToDevice, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(at.partner, partner.data(), partner.size() * sizeof(int), cudaMemcpyHostToDevice,
                                stream);
    if (error == cudaSuccess) {
        make_operators<T><<<blocks_for(of.groups * of.row_pitch * of.inner), threads, 0, stream>>>(of, at);
        error = cudaGetLastError();
    }
    return cuda_error(error == cudaSuccess ? cudaStreamSynchronize(stream) : error);
}

/* ---- a call ---- */

/* Boxes of all levels in sequence, x fastest; the first parent is the first box of level 1. */
struct box {
    int level, x, y, z;
};

static __device__ box parent_at(uint64_t number)
{
    box at = {1, 0, 0, 0};
    uint64_t boxes = 8;
    for (; number >= boxes; boxes *= 8, at.level++)
        number -= boxes;
    const int mask = (1 << at.level) - 1;
    at.x = static_cast<int>(number & mask);
    at.y = static_cast<int>(number >> at.level & mask);
    at.z = static_cast<int>(number >> 2 * at.level & mask);
    return at;
}

/* The index of a child within all levels. */
static __device__ uint64_t child_index(box parent, int child)
{
    const int level = parent.level + 1;
    const uint64_t x = 2 * parent.x + (child & 1), y = 2 * parent.y + (child >> 1 & 1), z = 2 * parent.z + (child >> 2);
    return ((UINT64_C(1) << 3 * level) - 1) / 7 + ((((z << level) + y) << level) + x);
}

/* Gathers the partners' expansions, for parents from `first` on, a column each; blockIdx.z is the group. */
template <class T> static __global__ void gather(shape of, places<T> at, const float2 *omega, uint64_t first)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), group = static_cast<int>(blockIdx.z);
    if (i >= static_cast<int>(of.inner))
        return;
    const uint64_t column = blockIdx.y;
    const int partner = at.partner[group * of.partners + i / of.reals], neighbour = partner / CHILDREN;
    box parent = parent_at(first + column);
    parent.x += neighbour % of.side - of.separation;
    parent.y += neighbour / of.side % of.side - of.separation;
    parent.z += neighbour / of.side / of.side - of.separation;
    const int boxes = 1 << parent.level;
    T number = 0;
    if (parent.x >= 0 && parent.x < boxes && parent.y >= 0 && parent.y < boxes && parent.z >= 0 && parent.z < boxes) {
        const real_number real = real_at(i % of.reals);
        const uint64_t triangle = (of.order + 1) * (of.order + 2) / 2;
        const float2 c = omega[child_index(parent, partner % CHILDREN) * triangle + real.l * (real.l + 1) / 2 + real.m];
        number = real.is_im ? c.y : c.x;
    }
    at.omega[(group * of.columns + column) * of.inner_pitch + i] = number;
}

/* Stores the children's mu of `columns` parents, summed over the splits. */
template <class T> static __global__ void scatter(shape of, places<T> at, float2 *mu, uint64_t first, uint64_t columns)
{
    const int triangle = (of.order + 1) * (of.order + 2) / 2;
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), child = i / triangle, c = i % triangle;
    if (child >= CHILDREN)
        return;
    int l = 0;
    while ((l + 1) * (l + 2) / 2 <= c)
        l++;
    const int m = c - l * (l + 1) / 2;
    const uint64_t column = blockIdx.y, product = of.row_pitch * columns;
    const T *from = at.mu + (child / of.children) * product + column * of.row_pitch + (child % of.children) * of.reals +
                    l * l + (m ? 2 * m - 1 : 0);
    T re = 0, im = 0;
    for (int split = 0; split < of.splits; split++, from += product) {
        re += from[0];
        im += m ? from[1] : 0;
    }
    mu[child_index(parent_at(first + column), child) * triangle + c] = {static_cast<float>(re), static_cast<float>(im)};
}

/* c = a b, `count` times: a is m x k, and all matrices are column-major. */
template <class T> struct product {
    int m, n, k;
    const T *a, *b;
    T *c;
    int lda, ldb, ldc, count;
    long long stride_a, stride_b, stride_c;
};

static auto gemm(float) { return cublasSgemm; }
static auto gemm(double) { return cublasDgemm; }
static auto batch(float) { return cublasSgemmStridedBatched; }
static auto batch(double) { return cublasDgemmStridedBatched; }

template <class T> static cublasStatus_t multiply(cublasHandle_t handle, const product<T> &of)
{
    const T one = 1, zero = 0;
    if (of.count == 1)
        return gemm(one)(handle, CUBLAS_OP_N, CUBLAS_OP_N, of.m, of.n, of.k, &one, of.a, of.lda, of.b, of.ldb, &zero,
                         of.c, of.ldc);
    return batch(one)(handle, CUBLAS_OP_N, CUBLAS_OP_N, of.m, of.n, of.k, &one, of.a, of.lda, of.stride_a, of.b, of.ldb,
                      of.stride_b, &zero, of.c, of.ldc, of.stride_c, of.count);
}

/* Products of different children have their own matrices and columns; those of different partners have parts of the
 * columns of both. */
template <class T> static product<T> product_of(const shape &of, const places<T> &at, uint64_t columns)
{
    const uint64_t part = of.inner / of.splits;
    product<T> one;
    one.m = static_cast<int>(of.rows);
    one.lda = one.ldc = static_cast<int>(of.row_pitch);
    one.n = static_cast<int>(columns);
    one.k = static_cast<int>(part);
    one.ldb = static_cast<int>(of.inner_pitch);
    one.a = at.operators;
    one.b = at.omega;
    one.c = at.mu;
    one.count = of.groups * of.splits;
    one.stride_a = static_cast<long long>(of.row_pitch * part);
    one.stride_b = static_cast<long long>(of.splits > 1 ? part : of.inner_pitch * of.columns);
    one.stride_c = static_cast<long long>(of.row_pitch * columns);
    return one;
}

template <class T> static const char *run(const reference_call *call, const shape &of)
{
    const places<T> at = make_places<T>(of, call->scratch);
    const float2 *omega = static_cast<const float2 *>(call->array[0]);
    float2 *mu = static_cast<float2 *>(call->array[1]);
    cudaStream_t stream = static_cast<cudaStream_t>(call->stream);
    const unsigned coefficients = CHILDREN * (of.order + 1) * (of.order + 2) / 2;
    cublasHandle_t handle;
    cublasStatus_t status = find_handle(stream, &handle);
    for (uint64_t first = 0; first < of.parents && status == CUBLAS_STATUS_SUCCESS; first += of.columns) {
        const unsigned columns = static_cast<unsigned>(std::min(of.columns, of.parents - first));
        const unsigned groups = static_cast<unsigned>(of.groups);
        gather<T><<<dim3(blocks_for(of.inner), columns, groups), threads, 0, stream>>>(of, at, omega, first);
        status = multiply(handle, product_of(of, at, columns));
        scatter<T><<<dim3(blocks_for(coefficients), columns), threads, 0, stream>>>(of, at, mu, first, columns);
    }
    return status == CUBLAS_STATUS_SUCCESS ? cuda_error(cudaGetLastError()) : cublasGetStatusString(status);
}

/* (omega, mu): triangles of complex floats, of all boxes to depth n. T is the type in which cuBLAS computes. */
template <class T> static const char *m2l(reference_call *call, arrangement how)
{
    shape of;
    if (!make_shape(call, how, &of))
        return "takes orders to 20, separations 1 and 2, and depths from 2 to 10";
    call->scratch_bytes = make_places<T>(of, nullptr).bytes;
    switch (call->stage) {
    case REFERENCE_SCRATCH:
        return NULL;
    case REFERENCE_PREPARE:
        return prepare<T>(call, of);
    default:
        return run<T>(call, of);
    }
}

extern "C" {
const char *parents_f32(reference_call *call) { return m2l<float>(call, PARENTS); }
const char *parents_f64(reference_call *call) { return m2l<double>(call, PARENTS); }
const char *neighbours_f32(reference_call *call) { return m2l<float>(call, NEIGHBOURS); }
const char *children_f32(reference_call *call) { return m2l<float>(call, CHILDREN_ALONE); }
}
