/* What a worker started ends with it, also what left its process group: it has a mark in its environment, and comes to
 * this process when whoever started it dies. */
#pragma once

#include <sys/types.h>

/* The variable of a worker's environment that its kin inherit: of this process and one of its workers. */
struct descendant_mark {
    char text[64];
};
struct descendant_mark descendant_mark(unsigned long serial);

/* Orphans among the kin of our workers come to this process from now on. */
void descendants_adopt(void);

/* Reaps what was killed of a group that a worker led which was reaped; kills and reaps what left the group. What left
 * it and cleared its environment is not found. */
void descendants_kill(pid_t group, unsigned long serial);
