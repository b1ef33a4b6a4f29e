/* Mistakes that the functions of a bench show on the fake device: declarations of setup(), counts of work(). */
#include "tests/tuner/check/lines.h"
#include "tests/tuner/job/fake_context.h"

static const struct setting *settings; /* of the suite */

static void check_of(const struct bench *bench, const char *suite_name, const char *expected)
{
    const struct suite suite = {
        .name = suite_name, .summary = "scans", .benches = BENCHES(bench), .settings = settings};
    const struct suite *const suites[] = {&suite, NULL};
    const struct registry registry = {.suites = suites, .kernels = kernel_files};
    const struct problem problem = problem_of(&suite, bench, 100, 1);
    struct check check = collect(&registry);
    CHECK(check_bench(&check, &suite, bench));
    check_lines(&check, check_functions(&check, &problem, place.context, store), expected);
}

#define SPOILT(expected, ...)                                                                                          \
    do {                                                                                                               \
        struct bench bench = good;                                                                                     \
        __VA_ARGS__;                                                                                                   \
        check_of(&bench, "scan", "scan/tiles: " expected);                                                             \
    } while (0)

/* ---- setup ---- */

static void declare_nothing(UNNEEDED struct job *job)
{
}

static void declare_beyond(struct job *job)
{
    setup(job);
    job_scratch(job, MAX_SLOTS, "rest", 4);
}

static void declare_no_bytes(struct job *job)
{
    setup(job);
    job_scratch(job, 2, "rest", 0);
}

TEST(setup)
{
    SPOILT(".problem.setup: declares no slot", bench.problem.setup = declare_nothing);
    SPOILT(".problem.setup: rest: slot 40: there are 40, counted from 0", bench.problem.setup = declare_beyond);
    SPOILT(".problem.setup: an array of 0 bytes", bench.problem.setup = declare_no_bytes);
    SPOILT(".problem.compare: slot 5 is declared as nothing that is compared", bench.problem.verify = NULL,
           bench.problem.compare[0] = (struct element_comparison)COMPARE_FLOATS(5, element, 0));
    SPOILT(".problem.compare: slot 0 is declared as nothing that is compared", bench.problem.verify = NULL,
           bench.problem.compare[0] = output,
           bench.problem.compare[1] = (struct element_comparison)COMPARE_FLOATS(IN, element, 0));
}

/* ---- work ---- */

/* The counts of work(): `times` the bytes of all arrays, in `launches`; some configurations differ. */
static struct {
    double times, launches;
    enum resource once; /* the configurations of SCALE 2 use a bit of it; RESOURCES for none */
    double odd;         /* an amount of FP32_FMA */
    int calls;
} counted;

static struct work count(const struct job *job, const struct config *config)
{
    counted.calls++;
    struct work work = {.amount = {[RESOURCE_DRAM_READ] = counted.times * total_bytes(job),
                                   [RESOURCE_LAUNCH] = counted.launches,
                                   [RESOURCE_FP32_FMA] = counted.odd}};
    if (counted.once < RESOURCES && config_real(config, SCALE) == 2)
        work.amount[counted.once] += 1;
    return work;
}

#define COUNTED(expected, used, ...)                                                                                   \
    do {                                                                                                               \
        counted.times = 1, counted.launches = 0, counted.once = RESOURCES, counted.odd = counted.calls = 0;            \
        __VA_ARGS__;                                                                                                   \
        struct bench bench = good;                                                                                     \
        bench.report = (struct bench_report){.uses = (used), .work = count};                                           \
        check_of(&bench, "scan", *(expected) ? "scan/tiles: " expected : "");                                          \
        CHECK(counted.calls == 2 * 2 * 2); /* every configuration that a GPU would receive, as there are so few */     \
    } while (0)

TEST(amounts)
{
    COUNTED("", USES(DRAM_READ), (void)0);
    COUNTED(".report.uses: USES(DRAM_READ) is missing: work() gives an amount of it", 0, (void)0);
    COUNTED(".report.uses: USES(RSQRT) is missing: work() gives an amount of it", USES(DRAM_READ),
            counted.once = RESOURCE_RSQRT);
    COUNTED("", USES(DRAM_READ) | USES(RSQRT), counted.once = RESOURCE_RSQRT);
    COUNTED(".report.uses: USES(GRAPH_LAUNCH) is one too many: work() never gives an amount of it",
            USES(DRAM_READ) | USES(GRAPH_LAUNCH), (void)0);
    COUNTED(".report.work: gives the amount -1 of FP32_FMA", USES(DRAM_READ), counted.odd = -1);
    COUNTED(".report.work: gives the amount inf of FP32_FMA", USES(DRAM_READ) | USES(FP32_FMA), counted.odd = INFINITY);
    COUNTED(".report.work: gives the amount nan of FP32_FMA", USES(DRAM_READ), counted.odd = NAN);
}

/* 800 bytes are declared: each launch may read each once and write it once. */
TEST(too_much)
{
    COUNTED("", USES(DRAM_READ), counted.times = 2);
    COUNTED(".report.work: streams 1608 bytes of DRAM, more than twice the 800 of all arrays for each launch; name "
            "LAUNCH too where there are several",
            USES(DRAM_READ), counted.times = 2.01);
    COUNTED("", USES(DRAM_READ) | USES(LAUNCH), counted.times = 6, counted.launches = 3);
    COUNTED(".report.work: streams 80000 bytes of DRAM, more than twice the 800 of all arrays for each launch; name "
            "LAUNCH too where there are several",
            USES(DRAM_READ) | USES(LAUNCH), counted.times = 100, counted.launches = 3);
}

/* A bench that measures a ceiling is not judged by that, but by others. */
TEST(ceilings)
{
    struct bench bench = good;
    counted.times = 1, counted.launches = 1, counted.once = RESOURCES, counted.odd = 0;
    bench.name = "dram_read";
    bench.report = (struct bench_report){.uses = USES(LAUNCH), .work = count};
    check_of(&bench, "ceilings", "");
    bench.report.uses = 0;
    check_of(&bench, "ceilings",
             "ceilings/dram_read: .report.uses: USES(LAUNCH) is missing: work() gives an amount of it");
    bench.report.uses = USES(LAUNCH);
    check_of(&bench, "scan", "scan/dram_read: .report.uses: USES(DRAM_READ) is missing: work() gives an amount of it");
}

/* ---- settings ---- */

enum { SHARE, ORDER, PLACE };
enum { ORDER_SHUFFLED = 1, ORDER_SORTED };

static const struct setting orders[] = {
    [SHARE] = {.name = "share", .summary = "of the tiles", .initial = 0.5, .least = 0, .most = 1},
    [ORDER] = {.name = "order", .summary = "of the tiles", WORDS("given", "shuffled", "sorted")},
    [PLACE] = {.name = "place", .summary = "of the tiles", WORDS("near", "far")},
    {.name = NULL},
};

/* Refuses one word; with another one no configuration is allowed. */
static void setup_sorted(struct job *job)
{
    setup(job);
    if (job->problem->inputs.setting[ORDER] == ORDER_SHUFFLED)
        job_scratch(job, MAX_SLOTS, "shuffled", 4);
}

static bool is_near(const struct config *config, UNNEEDED const struct compute_device *on)
{
    return config_setting(config, PLACE) == 0;
}

static const struct constraint near_only[] = {{"BLOCK_SIZE is near", FUNCTION(is_near, BLOCK_SIZE)}, {.text = NULL}};

static struct work count_sorted(const struct job *job, const struct config *config)
{
    struct work work = count(job, config);
    CHECK(job->problem->inputs.setting[SHARE] == 0.5);
    if (job->problem->inputs.setting[ORDER] == ORDER_SORTED)
        work.amount[RESOURCE_RSQRT] = 1;
    return work;
}

/* A resource used with one word of a setting is used. Words are tried only if a resource is unused without. */
TEST(settings)
{
    struct bench bench = good;
    settings = orders;
    counted.times = 1, counted.launches = 0, counted.once = RESOURCES, counted.odd = counted.calls = 0;
    bench.report = (struct bench_report){.uses = USES(DRAM_READ) | USES(RSQRT), .work = count_sorted};
    check_of(&bench, "scan", "");
    CHECK(counted.calls == 3 * 2 * 2 * 2);
    counted.calls = 0;
    bench.report.uses = USES(DRAM_READ) | USES(RSQRT) | USES(RINT);
    check_of(&bench, "scan",
             "scan/tiles: .report.uses: USES(RINT) is one too many: work() never gives an amount of it");
    CHECK(counted.calls == 4 * 2 * 2 * 2);
    bench.problem.setup = setup_sorted;
    bench.space.constraints = near_only;
    check_of(&bench, "scan",
             "scan/tiles: .report.uses: USES(RINT) is one too many: work() never gives an amount of it");
    counted.calls = 0;
    bench.report.uses = USES(DRAM_READ);
    check_of(&bench, "scan", "");
    CHECK(counted.calls == 3 * 2 * 2);
    settings = NULL;
}

/* ---- arrange ---- */

static enum status arrange(struct job *job, const struct config *config, struct fault *fault)
{
    float *in = job_refill(job, IN);
    in[0] = (float)config_real(config, SCALE);
    return config->value[LOAD] ? fail(fault, INVALID, "it does not fit") : OK;
}

/* As in a run: after arrange(), and not for configurations that it refuses. */
static struct work count_arranged(const struct job *job, const struct config *config)
{
    const float *in = job_host(job, IN);
    CHECK(!config->value[LOAD] && in[0] == (float)config_real(config, SCALE));
    return work(job, config);
}

/* arrange() must depend only on the parameters that .arranged_by names. */
static void test_arranged_by(void)
{
    struct bench bench = good;
    bench.problem.arrange = arrange;
    bench.problem.arranged_by = ARRANGED_BY(LOAD, SCALE);
    check_of(&bench, "scan", "");
    bench.problem.arranged_by = ARRANGED_BY(BLOCK_SIZE, LOAD);
    check_of(&bench, "scan",
             "scan/tiles: .problem.arranged_by: arrange() makes other inputs for configurations that agree in these "
             "parameters: it looks at another one");
}

TEST(arranged)
{
    check_of(&good, "scan", "");
    struct bench arranged = good;
    arranged.problem.arrange = arrange;
    arranged.report.work = count_arranged;
    check_of(&arranged, "scan", "");
    test_arranged_by();
}
