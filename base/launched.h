/* Which of a launcher's tasks this process is: of Slurm, Open MPI or a PMI launcher. */
#pragma once

#include <stdint.h>

/* From the launcher's variables: the part of this task, from 1, and the number of parts. Tasks of an array job are
 * counted across its jobs. NULL, or an error such as "where no launcher says which". */
const char *launched_part(uint64_t *number, uint64_t *of);
