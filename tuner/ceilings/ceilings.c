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

/* Callbacks of a measurement in progress. */
struct ceiling_progress {
    const struct ceilings_listener *listener;
    char reason[96]; /* of the last configuration of a ceiling that failed */
    char first[96];  /* why the first one failed */
};

static void forward_reason(struct ceiling_progress *forward, const char *reason)
{
    snprintf(forward->reason, sizeof forward->reason, "%.*s", (int)strcspn(reason, "\n"), reason);
}

static void forward_row(void *user, const struct problem *problem, const struct result *result, const char *reason)
{
    (void)problem;
    if (result->status != OK)
        forward_reason(user, reason);
}

static void forward_progress(void *user, const struct progress *progress)
{
    const struct ceilings_listener *listener = ((struct ceiling_progress *)user)->listener;
    listener->progress(listener->user, progress);
}

static double rate_of(const struct best *best, enum resource resource)
{
    return best->result.median_ns > 0 ? best->result.amount[resource] / best->result.median_ns * 1e9 : 0;
}

/* Whether a search was complete: one that its budget ended may have missed a much faster configuration. */
static bool is_whole(const struct best *best)
{
    return best->measured >= (best->allowed < CONFIGURATIONS ? best->allowed : CONFIGURATIONS);
}

/* The rate, or 0 with a reason. Not OK: the device is lost. */
static enum status measure(struct tuner *tuner, const struct target *target, const struct run_options *options,
                           enum resource resource, double *rate)
{
    struct ceiling_progress *forward = options->user;
    struct best *best = allocate(sizeof *best);
    struct fault fault = {0};
    enum status status = tuner_run(tuner, target, options, best, &fault);
    *rate = status != OK || *tuner->options.stop || !is_whole(best) ? 0 : rate_of(best, resource);
    if (status != OK)
        forward_reason(forward, fault.text);
    else if (!is_whole(best))
        forward_reason(forward, "no time was left for all of it");
    else if (best->result.median_ns > 0)
        forward_reason(forward, "its bench counts no amount of it");
    forward->listener->end(forward->listener->user);
    free(best);
    return status;
}

/* Measures the resources of `missing` on tuner->only; those that failed stay in the set. */
static void measure_all(struct ceilings *ceilings, struct tuner *tuner, uint64_t *missing, uint64_t seed,
                        double seconds, double time_limit, struct ceiling_progress *forward)
{
    const size_t d = tuner->only ? (size_t)(tuner->only - tuner->device) : 0; /* none: nothing is run */
    const struct compute_device *device = &tuner->options.device;
    const double start = clock_seconds();
    struct run_options options = {
        .strategy = &random_strategy,
        .budget = {.configurations = CONFIGURATIONS, .binds = true},
        .brief = true,
        .confidence = TUNER_CONFIDENCE,
        .time_limit = fmax(time_limit, least_time_limit),
        .row = forward_row,
        .progress = forward_progress,
        .user = forward,
    };
    int count = __builtin_popcountll(*missing), at = 0;
    enum status status = OK;
    for (enum resource r = 0; r < RESOURCES && status == OK && !*tuner->options.stop; r++) {
        struct target target;
        double rate = 0;
        if (!(*missing >> r & 1))
            continue;
        /* not divided: complete ones are stored, and the next run continues from there */
        options.budget.seconds = seconds > 0 ? seconds - (clock_seconds() - start) : 0;
        options.most_seconds = options.budget.seconds;
        if (seconds > 0 && options.budget.seconds <= 0) {
            snprintf(forward->first, sizeof forward->first, "%s",
                     *forward->first ? forward->first : "no time was left for it");
            break;
        }
        forward->listener->begin(forward->listener->user, r, ++at, count);
        find_target(tuner->options.registry, r, device, seed, &target);
        status = measure(tuner, &target, &options, r, &rate);
        if (rate > 0) {
            ceilings->rate[r] = rate;
            put(tuner, d, &target.problem, rate);
            *missing &= ~(UINT64_C(1) << r);
        } else if (!*forward->first) {
            memcpy(forward->first, forward->reason, sizeof forward->first);
        }
    }
}

/* The union over the problems that the device can run. */
static uint64_t needed(const struct tuner *tuner, const struct target *targets, size_t count)
{
    uint64_t needed = 0;
    for (size_t t = 0; t < count; t++) {
        const struct bench *bench = targets[t].problem.bench;
        if (!ceilings_problem(&targets[t].problem) && !bench_missing(bench, &tuner->options.device))
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

void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct target *targets, size_t count,
                   bool measure, double seconds, double time_limit, const struct ceilings_listener *listener)
{
    const volatile sig_atomic_t *stop = tuner->options.stop;
    const uint64_t needs = needed(tuner, targets, count), seed = count ? targets[0].problem.seed : 0;
    const double start = clock_seconds();
    for (size_t d = 0; d < tuner->devices && !*stop; d++) {
        struct ceiling_progress forward = {.listener = listener};
        uint64_t missing = take_kept(&ceilings[d], tuner, d, needs, seed);
        const double begun = clock_seconds(), left = seconds > 0 ? fmax(1e-3, seconds - (begun - start)) : 0;
        if (!missing || !measure || tuner->options.device.is_cpu || tuner->device[d].gone)
            continue;
        double before[PHASES];
        memcpy(before, tuner->seconds, sizeof before);
        tuner->only = &tuner->device[d];
        measure_all(&ceilings[d], tuner, &missing, seed, left, time_limit, &forward);
        tuner->only = NULL;
        tuner_count_as(tuner, PHASE_CEILINGS, before, begun);
        if (missing && !*stop)
            listener->missing(listener->user, missing, forward.first);
    }
}

void ceilings_compile(struct tuner *tuner, const struct target *targets, size_t count, double time_limit,
                      const struct ceilings_listener *listener)
{
    struct ceiling_progress forward = {.listener = listener};
    const uint64_t needs = needed(tuner, targets, count);
    uint64_t missing = tuner->options.device.is_cpu ? 0 : needs;
    struct ceilings none = {0};
    struct target target;
    for (enum resource r = 0; r < RESOURCES; r++)
        if (!find_target(tuner->options.registry, r, &tuner->options.device, 0, &target))
            missing &= ~(UINT64_C(1) << r);
    measure_all(&none, tuner, &missing, count ? targets[0].problem.seed : 0, 0, time_limit, &forward);
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
    double rate = rate_of(best, resource);
    if (!same || !is_whole(best) || best->objective != OBJECTIVE_STREAM || !(rate > 0))
        return;
    const size_t d = result_device(&best->result);
    ceilings[d].rate[resource] = rate;
    put(tuner, d, &whole.problem, rate);
}
