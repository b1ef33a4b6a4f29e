/* Taking time: exact times, batches, spread, racing, failures. */
#include "tests/tuner/measure/timed_bench.h"

/* ---- exact times ---- */

TEST(exact)
{
    open_bed(false);
    struct result row = measure_ok(5000, 0, usual);
    CHECK(row.median_ns == 5000);
    CHECK(isnan(row.ci95_ns[0]) && isnan(row.ci95_ns[1])); /* five blocks have no interval */
    CHECK(row.blocks == 5 && row.iterations == 50 && row.batch == 1 && row.sampling == SAMPLING_SINGLE);
    for (size_t b = 0; b < 5; b++)
        CHECK(row.block_ns[b] == 5000);
    CHECK_NEAR(row.real_time_ns, 5000, 1e-6);
    CHECK(row.cpu_time_ns > 0);
    CHECK(!row.cold && !row.dropped && !row.finalist);
    CHECK(row.bytes == 4096 && row.flops == 10000);
    CHECK(seen.calls == 1 + 50); /* a first one, and the samples */
    char word[MAX_NUMBER];       /* the row keeps that configuration */
    CHECK_TEXT(parameter_word(&timed.space.parameters[0], space_position(&timed.space, row.index, 0), word), "5000");
    CHECK(row.reference == 0);
}

/* Samples per block: enough for 2 ms, from 3 up to the requested number or 64, and few if they are long; in a round of
 * a play-off enough for 1 ms, from 2. */
TEST(samples)
{
    static const struct {
        int ns;
        size_t blocks, requested, samples;
        bool round;
    } cases[] = {
        {5000, 5, 10, 10, false},       /* requested */
        {5000, 3, 1000, 64, false},     /* MAX_SAMPLES */
        {50000, 5, 1000, 40, false},    /* 2 ms */
        {1000000, 5, 1000, 3, false},   /* 2 would be 2 ms */
        {1000000, 5, 2, 2, false},      /* requested */
        {50000000, 10, 10, 3, false},   /* 400 ms would be 8 */
        {1000000000, 1, 10, 1, false},  /* the single block of its measurement */
        {1000000000, 5, 10, 1, false},  /* at least one */
        {1000000000, 64, 10, 1, false}, /* MAX_BLOCKS */
        {50000, 1, 1000, 20, true},     /* 1 ms */
        {1000000, 1, 1000, 2, true},    /* 1 would be 1 ms */
    };
    open_bed(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct effort effort = {.blocks = cases[i].blocks,
                                .samples = cases[i].requested,
                                .round = cases[i].round,
                                .sampling = SAMPLING_SINGLE};
        struct result row = measure_ok(cases[i].ns, 0, effort);
        CHECK(row.median_ns == cases[i].ns);
        CHECK(row.blocks == cases[i].blocks);
        CHECK(row.iterations == (int64_t)(cases[i].blocks * cases[i].samples));
    }
}

/* ---- many launches per sample ---- */

/* The iterations of a measurement: two first ones if they choose the sampling of a problem, else one; for slopes those
 * that choose the batch, unless a first one is as long as 1000 ticks; and the samples. */
static long calls_of(const struct result *row, enum sampling requested)
{
    const long first = requested == SAMPLING_OPEN ? 2 : 1;
    const bool suffices = row->median_ns - meter.sampler.start_ns >= 1000;
    if (row->sampling == SAMPLING_SINGLE)
        return first + row->iterations;
    return first + (suffices ? 0 : calls_choosing(row->batch)) + row->iterations * 3 * row->batch;
}

/* A slope has as many launches as last 1000 ticks (the fake clock's tick is assumed to be 1 ns). */
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
    meter.sampler.tick_ns = 100; /* an estimate below the tick counts as one tick */
    CHECK(measure_ok(3, 0, usual).batch == 1000);
    meter.sampler.tick_ns = 1e6;
    CHECK(measure_ok(50000, 0, (struct effort){.blocks = 1, .samples = 1}).batch == 1000);
}

/* In a round a known time needs no first iteration; an untimed one precedes the samples. Not on a CPU, where a round is
 * as long as any block. */
TEST(known)
{
    struct compute_device cpu = device;
    struct effort effort = {.blocks = 1, .samples = 1000, .round = true, .known_ns = 50000};
    cpu.is_cpu = true;
    open_bed(false);
    effort.sampling = SAMPLING_SINGLE;
    struct result row = measure_ok(50000, 0, effort);
    CHECK(row.median_ns == 50000 && row.sampling == SAMPLING_SINGLE && row.iterations == 20);
    CHECK(seen.calls == 1 + 20 && meter.sampler.queue_ns > 0 && meter.sampler.queue_ns < 1e9);
    effort.sampling = SAMPLING_SLOPE;
    row = measure_ok(50000, 0, effort);
    CHECK(row.median_ns == 50000 && row.sampling == SAMPLING_SLOPE && row.batch == 1);
    CHECK(row.iterations == 6 && seen.calls == 1 + 6 * 3);
    effort.known_ns = 0;
    CHECK(measure_ok(50000, 0, effort).iterations == 6 && seen.calls == 1 + 6 * 3);
    open_bed_on(&cpu, false, 4096);
    effort.sampling = SAMPLING_SINGLE;
    effort.known_ns = 1;
    CHECK(measure_ok(50000, 0, effort).iterations == 40);
}

/* A batch of few launches is long enough for a block: the number of samples follows from 3 n launches per sample. */
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

/* Four further launches at the start of every timed group: of 1 launch, of 8 and of 64, twice each, which choose the
 * batch, and then of 100 and 200 in turn. */
static long group_start(long call)
{
    const long samples = 1 + 2 * 8 + 2 * 64 + 1;
    bool starts = call == 1 || call == 2 || call == 10 || call == 18 || call == 82;
    starts = starts || (call >= samples && ((call - samples) % 300 == 0 || (call - samples) % 300 == 100));
    return starts ? 4 : 0;
}

/* A group's constant cost is not part of the slope. */
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

/* A first iteration that is not longer than a sample's start does not determine the batch: not 1600. */
TEST(hidden_first)
{
    open_bed(false);
    meter.sampler.start_ns = 80;
    seen.extra = group_start;
    struct result row = measure_ok(10, 0, (struct effort){.blocks = 1, .samples = 1, .sampling = SAMPLING_SLOPE});
    CHECK(row.batch >= 160 && row.batch <= 200);
}

/* ---- one sampling for a problem ---- */

/* Three further launches at the start of each timed group, so that slopes of 102 show a single iteration's start. */
static long first_of_each(long call)
{
    const long first = 1 + 2 * (8 + 64), round = 3 * 102 + 1, at = (call - first - 1) % round;
    const bool chooses = call <= first, calibrates = !chooses && call <= first + 15 * round;
    const bool begins =
        chooses ? call <= 2 || call == 10 || call == 18 || call == 82 : at == 0 || at == 102 || at == 306;
    return begins || !(chooses || calibrates) ? 3 : 0;
}

/* The first configuration chooses: singles if it lasts 4000 ticks, or 2000 times a sample's start. After singles, one
 * that is shorter than a quarter of that has slopes nevertheless, unless the user chose singles; after slopes all have
 * slopes. */
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
                   1e-9); /* nothing is subtracted from slopes */
        if (!brief)
            CHECK(seen.calls == calls_of(&row, cases[i].requested));
    }
}

/* A sample's start differs before each iteration: for a short one it is the time beyond its slope. */
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

/* Iterations from .. to, in steps of `every`, launch twice. */
static void slow_down(long from, long to, long every)
{
    seen.slow_from = from;
    seen.slow_to = to;
    seen.slow_every = every;
}

/* One slow sample of five changes the means, not the medians. */
TEST(outliers)
{
    open_bed(false);
    slow_down(1, 1000, 5);
    struct result row = measure_ok(5000, 0, usual);
    CHECK(row.median_ns == 5000);
    CHECK_NEAR(row.real_time_ns, 6000, 1e-6);
}

/* Two whole blocks of six are slow: the median of the blocks is unchanged, the interval, which spans all of them, shows
 * it. */
TEST(slow_blocks)
{
    open_bed(false);
    slow_down(2, 21, 1);
    struct result row = measure_ok(5000, 0, (struct effort){.blocks = 6, .samples = 10, .sampling = SAMPLING_SINGLE});
    CHECK(row.block_ns[0] == 10000 && row.block_ns[1] == 10000 && row.block_ns[2] == 5000);
    CHECK(row.median_ns == 5000 && row.ci95_ns[0] == 5000 && row.ci95_ns[1] == 10000);
}

/* Noise of 10 % either way: the interval of the play-off's blocks contains the true time in about 96 of 100
 * measurements, and is not wider than the noise. */
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

static struct effort stopping_against(double best_ns)
{
    struct effort effort = usual;
    effort.stopping = (struct stopping){0.95, best_ns};
    return effort;
}

/* Stopped after a first iteration and two samples that are all above 1.03 times the best, and dropped if above 1.15;
 * else stopped after a block that decides. */
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
        struct result row = measure_ok(cases[i].ns, 0, stopping_against(cases[i].best_ns));
        CHECK(row.dropped == cases[i].dropped);
        CHECK(row.median_ns == cases[i].ns);
        CHECK(row.blocks == 1 && row.iterations == (cases[i].left ? 2 : 10));
        CHECK(row.sampling == (cases[i].left || cases[i].ns > 10 ? SAMPLING_SINGLE : SAMPLING_SLOPE));
        CHECK(seen.calls == calls_of(&row, SAMPLING_SINGLE));
    }
}

/* A configuration whose verified run and one sample are above 1.5 times the best is not run again; except on a CPU, or
 * if the required confidence is higher than two samples give. */
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
        struct effort effort = stopping_against(cases[i].best_ns);
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

/* A configuration whose verified run alone, less the time of loading a kernel, is more than twice the best is not run
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
        struct effort effort = stopping_against(cases[i].best_ns);
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

/* On a CPU few samples drop a configuration, but do not stop it as behind. */
TEST(racing_on_cpu)
{
    struct compute_device cpu = device;
    cpu.is_cpu = true;
    open_bed_on(&cpu, false, 4096);
    struct result row = measure_ok(5000, 0, stopping_against(1000));
    CHECK(row.dropped && row.iterations == 2);
    row = measure_ok(5000, 0, stopping_against(4500));
    CHECK(!row.dropped && row.iterations == 10);
    slow_down(2, 2, 1);
    row = measure_ok(5000, 0, stopping_against(4500));
    CHECK(!row.dropped && row.iterations == 10);
}

/* A configuration with one fast sample is not dropped, though others are slow. */
TEST(racing_once)
{
    open_bed(false);
    slow_down(1, 1, 1);
    struct result row = measure_ok(5000, 0, stopping_against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.iterations == 10 && row.median_ns == 5000);
    slow_down(1, 2, 1);
    row = measure_ok(5000, 0, stopping_against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.iterations == 10 && row.median_ns == 5000);
    slow_down(2, 1000, 1);
    row = measure_ok(5000, 0, stopping_against(5000));
    CHECK(!row.dropped && row.blocks == 1 && row.median_ns == 10000);
    slow_down(1, 3, 1);
    row = measure_ok(5000, 0, stopping_against(5000));
    CHECK(row.dropped && row.blocks == 1 && row.median_ns == 10000);
}

/* If every second sample is slow, the first blocks do not decide whether it is the best: it has all blocks. */
TEST(open)
{
    open_bed(false);
    slow_down(1, 1000, 2);
    struct result row = measure_ok(5000, 0, stopping_against(6000));
    CHECK(!row.dropped && row.blocks == 5 && row.iterations == 50);
    row = measure_ok(5000, 0, stopping_against(0));
    CHECK(row.blocks == 5 && row.iterations == 50);
}

/* Of long ones 0.1 s is enough for a search, but not on a CPU. Two blocks of 12 ms take 0.108 s, of 10 ms 0.09. */
TEST(long_enough)
{
    enum { MS = 1000 * 1000 };
    static const struct {
        int ms;
        double confidence;
        bool is_cpu;
        size_t blocks;
    } cases[] = {
        {50, 0.95, false, 2}, {12, 0.95, false, 2}, {10, 0.95, false, 3}, {50, 0.95, true, 5}, {50, 1, false, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compute_device on = device;
        struct effort effort = stopping_against(0);
        on.is_cpu = cases[i].is_cpu;
        open_bed_on(&on, false, 4096);
        slow_down(1, 1000, 2);
        effort.stopping.confidence = cases[i].confidence;
        const struct result row = measure_ok(cases[i].ms * MS, 0, effort);
        CHECK(row.blocks == cases[i].blocks && row.iterations == 3 * (int64_t)row.blocks);
        CHECK(row.stop == (row.blocks < 5 ? STOP_LONG : STOP_NOT));
    }
}

/* A row that was dropped before is measured like any other. */
TEST(row_again)
{
    struct result row;
    open_bed(false);
    FREED struct config *config = timed_config(5000, 0);
    row = measure_ok(5000, 0, stopping_against(1000));
    CHECK(row.dropped && row.blocks == 1);
    struct loaded loaded = place_load(config);
    job_use(&bed.job, &loaded);
    CHECK(meter_measure(&meter, &bed.job, config, usual, &row, NULL) == OK);
    CHECK(!row.dropped && row.blocks == 5 && row.iterations == 50);
    program_unload(&loaded);
}

/* ---- failures ---- */

/* A failing iteration, at any index: its message is reported, there is no row, and the next measurement succeeds. */
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
    CHECK(CALL(measure(5000, 0, stopping_against(100), &row, &caught)) == LAUNCH_FAILED);
    CHECK(!row.dropped && row.median_ns == 0);
}

/* 140 further launches in the shorter group of each sample: more than its batch of 100, fewer than one of 800. */
static long noise_first(long call)
{
    static const long samples = 1 + 2 * 8 + 2 * 64 + 1, shorter = 50 * 300;
    const bool longer = call >= samples + shorter;
    const long at = longer ? call - samples - shorter : call - samples, group = longer ? 2400 : 300;
    return call >= samples && at % group == 0 ? 140 : 0;
}

/* If noise hides a batch, a longer one is timed. */
TEST(longer_batch)
{
    open_bed(false);
    seen.extra = noise_first;
    struct result row = measure_ok(10, 0, usual);
    CHECK(row.batch == 800);
    CHECK_NEAR(row.median_ns, 10 * (800 - 140) / 800., 1e-6);
    const struct effort once = {.blocks = 1, .samples = 10, .repeated = true, .sampling = SAMPLING_SINGLE};
    CHECK(measure_ok(10, 0, once).batch == 800);
}

/* A launch that takes no time has no slope. */
TEST(no_time)
{
    struct result row;
    open_bed(false);
    CHECK(CALL(measure(0, 0, usual, &row, &caught)) == NO_TIME);
    CHECK(strstr(caught.text, "clock") != NULL && row.median_ns == 0);
    struct effort once = usual;
    once.blocks = 1;
    CHECK(CALL(measure(0, 0, once, &row, &caught)) == NO_TIME);
    once.repeated = true;
    CHECK(measure_ok(0, 0, once).median_ns <= 0);
}
