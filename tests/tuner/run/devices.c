/* Several equal devices, the fake ones of FAKE_DEVICES: they share a search, in which each configuration is tried once;
 * each begins with its own target if there are enough; a play-off runs on one, while another begins with the next
 * target; a slow one gets fewer configurations, a lost one returns its configuration to the others, and only without
 * any device the run is lost. Order is enforced by files: no time is compared. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/run/sequence.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake time 5000\n");

static void await(const char *file)
{
    while (access(file, F_OK))
        usleep(1000);
}

/* Both devices begin to measure before one of them finishes. */
ENQUEUE(enqueue_both)
{
    text_put(job->device->index ? "second" : "first", "");
    await("first");
    await("second");
    if (job->device->index && !access("lose", F_OK))
        text_put("dead", "");
    return enqueue(job, config, fault);
}

/* The second device finishes one configuration only after the first has finished most. */
ENQUEUE(enqueue_slowly)
{
    text_put(job->device->index ? "second" : "first", "");
    await("second");
    if (job->device->index)
        await("most");
    return enqueue(job, config, fault);
}

/* Each of two targets waits until the other one is measured, too. */
ENQUEUE(enqueue_apart)
{
    const bool is_first = !strcmp(job->bench->name, "apart");
    text_put(is_first ? "first" : "second", "");
    await(is_first ? "second" : "first");
    return enqueue(job, config, fault);
}

/* Called once per measurement: the default's second one is in the play-off, which waits for the other target; or in
 * which its device dies, whichever that is. */
WORK(work_until_next)
{
    const bool plays = config->value[0] == 1 && !access("played", F_OK);
    if (plays && !access("lose", F_OK) && !remove("lose"))
        text_put(job->device->index ? "dead" : "dead first", "");
    else if (plays)
        await("next");
    if (config->value[0] == 1)
        text_put("played", "");
    return work(job, config);
}

#define NUMBERS .space.parameters = PARAMETERS({"NUMBER", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}), DEFAULTS(1)
enum { SHARED, SLOW, PLAYED, NEXT, APART, BESIDE, BENCH_COUNT, CONFIGURATIONS = 10 };

static const struct bench benches[BENCH_COUNT] = {
    [SHARED] = {.name = "shared", COPIES_BY(enqueue_both), NUMBERS},
    [SLOW] = {.name = "slow", COPIES_BY(enqueue_slowly), NUMBERS},
    [PLAYED] = {.name = "played", COPIES_WITH(enqueue, work_until_next), NUMBERS},
    [NEXT] = {.name = "next", COPIES_BY(enqueue), NUMBERS},
    [APART] = {.name = "apart", COPIES_BY(enqueue_apart), NUMBERS},
    [BESIDE] = {.name = "beside", COPIES_BY(enqueue_apart), NUMBERS},
};

REGISTRY("copies", kernels, &benches[SHARED], &benches[SLOW], &benches[PLAYED], &benches[NEXT], &benches[APART],
         &benches[BESIDE]);

/* ---- the parent ---- */

static struct target targets[BENCH_COUNT];
static size_t rows[BENCH_COUNT][CONFIGURATIONS], by[3], finalists[3], all;

ROW(count)
{
    const size_t bench = (size_t)(problem->bench - benches);
    CHECK(row->status == OK && row->device >= 1 && row->device <= 2);
    (row->finalist ? finalists : by)[row->device]++;
    rows[bench][row->index] += !row->finalist;
    if (!row->finalist && ++all == CONFIGURATIONS - 2)
        text_put("most", "");
    if (bench == NEXT)
        text_put("next", "");
}

static const struct run_options options = {
    .strategy = &exhaustive_strategy, .time_limit = 600, .row = count, .progress = no_progress};

static void reset_counts(void)
{
    static const char *const files[] = {"first", "second", "most", "played", "next", "lose", "dead", "dead first"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        remove(files[i]);
    memset(rows, 0, sizeof rows);
    memset(by, 0, sizeof by);
    memset(finalists, 0, sizeof finalists);
    all = 0;
}

static enum status run(size_t bench, struct fault *fault)
{
    return tuner_run(&tuner, &targets[bench], &options, &best, fault);
}

static void check_rows(size_t bench)
{
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        CHECK(rows[bench][i] == 1);
}

/* Of the finalists, which one device measured. */
static void check_playoff(void)
{
    CHECK(best.result.finalist && finalists[best.result.device] > 0 && !finalists[3 - best.result.device]);
}

TEST(shared)
{
    reset_counts();
    CHECK_OK(run(SHARED, &caught));
    check_rows(SHARED);
    CHECK(by[1] > 0 && by[2] > 0 && by[1] + by[2] == CONFIGURATIONS);
    check_playoff();
}

TEST(slow)
{
    reset_counts();
    CHECK_OK(run(SLOW, &caught));
    check_rows(SLOW);
    CHECK(by[2] > 0 && by[2] < by[1]);
    check_playoff();
}

/* ---- two targets ---- */

static void run_two(size_t first)
{
    reset_counts();
    run_sequence(targets, (const size_t[]){first, first + 1}, 2, &options);
    check_rows(first);
    check_rows(first + 1);
}

/* The first target's play-off ends only once the next one has a row. */
TEST(beside_a_playoff)
{
    run_two(PLAYED);
}

/* Each device begins with its own target, though the first search has more to measure. */
TEST(a_target_each)
{
    run_two(APART);
}

/* ---- losses ---- */

/* A play-off runs on one device: if that dies, another one restarts it. */
TEST(dies_in_a_playoff)
{
    reset_counts();
    text_put("lose", "");
    text_put("next", "");
    CHECK_OK(run(PLAYED, &caught));
    check_rows(PLAYED);
    check_playoff();
    CHECK(tuner_alive(&tuner) == 1 && !tuner.device[best.result.device - 1].gone);
    for (size_t i = 0; i < 2; i++) /* restored for the next test */
        tuner.device[i].gone = false, tuner.device[i].attempts = 0;
}

/* The configuration of the second device, when that dies, is measured by the first. */
TEST(dies)
{
    reset_counts();
    text_put("lose", "");
    CHECK_OK(run(SHARED, &caught));
    check_rows(SHARED);
    CHECK(by[1] == CONFIGURATIONS && !by[2] && best.result.device == 1);
    CHECK(tuner.device[1].gone && !tuner.device[0].gone && tuner_alive(&tuner) == 1);
    CHECK_TEXT(tuner.device[1].why, "it has fallen off the bus");
}

/* Then the other one dies, too: the last failure is a row, as with a single device. Then both may be reopened. */
static size_t failed;

ROW(count_failed)
{
    failed += row->status == LAUNCH_FAILED && row->index != NO_CONFIGURATION;
    text_put("dead first", "");
}

TEST(all_die)
{
    struct run_options failing = options;
    failing.row = count_failed;
    CHECK(CALL(tuner_run(&tuner, &targets[NEXT], &failing, &best, &caught)) == LAUNCH_FAILED && failed == 1);
    CHECK_TEXT(caught.text, "the device does not come back: it has fallen off the bus");
    remove("dead first");
    reset_counts();
    CHECK_OK(run(SHARED, &caught));
    check_rows(SHARED);
    CHECK(by[1] > 0 && by[2] > 0);
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    struct compute_device devices[2], none;
    CHECK(!setenv("FAKE_DEVICES", "Fake device:dead dead first,Fake device:dead dead", 1));
    for (int i = 0; i < 2; i++) {
        CHECK_OK(compute_find("fake", i, &devices[i], &caught));
        devices[i].clock_mhz = 0;
    }
    CHECK(compute_find("fake", 2, &none, NULL) != OK && !strcmp(devices[1].uuid, "GPU-fake-1"));
    tuner_options.devices = devices;
    tuner_options.device_count = 2;
    for (size_t b = 0; b < BENCH_COUNT; b++)
        targets[b] = (struct target){.problem = problem_of(&suite, &benches[b], 100, 42)};
    open_tuner(&registry, 2);
    run_tests();
    tuner_close(&tuner);
    return CHECK_RESULT;
}
