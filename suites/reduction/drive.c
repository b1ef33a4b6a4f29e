/* PLUMED's own driver (Rapetti 2023): each pass uses the kernel whose block size fits, and overwrites the input; for
 * arrays on the device, and as `drive` is called in PLUMED, with an array of the host. */
#include "suites/reduction/benches.h"

#include <string.h>

/* ---- drive: the slots of one part, its result on the host; its data, and the times of its parts ---- */

enum { DATA = SLOTS, TIMES = DATA + 2 };

/* clang-format off */
#define DRIVER_PARAMETERS                                                                                              \
    HOST_NUMBER(BLOCK_SIZE, "the most threads of a block", 32, 64, 128, 256, 512, 1024),                               \
    NUMBER(ITEMS_PER_THREAD, "elements that a thread loads", 1, 2, 4, 8),                                              \
    HOST_WORD(FINISH, "how the sums of the blocks are added", multi_pass),                                             \
    ROW(ALGORITHM, "the sum of a block: a tree, or CUB's", WORD_TABLE(DISPATCHED_WORDS), .host = true)
/* clang-format on */
DEFINE_PARAMETERS(parameters_of_calls, AFTER(ALGORITHM, DRIVER_PARAMETERS),
                  HOST_WORD(HOST_MEMORY, "where the data are: in pinned memory or not", pageable, pinned),
                  HOST_WORD(BUFFERS, "arrays of the device: the call's own, as thrust's vectors; kept", own, kept));

enum call_part { UPLOAD, RESIZE, PASSES, READ, CALL_PARTS };

/* Seconds of the calls since the last reading. */
struct call_times {
    double part[CALL_PARTS], since;
};

static void end_part(struct call_times *times, enum call_part part)
{
    const double now = job_seconds();
    times->part[part] += now - times->since;
    times->since = now;
}

/* The same in both memories. */
static void fill(struct job *job, void *data[2])
{
    const size_t bytes = reduction_bytes(job);
    const uint64_t one_in = job_one_in(job->n);
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < job->n; i++)
        if (bytes == sizeof(double))
            ((double *)data[0])[i] = reduction_element(job, job->seed, 0, i, one_in);
        else
            ((float *)data[0])[i] = (float)reduction_element(job, job->seed, 0, i, one_in);
    memcpy(data[1], data[0], job->n * bytes);
}

static void drive_setup(struct job *job)
{
    const size_t bytes = reduction_bytes(job);
    void *data[2];
    for (int pinned = 0; pinned < 2; pinned++)
        data[pinned] = job_host_memory(job, DATA + pinned, "data", job->n * bytes, HOST_INPUT, pinned);
    fill(job, data);
    *(struct call_times *)job_host_memory(job, TIMES, "times", sizeof(struct call_times), HOST_INPUT, false) =
        (struct call_times){.since = 0};
    job_scratch(job, IN, "gpudata", job->n * bytes);
    job_scratch(job, SUMS, "returnData", divide_up(job->n, SMALLEST_TILE) * bytes);
    job_host_memory(job, OUT, "sum", bytes, HOST_OUTPUT, false);
}

/* Like reduction_change, in both copies of the data. */
static void drive_change(struct job *job, UNNEEDED const struct config *config)
{
    const size_t bytes = reduction_bytes(job);
    struct expectation *expected = job_corrected(job, sizeof *expected);
    const uint64_t i = job_draw(job, job->n);
    const void *data = job_memory(job, DATA);
    const double was = bytes == sizeof(double) ? ((const double *)data)[i] : (double)((const float *)data)[i];
    const double is = (double)(float)reduction_other(job, was, expected);
    for (int pinned = 0; pinned < 2; pinned++)
        job_change(job, DATA + pinned, i * bytes, bytes == sizeof(double) ? (const void *)&is : &(float){(float)is},
                   bytes);
    reduction_correct(expected, was, is);
}

/* Grows the vector to `groups` elements, like thrust's resize: allocates memory, and writes zeros. (A shrinking vector
 * keeps its memory: from the second pass on none grows.) */
static enum status make_room(struct job *job, int slot, uint64_t groups, struct fault *fault)
{
    enum status status = job_renew(job, slot, groups * reduction_bytes(job), fault);
    if (status == OK)
        status = job_fill(job, slot, 0, fault);
    return status == OK ? job_stream_finish(job, 0, fault) : status;
}

static enum status upload(struct job *job, const struct config *config, struct fault *fault)
{
    const void *data = job_memory(job, DATA + config->value[HOST_MEMORY]);
    const enum status status = job_send(job, IN, 0, data, job->n * reduction_bytes(job), 0, fault);
    return status == OK ? job_stream_finish(job, 0, fault) : status;
}

/* The sum is in the first element of the last pass's output. */
static enum status read_sum(struct job *job, int slot, struct fault *fault)
{
    const enum status status = job_receive(job, slot, 0, job_memory(job, OUT), reduction_bytes(job), 0, fault);
    return status == OK ? job_stream_finish(job, 0, fault) : status;
}

/* Each timed part begins where the one before ends, so that they add up to the whole call. */
static enum status drive(struct job *job, const struct config *config, struct fault *fault)
{
    const bool own = config->value[BUFFERS] == BUFFERS_own;
    struct call_times *times = job_memory(job, TIMES);
    struct pass pass[MAX_PASSES];
    times->since = job_seconds();
    const int passes = reduction_passes(job, config, 0, pass);
    enum status status = own ? job_renew(job, IN, job->n * reduction_bytes(job), fault) : OK;
    end_part(times, RESIZE);
    if (status == OK)
        status = upload(job, config, fault);
    end_part(times, UPLOAD);
    for (int p = 0; p < passes && status == OK; p++) {
        pass[p].to = pass[p].from == IN ? SUMS : IN;
        if (own && p == 0)
            status = make_room(job, SUMS, pass[p].groups, fault);
        end_part(times, RESIZE);
        if (status == OK)
            status = reduction_launch(job, config, 0, &pass[p], fault);
        end_part(times, PASSES);
    }
    if (status == OK)
        status = job_stream_finish(job, 0, fault);
    end_part(times, PASSES);
    if (status == OK)
        status = read_sum(job, pass[passes - 1].to, fault);
    end_part(times, READ);
    return status;
}

/* Reports the times of all calls since the last report: of the verified call, then of the timed ones. */
static void drive_figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    struct call_times *times = job_memory(job, TIMES);
    double whole = 0;
    for (int part = 0; part < CALL_PARTS; part++)
        whole += times->part[part];
    for (int part = 0; part < CALL_PARTS; part++)
        values[part] = times->part[part] / whole;
    *times = (struct call_times){.since = 0};
}

static struct work drive_work(const struct job *job, const struct config *config)
{
    static const enum resource uploads[] = {RESOURCE_TO_DEVICE_PAGEABLE, RESOURCE_TO_DEVICE_PINNED};
    struct work work = {.bytes = (double)job->n * (double)reduction_bytes(job), .flops = (double)(job->n - 1)};
    work.amount[uploads[config->value[HOST_MEMORY]]] = work.bytes;
    return work;
}

/* ---- the benches ---- */

/* clang-format off */
#define ENTRIES                                                                                                        \
    .entries = NAMES("reduce_32", "reduce_64", "reduce_128", "reduce_256", "reduce_512", "reduce_1024")
#define KERNELS(real, several)                                                                                         \
    {{.file = "reduction/dispatch.cl", ENTRIES, .defines = "#define REAL " real "\n#define SEVERAL " several "\n"},    \
     {.file = "reduction/dispatch.cu", ENTRIES, .defines = "#define REAL " real "\n#define SEVERAL " several "\n"},    \
     {.file = NULL}}
#define DRIVER_CONSTRAINTS                                                                                             \
    {"ALGORITHM warp_reductions needs CUDA and CUB", .expression = "ALGORITHM == 'tree' or device.cub"},               \
    {"there are kernels for all blocks: the device has work-groups of 1024",                                           \
     .expression = "BLOCK_SIZE <= 1024 <= min(device.group_max, device.group_max_x)"}
#define DRIVER(kernel_table)                                                                                           \
    .follows = true, .includes_cub = true, .kernels = kernel_table, .kernels_by = ALGORITHM,                           \
    .space = {.parameters = PARAMETER_TABLE(DRIVER_PARAMETERS), .constraints = CONSTRAINTS(DRIVER_CONSTRAINTS)},       \
    DEFAULTS(512, 4), .report.uses = USES(DRAM_READ) | USES(LAUNCH)
#define CALLED(kernel_table, of_type)                                                                                  \
    .follows = true, .few = true, .includes_cub = true, .kernels = kernel_table, .kernels_by = ALGORITHM,              \
    .space = {.parameters = parameters_of_calls, .constraints = CONSTRAINTS(DRIVER_CONSTRAINTS)},                      \
    DEFAULTS(512, 4),                                                                                                  \
    .size = {.unit = "elements", .classes = {UINT64_C(1) << 20, UINT64_C(1) << 24, UINT64_C(1) << 26},                 \
             .most = UINT64_C(1) << 31},                                                                               \
    .own = &(const struct reduction){of_type, .rows = {ONE_ROW}, .dispatched = true},                                  \
    .problem = {.variants = VARIANTS, .expected_bytes = sizeof(struct expectation), .setup = drive_setup,              \
                .expect = reduction_expect, .verify = reduction_verify, .change = drive_change},                       \
    .device = {.enqueue = drive, .host_timed = true, .verified_beside = true},                                         \
    .report = {.uses = USES(TO_DEVICE_PAGEABLE) | USES(TO_DEVICE_PINNED), .work = drive_work,                          \
               .figures = NAMES("upload_share", "resize_share", "passes_share", "read_share"),                         \
               .figure = drive_figure, .figures_timed = true},                                                         \
    .tests = NAMES("--size 1,100003 --set BLOCK_SIZE=128 --set ITEMS_PER_THREAD=4")

static const struct bench_kernel of_floats[] = KERNELS("float", "0"), of_doubles[] = KERNELS("double", "0"),
                                 of_rows_of_floats[] = KERNELS("float", "1"),
                                 of_rows_of_doubles[] = KERNELS("double", "1");

const struct bench sum_1d_f32_plumed = {
    .name = "sum_1d_f32_plumed",
    .summary = "sum of floats as PLUMED drives it: blocks fit passes, the input is consumed",
    DRIVER(of_floats), ONE_SUM(FLOATS, .dispatched = true), SUM_REFERENCES("f32")};

const struct bench sum_1d_f64_plumed = {
    .name = "sum_1d_f64_plumed", .summary = "sum of doubles as PLUMED drives it", .needs = NEEDS_FP64,
    DRIVER(of_doubles), SIZES, REDUCTION(VARIANTS, DOUBLES, .rows = {ONE_ROW}, .dispatched = true),
    .tests = NAMES(FEW_BLOCKS), SUM_REFERENCES("f64")};

const struct bench sum_nd_f32_plumed = {
    .name = "sum_nd_f32_plumed", .summary = "sums of several arrays of floats as PLUMED drives them",
    DRIVER(of_rows_of_floats), ROW_SIZES, REDUCTION(VARIANTS, FLOATS, .rows = {ND_ROWS}, .dispatched = true),
    .tests = NAMES(FEW_BLOCKS " --nd 7"), ROWS_REFERENCES("f32")};

const struct bench sum_nd_f64_plumed = {
    .name = "sum_nd_f64_plumed", .summary = "sums of several arrays of doubles as PLUMED drives them",
    .needs = NEEDS_FP64, DRIVER(of_rows_of_doubles), ROW_SIZES,
    REDUCTION(VARIANTS, DOUBLES, .rows = {ND_ROWS}, .dispatched = true),
    .tests = NAMES(FEW_BLOCKS), ROWS_REFERENCES("f64")};

const struct bench drive_f32 = {
    .name = "drive_f32", .summary = "PLUMED's drive: floats of the host to their sum, memory included",
    CALLED(of_floats, FLOATS)};

const struct bench drive_f64 = {
    .name = "drive_f64", .summary = "the same of doubles", .needs = NEEDS_FP64, CALLED(of_doubles, DOUBLES)};
/* clang-format on */
