/* Jobs on every device there is, with the kernel files of the tree: a store in a folder of the test's own. */
#ifndef TESTS_TUNER_JOB_EACH_DEVICE_H
#define TESTS_TUNER_JOB_EACH_DEVICE_H

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/job/job.h"

#include <sys/stat.h>

static char store[64];

/* First without the tree's kernel files, then with them; what is not there is said. */
static void on_each_device(struct registry *registry, void (*before)(void),
                           void (*test)(const struct compute_device *device))
{
    static struct compute_inventory inventory;
    char folder[4096];
    const char *tree = getenv("SOURCE_DIR");
    snprintf(folder, sizeof folder, "%s/kernels", tree ? tree : "../../..");
    FREED char *absolute = realpath(folder, NULL);
    CHECK(absolute != NULL);
    enter_own_folder();
    snprintf(store, sizeof store, "%s/cache", own_folder);
    CHECK(!mkdir(store, 0777));
    compute_set_cache(store);
    if (before)
        before();
    registry->kernel_folder = absolute;
    registry->kernels = NULL;
    compute_inventory(&inventory);
    if (!inventory.devices)
        fprintf(stderr, "no device, not tested\n");
    for (size_t i = 0; i < inventory.devices; i++)
        test(&inventory.device[i]);
}

#endif
