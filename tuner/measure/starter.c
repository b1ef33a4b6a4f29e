#include "tuner/measure/sampler.h"

#include <math.h>

enum { EVICT, HOLD };
enum { CALIBRATION_STEPS = 20000 }; /* 40 us at 4 cycles each and 2 GHz */
static const double longest_hold_ns = 50e6;

/* A bench of no parameters, so that the kernels are composed, compiled and stored like any other. */
static const struct bench evict_bench = {.name = "evict",
                                         .kernel = {.file = "tuner/evict.cl", .entries = NAMES("evict", "hold")}};

static enum status load(struct starter *starter, const char *store, const struct registry *registry,
                        struct fault *fault)
{
    struct program program;
    enum status status =
        program_make_plain(store, registry, compute_context_device(starter->context), &evict_bench, &program, fault);
    if (status == OK)
        status = program_load(store, starter->context, program.key, &evict_bench.kernel, 1, &starter->loaded, fault);
    return status == OK ? compute_array_new(starter->context, sizeof(float), &starter->unwritten, fault) : status;
}

static enum status make_evicted(struct starter *starter, struct fault *fault)
{
    starter->evicted_bytes = 2 * compute_context_device(starter->context)->l2_bytes;
    enum status status = compute_array_new(starter->context, starter->evicted_bytes, &starter->evicting, fault);
    return status == OK ? compute_array_fill(starter->evicting, 0, fault) : status;
}

bool starter_holds(const struct starter *starter)
{
    return starter->unwritten && !compute_context_device(starter->context)->is_cpu;
}

enum status starter_spend(struct starter *starter, uint64_t steps, struct fault *fault)
{
    if (!starter_holds(starter))
        return OK;
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(starter->unwritten), COMPUTE_VALUE(steps)};
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    return compute_kernel_launch(starter->loaded.kernel[HOLD], launch, arguments, 2, fault);
}

/* Of the second of two launches, as the first one also loads the kernel. */
enum status starter_calibrate(struct starter *starter, struct fault *fault)
{
    double ns = 0;
    if (!starter_holds(starter))
        return OK;
    enum status status = starter_spend(starter, CALIBRATION_STEPS, fault);
    if (status == OK)
        status = compute_mark(starter->context, 0, fault);
    if (status == OK)
        status = starter_spend(starter, CALIBRATION_STEPS, fault);
    if (status == OK)
        status = compute_mark(starter->context, 1, fault);
    if (status == OK)
        status = compute_elapsed(starter->context, &ns, fault);
    starter->step_ns = ns / CALIBRATION_STEPS;
    return status;
}

enum status starter_open(struct starter *starter, struct compute_context *context, bool cold, const char *store,
                         const struct registry *registry, struct fault *fault)
{
    const struct compute_device *device = compute_context_device(context);
    bool evicts = cold && device->l2_bytes, holds = !device->is_cpu;
    *starter = (struct starter){.context = context};
    if (!evicts && !holds)
        return OK;
    enum status status = load(starter, store, registry, evicts ? fault : NULL);
    if (status != OK && !evicts)
        return OK; /* where the cache takes no binary no bench will run either, and their rows say why */
    return status == OK && evicts ? make_evicted(starter, fault) : status;
}

void starter_close(struct starter *starter)
{
    program_unload(&starter->loaded);
    compute_array_free(starter->evicting);
    compute_array_free(starter->unwritten);
    *starter = (struct starter){0};
}

enum status starter_evict(struct starter *starter, struct fault *fault)
{
    if (!starter->evicted_bytes)
        return OK;
    compute_context_release_caches(starter->context); /* else what is marked as evicted last would stay */
    uint64_t length = starter->evicted_bytes / (4 * sizeof(float));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(starter->evicting), COMPUTE_ARRAY(starter->unwritten),
                                                 COMPUTE_VALUE(length)};
    struct compute_launch launch = {.groups = {8 * compute_context_device(starter->context)->units, 1, 1},
                                    .group = {256, 1, 1}};
    return compute_kernel_launch(starter->loaded.kernel[EVICT], launch, arguments, 3, fault);
}

enum status starter_hold(struct starter *starter, double ns, struct fault *fault)
{
    if (!(starter->step_ns > 0))
        return OK;
    return starter_spend(starter, (uint64_t)(fmin(ns, longest_hold_ns) / starter->step_ns), fault);
}
