/* The compile-only backend "nvrtc:sm_XX", and compiling for "cuda". */
#include "compute/nvrtc.h"

#include "compute/build_log.h"
#include "compute/memory.h"
#include "compute/nvrtc_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARCHITECTURES = 64 };

const char *nvrtc_lacks_cub(void)
{
    const struct nvrtc_library *library;
    if (nvrtc_library(&library, NULL) != OK)
        return "NVRTC not found: install the CUDA toolkit or set CUDA_HOME to its folder";
    return library->cub ? NULL
                        : "CUB's headers not found beside NVRTC, in CUDA_HOME or in CUDA_PATH: install the CUDA "
                          "toolkit with CCCL or set CUDA_HOME to its folder";
}

enum status nvrtc_describe(char *text, size_t size, struct fault *fault)
{
    const struct nvrtc_library *library;
    enum status status = nvrtc_library(&library, fault);
    if (status != OK)
        return status;
    int length = snprintf(text, size, "NVRTC %d.%d", library->major, library->minor);
    if (library->cub && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", CUB %d.%d.%d", library->cub / 100000,
                 library->cub / 100 % 1000, library->cub % 100);
    return OK;
}

/* The number of "sm_90", "sm_90a" or "sm_90f"; 0 for other text. */
static int architecture_number(const char *text)
{
    int number = 0, end = 0;
    if (sscanf(text, "sm_%d%n", &number, &end) != 1 || number <= 0)
        return 0;
    if (text[end] == 'a' || text[end] == 'f')
        end++;
    return text[end] ? 0 : number;
}

static enum status check_architecture(const struct nvrtc_library *library, const char *architecture,
                                      struct fault *fault)
{
    int number = architecture_number(architecture), count = 0, known[MAX_ARCHITECTURES];
    if (!number)
        return fail(fault, INVALID, "\"%s\" is no target of NVRTC: name one like nvrtc:sm_90", architecture);
    if (library->api.nvrtcGetNumSupportedArchs(&count) || count > MAX_ARCHITECTURES ||
        library->api.nvrtcGetSupportedArchs(known))
        return OK; /* the compiler will tell */
    char list[512] = "";
    for (int i = 0; i < count; i++) {
        if (known[i] == number)
            return OK;
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%ssm_%d", i ? ", " : "", known[i]);
    }
    return fail(fault, UNSUPPORTED, "NVRTC %d.%d does not compile for %s: it knows %s", library->major, library->minor,
                architecture, list);
}

static char *program_log(const struct nvrtc_api *api, struct _nvrtcProgram *program)
{
    size_t size = 0;
    if (api->nvrtcGetProgramLogSize(program, &size))
        size = 0;
    char *log = allocate(size + 1);
    if (size && api->nvrtcGetProgramLog(program, log))
        log[0] = 0;
    return log;
}

static enum status take_cubin(const struct nvrtc_api *api, struct _nvrtcProgram *program, const char *name,
                              struct compute_binary *binary, struct fault *fault)
{
    size_t size = 0;
    unsigned result = api->nvrtcGetCUBINSize(program, &size);
    if (result || !size)
        return fail(fault, COMPILE_FAILED, "%s: NVRTC gives no cubin: %s", name, api->nvrtcGetErrorString(result));
    char *bytes = allocate(size);
    result = api->nvrtcGetCUBIN(program, bytes);
    if (result) {
        free(bytes);
        return fail(fault, COMPILE_FAILED, "%s: NVRTC gives no cubin: %s", name, api->nvrtcGetErrorString(result));
    }
    binary->bytes = bytes;
    binary->size = size;
    return OK;
}

/* One run of the compiler. Returns NVRTC's result; *program and *log are the caller's to free. */
static unsigned build(const struct nvrtc_library *library, const char *architecture, const char *name,
                      const char *source, bool verbose, struct _nvrtcProgram **program, char **log)
{
    const struct nvrtc_api *api = &library->api;
    char target[64], include[NVRTC_MAX_FOLDERS][PATH_MAX + 2];
    const char *options[3 + NVRTC_MAX_FOLDERS] = {target, "--std=c++17"};
    int count = 2;
    snprintf(target, sizeof target, "--gpu-architecture=%s", architecture);
    if (verbose)
        options[count++] = "--ptxas-options=-v";
    for (int i = 0; i < NVRTC_MAX_FOLDERS; i++)
        if (library->folder[i][0]) {
            snprintf(include[i], sizeof include[i], "-I%s", library->folder[i]);
            options[count++] = include[i];
        }

    *log = NULL;
    unsigned result = api->nvrtcCreateProgram(program, source, name, 0, NULL, NULL);
    if (result) {
        *program = NULL;
        return result;
    }
    result = api->nvrtcCompileProgram(*program, count, options);
    *log = program_log(api, *program);
    return result;
}

/* The fault of a failed verbose build. ptxas -v takes the place of ptxas' own errors in NVRTC's log: the amount of
 * shared memory is judged here, and for any other reason a quiet build is asked. */
static enum status explain(const struct nvrtc_library *library, const struct compute_device *device, const char *name,
                           const char *source, unsigned result, const char *log, struct fault *fault)
{
    struct _nvrtcProgram *program = NULL;
    char *quiet = NULL;
    int shared = build_log_resources(log).shared_bytes;
    if (shared > 0 && (uint64_t)shared > device->local_bytes && device->local_bytes)
        return fail(fault, INVALID, "%s: needs %d bytes of shared memory, this device allows %llu a block", name,
                    shared, (unsigned long long)device->local_bytes);
    if (!strstr(log, "error") && build(library, device->architecture, name, source, false, &program, &quiet) && quiet)
        log = quiet;
    enum status status = build_log_fail(name, *log ? log : library->api.nvrtcGetErrorString(result), fault);
    free(quiet);
    if (program)
        library->api.nvrtcDestroyProgram(&program);
    return status;
}

enum status nvrtc_compile(const struct compute_device *device, const char *name, const char *source,
                          struct compute_binary *binary, struct fault *fault)
{
    const struct nvrtc_library *library;
    struct _nvrtcProgram *program = NULL;
    char *log = NULL;
    enum status status = nvrtc_library(&library, fault);
    if (status == OK)
        status = check_architecture(library, device->architecture, fault);
    if (status != OK)
        return status;

    unsigned result = build(library, device->architecture, name, source, true, &program, &log);
    if (result) {
        status = explain(library, device, name, source, result, log ? log : "", fault);
    } else {
        binary->resources = build_log_resources(log);
        status = take_cubin(&library->api, program, name, binary, fault);
    }
    free(log);
    if (program)
        library->api.nvrtcDestroyProgram(&program);
    return status;
}

/* One device: the target. Its limits are those that every CUDA device since sm_50 has. */
static enum status devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault)
{
    const struct nvrtc_library *library;
    *count = 0;
    if (!*target)
        return fail(fault, INVALID, "nvrtc compiles for a target and needs its name, as in nvrtc:sm_90");
    enum status status = nvrtc_library(&library, fault);
    if (status == OK)
        status = check_architecture(library, target, fault);
    if (status != OK || !max)
        return status;

    *device = (struct compute_device){
        .backend = "nvrtc",
        .platform = "CUDA",
        .fp64 = true,
        .int64_atomics = true,
        .images = true,
        .graphs = true,
        .simt_width = 32,
        .local_bytes = 48 * 1024,
        .constant_bytes = 64 * 1024,
        .max_texture = {131072, 65536},
        .max_group = 1024,
        .max_group_size = {1024, 1024, 64},
        .max_groups = {2147483647, 65535, 65535},
    };
    snprintf(device->name, sizeof device->name, "NVRTC %.32s", target);
    snprintf(device->architecture, sizeof device->architecture, "%.31s", target);
    *count = 1;
    return nvrtc_describe(device->compiler, sizeof device->compiler, fault);
}

const struct compute_backend nvrtc_backend = {
    .name = "nvrtc",
    .listed = false,
    .devices = devices,
    .compile = nvrtc_compile,
};
