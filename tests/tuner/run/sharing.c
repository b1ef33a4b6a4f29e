/* Two workers of one device, the fake one, each with its own target: while the compilers are behind for one, the other
 * is measured, never both at once. A worker that lacks memory of the device or the host beside the other has it alone;
 * one that cannot open leaves the device to the other; and a device that dies fails one configuration. Of two devices
 * none prepares a target again and again that waits for the host. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"
#include "tests/tuner/run/sequence.h"

/* ---- what the worker has ---- */

KERNELS({"tuner/evict.cl", "//fake time 777\n"}, {"copy.cl", "//fake copy\n"
                                                             "//fake NUMBER=4 slow-compile 800\n"
                                                             "//fake time 10000\n"});

/* No memory, once. */
ENQUEUE(enqueue_full)
{
    if (!access("full", F_OK) && !remove("full"))
        return fail(fault, NO_MEMORY, "the device is full");
    return enqueue(job, config, fault);
}

/* Nor in the play-off, whose finalists are measured a second time. */
WORK(work_twice)
{
    if (config->value[0] == 10 && !access("later", F_OK) && !remove("later"))
        text_put("full", "");
    return work(job, config);
}

/* The worker ends for want of host memory, once. */
static void end_of_memory(const char *file)
{
    if (!access(file, F_OK) && !remove(file)) {
        fputs("gpubench: out of host memory (1 bytes); choose a smaller --size\n", stderr);
        _Exit(3);
    }
}

static void setup_heavy(struct job *job)
{
    end_of_memory("setup");
    setup(job);
}

ENQUEUE(enqueue_heavy)
{
    if (config->value[0] == 32)
        end_of_memory("enqueue");
    return enqueue(job, config, fault);
}

/* Counts how often it is called, in a file. */
static void setup_counted(struct job *job)
{
    FILE *file = fopen("setups", "a");
    fputc('.', file);
    fclose(file);
    setup(job);
}

enum { SLOW, FAST, FULL, HEAVY, HOSTED, BENCH_COUNT, CONFIGURATIONS = 5 };

/* clang-format off */
#define NUMBERS(called, first, ...) {.name = called, __VA_ARGS__, .space.parameters = PARAMETERS( \
    {"NUMBER", "", VALUES((first), (first) + 1, (first) + 2, (first) + 3, (first) + 4)}), DEFAULTS(first)}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    [SLOW] = NUMBERS("slow", 0, COPIES_BY(enqueue)), /* its last program takes long */
    [FAST] = NUMBERS("fast", 20, COPIES_BY(enqueue)),
    [FULL] = NUMBERS("full", 10, COPIES_WITH(enqueue_full, work_twice)),
    [HEAVY] = NUMBERS("heavy", 30, COPY_KERNEL, .device.enqueue = enqueue_heavy, .report.work = work,
                      .problem = {.variants = 1, .setup = setup_heavy, .verify = verify}),
    [HOSTED] = NUMBERS("hosted", 40, COPY_KERNEL, .report.work = work,
                       .device = {.enqueue = enqueue, .host_timed = true, .verified_beside = true},
                       .problem = {.variants = 1, .setup = setup_counted, .verify = verify}),
};
REGISTRY("copies", kernels, &benches[SLOW], &benches[FAST], &benches[FULL], &benches[HEAVY], &benches[HOSTED]);

/* ---- the parent ---- */

static struct target targets[BENCH_COUNT];
static size_t rows[BENCH_COUNT], before; /* rows of the second target before the last one of the first */
static bool is_first_done, were_two_busy;

PROGRESS(watch)
{
    for (size_t i = 0; i < tuner.devices; i++) {
        size_t busy = 0;
        for (size_t w = i; w < tuner.workers; w += tuner.devices)
            busy += tuner.device[w].process.busy;
        were_two_busy = were_two_busy || busy > 1;
    }
}

ROW(count)
{
    const size_t bench = (size_t)(problem->bench - benches);
    CHECK(row->status == OK && (tuner.devices > 1 || !row->device));
    rows[bench] += !row->finalist;
    is_first_done = is_first_done || rows[SLOW] == CONFIGURATIONS;
    before += !row->finalist && bench != SLOW && !is_first_done;
}

static const struct run_options options = {
    .strategy = &exhaustive_strategy, .time_limit = 60, .row = count, .progress = watch};

static void open_with(struct tuner_options own)
{
    tuner_options = own;
    CHECK(!system("rm -rf cache"));
    open_tuner(&registry, 2);
    for (size_t b = 0; b < BENCH_COUNT; b++)
        targets[b] = (struct target){.problem = problem_of(&suite, &benches[b], 100, 42)};
    memset(rows, 0, sizeof rows);
    is_first_done = were_two_busy = false;
    before = 0;
}

static void open_pair(void)
{
    open_with((struct tuner_options){.workers_per_device = 2});
    CHECK(tuner.devices == 1 && tuner.workers == 2);
}

/* The slow target and another one. */
static void run_pair(size_t second)
{
    const size_t order[] = {SLOW, second};
    run_sequence(targets, order, 2, &options);
    CHECK(rows[SLOW] == CONFIGURATIONS && rows[second] == CONFIGURATIONS && !were_two_busy);
}

TEST(beside)
{
    open_pair();
    run_pair(FAST);
    CHECK(before > 0 && !tuner.device[0].parked && !tuner.device[1].parked);
    tuner_close(&tuner);
}

/* With three workers two others are measured; one that lacks memory gets that of another one, which may be parked. */
TEST(three)
{
    const size_t order[] = {SLOW, FAST, FULL};
    for (int full = 0; full < 2; full++) {
        open_with((struct tuner_options){.workers_per_device = 3});
        CHECK(tuner.devices == 1 && tuner.workers == 3);
        if (full)
            text_put("full", "");
        run_sequence(targets, order, 3, &options);
        CHECK(rows[SLOW] == CONFIGURATIONS && rows[FAST] == CONFIGURATIONS && rows[FULL] == CONFIGURATIONS);
        size_t parked = 0;
        for (size_t i = 0; i < 3; i++)
            parked += tuner.device[i].parked;
        CHECK(!were_two_busy && access("full", F_OK) && (full ? parked <= 1 : !parked && before > 0));
        tuner_close(&tuner);
    }
}

/* In the search, and in a play-off: the other worker, which is idle then, ends. */
TEST(no_memory)
{
    open_pair();
    text_put("full", "");
    run_pair(FULL);
    CHECK(before > 0 && access("full", F_OK) && tuner.device[0].parked && !tuner.device[1].parked);
    tuner_close(&tuner);
    open_pair();
    text_put("later", "");
    run_pair(FULL);
    CHECK(access("full", F_OK) && access("later", F_OK) && !tuner.device[1].parked);
    tuner_close(&tuner);
}

TEST(no_host_memory)
{
    static const char *const files[] = {"setup", "enqueue"};
    for (size_t i = 0; i < 2; i++) {
        open_pair();
        text_put(files[i], "");
        run_pair(HEAVY);
        CHECK(access(files[i], F_OK) && tuner.device[0].parked && !tuner.device[1].parked);
        tuner_close(&tuner);
    }
}

TEST(several)
{
    static struct compute_device two[2];
    for (int i = 0; i < 2; i++)
        CHECK(compute_find("fake", i, &two[i], NULL) == OK);
    open_with((struct tuner_options){.workers_per_device = 2, .devices = two, .device_count = 2});
    run_pair(HOSTED);
    size_t setups = 0;
    FREED char *read = text_read("setups", &setups);
    CHECK(read && setups <= 8); /* four workers, and the play-off's */
    tuner_close(&tuner);
}

/* The first goes on alone. */
TEST(unopened)
{
    open_pair();
    tuner.device[1].device.index = 1;
    text_put("dead", "");
    run_pair(FAST);
    CHECK(tuner.device[1].parked && tuner_alive(&tuner) == 1);
    tuner_close(&tuner);
}

static void end_any(UNNEEDED void *user, UNNEEDED const struct target *target, UNNEEDED const struct best *found)
{
}

static size_t bad;

ROW(count_bad)
{
    bad += row->status != OK;
    if (problem->bench == &benches[FAST])
        text_put("dead", "");
}

/* The device dies: the one that was measured then may be at fault, and only that. */
TEST(dies)
{
    const size_t order[] = {SLOW, FAST};
    struct run_options own = options;
    own.row = count_bad;
    struct sequence sequence = {.targets = targets, .order = order, .count = 2, .options = &own};
    const struct target_source source = {sequence_next, sequence_begin, end_any, &sequence};
    remove("dead");
    open_pair();
    for (size_t i = 0; i < 2; i++)
        tuner.device[i].device.index = 1;
    process_end(&tuner.device[0].process);
    tuner.device[0].state = DEVICE_CLOSED;
    CHECK(tuner_run_all(&tuner, &source, &caught) != OK && bad <= 1);
    tuner_close(&tuner);
}

/* If neither opens, the device is lost. */
TEST(lost)
{
    const size_t order[] = {SLOW, FAST};
    struct sequence sequence = {.targets = targets, .order = order, .count = 2, .options = &options};
    const struct target_source source = {sequence_next, sequence_begin, end_any, &sequence};
    open_pair();
    for (size_t i = 0; i < 2; i++)
        tuner.device[i].device.index = 1;
    process_end(&tuner.device[0].process);
    tuner.device[0].state = DEVICE_CLOSED;
    CHECK(tuner_run_all(&tuner, &source, &caught) != OK && !tuner_alive(&tuner));
    CHECK(tuner.device[0].gone && tuner.device[1].gone);
    tuner_close(&tuner);
}

int main(int argc, char **argv)
{
    CHECK(!setenv("FAKE_DEVICES", "Fake device,Fake device:dead dead", 1)); /* the second, while there is that file */
    serve_if_worker(&registry, argc, argv);
    run_tests();
    return CHECK_RESULT;
}
