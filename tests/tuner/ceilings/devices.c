/* Ceilings of two fake devices: both are measured at the same time, but what the host times alone; one
 * that loses its device takes nothing from the other. What must happen first is waited for, by files. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tuner/ceilings/ceilings.h"
#include "tuner/run/run.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake time 5000\n");

static void await_other(const struct job *job, const char *mine, const char *others)
{
    const bool is_second = job->device->index;
    text_put(is_second ? others : mine, "");
    while (access(is_second ? mine : others, F_OK))
        usleep(1000);
}

/* Each device waits until the other measures a ceiling, too. */
ENQUEUE(enqueue_both)
{
    await_other(job, "first", "second");
    return enqueue(job, config, fault);
}

ENQUEUE(enqueue_or_lose)
{
    if (job->device->index)
        text_put("dead", "");
    return enqueue(job, config, fault);
}

/* Of all ceilings that are measured here. */
WORK(work_of_all)
{
    struct work all = work(job, config);
    all.amount[RESOURCE_DRAM_READ] = all.amount[RESOURCE_DRAM_WRITE] = all.bytes;
    all.amount[RESOURCE_TO_DEVICE_PINNED] = all.amount[RESOURCE_DRAM_COPY] = all.bytes;
    return all;
}

#define CEILING(called, function, hosted)                                                                              \
    .name = called, COPY_KERNEL, .problem = {.variants = 1, .setup = setup, .verify = verify},                         \
    .size.classes = {64, 64, 64}, .device = {.enqueue = function, .host_timed = hosted}, .report.work = work_of_all,   \
    .space.parameters = PARAMETERS({"NUMBER", "", VALUES(1, 2, 3, 4)}), DEFAULTS(1)
static const struct bench reads = {CEILING("dram_read", enqueue_both, false)},
                          writes = {CEILING("dram_write", enqueue_both, false)},
                          sends = {CEILING("to_device_pinned", enqueue, true)},
                          copies = {CEILING("dram_copy", enqueue_or_lose, false)};
REGISTRY(RESOURCE_SUITE, kernels, &reads, &writes, &sends, &copies);

/* ---- the parent ---- */

enum { JOBS = 2 };
static size_t begun, ended;
static uint64_t missed;
static char missed_for[200];

static void begin(UNNEEDED void *user, UNNEEDED enum resource resource, int number, int count)
{
    CHECK((size_t)number == ++begun && number <= count);
}

/* What the host times is beside nothing. */
PROGRESS(look)
{
    size_t busy = 0, hosted = 0;
    for (size_t i = 0; i < JOBS; i++)
        busy += tuner.compiler[i].process.busy;
    for (size_t i = 0; i < tuner.devices; i++) {
        const struct device_worker *worker = &tuner.device[i];
        busy += worker->process.busy;
        hosted += worker->state == DEVICE_BUSY && worker->run && worker->run->target->problem.bench == &sends;
    }
    CHECK(!hosted || busy == 1);
}

static void end(UNNEEDED void *user)
{
    ended++;
}

static void miss(UNNEEDED void *user, uint64_t resources, const char *reason)
{
    missed |= resources;
    snprintf(missed_for, sizeof missed_for, "%s", reason);
}

static struct ceilings ceilings[2];

/* Finds what a bench with these uses needs. */
static void find_for(uint64_t uses, bool host_timed, unsigned clocks)
{
    static const struct ceilings_listener listener = {begin, look, end, miss, NULL};
    const struct bench user = {.name = "user", .device.host_timed = host_timed, .report.uses = uses};
    const struct suite other = {.name = "other"};
    const struct target target = {.problem = problem_of(&other, &user, 64, 1)};
    begun = ended = missed = 0;
    memset(ceilings, 0, sizeof ceilings);
    ceilings_find(ceilings, &tuner, &target, 1, clocks, true, 0, 600, &listener);
    CHECK(begun == ended);
}

static void find(uint64_t uses)
{
    find_for(uses, false, TIMED_BY_BOTH);
}

static bool have(size_t device, uint64_t resources)
{
    uint64_t rates = 0;
    for (enum resource r = 0; r < RESOURCES; r++)
        rates |= ceilings[device].rate[r] > 0 ? UINT64_C(1) << r : 0;
    return rates == resources;
}

/* Where one device's are measured after the other's, the first waits for ever. They are kept. */
TEST(at_the_same_time)
{
    const uint64_t both = USES(DRAM_READ) | USES(DRAM_WRITE);
    find(both);
    CHECK(begun == 4 && !missed && have(0, both) && have(1, both));
    find(both);
    CHECK(begun == 0 && have(0, both) && have(1, both));
}

TEST(timed_by_the_host)
{
    const uint64_t both = USES(DRAM_READ) | USES(TO_DEVICE_PINNED);
    find_for(both, true, TIMED_BY_DEVICE);
    CHECK(begun == 0 && !missed && have(0, 0));
    find(USES(TO_DEVICE_PINNED));
    CHECK(begun == 2 && !missed && have(0, USES(TO_DEVICE_PINNED)) && have(1, USES(TO_DEVICE_PINNED)));
    find_for(both, true, TIMED_BY_HOST);
    CHECK(begun == 0 && !missed && have(0, both));
    find_for(both, false, TIMED_BY_DEVICE); /* also by the host's ceiling */
    CHECK(begun == 0 && !missed && have(0, both));
}

/* Interruptions of the host only lengthen: where it times, the least block is the ceiling's; else the median. */
TEST(least)
{
    static const double block_ns[] = {4000, 6000, 5000};
    const struct bench *const each[] = {&reads, &sends};
    for (size_t i = 0; i < 2; i++) {
        const struct target target = {.problem = problem_of(&suite, each[i], 64, 0)};
        struct best made = {.measured = 4, .allowed = 4, .result = {.median_ns = 5000, .blocks = 3}};
        const enum resource resource = i ? RESOURCE_TO_DEVICE_PINNED : RESOURCE_DRAM_READ;
        memcpy(made.result.block_ns, block_ns, sizeof block_ns);
        made.result.amount[resource] = 100;
        ceilings_take(ceilings, &tuner, &target, &made);
        CHECK_NEAR(ceilings[0].rate[resource], 100 / (i ? 4000e-9 : 5000e-9), 1);
    }
}

/* The other device has its ceiling; the lost one is for what follows. */
TEST(lost)
{
    find(USES(DRAM_COPY));
    CHECK(missed == USES(DRAM_COPY) && have(0, USES(DRAM_COPY)) && have(1, 0));
    CHECK_TEXT(missed_for, "the device does not come back: it has fallen off the bus");
    CHECK(!tuner.device[0].gone && !tuner.device[1].gone);
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    struct compute_device devices[2];
    CHECK(!setenv("FAKE_DEVICES", "Fake device,Fake device:dead dead", 1));
    for (int i = 0; i < 2; i++) {
        CHECK_OK(compute_find("fake", i, &devices[i], &caught));
        devices[i].clock_mhz = 0;
    }
    tuner_options.devices = devices;
    tuner_options.device_count = 2;
    tuner_options.cold = true;
    open_tuner(&registry, JOBS);
    run_tests();
    tuner_close(&tuner);
    return CHECK_RESULT;
}
