/* Iterations that are captured as graphs: on the fake device, and on the first CUDA device where there is one. */
#include "tests/tuner/job/fake_context.h"
#include "tuner/measure/meter.h"

/* ---- a bench that copies, in three launches ---- */

static const struct kernel_file kernels[] = {
    {"common_compute.h", "#define KERNEL extern \"C\" __global__\n"},
    {"copy.cl", "//fake WHAT=WHAT_RIGHT copy\n"
                "//fake WHAT=WHAT_WRONG copy\n"
                "//fake WHAT=WHAT_WRONG wrong\n"
                "//fake WHAT=WHAT_COUNTS wrong\n" /* adds 1 */
                "//fake time 5000\n"
                "KERNEL void copy(const unsigned int *in, unsigned int *out)\n"
                "{\n"
                "#if WHAT == WHAT_COUNTS\n"
                "    if (!threadIdx.x)\n"
                "        *(float *)out += 1;\n"
                "#else\n"
                "    out[threadIdx.x] = in[threadIdx.x] + (WHAT == WHAT_WRONG);\n"
                "#endif\n"
                "}\n"},
    {"tuner/evict.cl", "//fake time 777\n"},
    {NULL, NULL},
};

enum { WORDS_COPIED = 256 };
enum { IN, MIDDLE, OUT };
enum { MODE, WHAT };
enum { DIRECT, GRAPH, STREAMS, EARLY, LOOSE }; /* of MODE: how it is queued; all but DIRECT may be graphs */
enum { RIGHT, WRONG, COUNTS, FAILS, REFUSED }; /* of WHAT */

static long calls; /* of enqueue */
static bool captures = true;

static void setup(struct job *job)
{
    uint32_t *in = job_input(job, IN, "in", WORDS_COPIED * sizeof *in);
    for (uint64_t i = 0; i < WORDS_COPIED; i++)
        in[i] = job_word(job->seed, i) & 0x3fffffff;
    job_scratch(job, MIDDLE, "middle", WORDS_COPIED * sizeof *in);
    job_output(job, OUT, "out", WORDS_COPIED * sizeof *in);
}

static enum status copy_slot(struct job *job, int from, int to, int stream, struct fault *fault)
{
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {WORDS_COPIED, 1, 1}, .stream = stream};
    return LAUNCH(0, launch, ARRAY(from), ARRAY(to));
}

ENQUEUE(enqueue)
{
    int other = config->value[MODE] == STREAMS, what = config->value[WHAT];
    calls++;
    if (what == COUNTS)
        return copy_slot(job, IN, OUT, 0, fault);
    enum status status = job_fill(job, MIDDLE, 0, fault);
    if (status == OK && what == FAILS)
        status = fail(fault, LAUNCH_FAILED, "the bench gave up");
    if (status == OK && what == REFUSED) {
        struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1 << 20, 1, 1}};
        status = job_launch(job, 0, launch, NULL, 0, fault);
    }
    if (config->value[MODE] == EARLY) /* stream 1 does not wait, or no stream waits for it */
        return copy_slot(job, IN, OUT, 1, fault);
    if (status == OK && (other || config->value[MODE] == LOOSE))
        status = job_stream_wait(job, 1, 0, fault);
    if (config->value[MODE] == LOOSE)
        return status == OK ? copy_slot(job, IN, OUT, 1, fault) : status;
    if (status == OK)
        status = copy_slot(job, IN, MIDDLE, other, fault);
    if (status == OK && other)
        status = job_stream_wait(job, 0, 1, fault);
    return status == OK ? copy_slot(job, MIDDLE, OUT, 0, fault) : status;
}

static bool captured(const struct config *config)
{
    return config->value[MODE] != DIRECT && captures;
}

VERIFY(verify)
{
    *verdict = (struct verdict){0, 1};
    bool same = !memcmp(job_host(job, IN), job_host(job, OUT), WORDS_COPIED * sizeof(uint32_t));
    return same ? OK : fail(fault, WRONG_RESULT, "not what was copied");
}

WORK(work)
{
    return (struct work){.bytes = 1};
}

static const struct bench copy = {
    .name = "copy",
    .kernel = {.file = "copy.cl", .entries = NAMES("copy")},
    .space = {.parameters = PARAMETERS({"MODE", "", WORDS("direct", "graph", "streams", "early", "loose")},
                                       {"WHAT", "", WORDS("right", "wrong", "counts", "fails", "refused")})},
    FUNCTIONS(verify),
    .device.captured = captured,
    .report.work = work,
};
REGISTRY("suite", kernels, &copy);

/* ---- one job ---- */

static struct worker_context place = {.registry = &registry};
static struct config *config; /* of the job, at present */
static struct loaded loaded;

/* Changes the job to a configuration's kernels, as a worker does. */
static void use_kernels(int mode, int what)
{
    const int values[] = {mode, what};
    config_set(config, space_index(&copy.space, values));
    job_use(&bed.job, NULL);
    program_unload(&loaded);
    loaded = place_load(config);
    job_use(&bed.job, &loaded);
    calls = 0;
}

/* The time of queueing is known, of a graph, too. */
static void verify_ok(void)
{
    CHECK_OK(bed_verify(config->index, &caught));
    CHECK(bed.job.state->queued_seconds > 0);
}

static bool open_device(const char *backend)
{
    if (CALL(compute_find(backend, 0, &device, &caught)) != OK) {
        fprintf(stderr, "%s: not tested: %s\n", backend, caught.text);
        return false;
    }
    place_close();
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
    bed_open(problem_of(&suite, &copy, 1, 42));
    config = config_new(&bed.problem, 0);
    return true;
}

static void close_device(void)
{
    job_close(&bed.job); /* with its graphs, which need the kernels */
    program_unload(&loaded);
    free(config);
    worker_context_close(&place);
}

/* ---- tests ---- */

/* Captured once, and launched from then on: outputs are poisoned in between and right each time. The time of a verified
 * iteration is its launches', two of 5000 ns, without the capture. */
static void test_verify(void)
{
    for (int mode = DIRECT; mode <= STREAMS; mode++) {
        use_kernels(mode, RIGHT);
        for (int round = 1; round <= 3; round++) {
            verify_ok();
            CHECK(calls == (mode == DIRECT ? round : 1));
            CHECK(strcmp(device.backend, "fake") || bed.job.state->verified_ns == 10000);
        }
    }
}

/* A graph belongs to its kernels: others have another graph. */
static void test_change(void)
{
    for (int round = 0; round < 2; round++) {
        use_kernels(GRAPH, RIGHT);
        verify_ok();
        use_kernels(GRAPH, WRONG);
        CHECK(CALL(bed_verify(config->index, &caught)) == WRONG_RESULT);
        CHECK(calls == 1);
        use_kernels(DIRECT, RIGHT);
        verify_ok();
    }
}

/* A failure between begin and end has a reason, ends the capture, and leaves nothing behind. */
static void test_failure(void)
{
    static const struct {
        int what;
        enum status status;
        const char *text;
    } cases[] = {{FAILS, LAUNCH_FAILED, "the bench gave up"}, {REFUSED, INVALID, "1048576"}};
    for (size_t i = 0; i < 2; i++) {
        use_kernels(GRAPH, cases[i].what);
        for (int round = 1; round <= 2; round++) {
            CHECK(CALL(bed_verify(config->index, &caught)) == cases[i].status);
            CHECK(strstr(caught.text, cases[i].text) != NULL);
            CHECK(calls == round); /* no graph resulted */
        }
        CHECK(CALL(job_capture(&bed.job, config, &caught)) == cases[i].status);
        use_kernels(DIRECT, RIGHT);
        verify_ok();
        use_kernels(STREAMS, RIGHT);
        verify_ok();
    }
}

/* Work that would be verified, but is not all within the timed interval. */
static void test_streams(void)
{
    for (int round = 0; round < 2; round++) {
        captures = round;
        use_kernels(EARLY, RIGHT);
        CHECK_FAULT(bed_verify(config->index, &caught), INVALID,
                    "a launch on stream 1, which did not wait for stream 0 before");
        use_kernels(LOOSE, RIGHT);
        CHECK_FAULT(bed_verify(config->index, &caught), INVALID,
                    "stream 0 does not wait for stream 1 at the end of the iteration");
        use_kernels(STREAMS, RIGHT);
        verify_ok();
    }
}

/* Each set has its own graph, all captured before the first sample. */
static void test_sets(void)
{
    enum { SETS = 3 };
    use_kernels(STREAMS, RIGHT);
    verify_ok();
    CHECK(FINE(job_grow(&bed.job, 1 << 20, SETS, &caught)) && bed.job.state->count == SETS);
    CHECK_OK(job_capture(&bed.job, config, &caught));
    CHECK(calls == SETS);
    CHECK_OK(job_capture(&bed.job, config, &caught));
    CHECK(calls == SETS);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < SETS; i++)
            CHECK_OK(compute_array_fill(bed.job.state->sets[i].array[OUT], 0x77, &caught));
        for (int i = 0; i < SETS; i++)
            CHECK_OK(job_enqueue(&bed.job, config, &caught));
        for (int i = 0; i < SETS; i++) {
            uint32_t out[WORDS_COPIED];
            CHECK_OK(compute_array_read(bed.job.state->sets[i].array[OUT], 0, out, sizeof out, &caught));
            CHECK(!memcmp(out, job_host(&bed.job, IN), sizeof out));
        }
    }
    CHECK(calls == SETS);
    use_kernels(DIRECT, RIGHT);
    CHECK(FINE(job_capture(&bed.job, config, &caught)) && calls == 0); /* nothing to capture */
    use_kernels(GRAPH, RIGHT);
    CHECK(FINE(job_capture(&bed.job, config, &caught)) && calls == SETS);
}

/* Measures an iteration that counts its launches, in OUT of each set, from 0. */
static struct result count_launches(bool cold, double tick_ns, float *count)
{
    struct meter meter;
    use_kernels(GRAPH, COUNTS);
    struct result row = result_of(config->index, 0);
    for (size_t i = 0; i < bed.job.state->count; i++)
        CHECK_OK(compute_array_fill(bed.job.state->sets[i].array[OUT], 0, &caught));
    CHECK_OK(meter_open(&meter, place.context, cold, store, &registry, &caught));
    meter.warm_until = clock_seconds() + 600;
    meter.sampler.tick_ns = tick_ns > 0 ? tick_ns : meter.sampler.tick_ns;
    CHECK_OK(meter_measure(&meter, &bed.job, config,
                           (struct effort){.blocks = 2, .samples = 5, .sampling = SAMPLING_SINGLE}, &row, &caught));
    meter_close(&meter);
    *count = 0;
    for (size_t i = 0; i < bed.job.state->count; i++) {
        float one = 0;
        CHECK_OK(compute_array_read(bed.job.state->sets[i].array[OUT], 0, &one, sizeof one, &caught));
        *count += one;
    }
    CHECK(row.median_ns > 0 && row.blocks == 2);
    CHECK(calls == (long)bed.job.state->count);
    return row;
}

/* A measurement captures and launches the graph before its first sample. */
static void test_measure(void)
{
    float count;
    CHECK(bed.job.state->count == 1);
    struct result row = count_launches(false, 0, &count);
    if (!strcmp(device.backend, "fake"))
        CHECK(row.median_ns == 5000 && count == 1 + 1 + 10); /* the capture's, the first, the samples */
    else
        CHECK(count >= 1 + 1 + 10 * (float)row.batch);
}

/* And on the sets that it makes for a batch on a cold cache. */
static void test_measure_cold(void)
{
    float count;
    struct result row = count_launches(true, 100, &count);
    CHECK(row.cold && row.batch == 20 && row.median_ns == 5000 && bed.job.state->count == 40);
    CHECK(count == 40 + 1 + 2 * (8 + 20) + 10 * 3 * 20); /* the captures', the first, those that choose 20 */
}

/* A device without graphs reports so, and works without them otherwise. */
static void test_none(void)
{
    use_kernels(GRAPH, RIGHT);
    CHECK(CALL(bed_verify(config->index, &caught)) == UNSUPPORTED);
    CHECK(strstr(caught.text, "graph") != NULL && calls == 0);
    use_kernels(DIRECT, RIGHT);
    verify_ok();
}

TEST(devices)
{
    static const char *const backends[] = {"fake", "cuda"};
    for (size_t i = 0; i < 2; i++) {
        if (!open_device(backends[i]))
            continue;
        if (compute_has(&device, COMPUTE_GRAPHS)) {
            test_verify();
            test_change();
            test_failure();
            test_streams();
            test_measure();
            test_sets();
            if (!strcmp(device.backend, "fake"))
                test_measure_cold();
        } else {
            fprintf(stderr, "%s has no graphs: they are not tested\n", device.name);
            test_none();
        }
        close_device();
    }
}
