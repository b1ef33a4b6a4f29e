#include "compute/cuda/nvjitlink.h"

#include "base/memory.h"
#include "compute/build_log.h"
#include "compute/cuda/nvrtc_library.h"
#include "compute/cuda/toolkit.h"
#include "compute/library.h"

#include <stdio.h>
#include <stdlib.h>

enum { HEAD_BYTES = 800 };

static struct linker {
    struct nvjitlink_api api;
    char runtime[PATH_MAX]; /* libcudadevrt.a; "" before all is found */
} opened;

/* The linker reads the output of its own toolkit's compiler, so the one beside the compiler is tried first. */
static void *open_linker(const char *home)
{
    static const char *const names[] = {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so", NULL};
    char text[512], path[PATH_MAX + 32];
    const char *const beside[] = {path, NULL};
    void *handle = NULL;
    for (int i = 0; *home && names[i] && !handle; i++) {
        snprintf(path, sizeof path, "%s/%s", home, names[i]);
        handle = library_open(beside, text, sizeof text);
    }
    return handle ? handle : toolkit_open("libnvJitLink.so", names, text, sizeof text);
}

#define SYMBOL_12(result, name, parameters) {"__" #name "_12_0", offsetof(struct nvjitlink_api, name)},
#define SYMBOL_13(result, name, parameters) {"__" #name "_13_0", offsetof(struct nvjitlink_api, name)},

static bool load(void *handle)
{
    static const struct library_symbol symbols_12[] = {NVJITLINK_FUNCTIONS(SYMBOL_12){NULL, 0}};
    static const struct library_symbol symbols_13[] = {NVJITLINK_FUNCTIONS(SYMBOL_13){NULL, 0}};
    char text[512];
    return library_load(handle, symbols_13, &opened.api, text, sizeof text) ||
           library_load(handle, symbols_12, &opened.api, text, sizeof text);
}

const char *nvjitlink_missing(void)
{
    const struct nvrtc_library *compiler;
    char folder[PATH_MAX], path[PATH_MAX];
    if (opened.runtime[0])
        return NULL;
    if (nvrtc_library(&compiler, NULL) != OK)
        return "NVRTC not found: install the CUDA toolkit or the wheel nvidia-cuda-nvrtc, or set CUDA_HOME";
    void *handle = open_linker(compiler->home);
    if (!handle)
        return "nvJitLink not found beside NVRTC, in CUDA_HOME or in CUDA_PATH: install the CUDA toolkit or set "
               "CUDA_HOME to its folder";
    if (!load(handle))
        return "nvJitLink has not the functions of CUDA 12 or 13: install a toolkit that has";
    library_folder(handle, folder, sizeof folder);
    if (!toolkit_file(folder, "libcudadevrt.a", path, sizeof path) &&
        !toolkit_file(compiler->home, "libcudadevrt.a", path, sizeof path))
        return "libcudadevrt.a not found beside nvJitLink, in CUDA_HOME or in CUDA_PATH: install the CUDA toolkit or "
               "set CUDA_HOME to its folder";
    snprintf(opened.runtime, sizeof opened.runtime, "%s", path);
    return NULL;
}

/* The logs have room for a NUL. */
static char *read_log(struct nvJitLink *linker, unsigned (*get_size)(struct nvJitLink *, size_t *),
                      unsigned (*get)(struct nvJitLink *, char *))
{
    size_t size = 0;
    if (linker && get_size(linker, &size))
        size = 0;
    char *log = allocate(size + 1);
    if (size && get(linker, log))
        log[0] = 0;
    return log;
}

static enum status fail_linking(struct nvJitLink *linker, unsigned result, const char *name, struct fault *fault)
{
    char *log = read_log(linker, opened.api.nvJitLinkGetErrorLogSize, opened.api.nvJitLinkGetErrorLog);
    enum status status = *log ? fail(fault, COMPILE_FAILED, "%s: does not link: %.*s", name, HEAD_BYTES, log)
                              : fail(fault, COMPILE_FAILED, "%s: does not link: nvJitLink's error %u", name, result);
    free(log);
    return status;
}

/* What is linked, by which options, and with which library (or NULL). */
struct input {
    unsigned type;
    const void *bytes;
    size_t size;
    const char *const *options; /* ended by NULL */
    const char *runtime;
};

/* Replaces the input by the linked cubin; and parses the assembler's log, if it ran. */
static unsigned take(struct nvJitLink *linker, unsigned type, struct compute_binary *binary)
{
    size_t size = 0;
    unsigned result = opened.api.nvJitLinkGetLinkedCubinSize(linker, &size);
    if (result)
        return result;
    free(binary->bytes);
    binary->bytes = allocate(size);
    binary->size = size;
    if (type == NVJITLINK_LTOIR) {
        char *log = read_log(linker, opened.api.nvJitLinkGetInfoLogSize, opened.api.nvJitLinkGetInfoLog);
        binary->resources = build_log_resources(log);
        free(log);
    }
    return opened.api.nvJitLinkGetLinkedCubin(linker, binary->bytes);
}

/* Without a cache of nvJitLink's own (with a driver), since it prints nothing for what it finds there; versions without
 * one refuse the option. */
static unsigned create(struct nvJitLink **linker, const char *architecture, const char *const *words)
{
    static bool has_no_cache;
    char target[64];
    const char *options[8] = {target};
    unsigned count = 1;
    snprintf(target, sizeof target, "-arch=%s", architecture);
    while (words[count - 1]) {
        options[count] = words[count - 1];
        count++;
    }
    if (!has_no_cache) {
        options[count] = "-no-cache";
        const unsigned result = opened.api.nvJitLinkCreate(linker, count + 1, options);
        if (result != NVJITLINK_UNKNOWN_OPTION)
            return result;
        has_no_cache = true;
    }
    return opened.api.nvJitLinkCreate(linker, count, options);
}

static enum status make(const char *architecture, const char *name, const struct input *input,
                        struct compute_binary *binary, struct fault *fault)
{
    struct nvJitLink *linker = NULL;
    unsigned result = create(&linker, architecture, input->options);
    if (!result)
        result = opened.api.nvJitLinkAddData(linker, input->type, input->bytes, input->size, name);
    if (!result && input->runtime)
        result = opened.api.nvJitLinkAddFile(linker, NVJITLINK_LIBRARY, input->runtime);
    if (!result)
        result = opened.api.nvJitLinkComplete(linker);
    if (!result)
        result = take(linker, input->type, binary);
    enum status status = result ? fail_linking(linker, result, name, fault) : OK;
    if (linker)
        opened.api.nvJitLinkDestroy(&linker);
    return status;
}

enum status nvjitlink_link(const char *architecture, const char *name, struct compute_binary *binary,
                           struct fault *fault)
{
    static const char *const none[] = {NULL};
    const char *lack = nvjitlink_missing();
    const struct input input = {NVJITLINK_CUBIN, binary->bytes, binary->size, none, opened.runtime};
    enum status status =
        lack ? fail(fault, UNSUPPORTED, "%s: %s", name, lack) : make(architecture, name, &input, binary, fault);
    if (status != OK)
        compute_binary_free(binary);
    return status;
}

bool nvjitlink_compile(const char *architecture, const char *name, unsigned options, const void *code, size_t size,
                       struct compute_binary *binary)
{
    const char *const words[] = {"-lto", "-optimize-unused-variables", "-Xptxas=-v",
                                 options & COMPUTE_FLUSH_TO_ZERO ? "-ftz=1" : NULL, NULL};
    const struct input input = {NVJITLINK_LTOIR, code, size, words, NULL};
    const bool made = !nvjitlink_missing() && make(architecture, name, &input, binary, NULL) == OK;
    if (!made)
        compute_binary_free(binary);
    return made;
}
