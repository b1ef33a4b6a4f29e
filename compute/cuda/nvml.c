/* NVML: the driver's management data of a GPU. */
#include "compute/cuda/driver.h"
#include "compute/library.h"

#include <stdio.h>
#include <string.h>

#define SYMBOL(result, name, parameters) {#name, offsetof(struct nvml_api, name)},
#define HEALTH_SYMBOL(result, name, parameters) {#name, offsetof(struct nvml_health_api, name)},
#define ENERGY_SYMBOL(result, name, parameters) {#name, offsetof(struct nvml_energy_api, name)},

enum { MAX_PROCESSES = 256 };

/* Opened once and kept open, so that the driver is not loaded again for each process. */
static struct nvml {
    struct nvml_api api;
    struct nvml_health_api health;
    struct nvml_energy_api energy;
    bool started, knows_health, knows_energy;
    char lack[256]; /* why it is not */
} nvml;

static void start(void)
{
    static const char *const names[] = {"libnvidia-ml.so.1", NULL};
    static const struct library_symbol symbols[] = {NVML_FUNCTIONS(SYMBOL){NULL, 0}};
    static const struct library_symbol health[] = {NVML_HEALTH_FUNCTIONS(HEALTH_SYMBOL){NULL, 0}};
    static const struct library_symbol energy[] = {NVML_ENERGY_FUNCTIONS(ENERGY_SYMBOL){NULL, 0}};
    void *library = nvml.started ? NULL : library_open(names, nvml.lack, sizeof nvml.lack);
    if (!library || !library_load(library, symbols, &nvml.api, nvml.lack, sizeof nvml.lack))
        return;
    const unsigned error = nvml.api.nvmlInit_v2();
    nvml.started = !error;
    if (error)
        snprintf(nvml.lack, sizeof nvml.lack, "NVML does not start: its error %u", error);
    else
        nvml.knows_health = library_load(library, health, &nvml.health, nvml.lack, sizeof nvml.lack);
    if (nvml.knows_health)
        nvml.knows_energy = library_load(library, energy, &nvml.energy, nvml.lack, sizeof nvml.lack);
}

bool nvml_driver(char *version, size_t size)
{
    start();
    return nvml.started && !nvml.api.nvmlSystemGetDriverVersion(version, (unsigned)size);
}

/* The number of processes of a function, which may exceed the size of its list. */
static unsigned list(unsigned (*function)(struct nvmlDevice_st *, unsigned *, struct nvmlProcessInfo_v2_st *),
                     struct nvmlDevice_st *device, unsigned *first)
{
    struct nvml_process process[MAX_PROCESSES];
    unsigned count = MAX_PROCESSES;
    const unsigned error = function(device, &count, (struct nvmlProcessInfo_v2_st *)process);
    *first = error || !count ? 0 : process[0].process;
    return error && error != NVML_INSUFFICIENT_SIZE ? 0 : count;
}

static uint64_t taken_bytes(struct nvmlDevice_st *device)
{
    struct nvml_memory memory = {.version = sizeof memory | NVML_MEMORY_VERSION << 24};
    return nvml.health.nvmlDeviceGetMemoryInfo_v2(device, (struct nvmlMemory_v2_st *)&memory) ? 0 : memory.used;
}

static uint64_t number_of(const struct nvml_field *field)
{
    return field->type == NVML_VALUE_UNSIGNED             ? field->value.number
           : field->type == NVML_VALUE_UNSIGNED_LONG      ? field->value.long_number
           : field->type == NVML_VALUE_UNSIGNED_LONG_LONG ? field->value.long_long_number
                                                          : 0;
}

static uint64_t throttled(struct nvmlDevice_st *device)
{
#define FIELD(name, number) {.field = number},
    struct nvml_field fields[] = {NVML_THROTTLES(FIELD)};
#undef FIELD
    enum { FIELDS = sizeof fields / sizeof *fields };
    uint64_t sum = 0;
    if (nvml.health.nvmlDeviceGetFieldValues(device, FIELDS, (struct nvmlFieldValue_st *)fields))
        return 0;
    for (int i = 0; i < FIELDS; i++)
        sum += fields[i].error ? 0 : number_of(&fields[i]);
    return sum;
}

/* NVML's handle of a device; false with a sentence. */
static bool find(const struct compute_device *device, struct nvmlDevice_st **handle, char *text, size_t size)
{
    if (strncmp(device->uuid, "GPU-", strlen("GPU-")) != 0) {
        snprintf(text, size, *device->uuid ? "it is no GPU of NVIDIA" : "its UUID is not");
        return false;
    }
    start();
    if (!nvml.knows_health || nvml.health.nvmlDeviceGetHandleByUUID(device->uuid, handle)) {
        const char *unknown = strstr(device->name, " MIG ")
                                  ? "NVML does not know this MIG instance by CUDA's UUID of it"
                                  : "NVML does not know it";
        snprintf(text, size, "%s", nvml.knows_health ? unknown : nvml.lack);
        return false;
    }
    return true;
}

bool cuda_health(const struct compute_device *device, struct compute_health *health, char *text, size_t size)
{
    struct nvmlDevice_st *handle;
    struct nvml_utilization utilization = {0};
    unsigned drawing = 0, none;
    *health = (struct compute_health){0};
    if (!find(device, &handle, text, size))
        return false;
    health->processes = list(nvml.health.nvmlDeviceGetComputeRunningProcesses_v3, handle, &health->process);
    nvml.health.nvmlDeviceGetDisplayActive(handle, &drawing);
    health->draws = drawing || list(nvml.health.nvmlDeviceGetGraphicsRunningProcesses_v3, handle, &none);
    health->memory_bytes = taken_bytes(handle);
    if (!nvml.health.nvmlDeviceGetUtilizationRates(handle, (struct nvmlUtilization_st *)&utilization))
        health->busy_percent = utilization.gpu;
    health->throttled = throttled(handle);
    return true;
}

bool cuda_energy(const struct compute_device *device, double *joules, char *text, size_t size)
{
    struct nvmlDevice_st *handle = NULL;
    unsigned long long millijoules = 0;
    *joules = 0;
    if (!find(device, &handle, text, size))
        return false;
    const unsigned error =
        nvml.knows_energy ? nvml.energy.nvmlDeviceGetTotalEnergyConsumption(handle, &millijoules) : 1;
    if (!nvml.knows_energy)
        snprintf(text, size, "%s", nvml.lack);
    else if (error)
        snprintf(text, size, "NVML has no counter of it: its error %u", error);
    else
        *joules = 1e-3 * (double)millijoules;
    return !error;
}
