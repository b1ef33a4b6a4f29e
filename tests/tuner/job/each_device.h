/* Jobs on every device there is, with the kernel files of the tree; before, on the fake device, without them. */
#ifndef TESTS_TUNER_JOB_EACH_DEVICE_H
#define TESTS_TUNER_JOB_EACH_DEVICE_H

#include "tests/tuner/job/fake_place.h"

/* What is not there is said. */
static void on_each_device(struct registry *registry, void (*test)(void))
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
        workplace_close(&place);
    }
}

#endif
