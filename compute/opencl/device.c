/* libOpenCL, and the flat list of its devices. */
#include "compute/cuda/driver.h"
#include "compute/library.h"
#include "compute/opencl/handles.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MAX_PLATFORMS = 16 };

#define OPENCL_SYMBOL(name) {#name, offsetof(struct opencl_api, name)},

static enum status open_library(const struct opencl_api **api, struct fault *fault)
{
    static const char *const names[] = {"libOpenCL.so.1", NULL};
    static const struct library_symbol symbols[] = {OPENCL_FUNCTIONS(OPENCL_SYMBOL){NULL, 0}};
    static struct opencl_api opened;
    static bool loaded;
    char text[512];
    *api = &opened;
    if (loaded)
        return OK;
    void *library = library_open(names, text, sizeof text);
    if (!library)
        return fail(fault, UNSUPPORTED, "no OpenCL loader: install ocl-icd-libopencl1 (%.120s)", text);
    if (!library_load(library, symbols, &opened, text, sizeof text))
        return fail(fault, UNSUPPORTED, "the OpenCL loader is older than OpenCL 1.2: %.120s", text);
    loaded = true;
    return OK;
}

/* 0 for GPUs, 1 for accelerators, 2 for CPUs, 3 for what cannot be used. */
static int rank(const struct opencl_api *api, cl_device_id id)
{
    cl_device_type type = 0;
    cl_bool available = CL_FALSE, compiler = CL_FALSE;
    api->clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    api->clGetDeviceInfo(id, CL_DEVICE_AVAILABLE, sizeof available, &available, NULL);
    api->clGetDeviceInfo(id, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    if (!available || !compiler)
        return 3;
    return type & CL_DEVICE_TYPE_GPU ? 0 : type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

/* The usable devices of all platforms, in the order of their ranks. */
struct device_list {
    struct opencl_device device[COMPUTE_MAX_DEVICES];
    int rank[COMPUTE_MAX_DEVICES];
    size_t count;
};

/* Keeps the list sorted; among equals the first found stays first. */
static void insert(struct device_list *list, const struct opencl_device *device, int device_rank)
{
    size_t place = list->count;
    if (device_rank > 2 || list->count == COMPUTE_MAX_DEVICES)
        return;
    for (; place && list->rank[place - 1] > device_rank; place--) {
        list->device[place] = list->device[place - 1];
        list->rank[place] = list->rank[place - 1];
    }
    list->device[place] = *device;
    list->rank[place] = device_rank;
    list->count++;
}

/* The bytes of memory that this process may map; 0: any number. */
static uint64_t address_space(void)
{
    struct rlimit limit;
    const bool limited = !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY;
    return limited ? limit.rlim_cur : 0;
}

/* Whether the loader's folders name a driver. */
static bool has_driver(void)
{
    glob_t found = {0};
    const bool has = getenv("OCL_ICD_VENDORS") || !glob("/etc/OpenCL/vendors/*.icd", 0, NULL, &found);
    globfree(&found);
    return has;
}

static enum status no_platform(struct fault *fault)
{
    const uint64_t space = address_space();
    if (space && has_driver())
        return fail(fault, UNSUPPORTED,
                    "OpenCL's drivers do not load within %" PRIu64 " KiB of address space: raise the limit (ulimit -v)",
                    space / 1024);
    return fail(fault, UNSUPPORTED,
                "OpenCL has no platform: install pocl-opencl-icd for the CPU or a GPU vendor's ICD, or name its "
                "library in OCL_ICD_VENDORS");
}

static enum status find_devices(const struct opencl_api *api, struct device_list *list, struct fault *fault)
{
    cl_platform_id platform[MAX_PLATFORMS];
    cl_uint platforms = 0;
    cl_int error = api->clGetPlatformIDs(MAX_PLATFORMS, platform, &platforms);
    if (error != CL_SUCCESS || !platforms)
        return no_platform(fault);
    for (cl_uint p = 0; p < platforms && p < MAX_PLATFORMS; p++) {
        cl_device_id id[COMPUTE_MAX_DEVICES];
        cl_uint devices = 0;
        char vendor[128] = "";
        if (api->clGetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, COMPUTE_MAX_DEVICES, id, &devices) != CL_SUCCESS)
            continue;
        api->clGetPlatformInfo(platform[p], CL_PLATFORM_VENDOR, sizeof vendor - 1, vendor, NULL);
        bool nvidia = strstr(vendor, "NVIDIA") != NULL, pocl = strstr(vendor, "pocl") != NULL;
        for (cl_uint d = 0; d < devices && d < COMPUTE_MAX_DEVICES; d++)
            insert(list, &(struct opencl_device){api, platform[p], id[d], nvidia, pocl}, rank(api, id[d]));
    }
    if (!list->count)
        return fail(fault, UNSUPPORTED,
                    "%u OpenCL platforms, but none has a device with a compiler: check the GPU's "
                    "driver, or install pocl-opencl-icd for the CPU",
                    platforms);
    return OK;
}

static enum status list_devices(const struct device_list **result, struct fault *fault)
{
    static struct device_list list;
    const struct opencl_api *api;
    *result = &list;
    if (list.count)
        return OK;
    enum status status = open_library(&api, fault);
    return status == OK ? find_devices(api, &list, fault) : status;
}

enum status opencl_find(int index, struct opencl_device *device, struct fault *fault)
{
    const struct device_list *list;
    enum status status = list_devices(&list, fault);
    if (status != OK)
        return status;
    if (index < 0 || (size_t)index >= list->count)
        return fail(fault, UNSUPPORTED, "no OpenCL device %d: there are %zu, counted from 0", index, list->count);
    *device = list->device[index];
    return OK;
}

/* ---- description ---- */

static void device_text(const struct opencl_device *device, cl_device_info what, char *text, size_t size)
{
    text[0] = 0;
    if (device->api->clGetDeviceInfo(device->id, what, size, text, NULL) != CL_SUCCESS)
        text[0] = 0;
    text[size - 1] = 0;
}

static uint64_t device_uint(const struct opencl_device *device, cl_device_info what)
{
    cl_uint value = 0;
    return device->api->clGetDeviceInfo(device->id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static uint64_t device_ulong(const struct opencl_device *device, cl_device_info what)
{
    cl_ulong value = 0;
    return device->api->clGetDeviceInfo(device->id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static uint64_t device_size(const struct opencl_device *device, cl_device_info what)
{
    size_t value = 0;
    return device->api->clGetDeviceInfo(device->id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static void describe_texts(const struct opencl_device *source, struct compute_device *device)
{
    char version[256], driver[128];
    source->api->clGetPlatformInfo(source->platform, CL_PLATFORM_NAME, sizeof device->platform - 1, device->platform,
                                   NULL);
    device_text(source, CL_DEVICE_NAME, device->name, sizeof device->name);
    device_text(source, CL_DRIVER_VERSION, driver, sizeof driver);
    device_text(source, CL_DEVICE_VERSION, version, sizeof version);
    snprintf(device->driver, sizeof device->driver, "%.40s, %.80s", driver, version);
    version[0] = 0;
    source->api->clGetPlatformInfo(source->platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
    snprintf(device->compiler, sizeof device->compiler, "%.40s, %.80s", driver, version);
}

/* The number of lanes in lockstep. OpenCL 1.2 does not have it, but vendors' extensions do. */
static uint32_t simt_width(const struct opencl_device *source, const char *extensions, bool is_cpu)
{
    uint64_t width = 0;
    if (is_cpu)
        return 1;
    if (strstr(extensions, "cl_nv_device_attribute_query"))
        width = device_uint(source, OPENCL_WARP_SIZE_NV);
    else if (strstr(extensions, "cl_amd_device_attribute_query"))
        width = device_uint(source, OPENCL_WAVEFRONT_WIDTH_AMD);
    return width ? (uint32_t)width : 1;
}

/* NVIDIA's OpenCL reports its L1 caches as the cache of global memory, so CUDA is queried instead; other vendors'
 * values are used. */
static void describe_cache(const struct opencl_device *source, const char *extensions, struct compute_device *device)
{
    unsigned char bytes[16];
    char uuid[sizeof device->uuid];
    device->l2_bytes = device_ulong(source, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    if (strstr(extensions, "cl_khr_device_uuid") &&
        source->api->clGetDeviceInfo(source->id, OPENCL_DEVICE_UUID, sizeof bytes, bytes, NULL) == CL_SUCCESS) {
        cuda_uuid_text(bytes, uuid, sizeof uuid);
        snprintf(device->uuid, sizeof device->uuid, "%s", source->nvidia ? uuid : uuid + strlen("GPU-"));
    }
    if (source->nvidia)
        device->l2_bytes = cuda_l2_bytes(device->uuid);
}

static uint32_t features(const struct opencl_device *source, const char *extensions)
{
    const bool doubles = device_ulong(source, CL_DEVICE_DOUBLE_FP_CONFIG) || strstr(extensions, "cl_khr_fp64");
    return (doubles ? COMPUTE_FP64 : 0) |
           (strstr(extensions, "cl_khr_int64_base_atomics") ? COMPUTE_INT64_ATOMICS : 0) |
           (device_uint(source, CL_DEVICE_IMAGE_SUPPORT) ? COMPUTE_TEXTURES : 0);
}

static void describe(const struct opencl_device *source, struct compute_device *device)
{
    size_t group = 0, sizes[3] = {0};
    cl_device_type type = 0;
    static char extensions[16384];
    device_text(source, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    source->api->clGetDeviceInfo(source->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    source->api->clGetDeviceInfo(source->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group, NULL);
    source->api->clGetDeviceInfo(source->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
    bool is_cpu = !(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR));
    *device = (struct compute_device){
        .is_cpu = is_cpu,
        .can_run = true,
        .features = features(source, extensions),
        .units = (uint32_t)device_uint(source, CL_DEVICE_MAX_COMPUTE_UNITS),
        .simt_width = simt_width(source, extensions, is_cpu),
        .clock_mhz = (uint32_t)device_uint(source, CL_DEVICE_MAX_CLOCK_FREQUENCY),
        .memory_bytes = device_ulong(source, CL_DEVICE_GLOBAL_MEM_SIZE),
        .local_bytes = device_ulong(source, CL_DEVICE_LOCAL_MEM_SIZE),
        .constant_bytes = device_ulong(source, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
        .max_texture = {device_size(source, CL_DEVICE_IMAGE2D_MAX_WIDTH),
                        device_size(source, CL_DEVICE_IMAGE2D_MAX_HEIGHT)},
        .max_texture_1d = device_size(source, CL_DEVICE_IMAGE2D_MAX_WIDTH),
        .max_texture_3d = {device_size(source, CL_DEVICE_IMAGE3D_MAX_WIDTH),
                           device_size(source, CL_DEVICE_IMAGE3D_MAX_HEIGHT),
                           device_size(source, CL_DEVICE_IMAGE3D_MAX_DEPTH)},
        .max_group = group,
        .max_group_size = {sizes[0], sizes[1], sizes[2]},
    };
    describe_texts(source, device);
    describe_cache(source, extensions, device);
}

enum status opencl_devices(UNNEEDED const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault)
{
    const struct device_list *list;
    *count = 0;
    enum status status = list_devices(&list, fault);
    if (status != OK)
        return status;
    for (; *count < list->count && *count < max; ++*count)
        describe(&list->device[*count], &device[*count]);
    return OK;
}
