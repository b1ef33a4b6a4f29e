/* The copies of suite ceilings on the fake device: every configuration is right, faults are found, and the device's
 * time is that of n bytes. */
#include "suites/ceilings/transfers.c"

#include "tests/suites/configs.h"
#include "tests/tuner/job/fake_context.h"
#include "tuner/job/program.h"
#include "tuner/measure/meter.h"

KERNELS({NULL, NULL});
REGISTRY("ceilings", kernels, &ceiling_to_device_pageable, &ceiling_to_device_pinned, &ceiling_from_device_pageable,
         &ceiling_from_device_pinned);
static struct worker_context place = {.registry = &registry};

static struct problem problem;
static struct job *const job = &bed.job;

static void open_job(const struct bench *bench, uint64_t n)
{
    problem = problem_of(&suite, bench, n, 7);
    CHECK_OK(bed_try(problem, 0, &caught));
}

static void test_right(const struct bench *bench, uint64_t n)
{
    int allowed = 0;
    open_job(bench, n);
    FREED struct config *config = config_new(&problem, 0);
    for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1) {
        allowed++;
        CHECK_OK(place_verify_exactly(job, config, &caught));
    }
    CHECK(allowed > 1);
}

/* One wrong byte is found at any place. */
static void test_wrong(const struct bench *bench)
{
    const uint64_t n = (1 << 20) + 5, chunk = 256 * 1024;
    const uint64_t places[] = {0, chunk - 1, chunk, 65535, 65536, n - 1};
    struct verdict verdict;
    open_job(bench, n);
    const struct config *config = config_by(&problem, (int[]){256, 2, HOST_PART_fresh});
    CHECK_OK(place_verify_exactly(job, config, &caught));
    uint8_t *host = job_memory(job, MEMORY);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        host[places[i]] ^= 1;
        CHECK(CALL(bench->problem.verify(job, config, &verdict, &caught)) == WRONG_RESULT && verdict.error == 1);
        host[places[i]] ^= 1;
    }
    CHECK_OK(bench->problem.verify(job, config, &verdict, &caught));

    config = config_by(&problem, (int[]){256, 2, HOST_PART_reused});
    CHECK_OK(place_verify_exactly(job, config, &caught));
    for (int stream = 0; stream < 2; stream++) { /* the last chunk, on stream 0, has 5 bytes */
        host[(uint64_t)stream * chunk + 4] ^= 1;
        CHECK(CALL(bench->problem.verify(job, config, &verdict, &caught)) == WRONG_RESULT);
        host[(uint64_t)stream * chunk + 4] ^= 1;
    }
}

/* Also in a piece that is read back in several parts. */
static void test_wrong_part(const struct bench *bench)
{
    const uint64_t n = (9 << 20) + 5, places[] = {0, (4 << 20) - 1, 4 << 20, 8 << 20, n - 1};
    struct verdict verdict;
    open_job(bench, n);
    const struct config *config = config_by(&problem, (int[]){0, 1, HOST_PART_fresh});
    CHECK_OK(place_verify_exactly(job, config, &caught));
    uint8_t *host = job_memory(job, MEMORY);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        host[places[i]] ^= 1;
        CHECK(CALL(bench->problem.verify(job, config, &verdict, &caught)) == WRONG_RESULT);
        char where[64];
        snprintf(where, sizeof where, "byte %llu is ", (unsigned long long)places[i]);
        CHECK(strstr(caught.text, where));
        host[places[i]] ^= 1;
    }
}

static void test_measure(const struct bench *bench)
{
    const uint64_t n = (1 << 20) + 5;
    struct meter meter;
    open_job(bench, n);
    CHECK_OK(meter_open(&meter, place.context, false, store, &registry, &caught));
    for (int streams = 1; streams <= 2; streams++) {
        const struct config *config = config_by(&problem, (int[]){256, streams, HOST_PART_fresh});
        struct result row = result_of(config->index, 0);
        CHECK_OK(meter_measure(&meter, job, config, (struct effort){.blocks = 2, .samples = 5}, &row, &caught));
        CHECK(row.median_ns > 0 && row.device_ns == (double)n && row.bytes == (double)n);
        for (enum resource r = 0; r < RESOURCES; r++)
            CHECK(row.amount[r] == (r == resource_find(bench->name) ? (double)n : 0));
        CHECK(bench->report.uses == UINT64_C(1) << resource_find(bench->name));
    }
    meter_close(&meter);
}

TEST(benches)
{
    for (const struct bench *const *bench = suite.benches; *bench; bench++) {
        test_right(*bench, 1);
        test_right(*bench, 1023);
        test_right(*bench, (1 << 20) + 5);
        test_wrong(*bench);
        if (((const struct direction *)(*bench)->own)->to_device)
            test_wrong_part(*bench);
        test_measure(*bench);
    }
}
