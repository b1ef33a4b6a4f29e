#include "tuner/ceilings/ceilings.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/store.h"
#include "tuner/job/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* FORMAT is incremented when a blob, or what a bench's work() counts, changes. */
#define FORMAT "2"
struct blob {
    double rate;
    int64_t measured; /* seconds since 1970 */
};

/* Configurations that must be tried: most spaces whole. On a GPU that takes seconds. On a CPU, where one takes half a
 * second, only the suite itself does it: the best of a few would be no ceiling. */
enum { CONFIGURATIONS = 64 };
static const double least_time_limit = 30; /* a shorter one of the user's must not leave the best out */

bool ceilings_problem(const struct problem *problem)
{
    return !strcmp(problem->suite->name, RESOURCE_SUITE);
}

/* The target that measures a resource on a device; false if there is none. */
static bool find_target(const struct registry *registry, enum resource resource, const struct compute_device *device,
                        uint64_t seed, struct target *target)
{
    *target = (struct target){0};
    const struct suite *suite = registry_find(registry, RESOURCE_SUITE);
    const struct bench *const *benches = suite ? suite->benches : (const struct bench *[]){NULL};
    while (*benches && strcmp((*benches)->name, resource_word(resource)))
        benches++;
    const struct bench *bench = *benches;
    if (!bench || bench_missing(bench, device))
        return false;
    target->problem = problem_of(suite, bench, bench->size.classes[device->is_cpu ? SMALL : MEDIUM], seed);
    struct allowed allowed;
    const enum status status = allowed_solve(&target->problem, &target->restriction, device, &allowed, NULL);
    const bool some = status == OK && allowed.solved.count > 0;
    allowed_free(&allowed);
    return some;
}

/* ---- the store ---- */

/* The key of all that a ceiling depends on: the device, the bench's kernel, its compilation and space, the size, the
 * state of the caches. */
static struct store_key key_of(const struct problem *problem, const struct registry *registry,
                               const struct compute_device *device, bool cold)
{
    const struct bench *bench = problem->bench;
    struct config *config = config_new(problem, space_default(&bench->space));
    struct store_hash hash = store_hash_start();
    const struct bench_kernel *kernel;
    const size_t kernels = config_kernels(config, &kernel);
    static const char format[] = "ceiling " FORMAT;
    const char *const texts[] = {format,       bench->name,    device->backend, device->name,
                                 device->uuid, device->driver, device->compiler};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        store_hash_text(&hash, texts[i]);
    store_hash_add(&hash, &problem->n, sizeof problem->n);
    store_hash_add(&hash, &cold, sizeof cold);
    space_hash(&hash, &bench->space);
    for (size_t k = 0; k < kernels; k++) {
        char *source = NULL;
        unsigned options = kernel[k].options ? kernel[k].options(config) : 0;
        store_hash_add(&hash, &options, sizeof options);
        if (kernel[k].file && source_compose(registry, config, &kernel[k], &source, NULL) == OK)
            store_hash_text(&hash, source);
        free(source);
    }
    free(config);
    return store_hash_key(&hash);
}

/* Whether rate and date are plausible; the date may be a day in the future. */
static bool is_sound(const struct blob *blob)
{
    return isfinite(blob->rate) && blob->rate > 0 && blob->measured > 0 && blob->measured < time(NULL) + 24 * 60 * 60;
}

/* The stored ceiling, of any age; its rate is 0 if there is none. */
static struct blob get(const char *store, struct store_key key)
{
    struct blob kept = {0};
    struct store_blob blob = store_get(store, STORE_CEILING, key);
    if (blob.size == sizeof kept)
        memcpy(&kept, blob.bytes, sizeof kept);
    store_release(&blob);
    return is_sound(&kept) ? kept : (struct blob){0};
}

/* The ceiling of a device, by its number. */
static struct store_key key_in(const struct tuner *tuner, size_t d, const struct problem *problem)
{
    const struct tuner_options *options = &tuner->options;
    return key_of(problem, options->registry, &tuner->device[d].device, options->cold);
}

/* A cache that cannot be written costs time only. */
static void put(const struct tuner *tuner, size_t d, const struct problem *problem, double rate)
{
    struct blob blob = {rate, time(NULL)};
    store_put(tuner->options.launcher.cache, STORE_CEILING, key_in(tuner, d, problem), &blob, sizeof blob, NULL);
}

void ceilings_kept(struct kept_ceilings *kept, const struct registry *registry, const char *store,
                   const struct compute_device *device, bool cold)
{
    *kept = (struct kept_ceilings){0};
    for (enum resource r = 0; r < RESOURCES; r++) {
        struct target target;
        if (!find_target(registry, r, device, 0, &target))
            continue;
        struct blob blob = get(store, key_of(&target.problem, registry, device, cold));
        kept->ceilings.rate[r] = blob.rate;
        kept->measured[r] = blob.measured;
        kept->missing += blob.rate <= 0;
    }
}

/* ---- measuring ---- */

/* A ceiling of a device, which measures it itself. */
struct ceiling_task {
    struct ceiling_tasks *all;
    struct target target;
    enum resource resource;
    size_t device;
    char reason[96]; /* of its last configuration that failed */
};

/* What is measured, in an order in which devices begin with different ceilings: so one finds the other's programs in
 * the store, and few take the host's times at once. */
struct ceiling_tasks {
    struct tuner *tuner;
    const struct ceilings_listener *listener;
    struct ceilings *ceilings; /* of each device; and */
    uint64_t *missing;         /* what is missing, of which those that fail stay; */
    char (*first)[96];         /* and why the first one failed */
    struct ceiling_task *task;
    size_t count, given, begun;
    double start, seconds; /* a limit; 0: none */
    struct run_options options;
};

static void set_reason(char reason[96], const char *text)
{
    snprintf(reason, 96, "%.*s", (int)strcspn(text, "\n"), text);
}

static void keep_first(char first[96], const char *reason)
{
    if (!*first)
        set_reason(first, reason);
}

static void forward_row(void *user, const struct problem *problem, const struct result *result, const char *reason)
{
    struct ceiling_task *task = user;
    (void)problem;
    if (result->status != OK)
        set_reason(task->reason, reason);
}

static void forward_progress(void *user, const struct progress *progress)
{
    const struct ceilings_listener *listener = ((struct ceiling_task *)user)->all->listener;
    listener->progress(listener->user, progress);
}

/* By the median of the blocks; where the host times by the least one, since interruptions only lengthen those. */
static double rate_of(const struct target *target, const struct best *best, enum resource resource)
{
    const struct result *row = &best->result;
    double ns = row->median_ns;
    for (size_t i = 0; i < row->blocks && target->problem.bench->device.host_timed; i++)
        ns = fmin(ns, row->block_ns[i]);
    return ns > 0 ? row->amount[resource] / ns * 1e9 : 0;
}

/* Whether a search was complete: one that its budget ended may have missed a much faster configuration. */
static bool is_whole(const struct best *best)
{
    return best->measured >= (best->allowed < CONFIGURATIONS ? best->allowed : CONFIGURATIONS);
}

static bool is_lost(const struct ceiling_task *task)
{
    return task->all->tuner->devices && task->all->tuner->device[task->device].gone;
}

/* The next task of a device that was not lost. */
static enum next_target next_task(void *user, bool early, const struct target **target, struct run_options *options)
{
    struct ceiling_tasks *all = user;
    (void)early;
    while (all->given < all->count && is_lost(&all->task[all->given]))
        all->given++;
    if (all->given == all->count)
        return TARGET_NONE;
    struct ceiling_task *task = &all->task[all->given++];
    *target = &task->target;
    *options = all->options;
    options->user = task;
    return TARGET_NEXT;
}

/* The time is not divided: complete ones are stored, and the next run continues from there. */
static bool begin_task(void *user, const struct target *target, struct run_options *options)
{
    struct ceiling_tasks *all = user;
    const struct ceiling_task *task = options->user;
    char *first = all->first[task->device];
    (void)target;
    if (all->seconds > 0)
        options->budget.seconds = options->most_seconds = all->seconds - (clock_seconds() - all->start);
    if (all->seconds > 0 && options->budget.seconds <= 0) {
        keep_first(first, "no time was left for it");
        return false;
    }
    all->listener->begin(all->listener->user, task->resource, (int)++all->begun, (int)all->count);
    return true;
}

/* Why a task has no rate. */
static void explain(struct ceiling_task *task, const struct best *best)
{
    if (is_lost(task))
        snprintf(task->reason, sizeof task->reason, "the device does not come back: %.60s",
                 task->all->tuner->device[task->device].why);
    else if (!is_whole(best))
        set_reason(task->reason, "no time was left for all of it");
    else if (best->result.median_ns > 0)
        set_reason(task->reason, "its bench counts no amount of it");
}

static void end_task(void *user, const struct target *target, const struct best *best)
{
    struct ceiling_tasks *all = user;
    struct ceiling_task *task = all->task;
    while (&task->target != target)
        task++;
    char *first = all->first[task->device];
    const bool complete = !*all->tuner->options.stop && !is_lost(task) && is_whole(best);
    const double rate = complete ? rate_of(target, best, task->resource) : 0;
    if (rate > 0) {
        all->ceilings[task->device].rate[task->resource] = rate;
        put(all->tuner, task->device, &task->target.problem, rate);
        all->missing[task->device] &= ~(UINT64_C(1) << task->resource);
    } else {
        explain(task, best);
        keep_first(first, task->reason);
    }
    all->listener->end(all->listener->user);
}

/* Adds a device's task, if it has as many: the first is another one for each device. */
static void add_task(struct ceiling_tasks *all, size_t d, size_t devices, int at, uint64_t seed)
{
    const int count = __builtin_popcountll(all->missing[d]);
    uint64_t left = all->missing[d];
    if (at >= count)
        return;
    for (int skip = (at + (int)(d * (size_t)count / devices)) % count; skip; skip--)
        left &= left - 1;
    struct ceiling_task *task = &all->task[all->count++];
    *task = (struct ceiling_task){.all = all, .resource = (enum resource)__builtin_ctzll(left), .device = d};
    find_target(all->tuner->options.registry, task->resource, &all->tuner->options.device, seed, &task->target);
    task->target.device = all->tuner->devices ? d + 1 : 0;
}

/* Measures what is missing, on all devices at the same time, and reports what then is missing. Without a device, all is
 * compiled. */
static void measure_all(struct ceilings *ceilings, struct tuner *tuner, uint64_t *missing, uint64_t seed,
                        double seconds, double time_limit, const struct ceilings_listener *listener)
{
    const size_t devices = tuner->devices ? tuner->devices : 1;
    struct ceiling_tasks all = {.tuner = tuner,
                                .listener = listener,
                                .ceilings = ceilings,
                                .missing = missing,
                                .first = allocate(devices * sizeof *all.first),
                                .task = allocate(devices * RESOURCES * sizeof *all.task),
                                .start = clock_seconds(),
                                .seconds = seconds};
    all.options = (struct run_options){
        .strategy = &random_strategy,
        .budget = {.configurations = CONFIGURATIONS, .binds = true},
        .brief = true,
        .confidence = TUNER_CONFIDENCE,
        .time_limit = fmax(time_limit, least_time_limit),
        .row = forward_row,
        .progress = forward_progress,
    };
    for (int at = 0; at < RESOURCES; at++)
        for (size_t d = 0; d < devices; d++)
            add_task(&all, d, devices, at, seed);
    const struct target_source source = {next_task, begin_task, end_task, &all};
    struct fault fault = {0};
    tuner_run_all(tuner, &source, &fault);
    for (size_t d = 0; d < tuner->devices && !*tuner->options.stop; d++)
        if (missing[d])
            listener->missing(listener->user, missing[d], all.first[d]);
    free(all.first);
    free(all.task);
}

/* The union over the problems that these clocks time and the device can run. */
static uint64_t needed(const struct tuner *tuner, const struct target *targets, size_t count, unsigned clocks)
{
    uint64_t needed = 0;
    for (size_t t = 0; t < count; t++) {
        const struct bench *bench = targets[t].problem.bench;
        const unsigned clock = bench->device.host_timed ? TIMED_BY_HOST : TIMED_BY_DEVICE;
        if (clocks & clock && !ceilings_problem(&targets[t].problem) && !bench_missing(bench, &tuner->options.device))
            needed |= resource_needs(bench->report.uses, tuner->options.cold);
    }
    return needed;
}

/* Reads the needed ceilings of a device from the store; returns the missing ones as a set. */
static uint64_t take_kept(struct ceilings *ceilings, const struct tuner *tuner, size_t d, uint64_t needs, uint64_t seed)
{
    const struct tuner_options *of = &tuner->options;
    uint64_t missing = 0;
    for (enum resource r = 0; r < RESOURCES; r++) {
        struct target target;
        if (!(needs >> r & 1) || ceilings->rate[r] > 0 || !find_target(of->registry, r, &of->device, seed, &target))
            continue;
        ceilings->rate[r] = get(of->launcher.cache, key_in(tuner, d, &target.problem)).rate;
        missing |= ceilings->rate[r] > 0 ? 0 : UINT64_C(1) << r;
    }
    return missing;
}

/* A device that a ceiling's bench has lost may work again by now, with another one. */
static void take_back(struct tuner *tuner, const bool *gone)
{
    for (size_t i = 0; i < tuner->workers; i++) {
        tuner->device[i].gone = gone[tuner->device[i].number];
        tuner->device[i].parked = false;
        tuner->device[i].attempts = 0;
    }
}

void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct target *targets, size_t count,
                   unsigned clocks, bool measure, double seconds, double time_limit,
                   const struct ceilings_listener *listener)
{
    const uint64_t needs = needed(tuner, targets, count, clocks), seed = count ? targets[0].problem.seed : 0;
    uint64_t *missing = allocate((tuner->devices + 1) * sizeof *missing), some = 0;
    bool *gone = allocate(tuner->devices + 1);
    const double begun = clock_seconds();
    for (size_t d = 0; d < tuner->devices; d++) {
        gone[d] = tuner->device[d].gone;
        missing[d] = take_kept(&ceilings[d], tuner, d, needs, seed);
        missing[d] = gone[d] ? 0 : missing[d];
        some |= missing[d];
    }
    if (some && measure && !tuner->options.device.is_cpu) {
        double before[PHASES];
        memcpy(before, tuner->seconds, sizeof before);
        measure_all(ceilings, tuner, missing, seed, seconds > 0 ? fmax(1e-3, seconds) : 0, time_limit, listener);
        take_back(tuner, gone);
        tuner_count_as(tuner, PHASE_CEILINGS, before, begun);
    }
    free(gone);
    free(missing);
}

void ceilings_compile(struct tuner *tuner, const struct target *targets, size_t count, double time_limit,
                      const struct ceilings_listener *listener)
{
    const uint64_t needs = needed(tuner, targets, count, TIMED_BY_BOTH);
    uint64_t missing = tuner->options.device.is_cpu ? 0 : needs;
    struct ceilings none = {0};
    struct target target;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (!find_target(tuner->options.registry, r, &tuner->options.device, 0, &target))
            missing &= ~(UINT64_C(1) << r);
    measure_all(&none, tuner, &missing, count ? targets[0].problem.seed : 0, 0, time_limit, listener);
}

void ceilings_take(struct ceilings *ceilings, const struct tuner *tuner, const struct target *target,
                   const struct best *best)
{
    const struct tuner_options *options = &tuner->options;
    enum resource resource = resource_find(target->problem.bench->name);
    struct target whole;
    if (resource == RESOURCES || *options->stop ||
        !find_target(options->registry, resource, &options->device, target->problem.seed, &whole))
        return;
    bool same = whole.problem.n == target->problem.n && !target->restriction.admitted;
    double rate = rate_of(target, best, resource);
    if (!same || !is_whole(best) || best->objective != OBJECTIVE_STREAM || !(rate > 0))
        return;
    const size_t d = result_device(&best->result);
    ceilings[d].rate[resource] = rate;
    put(tuner, d, &whole.problem, rate);
}
