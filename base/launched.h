/* Which of the tasks that a launcher started this program is: of Slurm, of Open MPI, of what speaks PMI. */
#pragma once

#include <stdint.h>

/* From the variables of the launcher: the part of this task, counted from 1, and how many there are. Tasks of an array
 * job are counted task by task of it. NULL, or what is wrong, as "where no launcher says which". */
const char *launched_part(uint64_t *number, uint64_t *of);
