/* Benches that copy n floats: the tests define their kernels' times. */
#pragma once

#include "tests/tuner/benches.h"

static void setup(struct job *job)
{
    float *in = job_input(job, 0, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = job_uniform_float(job->seed, i);
    job_output(job, 1, "out", job->n * sizeof *in);
}

ENQUEUE(enqueue)
{
    return launch_copy(job, fault);
}

VERIFY(verify)
{
    bool same = !memcmp(job_host(job, 0), job_host(job, 1), job->n * sizeof(float));
    return same ? OK : fail(fault, WRONG_RESULT, "no copy");
}

WORK(work)
{
    return (struct work){.bytes = 8. * (double)job->n, .amount = {[RESOURCE_LAUNCH] = 1}};
}

/* The kernel file copy.cl, with lines of its script; and a bench of it, by a function that queues it. */
#define COPY_KERNELS(script) KERNELS({"tuner/evict.cl", "//fake time 777\n"}, {"copy.cl", "//fake copy\n" script})
#define COPY_KERNEL .kernel.file = "copy.cl", .kernel.entries = NAMES("copy")
#define COPIES_BY(function) COPIES_WITH(function, work)
#define COPIES_WITH(function, works)                                                                                   \
    COPY_KERNEL, .problem = {.variants = 1, .setup = setup, .verify = verify}, .device.enqueue = function,             \
                 .report.work = works
