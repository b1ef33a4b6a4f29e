/* Kills the processes that a worker started together with the worker, also those that left its process group: such a
 * process carries a mark in its environment, and is reparented to this process when its parent dies. */
#pragma once

#include <sys/types.h>

/* The environment variable that the descendants of a worker inherit: it identifies this process and the worker. */
struct descendant_mark {
    char text[64];
};
struct descendant_mark descendant_mark(unsigned long serial);

/* Makes this process the subreaper of its workers' descendants: orphans are reparented to it. */
void descendants_adopt(void);

/* Reaps the killed processes of a reaped worker's group; kills and reaps the descendants that left the group. One that
 * left the group and cleared its environment is not found. */
void descendants_kill(pid_t group, unsigned long serial);
