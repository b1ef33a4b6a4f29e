/* Lists backends and devices; and what needs no context: compiling, and the drivers' caches. */
#include "base/folder.h"
#include "compute/context.h"
#include "compute/scratch.h"
#include "compute/typical.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BACKEND(name, target) #name target,
const char *const compute_backend_names[] = {
#include "compute/backends.def"
    NULL};

#define BACKEND(name, target) &name##_backend,
static const struct compute_backend *const backends[] = {
#include "compute/backends.def"
};

enum { BACKENDS = sizeof backends / sizeof *backends };

const char *compute_listed(size_t listed)
{
    for (int i = 0; i < BACKENDS; i++)
        if (backends[i]->typical && !listed--)
            return backends[i]->name;
    return NULL;
}

const struct compute_backend *compute_backend_of(const char *name)
{
    size_t length = strcspn(name, ":");
    for (int i = 0; i < BACKENDS; i++)
        if (strlen(backends[i]->name) == length && !strncmp(backends[i]->name, name, length))
            return backends[i];
    return NULL;
}

struct compute_name compute_name_of(const struct compute_device *device)
{
    const struct compute_backend *backend = compute_backend_of(device->backend);
    const char *target = !backend || !backend->target ? "" : device->is_cpu ? "cpu" : device->architecture;
    struct compute_name name;
    snprintf(name.text, sizeof name.text, "%s%s%s", device->backend, *target ? ":" : "", target);
    return name;
}

enum status compute_name_target(const char *target, struct compute_name *name, struct fault *fault)
{
    char all[128] = "";
    for (int i = 0; i < BACKENDS; i++) {
        const char *begins = backends[i]->target;
        if (begins && *begins && !strncmp(target, begins, strlen(begins))) {
            snprintf(name->text, sizeof name->text, "%s:%.40s", backends[i]->name, target);
            return OK;
        }
        if (begins && *begins)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? ", " : "", begins);
    }
    return fail(fault, INVALID, "\"%s\" is no target: they begin with %s", target, all);
}

static enum status fail_unknown(const char *name, struct fault *fault)
{
    char known[128] = "";
    for (int i = 0; compute_backend_names[i]; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "", compute_backend_names[i]);
    return fail(fault, INVALID, "unknown backend \"%s\": known are %s", name, known);
}

/* Up to COMPUTE_MAX_DEVICES devices of a backend, numbered; at least one if it returns OK. */
static enum status list_devices(const struct compute_backend *backend, const char *target,
                                struct compute_device device[COMPUTE_MAX_DEVICES], size_t *count, struct fault *fault)
{
    memset(device, 0, COMPUTE_MAX_DEVICES * sizeof *device);
    *count = 0;
    enum status status = backend->devices(target, device, COMPUTE_MAX_DEVICES, count, fault);
    if (status != OK)
        return status;
    if (!*count)
        return fail(fault, UNSUPPORTED, "backend %s has no device", backend->name);
    for (size_t i = 0; i < *count; i++) {
        snprintf(device[i].backend, sizeof device[i].backend, "%s", backend->name);
        device[i].index = (int)i;
        device[i].features |= backend->language;
        if (backend->language != COMPUTE_CUDA) {
            strcpy(device[i].lacks_cub, "CUB is CUDA C++");
            strcpy(device[i].lacks_child_launch, "kernels launch kernels in CUDA only");
        }
    }
    return OK;
}

void compute_list_absence(struct compute_inventory *inventory, const char *backend, bool failed, const char *text)
{
    if (inventory->absences == COMPUTE_MAX_ABSENCES)
        return;
    struct compute_absence *absence = &inventory->absence[inventory->absences++];
    absence->failed = failed;
    snprintf(absence->backend, sizeof absence->backend, "%s", backend);
    snprintf(absence->text, sizeof absence->text, "%.*s", (int)sizeof absence->text - 1, text);
}

void compute_list(const char *name, struct compute_inventory *inventory)
{
    const struct compute_backend *backend = compute_backend_of(name);
    struct compute_device device[COMPUTE_MAX_DEVICES];
    struct fault fault = {0};
    size_t count = 0, room = COMPUTE_MAX_DEVICES - inventory->devices;
    const char *target = strchr(name, ':');
    const enum status status =
        backend ? list_devices(backend, target ? target + 1 : "", device, &count, &fault) : fail_unknown(name, &fault);
    if (status != OK)
        compute_list_absence(inventory, name, false, fault.text);
    count = status != OK ? 0 : count < room ? count : room;
    memcpy(inventory->device + inventory->devices, device, count * sizeof *device);
    inventory->devices += count;
}

void compute_inventory(struct compute_inventory *inventory)
{
    memset(inventory, 0, sizeof *inventory);
    for (size_t i = 0; compute_listed(i); i++)
        compute_list(compute_listed(i), inventory);
}

struct compute_device compute_typical(const char *name)
{
    const struct compute_backend *backend = compute_backend_of(name);
    struct compute_device device = compute_typical_gpu;
    snprintf(device.backend, sizeof device.backend, "%s", name);
    device.features |= backend->language;
    backend->typical(&device);
    return device;
}

size_t compute_drivers(const char *name, struct compute_driver driver[COMPUTE_MAX_DRIVERS])
{
    const struct compute_backend *backend = compute_backend_of(name);
    return backend && backend->drivers ? backend->drivers(driver) : 0;
}

bool compute_choose_drivers(const char *name, const struct compute_driver *driver, const bool *chosen, size_t count,
                            const char *cache, struct compute_setting *setting)
{
    const struct compute_backend *backend = compute_backend_of(name);
    return backend && backend->choose_drivers && backend->choose_drivers(driver, chosen, count, cache, setting);
}

enum status compute_find(const char *backend, int index, struct compute_device *device, struct fault *fault)
{
    const struct compute_backend *of = compute_backend_of(backend);
    if (!of)
        return fail_unknown(backend, fault);
    const char *colon = strchr(backend, ':');
    if (colon && !of->target)
        return fail(fault, INVALID, "backend %s takes nothing behind a colon, not \"%s\"", of->name, colon + 1);

    struct compute_device found[COMPUTE_MAX_DEVICES];
    size_t count;
    enum status status = list_devices(of, colon ? colon + 1 : "", found, &count, fault);
    if (status != OK)
        return status;
    if (index < 0 || (size_t)index >= count)
        return fail(fault, UNSUPPORTED, "backend %s has no device %d: there are %zu, counted from 0", backend, index,
                    count);
    *device = found[index];
    return OK;
}

enum status compute_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                            struct compute_binary *binary, struct fault *fault)
{
    return compute_build(device, name, source, &(struct compute_build){.options = options}, binary, fault);
}

enum status compute_build(const struct compute_device *device, const char *name, const char *source,
                          const struct compute_build *build, struct compute_binary *binary, struct fault *fault)
{
    struct flags flags;
    *binary = (struct compute_binary){.resources = {-1, -1, -1}};
    const struct compute_backend *backend = compute_backend_of(device->backend);
    if (!backend)
        return fail_unknown(device->backend, fault);
    if (build->options & COMPUTE_RELOCATABLE && !compute_has(device, COMPUTE_CHILD_LAUNCH))
        return fail(fault, UNSUPPORTED, "%s: %s", name, device->lacks_child_launch);
    enum status status = flags_read(backend->name, backend->flags, build->flags, &flags, fault);
    flags.names = build->names;
    if (status == OK)
        status = backend->compile(device, name, source, build->options, &flags, binary, fault);
    int local = binary->resources.shared_bytes;
    if (status == OK && device->local_bytes && local > 0 && (uint64_t)local > device->local_bytes)
        status = fail(fault, INVALID, "%s: %d bytes of local memory: this device allows %llu", name, local,
                      (unsigned long long)device->local_bytes);
    if (status != OK)
        compute_binary_free(binary);
    return status;
}

bool compute_takes_flag(unsigned language, const char *flag)
{
    struct flags flags;
    for (int i = 0; i < BACKENDS; i++)
        if ((!language || backends[i]->language == language) &&
            flags_read(backends[i]->name, backends[i]->flags, flag, &flags, NULL) == OK)
            return true;
    return false;
}

enum status compute_binary_check(const struct compute_device *device, const void *bytes, size_t size, const char *entry,
                                 struct fault *fault)
{
    const struct compute_backend *backend = compute_backend_of(device->backend);
    if (!backend)
        return fail_unknown(device->backend, fault);
    return backend->check_kernel ? backend->check_kernel(bytes, size, entry, fault) : OK;
}

bool compute_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size)
{
    const struct compute_backend *backend = compute_backend_of(device->backend);
    *health = (struct compute_health){0};
    if (backend && backend->health)
        return backend->health(device, health, text, size);
    snprintf(text, size, "its backend does not know");
    return false;
}

bool compute_energy(const struct compute_device *device, double *joules, char *text, size_t size)
{
    const struct compute_backend *backend = compute_backend_of(device->backend);
    *joules = 0;
    if (backend && backend->energy)
        return backend->energy(device, joules, text, size);
    snprintf(text, size, "its backend does not know");
    return false;
}

/* Sets a driver's cache to a private folder within ours, since its binaries run here. PoCL crashes if it cannot write
 * the folder: then it gets none. */
static void set_folder(const char *folder, const char *name, const char *variable, int overwrite)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || length >= (int)sizeof path)
        return;
    if (folder_make(path) && !*folder_distrust(path) && !access(path, R_OK | W_OK | X_OK))
        setenv(variable, path, overwrite);
}

void compute_set_cache(const char *folder)
{
    set_folder(folder, "pocl", "POCL_CACHE_DIR", 1);
    set_folder(folder, "cuda", "CUDA_CACHE_PATH", 0);
    scratch_set_cache(folder);
}
