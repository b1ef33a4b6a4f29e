/* The other side of the pipes: a process that may load compilers and drivers, and that may die of them. */
#ifndef TUNER_WORKER_WORKER_H
#define TUNER_WORKER_WORKER_H

#include "tuner/suite.h"

/* The registry: every suite of this program, ended by NULL. cli/ defines it from suites/suites.def. */
extern const struct suite *const all_suites[];

/* The word that makes this program a worker when it is its first argument; then follow the cache folder and the
 * folder of kernel files ("" for the kernels in the binary). Requests come from descriptor 3, replies go to 4. */
#define WORKER_ARGUMENT "--gpubench-worker"
enum { WORKER_REQUESTS = 3, WORKER_REPLIES = 4 };

/* Serves requests until the parent closes the pipe; returns the exit status. */
int worker_main(int argc, char **argv);

/* NULL, or why a device cannot run a bench: a static text, or one within *device. */
const char *bench_lacks(const struct bench *bench, const struct compute_device *device);

#endif
