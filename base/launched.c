#include "base/launched.h"

#include "base/parse.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Variables of the rank, from 0, and of the number of ranks. MPI's come first: its launcher may be started by Slurm,
 * whose variables the ranks inherit. A job's script also has SLURM_PROCID and SLURM_NTASKS without being a task: only
 * tasks started by srun have SLURM_STEP_NUM_TASKS. */
static const struct {
    const char *rank, *size;
} launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                 {"PMI_RANK", "PMI_SIZE"},
                 {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
                 {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

static bool read(const char *name, uint64_t *value)
{
    const char *text = getenv(name);
    return text && parse_whole(text, 0, UINT32_MAX, value);
}

static bool find_rank(uint64_t *rank, uint64_t *size)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (read(launchers[i].rank, rank) && read(launchers[i].size, size))
            return *rank < *size;
    return false;
}

const char *launched_part(uint64_t *number, uint64_t *of)
{
    uint64_t rank = 0, ranks = 1, task = 0, tasks = 1, first = 0, last = 0, step = 1;
    const bool is_array = getenv("SLURM_ARRAY_TASK_ID"), is_ranked = find_rank(&rank, &ranks);
    if (is_array) {
        if (!read("SLURM_ARRAY_TASK_ID", &task) || !read("SLURM_ARRAY_TASK_COUNT", &tasks) ||
            !read("SLURM_ARRAY_TASK_MIN", &first) || !read("SLURM_ARRAY_TASK_MAX", &last) || task < first)
            return "I/N where SLURM_ARRAY_TASK_ID has no _COUNT, _MIN and _MAX beside it";
        if (!read("SLURM_ARRAY_TASK_STEP", &step) || !step)
            step = 1;
        if ((last - first) / step + 1 != tasks)
            return "I/N where the numbers of an array job have gaps";
        task = (task - first) / step;
    } else if (!is_ranked)
        return "I/N where no launcher says which: there is neither SLURM_ARRAY_TASK_ID nor a task of srun or mpirun "
               "(SLURM_PROCID, OMPI_COMM_WORLD_RANK, PMI_RANK or PMIX_RANK, with how many there are)";
    *number = task * (is_ranked ? ranks : 1) + (is_ranked ? rank : 0) + 1;
    *of = tasks * (is_ranked ? ranks : 1);
    return NULL;
}
