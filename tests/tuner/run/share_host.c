/* Benches that the host times, on two or three fake devices: samples are taken by one device at a time, in turn, beside
 * nothing but verifications, which other devices do meanwhile. What must happen first is waited for, by files; what may
 * never happen at the same time is looked for whenever the parent has given out tasks. No time is looked at. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/run/sequence.h"
#include "tuner/run/run.h"

/* ---- what the worker has ---- */

COPY_KERNELS("//fake time 5000\n");

static void await(const char *file)
{
    while (access(file, F_OK))
        usleep(1000);
}

static int64_t begun, timed; /* the configuration of the iteration before; and of the samples before */

static void lose_in_samples(bool is_second)
{
    if (!is_second)
        return;
    if (!access("lose", F_OK))
        text_put("dead", "");
    if (!remove("kill"))
        kill(getpid(), SIGKILL);
}

/* What was timed is verified once the other device has taken samples, too. */
ENQUEUE(enqueue_hosted)
{
    const bool is_second = job->device->index;
    if (config->value[0] == timed)
        await(is_second || !access("dead", F_OK) ? "first" : "second");
    else if (config->value[0] == begun) {
        lose_in_samples(is_second);
        text_put(is_second ? "second" : "first", "");
    }
    begun = config->value[0];
    return enqueue(job, config, fault);
}

/* In the search, samples go on when the parent allows it. */
ENQUEUE(enqueue_in_turn)
{
    static int64_t allowed; /* this configuration */
    const bool samples = config->value[0] == begun;
    while (samples && config->value[0] != allowed && remove("go") && access("playing", F_OK))
        usleep(1000);
    allowed = samples ? config->value[0] : allowed;
    begun = config->value[0];
    return enqueue(job, config, fault);
}

/* Asked behind the samples. */
WORK(work_timed)
{
    timed = config->value[0];
    return work(job, config);
}

/* The play-off before it waits for this. */
static void setup_next(struct job *job)
{
    text_put("next", "");
    begun = timed = 0;
    setup(job);
}

/* By the device: the default's second is in the play-off. */
WORK(work_until_next)
{
    if (config->value[0] == 1 && !access("played", F_OK))
        await("next");
    if (config->value[0] == 1)
        text_put("played", "");
    return work(job, config);
}

/* So does this; then the device is lost, while the other has the samples before it. */
WORK(work_until_lost)
{
    const bool plays = config->value[0] == 1 && !access("played", F_OK);
    const struct work done = work_until_next(job, config);
    if (!plays || !access("first", F_OK))
        return done;
    text_put("first", "");
    text_put("second", "");
    text_put(job->device->index ? "dead" : "dead-first", "");
    kill(getpid(), SIGKILL);
    return done;
}

#define NUMBERS .space.parameters = PARAMETERS({"NUMBER", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}), DEFAULTS(1)
#define HOSTED(called)                                                                                                 \
    .name = called, COPY_KERNEL, .problem = {.variants = 1, .setup = setup_next, .verify = verify},                    \
    .device = {.enqueue = enqueue_hosted, .host_timed = true, .verified_beside = true}, .report.work = work_timed,     \
    NUMBERS
enum { PLAYED, LOST, HOSTED, BESIDE, LAST, ALONE, TURNS, BENCH_COUNT };
enum { CONFIGURATIONS = 10, JOBS = 2, DEVICES = 3 };

static const struct bench benches[BENCH_COUNT] = {
    [PLAYED] = {.name = "played", COPIES_WITH(enqueue, work_until_next), NUMBERS},
    [LOST] = {.name = "lost", COPIES_WITH(enqueue, work_until_lost), NUMBERS},
    [HOSTED] = {HOSTED("hosted")},
    [BESIDE] = {HOSTED("beside")},
    [LAST] = {.name = "last", COPIES_BY(enqueue), NUMBERS},
    [ALONE] = {.name = "alone",
               COPY_KERNEL,
               .problem = {.variants = 1, .setup = setup, .verify = verify},
               .device = {.enqueue = enqueue, .host_timed = true},
               .report.work = work,
               NUMBERS},
    [TURNS] = {.name = "turns",
               COPY_KERNEL,
               .problem = {.variants = 1, .setup = setup, .verify = verify},
               .device = {.enqueue = enqueue_in_turn, .host_timed = true, .verified_beside = true},
               .report.work = work,
               NUMBERS},
};
REGISTRY("copies", kernels, &benches[PLAYED], &benches[LOST], &benches[HOSTED], &benches[BESIDE], &benches[LAST],
         &benches[ALONE], &benches[TURNS]);

/* ---- the parent ---- */

static struct target targets[BENCH_COUNT];
static size_t rows[BENCH_COUNT][CONFIGURATIONS], by[DEVICES + 1], players[BENCH_COUNT][DEVICES + 1];
static size_t seen_verifying, seen_beside_alone; /* beside samples; and beside what is alone */
static const struct device_worker *allowed;      /* its samples go on */

ROW(keep_count)
{
    const size_t bench = (size_t)(problem->bench - benches);
    CHECK(row->status == OK && row->median_ns > 0 && row->device >= 1 && row->device <= tuner.devices);
    CHECK(bench != ALONE || row->device == 1);
    CHECK(bench <= LOST || bench == LAST || (*row->launches && *row->binary && row->blocks));
    if (row->finalist) {
        players[bench][row->device]++;
        return;
    }
    by[row->device]++;
    rows[bench][row->index]++;
}

/* Samples of a search go on once no other device is busy: those that could take samples now wait for that. */
static void allow(const struct device_worker *timing, size_t busy)
{
    if (tuner.first->stage == RUN_PLAYING)
        text_put("playing", "");
    else if (timing && timing != allowed && busy == 1)
        text_put("go", "");
    allowed = !timing || busy == 1 ? timing : allowed;
}

PROGRESS(look)
{
    const struct device_worker *takes_times = NULL;
    size_t compiling = 0, timing = 0, verifying = 0, other = 0;
    for (size_t i = 0; i < JOBS; i++)
        compiling += tuner.compiler[i].process.busy;
    for (size_t i = 0; i < tuner.devices; i++) {
        const struct device_worker *worker = &tuner.device[i];
        const bool is_stage = worker->state == DEVICE_BUSY && worker->run && worker->stage != STAGE_ALL;
        size_t *sort = !is_stage ? &other : worker->stage == STAGE_TIME ? &timing : &verifying;
        *sort += worker->process.busy;
        takes_times = device_takes_times(worker) ? worker : takes_times;
    }
    CHECK(!timing || (timing == 1 && !compiling && !other && run_is_alone(tuner.first)));
    allow(takes_times, timing + verifying + other);
    for (size_t i = 0; i < tuner.devices; i++)
        if (tuner.device[i].state == DEVICE_BUSY && tuner.device[i].run->target->problem.bench == &benches[ALONE])
            seen_beside_alone += compiling + timing + verifying + other > 1;
    seen_verifying += timing && verifying;
}

static const struct run_options options = {
    .strategy = &exhaustive_strategy, .time_limit = 600, .row = keep_count, .progress = look};

static void reset_files(void)
{
    static const char *const files[] = {"first", "second",     "played", "next", "lose",
                                        "dead",  "dead-first", "kill",   "go",   "playing"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        remove(files[i]);
}

/* Each configuration is measured once, and a play-off is one device's. */
static void run(const size_t *benches_of)
{
    size_t count = 0;
    while (benches_of[count] != BENCH_COUNT)
        count++;
    memset(rows, 0, sizeof rows);
    memset(by, 0, sizeof by);
    memset(players, 0, sizeof players);
    seen_verifying = seen_beside_alone = 0;
    run_sequence(targets, benches_of, count, &options);
    for (const size_t *b = benches_of; *b < BENCH_COUNT; b++) {
        CHECK(!!players[*b][1] + !!players[*b][2] + !!players[*b][3] == 1);
        for (size_t i = 0; i < CONFIGURATIONS; i++)
            CHECK(rows[*b][i] == 1);
    }
}

static const size_t one[] = {HOSTED, BENCH_COUNT};

/* Both have a part of one search. */
TEST(one_search)
{
    reset_files();
    run(one);
    CHECK(by[1] && by[2] && seen_verifying);
}

TEST(a_target_each)
{
    reset_files();
    run((const size_t[]){HOSTED, BESIDE, BENCH_COUNT});
    CHECK(by[1] && by[2] && seen_verifying);
}

/* Such a bench is set up during the play-off of one that the device times; and others wait for it. */
TEST(between_others)
{
    reset_files();
    run((const size_t[]){PLAYED, HOSTED, LAST, BENCH_COUNT});
    CHECK(by[1] && by[2]);
}

/* Between two tasks of a play-off no device is busy: samples wait for its end, though it is their device's turn. */
TEST(waits_for_a_playoff)
{
    for (size_t player = 0; player < 2; player++) {
        reset_files();
        targets[PLAYED].device = player + 1;
        tuner.turn = 1 - player;
        run((const size_t[]){PLAYED, HOSTED, BENCH_COUNT});
    }
    targets[PLAYED].device = 0;
}

/* One whose verification would disturb has a device for itself, after those before it. */
TEST(alone)
{
    reset_files();
    run((const size_t[]){HOSTED, ALONE, BESIDE, BENCH_COUNT});
    CHECK(by[1] && by[2] && !seen_beside_alone);
}

/* A worker that is killed while it takes samples verifies again. */
TEST(killed)
{
    reset_files();
    text_put("kill", "");
    run(one);
    CHECK(tuner.killed == 1 && by[1] && by[2]);
}

/* What a device that is lost then had is measured by the other. */
TEST(dies)
{
    reset_files();
    text_put("lose", "");
    run(one);
    CHECK(by[1] == CONFIGURATIONS && tuner.device[1].gone && tuner_alive(&tuner) == 1);
}

/* Such a bench gives a device back to one before it that lost its own. */
TEST(lost_before)
{
    reset_files();
    tuner.device[1].gone = false;
    run((const size_t[]){LOST, HOSTED, BENCH_COUNT});
    CHECK(tuner_alive(&tuner) == 1);
}

/* Each device has its part of the samples, though two could take them all. */
static void test_turns(void)
{
    reset_files();
    run((const size_t[]){TURNS, BENCH_COUNT});
    CHECK(by[1] >= 2 && by[2] >= 2 && by[3] >= 2);
}

int main(int argc, char **argv)
{
    serve_if_worker(&registry, argc, argv);
    struct compute_device devices[DEVICES];
    CHECK(!setenv("FAKE_DEVICES", "Fake device:dead dead-first,Fake device:dead dead,Fake device", 1));
    for (int i = 0; i < DEVICES; i++) {
        CHECK_OK(compute_find("fake", i, &devices[i], &caught));
        devices[i].clock_mhz = 0;
    }
    tuner_options.devices = devices;
    tuner_options.device_count = 2;
    for (size_t b = 0; b < BENCH_COUNT; b++)
        targets[b] = (struct target){.problem = problem_of(&suite, &benches[b], 100, 42)};
    open_tuner(&registry, JOBS);
    run_tests();
    tuner_close(&tuner);
    reset_files();
    tuner_options.device_count = DEVICES;
    open_tuner(&registry, JOBS);
    test_turns();
    tuner_close(&tuner);
    return CHECK_RESULT;
}
