/* Each bench of all suites with changed inputs, on every available device: after timing, an iteration that does its
 * work is right, and one that skips it is wrong, for a change at any place. */
#include "cli/registry.h"
#include "tests/own_folder.h"
#include "tuner/job/job.h"
#include "tuner/job/program.h"
#include "tuner/search/allowed.h"

enum { CHECKS = 6, MOST = 40000 };

static struct worker_context place;
static struct job job;
static size_t tried;

static enum status skip_work(UNNEEDED struct job *resting, UNNEEDED const struct config *config,
                             UNNEEDED struct fault *fault)
{
    return OK;
}

/* The largest size of its tests, if that is small; else the smallest. */
static uint64_t size_of(const struct bench *bench)
{
    const char *text = strstr(bench->tests[0], "--size ");
    uint64_t size = 0, least = UINT64_MAX;
    for (text = text ? text + strlen("--size ") : "20"; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
        const uint64_t one = strtoull(text, NULL, 10);
        size = one > size && one <= MOST ? one : size;
        least = one < least && one > 0 ? one : least;
        if (text[strspn(text, "0123456789")] != ',')
            break;
    }
    return size ? size : least;
}

/* The default, or with its choices of the first configuration that is allowed. */
static void check_bench(const struct suite *suite, const struct bench *bench)
{
    struct bench resting = *bench;
    struct problem problem = problem_of(suite, bench, size_of(bench), 1);
    FREED struct config *config = config_new(&problem, space_default(&bench->space));
    struct program program;
    struct loaded loaded;
    struct verdict verdict;
    struct fault fault = {0};
    const struct bench_kernel *kernel;
    const size_t kernels = config_kernels(config, &kernel);
    resting.device.enqueue = skip_work;
    resting.device.captured = NULL;
    enum status status =
        program_make(place.store, place.registry, compute_context_device(place.context), config, &program, &fault);
    if (status == OK)
        status = program_load(place.store, place.context, program.key, kernel, kernels, &loaded, &fault);
    if (status == OK)
        status = job_open(&job, &problem, &place, 0, &fault);
    job_use(&job, &loaded);
    if (status == OK)
        status = job_arrange(&job, config, &fault);
    if (status == OK)
        status = job_verify(&job, config, &verdict, &fault);
    for (uint64_t secret = 0; secret < CHECKS && status == OK; secret++) {
        status = job_verify_changed(&job, config, (struct timed_check){secret, true, secret % 2}, &verdict, &fault);
        job.bench = &resting;
        if (status == OK && job_verify_changed(&job, config, (struct timed_check){CHECKS + secret, false, secret % 2},
                                               &verdict, NULL) != WRONG_RESULT)
            status = fail(&fault, INVALID, "rests, and is right (secret %d)", (int)secret);
        job.bench = bench;
    }
    WRONG_IF(status != OK, "%s/%s: %s\n", suite->name, bench->name, fault.text);
    tried++;
    job_close(&job);
    program_unload(&loaded);
}

static void check_device(const struct compute_device *device, const struct registry *registry, const char *store)
{
    place = (struct worker_context){.store = store, .registry = registry, .secret = 1};
    CHECK(compute_context_new(device, &place.context, NULL) == OK);
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++)
            if ((*suite)->benches[b]->problem.change && !bench_missing((*suite)->benches[b], device))
                check_bench(*suite, (*suite)->benches[b]);
    worker_context_close(&place);
    compute_context_free(place.context);
}

int main(void)
{
    static struct compute_inventory inventory;
    static const char *const none[] = {NULL};
    struct registry registry;
    char store[4096];
    const char *shared = getenv("GPUBENCH_CACHE");
    snprintf(store, sizeof store, "%s", shared ? shared : "");
    enter_own_folder();
    if (!shared)
        snprintf(store, sizeof store, "%s", own_folder);
    compute_set_cache(store);
    registry_make(&registry, none, NULL);
    compute_inventory(&inventory);
    for (size_t i = 0; i < inventory.devices; i++)
        check_device(&inventory.device[i], &registry, store);
    printf("%zu benches\n", tried);
    return inventory.devices ? CHECK_RESULT : 77;
}
