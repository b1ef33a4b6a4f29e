/* The index of a launcher's task: with Slurm, Open MPI and PMI, alone and nested. */
#include "base/launched.h"

#include "tests/check.h"

#include <stdlib.h>

static const char *const variables[] = {"SLURM_ARRAY_TASK_ID",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "SLURM_ARRAY_TASK_MAX",
                                        "SLURM_ARRAY_TASK_STEP",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "SLURM_PROCID",
                                        "SLURM_STEP_NUM_TASKS",
                                        "OMPI_COMM_WORLD_RANK",
                                        "OMPI_COMM_WORLD_SIZE",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "PMIX_RANK"};

/* Sets only these pairs of names and values, ended by NULL. */
static const char *launched(const char *const *pair, uint64_t *number, uint64_t *of)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        unsetenv(variables[i]);
    for (; *pair; pair += 2)
        setenv(pair[0], pair[1], 1);
    *number = *of = 0;
    return launched_part(number, of);
}
#define LAUNCHED(...) launched((const char *const[]){__VA_ARGS__, NULL}, &number, &of)
#define ARRAY(id, least, most, count)                                                                                  \
    "SLURM_ARRAY_TASK_ID", id, "SLURM_ARRAY_TASK_MIN", least, "SLURM_ARRAY_TASK_MAX", most, "SLURM_ARRAY_TASK_COUNT",  \
        count

TEST(parts)
{
    uint64_t number, of;
    CHECK(!LAUNCHED(ARRAY("1", "1", "64", "64")) && number == 1 && of == 64);
    CHECK(!LAUNCHED(ARRAY("63", "0", "63", "64")) && number == 64 && of == 64);
    CHECK(!LAUNCHED(ARRAY("9", "1", "9", "5"), "SLURM_ARRAY_TASK_STEP", "2") && number == 5 && of == 5);
    CHECK(!LAUNCHED(ARRAY("2", "1", "3", "3"), "SLURM_PROCID", "7", "SLURM_STEP_NUM_TASKS", "8") && number == 16 &&
          of == 24);
    CHECK(!LAUNCHED("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "4") && number == 1 && of == 4);
    CHECK(!LAUNCHED("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4", "SLURM_PROCID", "0",
                    "SLURM_STEP_NUM_TASKS", "1") &&
          number == 4 && of == 4);
    CHECK(!LAUNCHED("PMI_RANK", "1", "PMI_SIZE", "2") && number == 2 && of == 2);
    CHECK(!LAUNCHED("PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "2") && number == 2 && of == 2);
}

TEST(none)
{
    uint64_t number, of;
    static const char nobody[] = "I/N where no launcher says which";
    CHECK(!strncmp(LAUNCHED(NULL), nobody, sizeof nobody - 1));
    CHECK(!strncmp(LAUNCHED("SLURM_PROCID", "0"), nobody, sizeof nobody - 1));
    CHECK(!strncmp(LAUNCHED("SLURM_PROCID", "0", "SLURM_NTASKS", "4"), nobody, sizeof nobody - 1)); /* a job's script */
    CHECK(!strncmp(LAUNCHED("PMI_RANK", "2", "PMI_SIZE", "2"), nobody, sizeof nobody - 1));
    CHECK(!strncmp(LAUNCHED("PMI_RANK", "-1", "PMI_SIZE", "2"), nobody, sizeof nobody - 1));
    CHECK_TEXT(LAUNCHED(ARRAY("3", "3", "9", "2")), "I/N where the numbers of an array job have gaps");
    CHECK_TEXT(LAUNCHED(ARRAY("1", "3", "9", "7")),
               "I/N where SLURM_ARRAY_TASK_ID has no _COUNT, _MIN and _MAX beside it");
    CHECK_TEXT(LAUNCHED("SLURM_ARRAY_TASK_ID", "1"),
               "I/N where SLURM_ARRAY_TASK_ID has no _COUNT, _MIN and _MAX beside it");
}
