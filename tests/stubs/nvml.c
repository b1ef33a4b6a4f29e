/* A libnvidia-ml.so.1 with one GPU, the fake device's, which reports what a script has: the file $NVML_SCRIPT,
 * lines "FROM TO WHAT VALUE" for the FROMth to the TOth time that a program queries the GPU: a process that computes,
 * how many more do, one that draws, a display, MiB of memory, % of utilisation, a counter of throttling. The last line
 * that fits holds; without one all is 0. */
#include "base/status.h"
#include "compute/cuda/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_FOUND = 6, OTHER_VERSION = 25 };

#define DECLARE(result, name, parameters) result name parameters;
NVML_FUNCTIONS(DECLARE)
NVML_HEALTH_FUNCTIONS(DECLARE)

static unsigned long long asked;

static unsigned long long look_up(const char *what)
{
    char line[200], name[32];
    unsigned long long from, to, value, found = 0;
    FILE *file = fopen(getenv("NVML_SCRIPT"), "r");
    if (!file)
        abort(); /* a test without a script is none */
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%llu %llu %31s %llu", &from, &to, name, &value) == 4 && !strcmp(name, what) &&
            from <= asked && asked <= to)
            found = value;
    fclose(file);
    return found;
}

/* A process, and as many more as the script has. */
static unsigned list(const char *what, unsigned *count, struct nvmlProcessInfo_v2_st *processes)
{
    const struct nvml_process process = {.process = (unsigned)look_up(what)};
    const unsigned room = *count;
    *count = process.process ? 1 + (unsigned)look_up("more") : 0;
    for (unsigned i = 0; i < *count && *count <= room; i++)
        memcpy((struct nvml_process *)processes + i, &process, sizeof process);
    return *count > room ? NVML_INSUFFICIENT_SIZE : 0;
}

unsigned nvmlInit_v2(void)
{
    return 0;
}

unsigned nvmlSystemGetDriverVersion(char *version, unsigned length)
{
    snprintf(version, length, "1");
    return 0;
}

unsigned nvmlDeviceGetHandleByUUID(const char *uuid, struct nvmlDevice_st **device)
{
    *device = (struct nvmlDevice_st *)&asked;
    asked++;
    return strcmp(uuid, "GPU-fake") ? NOT_FOUND : 0;
}

unsigned nvmlDeviceGetComputeRunningProcesses_v3(UNNEEDED struct nvmlDevice_st *device, unsigned *count,
                                                 struct nvmlProcessInfo_v2_st *processes)
{
    return list("computes", count, processes);
}

unsigned nvmlDeviceGetGraphicsRunningProcesses_v3(UNNEEDED struct nvmlDevice_st *device, unsigned *count,
                                                  struct nvmlProcessInfo_v2_st *processes)
{
    return list("draws", count, processes);
}

unsigned nvmlDeviceGetDisplayActive(UNNEEDED struct nvmlDevice_st *device, unsigned *active)
{
    *active = (unsigned)look_up("display");
    return 0;
}

unsigned nvmlDeviceGetMemoryInfo_v2(UNNEEDED struct nvmlDevice_st *device, struct nvmlMemory_v2_st *memory)
{
    struct nvml_memory *out = (struct nvml_memory *)memory;
    if (out->version != (sizeof *out | NVML_MEMORY_VERSION << 24))
        return OTHER_VERSION;
    out->used = look_up("memory") << 20;
    return 0;
}

unsigned nvmlDeviceGetUtilizationRates(UNNEEDED struct nvmlDevice_st *device, struct nvmlUtilization_st *utilization)
{
    ((struct nvml_utilization *)utilization)->gpu = (unsigned)look_up("busy");
    return 0;
}

/* The last field of all has an error, as one that a driver does not know. */
unsigned nvmlDeviceGetFieldValues(UNNEEDED struct nvmlDevice_st *device, int count, struct nvmlFieldValue_st *values)
{
    struct nvml_field *field = (struct nvml_field *)values;
    for (int i = 0; i < count; i++) {
        field[i].type = NVML_VALUE_UNSIGNED_LONG_LONG;
        field[i].error = i + 1 == count ? NOT_FOUND : 0;
        field[i].value.long_long_number = i ? asked * (i + 1 == count) : look_up("throttled");
    }
    return 0;
}
