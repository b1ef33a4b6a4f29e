/* Exclusive use of a device by one run or comparison while it measures; others wait. */
#pragma once

#include "compute/compute.h"

#include <signal.h>

/* Locks a device, by a file in /tmp (in $GPUBENCH_LOCKS) named after its UUID, or else its backend and number; while
 * another process has it, waits, after one line on stderr, until *stop is set. Returns a value for device_lock_release;
 * -1 without a lock: interrupted, an ancestor process has it, or, with one line, the file cannot be opened. The lock
 * ends with its process. */
int device_lock_take(const struct compute_device *device, const volatile sig_atomic_t *stop);
void device_lock_release(int held);
