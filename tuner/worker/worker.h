/* The other side of the pipes: a process that may load compilers and drivers, and that may die of them. */
#pragma once

#include "tuner/registry.h"

/* The word that makes this program a worker when it is its first argument; then follow the cache folder and the
 * arguments of which its registry is made (struct launcher). Requests come from descriptor 3, replies go to 4. */
#define WORKER_ARGUMENT "--gpubench-worker"
enum { WORKER_CACHE = 2, WORKER_REGISTRY = 3 }; /* places among the arguments */
enum { WORKER_REQUESTS = 3, WORKER_REPLIES = 4 };

/* Serves requests until the parent closes the pipe; returns the exit status. The registry must be the parent's: suites
 * and benches are named by their places in it. */
int worker_main(const struct registry *registry, const char *cache);
