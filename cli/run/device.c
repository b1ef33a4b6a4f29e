#include "cli/run/device.h"

#include "base/folder.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/store_use.h"
#include "base/text.h"
#include "cli/report_fault.h"
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
    names.beside = "`gpubench devices` shows which are here";
    return nearest_error("backend", given, &names);
}

/* The first GPU, else the first device: CUDA's come first, and each backend lists its GPUs first. */
static const struct compute_device *choose(const struct compute_inventory *inventory)
{
    for (size_t i = 0; i < inventory->devices; i++)
        if (!inventory->device[i].is_cpu)
            return &inventory->device[i];
    return inventory->devices ? &inventory->device[0] : NULL;
}

/* A run continues with the available backends; the failed ones are reported. */
static void report_failed(const struct compute_inventory *inventory)
{
    for (size_t i = 0; i < inventory->absences; i++)
        if (inventory->absence[i].failed)
            text_print(stderr, "gpubench: left out: %s: %s\n", inventory->absence[i].backend,
                       inventory->absence[i].text);
}

/* The number of an option that is a single number; NO_NUMBER if it is not given. */
static uint64_t number_of(const struct options *options)
{
    return options->device ? strtoull(options->device, NULL, 10) : NO_NUMBER;
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
        report_failed(inventory);
        *device = number != NO_NUMBER ? inventory->device[number] : *choose(inventory);
    }
    free(inventory);
    return status;
}

static int find_named(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    struct compute_inventory *left_out = allocate(sizeof *left_out);
    struct fault fault = {0};
    const int index = options->device ? (int)number_of(options) : 0;
    const enum status status = tuner_find(launcher, options->backend, index, device, left_out, &fault);
    report_failed(left_out);
    free(left_out);
    if (status == OK)
        return 0;
    if (interrupted)
        return INTERRUPTED;
    text_print(stderr, "gpubench: --backend %s: %s%s\n", options->backend, fault.text,
               status == INVALID ? "" : "; `gpubench devices` shows what is here");
    return status == INVALID ? 2 : 3;
}

static int find_one(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    return strcmp(options->backend, "auto") != 0 ? find_named(launcher, options, device)
                                                 : find_any(launcher, number_of(options), device);
}

/* ---- several devices ---- */

static int list_all(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory)
{
    struct fault fault = {0};
    const bool any = !strcmp(backend, "auto");
    if ((any ? tuner_inventory(launcher, inventory, &fault) : tuner_list(launcher, backend, inventory, &fault)) != OK)
        return INTERRUPTED;
    report_failed(inventory);
    if (inventory->devices)
        return 0;
    text_print(stderr, "gpubench: --backend %s: there is no device; `gpubench devices` says why\n", backend);
    return 3;
}

/* Whether its UUID begins with an entry. CUDA returns that of a MIG instance without its MIG prefix. */
static bool has_uuid(const struct compute_device *device, const char *entry, size_t length)
{
    enum { PREFIX = 4 }; /* GPU-, MIG- */
    const bool is_instance = strstr(device->name, " MIG ") != NULL;
    return strlen(device->uuid) > PREFIX && (is_instance || *entry == 'G') &&
           !strncmp(device->uuid + PREFIX, entry + PREFIX, length - PREFIX);
}

/* The device of a list's entry; NULL after one line. For a UUID it is that of the first backend with it. */
static const struct compute_device *find_entry(const struct compute_inventory *inventory, const char *entry)
{
    const int length = (int)strcspn(entry, ",");
    const struct compute_device *found = NULL;
    const uint64_t number = strtoull(entry, NULL, 10);
    const bool is_number = *entry >= '0' && *entry <= '9';
    if (is_number && number < inventory->devices)
        return &inventory->device[number];
    for (size_t i = 0; i < inventory->devices && !is_number; i++) {
        const struct compute_device *device = &inventory->device[i];
        if (!has_uuid(device, entry, (size_t)length))
            continue;
        if (found && strcmp(found->uuid, device->uuid) != 0) {
            text_print(stderr, "gpubench: --device %.*s: the UUIDs of several devices begin so\n", length, entry);
            return NULL;
        }
        found = found ? found : device;
    }
    if (!found)
        text_print(stderr, "gpubench: there is no device %.*s; `gpubench devices` shows 0 to %zu%s\n", length, entry,
                   inventory->devices - 1,
                   strncmp(entry, "MIG-", 4) != 0
                       ? ""
                       : "; CUDA shows one MIG instance to a program: that of CUDA_VISIBLE_DEVICES");
    return found;
}

static int choose_listed(const struct compute_inventory *inventory, const char *list,
                         const struct compute_device **chosen, size_t *count)
{
    for (const char *entry = list; entry; entry = (entry = strchr(entry, ',')) ? entry + 1 : NULL) {
        const struct compute_device *device = find_entry(inventory, entry);
        if (!device)
            return 3;
        for (size_t i = 0; i < *count; i++)
            if (chosen[i] == device) {
                text_print(stderr, "gpubench: --device %s has one device twice\n", list);
                return 2;
            }
        chosen[(*count)++] = device;
    }
    return 0;
}

/* All devices of the backend and type, GPUs or CPUs, of a run's default device. */
static void choose_all(const struct compute_inventory *inventory, const struct compute_device **chosen, size_t *count)
{
    const struct compute_device *first = choose(inventory);
    for (size_t i = 0; i < inventory->devices; i++)
        if (!strcmp(inventory->device[i].backend, first->backend) && inventory->device[i].is_cpu == first->is_cpu)
            chosen[(*count)++] = &inventory->device[i];
}

/* Whether both can share a search: everything that kernels, constraints and rows depend on is equal. */
static bool are_alike(const struct compute_device *a, const struct compute_device *b)
{
    return !strcmp(a->backend, b->backend) && !strcmp(a->name, b->name) && !strcmp(a->platform, b->platform) &&
           !strcmp(a->driver, b->driver) && !strcmp(a->compiler, b->compiler) &&
           !strcmp(a->architecture, b->architecture) && a->is_cpu == b->is_cpu && a->features == b->features &&
           a->units == b->units && a->simt_width == b->simt_width && a->l2_bytes == b->l2_bytes &&
           a->local_bytes == b->local_bytes && a->max_group == b->max_group;
}

/* Assigns equal devices to the same kind. */
static void sort_into_kinds(struct device_kinds *kinds)
{
    kinds->kinds = 0;
    for (size_t i = 0; i < kinds->count; i++) {
        size_t like = 0;
        while (like < i && !are_alike(&kinds->device[like], &kinds->device[i]))
            like++;
        kinds->kind[i] = like < i ? kinds->kind[like] : kinds->kinds++;
    }
}

static int find_several(const struct launcher *launcher, const struct options *options,
                        struct compute_inventory *inventory, struct device_kinds *kinds)
{
    const struct compute_device *chosen[COMPUTE_MAX_DEVICES];
    int status = list_all(launcher, options->backend, inventory);
    size_t count = 0;
    if (!status && strcmp(options->device, "all") != 0)
        status = choose_listed(inventory, options->device, chosen, &count);
    else if (!status)
        choose_all(inventory, chosen, &count);
    for (size_t i = 0; i < count && !status; i++) {
        kinds->device[i] = *chosen[i];
        kinds->number[i] = (size_t)(chosen[i] - inventory->device);
    }
    kinds->count = count;
    sort_into_kinds(kinds);
    return status;
}

static int find_kinds(const struct launcher *launcher, const struct options *options, struct device_kinds *kinds)
{
    const char *given = options->device;
    *kinds = (struct device_kinds){.count = 1, .kinds = 1};
    if (options->arch)
        return arch_find(launcher, options, kinds->device);
    if (strcmp(options->backend, "auto") != 0 && !known_backend(options->backend))
        return unknown_backend(options->backend);
    if (!given || !given[strspn(given, "0123456789")])
        return find_one(launcher, options, kinds->device);
    FREED struct compute_inventory *inventory = allocate(sizeof *inventory);
    return find_several(launcher, options, inventory, kinds);
}

int devices_find(const struct launcher *launcher, const struct options *options, struct device_kinds *kinds)
{
    const int status = find_kinds(launcher, options, kinds);
    for (size_t i = 0; i < kinds->count && options->compile_only; i++)
        kinds->device[i].can_run = false;
    return status;
}

int device_find(const struct launcher *launcher, const struct options *options, struct compute_device *device)
{
    FREED struct device_kinds *kinds = allocate(sizeof *kinds);
    const int status = devices_find(launcher, options, kinds);
    *device = kinds->device[0];
    return status;
}

int device_chosen(const struct options *options, struct compute_device *device)
{
    FREED struct device_kinds *kinds = allocate(sizeof *kinds);
    struct launcher launcher;
    int status = launcher_make(&launcher, NULL, 0);
    if (!status)
        status = devices_find(&launcher, options, kinds);
    if (!status && kinds->count > 1) {
        text_print(stderr, "gpubench: --device %s: programs are compared on one device\n", options->device);
        status = 2;
    }
    *device = kinds->device[0];
    return status;
}

/* ---- workers ---- */

static const double least_device_seconds = 10; /* for drivers that take seconds to start, even if kernels may not */

/* A full or read-only cache costs time: this run uses another folder. */
static void make_room(struct launcher *launcher)
{
    const char *cache = launcher->cache, *folder;
    if (folder_has_room(cache, STORE_ROOM))
        return;
    const char *why = strerror(errno);
    if (store_private(cache, true, &folder, NULL) != OK)
        return; /* failures to store are reported later */
    text_print(stderr, "gpubench: cache %s: %s: what is made now is kept in %s until the end, and not beyond it\n",
               cache, why, folder);
    launcher->cache = folder;
}

/* Files that a run with one worker opens at a time: pipes, logs, results, the cache, a driver's own. */
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
        return report_fault(&fault, 2);
    store_sweep(launcher->cache);
    make_room(launcher);
    return 0;
}
