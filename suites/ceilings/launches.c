/* Empty kernels, launched one by one, as a graph, and by a kernel, and kernels that each wait for the one before: n of
 * them per iteration. */
#include "suites/ceilings/ceilings.h"

#include <inttypes.h>

enum { COUNTER }; /* slots */
DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 32, 128, 1024),
                  HOST_WORD(GROUPS, "one group, or one for each multiprocessor", one, units));
DEFINE_PARAMETERS(of_parents, AFTER(BLOCK_SIZE, NUMBER(BLOCK_SIZE, "threads of a parent's block", 32, 64, 128, 256)),
                  WORD(STREAM, "children of a block in order, or each by itself", default, fire_and_forget),
                  HOST_NUMBER(CHILDREN, "children of one parent at most", 1024, 16384));
enum { TIMED, COUNTING, VARIANTS }; /* variants: the kernels are empty, or count */

static void setup(struct job *job)
{
    job_output(job, SLOT(COUNTER), sizeof(uint32_t));
}

static uint64_t groups_of(const struct job *job, const struct config *config)
{
    return config->value[GROUPS] == GROUPS_units && job->device->units ? job->device->units : 1;
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t groups = groups_of(job, config);
    const int counting = job->variant == COUNTING;
    const struct compute_launch launch = launch_groups(groups, config_count(config, BLOCK_SIZE));
    enum status status = OK;
    for (uint64_t i = 0; i < job->n && status == OK; i++)
        status = LAUNCH(0, launch, ARRAY(COUNTER), VALUE(counting));
    return status;
}

/* ---- kernels that wait for the one before ---- */

static void setup_counters(struct job *job)
{
    job_output(job, SLOT(COUNTER), (job->device->units ? job->device->units : 1) * sizeof(uint32_t));
}

static enum status enqueue_chain(struct job *job, const struct config *config, struct fault *fault)
{
    const struct compute_launch launch = launch_groups(groups_of(job, config), config_count(config, BLOCK_SIZE));
    enum status status = OK;
    for (uint64_t i = 0; i < job->n && status == OK; i++)
        status = LAUNCH(0, launch, ARRAY(COUNTER));
    return status;
}

/* Each launch counts once in each group. */
static enum status verify_chain(const struct job *job, const struct config *config, struct verdict *verdict,
                                struct fault *fault)
{
    const uint32_t *counter = job_host(job, COUNTER);
    *verdict = (struct verdict){.tolerance = 0};
    for (uint64_t g = 0; g < groups_of(job, config); g++) {
        const uint32_t launched = counter[g] - job_filled(job), expected = (uint32_t)job->n;
        verdict->error = launched > expected ? launched - expected : expected - launched;
        if (launched != expected)
            return fail(fault, WRONG_RESULT, "%u kernels counted, expected %u, in group %" PRIu64, launched, expected,
                        g);
    }
    return OK;
}

/* ---- kernels launched by kernels ---- */

/* A parent ends when its children have ended, so the next one can use all pending launches. */
static enum status enqueue_parents(struct job *job, const struct config *config, struct fault *fault)
{
    const uint64_t most = config_count(config, CHILDREN), threads = config_count(config, BLOCK_SIZE);
    const int counting = job->variant == COUNTING;
    enum status status = OK;
    for (uint64_t done = 0; done < job->n && status == OK; done += most) {
        const uint32_t children = (uint32_t)(job->n - done < most ? job->n - done : most);
        status = LAUNCH(0, launch_over(children, threads, threads), ARRAY(COUNTER), VALUE(counting), VALUE(children));
    }
    return status;
}

/* The counter is not reset before the kernels, which would take time: they add to its value, modulo 2^32. Empty
 * kernels leave it unchanged. */
static enum status verify(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const uint32_t *counter = job_host(job, COUNTER);
    uint32_t launched = *counter - job_filled(job), expected = job->variant == COUNTING ? (uint32_t)job->n : 0;
    *verdict = (struct verdict){.error = launched > expected ? launched - expected : expected - launched,
                                .tolerance = 0}; /* each kernel counts once */
    if (launched != expected)
        return fail(fault, WRONG_RESULT, "%u kernels counted, expected %u", launched, expected);
    return OK;
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const enum resource *resource = job->bench->own;
    struct work work = {0};
    work.amount[*resource] = (double)job->n;
    return work;
}

static unsigned relocatable(UNNEEDED const struct config *config)
{
    return COMPUTE_RELOCATABLE;
}

/* clang-format off */
#define LAUNCHES(word, what, rate, ...)                                                                                \
    .name = word, .summary = what, .own = &(const enum resource){RESOURCE_##rate},                                     \
    .size = {.unit = "launches", .classes = {__VA_ARGS__}, .most = 1 << 16},                                           \
    .problem = {.variants = VARIANTS, .setup = setup, .verify = verify},                                               \
    .report = {.uses = USES(rate), .work = work}, .tests = NAMES("--size 1,7,2049")
#define NULL_KERNEL                                                                                                    \
    .kernel = {.file = "ceilings/launches.cl", .entries = NAMES("nothing")},                                           \
    .space = {.parameters = parameters,                                                                                \
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},                                                     \
    DEFAULTS(32, GROUPS_one), .device.enqueue = enqueue
/* clang-format on */

const struct bench ceiling_launch = {
    LAUNCHES("launch", "launches of a kernel that does nothing, one by one", LAUNCH, 16, 256, 4096),
    NULL_KERNEL,
};

const struct bench ceiling_graph_launch = {
    LAUNCHES("graph_launch", "launches of a kernel that does nothing, as one graph", GRAPH_LAUNCH, 16, 1024, 8192),
    NULL_KERNEL,
    .needs = NEEDS_GRAPHS,
    .device.captured = ceilings_always,
};

const struct bench ceiling_chained_launch = {
    .name = "chained_launch",
    .summary = "launches of a kernel that reads what the last one wrote, as one graph",
    .own = &(const enum resource){RESOURCE_CHAINED_LAUNCH},
    .needs = NEEDS_GRAPHS,
    .kernel = {.file = "ceilings/launches.cl", .entries = NAMES("count")},
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},
    DEFAULTS(32, GROUPS_one),
    .size = {.unit = "launches", .classes = {16, 1024, 8192}, .most = 1 << 16},
    .problem = {.variants = 1, .setup = setup_counters, .verify = verify_chain},
    .device = {.enqueue = enqueue_chain, .captured = ceilings_always},
    .report = {.uses = USES(CHAINED_LAUNCH), .work = work},
    .tests = NAMES("--size 1,7,2049"),
};

const struct bench ceiling_child_launch = {
    LAUNCHES("child_launch", "launches of a kernel that does nothing, by the threads of a kernel", CHILD_LAUNCH, 216,
             16384, 65536),
    .kernel = {.file = "ceilings/child_launch.cu", .entries = NAMES("parent"), .options = relocatable},
    .needs = NEEDS_CUDA | NEEDS_CHILD_LAUNCH,
    .space.parameters = of_parents,
    DEFAULTS(32, STREAM_default, 1024),
    .device.enqueue = enqueue_parents,
};

const struct bench ceiling_launch_by_host = {
    LAUNCHES("launch_by_host", "launches one by one, by the host's clock: it queues them and waits", LAUNCH, 16, 256,
             4096),
    NULL_KERNEL,
    .device.host_timed = true,
};
