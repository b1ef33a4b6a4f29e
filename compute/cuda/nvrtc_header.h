/* This process's precompiled header: what a source includes before its line `#pragma nv_hdrstop`, parsed once; once for
 * several processes if they have the same addresses (nvrtc_shared.h), which NVRTC keeps in the file. */
#pragma once

#include "compute/cuda/nvrtc_library.h"

#include <stdbool.h>

enum { NVRTC_HEADER_PATH = PATH_MAX + 16, NVRTC_HEADER_OPTION = NVRTC_HEADER_PATH + 16 };

enum { HEADER_INTERMEDIATE = 1 << 16 }; /* in addition to enum compute_option: for builds of intermediate code */

/* The name of sources that share their header. */
#define NVRTC_SHARED "kernel.cu"

/* A copy of a source with only comments and inclusions before the line, such that all files with the same inclusions
 * have the same header if they are called NVRTC_SHARED; after the line the file is called `name`. NULL: the source has
 * more there, or no such line. The caller frees it. */
char *nvrtc_header_share(const char *source, const char *name);

enum nvrtc_header { HEADER_NONE, HEADER_MADE, HEADER_USED };

/* What the next build does about a header, and the option for NVRTC. HEADER_NONE if the source includes nothing before
 * the line or does not have it, if NVRTC is older than 12.8, with GPUBENCH_PCH=0 in the environment, if there is no
 * scratch folder with room, and if a header of the same includes did not work before. Only the latest header is kept:
 * 181 MB for CUB. `options` are of enum compute_option, and the one above; other options need another header. */
enum nvrtc_header nvrtc_header_begin(const struct nvrtc_library *library, const char *architecture, const char *name,
                                     const char *source, unsigned options, char option[NVRTC_HEADER_OPTION]);

/* To be called before the first build: then later ones may use another process's header. */
void nvrtc_header_prepare(const struct nvrtc_library *library);

/* To be called after such a build, with its log. False if the header made it fail: build without one. */
bool nvrtc_header_end(const struct nvrtc_library *library, enum nvrtc_header header, struct _nvrtcProgram *program,
                      unsigned result, const char *log);
