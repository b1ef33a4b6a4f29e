/* A worker context for jobs on the fake device, with a store in the test's own folder. There are no kernel files unless
 * the test defines place with another registry. */
#pragma once

#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/job/job.h"
#include "tuner/job/program.h"
#include "tuner/job/worker_context.h"

#include <sys/stat.h>

static char store[64];
static struct compute_device device;
static const struct registry no_kernel_files = {0};
static struct worker_context place;

/* A job with its programs, if any, and the last verdict on a configuration of it; opening another closes it. */
static struct {
    struct problem problem;
    struct job job;
    struct loaded loaded;
    struct verdict verdict;
} bed;

static void bed_close(void)
{
    job_close(&bed.job);
    program_unload(&bed.loaded);
}

static void place_close(void)
{
    bed_close();
    compute_context_free(place.context);
    place.context = NULL;
}

/* Before all tests: on the fake device, which needs no warm-up. */
TEST(place)
{
    enter_own_folder();
    snprintf(store, sizeof store, "%s/cache", own_folder);
    place.store = store;
    if (!place.registry)
        place.registry = &no_kernel_files;
    CHECK(!mkdir(store, 0777));
    compute_set_cache(store);
    CHECK_OK(compute_find("fake", 0, &device, &caught));
    device.clock_mhz = 0;
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
    atexit(place_close);
}

/* The programs of a configuration, if its bench has any. */
UNNEEDED static struct loaded place_load(const struct config *config)
{
    struct program program;
    struct loaded loaded;
    CHECK_OK(program_make(store, place.registry, &device, config, &program, &caught));
    CHECK_OK(program_load(store, place.context, program.key, &config->problem->bench->kernel, 1, &loaded, &caught));
    return loaded;
}

UNNEEDED static enum status bed_try(struct problem problem, int variant, struct fault *fault)
{
    bed_close();
    bed.problem = problem;
    return job_open(&bed.job, &bed.problem, &place, variant, fault);
}

UNNEEDED static void bed_open(struct problem problem)
{
    CHECK_OK(bed_try(problem, 0, &caught));
}

/* With the programs of a bench that has them. */
UNNEEDED static void bed_load(struct problem problem, int variant)
{
    CHECK_OK(bed_try(problem, variant, &caught));
    FREED struct config *config = config_new(&bed.problem, 0);
    bed.loaded = place_load(config);
    job_use(&bed.job, &bed.loaded);
}

/* Arranges a configuration of the open job. */
UNNEEDED static enum status bed_arrange(uint64_t index, struct fault *fault)
{
    FREED struct config *config = config_new(&bed.problem, index);
    return job_arrange(&bed.job, config, fault);
}

/* Verifies a configuration of the open job. */
UNNEEDED static enum status bed_verify(uint64_t index, struct fault *fault)
{
    FREED struct config *config = config_new(&bed.problem, index);
    *fault = (struct fault){0};
    bed.verdict = (struct verdict){NAN, NAN};
    enum status status = job_verify(&bed.job, config, &bed.verdict, fault);
    CHECK(status == fault->status);
    return status;
}

/* Verifies a configuration of an open job whose results are exact. */
UNNEEDED static enum status place_verify_exactly(struct job *job, const struct config *config, struct fault *fault)
{
    struct verdict verdict = {NAN, NAN};
    *fault = (struct fault){0};
    enum status status = job_verify(job, config, &verdict, fault);
    CHECK(verdict.tolerance == 0 && (verdict.error == 0) == (status == OK));
    return status;
}

/* A test on every available device, with the kernel files of the tree; missing ones are reported. */
UNNEEDED static void on_each_device(struct registry *registry, void (*test)(void))
{
    static struct compute_inventory inventory;
    static char folder[4096];
    snprintf(folder, sizeof folder, "%s/kernels", getenv("SOURCE_DIR"));
    *registry = (struct registry){.suites = registry->suites, .kernel_folder = folder};
    compute_inventory(&inventory);
    if (!inventory.devices)
        fprintf(stderr, "no device, not tested\n");
    for (size_t i = 0; i < inventory.devices; i++) {
        device = inventory.device[i];
        place_close();
        CHECK_OK(compute_context_new(&device, &place.context, &caught));
        test();
        job_close(&bed.job);
        worker_context_close(&place);
    }
}
