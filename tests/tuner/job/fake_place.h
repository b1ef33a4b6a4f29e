/* A place for jobs on the fake device: its context, and a store in a folder of the test's own. There are no kernel
 * files until the test gives the place another registry. */
#ifndef TESTS_TUNER_JOB_FAKE_PLACE_H
#define TESTS_TUNER_JOB_FAKE_PLACE_H

#include "tests/check.h"
#include "tests/own_folder.h"
#include "tuner/job/workplace.h"

#include <sys/stat.h>

static char store[64];
static struct compute_device device;
static const struct registry no_kernel_files = {0};
static struct workplace place = {.store = store, .registry = &no_kernel_files};

static void place_open(void)
{
    enter_own_folder();
    snprintf(store, sizeof store, "%s/cache", own_folder);
    CHECK(!mkdir(store, 0777));
    compute_set_cache(store);
    CHECK_OK(compute_find("fake", 0, &device, &caught));
    CHECK_OK(compute_context_new(&device, &place.context, &caught));
}

#endif
