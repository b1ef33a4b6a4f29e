/* References in the play-off, on the fake device: verified first, interleaved with the best, judged separately. */
#include "tests/tuner/run/own_tuner.h"

/* ---- what the worker has ---- */

KERNELS({"tuner/evict.cl", "//fake time 777\n"},
        {"sum.cl", "//fake sum\n"
                   "//fake SPEED=1 time 5000\n"
                   "//fake SPEED=2 time 6000\n"},
        {"far.cl", "//fake sum\n"
                   "//fake SPEED=1 time 5000\n"
                   "//fake SPEED=2 time 12000\n"},
        {"long.cl", "//fake sum\n//fake time 200000\n"});

enum { ROWS = 4, ROUNDS = 12, EARLY = 7, SAMPLES = 10 }; /* EARLY: of a finalist that is slower each time */
enum { IN, OUT };
enum { WELL, FAILING, LONELY, TIRED, NONE_GOOD, BY_HOST, STOPPED, LOST, LONG, FAR, BENCH_COUNT };

static void setup(struct job *job)
{
    float *in = job_input(job, IN, "in", ROWS * job->n * sizeof *in);
    for (uint64_t i = 0; i < ROWS * job->n; i++)
        in[i] = (float)(job_random(job->seed + (uint64_t)job->variant, i) % 8);
    job_output(job, OUT, "out", ROWS * sizeof(float));
}

EXPECT(expect)
{
    const float *in = job_host(job, IN);
    for (uint64_t i = 0; i < ROWS * job->n; i++)
        ((double *)expected)[i / job->n] += (double)in[i];
}

ENQUEUE(enqueue)
{
    static int iterations;
    if (job->bench->own && config->value[0] == 2 && ++iterations > 150)
        abort();
    return LAUNCH(0, launch_groups(ROWS, 1), ARRAY(IN), ARRAY(OUT), VALUE(ROWS * job->n));
}

static const struct bench benches[BENCH_COUNT];

/* The fastest ends its worker in its ninth round, after the other one has left. */
static int measured_fastest;

ENQUEUE(enqueue_or_end)
{
    if (config->value[0] == 1 && measured_fastest == 1 + 8)
        abort();
    return enqueue(job, config, fault);
}

static void write_config(const char *file, const struct config *config)
{
    FILE *log = fopen(file, "a");
    fprintf(log, "%s\n", config->reference ? config->reference->name : config->value[0] == 1 ? "1" : "2");
    fclose(log);
}

/* Small integers: exact; recorded. One bench is interrupted while its reference is verified. */
VERIFY(verify)
{
    *verdict = (struct verdict){.tolerance = 0.5};
    write_config("verified", config);
    if (job->bench == &benches[STOPPED] && config->reference) {
        kill(getppid(), SIGUSR1);
        pause();
    }
    for (int row = 0; row < ROWS; row++)
        if (((const float *)job_host(job, OUT))[row] != ((const double *)job_expected(job))[row])
            return fail(fault, WRONG_RESULT, "variant %d: row %d is wrong", job->variant, row);
    return OK;
}

/* Also records, in the worker, what was measured. */
WORK(work)
{
    write_config("measured", config);
    measured_fastest += !config->reference && config->value[0] == 1;
    return (struct work){.bytes = config->reference ? 16. * (double)job->n : 1, .amount = {[RESOURCE_LAUNCH] = 1}};
}

static const char *const figures[] = {"speed", "half", NULL};

static void figure(UNNEEDED const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    if (config->reference)
        abort();
    values[0] = config->value[0];
    values[1] = 0.5;
}

/* The host's own work is part of later iterations alone, those of the play-off: the search has fewer than 60. */
ENQUEUE(enqueue_by_host)
{
    static int iterations;
    if (++iterations <= 60)
        return enqueue(job, config, fault);
    job_host_start(job);
    enum status status = enqueue(job, config, fault);
    job_host_stop(job);
    return status;
}

#define SUMS_IN(path, function)                                                                                        \
    .kernel = {.file = path, .entries = NAMES("sum")},                                                                 \
    .problem = {.variants = 2,                                                                                         \
                .expected_bytes = ROWS * sizeof(double),                                                               \
                .setup = setup,                                                                                        \
                .expect = expect,                                                                                      \
                .verify = verify},                                                                                     \
    .device.enqueue = function, .report.work = work
#define SUMS_BY(function) SUMS_IN("sum.cl", function)
#define SUMS SUMS_BY(enqueue)

/* Rows of a reference that depend on the problem. */
static uint64_t rows(UNNEEDED const struct problem *problem)
{
    return ROWS;
}

#define SPEEDS .space.parameters = PARAMETERS({"SPEED", "", VALUES(1, 2)}), DEFAULTS(2)
/* clang-format off */
#define REFERENCE(name, library, function) {name, library, function, {IN, OUT}, 2, .rows = ROWS}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    [WELL] = {.name = "well",
              SUMS,
              SPEEDS,
              .report.figures = figures,
              .report.figure = figure,
              .references = {REFERENCE("slower", "fake", "sum_in_7000_ns"),
                             REFERENCE("same", "fake", "sum_in_5000_ns"),
                             {"faster", "fake", "sum_in_4000_ns", {IN, OUT}, 2, .rows = 0},
                             REFERENCE("wrong", "fake", "wrong_in_10_ns")},
              .reference_rows = rows},
    [FAILING] = {.name = "failing",
                 SUMS,
                 SPEEDS,
                 .references = {REFERENCE("no power", "fake", "fail_in_10_ns"),
                                REFERENCE("not there", "nothing", "sum"), REFERENCE("fine", "fake", "sum_in_8000_ns"),
                                REFERENCE("spilling", "fake", "spill_in_10_ns")}},
    [LONELY] = {.name = "lonely", SUMS, SPEEDS},
    [TIRED] = {.name = "tired", SUMS, .own = "", SPEEDS, .references = {REFERENCE("fine", "fake", "sum_in_8000_ns")}},
    [NONE_GOOD] = {.name = "none good",
                   SUMS,
                   SPEEDS,
                   .space.constraints = CONSTRAINTS({"never", FUNCTION(never, 0)}),
                   .references = {REFERENCE("fine", "fake", "sum_in_8000_ns")}},
    [BY_HOST] = {.name = "by host",
                 SUMS_BY(enqueue_by_host),
                 .device.host_timed = true,
                 .space = {.parameters = PARAMETERS({"SPEED", "", VALUES(2)})}},
    [LONG] = {.name = "long", SUMS_IN("long.cl", enqueue), SPEEDS},
    [FAR] = {.name = "far", SUMS_IN("far.cl", enqueue), SPEEDS},
    [LOST] = {.name = "lost", SUMS_BY(enqueue_or_end), SPEEDS},
    [STOPPED] = {.name = "stopped", SUMS, SPEEDS, .references = {REFERENCE("fine", "fake", "sum_in_8000_ns")}},
};
REGISTRY("sums", kernels, &benches[WELL], &benches[FAILING], &benches[LONELY], &benches[TIRED], &benches[NONE_GOOD],
         &benches[BY_HOST], &benches[STOPPED], &benches[LOST], &benches[LONG], &benches[FAR]);

/* ---- the parent ---- */

static const struct bench *played; /* in the last run */

PROGRESS(stop_at_playoff)
{
    stop |= user && !strcmp(progress->phase, "play-off");
}

/* With a user, the run is interrupted when the play-off begins. */
static double confidence; /* of leaving early; 0: none does */

static void run(size_t bench, void *user)
{
    static const struct ceilings ceilings = {.rate = {[RESOURCE_LAUNCH] = 1e6}};
    played = &benches[bench];
    remove("measured");
    remove("verified");
    stop = 0;
    tune((struct target){.problem = problem_of(&suite, &benches[bench], 100, 42)},
         (struct run_options){.verify_only = bench == STOPPED,
                              .ceilings = &ceilings,
                              .confidence = confidence,
                              .progress = stop_at_playoff,
                              .user = user});
}

static const struct given *row_of(const char *reference)
{
    uint32_t number = 0;
    while (strcmp(played->references[number].name, reference))
        number++;
    return given_last(NO_CONFIGURATION, number + 1);
}

/* The number of configurations and references with a row. */
static size_t row_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < given_count; i++)
        count += given_last(given[i].row.index, given[i].row.reference) == &given[i];
    return count;
}

static void check_no_figures(const struct result *row)
{
    for (size_t i = 0; i < MAX_FIGURES; i++)
        CHECK(isnan(row->figure[i]));
}

/* Checks a reference that was timed in every round. */
static void check_timed(const char *reference, double ns)
{
    const struct result *row = &row_of(reference)->row;
    CHECK(row->status == OK && row->median_ns == ns && row->finalist && !row->dropped);
    const size_t rounds = ns > 5000 ? EARLY : ROUNDS;
    CHECK(row->blocks == rounds && (size_t)row->iterations == rounds * SAMPLES);
    CHECK_NEAR(row->limit.fraction, 1000 / ns, 1e-9);
    for (size_t i = 0; i < row->blocks; i++)
        CHECK(row->block_ns[i] == ns);
    CHECK(row->bytes == 1600 && row->tolerance == 0.5);
    CHECK_TEXT(row->binary, "");
    CHECK(row->resources.registers == -1 && row->compile_ms == 0);
    check_no_figures(row);
}

static void check_failed(const char *reference, enum status status, const char *reason)
{
    const struct result *row = &row_of(reference)->row;
    CHECK(row->status == status && row->blocks == 0 && row->median_ns == 0);
    CHECK_TEXT(row_of(reference)->reason, reason);
    CHECK(row->resources.registers == -1);
}

static int count_lines(const char *file, const char *line)
{
    char read[64];
    int count = 0;
    FILE *log = fopen(file, "r");
    while (fgets(read, sizeof read, log))
        count += !strncmp(read, line, strlen(line));
    fclose(log);
    return count;
}

/* A finalist that leaves early, but not far behind, is verified as often as the others: on two inputs, then ten
 * times after timing, and on inputs of another seed. */
static void check_verified(void)
{
    static const char *const names[] = {"1", "2", "slower", "same"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int count = count_lines("verified", names[i]);
        WRONG_IF(count < 2 + 10 + 1, "%s: %d\n", names[i], count);
    }
}

/* Two configurations and three references; the fastest is a reference, and is no configuration. */
TEST(references)
{
    run(WELL, NULL);
    CHECK(row_count() == 2 + 4);
    check_verified();
    check_timed("slower", 7000);
    check_timed("same", 5000);
    check_timed("faster", 4000);
    check_failed("wrong", WRONG_RESULT, "variant 0: row 0 is wrong");
    CHECK(best.result.index == 0); /* SPEED 1 */
    CHECK(!best.result.reference && best.result.median_ns == 5000 && best.default_ns == 6000 && best.tied == 0);
    CHECK(best.reference_ns == 4000 && best.measured == 2 && best.allowed == 2);
    CHECK(best.result.iterations == ROUNDS * SAMPLES); /* those of the search do not count */
    CHECK_NEAR(best.result.limit.fraction, 0.2, 1e-9);
    CHECK_TEXT(played->references[best.reference - 1].name, "faster");
}

static size_t isolated; /* blocks with isolated iterations */

static void count_isolated(UNNEEDED void *user, UNNEEDED const struct problem *problem, const struct result *row,
                           UNNEEDED const struct kept_samples *samples)
{
    isolated += row->alone_ns > 0;
}

/* The first rounds measure isolated iterations, too; all, if the best is chosen by these. */
TEST(isolated_rounds)
{
    enum { BOTH = 2, SOME = 3, SETTLED = 6 };
    static const struct {
        enum objective objective;
        size_t blocks;
    } cases[] = {{OBJECTIVE_STREAM, BOTH * SOME}, {OBJECTIVE_ALONE, BOTH + BOTH * SETTLED}};
    const struct problem problem = problem_of(&suite, &benches[LONELY], 100, 42);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        isolated = 0;
        tune((struct target){.problem = problem},
             (struct run_options){.objective = cases[i].objective, .confidence = 0.95, .samples = count_isolated});
        CHECK(isolated == cases[i].blocks && best.result.blocks == SETTLED && best.result.alone_ns == 5000);
    }
}

/* A round has half as many samples as a block of a search, but for brief runs. */
TEST(rounds)
{
    enum { SEARCH_SAMPLES = 10, ROUND_SAMPLES = 5 };
    run(LONG, NULL);
    for (size_t i = 0; i < given_count; i++) {
        const struct result *row = &given[i].row;
        const size_t samples = row->finalist ? ROUND_SAMPLES : SEARCH_SAMPLES;
        CHECK(row->status == OK && row->median_ns == 200000 && (size_t)row->iterations == row->blocks * samples);
    }
    CHECK(given_count == 4);
    tune((struct target){.problem = problem_of(&suite, &benches[LONG], 100, 42)}, (struct run_options){.brief = true});
    CHECK(best.result.blocks == 3 && best.result.iterations == 3 * SEARCH_SAMPLES);
}

/* After three rounds a far slower reference leaves, unless it is the fastest one; the default stays until times that do
 * not vary are settled. */
TEST(far_behind)
{
    enum { SOON = 3, SETTLED = 6 };
    confidence = 0.95;
    run(WELL, NULL);
    CHECK(row_of("slower")->row.blocks == SOON && row_of("slower")->row.median_ns == 7000);
    check_verified();
    CHECK(row_of("same")->row.blocks == SETTLED && given_last(1, 0)->row.blocks == SETTLED && best.default_ns == 6000);
    run(FAILING, NULL);
    CHECK(row_of("fine")->row.blocks == SETTLED && best.reference_ns == 8000);
    run(FAR, NULL); /* its default takes twice as long: it leaves, with a check after each round, and no others */
    CHECK(given_last(1, 0)->row.blocks == SOON && best.default_ns == 12000 && best.tied == 0);
    CHECK(count_lines("verified", "1") >= 2 + 10 + 1 && count_lines("verified", "2") <= 2 + 2 + SOON);
    confidence = 0;
    run(WELL, NULL);
}

/* The worker's record of TEST(references): after the search and the verification of the references, without times,
 * rounds in which each is measured once, in varying order; without the slower ones at the end. */
TEST(order)
{
    static const char *const names[] = {"1", "same", "faster", "2", "slower"};
    enum { EACH = sizeof names / sizeof *names, FAST = 3, BEFORE = 2 };
    char line[64];
    int first[EACH] = {0}, count = 0, at = 0;
    unsigned met = 0;
    FILE *log = fopen("measured", "r");
    for (; fgets(line, sizeof line, log); count++) {
        line[strcspn(line, "\n")] = 0;
        int which = 0;
        while (which < EACH && strcmp(line, names[which]))
            which++;
        CHECK(which < EACH);
        if (count < BEFORE || which == EACH)
            continue;
        const int each = count < BEFORE + EARLY * EACH ? EACH : FAST;
        if (!at)
            first[which]++, met = 0;
        met |= 1u << which;
        at = (at + 1) % each;
        if (!at)
            CHECK(met == (1u << each) - 1);
    }
    fclose(log);
    CHECK(count == BEFORE + EARLY * EACH + (ROUNDS - EARLY) * FAST);
    int beginners = 0;
    for (int i = 0; i < EACH; i++)
        beginners += first[i] > 0;
    CHECK(beginners > 1);
}

/* A bench's own figures, in its order, in the rows of its configurations and in its best. */
static void check_figures(const struct result *row)
{
    CHECK(row->figure[0] == (double)row->index + 1 && row->figure[1] == 0.5);
    for (size_t i = 2; i < MAX_FIGURES; i++)
        CHECK(isnan(row->figure[i]));
}

TEST(figures)
{
    run(WELL, NULL);
    for (uint64_t index = 0; index < 2; index++) {
        CHECK(given_last(index, 0)->row.finalist);
        check_figures(&given_last(index, 0)->row);
    }
    check_figures(&best.result);
}

/* The parts of a time, like the time, are those of the rounds. */
TEST(by_host)
{
    run(BY_HOST, NULL);
    CHECK(row_count() == 1);
    const struct result *row = &best.result;
    CHECK(row->finalist && row->blocks == ROUNDS);
    check_no_figures(row);
    CHECK(row->device_ns == 6000 && row->host_ns > 0 && row->host_ns < row->median_ns);
}

/* One loses the device, one is missing, one writes beyond its scratch: the others and the configurations continue. */
TEST(failing)
{
    run(FAILING, NULL);
    CHECK(row_count() == 2 + 4);
    check_failed("no power", LAUNCH_FAILED, "fail_in_10_ns: no power");
    check_failed("not there", UNSUPPORTED, "there is no library of references \"nothing\"");
    check_failed("spilling", WRONG_RESULT, "scratch: 4 bytes written behind the end (first at +0)");
    check_timed("fine", 8000);
    CHECK(best.result.median_ns == 5000 && best.result.blocks == ROUNDS && best.reference_ns == 8000);
}

/* A worker that dies between two rounds: the new one prepares the reference by itself. */
TEST(dead_worker)
{
    run(TIRED, NULL);
    CHECK(row_count() == 2 + 1);
    check_timed("fine", 8000);
    CHECK(best.result.median_ns == 5000 && best.default_ns == 0 && best.reference_ns == 8000);
}

/* A finalist that has left replaces the best that fails afterwards, with the rounds that it has. */
TEST(lost_best)
{
    tuner_close(&tuner);
    open_tuner(&registry, 1); /* a worker that has measured nothing */
    run(LOST, NULL);
    CHECK(row_count() == 2 && given_last(0, 0)->row.status == CRASHED);
    CHECK(best.result.index == 1 && best.result.median_ns == 6000 && best.result.blocks == EARLY);
    CHECK(best.default_ns == 6000 && best.tied == 0);
}

/* Where the rate alone matters: verified on two inputs, timed in the search and in three rounds, and verified once more
 * behind the last one. */
TEST(brief)
{
    remove("measured");
    remove("verified");
    played = &benches[LONELY];
    tune((struct target){.problem = problem_of(&suite, &benches[LONELY], 100, 42)},
         (struct run_options){.brief = true});
    CHECK(best.result.median_ns == 5000 && best.result.blocks == 3);
    CHECK(count_lines("measured", "1") == 1 + 3 && count_lines("verified", "1") == 2 + 1);
}

TEST(without)
{
    run(LONELY, NULL);
    CHECK(row_count() == 2 && best.result.median_ns == 5000 && best.reference_ns == 0);
    CHECK(best.reference == 0);
    run(NONE_GOOD, NULL); /* no configuration: nothing to compare with */
    CHECK(row_count() == 1 && !given[0].row.reference && best.reference_ns == 0);
    run(WELL, &tuner); /* interrupted when the play-off begins */
    CHECK(best.result.median_ns == 5000 && best.reference_ns == 0);
    for (size_t i = 0; i < given_count; i++)
        CHECK(!given[i].row.reference || given[i].row.status != OK);
}

static void stop_now(UNNEEDED int signal)
{
    stop = 1;
}

/* If nothing is timed. */
TEST(untimed)
{
    signal(SIGUSR1, stop_now);
    run(STOPPED, NULL);
    CHECK(stop && row_count() == 2);
    for (size_t i = 0; i < given_count; i++)
        CHECK(given[i].row.status == VERIFIED && !given[i].row.reference);
}

TUNER_MAIN(1)
