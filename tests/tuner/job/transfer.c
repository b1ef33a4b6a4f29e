/* Benches that copy themselves, on the fake device, whose copies take effect as late as they may: host memory, its
 * poison, the rules of streams, waiting for one; and iterations that the host's clock times. */
#include "compute/context.h"
#include "compute/fake/handles.h"
#include "tests/tuner/job/fake_context.h"
#include "tuner/measure/meter.h"

static const struct kernel_file kernels[] = {{"common_compute.h", ""},
                                             {"copy.cl", "//fake copy\n//fake time 1000\n"},
                                             {"tuner/evict.cl", "//fake time 777\n"},
                                             {0}};

/* ---- a bench that sends, copies and receives ---- */

enum { BYTES = 4096, PART = 1024 };
enum { FROM, TO, ROOM, X, Y };
enum { WAY };
enum {
    PLAIN,       /* send, copy, receive, on stream 0 */
    BOTH,        /* a half on each stream */
    OTHER_FIRST, /* all on stream 1 */
    TWICE,       /* through scratch of the host, which is waited for before it is used again */
    TOO_EARLY,   /* that wait is missing */
    NOT_YET,     /* received bytes are used before the copy is complete */
    WRONG_WAIT,  /* after a wait for the other stream */
    LOOSE,       /* stream 0 does not wait for stream 1 in the end */
    JOINED,      /* but the host waited for it */
    UNASKED,     /* stream 1 did not wait */
    UNASKED_BACK,
    NOTHING,
    FAILS,
    GRAPH,   /* a launch and a fill that are captured */
    WORKS,   /* as PLAIN, with the host's own work before and after it */
    RENEWED, /* as PLAIN, with arrays that the iteration makes, one byte longer */
    TOO_LARGE
};

static struct {
    bool pinned;
    int calls;
    uint8_t to, room; /* the first bytes when the iteration was queued */
    size_t room_bytes;
    double least, most; /* seconds of the host's work in the last iteration, by clocks within and around it */
    double device_ns;   /* the device's part of the last iteration, by the markers while the host worked */
} seen = {.room_bytes = PART};

static void setup(struct job *job)
{
    uint8_t *from = job_host_memory(job, FROM, "from", BYTES, HOST_INPUT, seen.pinned);
    for (size_t i = 0; i < BYTES; i++)
        from[i] = (uint8_t)job_random(job->seed, i);
    job_host_memory(job, TO, "to", BYTES, HOST_OUTPUT, seen.pinned);
    job_host_memory(job, ROOM, "room", seen.room_bytes, HOST_SCRATCH, seen.pinned);
    job_scratch(job, X, "x", BYTES);
    job_scratch(job, Y, "y", BYTES);
}

static enum status copy(struct job *job, int stream, struct fault *fault)
{
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {32, 1, 1}, .stream = stream};
    return LAUNCH(0, launch, ARRAY(X), ARRAY(Y));
}

static enum status all(struct job *job, int stream, struct fault *fault)
{
    enum status status = job_send(job, X, 0, job_memory(job, FROM), BYTES, stream, fault);
    if (status == OK)
        status = copy(job, stream, fault);
    return status == OK ? job_receive(job, Y, 0, job_memory(job, TO), BYTES, stream, fault) : status;
}

static enum status all_on_1(struct job *job, struct fault *fault)
{
    enum status status = job_stream_wait(job, 1, 0, fault);
    return status == OK ? all(job, 1, fault) : status;
}

static enum status both(struct job *job, struct fault *fault)
{
    const uint8_t *from = job_memory(job, FROM);
    uint8_t *to = job_memory(job, TO);
    enum status status = job_stream_wait(job, 1, 0, fault);
    for (int s = 0; s < 2 && status == OK; s++) {
        size_t at = (size_t)s * BYTES / 2;
        status = job_send(job, X, at, from + at, BYTES / 2, s, fault);
        if (status == OK)
            status = job_receive(job, X, at, to + at, BYTES / 2, s, fault);
    }
    return status == OK ? job_stream_wait(job, 0, 1, fault) : status;
}

/* In parts through one scratch slot of the host. */
static enum status twice(struct job *job, int way, struct fault *fault)
{
    const uint8_t *from = job_memory(job, FROM);
    uint8_t *room = job_memory(job, ROOM), *to = job_memory(job, TO);
    enum status status = OK;
    for (size_t at = 0; at < BYTES && status == OK; at += PART) {
        memcpy(room, from + at, PART);
        status = job_send(job, X, at, room, PART, 0, fault);
        if (status == OK && way != TOO_EARLY)
            status = job_stream_finish(job, way == WRONG_WAIT, fault);
    }
    for (size_t at = 0; at < BYTES && status == OK; at += PART) {
        status = job_receive(job, X, at, room, PART, 0, fault);
        if (status == OK && way != NOT_YET)
            status = job_stream_finish(job, 0, fault);
        memcpy(to + at, room, PART);
    }
    return status;
}

static void work_on_host(struct job *job)
{
    double around = clock_seconds();
    job_host_start(job);
    double within = clock_seconds();
    if (compute_elapsed(job->state->place->context, &seen.device_ns, NULL) != OK)
        seen.device_ns = -1;
    for (volatile int i = 0; i < 1000; i++)
        ;
    seen.least += clock_seconds() - within;
    job_host_stop(job);
    seen.most += clock_seconds() - around;
}

static enum status iterate_twice(struct job *job, struct fault *fault)
{
    seen.least = seen.most = 0;
    work_on_host(job);
    enum status status = all(job, 0, fault);
    work_on_host(job);
    return status;
}

ENQUEUE(enqueue)
{
    enum status status = OK;
    seen.calls++;
    seen.to = *(const uint8_t *)job_memory(job, TO);
    seen.room = *(const uint8_t *)job_memory(job, ROOM);
    switch (config->value[WAY]) {
    case PLAIN:
        return all(job, 0, fault);
    case BOTH:
        return both(job, fault);
    case OTHER_FIRST:
        status = all_on_1(job, fault);
        return status == OK ? job_stream_wait(job, 0, 1, fault) : status;
    case LOOSE:
        return all_on_1(job, fault);
    case JOINED:
        status = all_on_1(job, fault);
        return status == OK ? job_stream_finish(job, 1, fault) : status;
    case UNASKED:
        return job_send(job, X, 0, job_memory(job, FROM), BYTES, 1, fault);
    case UNASKED_BACK:
        return job_receive(job, X, 0, job_memory(job, TO), BYTES, 1, fault);
    case NOTHING:
        return OK;
    case FAILS:
        status = job_send(job, X, 0, job_memory(job, FROM), BYTES, 0, fault);
        return status == OK ? fail(fault, LAUNCH_FAILED, "enough") : status;
    case GRAPH:
        status = job_fill(job, X, 3, fault);
        return status == OK ? copy(job, 0, fault) : status;
    case WORKS:
        return iterate_twice(job, fault);
    case RENEWED:
        status = job_renew(job, X, BYTES + 1, fault);
        if (status == OK)
            status = job_renew(job, Y, BYTES + 1, fault);
        return status == OK ? all(job, 0, fault) : status;
    case TOO_LARGE:
        return job_renew(job, X, SIZE_MAX / 2, fault);
    default:
        return twice(job, config->value[WAY], fault);
    }
}

static bool captured(const struct config *config)
{
    return config->value[WAY] == GRAPH;
}

VERIFY(verify)
{
    *verdict = (struct verdict){0, 0};
    bool same = !memcmp(job_host(job, FROM), job_host(job, TO), BYTES);
    return same ? OK : fail(fault, WRONG_RESULT, "not what was sent");
}

WORK(work)
{
    return (struct work){.bytes = BYTES};
}

/* clang-format off */
#define BENCH                                                                                                          \
    .name = "moves", .kernel.file = "copy.cl", .kernel.entries = NAMES("copy"), FUNCTIONS(verify),                     \
    .device.captured = captured, .report.work = work,                                                                  \
    .space.parameters = PARAMETERS({"WAY", "", WORDS("plain", "both", "other_first", "twice", "too_early", "not_yet",  \
                                                     "wrong_wait", "loose", "joined", "unasked", "unasked_back",       \
                                                     "nothing", "fails", "graph", "works", "renewed", "too_large"),    \
                                     .host = true})
/* clang-format on */

static const struct bench host_timed = {BENCH, .device.host_timed = true}, device_timed = {BENCH};
REGISTRY("suite", kernels, &host_timed, &device_timed);

/* ---- one job ---- */

static struct worker_context place = {.registry = &registry};
static struct loaded loaded;
static struct meter meter;

static void close_all(void)
{
    meter_close(&meter);
    job_close(&bed.job);
    program_unload(&loaded);
    place_close();
}

static void open_job(const struct bench *bench)
{
    close_all();
    bed.problem = problem_of(&suite, bench, 1, 7);
    FREED struct config *config = config_new(&bed.problem, 0);
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
    loaded = place_load(config);
    CHECK_OK(job_open(&bed.job, &bed.problem, &place, 0, &caught));
    job_use(&bed.job, &loaded);
}

static void open_metered(const struct bench *bench, bool cold)
{
    open_job(bench);
    CHECK_OK(meter_open(&meter, place.context, cold, store, &registry, &caught));
}

static void refused(int way, enum status expected, const char *text)
{
    enum status got = CALL(bed_verify((uint64_t)way, &caught));
    WRONG_IF(got != expected || strcmp(caught.text, text), "way %d: status %d \"%s\", expected \"%s\"\n", way, got,
             caught.text, text);
}

/* ---- tests ---- */

/* Every missing wait is a wrong result, each time on poisoned memory; the inputs stay. */
static void test_verify(bool pinned)
{
    seen.pinned = pinned;
    open_job(&host_timed);
    static const int right[] = {PLAIN, BOTH, OTHER_FIRST, TWICE, JOINED};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        refused(right[i], OK, "");
        CHECK(seen.to == 0xff && seen.room == 0xff);
    }
    refused(TOO_EARLY, WRONG_RESULT, "not what was sent");
    refused(NOT_YET, WRONG_RESULT, "not what was sent");
    refused(WRONG_WAIT, WRONG_RESULT, "not what was sent");
    refused(NOTHING, WRONG_RESULT, "not what was sent");
    refused(LOOSE, INVALID, "stream 0 does not wait for stream 1 at the end of the iteration");
    refused(UNASKED, INVALID, "a copy on stream 1, which did not wait for stream 0 before");
    refused(UNASKED_BACK, INVALID, "a copy on stream 1, which did not wait for stream 0 before");
    refused(FAILS, LAUNCH_FAILED, "enough");
    refused(TWICE, OK, "");
    refused(RENEWED, OK, "");
    CHECK(compute_array_bytes(job_array(&bed.job, X)) == BYTES + 1 && FINE(bed_verify(PLAIN, &caught)));
    CHECK(CALL(bed_verify(TOO_LARGE, &caught)) == NO_MEMORY &&
          FINE(bed_verify(PLAIN, &caught)));                     /* the old one stays */
    FREED struct config *next = config_new(&bed.problem, PLAIN); /* which may need all declared slots */
    CHECK_OK(job_arrange(&bed.job, next, &caught));
    CHECK(compute_array_bytes(job_array(&bed.job, X)) == BYTES && compute_array_bytes(job_array(&bed.job, Y)) == BYTES);
    refused(PLAIN, OK, "");
    const uint8_t *from = job_memory(&bed.job, FROM);
    for (size_t i = 0; i < BYTES; i++)
        CHECK(from[i] == (uint8_t)job_random(7, i));
    CHECK(job_host(&bed.job, FROM) == from);
    CHECK(CALL(job_send(&bed.job, TO, 0, from, 1, 0, &caught)) == INVALID); /* a slot without an array */
    CHECK_TEXT(caught.text, "send: this is no array");
}

/* If the device's clock is used, the host does not wait in between. */
static void test_device_timed(void)
{
    open_job(&device_timed);
    refused(PLAIN, OK, "");
    refused(TWICE, INVALID, "waiting for stream 0 in an iteration that the device's clock times");
    refused(RENEWED, INVALID, "x: an array made in an iteration that the device's clock times");
}

/* Without memory there is no job, though setup() gets memory to fill. */
static void test_no_memory(void)
{
    struct compute_device small = device;
    small.memory_bytes = 1 << 20;
    seen.pinned = true;
    seen.room_bytes = (1 << 20) + 1;
    close_all();
    CHECK_OK(compute_context_new(&small, &place.context, &caught));
    CHECK_FAULT(bed_try(problem_of(&suite, &host_timed, 1, 7), 0, &caught), NO_MEMORY,
                "1048577 bytes of pinned host memory");
    const uint8_t *from = job_memory(&bed.job, FROM);
    CHECK(from[5] == (uint8_t)job_random(7, 5));
    seen.room_bytes = PART;
}

static struct result measure(int way)
{
    FREED struct config *config = config_new(&bed.problem, (uint64_t)way);
    struct result row = result_of(config->index, 0);
    row.device_ns = row.host_ns = -1;
    seen.calls = 0;
    CHECK_OK(meter_measure(&meter, &bed.job, config, (struct effort){.blocks = 3, .samples = 5}, &row, &caught));
    CHECK(row.blocks == 3 && row.index == (uint64_t)way);
    return row;
}

static uint64_t launches(void)
{
    return ((const struct fake_context *)place.context->handle)->launches;
}

/* A sample is one iteration, however short; the device's span is from its first to its last work in it, without the
 * eviction, which comes before each. Three samples fill a block, if an interruption of the host is as long as it. */
static void test_measure(bool cold)
{
    static const struct {
        int way;
        double device_ns;
    } cases[] = {{PLAIN, 2 * BYTES + 1000},
                 {BOTH, 2 * BYTES},
                 {OTHER_FIRST, 2 * BYTES + 1000},
                 {TWICE, 2 * BYTES},
                 {JOINED, 2 * BYTES + 1000},
                 {WORKS, 2 * BYTES + 1000},
                 {NOTHING, 0},
                 {GRAPH, 1000}};
    open_metered(&host_timed, cold);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t own = cases[i].device_ns > 2 * BYTES, launched = launches(); /* the copy's, of a microsecond */
        double before = clock_seconds();
        struct result row = measure(cases[i].way);
        int64_t samples = row.iterations / 3;
        if (cases[i].way != GRAPH)
            CHECK(launches() - launched == (1 + (uint64_t)row.iterations) * (own + cold));
        double elapsed = 1e9 * (clock_seconds() - before);
        CHECK_NEAR(row.device_ns, cases[i].device_ns, 1e-9);
        CHECK(cases[i].way == WORKS ? row.host_ns > 0 && row.host_ns < row.median_ns : row.host_ns == 0);
        CHECK(row.batch == 1 && row.iterations == 3 * samples && samples >= 1 && samples <= 5 && row.cold == cold);
        CHECK(seen.calls == (cases[i].way == GRAPH ? 1 : 1 + row.iterations));
        CHECK(row.median_ns > 0 && row.median_ns * (double)(samples + 1) < elapsed); /* half of each of two blocks */
        CHECK(bed.job.state->count == 1 && row.bytes == BYTES);
    }
    FREED struct config *config = config_new(&bed.problem, FAILS);
    struct result row = result_of(config->index, 0);
    CHECK_FAULT(meter_measure(&meter, &bed.job, config, (struct effort){.blocks = 3, .samples = 5}, &row, &caught),
                LAUNCH_FAILED, "enough");
}

/* The host's own work of one iteration, all of it and no more. */
TEST(host_work)
{
    open_job(&host_timed);
    FREED struct config *iterate_twice = config_new(&bed.problem, WORKS), *graph = config_new(&bed.problem, GRAPH);
    const struct job_state *state = bed.job.state;
    for (int round = 0; round < 3; round++) {
        CHECK_OK(job_enqueue(&bed.job, iterate_twice, &caught));
        CHECK(seen.least > 0 && seen.least <= state->host_seconds && state->host_seconds <= seen.most);
        CHECK(round % 2 || (FINE(job_enqueue(&bed.job, graph, &caught)) && state->host_seconds == 0));
    }
    CHECK_OK(compute_context_finish(place.context, &caught));
}

/* Markers enclose the device's work, on any stream; without work there are no markers, and those of an earlier
 * iteration are not read. */
TEST(marked)
{
    static const int ways[] = {PLAIN, NOTHING, OTHER_FIRST, GRAPH, NOTHING};
    open_metered(&host_timed, false);
    FREED struct config *config = config_new(&bed.problem, 0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        config_set(config, (uint64_t)ways[i]);
        bool worked = ways[i] == NOTHING;
        double before = 0, after = 0;
        CHECK(i == 0 || FINE(compute_elapsed(place.context, &before, &caught)));
        CHECK_OK(job_enqueue_marked(&bed.job, config, &worked, &caught));
        CHECK_OK(compute_context_finish(place.context, &caught));
        CHECK_OK(compute_elapsed(place.context, &after, &caught));
        CHECK(worked == (ways[i] != NOTHING) && after > 0);
        CHECK(worked || after == before);
    }
    bool worked;
    for (int after = 0; after < 2; after++) { /* the host's last work is no part of the device's span */
        config_set(config, after ? WORKS : PLAIN);
        CHECK(FINE(job_enqueue_marked(&bed.job, config, &worked, &caught)) && worked);
        CHECK_OK(compute_context_finish(place.context, &caught));
        CHECK(!after || seen.device_ns == 2 * BYTES + 1000);
    }
    config_set(config, PLAIN);
    CHECK_OK(job_enqueue_marked(&bed.job, config, &worked, &caught));
    CHECK(measure(NOTHING).device_ns == 0);
}

/* By the device's clock there is neither span. */
TEST(measure_device)
{
    open_metered(&device_timed, false);
    meter.sampler.device_ns = meter.sampler.host_ns = 5; /* of an earlier bench */
    struct result row = measure(WORKS);
    CHECK(row.median_ns == 2 * BYTES + 1000 && row.device_ns == 0 && row.host_ns == 0);
}

TEST(each)
{
    test_verify(false);
    test_verify(true);
    test_device_timed();
    test_no_memory();
    test_measure(false);
    test_measure(true);
}
