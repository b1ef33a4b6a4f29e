/* Taking time: exact times, batches, spread, racing, failures. */
#include "tests/tuner/measure/timed_bench.h"

/* ---- exact times ---- */

TEST(exact)
{
    open_bed(false);
    struct result row = measure_ok(5000, 0, usual);
    CHECK(row.median_ns == 5000);
    CHECK(isnan(row.ci95_ns[0]) && isnan(row.ci95_ns[1])); /* five blocks have none */
    CHECK(row.blocks == 5 && row.iterations == 50 && row.batch == 1 && row.sampling == SAMPLING_SINGLE);
    for (size_t b = 0; b < 5; b++)
        CHECK(row.block_ns[b] == 5000);
    CHECK_NEAR(row.real_time_ns, 5000, 1e-6);
    CHECK(row.cpu_time_ns > 0);
    CHECK(!row.cold && !row.dropped && !row.finalist);
    CHECK(row.bytes == 4096 && row.flops == 10000);
    CHECK(seen.calls == 1 + 50); /* a first one, and the samples */
    char word[MAX_NUMBER];       /* the row is still that configuration's */
    CHECK_TEXT(parameter_word(&timed.space.parameters[0], space_position(&timed.space, row.index, 0), word), "5000");
    CHECK(row.reference == 0);
}

/* Samples a block takes: enough for 2 ms, not less than 3, not more than requested or 64, and few if they are long. */
TEST(samples)
{
    static const struct {
        int ns;
        size_t blocks, requested, samples;
    } cases[] = {
        {5000, 5, 10, 10},       /* requested */
        {5000, 3, 1000, 64},     /* MAX_SAMPLES */
        {50000, 5, 1000, 40},    /* 2 ms */
        {1000000, 5, 1000, 3},   /* 2 would be 2 ms */
        {1000000, 5, 2, 2},      /* requested */
        {50000000, 10, 10, 3},   /* 400 ms would be 8 */
        {1000000000, 1, 10, 1},  /* alone in its measurement, too */
        {1000000000, 5, 10, 1},  /* not less than one */
        {1000000000, 64, 10, 1}, /* MAX_BLOCKS */
    };
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct effort effort = {.blocks = cases[i].blocks, .samples = cases[i].requested, .sampling = SAMPLING_SINGLE};
        struct result row = measure_ok(cases[i].ns, 0, effort);
        CHECK(row.median_ns == cases[i].ns);
        CHECK(row.blocks == cases[i].blocks);
        CHECK(row.iterations == (int64_t)(cases[i].blocks * cases[i].samples));
    }
}

/* ---- many launches a sample ---- */

/* Iterations that a measurement takes: two first ones, by which a problem's way is chosen, else one; of slopes those
 * by which the batch is chosen, unless a first one is as long as 1000 ticks; and the samples. */
static long calls_of(const struct result *row, enum sampling requested)
{
    const long first = requested == SAMPLING_OPEN ? 2 : 1;
    const bool suffices = row->median_ns - meter.sampler.start_ns >= 1000;
    if (row->sampling == SAMPLING_SINGLE)
        return first + row->iterations;
    return first + (suffices ? 0 : calls_choosing(row->batch)) + row->iterations * 3 * row->batch;
}

/* A slope is over as many launches as make 1000 ticks (the fake clock's is taken as 1 ns). */
TEST(batches)
{
    static const struct {
        int ns;
        int64_t batch;
    } cases[] = {{3, 334}, {10, 100}, {999, 2}};
    open_bed(false);
    CHECK(meter.sampler.tick_ns == 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result row = measure_ok(cases[i].ns, 0, usual);
        CHECK(row.batch == cases[i].batch);
        CHECK(row.median_ns == cases[i].ns && row.sampling == SAMPLING_SLOPE);
        CHECK_NEAR(row.real_time_ns, cases[i].ns, 1e-6);
        CHECK(row.iterations == 50 && seen.calls == calls_of(&row, SAMPLING_SINGLE));
    }
    meter.sampler.tick_ns = 4;
    CHECK(measure_ok(1250, 0, usual).batch == 4);
    CHECK(measure_ok(5000, 0, usual).batch == 1);
    meter.sampler.tick_ns = 100; /* an estimate below the tick is taken as one tick */
    CHECK(measure_ok(3, 0, usual).batch == 1000);
    meter.sampler.tick_ns = 1e6;
    CHECK(measure_ok(50000, 0, (struct effort){.blocks = 1, .samples = 1}).batch == 1000);
}

/* A batch of few launches takes long enough for a block: the number of samples follows from 3 n launches a sample. */
TEST(batch_samples)
{
    open_bed(false);
    struct result row = measure_ok(999, 0, (struct effort){.blocks = 2, .samples = 1000});
    CHECK(row.batch == 2);
    CHECK(row.iterations == 2 * 64);
    meter.sampler.tick_ns = 100;
    row = measure_ok(999, 0, (struct effort){.blocks = 2, .samples = 1000}); /* 101 launches: 302.7 us per sample */
    CHECK(row.batch == 101);
    CHECK(row.iterations == 2 * 6);
}

/* Four launches more at the start of every timed group: of 1 launch, of 8 and of 64, twice each, by which the batch is
 * chosen, and then of 100 and 200 in turn. */
static long group_start(long call)
{
    const long samples = 1 + 2 * 8 + 2 * 64 + 1;
    bool starts = call == 1 || call == 2 || call == 10 || call == 18 || call == 82;
    starts = starts || (call >= samples && ((call - samples) % 300 == 0 || (call - samples) % 300 == 100));
    return starts ? 4 : 0;
}

/* What a group costs once, whatever its length, is no part of the slope. */
TEST(fixed_cost)
{
    open_bed(false);
    meter.sampler.start_ns = 40;
    seen.extra = group_start;
    struct result row = measure_ok(10, 0, usual);
    CHECK(row.batch == 100);
    CHECK(row.median_ns == 10);
    CHECK_NEAR(row.real_time_ns, 10, 1e-6);
}

/* A first iteration of which nothing is left when a sample's start is taken off does not determine the batch: not 1600.
 */
TEST(hidden_first)
{
    open_bed(false);
    meter.sampler.start_ns = 80;
    seen.extra = group_start;
    struct result row = measure_ok(10, 0, (struct effort){.blocks = 1, .samples = 1, .sampling = SAMPLING_SLOPE});
    CHECK(row.batch >= 160 && row.batch <= 200);
}

/* ---- one way for a problem ---- */

/* Three launches more at the start of each timed group, where slopes of 102 show what a single iteration begins with.
 */
static long first_of_each(long call)
{
    const long first = 1 + 2 * (8 + 64), round = 3 * 102 + 1, at = (call - first - 1) % round;
    const bool chooses = call <= first, calibrates = !chooses && call <= first + 15 * round;
    const bool begins =
        chooses ? call <= 2 || call == 10 || call == 18 || call == 82 : at == 0 || at == 102 || at == 306;
    return begins || !(chooses || calibrates) ? 3 : 0;
}

/* The first configuration chooses: singles if it is 4000 ticks, or 2000 times what starts a sample. Where singles were
 * chosen one that is shorter than a quarter of that has slopes all the same, unless the user chose another; where
 * slopes were chosen all have them. */
TEST(sampling)
{
    static const struct {
        int ns;
        double start_ns;
        enum sampling requested, is;
        bool forced;
    } cases[] = {
        {5000, 0, SAMPLING_OPEN, SAMPLING_SINGLE, false},   {1251, 0, SAMPLING_OPEN, SAMPLING_SLOPE, false},
        {5000, 2, SAMPLING_OPEN, SAMPLING_SINGLE, false},   {5000, 3, SAMPLING_OPEN, SAMPLING_SLOPE, false},
        {1251, 0, SAMPLING_SINGLE, SAMPLING_SINGLE, false}, {1000, 1, SAMPLING_SINGLE, SAMPLING_SLOPE, false},
        {1000, 3, SAMPLING_SINGLE, SAMPLING_SLOPE, false},  {999, 0, SAMPLING_SINGLE, SAMPLING_SLOPE, false},
        {1000, 0, SAMPLING_SINGLE, SAMPLING_SINGLE, false}, {1000000, 0, SAMPLING_SLOPE, SAMPLING_SLOPE, false},
        {1000, 50, SAMPLING_SINGLE, SAMPLING_SINGLE, true}, {10, 0, SAMPLING_SINGLE, SAMPLING_SINGLE, true},
        {1000000, 0, SAMPLING_SLOPE, SAMPLING_SLOPE, true},
    };
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct effort effort = {.blocks = 2, .samples = 2, .sampling = cases[i].requested, .forced = cases[i].forced};
        meter.sampler.start_ns = cases[i].start_ns;
        struct result row = measure_ok(cases[i].ns, 0, effort);
        const bool single = cases[i].is == SAMPLING_SINGLE;
        const bool brief = single && cases[i].ns < 500 * cases[i].start_ns + 1000; /* for single iterations */
        CHECK(row.sampling == cases[i].is);
        CHECK_NEAR(row.median_ns, cases[i].ns - (single && !brief ? cases[i].start_ns : 0),
                   1e-9); /* of slopes nothing */
        if (!brief)
            CHECK(seen.calls == calls_of(&row, cases[i].requested));
    }
}

/* What starts a sample is another thing before each iteration: of a short one it is what slopes leave of it. */
TEST(short_single)
{
    const struct effort forced = {.blocks = 2, .samples = 2, .sampling = SAMPLING_SINGLE, .forced = true};
    const long batch = 102, calibrations = 15, first = 1 + 2 * (8 + 64);
    open_bed(false);
    meter.sampler.start_ns = 40;
    seen.extra = first_of_each;
    struct result row = measure_ok(10, 0, forced);
    CHECK(row.sampling == SAMPLING_SINGLE && row.batch == 1 && row.median_ns == 10);
    CHECK(meter.sampler.single_ns == 30);
    CHECK(seen.calls == first + calibrations * (3 * batch + 1) + row.iterations);
}

/* ---- spread ---- */

/* Iterations from .. to, each every-th of them, launch twice. */
static void slow_down(long from, long to, long every)
{
    seen.slow_from = from;
    seen.slow_to = to;
    seen.slow_every = every;
}

/* One slow sample in five moves the means, not the medians. */
TEST(outliers)
{
    open_bed(false);
    slow_down(1, 1000, 5);
    struct result row = measure_ok(5000, 0, usual);
    CHECK(row.median_ns == 5000);
    CHECK_NEAR(row.real_time_ns, 6000, 1e-6);
}

/* Two whole blocks of six are slow: the median of the blocks is kept, the interval, which is all of them, shows it. */
TEST(slow_blocks)
{
    open_bed(false);
    slow_down(2, 21, 1);
    struct result row = measure_ok(5000, 0, (struct effort){.blocks = 6, .samples = 10, .sampling = SAMPLING_SINGLE});
    CHECK(row.block_ns[0] == 10000 && row.block_ns[1] == 10000 && row.block_ns[2] == 5000);
    CHECK(row.median_ns == 5000 && row.ci95_ns[0] == 5000 && row.ci95_ns[1] == 10000);
}

/* Noise of 10 % either way: the interval of the play-off's blocks holds the true time in about 96 of 100 measurements,
 * and is not wider than the noise. */
TEST(noise)
{
    enum { MEASUREMENTS = 400 };
    int covered = 0;
    open_bed(false);
    for (int i = 0; i < MEASUREMENTS; i++) {
        struct result row =
            measure_ok(5000, 10, (struct effort){.blocks = 12, .samples = 5, .sampling = SAMPLING_SINGLE});
        CHECK(row.ci95_ns[0] < row.median_ns && row.median_ns < row.ci95_ns[1]);
        CHECK(row.ci95_ns[1] - row.ci95_ns[0] < 1000);
        CHECK_NEAR(row.median_ns, 5000, 250);
        covered += row.ci95_ns[0] <= 5000 && 5000 <= row.ci95_ns[1];
    }
    CHECK_NEAR(covered / (double)MEASUREMENTS, 0.961, 0.03);
}

/* ---- racing ---- */

static struct effort against(double best_ns)
{
    struct effort effort = usual;
    effort.stopping = (struct stopping){0.95, best_ns};
    return effort;
}

/* Left after a first iteration and two samples that are all more than 1.03 times the best, and dropped if it is 1.15;
 * else left after a block that decides. */
TEST(racing)
{
    static const struct {
        int ns;
        double best_ns;
        bool left, dropped;
    } cases[] = {{5000, 1000, true, true},  {1251, 1087, true, true},   {1250, 1087, true, false},
                 {5000, 4854, true, false}, {5000, 4855, false, false}, {1000, 1000, false, false},
                 {5000, 0, false, false},   {5000, 9000, false, false}, {10, 4, true, true},
                 {10, 9, true, false},      {10, 10, false, false}};
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result row = measure_ok(cases[i].ns, 0, against(cases[i].best_ns));
        CHECK(row.dropped == cases[i].dropped);
        CHECK(row.median_ns == cases[i].ns);
        CHECK(row.blocks == 1 && row.iterations == (cases[i].left ? 2 : 10));
        CHECK(row.sampling == (cases[i].left || cases[i].ns > 10 ? SAMPLING_SINGLE : SAMPLING_SLOPE));
        CHECK(seen.calls == calls_of(&row, SAMPLING_SINGLE));
    }
}

/* One that was verified and timed once in more than 1.5 times the best is not run again; on no CPU, and not where one
 * requires more confidence than two give. */
TEST(far_behind)
{
    static const struct {
        double verified_ns, best_ns, confidence;
        long calls;
        bool is_cpu;
    } cases[] = {{5000, 3333, 0.95, 1, false}, {5000, 3333, 0.997, 1, false}, {5000, 3333, 0.999, 5, false},
                 {5000, 3334, 0.95, 3, false}, {4999, 3333, 0.95, 3, false},  {9000, 3334, 0.95, 4, false},
                 {5000, 0, 0.95, 11, false},   {5000, 3333, 1, 51, false},    {9000, 3333, 0.95, 3, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compute_device on = device;
        struct effort effort = against(cases[i].best_ns);
        on.is_cpu = cases[i].is_cpu;
        open_bed_on(&on, false, 4096);
        effort.stopping.confidence = cases[i].confidence;
        bed.job.state->verified_ns = cases[i].verified_ns;
        const struct result row = measure_ok(5000, 0, effort);
        CHECK(seen.calls == cases[i].calls && row.median_ns == 5000);
        CHECK(row.dropped == (seen.calls <= 5) && row.blocks >= 1 && row.sampling == SAMPLING_SINGLE);
        CHECK(row.iterations == (seen.calls == 1 ? 1 : row.iterations));
    }
}

/* What the verified run alone shows to be more than twice as slow, beside what loading a kernel may take, is not run
 * again, if the device was warm. */
TEST(far_behind_verified)
{
    enum { MS = 1000 * 1000 };
    static const struct {
        double verified_ns, best_ns, confidence;
        long calls;
    } cases[] = {{1.61 * MS, 0.30 * MS, 0.95, 0}, {1.59 * MS, 0.30 * MS, 0.95, 1}, {1.61 * MS, 0.30 * MS, 0.96, 1},
                 {1.61 * MS, 0.31 * MS, 0.95, 1}, {1.61 * MS, 0, 0.95, 7},         {1.61 * MS, 0.30 * MS, 1, 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct effort effort = against(cases[i].best_ns);
        open_bed(false);
        effort.stopping.confidence = cases[i].confidence;
        bed.job.state->verified_ns = cases[i].verified_ns;
        const struct result row = measure_ok(MS, 0, effort);
        CHECK(seen.calls == cases[i].calls && meter.timed_verified == !seen.calls);
        CHECK(row.median_ns == (seen.calls ? MS : cases[i].verified_ns));
        CHECK(row.dropped == (seen.calls <= 1) && row.sampling == SAMPLING_SINGLE);
        CHECK(seen.calls > 1 || (row.iterations == 1 && row.blocks == 1));
    }
}

/* On a CPU few samples drop, but leave nothing behind. */
TEST(racing_on_cpu)
{
    struct compute_device cpu = device;
    cpu.is_cpu = true;
    open_bed_on(&cpu, false, 4096);
    struct result row = measure_ok(5000, 0, against(1000));
    CHECK(row.dropped && row.iterations == 2);
    row = measure_ok(5000, 0, against(4500));
    CHECK(!row.dropped && row.iterations == 10);
    slow_down(2, 2, 1);
    row = measure_ok(5000, 0, against(4500));
    CHECK(!row.dropped && row.iterations == 10);
}

/* Slow now and then is not slow: one that was fast once is not dropped. */
TEST(racing_once)
{
    open_bed(false);
    slow_down(1, 1, 1);
    struct result row = measure_ok(5000, 0, against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.iterations == 10 && row.median_ns == 5000);
    slow_down(1, 2, 1);
    row = measure_ok(5000, 0, against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.iterations == 10 && row.median_ns == 5000);
    slow_down(2, 1000, 1);
    row = measure_ok(5000, 0, against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.median_ns == 10000);
    slow_down(1, 3, 1);
    row = measure_ok(5000, 0, against(5000));
    CHECK(row.dropped && row.blocks == 1 && row.median_ns == 10000);
}

/* Of every other sample slow the first blocks do not decide whether it is the best: it has all. */
TEST(open)
{
    open_bed(false);
    slow_down(1, 1000, 2);
    struct result row = measure_ok(5000, 0, against(6000));
    CHECK(!row.dropped && row.blocks == 5 && row.iterations == 50);
    row = measure_ok(5000, 0, against(0));
    CHECK(row.blocks == 5 && row.iterations == 50);
}

/* A row that was dropped before is measured like any other. */
TEST(row_again)
{
    struct result row;
    open_bed(false);
    FREED struct config *config = timed_config(5000, 0);
    row = measure_ok(5000, 0, against(1000));
    CHECK(row.dropped && row.blocks == 1);
    struct loaded loaded = place_load(config);
    job_use(&bed.job, &loaded);
    CHECK(meter_measure(&meter, &bed.job, config, usual, &row, NULL) == OK);
    CHECK(!row.dropped && row.blocks == 5 && row.iterations == 50);
    program_unload(&loaded);
}

/* ---- failures ---- */

/* An iteration that fails, at any place: its words come back, no row comes of it, and the next measurement is good. */
TEST(failure)
{
    static const struct {
        int ns;
        long at;
    } cases[] = {{5000, 1}, {5000, 2}, {5000, 5}, {5000, 12}, {5000, 51},
                 {10, 1},   {10, 2},   {10, 300}, {10, 302},  {10, 1000}};
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result row;
        char text[64];
        seen.fail_at = cases[i].at;
        CHECK(CALL(measure(cases[i].ns, 0, usual, &row, &caught)) == LAUNCH_FAILED);
        snprintf(text, sizeof text, "iteration %ld fell over", cases[i].at);
        CHECK_TEXT(caught.text, text);
        CHECK(seen.calls == cases[i].at);
        CHECK(row.median_ns == 0);
        seen.fail_at = 0;
        CHECK(measure_ok(cases[i].ns, 0, usual).median_ns == cases[i].ns);
    }
    struct result row;
    seen.fail_at = 2; /* in the race */
    CHECK(CALL(measure(5000, 0, against(100), &row, &caught)) == LAUNCH_FAILED);
    CHECK(!row.dropped && row.median_ns == 0);
}

/* 140 launches more in the shorter group of each sample: longer than its batch of 100, not than one of 800. */
static long noise_first(long call)
{
    static const long samples = 1 + 2 * 8 + 2 * 64 + 1, shorter = 50 * 300;
    const bool longer = call >= samples + shorter;
    const long at = longer ? call - samples - shorter : call - samples, group = longer ? 2400 : 300;
    return call >= samples && at % group == 0 ? 140 : 0;
}

/* Where noise leaves nothing of a batch, a longer one is timed. */
TEST(longer_batch)
{
    open_bed(false);
    seen.extra = noise_first;
    struct result row = measure_ok(10, 0, usual);
    CHECK(row.batch == 800);
    CHECK_NEAR(row.median_ns, 10 * (800 - 140) / 800., 1e-6);
}

/* A launch that takes no time has no slope. */
TEST(no_time)
{
    struct result row;
    open_bed(false);
    CHECK(CALL(measure(0, 0, usual, &row, &caught)) == NO_TIME);
    CHECK(strstr(caught.text, "clock") != NULL && row.median_ns == 0);
}
