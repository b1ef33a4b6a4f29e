/* A suite with planted faults: among good configurations, one of each kind of bad ones. */
#include "tests/planted/copies.h"

enum { GROUPS = 8 };
enum { BLOCK_SIZE, PLANT };
enum { SPOIL_INPUT = 8, HANG_COMPILE = 15 }; /* of PLANT's words */

static void setup(struct job *job)
{
    float *in = job_input(job, IN, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = (float)job_uniform(job->seed, i);
    job_output(job, OUT, "out", GROUPS * sizeof(float));
}

EXPECT(expect)
{
    double *sum = expected;
    const float *in = job_host(job, IN);
    uint64_t part = (job->n + GROUPS - 1) / GROUPS;
    for (uint64_t i = 0; i < job->n; i++)
        sum[i / part] += in[i];
}

ENQUEUE(enqueue)
{
    return LAUNCH(0, launch_groups(GROUPS, config_count(config, BLOCK_SIZE)), ARRAY(IN), ARRAY(OUT), VALUE(job->n));
}

/* Work-items add a few hundred numbers each at these sizes: 1e-5 is twenty times what they err. */
VERIFY(verify)
{
    const float *out = job_host(job, OUT);
    const double *expected = job_expected(job);
    verdict->tolerance = 1e-5;
    for (int g = 0; g < GROUPS; g++) {
        double error = fabs(out[g] - expected[g]) / fmax(expected[g], 1);
        verdict->error = error > verdict->error ? error : verdict->error;
        if (!(error <= verdict->tolerance))
            return fail(fault, WRONG_RESULT, "sum %d is %.9g, expected %.9g", g, out[g], expected[g]);
    }
    return OK;
}

WORK(work)
{
    return (struct work){.bytes = 4.0 * (double)job->n, .flops = (double)job->n};
}

static bool one_of_each(const struct config *config, UNNEEDED const struct compute_device *device)
{
    return config->value[PLANT] == 0 || config->value[BLOCK_SIZE] == 64;
}

/* No real compiler hangs or crashes on request, and the fake device looks at no output before it writes it, and writes
 * or reads nothing far from it. */
static bool device_is_fake(const struct config *config, const struct compute_device *device)
{
    bool fake = device && !strcmp(device->backend, "fake");
    return config->value[PLANT] < SPOIL_INPUT || fake == (config->value[PLANT] >= HANG_COMPILE);
}

/* What all benches here have in common; each adds its space. */
/* clang-format off */
#define SUMS(word, what, path, set_up, queue)                                                                          \
    .name = word, .summary = what,                                                                                     \
    .kernel = {.file = path, .entries = NAMES("sums")}, .size = {.classes = {4096, 65536, 1048576}, .most = 1 << 24},  \
    .problem = {.variants = 1, .expected_bytes = GROUPS * sizeof(double), .setup = set_up, .expect = expect,           \
                .verify = verify},                                                                                     \
    .device.enqueue = queue, .report.work = work, .tests = NAMES("--size 4096")
#define GROUP_SIZES(...) {"BLOCK_SIZE", "work-items in a group", VALUES(__VA_ARGS__)}
/* clang-format on */

static const struct bench planted_bench = {
    SUMS("sums", "sums with planted faults", "planted.cl", setup, enqueue),
    .space = {.parameters = PARAMETERS(
                  GROUP_SIZES(32, 64, 128, 256),
                  {"PLANT", "the fault",
                   WORDS("good", "no_compile", "too_much_local", "out_of_bounds", "wrong_sum", "endless", "crash",
                         "read_beyond", "spoil_input", "on_poison", "only_once", "add_beyond", "store_far_before",
                         "store_far_behind", "read_far_behind", "hang_compile", "crash_compile")}),
              .constraints =
                  CONSTRAINTS({"a planted fault has BLOCK_SIZE 64", FUNCTION(one_of_each, PLANT, BLOCK_SIZE)},
                              {"a compiler hangs or crashes on the fake device only, timed iterations cheat elsewhere",
                               FUNCTION(device_is_fake, PLANT)})},
    DEFAULTS(32, 0),
};

const struct suite planted_suite = {.name = "planted", .summary = "planted faults", .benches = BENCHES(&planted_bench)};

/* A suite that takes its time, to be interrupted. */
static const struct bench slow_bench = {
    SUMS("sums", "sums that compile slowly", "slow.cl", setup, enqueue),
    .space = {.parameters = PARAMETERS(GROUP_SIZES(1, 2, 4, 8, 16, 32, 64, 128),
                                       {"NUMBER", "something", VALUES(1, 2, 3, 4, 5, 6, 7, 8)})},
    DEFAULTS(32, 1),
};

const struct suite slow_suite = {.name = "slow", .summary = "slow compilations", .benches = BENCHES(&slow_bench)};

/* A suite whose device dies in the play-off and does not come back. What comes then finds none. */
static void setup_once(struct job *job)
{
    open_once();
    setup(job);
}

ENQUEUE(enqueue_some)
{
    static int iterations;
    if (++iterations > 40) /* behind the search, which has about half of them */
        abort();
    return enqueue(job, config, fault);
}

static const struct bench lost_bench = {
    SUMS("lost_sums", "sums that lose their device", "slow.cl", setup_once, enqueue_some),
    .space = {.parameters = PARAMETERS(GROUP_SIZES(32))},
    DEFAULTS(32),
};

const struct suite lost_suite = {.name = "lost", .summary = "a lost device", .benches = BENCHES(&lost_bench)};

/* On the fake device: a suite whose fastest configuration crashes in the play-off. */
ENQUEUE(enqueue_until_tired)
{
    static int iterations;
    if (config->value[BLOCK_SIZE] == 64 && ++iterations > 80)
        abort();
    return enqueue(job, config, fault);
}

static const struct bench tired_bench = {
    SUMS("tired_sums", "sums that work until the play-off", "planted.cl", setup, enqueue_until_tired),
    .space = {.parameters = PARAMETERS(GROUP_SIZES(32, 64))},
    DEFAULTS(32),
};

const struct suite tired_suite = {
    .name = "tired", .summary = "a crash in the play-off", .benches = BENCHES(&tired_bench)};
