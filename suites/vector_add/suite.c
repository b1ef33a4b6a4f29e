/* c = a + b (OpenMM's addArrays, Eastman et al. 2017) three ways: one source for both languages, and one written for
 * each. The algorithm is the same, so differences are the cost of a single source. */
#include "tuner/job.h"

#include <math.h>

enum { A, B, C };                     /* slots */
enum { WORK_ITEMS_OF_A_UNIT = 2048 }; /* resident at a time, on NVIDIA's large GPUs */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256, 512, 1024),
                  NUMBER(ITEMS_PER_THREAD, "elements of a tile that a work-item adds", 1, 2, 4, 8),
                  NUMBER(VECTOR_WIDTH, "elements that it loads and stores together", 1, 2, 4),
                  WORD(GRID, "a group for each tile, or as many as fill the device", one_shot, grid_stride));

/* ---- inputs ---- */

/* Another stream of numbers than a's, so that exchanged elements are detected. */
static uint64_t seed_of_b(const struct job *job)
{
    return job_random(job->seed, 0);
}

static void setup(struct job *job)
{
    job_generate(job, SLOT(A), job->n, GENERATE_FLOATS, job->seed, 0);
    job_generate(job, SLOT(B), job->n, GENERATE_FLOATS, seed_of_b(job), 0);
    job_scratch(job, SLOT(C), job->n * sizeof(float));
}

/* ---- device ---- */

/* A group per tile, or as many groups as are resident at once. */
static uint64_t groups(const struct job *job, const struct config *config)
{
    uint64_t block = config_count(config, BLOCK_SIZE), tile = block * config_count(config, ITEMS_PER_THREAD);
    uint64_t tiles = divide_up(job->n, tile), units = job->device->units ? job->device->units : 1;
    uint64_t resident = units * WORK_ITEMS_OF_A_UNIT / block;
    return config->value[GRID] == GRID_grid_stride && resident < tiles ? resident : tiles;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    struct compute_launch launch = launch_groups(groups(job, config), config_count(config, BLOCK_SIZE));
    return LAUNCH(0, launch, ARRAY(A), ARRAY(B), ARRAY(C), VALUE(job->n));
}

/* ---- verification ---- */

enum { ALL = 1 << 22, PART = 1 << 14, RUNS = 64, RUN = 64 };

/* Elements [first, first + count), at most PART. The sum of two floats is rounded once, there is no product to
 * contract it with, and sums of multiples of 2^-24 are not denormal: every device gives the host's bits. */
static enum status verify_part(const struct job *job, uint64_t first, uint64_t count, struct verdict *verdict,
                               struct fault *fault)
{
    float c[PART];
    enum status status = job_read(job, C, first * sizeof *c, c, count * sizeof *c, fault);
    for (uint64_t i = 0; i < count && status == OK; i++) {
        float a = (float)job_generated(job, A, first + i), b = (float)job_generated(job, B, first + i);
        float sum = a + b;
        verdict->error = fabs((double)c[i] - sum);
        if (!(verdict->error <= verdict->tolerance)) /* true for a NaN */
            status = fail(fault, WRONG_RESULT, "c[%llu] is %.9g, expected %.9g = %.9g + %.9g",
                          (unsigned long long)(first + i), (double)c[i], (double)sum, (double)a, (double)b);
    }
    return status;
}

/* Every element; of a large array 4096 of them. */
static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    enum status status = OK;
    if (job->n <= ALL)
        for (uint64_t first = 0; first < job->n && status == OK; first += PART)
            status = verify_part(job, first, job->n - first < PART ? job->n - first : PART, verdict, fault);
    else
        for (uint64_t run = 0; run < RUNS && status == OK; run++)
            status = verify_part(job, job_run(job, job->n, RUNS, RUN, run), RUN, verdict, fault);
    return status;
}

/* Changes an element of one array, among those verified, by a random multiple of 2^-24, modulo 1. */
static void change(struct job *job, UNNEEDED const struct config *config)
{
    const int slot = job_draw(job, 2) ? B : A;
    const uint64_t run = job->n > ALL ? job_run(job, job->n, RUNS, RUN, job_draw(job, RUNS)) : 0;
    const uint64_t i = run + job_draw(job, job->n > ALL ? RUN : job->n);
    const double is = job_generated(job, slot, i) + 0x1p-24 * (double)(1 + job_draw(job, (1 << 24) - 1));
    job_change_generated(job, slot, i, is - floor(is));
}

static struct work work(const struct job *job, const struct config *config)
{
    double bytes = 3. * sizeof(float) * (double)job->n;
    return (struct work){.bytes = bytes,
                         .flops = (double)job->n,
                         .amount = {[RESOURCE_DRAM_ADD] = bytes, [RESOURCE_LAUNCH] = !config->reference}};
}

/* The default is OpenMM's kernel. */
/* clang-format off */
#define ADD_ARRAYS(path)                                                                                               \
    .kernel = {.file = path, .entries = NAMES("add_arrays")},                                                          \
    .space = {.parameters = parameters,                                                                                \
              .constraints = CONSTRAINTS({"VECTOR_WIDTH divides ITEMS_PER_THREAD",                                     \
                                          .expression = "ITEMS_PER_THREAD % VECTOR_WIDTH == 0"},                       \
                                         GROUP_FITS(BLOCK_SIZE))},                                                     \
    DEFAULTS(256, 1, 1, GRID_grid_stride),                                                                             \
    .size = {.unit = "elements", .classes = {1 << 20, 1 << 26, 1 << 28}, .most = UINT64_C(1) << 33},                   \
    .problem = {.variants = 1, .setup = setup, .verify = verify, .change = change},                                    \
    .device.enqueue = enqueue, .report = {.uses = USES(DRAM_ADD) | USES(LAUNCH), .work = work},                        \
    .tests = NAMES("--size 4200001,1,1023,300007") /* beyond 2^22: samples */
#define THRUST .references = {{"thrust::transform", "thrust", "transform_plus_f32", {A, B, C}, 3, .rows = 1}}
/* clang-format on */

DEFINE_BENCH(common, "sum of two arrays, one source for OpenCL C and CUDA C++", ADD_ARRAYS("vector_add/add_arrays.cl"),
             THRUST);
DEFINE_BENCH(cuda, "sum of two arrays, written in CUDA C++", .needs = NEEDS_CUDA,
             ADD_ARRAYS("vector_add/add_arrays.cu"), THRUST);
DEFINE_BENCH(opencl, "sum of two arrays, written in OpenCL C", .needs = NEEDS_OPENCL,
             ADD_ARRAYS("vector_add/add_arrays.opencl"));

DEFINE_SUITE(vector_add, "sums of two arrays: what a single source costs", &common, &cuda, &opencl);
