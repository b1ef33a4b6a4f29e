/* --arch: the target of --compile-only, which need not be present. */
#pragma once

#include "base/options/options.h"
#include "compute/compute.h"

struct launcher;
struct run_options;
struct tuner;

/* The compile-only device of --arch: a target with the properties common to its kind, or a device described by a file,
 * if this machine compiles for it as that one does: constraints and program keys are evaluated for that device. Returns
 * 0, or the exit status after one line on stderr: 2 for a file without a device, 3 if this machine compiles differently
 * for it. */
int arch_find(const struct launcher *launcher, const struct options *options, struct compute_device *device);

/* Starts a compile-only run: prints what it compiles, and compiles the programs that any run has besides its
 * benches'. */
void arch_begin(struct tuner *tuner, const struct run_options *run);
