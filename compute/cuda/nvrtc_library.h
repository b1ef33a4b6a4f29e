/* The NVRTC library of this process, and the headers that belong to it. */
#pragma once

#include "base/status.h"
#include "compute/cuda/api.h"

#include <limits.h>

enum { NVRTC_MAX_FOLDERS = 2 };

struct nvrtc_library {
    struct nvrtc_api api;
    struct nvrtc_header_api header; /* all NULL before CUDA 12.8 */
    int major, minor;
    char home[PATH_MAX];                      /* the folder that it lies in, "" where not known */
    int cub;                                  /* CUB's version as CUB_VERSION has it, 0 without CUB */
    char folder[NVRTC_MAX_FOLDERS][PATH_MAX]; /* include folders, CUB's first; "" where there is none */
};

/* Opened at the first call and kept. UNSUPPORTED if there is none, with what to do. */
enum status nvrtc_library(const struct nvrtc_library **library, struct fault *fault);
