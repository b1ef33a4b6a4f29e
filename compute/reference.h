/* Reference libraries, opened at run time. */
#pragma once

#include "base/status.h"
#include "references/reference.h"

/* Finds a function of library "cub": of libgpubench_cub.so in the folder that GPUBENCH_REFERENCES names, else beside
 * this program, else in ../lib/gpubench from there. Libraries stay open. UNSUPPORTED with the reason if a library is
 * missing or does not load. */
enum status reference_find(const char *library, const char *function, reference_function **found, struct fault *fault);
