/* A device that one run or comparison has to itself while it takes times: others wait. */
#pragma once

#include "compute/compute.h"

#include <signal.h>

/* Takes the lock of a device, a file in /tmp (in $GPUBENCH_LOCKS) by its UUID (of one without: its backend and number),
 * and waits for a process that has it, with one line on stderr, until *stop is set. Returns what device_lock_release
 * takes; -1 without a lock: interrupted, or a process that this one is part of has it, or with one line where the file
 * cannot be opened. A process that dies leaves no lock. */
int device_lock_take(const struct compute_device *device, const volatile sig_atomic_t *stop);
void device_lock_release(int held);
