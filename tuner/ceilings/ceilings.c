#include "tuner/ceilings/ceilings.h"

#include "cli/progress.h"
#include "base/memory.h"
#include "base/store.h"
#include "tuner/job/source.h"
#include "tuner/worker/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* FORMAT goes up when a blob, or what a bench's work() counts, changes. */
#define FORMAT "1"
struct blob {
    double rate;
    int64_t measured; /* seconds since 1970 */
};

/* Configurations that are tried: on a CPU, where one takes half a second, to inform; on a GPU most spaces whole. */
enum { CPU_CONFIGURATIONS = 3, GPU_CONFIGURATIONS = 64 };
static const double least_time_limit = 30; /* a shorter one of the user's must not leave the best out */

static const char suite_name[] = "ceilings";

bool ceilings_bench(const struct target *target)
{
    return !strcmp(all_suites[target->suite]->name, suite_name);
}

static const struct bench *bench_of(const struct target *target)
{
    return suite_bench(all_suites[target->suite], target->bench);
}

/* What measures a resource on a device; false where nothing does. */
static bool find_target(enum resource resource, const struct compute_device *device, struct target *target)
{
    *target = (struct target){.restriction = restriction_none()};
    if (!suite_find(suite_name, &target->suite))
        return false;
    const struct bench *bench = bench_of(target);
    while (bench && strcmp(bench->name, resource_word(resource))) {
        target->bench++;
        bench = bench_of(target);
    }
    if (!bench || bench_lacks(bench, device) || !search_allowed(bench, &target->restriction, device))
        return false;
    target->size = bench->sizes[device->is_cpu ? SMALL : MEDIUM];
    return true;
}

/* ---- the store ---- */

static void add_space(struct store_hash *hash, const struct space *space)
{
    for (size_t p = 0; p < space_parameters(space); p++) {
        const struct parameter *parameter = &space->parameters[p];
        store_hash_text(hash, parameter->name);
        for (size_t v = 0; v < parameter->count; v++) {
            char word[MAX_WORD];
            parameter_word(parameter, v, word);
            store_hash_text(hash, word);
        }
    }
}

/* Of all that a ceiling depends on: the device, the bench's kernel, how it is compiled and its space, the size, the
 * state of the caches. */
static struct store_key key_of(const struct target *target, const struct launcher *launcher,
                               const struct compute_device *device, bool cold)
{
    const struct bench *bench = bench_of(target);
    struct config config = space_config(&bench->space, space_index(&bench->space, bench->defaults));
    struct store_hash hash = store_hash_start();
    unsigned options = bench->options ? bench->options(&config) : 0;
    char *source = NULL;
    store_hash_text(&hash, "ceiling " FORMAT);
    store_hash_text(&hash, bench->name);
    store_hash_text(&hash, device->backend);
    store_hash_text(&hash, device->name);
    store_hash_text(&hash, device->uuid);
    store_hash_text(&hash, device->driver);
    store_hash_text(&hash, device->compiler);
    store_hash_add(&hash, &options, sizeof options);
    store_hash_add(&hash, &target->size, sizeof target->size);
    store_hash_add(&hash, &cold, sizeof cold);
    add_space(&hash, &bench->space);
    source_folder(launcher->kernels);
    if (bench->source && source_compose(bench, &config, &source, NULL) == OK)
        store_hash_text(&hash, source);
    free(source);
    return store_hash_key(&hash);
}

/* The kept ceiling, however old; its rate is 0 where there is none. */
static struct blob get(const struct target *target, const struct launcher *launcher,
                       const struct compute_device *device, bool cold)
{
    struct blob kept = {0};
    struct store_blob blob = store_get(launcher->cache, key_of(target, launcher, device, cold));
    if (blob.size == sizeof kept)
        memcpy(&kept, blob.bytes, sizeof kept);
    store_release(&blob);
    return kept;
}

/* A cache that cannot be written costs time only. */
static void put(const struct tuner *tuner, const struct target *target, double rate)
{
    const struct tuner_options *options = &tuner->options;
    struct blob blob = {rate, time(NULL)};
    store_put(options->launcher.cache, key_of(target, &options->launcher, &options->device, options->cold), &blob,
              sizeof blob, NULL);
}

void ceilings_kept(struct kept_ceilings *kept, const struct launcher *launcher, const struct compute_device *device,
                   bool cold)
{
    *kept = (struct kept_ceilings){0};
    for (enum resource r = 0; r < RESOURCES; r++) {
        struct target target;
        if (!find_target(r, device, &target))
            continue;
        struct blob blob = get(&target, launcher, device, cold);
        kept->ceilings.rate[r] = blob.rate;
        kept->measured[r] = blob.measured;
        kept->missing += blob.rate <= 0;
    }
}

/* ---- measuring ---- */

/* What a measurement says of itself on the way. */
struct watch {
    struct progress_printer printer;
    char reason[96]; /* of the last configuration of a ceiling that failed */
    char first[96];  /* why the first that was not measured was not */
};

static void watch_reason(struct watch *watch, const char *reason)
{
    snprintf(watch->reason, sizeof watch->reason, "%.*s", (int)strcspn(reason, "\n"), reason);
}

static void watch_row(void *user, const struct result *row)
{
    struct watch *watch = user;
    if (row->status != OK)
        watch_reason(watch, row->reason);
}

/* A terminal's live line; elsewhere the line that begins a ceiling is all. */
static void watch_progress(void *user, const struct progress *progress)
{
    struct watch *watch = user;
    if (watch->printer.live)
        progress_show(&watch->printer, progress);
}

static uint64_t configurations(const struct compute_device *device)
{
    return device->is_cpu ? CPU_CONFIGURATIONS : GPU_CONFIGURATIONS;
}

static double rate_of(const struct best *best, enum resource resource)
{
    return best->result.median_ns > 0 ? best->result.amount[resource] / best->result.median_ns * 1e9 : 0;
}

/* The rate, or 0 with a reason; by a tuner whose options are those for ceilings. Not OK: the device is lost. */
static enum status measure(struct tuner *tuner, const struct target *target, enum resource resource, double *rate,
                           struct watch *watch)
{
    struct best *best = allocate(sizeof *best);
    struct fault fault = {0};
    enum status status = tuner_run(tuner, target, best, &fault);
    *rate = status != OK || *tuner->options.stop ? 0 : rate_of(best, resource); /* of all of it, or none */
    if (status != OK)
        watch_reason(watch, fault.text);
    else if (best->result.median_ns > 0)
        watch_reason(watch, "its bench counts no amount of it");
    progress_clear(&watch->printer);
    free(best);
    return status;
}

/* Measures the resources of `missing`; what could not be measured stays there. */
static void measure_all(struct ceilings *ceilings, struct tuner *tuner, uint64_t *missing, struct watch *watch)
{
    const struct tuner_options options = tuner->options;
    int count = __builtin_popcountll(*missing), at = 0;
    enum status status = OK;
    tuner->options.strategy = strategy_find("random");
    tuner->options.budget_count = configurations(&options.device);
    tuner->options.budgeted = !options.device.is_cpu;
    tuner->options.time_limit = fmax(options.time_limit, least_time_limit);
    tuner->options.row = watch_row;
    tuner->options.progress = watch_progress;
    tuner->options.user = watch;
    for (enum resource r = 0; r < RESOURCES && status == OK && !*options.stop; r++) {
        struct target target;
        double rate = 0;
        if (!(*missing >> r & 1))
            continue;
        if (!watch->printer.live)
            fprintf(stderr, "measuring the ceiling %s (%d of %d)\n", resource_word(r), ++at, count);
        find_target(r, &options.device, &target);
        status = measure(tuner, &target, r, &rate, watch);
        if (rate > 0) {
            ceilings->rate[r] = rate;
            put(tuner, &target, rate);
            *missing &= ~(UINT64_C(1) << r);
        } else if (!*watch->first) {
            memcpy(watch->first, watch->reason, sizeof watch->first);
        }
    }
    tuner->options = options;
}

static void report(uint64_t missing, const struct watch *watch)
{
    bool first = true;
    fputs("gpubench: not measured:", stderr);
    for (enum resource r = 0; r < RESOURCES; r++)
        if (missing >> r & 1) {
            fprintf(stderr, "%s %s", first ? "" : ",", resource_word(r));
            first = false;
        }
    fprintf(stderr, " (%s); what uses it has no limit\n", watch->first);
}

/* The union over what the device can run. */
static uint64_t needed(const struct targets *targets, const struct tuner_options *options)
{
    uint64_t needed = 0;
    for (size_t t = 0; t < targets->count; t++) {
        const struct bench *bench = bench_of(&targets->target[t]);
        if (!ceilings_bench(&targets->target[t]) && !bench_lacks(bench, &options->device))
            needed |= resource_needs(bench->uses, options->cold);
    }
    return needed;
}

void ceilings_find(struct ceilings *ceilings, struct tuner *tuner, const struct targets *targets,
                   const struct options *options)
{
    const struct tuner_options *of = &tuner->options;
    struct watch watch = {0};
    uint64_t needs = needed(targets, of), missing = 0;
    if (options->ceilings == CEILINGS_OFF || !of->device.can_run)
        return;
    for (enum resource r = 0; r < RESOURCES; r++) {
        struct target target;
        if (!(needs >> r & 1) || ceilings->rate[r] > 0 || !find_target(r, &of->device, &target))
            continue;
        ceilings->rate[r] = get(&target, &of->launcher, &of->device, of->cold).rate;
        missing |= ceilings->rate[r] > 0 ? 0 : UINT64_C(1) << r;
    }
    if (!missing || options->ceilings == CEILINGS_KEPT)
        return;
    progress_start(&watch.printer);
    measure_all(ceilings, tuner, &missing, &watch);
    if (missing && !*of->stop)
        report(missing, &watch);
}

void ceilings_take(struct ceilings *ceilings, const struct tuner *tuner, const struct target *target,
                   const struct best *best)
{
    const struct tuner_options *options = &tuner->options;
    enum resource resource = resource_find(bench_of(target)->name);
    struct target whole;
    if (resource == RESOURCES || *options->stop || !find_target(resource, &options->device, &whole))
        return;
    uint64_t enough = configurations(&options->device);
    enough = best->allowed < enough ? best->allowed : enough;
    bool same =
        whole.size == target->size && !memcmp(&whole.restriction, &target->restriction, sizeof whole.restriction);
    double rate = rate_of(best, resource);
    if (!same || best->measured < enough || !(rate > 0))
        return;
    ceilings->rate[resource] = rate;
    put(tuner, &whole, rate);
}
