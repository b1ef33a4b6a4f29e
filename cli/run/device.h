/* Chooses devices by --backend and --device; and how a run starts its workers. */
#pragma once

#include "base/options/options.h"
#include "compute/compute.h"

struct launcher;

/* The devices chosen by --device. */
struct device_kinds {
    struct compute_device device[COMPUTE_MAX_DEVICES];
    size_t number[COMPUTE_MAX_DEVICES]; /* its number in --device, if there are several */
    size_t kind[COMPUTE_MAX_DEVICES];   /* from 0; equal devices have the same kind */
    size_t count, kinds;
};

/* Finds the devices of a run. Returns 0, or the exit status after one line on stderr: 2 for an unknown backend, or one
 * device twice; 3 where there is no such device (with the reason of each backend). */
int devices_find(const struct launcher *launcher, const struct options *options, struct device_kinds *kinds);

/* The first device. */
int device_find(const struct launcher *launcher, const struct options *options, struct compute_device *device);

/* The same for verbs that start runs on one device: status 2 for several. */
int device_chosen(const struct options *options, struct compute_device *device);

/* Sets: this very program, even if its file is replaced; the cache folder, made if missing, or a private one if it is
 * full; the registry's arguments, which must outlive it, or NULL; and the seconds of --time-limit, which also limit
 * drivers, at least ten; 0: not given. Returns 0, or, after one line on stderr, 2, or 3 if the limit on open files is
 * too low. */
int launcher_make(struct launcher *launcher, const char *const *registry, double time_limit);
