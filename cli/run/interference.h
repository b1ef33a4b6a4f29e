/* What else goes on on a GPU while programs are compared on it. */
#pragma once

#include "compute/health.h"

struct interference_monitor {
    struct compute_device device;
    bool knows;         /* NVML tells */
    uint64_t throttled; /* at the last mark */
    size_t repeated;    /* blocks that were */
};

/* Begins, when nothing of ours is on the device. Tells on stderr what draws on it, or that nothing is known of a GPU.
 */
void interference_start(struct interference_monitor *monitor, const struct compute_device *device);

/* Who is on the device although nothing of ours is. It is looked for twice: what has left then has LEFT. */
enum interference { INTERFERENCE_NONE, INTERFERENCE_GONE, INTERFERENCE_PRESENT };

/* Looks. `closely`: also waits until what was busy before is forgotten, and takes memory and a busy GPU for somebody
 * who cannot be seen from here; they are not where something draws. Of who stays *who is a sentence, to be freed. */
enum interference interference_check(const struct interference_monitor *monitor, bool closely, char **who);

/* Before a block; and after it, with what was seen then: whether it is to be measured again, because somebody was
 * there, or power or heat held the clocks back. Tells so; no more than INTERFERENCE_REPEATS times. */
enum { INTERFERENCE_REPEATS = 10 };
void interference_mark(struct interference_monitor *monitor);
bool interference_repeats(struct interference_monitor *monitor, enum interference interference);
