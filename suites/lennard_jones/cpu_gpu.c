/* The CPU beside the GPU: dE/dr of the same distances, which lie on the device, by the host's cores with both matrices'
 * way there and back, or by a kernel. The default is the CPU, so what a result gains over it is the ratio. */
#include "suites/lennard_jones/table.h"

#include <string.h>

/* Slots. */
/* clang-format off */
enum { R, DERIVATIVE, TYPE, ELEMENTS, COEFFICIENTS, HOST_R, HOST_DERIVATIVE, HOST_PAIR, COUNTS, COORDINATE };
/* clang-format on */
enum { SIDE, FORM, BY, BETWEEN, SIZE }; /* parameters */
enum { CPU, GPU };                      /* SIDE */
enum { SCALAR, VECTORS };               /* FORM */
enum { HAND, NEAREST };                 /* BETWEEN */
enum { MOST_SIZE = 16384 };

/* The kernel's shape is the best that was measured for this; its table is in memory, as the host's is. */
enum { TILE_X = 128, TILE_PAIRS = 8, TILE_VECTOR = 4 };
#define FIXED                                                                                                          \
    "#define BLOCK_X 128\n#define BLOCK_Y 1\n#define PAIRS_PER_THREAD 8\n#define VECTOR_WIDTH 4\n"                     \
    "#define TILES_PER_GROUP 1\n#define PAIRS_ALL 0\n#define PAIRS_HALF 1\n#define PAIRS 0\n#define TABLE_TEXTURE 1\n" \
    "#define TABLE_SHARED 4\n#define TABLE_CONSTANT 5\n"                                                               \
    "#define TABLE_READ_ONLY 6\n#define TABLE 7\n#define FILTER_HARDWARE 2\n#define DELTA 0.5\n"                       \
    "#define ADDRESSING_BORDER 1\n#define ADDRESSING 0\n#define INDEX_CONVERT 0\n#define INDEX 0"

static const struct lj_host_slots host = {R, DERIVATIVE, HOST_R, HOST_DERIVATIVE, HOST_PAIR, COUNTS, COORDINATE};

static struct lj_choice choice_of(const struct config *config)
{
    return lj_host_choice(config->value[BY], config->value[BETWEEN] == NEAREST, config->value[SIZE]);
}

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    const size_t most = lj_table_most_bytes(system.types, MOST_SIZE);
    lj_host_declare(job, &host);
    lj_assign_types(job->problem, job_input(job, TYPE, "type", system.pitch * sizeof(int)));
    lj_fill_coefficients(&system, job_input(job, COEFFICIENTS, "coefficients", lj_coefficient_bytes(&system)));
    memset(job_input(job, ELEMENTS, "table", most), 0, most);
}

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_table table = lj_table(job, choice_of(config), NULL);
    enum status status = lj_table_check(job, table.choice, fault);
    if (status == OK && table.choice.method != METHOD_ANALYTIC)
        lj_table_fill(&table, job_refill(job, ELEMENTS));
    return status;
}

static enum status by_host(struct job *job, const struct lj_table *table, bool vectors, struct fault *fault)
{
    const struct lj_host_slopes of = {table,
                                      job_host(job, TYPE),
                                      job_memory(job, HOST_R),
                                      job_host(job, ELEMENTS),
                                      job_memory(job, HOST_PAIR),
                                      job_memory(job, HOST_DERIVATIVE)};
    return lj_host_iteration(job, &host, &of, vectors, true, fault);
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct lj_table table = lj_table(job, choice_of(config), NULL);
    if (config->value[SIDE] == CPU)
        return by_host(job, &table, config->value[FORM] == VECTORS, fault);
    const struct compute_launch launch = {
        .groups = {divide_up(table.pitch, TILE_X * TILE_VECTOR), divide_up(job->n, TILE_PAIRS / TILE_VECTOR), 1},
        .group = {TILE_X, 1, 1},
    };
    const int last = table.choice.method == METHOD_ANALYTIC ? COEFFICIENTS : ELEMENTS;
    return LAUNCH(0, launch, ARRAY(R), ARRAY(DERIVATIVE), ARRAY(TYPE), VALUE(table.n), VALUE(table.pitch),
                  VALUE(table.system.cutoff), VALUE(table.first), VALUE(table.per_element), VALUE(table.per_r),
                  ARRAY(last));
}

static const struct lj_slopes slopes = {R, DERIVATIVE};

static struct lj_table emulated(const struct job *job, const struct config *config)
{
    struct lj_table table = lj_table(job, choice_of(config), job_host(job, ELEMENTS));
    table.blur = config->value[SIDE] == CPU ? LJ_HOST_BLUR : 0;
    return table;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct lj_table table = emulated(job, config);
    return lj_slopes_compare(job, &slopes, &table, verdict, fault);
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    const struct lj_table table = emulated(job, config);
    lj_slopes_figures(job, &slopes, &table, *(const struct lj_counts *)job_memory(job, COUNTS), values);
}

static struct work work(const struct job *job, const struct config *config)
{
    const double bytes = sizeof(float) * (double)job->n * (double)lj_pitch(job->n);
    struct work work = {.bytes = 2 * bytes};
    if (config->value[SIDE] == CPU) {
        work.amount[RESOURCE_FROM_DEVICE_PINNED] = work.amount[RESOURCE_TO_DEVICE_PINNED] = bytes;
    } else {
        work.amount[RESOURCE_DRAM_COPY] = 2 * bytes;
        work.amount[RESOURCE_LAUNCH] = 1;
    }
    return work;
}

const struct bench lj_cpu_gpu = {
    .name = "cpu_gpu",
    .summary = "dE/dr by the host, with both copies, or by the device",
    .kernel = {.file = "lennard_jones/forces.cl", .entries = NAMES("forces"), .defines = FIXED, .define = lj_define},
    .space = {.parameters = PARAMETERS(
                  {"SIDE", "who computes: all cores of the host, or the device", WORDS("cpu", "gpu"), .host = true},
                  {"FORM", "of the host: plain loops, or vectors", WORDS("scalar", "vectors"), .host = true},
                  {"METHOD", "the formula, a table of dE/dr, or of E and its difference",
                   WORDS("analytic", "derivative", "potential")},
                  {"FILTER", "between elements: linear, or none", WORDS("hand", "nearest")},
                  {"TABLE_SIZE", "elements of a pair of types", VALUES(4096, 1024, 16384)}),
              .constraints = CONSTRAINTS(
                  {"analytic has no table",
                   .expression = "METHOD != 'analytic' or FILTER == 'hand' and TABLE_SIZE == 4096"},
                  {"FORM is the host's", .expression = "SIDE == 'cpu' or FORM == 'scalar'"}, LJ_TABLE_LIMIT)},
    DEFAULTS(CPU, SCALAR, METHOD_ANALYTIC, HAND, 4096),
    .size = {.unit = "atoms", .classes = {512, 8192, 16384}, .most = LJ_MOST},
    .problem = {.check = lj_check_range, .variants = 2, .setup = setup, .arrange = arrange, .verify = verify},
    .device = {.enqueue = enqueue, .host_timed = true},
    .report = {.uses = USES(FROM_DEVICE_PINNED) | USES(TO_DEVICE_PINNED) | USES(DRAM_COPY) | USES(LAUNCH),
               .work = work,
               .error = "l2_error",
               .figures = LJ_FIGURES,
               .figure = figure},
    .tests =
        NAMES("--size 1,33,500 --set TABLE_SIZE=4096 --set FORM=scalar", "--size 150 --types 10 --set TABLE_SIZE=1024"),
};
