/* --arch: for what --compile-only compiles, which need not be here. */
#pragma once

#include "base/options/options.h"
#include "compute/compute.h"

struct launcher;
struct run_options;
struct tuner;

/* The device of --arch, which only compiles: a target with what any of its kind has, or one that a file describes, as
 * this machine compiles for it: its constraints are asked of that device, and the keys of its programs are those that
 * it asks for. Returns 0, or the exit status after one line on stderr: 2 for a file that describes none, 3 where this
 * machine does not compile for it as that one does. */
int arch_find(const struct launcher *launcher, const struct options *options, struct compute_device *device);

/* Begins a run that only compiles: says what it compiles, and compiles what any run has beside its benches. */
void arch_begin(struct tuner *tuner, const struct run_options *run);
