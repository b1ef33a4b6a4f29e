/* The parts of PLUMED's driver, without a device: arrays of any number, numbers of groups and threads, and the call
 * from host to host. */
#include "tests/suites/reduction/on_host.h"

/* Any number of arrays, through all code that sums several: no array gets another's result. */
TEST(nd)
{
    static const int benches[] = {ND_F32, ND_F64, OVERLAP, CUB_ND_F32, PLUMED_ND_F32, PLUMED_ND_F64};
    static const double counts[] = {1, 2, 3, 7, MOST_ROWS};
    struct verdict verdict;
    for (size_t b = 0; b < sizeof benches / sizeof *benches; b++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            FREED struct config *config = config_new(&of[benches[b]], 0);
            of[benches[b]].inputs.setting[ND] = counts[c];
            struct job job = open_job(benches[b], 1003, UNIFORM);
            CHECK((double)reduction_expected(job.problem) == counts[c] + (benches[b] == OVERLAP));
            for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 97)
                CHECK_OK(run(&job, config, &verdict, &caught));
            struct work work = job.bench->report.work(&job, config);
            CHECK(work.flops == 1002 * (double)reduction_expected(job.problem));
            CHECK(job.bench->reference_rows(job.problem) == (uint64_t)counts[c] && !job.bench->references[0].rows);
            of[benches[b]].inputs.setting[ND] = 9;
        }
}

/* No more than the device launches along the grid's second dimension; without such a limit any number. */
TEST(most_rows)
{
    const struct compute_device gpu = {.max_groups = {2147483647, 65535, 65535}}, endless = {.units = 1};
    struct problem rows = of[ND_F64], both = of[OVERLAP];
    rows.inputs.setting[ND] = both.inputs.setting[ND] = 65535;
    CHECK_OK(reduction_check(&rows, &gpu, &caught));
    rows.inputs.setting[ND] = both.inputs.setting[ND] = 65536;
    CHECK_FAULT(
        reduction_check(&rows, &gpu, &caught), INVALID,
        "--nd 65536: the arrays are the grid's second dimension, and this device allows 65535 groups along that");
    CHECK(CALL(reduction_check(&both, &gpu, &caught)) == INVALID);
    CHECK_OK(reduction_check(&rows, &endless, &caught));
    CHECK_OK(reduction_check(&rows, NULL, &caught));
    for (int b = 0; b < BENCHES; b++)
        CHECK(setting_concerns(&reduction_suite.settings[ND], of[b].bench) ==
              (b == OVERLAP || strstr(of[b].bench->name, "_nd_")));
}

/* PLUMED's idealGroups, by hand: elements up to whole blocks, a log2(threads)-th of that, in whole blocks. */
TEST(ideal_groups)
{
    static const struct {
        uint64_t length;
        uint32_t threads;
        uint64_t groups;
    } cases[] = {
        {1, 32, 1},                        /* 32 / 5 = 6.4, 7 threads */
        {160, 32, 1},                      /* 160 / 5 = 32 */
        {161, 32, 2},                      /* 192 / 5 = 38.4 */
        {1024, 1024, 1},                   /* 1024 / 10 */
        {2048, 256, 1},                    /* 2048 / 8 = 256: eight elements per thread */
        {2049, 256, 2},                    /* 2304 / 8 = 288 */
        {1000000, 256, 489},               /* 1000192 / 8 = 125024, 488.375 blocks */
        {1048576, 512, 228},               /* 1048576 / 9 = 116508.4, 227.6 blocks */
        {1048576, 1024, 103},              /* 104857.6, 102.4 blocks */
        {UINT64_C(1) << 33, 64, 22369622}, /* 8589934592 / 6 / 64 = 22369621.3 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(reduction_ideal_groups(cases[i].length, cases[i].threads) == cases[i].groups);

    struct job job = job_of(F32, 1000000, UNIFORM), rows = job_of(ND_F32, 1000000, UNIFORM);
    struct pass pass[MAX_PASSES];
    const int values[] = {256, 4, FINISH_multi_pass, ALGORITHM_multiple, LOAD_striped, 4, BRENT, 0, 0};
    CHECK(reduction_passes(&job, config_of(F32, values), 0, pass) == 2);
    CHECK(pass[0].groups == 489 && pass[1].length == 489 && pass[1].groups == 1);
    CHECK(reduction_passes(&rows, config_of(ND_F32, values), 0, pass) == 2 && pass[0].groups == 489); /* of each row */
    const struct config *narrow =
        config_of(F32, (int[]){32, 4, FINISH_last_block, ALGORITHM_multiple, LOAD_striped, 4, BRENT, 0, 0});
    CHECK(reduction_passes(&job, narrow, 0, pass) == 1 && pass[0].groups == 6250); /* of 7813 tiles */
    CHECK(reduction_additions(&job, narrow, 0) == 7 + 2 + ceil(6250 / 32.) + 5);
    job.n = 3;
    CHECK(reduction_passes(&job, narrow, 0, pass) == 1 && pass[0].groups == 1);
}

/* PLUMED's threadsPerBlock and its dispatch. */
TEST(dispatch)
{
    static const struct {
        uint64_t wanted;
        uint32_t most, threads;
    } cases[] = {{0, 1024, 32},          {1, 1024, 32},  {32, 1024, 32},     {33, 1024, 64},
                 {64, 64, 64},           {1000, 64, 64}, {1000, 1024, 1024}, {513, 512, 512},
                 {UINT64_MAX, 256, 256}, {5, 32, 32},    {129, 1024, 256},   {1025, 1024, 1024}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(reduction_threads(cases[i].wanted, cases[i].most) == cases[i].threads);
    struct fault fault;
    int kernel;
    for (uint32_t threads = 0, next = 32, number = 0; threads < 3000; threads++) {
        fault = (struct fault){0};
        enum status status = reduction_dispatch(threads, &kernel, &fault);
        CHECK(status == (threads == next ? OK : INVALID));
        if (threads == next) {
            CHECK(kernel == (int)number++);
            next = next == 1024 ? 0 : 2 * next;
        }
    }
    fault = (struct fault){0};
    reduction_dispatch(48, &kernel, &fault);
    CHECK_TEXT(fault.text, "no kernel for blocks of 48 threads: there are those for 32, 64, 128, 256, 512 and 1024");

    static const int benches[] = {PLUMED, PLUMED_F64, PLUMED_ND_F32, PLUMED_ND_F64, DRIVE_F32, DRIVE_F64};
    for (size_t b = 0; b < sizeof benches / sizeof *benches; b++) {
        struct job job = job_of(benches[b], 1000000, UNIFORM);
        const struct config *config = config_of(
            benches[b], (int[]){512, 4, FINISH_multi_pass, DISPATCHED_tree, HOST_MEMORY_pinned, BUFFERS_kept});
        struct pass pass[MAX_PASSES];
        CHECK(reduction_passes(&job, config, 0, pass) == 2);
        CHECK(pass[0].threads == 512 && pass[0].groups == 489); /* 1000000 / 2048 */
        CHECK(pass[1].threads == 128 && pass[1].groups == 1);   /* 489 / 4 = 123 threads end it */
        CHECK(reduction_additions(&job, config, 0) == 4 + 9 + 4 + 7);
        config = config_of(benches[b], (int[]){512, 4, FINISH_multi_pass, DISPATCHED_warp_reductions,
                                               HOST_MEMORY_pinned, BUFFERS_kept});
        CHECK(reduction_additions(&job, config, 0) == 4 + 5 + 16 + 4 + 5 + 4);
    }
}

/* The parts of a call add up to the whole; the arrays that it makes; the bytes that it copies. */
TEST(drive)
{
    struct verdict verdict;
    struct job job = open_job(DRIVE_F64, 1000000, UNIFORM);
    double share[MAX_FIGURES] = {0};
    const struct config *own =
        config_of(DRIVE_F64, (int[]){512, 4, FINISH_multi_pass, DISPATCHED_tree, HOST_MEMORY_pageable, BUFFERS_own});
    const struct config *kept =
        config_of(DRIVE_F64, (int[]){512, 4, FINISH_multi_pass, DISPATCHED_tree, HOST_MEMORY_pinned, BUFFERS_kept});
    CHECK(FINE(run(&job, own, &verdict, &caught)) && launches == 2 && made == 8 * 1000000 + 8 * 489);
    job.bench->report.figure(&job, own, share); /* of 64 s: two arrays and a fill, a copy, two launches, a copy back */
    CHECK(share[RESIZE] * 64 == 2 * MAKING + FILLING && share[UPLOAD] * 64 == SENDING);
    CHECK(share[PASSES] * 64 == 2 * LAUNCHING && share[READ] * 64 == RECEIVING);
    CHECK(FINE(run(&job, kept, &verdict, &caught)) && launches == 2 && made == 0);
    CHECK_OK(job.bench->device.enqueue(&job, kept, &caught));
    job.bench->report.figure(&job, kept, share); /* of both calls since, each of 39 s */
    CHECK_NEAR(share[UPLOAD], SENDING / 39., 1e-12);
    CHECK(share[RESIZE] == 0);
    CHECK_NEAR(share[PASSES], 2 * LAUNCHING / 39., 1e-12);
    CHECK_NEAR(share[READ], RECEIVING / 39., 1e-12);
    CHECK(job.bench->report.figures_timed && bench_figures(job.bench) == CALL_PARTS);

    struct work work = job.bench->report.work(&job, own);
    CHECK(work.bytes == 8e6 && work.amount[RESOURCE_TO_DEVICE_PAGEABLE] == 8e6 && work.flops == 999999);
    work = job.bench->report.work(&job, kept);
    CHECK(work.amount[RESOURCE_TO_DEVICE_PINNED] == 8e6 && work.amount[RESOURCE_TO_DEVICE_PAGEABLE] == 0);
}
