/* An isolated iteration: its time includes its start, but not the markers' time. */
#include "compute/context.h"
#include "tests/tuner/measure/timed_bench.h"

static const struct effort slopes = {.blocks = 5, .samples = 10, .alone = true, .sampling = SAMPLING_SLOPE};
static const struct effort singles = {.blocks = 5, .samples = 10, .alone = true, .sampling = SAMPLING_SINGLE};

/* ---- markers that take time ---- */

static struct compute_backend slow_markers;
static double marker_ns, marker_step_ns; /* of two markers, and its growth per further pair */

static enum status elapsed(void *context, double *ns, struct fault *fault)
{
    const enum status status = fake_backend.elapsed(context, ns, fault);
    *ns += marker_ns;
    marker_ns += marker_step_ns;
    return status;
}

/* The machine is busier than when the device was opened, and gets busier still: equally in both parts of a slope. */
static void open_busy_bed(double ns)
{
    open_bed(false);
    slow_markers = fake_backend;
    slow_markers.elapsed = elapsed;
    place.context->backend = &slow_markers;
    marker_ns = ns;
}

/* The markers' time when the device was opened is no longer valid. */
TEST(markers)
{
    open_bed(false);
    CHECK(measure_ok(5000, 0, singles).alone_ns == 5000);
    CHECK(measure_ok(10, 0, slopes).alone_ns == 10);
    meter.sampler.marker_ns = 70000;
    CHECK(measure_ok(5000, 0, singles).alone_ns == 5000);
    CHECK(measure_ok(10, 0, slopes).alone_ns == 10);
    open_busy_bed(30);
    CHECK(meter.sampler.marker_ns == 0);
    CHECK(measure_ok(10, 0, slopes).alone_ns == 10);
    CHECK(measure_ok(5000, 0, singles).alone_ns == 5000);
}

/* Iterations and markers alternate, so that a slowdown affects both. */
TEST(drift)
{
    open_busy_bed(30);
    marker_step_ns = 1;
    CHECK_NEAR(measure_ok(5000, 0, slopes).alone_ns, 5000, 1);
    marker_step_ns = 0;
}

/* ---- the start of an iteration ---- */

static long samples; /* iterations before the isolated ones */

static long first_extra; /* further launches of each isolated one */

static long first_has_more(long call)
{
    return call > samples ? first_extra : 0;
}

static void count_samples(void)
{
    const struct effort effort = {.blocks = 5, .samples = 10, .sampling = SAMPLING_SLOPE};
    measure_ok(10, 0, effort);
    samples = seen.calls;
}

TEST(start)
{
    open_bed(false);
    count_samples();
    seen.extra = first_has_more;
    first_extra = 2;
    struct result row = measure_ok(10, 0, slopes);
    CHECK(row.median_ns == 10 && row.alone_ns == 30 && seen.calls == samples + MAX_ALONE);
    CHECK(meter.samples.alone == MAX_ALONE && meter.samples.alone_ns[0] == 30);
}

/* NO_TIME if there must be a time; of a repeated block the remainder may have any value. */
TEST(no_time)
{
    struct effort effort = slopes;
    struct result row;
    open_bed(false);
    count_samples();
    seen.extra = first_has_more;
    first_extra = -1;
    CHECK_FAULT(measure(10, 0, effort, &row, &caught), NO_TIME,
                "the device's clock shows no time of one iteration by itself");
    effort.alone = false;
    CHECK(measure_ok(10, 0, effort).median_ns == 10);
}

static enum status slow_between(void *context, double *ns, struct fault *fault)
{
    const enum status status = fake_backend.elapsed(context, ns, fault);
    *ns += *ns == 0 ? 100 : 0; /* around nothing, and around no iteration */
    return status;
}

TEST(negative)
{
    struct effort effort = slopes;
    effort.blocks = 1;
    effort.repeated = true;
    open_busy_bed(0);
    slow_markers.elapsed = slow_between;
    struct result row = measure_ok(10, 0, effort);
    CHECK(row.median_ns == 10 && row.alone_ns == 10 - 100 && meter.samples.alone == 5); /* as many for a block */
    effort.repeated = false;
    CHECK_FAULT(measure(10, 0, effort, &row, &caught), NO_TIME, NO_TIME_ALONE);
}

/* Fewer of long ones. */
TEST(few)
{
    static const struct {
        int ns;
        uint32_t samples;
    } cases[] = {{50000, 5}, {1000000, 3}};
    struct effort effort = slopes;
    effort.blocks = 1;
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(measure_ok(cases[i].ns, 0, effort).alone_ns == cases[i].ns && meter.samples.alone == cases[i].samples);
}
