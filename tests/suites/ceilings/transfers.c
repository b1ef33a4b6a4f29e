/* The copies of suite ceilings on the fake device: every configuration is right, what is wrong is found, and the
 * device's time is that of n bytes. */
#include "suites/ceilings/transfers.c"

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tuner/job/source.h"
#include "tuner/measure/meter.h"

#include <sys/stat.h>

const struct kernel_file kernel_files[] = {{"common_compute.h", ""}, {NULL, NULL}};

enum { BENCHES = 4, ALLOWED = 17 };

static char store[64];
static struct compute_device device;
static struct workplace place = {.store = store};
static struct job job;

static enum status verify_config(const struct config *config, struct fault *fault)
{
    struct verdict verdict = {1, 1};
    *fault = (struct fault){0};
    enum status status = job_verify(&job, config, &verdict, fault);
    CHECK(verdict.tolerance == 0 && (verdict.error == 0) == (status == OK));
    return status;
}

static struct config config_of(const struct bench *bench, const int *values)
{
    return space_config(&bench->space, space_index(&bench->space, values));
}

static void test_right(const struct bench *bench, uint64_t n)
{
    struct fault fault = {0};
    int allowed = 0;
    CHECK(job_open(&job, bench, &place, n, 7, 0, &fault) == OK);
    for (uint64_t index = 0; index < space_product(&bench->space); index++) {
        struct config config = space_config(&bench->space, index);
        if (!space_allowed(&config, NULL, NULL))
            continue;
        allowed++;
        CHECK(verify_config(&config, &fault) == OK);
        CHECK_TEXT(fault.text, "");
    }
    CHECK(allowed == ALLOWED);
    job_close(&job);
}

/* One byte that is wrong is found wherever a configuration leaves it. */
static void test_wrong(const struct bench *bench)
{
    const uint64_t n = (1 << 20) + 5, chunk = 256 * 1024;
    const uint64_t places[] = {0, chunk - 1, chunk, 65536, n - 1};
    struct fault fault = {0};
    struct verdict verdict;
    CHECK(job_open(&job, bench, &place, n, 7, 0, &fault) == OK);
    struct config config = config_of(bench, (int[]){256, 2, FRESH});
    CHECK(verify_config(&config, &fault) == OK);
    uint8_t *host = job_memory(&job, MEMORY);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        host[places[i]] ^= 1;
        CHECK(bench->problem.verify(&job, &config, &verdict, &fault) == WRONG_RESULT && verdict.error == 1);
        host[places[i]] ^= 1;
    }
    CHECK(bench->problem.verify(&job, &config, &verdict, &fault) == OK);

    config = config_of(bench, (int[]){256, 2, REUSED});
    CHECK(verify_config(&config, &fault) == OK);
    for (int stream = 0; stream < 2; stream++) { /* the last chunk, on stream 0, has 5 bytes */
        host[(uint64_t)stream * chunk + 4] ^= 1;
        CHECK(bench->problem.verify(&job, &config, &verdict, &fault) == WRONG_RESULT);
        host[(uint64_t)stream * chunk + 4] ^= 1;
    }
    job_close(&job);
}

static void test_measure(const struct bench *bench)
{
    const uint64_t n = (1 << 20) + 5;
    struct meter meter;
    struct fault fault = {0};
    struct result row = {.suite = "ceilings"};
    snprintf(row.bench, sizeof row.bench, "%s", bench->name);
    CHECK(job_open(&job, bench, &place, n, 7, 0, &fault) == OK);
    CHECK(meter_open(&meter, place.context, false, store, &fault) == OK);
    for (int streams = 1; streams <= 2; streams++) {
        struct config config = config_of(bench, (int[]){256, streams, FRESH});
        row.config = config_words(&config);
        CHECK(meter_measure(&meter, &job, &config, (struct effort){.blocks = 2, .samples = 5}, &row, &fault) == OK);
        CHECK(row.median_ns > 0 && row.device_ns == (double)n && row.bytes == (double)n);
        for (enum resource r = 0; r < RESOURCES; r++)
            CHECK(row.amount[r] == (r == resource_find(bench->name) ? (double)n : 0));
        CHECK(bench->report.uses == UINT64_C(1) << resource_find(bench->name));
    }
    meter_close(&meter);
    job_close(&job);
}

int main(void)
{
    struct fault fault = {0};
    enter_own_folder();
    snprintf(store, sizeof store, "%s/cache", own_folder);
    CHECK(!mkdir(store, 0777));
    compute_set_cache(store);
    CHECK(compute_find("fake", 0, &device, &fault) == OK);
    device.clock_mhz = 0; /* no warming up */
    CHECK(compute_context_new(&device, &place.context, &fault) == OK);
    CHECK(ceilings_transfers.count == BENCHES);
    for (int b = 0; b < BENCHES; b++) {
        test_right(&benches[b], 1);
        test_right(&benches[b], 1023);
        test_right(&benches[b], (1 << 20) + 5);
        test_wrong(&benches[b]);
        test_measure(&benches[b]);
    }
    compute_context_free(place.context);
    return CHECK_RESULT;
}
