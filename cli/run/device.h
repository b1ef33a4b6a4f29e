/* From --backend and --device to a device; and how a run starts its workers. */
#pragma once

#include "base/options/options.h"
#include "compute/compute.h"

struct launcher;

/* What --device chose. */
struct device_kinds {
    struct compute_device device[COMPUTE_MAX_DEVICES];
    size_t number[COMPUTE_MAX_DEVICES]; /* that --device knows it by, where there are several */
    size_t kind[COMPUTE_MAX_DEVICES];   /* from 0: those that are alike are of one */
    size_t count, kinds;
};

/* Finds the devices of a run. Returns 0, or the exit status after one line on stderr: 2 for an unknown backend, or one
 * device twice; 3 where there is no such device (with the reason of each backend). */
int devices_find(const struct launcher *launcher, const struct options *options, struct device_kinds *kinds);

/* The first of them. */
int device_find(const struct launcher *launcher, const struct options *options, struct compute_device *device);

/* The same for who starts runs, each on one device: status 2 for several. */
int device_chosen(const struct options *options, struct compute_device *device);

/* This very program, whatever becomes of its file; its cache folder, which is made, or one of this run where it is
 * full; the arguments of the registry, which stay the caller's; NULL for none; and the seconds of --time-limit, which
 * hold for drivers, too, but for ten at least; 0: not given. Returns 0, or, after one line on stderr, 2, or 3 where too
 * few files may be open. */
int launcher_make(struct launcher *launcher, const char *const *registry, double time_limit);
