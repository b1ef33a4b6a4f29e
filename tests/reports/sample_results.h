/* One set of results for the tests of reports/: benches with a best near its limit, beyond it, without one and timed by
 * the host, one without a best, one unsupported; failures of several kinds; references with and without a time. */
#ifndef TESTS_REPORTS_SAMPLE_RESULTS_H
#define TESTS_REPORTS_SAMPLE_RESULTS_H

#include "tuner/result.h"

#include <string.h>

static struct result sample_row(const char *bench, uint64_t size, const char *block, const char *load)
{
    struct result row = {.suite = "reduction", .size = size, .resources = {-1, -1, -1}};
    strcpy(row.bench, bench);
    if (!block)
        return row;
    row.config.count = 2;
    strcpy(row.config.parameter[0].name, "BLOCK_SIZE");
    strcpy(row.config.parameter[0].word, block);
    strcpy(row.config.parameter[1].name, "LOAD");
    strcpy(row.config.parameter[1].word, load);
    return row;
}

/* A measured row with five blocks: a quarter of a nanosecond, which is exact in binary, from block to block. */
static struct result sample_timed(const char *bench, uint64_t size, const char *block, const char *load, double median)
{
    struct result row = sample_row(bench, size, block, load);
    row.median_ns = median;
    row.ci95_ns[0] = median * 0.9375;
    row.ci95_ns[1] = median * 1.0625;
    row.blocks = 5;
    for (int i = 0; i < 5; i++)
        row.block_ns[i] = median + (i - 2) * 0.25;
    row.real_time_ns = median + 0.125;
    row.cpu_time_ns = median * 2;
    row.iterations = 250;
    row.batch = 4;
    row.cold = true;
    row.bytes = (double)size * 4;
    row.flops = (double)size - 1;
    row.error = 0.0009765625;
    row.tolerance = 0.03125;
    row.resources = (struct compute_resources){24, 1024, 0};
    strcpy(row.binary, "00112233445566778899aabbccddeeff");
    row.compile_ms = 45.5;
    return row;
}

static struct result sample_failed(struct result row, enum status status, const char *reason)
{
    row.status = status;
    strcpy(row.reason, reason);
    return row;
}

/* A row that used so much of one resource, and its share of the limit. */
static struct result sample_limited(struct result row, enum resource resource, double amount, double fraction)
{
    row.amount[resource] = amount;
    row.limit = (struct limit){resource, fraction};
    return row;
}

static struct result sample_figure(struct result row, const char *name, double value)
{
    strcpy(row.figure[row.figures].name, name);
    row.figure[row.figures++].value = value;
    return row;
}

/* A row of a reference in place of a configuration. */
static struct result sample_reference(struct result row, const char *name)
{
    row.reference = true;
    row.config = (struct config_words){.count = 1, .parameter = {{.name = "REFERENCE"}}};
    strcpy(row.config.parameter[0].word, name);
    return row;
}

static void sample_add(struct results *results, struct result row)
{
    results_add(results, &row);
}

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
                                  .timer_tick_ns = 32,
                                  .wall_seconds = 61.25,
                                  .compile_jobs = 15,
                                  .device = {.backend = "cuda",
                                             .index = 1,
                                             .name = "NVIDIA H200",
                                             .uuid = "GPU-12345678-9abc-def0-1234-56789abcdef0",
                                             .platform = "CUDA",
                                             .driver = "580.82.07",
                                             .compiler = "NVRTC 13.0",
                                             .architecture = "sm_90",
                                             .can_run = true,
                                             .fp64 = true,
                                             .int64_atomics = true,
                                             .images = true,
                                             .graphs = true,
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
                                             .max_group = 1024,
                                             .max_group_size = {1024, 1024, 64},
                                             .max_groups = {2147483647, 65535, UINT64_MAX}}};
    context.ceilings.rate[RESOURCE_DRAM_READ] = 4.75e12;
    context.ceilings.rate[RESOURCE_FP32_FMA] = 29.9e12;
    context.ceilings.rate[RESOURCE_LAUNCH] = 515463.917525;
    context.settings = 3;
    context.setting[0] = (struct run_setting){.suite = "reduction", .name = "density", .number = 0.0625};
    context.setting[1] = (struct run_setting){.suite = "reduction", .name = "workload", .word = "water"};
    context.setting[2] = (struct run_setting){.suite = "cutoff", .name = "density", .number = 1e-3};
    strcpy(context.structure, "structures/1a b.pqr");
    context.atoms = 4001;
    return context;
}

/* The caller frees them with results_free. */
static struct results sample_results(void)
{
    const uint64_t large = 268435456, small = 1048576;
    struct results results = {.context = sample_context()};
    sample_add(&results,
               sample_failed(sample_row("sum_1d_f32", large, "64", "blocked"), COMPILE_FAILED,
                             "reduction/reduce.cl(12): error: identifier \"x\" is undefined\n1 error detected\n"));
    sample_add(&results, sample_timed("sum_1d_f32", large, "128", "blocked", 303104));
    struct result best = sample_limited(sample_timed("sum_1d_f32", large, "256", "striped", 231424), RESOURCE_DRAM_READ,
                                        1073741824, 0.9765625);
    best.amount[RESOURCE_LAUNCH] = 1;
    best.finalist = true;
    best = sample_figure(sample_figure(best, "work_efficiency", 0.36328125), "atoms_per_point", 1934);
    sample_add(&results, best);
    sample_add(&results, sample_limited(sample_timed("sum_1d_f64", large, "128", "blocked", 524288), RESOURCE_DRAM_READ,
                                        2147483648, 1.0703125));
    struct result dropped = sample_timed("sum_1d_f32", large, "512", "striped", 401408.5);
    dropped.dropped = true;
    dropped.blocks = 1;
    dropped.resources.spill_bytes = -1;
    sample_add(&results, dropped);
    struct result wrong = sample_failed(sample_row("sum_1d_f32", large, "1024", "striped"), WRONG_RESULT,
                                        "sum is 134217728, expected 134217727.5 \xc2\xb1 0.1");
    wrong.resources = (struct compute_resources){32, 4096, 8};
    wrong.compile_ms = 50.25;
    strcpy(wrong.binary, "ffeeddccbbaa99887766554433221100");
    sample_add(&results, wrong);
    sample_add(&results, sample_timed("sum_1d_f32", small, "64", "vector4", 7168));
    sample_add(&results, sample_failed(sample_row("sum_1d_i32", small, "64", "blocked"), TIMED_OUT,
                                       "no answer within 10 s (--time-limit)"));
    sample_add(&results, sample_failed(sample_row("sum_1d_i32", small, "128", "blocked"), TIMED_OUT,
                                       "no answer within 10 s (--time-limit)"));
    sample_add(&results, sample_failed(sample_row("sum_1d_f32_cub", large, NULL, NULL), UNSUPPORTED,
                                       "CUB's headers are not beside libnvrtc; set CUDA_HOME"));
    sample_add(&results, sample_reference(sample_timed("sum_1d_f64", large, NULL, NULL, 491520), "thrust::reduce"));
    sample_add(&results, sample_reference(sample_timed("sum_1d_f32", large, NULL, NULL, 242688), "cub::DeviceReduce"));
    sample_add(&results, sample_reference(sample_timed("sum_1d_f32", large, NULL, NULL, 262144), "thrust::reduce"));
    const char *no_library = "libgpubench_cublas.so is not beside gpubench";
    struct result lacking = sample_failed(sample_row("sum_1d_f32", large, NULL, NULL), UNSUPPORTED, no_library);
    sample_add(&results, sample_reference(lacking, "cublasSasum"));
    lacking = sample_failed(sample_row("sum_1d_f32", small, NULL, NULL), UNSUPPORTED, no_library);
    sample_add(&results, sample_reference(lacking, "cublasSasum"));
    lacking = sample_failed(sample_row("sum_1d_f32", small, NULL, NULL), WRONG_RESULT, "sum is 3, expected 4");
    sample_add(&results, sample_reference(lacking, "thrust::reduce"));
    struct result sent = sample_limited(sample_timed("send_f32", small, "64", "blocked", 1500000),
                                        RESOURCE_TO_DEVICE_PINNED, 4194304, 0.5);
    sent.device_ns = 1200000;
    sent.host_ns = 600000;
    sample_add(&results, sent);

    struct best found = {.result = best,
                         .default_ns = 303104,
                         .reference_ns = 242688,
                         .reference = "cub::DeviceReduce",
                         .tied = 1,
                         .measured = 5,
                         .allowed = 480};
    found.tied_with[0] = results.rows[1].config;
    results_add_best(&results, &found);
    found = (struct best){.result = results.rows[6], .measured = 1, .allowed = 480};
    results_add_best(&results, &found);
    found = (struct best){.result = results.rows[3],
                          .default_ns = 524288,
                          .reference_ns = 491520,
                          .reference = "thrust::reduce",
                          .measured = 1,
                          .allowed = 480};
    results_add_best(&results, &found);
    found = (struct best){.result = sent, .default_ns = 1500000, .measured = 12, .allowed = 12};
    results_add_best(&results, &found);
    return results;
}

#endif
