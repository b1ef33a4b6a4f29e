/* dE/dr of all pairs from the matrix of their distances: by the formula, or from a table (seed 003, L3 to L7, L13). */
#include "suites/lennard_jones/table.h"

#include <math.h>

enum { R, DERIVATIVE, TYPE, ELEMENTS, TEXTURE, COEFFICIENTS, COUNTS, COORDINATE }; /* slots */
static const struct lj_table_slots slots = {ELEMENTS, TEXTURE};
enum { MOST_SIZE = 65536 };

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    const uint64_t floats = job->n * system.pitch;
    float *coordinate =
        job_host_memory(job, COORDINATE, "coordinate", 3 * system.pitch * sizeof(float), HOST_INPUT, false);
    lj_place(job->problem, false, coordinate);
    struct lj_counts *counts = job_host_memory(job, COUNTS, "counts", sizeof *counts, HOST_INPUT, false);
    *counts = lj_fill_distances(job, job->variant == 1, coordinate, job_input(job, R, "r", floats * sizeof(float)));
    lj_assign_types(job->problem, job_input(job, TYPE, "type", system.pitch * sizeof(int)));
    lj_fill_coefficients(&system, job_input(job, COEFFICIENTS, "coefficients", lj_coefficient_bytes(&system)));
    lj_table_declare(job, slots, MOST_SIZE);
    job_scratch(job, DERIVATIVE, "dE/dr", floats * sizeof(float));
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    return lj_table_arrange(job, slots, lj_choice(config), fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), NULL);
    struct compute_argument arguments[LJ_MOST_ARGUMENTS];
    size_t count = lj_force_arguments(job, &table, R, DERIVATIVE, TYPE, arguments);
    lj_table_arguments(job, slots, COEFFICIENTS, table.choice, arguments, &count);
    return job_launch(job, 0, lj_launch(config, job->n), arguments, count, fault);
}

/* ---- results ---- */

/* Calls for each result that is looked at, and its row of the table; those behind the n-th column are 0, as the
 * diagonal is. */
struct seen {
    const struct job *job;
    const struct lj_table *table;
    struct verdict *verdict;
    double *value; /* figures */
};
typedef enum status see_function(struct seen *seen, uint64_t y, uint64_t x, size_t row, float got, struct fault *fault);

static enum status see_rows(struct seen *seen, see_function *see, struct fault *fault)
{
    const struct job *job = seen->job;
    const int *type = job_host(job, TYPE);
    const size_t types = seen->table->system.types;
    const uint64_t pitch = seen->table->system.pitch;
    float got[1 << 15];
    enum status status = OK;
    for (uint64_t i = 0; i < lj_rows(job) && status == OK; i++) {
        const uint64_t y = lj_row(job, i);
        status = job_read(job, DERIVATIVE, y * pitch * sizeof *got, got, pitch * sizeof *got, fault);
        for (uint64_t x = 0; x < pitch && status == OK; x++)
            status = see(seen, y, x, (size_t)type[y] * types + (size_t)type[x], got[x], fault);
    }
    return status;
}

static enum status compare(struct seen *seen, uint64_t y, uint64_t x, size_t row, float got, struct fault *fault)
{
    const float r = ((const float *)job_host(seen->job, R))[y * seen->table->system.pitch + x];
    const struct lj_range want =
        x == y || x >= seen->job->n ? (struct lj_range){0} : lj_look_up(seen->table, row, r);
    const double error = lj_range_error(want, (double)got);
    seen->verdict->error = fmax(seen->verdict->error, error);
    if (error <= seen->verdict->tolerance)
        return OK;
    return fail(fault, WRONG_RESULT,
                "dE/dr(%llu, %llu) at r = %.9g is %.9g, expected %.9g to %.9g (error %.3g of %.3g, tolerance %.3g)",
                (unsigned long long)y, (unsigned long long)x, (double)r, (double)got, want.least, want.most, error,
                want.scale, seen->verdict->tolerance);
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    struct seen seen = {job, &table, verdict, NULL};
    *verdict = (struct verdict){0, lj_tolerance(&table)};
    return see_rows(&seen, compare, fault);
}

/* ---- figures ---- */

enum { L2_ERROR, LARGEST_ERROR, FILTER_ERROR, PAIRS_INSIDE, PAIRS_BELOW, SQUARES };

/* Of pairs from the table's beginning to the cutoff. */
static enum status measure(struct seen *seen, uint64_t y, uint64_t x, size_t row, float got, struct fault *fault)
{
    (void)fault;
    const struct lj_table *table = seen->table;
    const float r = ((const float *)job_host(seen->job, R))[y * table->system.pitch + x];
    if (x == y || r < table->system.minimum || !(r < table->system.cutoff))
        return OK;
    const struct lj_pair pair = table->system.pair[row];
    const double want = lj_derivative(pair, (double)r), off = (double)got - want;
    seen->value[L2_ERROR] += off * off;
    seen->value[SQUARES] += want * want;
    seen->value[LARGEST_ERROR] = fmax(seen->value[LARGEST_ERROR], fabs(off) / lj_magnitude(pair, (double)r));
    seen->value[FILTER_ERROR] =
        fmax(seen->value[FILTER_ERROR], lj_range_error(lj_look_up(table, row, r), (double)got));
    return OK;
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct lj_table table = lj_table(job, lj_choice(config), job_host(job, ELEMENTS));
    const struct lj_counts *counts = job_memory(job, COUNTS);
    const double pairs = (double)job->n * (double)(job->n - 1);
    double sums[SQUARES + 1] = {0};
    struct seen seen = {job, &table, NULL, sums};
    bool read = see_rows(&seen, measure, NULL) == OK && sums[SQUARES] > 0;
    values[L2_ERROR] = read ? sqrt(sums[L2_ERROR] / sums[SQUARES]) : NAN;
    values[LARGEST_ERROR] = read ? sums[LARGEST_ERROR] : NAN;
    values[FILTER_ERROR] = read && table.eight_bits ? sums[FILTER_ERROR] : NAN;
    values[PAIRS_INSIDE] = (double)counts->inside / pairs;
    values[PAIRS_BELOW] = (double)counts->below / pairs;
}

/* ---- limits ---- */

static enum resource texture_resource(const struct job *job, int filter)
{
    const bool random = job->problem->inputs.setting[MATRIX] != MATRIX_COHERENT, linear = filter == FILTER_HARDWARE;
    return linear ? random ? RESOURCE_TEXTURE_LINEAR_RANDOM : RESOURCE_TEXTURE_LINEAR
           : random ? RESOURCE_TEXTURE_POINT_RANDOM
                    : RESOURCE_TEXTURE_POINT;
}

/* A pair within the cutoff takes the formula's 14 operations, or a table's 6 to a lookup. All pairs are read and
 * written; of half, half are read and all are written. */
static struct work work(const struct job *job, const struct config *config)
{
    const struct lj_choice choice = lj_choice(config);
    const struct lj_counts *counts = job_memory(job, COUNTS);
    const double pairs = (double)job->n * (double)job->n, share = config->value[PAIRS] == PAIRS_HALF ? 0.5 : 1;
    const double lookups = choice.method == METHOD_POTENTIAL ? 2 : 1;
    const double looking = choice.addressing == ADDRESSING_BORDER ? pairs : (double)counts->inside;
    struct work work = {
        .bytes = sizeof(float) * pairs * (1 + share),
        .flops = (choice.method == METHOD_ANALYTIC ? 14 : 6 * lookups) * share * (double)counts->inside,
        .amount = {[RESOURCE_DRAM_COPY] = sizeof(float) * pairs * (1 + share)},
    };
    if (choice.method != METHOD_ANALYTIC && choice.table == TABLE_TEXTURE)
        work.amount[texture_resource(job, choice.filter)] =
            looking * share * lookups * (choice.filter == FILTER_HAND ? 2 : 1);
    return work;
}

const struct bench lj_forces = {
    .name = "forces",
    .summary = "dE/dr of all pairs, from the matrix of distances",
    .needs = NEEDS_IMAGES,
    .kernel = {.file = "lennard_jones/forces.cl", .entries = NAMES("forces"), .define = lj_define},
    .space = {.parameters = PARAMETERS(
                  {"BLOCK_X", "work-items of a group along a row", VALUES(1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1)},
                  {"BLOCK_Y", "and rows", VALUES(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)},
                  LJ_TILE_PARAMETERS(VALUES(1, 2, 4, 8, 16)),
                  LJ_TABLE_PARAMETERS(VALUES(4096, 256, 1024, 8192, 16384, 65536), REALS(0.5, 0.25, 0.3, 1))),
              .constraints = CONSTRAINTS(LJ_TILE_CONSTRAINTS, LJ_TABLE_CONSTRAINTS)},
    DEFAULTS(1024, 1, 1, 1, 1, PAIRS_ALL, METHOD_DERIVATIVE),
    .size = {.unit = "atoms", .classes = {512, 16384, 32768}, .most = 1 << 15},
    .problem = {.variants = 2, .setup = setup, .arrange = arrange, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_COPY) | USES(TEXTURE_POINT) | USES(TEXTURE_LINEAR) | USES(TEXTURE_POINT_RANDOM) |
                       USES(TEXTURE_LINEAR_RANDOM),
               .work = work,
               .error = "l2_error",
               .figures = NAMES("l2_error", "largest_error", "filter_error", "inside", "below"),
               .figure = figure},
    .tests = NAMES("--size 1,2,33", "--size 150 --types 3 --set BLOCK_X=32,64 --set BLOCK_Y=8,16",
                   "--size 1000 --set BLOCK_X=32 --set BLOCK_Y=8 --set PAIRS_PER_THREAD=8 --set VECTOR_WIDTH=4 "
                   "--set TABLE_SIZE=4096 --set DELTA=0.5"),
};
