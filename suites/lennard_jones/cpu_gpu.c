/* The CPU beside the GPU: dE/dr of the same distances, in the device's memory, by the host's cores with copies of
 * both matrices, or by a kernel. The default is the CPU, so a result's gain over it is the ratio. */
#include "suites/lennard_jones/table.h"

enum { COEFFICIENTS = LJ_HOST_SLOTS }; /* a slot */
DEFINE_PARAMETERS(parameters, HOST_WORD(SIDE, "who computes: all cores of the host, or the device", cpu, gpu),
                  HOST_WORD(FORM, "of the host: plain loops, or vectors", scalar, vectors),
                  LJ_HOST_PARAMETERS(false, 4096, 1024, 16384));
enum { MOST_SIZE = 16384 };

/* The kernel's shape is the best measured for this; its table is in memory, like the host's. */
enum { TILE_X = 128, TILE_PAIRS = 8, TILE_VECTOR = 4 };
#define FIXED                                                                                                          \
    "#define BLOCK_X 128\n#define BLOCK_Y 1\n#define PAIRS_PER_THREAD 8\n#define VECTOR_WIDTH 4\n"                     \
    "#define TILES_PER_GROUP 1\n#define PAIRS_ALL 0\n#define PAIRS_HALF 1\n#define PAIRS 0\n#define TABLE_TEXTURE 1\n" \
    "#define TABLE_SHARED 4\n#define TABLE_CONSTANT 5\n"                                                               \
    "#define TABLE_READ_ONLY 6\n#define TABLE 7\n#define FILTER_HARDWARE 2\n#define DELTA 0.5\n"                       \
    "#define ADDRESSING_BORDER 1\n#define ADDRESSING 0\n#define INDEX_CONVERT 0\n#define INDEX 0"

static void setup(struct job *job)
{
    const struct lj_system system = lj_system(job->problem);
    lj_host_declare(job, MOST_SIZE);
    lj_fill_coefficients(&system, job_input(job, COEFFICIENTS, "coefficients", lj_coefficient_bytes(&system)));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    if (config->value[SIDE] == SIDE_cpu)
        return lj_host_iteration(job, config, config->value[FORM] == FORM_vectors, true, fault);
    const struct lj_table table = lj_table(job, lj_host_choice(config), NULL);
    const struct compute_launch launch = {
        .groups = {divide_up(table.pitch, TILE_X * TILE_VECTOR), divide_up(job->n, TILE_PAIRS / TILE_VECTOR), 1},
        .group = {TILE_X, 1, 1},
    };
    const int last = table.choice.method == METHOD_analytic ? COEFFICIENTS : LJ_HOST_ELEMENTS;
    return LAUNCH(0, launch, ARRAY(LJ_HOST_R), ARRAY(LJ_HOST_DERIVATIVE), ARRAY(LJ_HOST_TYPE), VALUE(table.n),
                  VALUE(table.pitch), VALUE(table.system.cutoff), VALUE(table.first), VALUE(table.per_element),
                  VALUE(table.per_r), ARRAY(last));
}

static double blur_of(const struct config *config)
{
    return config->value[SIDE] == SIDE_cpu ? LJ_HOST_BLUR : 0;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    return lj_host_verify(job, config, blur_of(config), verdict, fault);
}

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    lj_host_figure(job, config, blur_of(config), values);
}

static struct work work(const struct job *job, const struct config *config)
{
    const double bytes = sizeof(float) * (double)job->n * (double)lj_pitch(job->n);
    struct work work = {.bytes = 2 * bytes};
    if (config->value[SIDE] == SIDE_cpu) {
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
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS({"FORM is the host's", .expression = "SIDE == 'cpu' or FORM == 'scalar'"},
                                         LJ_HOST_CONSTRAINTS)},
    DEFAULTS(SIDE_cpu, FORM_scalar, METHOD_analytic, LJ_HOST_hand, 4096),
    .size = {.unit = "atoms", .classes = {512, 8192, 16384}, .most = LJ_MOST},
    .problem = {.check = lj_check_range, .variants = 2, .setup = setup, .arrange = lj_host_arrange, .verify = verify},
    .device = {.enqueue = enqueue, .host_timed = true},
    .report = {.uses = USES(FROM_DEVICE_PINNED) | USES(TO_DEVICE_PINNED) | USES(DRAM_COPY) | USES(LAUNCH),
               .work = work,
               .error = "l2_error",
               .figures = NAME_TABLE(LJ_FIGURES),
               .figure = figure},
    .tests =
        NAMES("--size 1,33,500 --set TABLE_SIZE=4096 --set FORM=scalar", "--size 150 --types 10 --set TABLE_SIZE=1024"),
};
