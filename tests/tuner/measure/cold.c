/* Actions before a sample: evicting caches, warming clocks. */
#include "tests/text_file.h"
#include "tests/tuner/measure/timed_bench.h"

#include <sys/stat.h>

/* ---- cold caches ---- */

/* The evicting kernel runs before each sample and is not part of it. */
TEST(cold)
{
    open_bed(true);
    CHECK(meter.sampler.starter.evicted_bytes == 2 * device.l2_bytes);
    struct result row = measure_ok(5000, 0, usual);
    CHECK(row.cold && row.median_ns == 5000 && row.iterations == 50);
    CHECK_NEAR(row.real_time_ns, 5000, 1e-6);
    CHECK(seen.calls == 51);
    for (long i = 1; i < seen.calls; i++)
        CHECK(seen.walk[i] == seen.walk[0]); /* one set is enough */
}

/* ---- verification of the last sample ---- */

static uint8_t found[64]; /* in the output, before each iteration */

static long read_output(long call)
{
    const struct job_state *state = bed.job.state;
    CHECK(call <= 64 && compute_array_read(state->sets[state->current].array[1], 0, &found[call - 1], 1, NULL) == OK);
    return 0;
}

/* The last of few samples finds stale outputs, on the set that is judged, and need not be run again: if caches are
 * evicted, inputs are unchanged, and the measurement is judged. */
static void check_stale(bool judged, bool cold, bool consumes, double best_ns)
{
    struct bench consuming = timed;
    struct effort effort = usual;
    effort.stopping = (struct stopping){0.95, best_ns};
    effort.judged = judged;
    consuming.device.consumes_input = always;
    open_bed(cold);
    bed.job.bench = consumes ? &consuming : &timed;
    CHECK(job_grow(&bed.job, SIZE_MAX, 2, NULL) == OK && bed.job.state->count == 2);
    seen.extra = read_output;
    const struct result row = measure_ok(5000, 0, effort);
    seen.extra = NULL;
    const bool left = best_ns < 5000;
    CHECK((row.iterations == 2) == left);
    CHECK(meter.changed == (judged && left && cold && !consumes));
    for (long i = 0; i < seen.calls; i++)
        CHECK((found[i] == STALE) == (meter.changed && i + 1 == seen.calls));
    CHECK(!meter.changed || bed.job.state->current == bed.job.state->judged);
}

TEST(stale)
{
    check_stale(true, true, false, 1000);
    check_stale(true, true, false, 4500); /* not dropped */
    check_stale(true, true, false, 5000);
    check_stale(true, false, false, 1000);
    check_stale(true, true, true, 1000);
    check_stale(false, true, false, 1000);
}

static int changes;

static void change(struct job *job, UNNEEDED const struct config *config)
{
    const uint8_t other = 7;
    job_change(job, 0, 0, &other, 1);
    changes++;
}

/* A configuration whose verified run took far longer than the best is timed once, in a check of the kind that the
 * secret chooses; if that check cannot judge it, the next one is of the requested kind: its inputs are changed. */
TEST(far_behind_unjudged)
{
    struct bench changed = timed;
    struct effort effort = usual;
    changed.problem.change = change;
    effort.stopping = (struct stopping){0.95, 4500};
    effort.judged = true;
    for (uint64_t spoils = 0; spoils < 2; spoils++) {
        effort.check = (struct timed_check){.secret = spoils << 62};
        open_bed(true);
        bed.job.bench = &changed;
        bed.job.state->verified_ns = 9000;
        changes = 0;
        const struct result row = measure_ok(5000, 0, effort);
        CHECK(row.iterations == 2 && meter.changed && seen.calls == 1 + 3);
        CHECK(changes == (spoils ? 1 : 2));
    }
}

/* A GPU is held while the host queues, as long as that takes; a CPU is not. Holding is no part of a sample. */
static long slow_host(UNNEEDED long call)
{
    usleep(300);
    return 0;
}

/* Also one that the host times, but never by the verified run alone, whose time is the device's. */
TEST(far_behind_by_host)
{
    struct bench by_host = timed;
    struct effort effort = usual;
    by_host.device.host_timed = true;
    effort.stopping = (struct stopping){0.95, 100e3};
    open_bed(false);
    seen.extra = slow_host;
    bed.job.bench = &by_host;
    bed.job.state->verified_ns = 1e9;
    const struct result row = measure_ok(10, 0, effort);
    CHECK(row.dropped && row.iterations == 1 && seen.calls == 1 && !meter.timed_verified);
    CHECK(row.median_ns >= 300e3 && row.median_ns < 1e9 && row.sampling == SAMPLING_SINGLE);
}

static long slow_at_first(long call)
{
    return call == 1 ? slow_host(call) : 0;
}

TEST(held)
{
    struct compute_device cpu = device;
    open_bed(false);
    CHECK_NEAR(meter.sampler.starter.step_ns, 777. / 20000, 1e-12); /* tuner/evict.cl has this time for both kernels */
    seen.extra = slow_host;
    struct result row = measure_ok(10, 0, (struct effort){.blocks = 1, .samples = 1});
    CHECK(row.batch == 100 && row.median_ns == 10);
    CHECK(meter.sampler.queue_ns >= 300e3 && meter.sampler.queue_ns < 100 * 300e3); /* of one iteration */
    seen.extra = slow_at_first;
    measure_ok(10, 0, (struct effort){.blocks = 1, .samples = 1});
    CHECK(meter.sampler.queue_ns > 0 && meter.sampler.queue_ns < 300e3); /* the shortest time */
    seen.extra = NULL;
    cpu.is_cpu = true;
    open_bed_on(&cpu, false, 4096);
    CHECK(meter.sampler.starter.step_ns == 0);
    CHECK(measure_ok(5000, 0, usual).median_ns == 5000);
}

/* The launches of a batch walk over copies of the inputs that together exceed what is evicted. */
TEST(cold_batch)
{
    open_bed_on(&device, true, 500000);
    struct result row = measure_ok(10, 0, usual);
    CHECK(row.cold && row.batch == 100 && row.median_ns == 10);
    /* Of 500000 bytes in 2^21; and the launches before the copies were made. */
    const long sets = 5, first = 1 + calls_choosing(row.batch);
    CHECK(bed.job.state->count == (size_t)sets);
    for (long i = first; i < seen.calls && i < MAX_WALK; i++)
        for (long j = i - first < sets ? first : i - sets + 1; j < i; j++)
            CHECK(seen.walk[i] != seen.walk[j]);
    for (long i = first + sets; i < seen.calls && i < MAX_WALK; i++)
        CHECK(seen.walk[i] == seen.walk[i - sets]);
}

/* Small inputs: at most as many copies as launches in the longer of a sample's two batches, each of which has its
 * own. */
TEST(cold_batch_of_small)
{
    open_bed_on(&device, true, 64);
    struct result row = measure_ok(10, 0, usual);
    CHECK(row.cold && row.batch == 100 && row.median_ns == 10);
    const long sets = 200;
    CHECK(bed.job.state->count == (size_t)sets);
    for (long i = 1 + calls_choosing(row.batch) + sets; i < seen.calls && i < MAX_WALK; i++)
        CHECK(seen.walk[i] == seen.walk[i - sets]);
}

/* If the copies do not fit there is no time: a batch without them would not be cold. */
TEST(cold_small_device)
{
    struct result row;
    struct compute_device small = device;
    small.memory_bytes = 3 << 20;
    open_bed_on(&small, true, 300000);
    CHECK(CALL(measure(10, 0, usual, &row, &caught)) == NO_MEMORY);
    CHECK(row.median_ns == 0 && strstr(caught.text, "device memory"));
    CHECK_OK(measure(200000, 0, usual, &row, &caught)); /* long enough without a batch */
    CHECK(row.cold && row.batch == 1);
}

/* A device with an unknown cache, or a warm measurement, evicts nothing. */
TEST(warm)
{
    struct compute_device unknown = device;
    unknown.l2_bytes = 0;
    open_bed_on(&unknown, true, 4096);
    CHECK(meter.sampler.starter.evicted_bytes == 0);
    CHECK(!measure_ok(5000, 0, usual).cold);
    open_bed(false);
    CHECK(meter.sampler.starter.evicted_bytes == 0);
    CHECK(!measure_ok(5000, 0, usual).cold);
}

/* The evicting kernel does run, and its failure gives no time. When warm, a kernel that does not compile is omitted:
 * the device is not held, before and after its clocks are warm. */
static void check_failure(bool cold, const char *script, enum status expected, const char *text)
{
    struct compute_device gpu = device;
    struct result row;
    mkdir("kernels", 0777);
    mkdir("kernels/tuner", 0777);
    text_put("kernels/common_compute.h", "");
    text_put("kernels/timed.cl", kernels[1].text);
    text_put("kernels/tuner/evict.cl", script);
    registry.kernel_folder = "kernels";
    registry.kernels = NULL; /* the program's own kernels precede these */
    close_bed();
    gpu.clock_mhz = cold ? 0 : 1000;
    CHECK_OK(compute_context_new(&gpu, &place.context, &caught));
    enum status status = CALL(meter_open(&meter, place.context, cold, store, &registry, &caught));
    if (status == OK) {
        bed_open(problem_of(&suite, &timed, 4096, 1));
        status = CALL(measure(5000, 0, usual, &row, &caught));
    }
    CHECK(status == expected);
    CHECK(strstr(caught.text, text) != NULL);
    CHECK(status != OK || (row.median_ns == 5000 && meter.sampler.starter.step_ns == 0));
    close_bed();
    registry.kernel_folder = NULL;
    registry.kernels = kernels;
}

TEST(failure)
{
    check_failure(true, "//fake fail-launch no eviction today\n", LAUNCH_FAILED, "no eviction today");
    check_failure(true, "//fake no-compile not a kernel\n", COMPILE_FAILED, "not a kernel");
    check_failure(false, "//fake no-compile not a kernel\n", OK, "");
}

/* ---- clocks ---- */

/* A GPU's clocks are warmed by work for 0.3 s, which is not repeated while measurements follow one another; a CPU's
 * and those of an unknown device are not. */
TEST(warm_up)
{
    struct compute_device gpu = device, cpu = device;
    gpu.clock_mhz = 1000;
    cpu.clock_mhz = 1000;
    cpu.is_cpu = true;
    open_bed_on(&gpu, false, 4096);
    meter.sampler.starter.step_ns = 1; /* as measured when the clock was slower */
    double start = clock_seconds();
    struct result row = measure_ok(5000, 0, usual);
    CHECK(clock_seconds() - start >= 0.3 && seen.calls > 51 && row.iterations == 50 && row.median_ns == 5000);
    CHECK(meter.warm_until >= start + 0.3 + 0.5 && meter.warm_until <= clock_seconds() + 0.5);
    CHECK(meter.warm_up_seconds >= 0.3 && meter.warm_up_seconds <= clock_seconds() - start);
    CHECK_NEAR(meter.sampler.starter.step_ns, 777. / 20000, 1e-12);
    meter.warm_until = clock_seconds() + 60;
    CHECK(measure_ok(5000, 0, usual).median_ns == 5000 && seen.calls == 51 && meter.warm_up_seconds == 0);
    meter.warm_until = 0;
    measure_ok(5000, 0, usual);
    CHECK(seen.calls > 51);
    meter.warm_until = 0; /* a run of a second warms them, and is the first timed one */
    CHECK(measure_ok(1000000000, 0, usual).median_ns == 1e9 && seen.calls == 6);
    struct effort raced = usual;
    raced.stopping = (struct stopping){0.95, 1000};
    meter.warm_until = 0;
    CHECK(measure_ok(1000000000, 0, raced).dropped && seen.calls == 3);
    seen.fail_at = 2;
    meter.warm_until = 0;
    CHECK(CALL(measure(5000, 0, usual, &row, &caught)) == LAUNCH_FAILED && seen.calls == 2);
    seen.fail_at = 0;
    open_bed_on(&cpu, false, 4096);
    measure_ok(5000, 0, usual);
    CHECK(seen.calls == 51);
}
