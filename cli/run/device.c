#include "cli/run/device.h"

#include "base/folder.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/store_use.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/run/arch.h"
#include "cli/run/interrupt.h"
#include "tuner/run/tuner.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool known_backend(const char *given)
{
    size_t length = strcspn(given, ":");
    for (const char *const *name = compute_backend_names; *name; name++)
        if (strcspn(*name, ":") == length && !strncmp(*name, given, length))
            return true;
    return false;
}

static int unknown_backend(const char *given)
{
    struct names names = {0};
    names_add(&names, "auto");
    for (const char *const *name = compute_backend_names; *name; name++)
        names_add(&names, *name);
    return nearest_error("backend", given, &names);
}

/* The first GPU, else the first device: CUDA's come first, and a backend lists its GPUs first. */
static const struct compute_device *choose(const struct compute_inventory *inventory)
{
    for (size_t i = 0; i < inventory->devices; i++)
        if (!inventory->device[i].is_cpu)
            return &inventory->device[i];
    return inventory->devices ? &inventory->device[0] : NULL;
}

/* What there is goes on without the rest; which is said. */
static void tell_failed(const struct compute_inventory *inventory)
{
    for (size_t i = 0; i < inventory->absences; i++)
        if (inventory->absence[i].failed)
            text_print(stderr, "gpubench: left out: %s: %s\n", inventory->absence[i].backend,
                       inventory->absence[i].text);
}

static int find_any(const struct launcher *launcher, uint64_t number, struct compute_device *device)
{
    struct compute_inventory *inventory = allocate(sizeof *inventory);
    struct fault fault = {0};
    int status = 0;
    if (tuner_inventory(launcher, inventory, &fault) != OK) {
        status = INTERRUPTED;
    } else if (!inventory->devices) {
        text_print(stderr, "gpubench: no device to run on:");
        for (size_t i = 0; i < inventory->absences; i++)
            text_print(stderr, "%s %s: %s", i ? ";" : "", inventory->absence[i].backend, inventory->absence[i].text);
        fputc('\n', stderr);
        status = 3;
    } else if (number != NO_NUMBER && number >= inventory->devices) {
        text_print(stderr, "gpubench: there is no device %" PRIu64 "; `gpubench devices` shows 0 to %zu\n", number,
                   inventory->devices - 1);
        status = 3;
    } else {
        tell_failed(inventory);
        *device = number != NO_NUMBER ? inventory->device[number] : *choose(inventory);
    }
    free(inventory);
    return status;
}

static int find_named(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    struct compute_inventory *left_out = allocate(sizeof *left_out);
    struct fault fault = {0};
    const int index = options->device == NO_NUMBER ? 0 : (int)options->device;
    const enum status status = tuner_find(launcher, options->backend, index, device, left_out, &fault);
    tell_failed(left_out);
    free(left_out);
    if (status == OK)
        return 0;
    if (interrupted)
        return INTERRUPTED;
    text_print(stderr, "gpubench: --backend %s: %s%s\n", options->backend, fault.text,
               status == INVALID ? "" : "; `gpubench devices` shows what is here");
    return status == INVALID ? 2 : 3;
}

int device_find(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    int status;
    if (options->arch)
        status = arch_find(launcher, options, device);
    else if (!strcmp(options->backend, "auto"))
        status = find_any(launcher, options->device, device);
    else if (known_backend(options->backend))
        status = find_named(launcher, options, device);
    else
        status = unknown_backend(options->backend);
    if (!status && options->compile_only)
        device->can_run = false;
    return status;
}

int device_chosen(const struct options *options, struct compute_device *device)
{
    struct launcher launcher;
    const int status = launcher_make(&launcher, NULL, 0);
    return status ? status : device_find(&launcher, options, device);
}

/* ---- workers ---- */

static const double least_device_seconds = 10; /* for drivers that take seconds to start, where kernels have less */

/* A cache that is full, or that cannot be written, costs time: this run keeps what it makes elsewhere. */
static void make_room(struct launcher *launcher)
{
    const char *cache = launcher->cache, *folder;
    if (folder_has_room(cache, STORE_ROOM))
        return;
    const char *why = strerror(errno);
    if (store_private(cache, true, &folder, NULL) != OK)
        return; /* what cannot be kept will say so */
    text_print(stderr, "gpubench: cache %s: %s: what is made now is kept in %s until the end, and not beyond it\n",
               cache, why, folder);
    launcher->cache = folder;
}

/* What a run with one worker opens at a time: pipes, logs, results, the cache, a driver's own. */
enum { LEAST_FILES = 24 };

static int check_files(void)
{
    const long files = sysconf(_SC_OPEN_MAX);
    if (files < 0 || files >= LEAST_FILES)
        return 0;
    text_print(stderr, "gpubench: %ld open files are allowed, and workers need %d: raise the limit (ulimit -n %d)\n",
               files, LEAST_FILES, LEAST_FILES);
    return 3;
}

int launcher_make(struct launcher *launcher, const char *const *registry, double time_limit)
{
    static char path[4096];
    struct fault fault = {0};
    *launcher = (struct launcher){.program = "/proc/self/exe",
                                  .path = path,
                                  .registry = registry,
                                  .stop = &interrupted,
                                  .device_seconds = time_limit > 0 ? fmax(time_limit, least_device_seconds) : 0};
    if (check_files())
        return 3;
    ssize_t length = readlink(launcher->program, path, sizeof path - 1);
    if (length < 0) {
        text_print(stderr, "gpubench: %s: %s\n", launcher->program, strerror(errno));
        return 2;
    }
    path[length] = '\0';
    if (store_folder(&launcher->cache, &fault) != OK)
        return complain(&fault, 2);
    store_sweep(launcher->cache);
    make_room(launcher);
    return 0;
}
