/* The hash of an iteration's queued work: any change of the work changes it, and equal work has the same one, in
 * another job, too. */
#include "tests/tuner/job/fake_context.h"

enum { IN, OUT, ROOM, HOST };

KERNELS({"copy.cl", "//fake copy\n"});

/* An iteration: its differences from the usual one. */
struct plan {
    int kernel, to, fill, wait, stream, copies; /* wait: one stream for the other */
    uint64_t groups, number, offset, bytes, from;
    uint32_t group;
    size_t in_bytes;
    bool captured, receives, backwards, brief, output;
    const char *constant; /* instead of the number, or NULL */
};
static struct plan plan;

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", 64 + plan.in_bytes), 1, 64 + plan.in_bytes);
    job_output(job, OUT, "out", 64);
    plan.output ? job_output(job, ROOM, "room", 64) : job_scratch(job, ROOM, "room", 64);
    job_host_memory(job, HOST, "host", 64, HOST_SCRATCH, true);
}

static enum status copy(struct job *job, struct fault *fault)
{
    char *host = job_memory(job, HOST);
    return plan.receives ? job_receive(job, ROOM, plan.offset, host, 8 + plan.bytes, 0, fault)
                         : job_send(job, ROOM, plan.offset, host, 8 + plan.bytes, 0, fault);
}

static enum status launch(struct job *job, struct fault *fault)
{
    const struct compute_launch size = {
        .groups = {2 + plan.groups, 1, 1}, .group = {32 + plan.group, 1, 1}, .stream = plan.stream};
    const uint64_t number = 3 + plan.number;
    const uint32_t brief = 3;
    struct compute_argument arguments[] = {COMPUTE_ARRAY(job_array(job, IN)),
                                           COMPUTE_ARRAY(job_array(job, plan.to ? plan.to : OUT)),
                                           COMPUTE_VALUE(number)};
    if (plan.brief)
        arguments[2] = COMPUTE_VALUE(brief);
    if (plan.constant)
        arguments[2] = COMPUTE_CONSTANT(plan.constant, job_array(job, IN), plan.from, 8);
    return job_launch(job, plan.kernel, size, arguments, 3, fault);
}

ENQUEUE(enqueue)
{
    enum status status = plan.backwards ? launch(job, fault) : OK;
    if (status == OK)
        status = job_fill(job, ROOM, (uint8_t)(1 + plan.fill), fault);
    for (int i = 0; i < 1 + plan.copies && status == OK; i++)
        status = copy(job, fault);
    if (status == OK && plan.wait)
        status = job_stream_wait(job, 1, 0, fault);
    if (status == OK && !plan.backwards)
        status = launch(job, fault);
    return status == OK && plan.wait ? job_stream_wait(job, 0, 1, fault) : status;
}

static bool captured(UNNEEDED const struct config *config)
{
    return plan.captured;
}

static const struct bench bench = {
    .name = "planned",
    .kernel = {.file = "copy.cl", .entries = NAMES("copy", "other")},
    FUNCTIONS(accept),
    .device.captured = captured,
};
static struct bench renamed;
REGISTRY("plans", kernels, &bench);
static struct worker_context place = {.registry = &registry};

static struct store_key trace_of(const struct bench *of, struct plan planned)
{
    plan = planned;
    bed_open(problem_of(&suite, of, 8, 1));
    FREED struct config *config = config_new(&bed.problem, 0);
    struct loaded loaded = place_load(config);
    job_use(&bed.job, &loaded);
    CHECK_OK(bed_verify(0, &caught));
    const struct store_key key = job_trace(&bed.job);
    CHECK_OK(job_verify_changed(&bed.job, config, (struct timed_check){1, false, false}, &bed.verdict,
                                &caught)); /* which has no effect */
    CHECK_TEXT(job_trace(&bed.job).text, key.text);
    program_unload(&loaded);
    return key;
}

TEST(trace)
{
    static const char *const other[] = {"copy", "another", NULL};
    const struct plan changed[] = {
        {0},
        {.kernel = 1},
        {.to = ROOM},
        {.fill = 1},
        {.wait = 1},
        {.copies = 1},
        {.groups = 1},
        {.number = 1},
        {.offset = 8},
        {.bytes = 8},
        {.group = 32},
        {.in_bytes = 64},
        {.receives = true},
        {.backwards = true},
        {.brief = true},
        {.wait = 1, .stream = 1},
        {.output = true},
        {.copies = -1},
        {.copies = -1, .captured = true},
        {.constant = "table"},
        {.constant = "tables"},
        {.constant = "table", .from = 8},
    };
    enum { CHANGES = sizeof changed / sizeof *changed };
    struct store_key key[CHANGES + 1];
    renamed = bench;
    renamed.kernel.entries = other;
    for (int i = 0; i < CHANGES; i++)
        key[i] = trace_of(&bench, changed[i]);
    key[CHANGES] = trace_of(&renamed, changed[0]);
    CHECK_TEXT(trace_of(&bench, changed[0]).text, key[0].text);
    for (int i = 0; i <= CHANGES; i++)
        for (int j = 0; j < i; j++)
            WRONG_IF(!strcmp(key[i].text, key[j].text), "changes %d and %d have one trace\n", i, j);
}
