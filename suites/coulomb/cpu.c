/* Direct Coulomb summation by the host: the lecture's sequential code, and a baseline that uses the CPU's vectors and
 * cores (Stone et al. 2007). No kernel runs. */
#include "suites/coulomb/coulomb.h"

#include <math.h>

DEFINE_PARAMETERS(parameters,
                  HOST_WORD(FORM, "the lecture's loops, the same perfectly nested, or vectors of points", sequential,
                            interchanged, vectors),
                  HOST_WORD(THREADS, "one, or one a core, which share the rows", one, all));
enum { ROW_VECTORS = 4, MOST_POINTS = 4 * 16 }; /* vectors of sums in a core's registers; their points */

/* A slice and its atoms, (x, y, dz^2, q). */
struct slice {
    const struct mm_float4 *atom;
    struct atom_counts counts;
    uint64_t width; /* points of a row */
    float h;        /* the spacing */
};

/* ---- a row of the slice, in three forms ---- */

typedef void row_function(const struct slice *slice, uint64_t j, float *row);

/* The contribution of atoms on points of the map to the point at (x, y). */
static float on_points(const struct slice *slice, float x, float y)
{
    float energy = 0;
    for (size_t n = slice->counts.off_points; n < slice->counts.all; n++) {
        float dx = x - slice->atom[n].x, dy = y - slice->atom[n].y, r2 = dx * dx + dy * dy + slice->atom[n].z;
        if (r2 >= ON_POINT * ON_POINT)
            energy += slice->atom[n].w / sqrtf(r2);
    }
    return energy;
}

/* The lecture's loops j, i, n: y is computed in the outermost. */
static void sequential(const struct slice *slice, uint64_t j, float *row)
{
    float y = slice->h * (float)j;
    for (uint64_t i = 0; i < slice->width; i++) {
        float x = slice->h * (float)i;
        float energy = 0;
        for (size_t n = 0; n < slice->counts.off_points; n++) {
            float dx = x - slice->atom[n].x;
            float dy = y - slice->atom[n].y;
            energy += slice->atom[n].w / sqrtf(dx * dx + dy * dy + slice->atom[n].z);
        }
        row[i] = energy + on_points(slice, x, y);
    }
}

/* Perfectly nested: everything about a point is in the loop over points, so that j and i may be interchanged. */
static void interchanged(const struct slice *slice, uint64_t j, float *row)
{
    for (uint64_t i = 0; i < slice->width; i++) {
        float y = slice->h * (float)j;
        float x = slice->h * (float)i;
        float energy = 0;
        for (size_t n = 0; n < slice->counts.off_points; n++) {
            float dx = x - slice->atom[n].x;
            float dy = y - slice->atom[n].y;
            energy += slice->atom[n].w / sqrtf(dx * dx + dy * dy + slice->atom[n].z);
        }
        row[i] = energy + on_points(slice, x, y);
    }
}

#define LANES 4
#include "suites/coulomb/row.h"
#ifdef __x86_64__
#define LANES 8
#include "suites/coulomb/row.h"
#define LANES 16
#include "suites/coulomb/row.h"
#endif

/* By width: the function, and how many points it adds to at a time. */
static const struct {
    void (*add_points)(const struct mm_float4 *restrict atom, size_t count, float h, uint64_t first, float y,
                       float *restrict sum);
    uint64_t points;
} widths[HOST_WIDTHS] = {
    [HOST_PORTABLE] = {add_points_4, ROW_VECTORS * 4},
#ifdef __x86_64__
    [HOST_AVX2] = {add_points_8, ROW_VECTORS * 8},
    [HOST_AVX512] = {add_points_16, ROW_VECTORS * 16},
#endif
};

/* A row whose width is no multiple of that computes a few points too many, and drops them. */
static void vectors_of(enum host_width width, const struct slice *slice, uint64_t j, float *row)
{
    float y = slice->h * (float)j, sum[MOST_POINTS];
    for (uint64_t first = 0; first < slice->width; first += widths[width].points) {
        uint64_t left = slice->width - first, points = left < widths[width].points ? left : widths[width].points;
        widths[width].add_points(slice->atom, slice->counts.off_points, slice->h, first, y, sum);
        for (uint64_t i = 0; i < points; i++)
            row[first + i] = sum[i] + on_points(slice, slice->h * (float)(first + i), y);
    }
}

static void vectors(const struct slice *slice, uint64_t j, float *row)
{
    vectors_of(host_width(), slice, j, row);
}

static row_function *const forms[] = {
    [FORM_sequential] = sequential, [FORM_interchanged] = interchanged, [FORM_vectors] = vectors};

/* ---- the bench ---- */

static void setup(struct job *job)
{
    coulomb_atoms(job);
    job_host_memory(job, SLOT_MAP, "map", coulomb_points(job) * sizeof(float), HOST_OUTPUT, false);
}

static void add_rows(const struct job *job, row_function *row, bool all, uint64_t first, uint64_t end, float *map)
{
    const struct grid grid = coulomb_grid(job);
    const struct slice slice = {job_host(job, SLOT_ATOMS), coulomb_counts(job), grid.points.of[0], grid.spacing};
    (void)all; /* without OpenMP there is one thread */
#pragma omp parallel for schedule(dynamic) if (all)
    for (uint64_t j = first; j < end; j++)
        row(&slice, j, map + j * slice.width);
}

void coulomb_add_rows(const struct job *job, uint64_t first, uint64_t end, float *map)
{
    add_rows(job, vectors, true, first, end, map);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    (void)fault;
    job_host_start(job);
    add_rows(job, forms[config->value[FORM]], config->value[THREADS] == THREADS_all, 0, coulomb_grid(job).points.of[1],
             job_memory(job, SLOT_MAP));
    job_host_stop(job);
    return OK;
}

static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    double terms = (double)coulomb_counts(job).all; /* in sequence */
    return coulomb_compare(job, job_memory(job, SLOT_MAP), coulomb_grid(job).points.of[0], terms, 0, verdict, fault);
}

/* A pair: two differences, two products, two sums, a root, a division, and a sum. */
static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    double atoms = (double)coulomb_counts(job).all, points = (double)coulomb_points(job);
    return (struct work){.bytes = atoms * sizeof(struct mm_float4) + points * sizeof(float),
                         .flops = 9 * atoms * points};
}

const struct bench coulomb_cpu = {
    .name = "cpu",
    .summary = "direct sum on a slice by the host: sequential, or with vectors and cores",
    COULOMB_BENCH(2),
    .device.host_timed = true,
    .size = {.unit = "points of a side", .classes = {32, 256, 512}, .most = 1 << 13},
    .space = {.parameters = parameters},
    /* The lecture's form takes seconds: as a default it would be measured for long. */
    DEFAULTS(FORM_vectors, THREADS_all),
    .tests = NAMES("--size 1,19 --atoms 100", "--size 19 --atoms 100 --spacing 0.37 --box brick --z 5.3"),
};
