/* One set of results for the tests of reports/: benches with a best near its limit, beyond it, without one and timed by
 * the host, one without a best, one unsupported; failures of several kinds; references with and without a time. */
#pragma once

#include "reports/results.h"

#include <stdlib.h>
#include <string.h>

/* A row to be added to results, with its problem in words. */
struct sample {
    const char *suite, *bench;
    uint64_t size;
    const char *block, *load; /* NULL: result.index is the configuration */
    const char *reference;    /* a row of it, in place of a configuration; or NULL */
    const char *figure[MAX_FIGURES];
    struct result result;
    const char *reason;
};

static struct sample sample_row(const char *bench, uint64_t size, const char *block, const char *load)
{
    return (struct sample){.suite = "reduction",
                           .bench = bench,
                           .size = size,
                           .block = block,
                           .load = load,
                           .result = result_of(NO_CONFIGURATION, 0),
                           .reason = ""};
}

/* A measured row with five blocks: a quarter of a nanosecond, which is exact in binary, from block to block. */
static struct sample sample_timed(const char *bench, uint64_t size, const char *block, const char *load, double median)
{
    struct sample row = sample_row(bench, size, block, load);
    struct result *result = &row.result;
    result->median_ns = median;
    result->ci95_ns[0] = median * 0.9375;
    result->ci95_ns[1] = median * 1.0625;
    result->blocks = 5;
    for (int i = 0; i < 5; i++)
        result->block_ns[i] = median + (i - 2) * 0.25;
    result->real_time_ns = median + 0.125;
    result->cpu_time_ns = median * 2;
    result->iterations = 250;
    result->sampling = SAMPLING_SLOPE;
    result->batch = 4;
    result->cold = true;
    result->bytes = (double)size * 4;
    result->flops = (double)size - 1;
    result->error = 0.0009765625;
    result->tolerance = 0.03125;
    result->resources = (struct compute_resources){24, 1024, 0};
    strcpy(result->binary, "00112233445566778899aabbccddeeff");
    strcpy(result->launches, "89abcdef0123456789abcdef01234567");
    result->compile_ms = 45.5;
    return row;
}

static struct sample sample_failed(struct sample row, enum status status, const char *reason)
{
    row.result.status = status;
    row.reason = reason;
    return row;
}

/* A row that used this amount of one resource, and its share of the limit. */
static struct sample sample_limited(struct sample row, enum resource resource, double amount, double fraction)
{
    row.result.amount[resource] = amount;
    row.result.limit = (struct limit){resource, fraction};
    return row;
}

static struct sample sample_figure(struct sample row, const char *name, double value)
{
    size_t i = 0;
    while (row.figure[i])
        i++;
    row.figure[i] = name;
    row.result.figure[i] = value;
    return row;
}

static struct sample sample_reference(struct sample row, const char *name)
{
    row.reference = name;
    return row;
}

/* ---- problems ---- */

/* The words, ended by NULL, in this order. */
static void sample_parameter(struct named_problem *problem, const char *name, enum parameter_kind kind,
                             const char *const *words)
{
    struct named_parameter *parameter = problem_add_parameter(problem, name, kind);
    while (*words)
        texts_add(&parameter->words, *words++);
}

/* The number of a problem, which is added if missing: with the space of all benches here. */
static size_t sample_problem(struct results *results, const char *suite, const char *bench, uint64_t size)
{
    for (size_t i = 0; i < results->problem_count; i++)
        if (!strcmp(results->problems[i].suite, suite) && !strcmp(results->problems[i].bench, bench) &&
            results->problems[i].size == size)
            return i;
    size_t number = results_add_problem(results, suite, bench, size, results->context.seed);
    struct named_problem *problem = &results->problems[number];
    sample_parameter(problem, "BLOCK_SIZE", KIND_NUMBERS,
                     (const char *const[]){"64", "128", "256", "512", "1024", NULL});
    sample_parameter(problem, "LOAD", KIND_WORDS, (const char *const[]){"striped", "blocked", "vector4", NULL});
    return number;
}

static void sample_inputs(struct named_problem *problem)
{
    problem_add_setting(problem, "density", NULL, 0.0625);
    problem_add_setting(problem, "workload", "water", 0);
    problem->structure = (struct named_structure){
        .file = allocate_text("structures/1a b.pqr"), .key = allocate_text("0123456789abcdef"), .atoms = 4001};
}

/* The position of a text in a list, added if missing. */
static size_t sample_text(struct texts *texts, const char *text)
{
    if (texts_find(texts, text) == SIZE_MAX)
        texts_add(texts, text);
    return texts_find(texts, text);
}

/* The figure that is a problem's error, and the largest allowed: 0 for any. */
static void sample_error(struct named_problem *problem, const char *figure, double most)
{
    problem->error = (uint32_t)sample_text(&problem->figures, figure) + 1;
    problem->max_error = most;
}

/* The index of a configuration, of two words that its problem must have, and the first values of further parameters. */
static uint64_t sample_index(const struct named_problem *problem, const char *block, const char *load)
{
    FREED size_t *position = allocate(problem->parameters * sizeof *position);
    uint64_t index;
    position[0] = texts_find(&problem->parameter[0].words, block);
    position[1] = texts_find(&problem->parameter[1].words, load);
    if (position[0] == SIZE_MAX || position[1] == SIZE_MAX || !problem_index(problem, position, &index))
        abort();
    return index;
}

/* The result of a row, in the numbers of its problem. */
static struct result sample_result(const struct sample *row, struct named_problem *problem)
{
    struct result result = row->result;
    if (row->block)
        result.index = sample_index(problem, row->block, row->load);
    if (row->reference)
        result.reference = (uint32_t)sample_text(&problem->references, row->reference) + 1;
    for (size_t i = 0; i < MAX_FIGURES && row->figure[i]; i++)
        result.figure[sample_text(&problem->figures, row->figure[i])] = row->result.figure[i];
    return result;
}

static void sample_add(struct results *results, struct sample row)
{
    size_t number = sample_problem(results, row.suite, row.bench, row.size);
    struct result result = sample_result(&row, &results->problems[number]);
    results_add(results, number, &result, row.reason);
}

static void sample_add_failed(struct results *results, const char *bench, uint64_t size, const char *block,
                              const char *load, enum status status, const char *reason)
{
    sample_add(results, sample_failed(sample_row(bench, size, block, load), status, reason));
}

/* The best of a row's problem: the row, with the further members of `best`; compared with a reference, or with NULL. */
static void sample_add_best(struct results *results, struct sample row, struct best best, const char *reference)
{
    size_t number = sample_problem(results, row.suite, row.bench, row.size);
    struct named_problem *problem = &results->problems[number];
    best.result = sample_result(&row, problem);
    best.reference = reference ? (uint32_t)sample_text(&problem->references, reference) + 1 : 0;
    results_add_best(results, number, &best);
}

/* ---- the sample ---- */

static struct run_context sample_context(void)
{
    struct run_context context = {.version = "0.1.0",
                                  .commit = "0123456789ab",
                                  .date = "2026-01-02T03:04:05+00:00",
                                  .host = "bench-host",
                                  .executable = "./gpubench",
                                  .command = "gpubench --suite reduction --size 2^28 --out \"results/a b.json\"",
                                  .suites = "reduction",
                                  .benchmark_version = "1.7.1",
                                  .seed = UINT64_MAX,
                                  .cpus = 16,
                                  .cpu_mhz = 2000,
                                  .load = {0.5, 0.25, 0.125},
                                  .measuring = 2,
                                  .timer_tick_ns = 32,
                                  .sample_start_ns = 1216,
                                  .marker_ns = 864,
                                  .max_share = 1.125, /* one of them is at 107 % of its limit */
                                  .wall_seconds = 61.25,
                                  .seconds = {0.375, 0.125, 4, 8, 16, 32, 0.25, 0.5},
                                  .compile_jobs = 15,
                                  .compiled = 120,
                                  .cached = 8,
                                  .has_options = true,
                                  .option = {{"sampling", "slope"}, {"measure-all", ""}},
                                  .options = 2,
                                  .device = {.backend = "cuda",
                                             .index = 1,
                                             .name = "NVIDIA H200",
                                             .uuid = "GPU-12345678-9abc-def0-1234-56789abcdef0",
                                             .platform = "CUDA",
                                             .driver = "580.82.07",
                                             .compiler = "NVRTC 13.0",
                                             .architecture = "sm_90",
                                             .can_run = true,
                                             .features = COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES |
                                                         COMPUTE_GRAPHS | COMPUTE_CUB | COMPUTE_FLOAT4_ATOMICS,
                                             .units = 132,
                                             .simt_width = 32,
                                             .clock_mhz = 1980,
                                             .memory_clock_mhz = 3201,
                                             .memory_bus_bits = 6016,
                                             .memory_bytes = 150754820096,
                                             .l2_bytes = 62914560,
                                             .local_bytes = 49152,
                                             .constant_bytes = 65536,
                                             .max_texture = {131072, 65536},
                                             .max_texture_1d = 131072,
                                             .max_texture_3d = {16384, 8192, 4096},
                                             .max_group = 1024,
                                             .max_group_size = {1024, 1024, 64},
                                             .max_groups = {2147483647, 65535, UINT64_MAX}}};
    context.ceilings.rate[RESOURCE_DRAM_READ] = 4.75e12;
    context.ceilings.rate[RESOURCE_FP32_FMA] = 29.9e12;
    context.ceilings.rate[RESOURCE_LAUNCH] = 515463.917525;
    return context;
}

/* A problem with inputs, that declares figures and references, as a bench does. */
static void sample_declare(struct results *results, const char *bench, uint64_t size, const char *const *figures,
                           const char *const *references)
{
    size_t number = sample_problem(results, "reduction", bench, size);
    struct named_problem *problem = &results->problems[number];
    sample_inputs(problem);
    while (*figures)
        texts_add(&problem->figures, *figures++);
    while (*references)
        texts_add(&problem->references, *references++);
}

static const uint64_t sample_large = 268435456, sample_small = 1048576;

static void sample_problems(struct results *results)
{
    static const char *const figures[] = {"work_efficiency", "atoms_per_point", NULL}, *const none[] = {NULL},
                             *const references[] = {"cub::DeviceReduce", "thrust::reduce", "cublasSasum", NULL};
    sample_declare(results, "sum_1d_f32", sample_large, figures, references);
    sample_declare(results, "sum_1d_f64", sample_large, none, &references[1]);
    sample_declare(results, "sum_1d_f32", sample_small, figures, references);
    sample_declare(results, "sum_1d_i32", sample_small, none, none);
    sample_declare(results, "sum_1d_f32_cub", sample_large, none, none);
    sample_declare(results, "send_f32", sample_small, none, none);
    /* It has no row: a run that was given two suites, and ended before the second. */
    size_t number = sample_problem(results, "cutoff", "bins", 2097152);
    problem_add_setting(&results->problems[number], "density", NULL, 1e-3);
    texts_add(&results->problems[number].figures, "overflow_share");
    sample_error(&results->problems[number], "l2_error", 0.0009765625);
}

static struct sample sample_best(void)
{
    struct sample best = sample_limited(sample_timed("sum_1d_f32", sample_large, "256", "striped", 231424),
                                        RESOURCE_DRAM_READ, 1073741824, 0.9765625);
    best.result.amount[RESOURCE_LAUNCH] = 1;
    best.result.finalist = true;
    best.result.alone_ns = 237568;
    return sample_figure(sample_figure(best, "work_efficiency", 0.36328125), "atoms_per_point", 1934);
}

static struct sample sample_beyond_limit(void)
{
    return sample_limited(sample_timed("sum_1d_f64", sample_large, "128", "blocked", 524288), RESOURCE_DRAM_READ,
                          2147483648, 1.0703125);
}

static struct sample sample_of_small(void)
{
    struct sample small = sample_timed("sum_1d_f32", sample_small, "64", "vector4", 7168);
    small.result.alone_ns = 8192;
    return small;
}

static struct sample sample_sent(void)
{
    struct sample sent = sample_limited(sample_timed("send_f32", sample_small, "64", "blocked", 1500000),
                                        RESOURCE_TO_DEVICE_PINNED, 4194304, 0.5);
    sent.result.device_ns = 1200000;
    sent.result.host_ns = 600000;
    return sent;
}

static void sample_rows(struct results *results)
{
    const uint64_t large = sample_large, small = sample_small;
    sample_add_failed(results, "sum_1d_f32", large, "64", "blocked", COMPILE_FAILED,
                      "reduction/reduce.cl(12): error: identifier \"x\" is undefined\n"
                      "1 error detected\n");
    sample_add(results, sample_timed("sum_1d_f32", large, "128", "blocked", 303104));
    sample_add(results, sample_best());
    sample_add(results, sample_beyond_limit());
    struct sample dropped = sample_timed("sum_1d_f32", large, "512", "striped", 401408.5);
    dropped.result.dropped = true;
    dropped.result.stop = STOP_DROPPED;
    dropped.result.blocks = 1;
    dropped.result.resources.spill_bytes = -1;
    sample_add(results, dropped);
    struct sample wrong = sample_failed(sample_row("sum_1d_f32", large, "1024", "striped"), WRONG_RESULT,
                                        "sum is 134217728, expected 134217727.5 \xc2\xb1 0.1");
    wrong.result.resources = (struct compute_resources){32, 4096, 8};
    wrong.result.compile_ms = 50.25;
    strcpy(wrong.result.binary, "ffeeddccbbaa99887766554433221100");
    sample_add(results, wrong);
    sample_add(results, sample_of_small());
    sample_add_failed(results, "sum_1d_i32", small, "64", "blocked", TIMED_OUT, "no answer within 10 s (--time-limit)");
    sample_add_failed(results, "sum_1d_i32", small, "128", "blocked", TIMED_OUT,
                      "no answer within 10 s (--time-limit)");
    sample_add(results, sample_failed(sample_row("sum_1d_f32_cub", large, NULL, NULL), UNSUPPORTED,
                                      "CUB's headers are not beside libnvrtc; set CUDA_HOME"));
    sample_add(results, sample_reference(sample_timed("sum_1d_f64", large, NULL, NULL, 491520), "thrust::reduce"));
    sample_add(results, sample_reference(sample_timed("sum_1d_f32", large, NULL, NULL, 242688), "cub::DeviceReduce"));
    sample_add(results, sample_reference(sample_timed("sum_1d_f32", large, NULL, NULL, 262144), "thrust::reduce"));
    const char *no_library = "libgpubench_cublas.so is not beside gpubench";
    struct sample lacking = sample_failed(sample_row("sum_1d_f32", large, NULL, NULL), UNSUPPORTED, no_library);
    sample_add(results, sample_reference(lacking, "cublasSasum"));
    lacking = sample_failed(sample_row("sum_1d_f32", small, NULL, NULL), UNSUPPORTED, no_library);
    sample_add(results, sample_reference(lacking, "cublasSasum"));
    lacking = sample_failed(sample_row("sum_1d_f32", small, NULL, NULL), WRONG_RESULT, "sum is 3, expected 4");
    sample_add(results, sample_reference(lacking, "thrust::reduce"));
    sample_add(results, sample_sent());
}

/* The caller frees them with results_free. */
__attribute__((unused)) static struct results sample_results(void)
{
    struct results results = {.context = sample_context()};
    sample_problems(&results);
    sample_rows(&results);
    struct best found = {.default_ns = 303104, .reference_ns = 242688, .tied = 1, .measured = 5, .allowed = 480};
    found.tied_with[0] = results.rows[1].result.index;
    sample_add_best(&results, sample_best(), found, "cub::DeviceReduce");
    sample_add_best(&results, sample_of_small(),
                    (struct best){.objective = OBJECTIVE_ALONE, .measured = 1, .allowed = 480, .left = 1}, NULL);
    found = (struct best){.default_ns = 524288, .reference_ns = 491520, .measured = 1, .allowed = 480};
    sample_add_best(&results, sample_beyond_limit(), found, "thrust::reduce");
    sample_add_best(&results, sample_sent(), (struct best){.default_ns = 1500000, .measured = 12, .allowed = 12}, NULL);
    return results;
}

/* Without problems, on another device. */
__attribute__((unused)) static struct results sample_on(const char *device, const char *backend)
{
    struct results results = {.context = sample_context()};
    strcpy(results.context.device.name, device);
    strcpy(results.context.device.backend, backend);
    return results;
}

/* Frees the previous ones. */
__attribute__((unused)) static void sample_replace(struct results *results, struct results by)
{
    results_free(results);
    *results = by;
}
