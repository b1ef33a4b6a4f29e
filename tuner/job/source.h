/* The source that a compiler gets for a configuration. */
#ifndef TUNER_JOB_SOURCE_H
#define TUNER_JOB_SOURCE_H

#include "tuner/registry.h"
#include "tuner/suite.h"

/* The text of a kernel that is compiled: for a portable file (*.cl) common_compute.h before it; the parameters as
 * #define lines at the line `#pragma nv_hdrstop` of the kernel file, or at its top; what a portable file includes in
 * the place of the line; `#line` keeps messages in their files. A parameter with words also defines NAME_WORD for each
 * word. The caller frees *text. INVALID if the registry has no such kernel file; "" for a bench that has none. */
enum status source_compose(const struct registry *registry, const struct config *config,
                           const struct bench_kernel *kernel, char **text, struct fault *fault);

#endif
