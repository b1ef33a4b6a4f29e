/* Detects other use of a GPU while programs are compared on it. */
#pragma once

#include "compute/health.h"

struct interference_monitor {
    struct compute_device device;
    bool knows;         /* NVML is available */
    uint64_t throttled; /* at the last reading */
    size_t repeated;    /* blocks measured again */
};

/* Starts monitoring, while this program does not use the device. Reports on stderr who draws on it, or that a GPU
 * cannot be monitored. */
void interference_start(struct interference_monitor *monitor, const struct compute_device *device);

/* Other use while this program is not on the device. Checked twice; GONE: the other process has ended in between. */
enum interference { INTERFERENCE_NONE, INTERFERENCE_GONE, INTERFERENCE_PRESENT };

/* Checks once. `closely`: also waits until earlier load no longer counts, and treats used memory and load as other use
 * from outside this container, unless something draws. For PRESENT *who is a sentence, to be freed. */
enum interference interference_check(const struct interference_monitor *monitor, bool closely, char **who);

/* To be called before a block; and after it, with what was seen then: whether to measure it again, because of other
 * use, or clocks throttled by power or heat. Reports it; at most INTERFERENCE_REPEATS times. */
enum { INTERFERENCE_REPEATS = 10 };
void interference_mark(struct interference_monitor *monitor);
bool interference_repeats(struct interference_monitor *monitor, enum interference interference);
