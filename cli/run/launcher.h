/* How a run starts its workers. */
#ifndef CLI_RUN_LAUNCHER_H
#define CLI_RUN_LAUNCHER_H

#include "tuner/worker/process.h"

/* This very program, whatever becomes of its file; its cache folder, which is made, or one of this run where it is
 * full; the arguments of the registry, which stay the caller's; NULL for none; and the seconds of --time-limit, which
 * hold for drivers, too, but for ten at least; 0: not given. Returns 0, or, after one line
 * on stderr, 2, or 3 where too few files may be open. */
int launcher_make(struct launcher *launcher, const char *const *registry, double time_limit);

#endif
