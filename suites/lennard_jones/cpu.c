/* dE/dr by the host: the matrix of distances is copied from the device, and that of dE/dr back, as in the thesis's
 * own comparison; both copies are timed. */
#include "suites/lennard_jones/table.h"

#include <math.h>
#include <string.h>

DEFINE_PARAMETERS(parameters, HOST_WORD(FORM, "plain loops, or vectors", scalar, vectors),
                  HOST_WORD(THREADS, "one, or one a core, which share the rows", one, all),
                  LJ_HOST_PARAMETERS(true, 4096, 256, 1024, 16384, 65536));
enum { MOST_SIZE = 65536 };

/* ---- a row ---- */

struct row {
    const struct lj_table *table;
    const float *r;
    const int *type;
    const float *element;       /* rows of the table, for pairs with the row's own type */
    const struct lj_pair *pair; /* likewise */
    float *derivative;
    uint64_t count;
};

/* Written once, and inlined for each method and each width of vectors. */
#define INLINE static inline __attribute__((always_inline))

INLINE float formula(struct lj_pair pair, float r)
{
    const float s = fminf((float)pair.sigma / r, 4), square = s * s, s6 = square * square * square;
    return (float)(24 * pair.epsilon / pair.sigma) * (s * s6) * (1 - 2 * s6);
}

INLINE float look(const float *element, float place, float last, bool nearest)
{
    place = fminf(fmaxf(place, 1), last);
    const int whole = (int)place;
    const float low = element[whole], fraction = place - (float)whole;
    return nearest ? low : low + fraction * (element[whole + 1] - low);
}

INLINE float value_at(const struct row *row, uint64_t x, int method, bool nearest)
{
    const struct lj_table *table = row->table;
    const int type = row->type[x], size = table->choice.size;
    if (method == METHOD_analytic)
        return formula(row->pair[type], row->r[x]);
    const float origin = nearest ? 2.5f : 2.0f, last = (float)(size + (nearest ? 3 : 2));
    const float place = (row->r[x] - table->first) * table->per_element + origin;
    const float *element = row->element + type * (size + LJ_MARGIN);
    if (method == METHOD_derivative)
        return look(element, place, last, nearest);
    return (look(element, place + 0.5f, last, nearest) - look(element, place - 0.5f, last, nearest)) * table->per_r;
}

INLINE void scalar_by(const struct row *row, int method, bool nearest)
{
    for (uint64_t x = 0; x < row->count; x++)
        row->derivative[x] = row->r[x] < row->table->system.cutoff ? value_at(row, x, method, nearest) : 0;
}

/* Values beyond the cutoff are computed, too, and dropped. */
INLINE void vectors_by(const struct row *row, int method, bool nearest)
{
    const float cutoff = row->table->system.cutoff;
#ifndef __clang__ /* which decides itself, and warns if it cannot vectorise */
#pragma omp simd
#endif
    for (uint64_t x = 0; x < row->count; x++) {
        const float value = value_at(row, x, method, nearest);
        row->derivative[x] = row->r[x] < cutoff ? value : 0;
    }
}

/* A row in a form: one loop for each method. */
typedef void row_function(const struct row *row);
#define ROW_FUNCTION(name, target, by)                                                                                 \
    target static void name(const struct row *row)                                                                     \
    {                                                                                                                  \
        const int method = row->table->choice.method;                                                                  \
        const bool nearest = row->table->choice.filter == FILTER_nearest;                                              \
        if (method == METHOD_analytic)                                                                                 \
            by(row, METHOD_analytic, false);                                                                           \
        else if (method == METHOD_derivative)                                                                          \
            nearest ? by(row, METHOD_derivative, true) : by(row, METHOD_derivative, false);                            \
        else                                                                                                           \
            nearest ? by(row, METHOD_potential, true) : by(row, METHOD_potential, false);                              \
    }
ROW_FUNCTION(scalar, , scalar_by)
ROW_FUNCTION(vectors_portable, , vectors_by)
#ifdef __x86_64__
ROW_FUNCTION(vectors_avx2, __attribute__((target("avx2,fma"))), vectors_by)
ROW_FUNCTION(vectors_avx512, __attribute__((target("avx512f"))), vectors_by)
#endif

static row_function *function_of(int form)
{
    if (form == FORM_scalar)
        return scalar;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return vectors_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return vectors_avx2;
#endif
    return vectors_portable;
}

/* ---- shared by benches ---- */

struct lj_choice lj_host_choice(const struct config *config)
{
    return (struct lj_choice){
        .method = config->value[LJ_HOST_METHOD],
        .table = TABLE_global,
        .filter = config->value[LJ_HOST_FILTER] == LJ_HOST_nearest ? FILTER_nearest : FILTER_hand,
        .size = config->value[LJ_HOST_SIZE],
        .addressing = ADDRESSING_clamp,
        .delta = 0.5,
    };
}

void lj_host_declare(struct job *job, size_t most_size)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t bytes = job->n * system.pitch * sizeof(float), rows = system.types * system.types;
    const size_t most = lj_table_most_bytes(system.types, most_size);
    lj_declare_distances(job, LJ_HOST_COORDINATE, LJ_HOST_COUNTS, LJ_HOST_R);
    job_scratch(job, LJ_HOST_DERIVATIVE, "dE/dr", bytes);
    job_host_memory(job, LJ_HOST_FROM_DEVICE, "r of the host", bytes, HOST_SCRATCH, true);
    job_host_memory(job, LJ_HOST_TO_DEVICE, "dE/dr of the host", bytes, HOST_SCRATCH, true);
    struct lj_pair *pair = job_host_memory(job, LJ_HOST_PAIR, "pairs of types", rows * sizeof *pair, HOST_INPUT, false);
    for (size_t row = 0; row < rows; row++)
        pair[row] = lj_pair_of(&system, row);
    lj_assign_types(job->problem, job_input(job, LJ_HOST_TYPE, "type", system.pitch * sizeof(int)));
    memset(job_input(job, LJ_HOST_ELEMENTS, "table", most), 0, most);
}

enum status lj_host_arrange(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_host_choice(config), NULL);
    enum status status = lj_table_check(job, table.choice, fault);
    if (status == OK && table.choice.method != METHOD_analytic)
        lj_table_fill(&table, job_refill(job, LJ_HOST_ELEMENTS));
    return status;
}

/* Fills the matrix of dE/dr. */
static void fill_derivatives(struct job *job, const struct config *config, bool vectors, bool all)
{
    const float *r = job_memory(job, LJ_HOST_FROM_DEVICE);
    const struct lj_table table = lj_table(job, lj_host_choice(config), job_host(job, LJ_HOST_ELEMENTS));
    const struct lj_pair *pair = job_memory(job, LJ_HOST_PAIR);
    const size_t types = table.system.types, stride = (size_t)table.choice.size + LJ_MARGIN;
    const int *type = job_host(job, LJ_HOST_TYPE);
    float *derivative = job_memory(job, LJ_HOST_TO_DEVICE);
    row_function *const fill = function_of(vectors ? FORM_vectors : FORM_scalar);
    (void)all; /* without OpenMP there is one thread */
#pragma omp parallel for schedule(static) if (all)
    for (uint64_t y = 0; y < job->n; y++) {
        const size_t own = (size_t)type[y] * types;
        const uint64_t first = y * table.pitch;
        fill(&(struct row){&table, r + first, type, table.element + own * stride, pair + own, derivative + first,
                           table.pitch});
        derivative[first + y] = 0;
    }
}

enum status lj_host_iteration(struct job *job, const struct config *config, bool vectors, bool all, struct fault *fault)
{
    const size_t bytes = job->n * lj_pitch(job->n) * sizeof(float);
    enum status status = job_receive(job, LJ_HOST_R, 0, job_memory(job, LJ_HOST_FROM_DEVICE), bytes, 0, fault);
    if (status == OK)
        status = job_stream_finish(job, 0, fault);
    if (status != OK)
        return status;
    job_host_start(job);
    fill_derivatives(job, config, vectors, all);
    job_host_stop(job);
    return job_send(job, LJ_HOST_DERIVATIVE, 0, job_memory(job, LJ_HOST_TO_DEVICE), bytes, 0, fault);
}

static const struct lj_slopes slopes = {LJ_HOST_R, LJ_HOST_DERIVATIVE};

static struct lj_table emulated(const struct job *job, const struct config *config, double blur)
{
    struct lj_table table = lj_table(job, lj_host_choice(config), job_host(job, LJ_HOST_ELEMENTS));
    table.blur = blur;
    return table;
}

enum status lj_host_verify(const struct job *job, const struct config *config, double blur, struct verdict *verdict,
                           struct fault *fault)
{
    const struct lj_table table = emulated(job, config, blur);
    return lj_slopes_compare(job, &slopes, &table, verdict, fault);
}

void lj_host_figure(const struct job *job, const struct config *config, double blur, double values[MAX_FIGURES])
{
    const struct lj_table table = emulated(job, config, blur);
    lj_slopes_figures(job, &slopes, &table, *(const struct lj_counts *)job_memory(job, LJ_HOST_COUNTS), values);
}

/* ---- the bench ---- */

static void setup(struct job *job)
{
    lj_host_declare(job, MOST_SIZE);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    return lj_host_iteration(job, config, config->value[FORM] == FORM_vectors, config->value[THREADS] == THREADS_all,
                             fault);
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    return lj_host_verify(job, config, LJ_HOST_BLUR, verdict, fault);
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    lj_host_figure(job, config, LJ_HOST_BLUR, values);
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const double bytes = sizeof(float) * (double)job->n * (double)lj_pitch(job->n);
    return (struct work){.bytes = 2 * bytes,
                         .amount = {[RESOURCE_FROM_DEVICE_PINNED] = bytes, [RESOURCE_TO_DEVICE_PINNED] = bytes}};
}

const struct bench lj_cpu = {
    .name = "cpu",
    .summary = "dE/dr by the host, with the matrices' way there and back",
    .device.host_timed = true,
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(LJ_HOST_CONSTRAINTS)},
    DEFAULTS(FORM_vectors, THREADS_all, METHOD_analytic, LJ_HOST_hand, 4096),
    .size = {.unit = "atoms", .classes = {512, 8192, 16384}, .most = LJ_MOST},
    .problem = {.check = lj_check_range, .variants = 2, .setup = setup, .arrange = lj_host_arrange, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(FROM_DEVICE_PINNED) | USES(TO_DEVICE_PINNED),
               .work = work,
               .error = "l2_error",
               .figures = NAME_TABLE(LJ_FIGURES),
               .figure = figure},
    .tests = NAMES("--size 1,2,33,500", "--size 150 --types 10 --set TABLE_SIZE=1024,4096"),
};
