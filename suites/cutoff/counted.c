/* What the counting builds of the suite's kernels count. */
#include "suites/cutoff/cutoff.h"

#include <math.h>

void cutoff_counters(struct job *job, uint64_t groups, size_t counters)
{
    job_scratch(job, SLOT_COUNTED, "counters", groups * counters * sizeof(uint64_t));
}

enum status cutoff_clear_counters(struct job *job, struct fault *fault)
{
    return job->counting ? job_fill(job, SLOT_COUNTED, 0, fault) : OK;
}

enum status cutoff_launch(struct job *job, int kernel, size_t counting, struct compute_launch launch,
                          const struct compute_argument *arguments, size_t count, struct fault *fault)
{
    const size_t from = job->counting ? 0 : counting;
    return job_launch(job, kernel, launch, arguments + from, count - from, fault);
}

void cutoff_counted(const struct job *job, size_t counters, double counted[MOST_COUNTERS])
{
    enum { PART = MOST_COUNTERS << 10 };
    const size_t all = job->counting ? job_bytes(job, SLOT_COUNTED) / sizeof(uint64_t) : 0;
    struct fault fault;
    for (size_t i = 0; i < counters; i++)
        counted[i] = all ? 0 : NAN;
    const size_t whole = PART / counters * counters;
    for (size_t first = 0; first < all; first += whole) {
        uint64_t part[PART];
        const size_t count = all - first < whole ? all - first : whole;
        const enum status status =
            job_read(job, SLOT_COUNTED, first * sizeof *part, part, count * sizeof *part, &fault);
        for (size_t i = 0; i < count; i++)
            counted[i % counters] += status == OK ? (double)part[i] : NAN;
    }
}
