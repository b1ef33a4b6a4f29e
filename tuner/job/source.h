/* Kernel text, found by name, and the source that a compiler gets for a configuration. */
#ifndef TUNER_JOB_SOURCE_H
#define TUNER_JOB_SOURCE_H

#include "tuner/suite.h"

/* The kernel files in the binary, ended by a NULL name; the table is made by cmake/embed.cmake. */
struct kernel_file {
    const char *name, *text;
};
extern const struct kernel_file kernel_files[];

/* Read kernel files from this folder instead of the binary (--kernels DIR); NULL for the binary. */
void source_folder(const char *folder);

/* The text that is compiled: for a portable file (*.cl) common_compute.h before it; the parameters as
 * #define lines at the line `#pragma nv_hdrstop` of the kernel file, or at its top; `#line` keeps messages in the
 * kernel file. A parameter with words also defines NAME_WORD for each word. The caller frees *text. INVALID if there is
 * no such kernel file; "" for a bench that has none. */
enum status source_compose(const struct bench *bench, const struct config *config, char **text, struct fault *fault);

#endif
