/* What planted benches share whose kernel copies IN to OUT. */
#pragma once

#include "tests/tuner/benches.h"

#include <fcntl.h>
#include <unistd.h>

enum { IN, OUT };

/* Only the first one may. */
UNNEEDED static void open_once(void)
{
    int file = open("lost", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (file < 0)
        abort();
    close(file);
}

/* Declares both, of so many floats, and gives the input. */
UNNEEDED static float *declare_copy(struct job *job, uint64_t count)
{
    job_output(job, OUT, "out", count * sizeof(float));
    return job_input(job, IN, "in", count * sizeof(float));
}

UNNEEDED static void setup_copy(struct job *job)
{
    float *in = declare_copy(job, job->n);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = job_uniform_float(job->seed, i);
}

/* More groups for more, whose time on the fake device may be by work-items. */
UNNEEDED ENQUEUE(enqueue_copy)
{
    return LAUNCH(0, launch_groups(1 + job->n / 1024, 1), ARRAY(IN), ARRAY(OUT),
                  VALUE(job_bytes(job, IN) / sizeof(float)));
}

/* A copy is exact. */
UNNEEDED VERIFY(verify_copy)
{
    if (memcmp(job_host(job, OUT), job_host(job, IN), job_bytes(job, IN)))
        return fail(fault, WRONG_RESULT, "no copy");
    return OK;
}

UNNEEDED WORK(work_copy)
{
    return (struct work){.bytes = 2.0 * (double)job_bytes(job, IN)};
}
