/* NVRTC is searched in CUDA_HOME and CUDA_PATH, by the loader, and in /usr/local/cuda; its headers beside it, then in
 * the same places. */
#include "compute/cuda/nvrtc_library.h"

#include "compute/cuda/toolkit.h"
#include "compute/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* CUB_VERSION of the CUB below an include folder, 0 if it is not there. */
static int cub_version(const char *folder)
{
    char path[PATH_MAX + 32], line[256];
    int version = 0;
    snprintf(path, sizeof path, "%s/cub/version.cuh", folder);
    FILE *file = fopen(path, "r");
    while (file && !version && fgets(line, sizeof line, file))
        if (sscanf(line, "#define CUB_VERSION %d", &version) != 1)
            version = 0;
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "%s/cub/cub.cuh", folder);
    return access(path, R_OK) ? 0 : version;
}

/* Takes `include` and its subfolder cccl, where CUDA 13 keeps CUB, if CUB is in one of them. */
static void take_cub(struct nvrtc_library *library, const char *include)
{
    const char *const inside[] = {"/cccl", ""};
    if (library->cub || !*include)
        return;
    for (int i = 0; i < 2 && !library->cub; i++) {
        char folder[PATH_MAX];
        if (snprintf(folder, sizeof folder, "%s%s", include, inside[i]) >= (int)sizeof folder)
            continue;
        library->cub = cub_version(folder);
        if (library->cub) {
            memcpy(library->folder[0], folder, sizeof folder);
            snprintf(library->folder[1], sizeof library->folder[1], "%s", i == 0 ? include : "");
        }
    }
}

static void find_cub(struct nvrtc_library *library)
{
    const char *const beside[] = {"../include", "../../include", "../../../include"};
    const char *home = library->home;
    char folder[PATH_MAX], include[PATH_MAX];
    for (size_t i = 0; *home && i < sizeof beside / sizeof *beside; i++)
        if (snprintf(folder, sizeof folder, "%s/%s", home, beside[i]) < (int)sizeof folder && realpath(folder, include))
            take_cub(library, include);
    for (int i = 0; toolkit_folder(i); i++)
        if (*toolkit_folder(i) &&
            snprintf(include, sizeof include, "%s/include", toolkit_folder(i)) < (int)sizeof include)
            take_cub(library, include);
}

#define NVRTC_SYMBOL(result, name, parameters) {#name, offsetof(struct nvrtc_api, name)},
#define HEADER_SYMBOL(result, name, parameters) {#name, offsetof(struct nvrtc_header_api, name)},

enum status nvrtc_library(const struct nvrtc_library **library, struct fault *fault)
{
    static const struct library_symbol symbols[] = {NVRTC_FUNCTIONS(NVRTC_SYMBOL){NULL, 0}};
    static const struct library_symbol headers[] = {NVRTC_HEADER_FUNCTIONS(HEADER_SYMBOL){NULL, 0}};
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL};
    static struct nvrtc_library opened;
    char text[512];
    *library = &opened;
    if (opened.major)
        return OK;
    void *handle = toolkit_open("libnvrtc.so", names, text, sizeof text);
    if (!handle)
        return fail(fault, UNSUPPORTED,
                    "NVRTC not found (%.120s): install the CUDA toolkit or, with pip, nvidia-cuda-nvrtc; or set "
                    "CUDA_HOME to its folder",
                    text);
    if (!library_load(handle, symbols, &opened.api, text, sizeof text))
        return fail(fault, UNSUPPORTED, "NVRTC is too old (%.120s): install CUDA 12 or newer", text);
    if (!library_load(handle, headers, &opened.header, text, sizeof text))
        opened.header = (struct nvrtc_header_api){0};
    library_folder(handle, opened.home, sizeof opened.home);
    find_cub(&opened);
    unsigned result = opened.api.nvrtcVersion(&opened.major, &opened.minor);
    if (result || !opened.major)
        return fail(fault, UNSUPPORTED, "NVRTC does not tell its version: %s", opened.api.nvrtcGetErrorString(result));
    return OK;
}
