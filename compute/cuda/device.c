/* The driver library, and the description of its devices. */
#include "compute/cuda/driver.h"
#include "compute/cuda/nvrtc.h"
#include "compute/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define CUDA_SYMBOL(result, name, parameters) {#name, offsetof(struct cuda_api, name)},

static enum status initialise(const struct cuda_api *api, struct fault *fault)
{
    unsigned result = api->cuInit(0);
    if (result == GPU_ERROR_STUB_LIBRARY)
        return fail(fault, UNSUPPORTED,
                    "libcuda.so.1 is the toolkit's stub, not a driver: install the NVIDIA driver, or take the stubs "
                    "folder out of LD_LIBRARY_PATH");
    if (result == GPU_ERROR_NO_DEVICE)
        return fail(fault, UNSUPPORTED, "the NVIDIA driver sees no GPU: check nvidia-smi and CUDA_VISIBLE_DEVICES");
    return cuda_check(api, result, UNSUPPORTED, "the NVIDIA driver does not start", fault);
}

enum status cuda_open(const struct cuda_api **api, struct fault *fault)
{
    static const char *const names[] = {"libcuda.so.1", NULL};
    static const struct library_symbol symbols[] = {CUDA_FUNCTIONS(CUDA_SYMBOL){NULL, 0}};
    static const struct library_symbol later_symbols[] = {CUDA_LATER_FUNCTIONS(CUDA_SYMBOL){NULL, 0}};
    static struct cuda_api opened;
    static bool started;
    char text[512];
    *api = &opened;
    if (started)
        return OK;
    void *library = library_open(names, text, sizeof text);
    if (!library)
        return fail(fault, UNSUPPORTED, "no NVIDIA driver (%.160s)", text);
    if (!library_load(library, symbols, &opened, text, sizeof text))
        return fail(fault, UNSUPPORTED, "the NVIDIA driver is too old (%.120s): install CUDA 12's or newer", text);
    library_load(library, later_symbols, &opened, text, sizeof text);
    enum status status = initialise(&opened, fault);
    started = status == OK;
    return status;
}

enum status cuda_check(const struct cuda_api *api, unsigned result, enum status status, const char *what,
                       struct fault *fault)
{
    const char *name = NULL, *text = NULL;
    if (!result)
        return OK;
    if (api->cuGetErrorName(result, &name) || !name)
        name = "unknown error";
    if (api->cuGetErrorString(result, &text) || !text)
        text = "no description";
    return fail(fault, result == GPU_ERROR_OUT_OF_MEMORY ? NO_MEMORY : status, "%s: %s (%u, %s)", what, text, result,
                name);
}

void cuda_uuid_text(const unsigned char bytes[16], char *text, size_t size)
{
    snprintf(text, size, "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", bytes[0], bytes[1],
             bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11],
             bytes[12], bytes[13], bytes[14], bytes[15]);
}

/* The first word like 580.65.06 in the kernel module's own version file; false where there is none. */
static bool version_of_module(char *version, size_t size)
{
    char line[256], *rest = line;
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    bool got = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    for (char *word; got && (word = strsep(&rest, " \t\n"));)
        if (*word && strspn(word, "0123456789.") == strlen(word) && strchr(word, '.')) {
            snprintf(version, size, "%s", word);
            return true;
        }
    return false;
}

/* "580.65.06, CUDA 13.0" */
static void describe_driver(const struct cuda_api *api, char *text, size_t size)
{
    int version = 0;
    char module[80];
    api->cuDriverGetVersion(&version);
    if (version_of_module(module, sizeof module) || nvml_driver(module, sizeof module))
        snprintf(text, size, "%s, CUDA %d.%d", module, version / 1000, version / 10 % 100);
    else
        snprintf(text, size, "CUDA %d.%d", version / 1000, version / 10 % 100);
}

/* An attribute, 0 if the driver does not support it. */
static unsigned attribute(const struct cuda_api *api, int device, enum gpu_device_attribute which)
{
    int value = 0;
    return api->cuDeviceGetAttribute(&value, which, device) || value < 0 ? 0 : (unsigned)value;
}

static enum status describe(const struct cuda_api *api, int ordinal, struct compute_device *device, struct fault *fault)
{
    int handle = 0;
    size_t memory = 0;
    unsigned char uuid[16];
    enum status status = cuda_check(api, api->cuDeviceGet(&handle, ordinal), UNSUPPORTED, "opening a GPU", fault);
    if (status != OK)
        return status;
    *device = (struct compute_device){
        .platform = "CUDA",
        .can_run = true,
        .features = COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES | COMPUTE_GRAPHS,
        .units = attribute(api, handle, GPU_DEVICE_MULTIPROCESSOR_COUNT),
        .simt_width = attribute(api, handle, GPU_DEVICE_WARP_SIZE),
        .clock_mhz = attribute(api, handle, GPU_DEVICE_CLOCK_RATE) / 1000,
        .memory_clock_mhz = attribute(api, handle, GPU_DEVICE_MEMORY_CLOCK_RATE) / 1000,
        .memory_bus_bits = attribute(api, handle, GPU_DEVICE_GLOBAL_MEMORY_BUS_WIDTH),
        .l2_bytes = attribute(api, handle, GPU_DEVICE_L2_CACHE_SIZE),
        .local_bytes = attribute(api, handle, GPU_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK),
        .constant_bytes = attribute(api, handle, GPU_DEVICE_TOTAL_CONSTANT_MEMORY),
        .max_texture = {attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE2D_WIDTH),
                        attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE2D_HEIGHT)},
        .max_texture_1d = attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE1D_WIDTH),
        .max_texture_3d = {attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE3D_WIDTH),
                           attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE3D_HEIGHT),
                           attribute(api, handle, GPU_DEVICE_MAXIMUM_TEXTURE3D_DEPTH)},
        .max_group = attribute(api, handle, GPU_DEVICE_MAX_THREADS_PER_BLOCK),
        .max_group_size = {attribute(api, handle, GPU_DEVICE_MAX_BLOCK_DIM_X),
                           attribute(api, handle, GPU_DEVICE_MAX_BLOCK_DIM_Y),
                           attribute(api, handle, GPU_DEVICE_MAX_BLOCK_DIM_Z)},
        .max_groups = {attribute(api, handle, GPU_DEVICE_MAX_GRID_DIM_X),
                       attribute(api, handle, GPU_DEVICE_MAX_GRID_DIM_Y),
                       attribute(api, handle, GPU_DEVICE_MAX_GRID_DIM_Z)},
    };
    if (api->cuDeviceGetName(device->name, sizeof device->name, handle))
        snprintf(device->name, sizeof device->name, "CUDA device %d", ordinal);
    if (!api->cuDeviceGetUuid_v2((struct CUuuid_st *)uuid, handle))
        cuda_uuid_text(uuid, device->uuid, sizeof device->uuid);
    if (!api->cuDeviceTotalMem_v2(&memory, handle))
        device->memory_bytes = memory;
    snprintf(device->architecture, sizeof device->architecture, "sm_%u%u",
             attribute(api, handle, GPU_DEVICE_COMPUTE_CAPABILITY_MAJOR),
             attribute(api, handle, GPU_DEVICE_COMPUTE_CAPABILITY_MINOR));
    nvrtc_add_features(device);
    return OK;
}

enum status cuda_devices(UNNEEDED const char *target, struct compute_device *device, size_t max, size_t *count,
                         struct fault *fault)
{
    const struct cuda_api *api;
    char driver[sizeof device->driver], compiler[sizeof device->compiler];
    int devices = 0;
    *count = 0;
    enum status status = cuda_open(&api, fault);
    if (status == OK)
        status = nvrtc_describe(compiler, sizeof compiler, fault);
    if (status == OK)
        status = cuda_check(api, api->cuDeviceGetCount(&devices), UNSUPPORTED, "counting the GPUs", fault);
    if (status != OK)
        return status;
    if (!devices)
        return fail(fault, UNSUPPORTED, "the NVIDIA driver sees no GPU: check nvidia-smi and CUDA_VISIBLE_DEVICES");

    describe_driver(api, driver, sizeof driver);
    for (int i = 0; i < devices && *count < max; i++) {
        status = describe(api, i, &device[i], fault);
        if (status != OK)
            return status;
        memcpy(device[i].driver, driver, sizeof driver);
        memcpy(device[i].compiler, compiler, sizeof compiler);
        ++*count;
    }
    return OK;
}

uint64_t cuda_l2_bytes(const char *uuid)
{
    const struct cuda_api *api;
    int devices = 0;
    if (cuda_open(&api, NULL) != OK || api->cuDeviceGetCount(&devices))
        return 0;
    for (int i = 0; i < devices; i++) {
        unsigned char bytes[16];
        char text[64];
        int handle;
        if (api->cuDeviceGet(&handle, i) || api->cuDeviceGetUuid_v2((struct CUuuid_st *)bytes, handle))
            continue;
        cuda_uuid_text(bytes, text, sizeof text);
        if (!strcmp(text, uuid))
            return attribute(api, handle, GPU_DEVICE_L2_CACHE_SIZE);
    }
    return 0;
}
