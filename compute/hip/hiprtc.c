/* The compile-only backend "hiprtc:gfxXXX": HIPRTC, AMD's compiler as a library, which needs neither a driver nor a
 * GPU. It is searched in the user's ROCM_PATH, then by the loader, then in /opt/rocm. */
#include "base/memory.h"
#include "compute/backend.h"
#include "compute/build_log.h"
#include "compute/hip/code_object.h"
#include "compute/library.h"
#include "compute/typical.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct _hiprtcProgram;

#define HIPRTC_FUNCTIONS(X)                                                                                            \
    X(int, hiprtcCreateProgram,                                                                                        \
      (struct _hiprtcProgram * *program, const char *source, const char *name, int headers, const char **header,       \
       const char **header_name))                                                                                      \
    X(int, hiprtcCompileProgram, (struct _hiprtcProgram * program, int count, const char **options))                   \
    X(int, hiprtcDestroyProgram, (struct _hiprtcProgram * *program))                                                   \
    X(int, hiprtcGetProgramLogSize, (struct _hiprtcProgram * program, size_t * size))                                  \
    X(int, hiprtcGetProgramLog, (struct _hiprtcProgram * program, char *log))                                          \
    X(int, hiprtcGetCodeSize, (struct _hiprtcProgram * program, size_t * size))                                        \
    X(int, hiprtcGetCode, (struct _hiprtcProgram * program, char *code))                                               \
    X(const char *, hiprtcGetErrorString, (int result))

#define MEMBER(result, name, parameters) result(*name) parameters;
#define SYMBOL(result, name, parameters) {#name, offsetof(struct hiprtc, name)},

struct hiprtc {
    HIPRTC_FUNCTIONS(MEMBER)
};

static enum status open_library(const struct hiprtc **api, struct fault *fault)
{
    static const struct library_symbol symbols[] = {HIPRTC_FUNCTIONS(SYMBOL){NULL, 0}};
    static struct hiprtc opened;
    static bool is_open;
    char text[512], own[PATH_MAX];
    const char *folder = getenv("ROCM_PATH");
    /* Before 5.3, and where a distribution builds it so, it is a part of the runtime. */
    const char *const names[] = {own,
                                 "libhiprtc.so.7",
                                 "libhiprtc.so.6",
                                 "libhiprtc.so.5",
                                 "libamdhip64.so.5",
                                 "libhiprtc.so",
                                 "/opt/rocm/lib/libhiprtc.so",
                                 NULL};
    *api = &opened;
    if (is_open)
        return OK;
    snprintf(own, sizeof own, "%s/lib/libhiprtc.so", folder ? folder : "");
    void *library = library_open(names + !folder, text, sizeof text);
    if (!library)
        return fail(fault, UNSUPPORTED,
                    "HIPRTC not found (%.120s): install ROCm or Debian's libamdhip64-5, or set ROCM_PATH to its folder",
                    text);
    if (!library_load(library, symbols, &opened, text, sizeof text))
        return fail(fault, UNSUPPORTED, "this HIPRTC is not one that we know: %.120s", text);
    is_open = true;
    return OK;
}

/* ---- compiling ---- */

static char *program_log(const struct hiprtc *api, struct _hiprtcProgram *program)
{
    size_t size = 0;
    if (api->hiprtcGetProgramLogSize(program, &size))
        size = 0;
    char *log = allocate(size + 1);
    if (size && api->hiprtcGetProgramLog(program, log))
        log[0] = 0;
    return log;
}

static enum status take_code(const struct hiprtc *api, struct _hiprtcProgram *program, const char *name,
                             struct compute_binary *binary, struct fault *fault)
{
    size_t size = 0;
    int result = api->hiprtcGetCodeSize(program, &size);
    char *bytes = allocate(size + 1);
    result = result ? result : api->hiprtcGetCode(program, bytes);
    if (result || !size) {
        free(bytes);
        return fail(fault, COMPILE_FAILED, "%s: HIPRTC gives no code: %s", name, api->hiprtcGetErrorString(result));
    }
    *binary = (struct compute_binary){bytes, size, code_object_resources(bytes, size)};
    return OK;
}

static enum status explain(const char *name, const char *log, struct fault *fault)
{
    const char *excess = strstr(log, "local memory (");
    unsigned long needs, allows;
    if (excess && sscanf(excess, "local memory (%lu) exceeds limit (%lu)", &needs, &allows) == 2)
        return fail(fault, INVALID, "%s: needs %lu bytes of shared memory, this device allows %lu a block", name, needs,
                    allows);
    return build_log_fail(name, log, fault);
}

static enum status compile(const struct compute_device *device, const char *name, const char *source, unsigned options,
                           const struct flags *flags, struct compute_binary *binary, struct fault *fault)
{
    const struct hiprtc *api;
    struct _hiprtcProgram *program = NULL;
    char target[64], width[32];
    const char *words[4 + MAX_FLAGS] = {target, width, "-std=c++17", "-fgpu-flush-denormals-to-zero"};
    int count = options & COMPUTE_FLUSH_TO_ZERO ? 4 : 3;
    for (size_t i = 0; i < flags->count; i++) /* the last one of a kind counts */
        words[count++] = flags->word[i];
    enum status status = open_library(&api, fault);
    if (status != OK)
        return status;
    snprintf(target, sizeof target, "--offload-arch=%s", device->architecture);
    snprintf(width, sizeof width, "-DSIMT_WIDTH=%u", device->simt_width);
    int result = api->hiprtcCreateProgram(&program, source, name, 0, NULL, NULL);
    if (result)
        return fail(fault, COMPILE_FAILED, "%s: HIPRTC does not take it: %s", name, api->hiprtcGetErrorString(result));
    result = api->hiprtcCompileProgram(program, count, words);
    char *log = program_log(api, program);
    status = !result ? take_code(api, program, name, binary, fault)
                     : explain(name, *log ? log : api->hiprtcGetErrorString(result), fault);
    free(log);
    api->hiprtcDestroyProgram(&program);
    return status;
}

/* ---- devices ---- */

/* One device: the target. Compiling an empty program yields the compiler's version. */
static enum status devices(const char *target, struct compute_device *device, size_t max, size_t *count,
                           struct fault *fault)
{
    const size_t digits = strspn(target + strcspn(target, "0123456789"), "0123456789abcdef");
    const bool is_wide = digits == 3; /* gfx906, gfx90a: 64 lanes; gfx1030 and later: 32 */
    const struct flags none = {.count = 0};
    struct compute_binary nothing = {0};
    struct fault why = {0};
    *count = 0;
    if (strncmp(target, "gfx", 3) || digits < 3 || digits > 4 || target[3 + digits])
        return fail(fault, INVALID, "\"%s\" is no target of HIPRTC: name one like hiprtc:gfx90a", target);
    if (!max)
        return OK;
    *device = compute_typical_gpu;
    strcpy(device->platform, "HIP");
    snprintf(device->name, sizeof device->name, "HIPRTC %s", target);
    snprintf(device->architecture, sizeof device->architecture, "%s", target);
    device->simt_width = is_wide ? 64 : 32;
    if (is_wide && strspn(target + 4, "45")) /* gfx942, gfx950: no image instructions */
        device->features &= ~(uint32_t)COMPUTE_TEXTURES;
    device->local_bytes = 64 << 10;
    if (compile(device, target, "extern \"C\" __global__ void nothing() {}\n", 0, &none, &nothing, &why) != OK)
        return fail(fault, UNSUPPORTED, "%s", why.text);
    code_object_compiler(nothing.bytes, nothing.size, device->compiler, sizeof device->compiler);
    compute_binary_free(&nothing);
    *count = 1;
    return OK;
}

static const struct compute_flag flags[] = {{.name = "-ffast-math"},
                                            {.name = "-ffp-contract=", .values = "off on fast"},
                                            {.name = "-O", .values = "0 1 2 3"},
                                            {.name = "-std=", .values = "c++11 c++14 c++17 c++20"},
                                            {.name = NULL}};

const struct compute_backend hiprtc_backend = {
    .name = "hiprtc",
    .language = COMPUTE_HIP,
    .target = "gfx",
    .devices = devices,
    .flags = flags,
    .compile = compile,
    .check_kernel = code_object_check_kernel,
};
