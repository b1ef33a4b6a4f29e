/* The verbs of the command line; each returns the exit status. */
#ifndef CLI_VERBS_VERBS_H
#define CLI_VERBS_VERBS_H

#include "cli/options.h"
#include "tuner/worker/process.h"

int verb_run(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_devices(int argc, char **argv);
int verb_header(int argc, char **argv);
int verb_table(int argc, char **argv);

/* How workers are started. The folder of the cache is made; on failure one line is printed and 2 is returned. */
int launcher_make(struct launcher *launcher, const char *kernels);

/* Prints "gpubench: " and a fault, and returns `status`. */
int complain(const struct fault *fault, int status);

#endif
