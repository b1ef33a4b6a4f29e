/* The worker process: it loads compilers and drivers, which may crash it. */
#pragma once

#include "tuner/registry.h"

/* This program is a worker if this word is its first argument; the cache folder follows, and the arguments from which
 * the registry is made (struct launcher). A worker reads requests from descriptor 3 and writes replies to 4. */
#define WORKER_ARGUMENT "--gpubench-worker"
enum { WORKER_CACHE = 2, WORKER_REGISTRY = 3 }; /* positions among the arguments */
enum { WORKER_REQUESTS = 3, WORKER_REPLIES = 4 };

/* Serves requests until the parent closes the pipe; returns the exit status. The registry must be the parent's:
 * requests identify suites and benches by their positions in it. */
int worker_main(const struct registry *registry, const char *cache);
