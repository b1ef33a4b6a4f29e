/* The compile-only backend "nvrtc:sm_XX", and compiling for "cuda". */
#include "compute/cuda/nvrtc.h"

#include "base/memory.h"
#include "compute/build_log.h"
#include "compute/cuda/cubin.h"
#include "compute/cuda/nvjitlink.h"
#include "compute/cuda/nvrtc_header.h"
#include "compute/typical.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARCHITECTURES = 64 };

const char *nvrtc_missing_cub(void)
{
    const struct nvrtc_library *library;
    if (nvrtc_library(&library, NULL) != OK)
        return "NVRTC not found: install the CUDA toolkit or the wheel nvidia-cuda-nvrtc, or set CUDA_HOME";
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

void nvrtc_add_features(struct compute_device *device)
{
    const char *cub = nvrtc_missing_cub(), *child_launch = nvjitlink_missing();
    const int number = architecture_number(device->architecture);
    device->features |= (cub ? 0 : COMPUTE_CUB) | (child_launch ? 0 : COMPUTE_CHILD_LAUNCH) |
                        (number >= 80 ? COMPUTE_FP64_MATRICES : 0) | (number >= 90 ? COMPUTE_FLOAT4_ATOMICS : 0);
    snprintf(device->lacks_cub, sizeof device->lacks_cub, "%s", cub ? cub : "");
    snprintf(device->lacks_child_launch, sizeof device->lacks_child_launch, "%s", child_launch ? child_launch : "");
}

static enum status check_architecture(const struct nvrtc_library *library, const char *architecture,
                                      struct fault *fault)
{
    int number = architecture_number(architecture), count = 0, known[MAX_ARCHITECTURES];
    if (!number)
        return fail(fault, INVALID, "\"%s\" is no target of NVRTC: name one like nvrtc:sm_90", architecture);
    if (library->api.nvrtcGetNumSupportedArchs(&count) || count > MAX_ARCHITECTURES ||
        library->api.nvrtcGetSupportedArchs(known))
        return OK; /* the compiler reports it */
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
    char *bytes = allocate(size + 1);
    result = result ? result : api->nvrtcGetCUBIN(program, bytes);
    if (result || !size) {
        free(bytes);
        return fail(fault, COMPILE_FAILED, "%s: NVRTC gives no cubin: %s", name, api->nvrtcGetErrorString(result));
    }
    binary->bytes = bytes;
    binary->size = size;
    return OK;
}

/* Prepends the mangled names of kernels to the cubin. */
static enum status take_names(const struct nvrtc_api *api, struct _nvrtcProgram *program, const char *const *names,
                              struct compute_binary *binary, struct fault *fault)
{
    const char *lowered;
    for (; names && *names; names++) {
        const unsigned result = api->nvrtcGetLoweredName(program, *names, &lowered);
        if (result)
            return fail(fault, COMPILE_FAILED, "%s: NVRTC gives no name: %s", *names, api->nvrtcGetErrorString(result));
        cubin_add_name(binary, *names, lowered);
    }
    return OK;
}

/* A compilation, and the result of the last run of the compiler. */
struct build {
    const struct nvrtc_library *library;
    const char *architecture, *name, *source;
    unsigned options; /* enum compute_option */
    const struct flags *flags;
    bool intermediate; /* output is code for the linker, not a cubin */
    bool minimal;      /* NVRTC's own headers without textures and the runtime */
    struct _nvrtcProgram *program;
    char *log; /* "" without one */
    unsigned result;
};

static void build_end(struct build *build)
{
    if (build->program)
        build->library->api.nvrtcDestroyProgram(&build->program);
    build->program = NULL;
    free(build->log);
    build->log = NULL;
}

/* Runs the compiler, discarding an earlier run. `header` is an option or "". Returns NVRTC's result. NVRTC's messages
 * about headers are off, so that its log mentions one only if it failed. NVRTC's own cache (with a driver) is off,
 * since ptxas prints nothing for cached binaries; versions without such a cache, or without minimal headers, refuse the
 * option. */
static unsigned build_run(struct build *build, const char *header, bool verbose)
{
    static bool has_no_cache, has_no_minimal;
    const struct nvrtc_api *api = &build->library->api;
    char target[64], include[NVRTC_MAX_FOLDERS][PATH_MAX + 2];
    /* CUDA 13 would warn about double4, which has OpenCL's alignment in portable kernels. */
    const char *options[10 + NVRTC_MAX_FOLDERS + MAX_FLAGS] = {target, "-D__NV_NO_VECTOR_DEPRECATION_DIAG"};
    int count = 2;
    if (!flags_have(build->flags, "-std="))
        options[count++] = "--std=c++17";
    for (size_t i = 0; i < build->flags->count; i++)
        options[count++] = build->flags->word[i];
    snprintf(target, sizeof target, "--gpu-architecture=%s", build->architecture);
    if (build->options & COMPUTE_RELOCATABLE)
        options[count++] = "--relocatable-device-code=true";
    if (build->options & COMPUTE_FLUSH_TO_ZERO)
        options[count++] = "--ftz=true";
    if (build->intermediate)
        options[count++] = "--dlink-time-opt";
    if (verbose && !build->intermediate)
        options[count++] = "--ptxas-options=-v";
    if (*header) {
        options[count++] = header;
        options[count++] = "--pch-messages=false";
    }
    for (int i = 0; i < NVRTC_MAX_FOLDERS; i++)
        if (build->library->folder[i][0]) {
            snprintf(include[i], sizeof include[i], "-I%s", build->library->folder[i]);
            options[count++] = include[i];
        }

    if (!has_no_cache)
        options[count++] = "--no-cache";
    if (build->minimal && !has_no_minimal)
        options[count++] = "--minimal";
    build_end(build);
    build->result = api->nvrtcCreateProgram(&build->program, build->source, build->name, 0, NULL, NULL);
    if (build->result)
        build->program = NULL;
    const char *const *name = build->flags->names;
    for (; name && *name && !build->result; name++)
        build->result = api->nvrtcAddNameExpression(build->program, *name);
    if (!build->result)
        build->result = api->nvrtcCompileProgram(build->program, count, options);
    build->log = build->program ? program_log(api, build->program) : allocate(1);
    if (build->result == NVRTC_UNKNOWN_OPTION && !has_no_cache) {
        has_no_cache = has_no_minimal;
        has_no_minimal = true;
        return build_run(build, header, verbose);
    }
    return build->result;
}

/* With minimal headers, which are parsed in two thirds of the time: the kernels are bitwise the same. A file that needs
 * more does not compile with them: it is compiled again, and its other configurations are with all headers at once. So
 * is one that is wrong: which errors may be due to missing headers is not known, and this one is found before any code
 * is generated, in 8 ms where the smallest kernel takes 30. */
static unsigned build_plain(struct build *build)
{
    static char whole[128]; /* the last such file */
    build->minimal = !build->flags->count && !build->flags->names && !(build->options & COMPUTE_RELOCATABLE) &&
                     !strstr(build->source, "#include") && strcmp(build->name, whole) != 0;
    build_run(build, "", true);
    if (!build->minimal || !build->result || !strstr(build->log, "error"))
        return build->result;
    build->minimal = false;
    if (!build_run(build, "", true))
        snprintf(whole, sizeof whole, "%s", build->name);
    return build->result;
}

/* With a precompiled header if possible; it is specific to the options. */
static unsigned build_with_header(struct build *build)
{
    char option[NVRTC_HEADER_OPTION];
    enum nvrtc_header header = HEADER_NONE;
    if (!build->flags->count && !build->flags->names)
        header = nvrtc_header_begin(build->library, build->architecture, build->name, build->source,
                                    build->options | (build->intermediate ? HEADER_INTERMEDIATE : 0), option);
    if (header == HEADER_NONE)
        return build_plain(build);
    build_run(build, option, true);
    if (nvrtc_header_end(build->library, header, build->program, build->result, build->log))
        return build->result;
    return build_run(build, "", true);
}

/* Files with the same inclusions have one header. */
static unsigned build_fast(struct build *build)
{
    const char *source = build->source, *name = build->name;
    FREED char *shared = build->flags->count || build->flags->names ? NULL : nvrtc_header_share(source, name);
    build->source = shared ? shared : source;
    build->name = shared ? NVRTC_SHARED : name;
    const unsigned result = build_with_header(build);
    build->source = source;
    build->name = name;
    return result;
}

/* The fault of a failed verbose build. With -v, NVRTC's log has no errors of ptxas: too much shared memory is detected
 * here; for another reason the build is repeated without -v. */
static enum status explain(struct build *build, const struct compute_device *device, struct fault *fault)
{
    int shared = build_log_resources(build->log).shared_bytes;
    if (shared > 0 && (uint64_t)shared > device->local_bytes && device->local_bytes)
        return fail(fault, INVALID, "%s: needs %d bytes of shared memory, this device allows %llu a block", build->name,
                    shared, (unsigned long long)device->local_bytes);
    const char *reason = build->library->api.nvrtcGetErrorString(build->result);
    if (!strstr(build->log, "error"))
        build_run(build, "", false);
    return build_log_fail(build->name, *build->log ? build->log : reason, fault);
}

/* The source without a leading #line: NVRTC gets the name separately, and makes no precompiled header after a #line. */
static const char *without_line(const char *source, const char *name)
{
    size_t length = strlen(name);
    static const char start[] = "#line 1 \"";
    const char *rest = source + strlen(start);
    if (strncmp(source, start, strlen(start)) || strncmp(rest, name, length) || strncmp(rest + length, "\"\n", 2))
        return source;
    return rest + length + 2;
}

static bool linker_refuses; /* a program that NVRTC itself compiles; for example an older linker */

/* Whether a program is compiled by the linker, from intermediate code, because headers of the toolkit have constants
 * that no kernel uses (CUB has 830), and NVRTC keeps them: a driver takes 9 ms to load and unload them. The kernels are
 * bitwise the same. */
static bool is_linked(const struct build *build)
{
    return !linker_refuses && !build->flags->count && !build->flags->names && !(build->options & COMPUTE_RELOCATABLE) &&
           strstr(build->source, "#include <") && !nvjitlink_missing();
}

static bool link_program(const struct build *build, struct compute_binary *binary)
{
    const struct nvrtc_api *api = &build->library->api;
    size_t size = 0;
    if (api->nvrtcGetLTOIRSize(build->program, &size))
        return false;
    char *code = allocate(size);
    const bool made = !api->nvrtcGetLTOIR(build->program, code) &&
                      nvjitlink_compile(build->architecture, build->name, build->options, code, size, binary);
    free(code);
    return made;
}

static unsigned build_linked(struct build *build, struct compute_binary *binary)
{
    build->intermediate = true;
    const unsigned result = build_fast(build);
    build->intermediate = false;
    if (result || link_program(build, binary))
        return result;
    linker_refuses = !build_run(build, "", true); /* else the log has the reason; and no other header is made */
    return build->result;
}

const struct compute_flag nvrtc_flags[] = {
    {.name = "-use_fast_math"},
    {.name = "-lineinfo"},
    {.name = "-restrict"},
    {.name = "-extra-device-vectorization"},
    {.name = "-fmad=", .values = "true false"},
    {.name = "-ftz=", .values = "true false"},
    {.name = "-prec-sqrt=", .values = "true false"},
    {.name = "-prec-div=", .values = "true false"},
    {.name = "-maxrregcount=", .values = "#"},
    {.name = "-std=", .values = "c++11 c++14 c++17 c++20"},
    {.name = "-O", .values = "0 1 2 3", .as = "--ptxas-options=-O"},
    {.name = "-maxntid=", .values = "#", .as = "--ptxas-options=--maxntid="},
    {.name = "-minnctapersm=", .values = "#", .as = "--ptxas-options=--minnctapersm="},
    {.name = NULL}};

enum status nvrtc_compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                          const struct flags *flags, struct compute_binary *binary, struct fault *fault)
{
    struct build build = {.architecture = device->architecture,
                          .name = name,
                          .source = without_line(source, name),
                          .options = options,
                          .flags = flags};
    enum status status = nvrtc_library(&build.library, fault);
    if (status == OK)
        status = check_architecture(build.library, device->architecture, fault);
    if (status != OK)
        return status;

    nvrtc_header_prepare(build.library);
    if (is_linked(&build) ? build_linked(&build, binary) : build_fast(&build)) {
        status = explain(&build, device, fault);
    } else if (!binary->bytes) {
        binary->resources = build_log_resources(build.log);
        status = take_cubin(&build.library->api, build.program, name, binary, fault);
        if (status == OK)
            status = take_names(&build.library->api, build.program, flags->names, binary, fault);
        if (status == OK && options & COMPUTE_RELOCATABLE)
            status = nvjitlink_link(device->architecture, name, binary, fault);
    }
    build_end(&build);
    return status;
}

/* One device: the target. Its limits are those that every CUDA device since sm_50 has. */
static enum status devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault)
{
    const struct nvrtc_library *library;
    *count = 0;
    if (!*target)
        return fail(fault, INVALID, "nvrtc compiles for a target and needs its name, for example nvrtc:sm_90");
    enum status status = nvrtc_library(&library, fault);
    if (status == OK)
        status = check_architecture(library, target, fault);
    if (status != OK || !max)
        return status;

    *device = compute_typical_gpu;
    strcpy(device->platform, "CUDA");
    snprintf(device->name, sizeof device->name, "NVRTC %.32s", target);
    snprintf(device->architecture, sizeof device->architecture, "%.31s", target);
    nvrtc_add_features(device);
    *count = 1;
    return nvrtc_describe(device->compiler, sizeof device->compiler, fault);
}

const struct compute_backend nvrtc_backend = {
    .name = "nvrtc",
    .language = COMPUTE_CUDA,
    .target = "sm_",
    .devices = devices,
    .flags = nvrtc_flags,
    .compile = nvrtc_compile,
    .check_kernel = cubin_check_kernel,
    .nonbonded = cuda_nonbonded,
};
