/* A bench that sums up an array by one launch, with times and energy from its kernel file. */
#pragma once

#include "tests/tuner/run/own_tuner.h"

enum { IN, OUT };

static void setup(struct job *job)
{
    job_input(job, IN, "in", job->n * sizeof(float));
    job_output(job, OUT, "out", sizeof(float));
}

ENQUEUE(enqueue)
{
    return LAUNCH(0, launch_groups(1, 1), ARRAY(IN), ARRAY(OUT), VALUE(job->n));
}

WORK(work)
{
    return (struct work){.bytes = 4. * (double)job->n};
}

#define SUMS_OF(text)                                                                                                  \
    .kernel = {.file = text, .entries = NAMES("sum")}, .problem = {.variants = 1, .setup = setup, .verify = accept},   \
    .report.work = work
