/* What nvdisasm prints of a cubin (-c): which loop of a kernel is its hottest, and what is in it. */
#ifndef COMPUTE_CUDA_SASS_H
#define COMPUTE_CUDA_SASS_H

#include "compute/compute.h"

/* The hottest loop of the kernel `entry`, of which `text` has a section. A loop is what lies between a label and a
 * branch back to it, without an end of the kernel between them: what lies behind that end is slow paths, which come
 * back by such branches, too. Where the kernel has no loop, all of it, without the endless branch to itself and the
 * padding behind. INVALID with one line if the text has no such kernel, or no instruction of it. */
enum status sass_loop(const char *text, const char *entry, struct compute_loop *loop, struct fault *fault);

#endif
