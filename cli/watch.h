/* What else goes on on a GPU while programs are compared on it. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "compute/health.h"

struct watch {
    struct compute_device device;
    bool knows;         /* NVML tells */
    uint64_t throttled; /* when it was asked last */
    size_t repeated;    /* blocks that were */
};

/* Begins, when nothing of ours is on the device. Tells on stderr what draws on it, or that nothing is known of a GPU.
 */
void watch_start(struct watch *watch, const struct compute_device *device);

/* Who is on the device although nothing of ours is: a sentence to be freed, or NULL. It is looked for twice, so that
 * what ends or has just ended is nobody. `closely`: also waits until what was busy before is forgotten, and takes
 * memory and a busy GPU for somebody who cannot be seen from here; they are not where something draws. */
char *watch_find(const struct watch *watch, bool closely);

/* Whether the block since it was last asked is to be measured again: clocks were held back. Tells so; no more than
 * WATCH_REPEATS times. */
enum { WATCH_REPEATS = 10 };
bool watch_throttled(struct watch *watch);

#endif
