/* Workers that have listed the devices of a backend, and are kept to open one of them: their driver is loaded and
 * initialised already. */
#pragma once

#include "tuner/worker/process.h"

enum { MOST_FINDERS = 8 };

struct finders {
    struct finder {
        char backend[16];
        struct process process;
    } finder[MOST_FINDERS];
    size_t count;
};

/* Keeps an idle worker, and leaves `process` empty. False if there is no room: the worker is still the caller's. */
bool finders_keep(struct finders *finders, const char *backend, struct process *process);

/* Gives away the worker that listed a backend, and ends all others. Empty if there is none. */
struct process finders_take(struct finders *finders, const char *backend);

void finders_end(struct finders *finders);
