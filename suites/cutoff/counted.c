/* What the counting builds of the suite's kernels count. */
#include "suites/cutoff/cutoff.h"

#include <math.h>

enum { LANES = 32 };

void cutoff_counters(struct job *job, uint64_t groups)
{
    job_scratch(job, SLOT_COUNTED, "counters", groups * COUNTERS * sizeof(uint64_t));
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

void cutoff_counted(const struct job *job, double counted[COUNTERS])
{
    enum { PART = COUNTERS << 10 };
    const size_t all = job->counting ? job_bytes(job, SLOT_COUNTED) / sizeof(uint64_t) : 0;
    struct fault fault;
    for (size_t i = 0; i < COUNTERS; i++)
        counted[i] = all ? 0 : NAN;
    for (size_t first = 0; first < all; first += PART) {
        uint64_t part[PART];
        const size_t count = all - first < PART ? all - first : PART;
        const enum status status =
            job_read(job, SLOT_COUNTED, first * sizeof *part, part, count * sizeof *part, &fault);
        for (size_t i = 0; i < count; i++)
            counted[i % COUNTERS] += status == OK ? (double)part[i] : NAN;
    }
}

double cutoff_idle_lanes(const double counted[COUNTERS])
{
    const double steps = counted[COUNTED_STEPS];
    return steps == 0 ? 0 : 1 - counted[COUNTED_GONE_ON] / (LANES * steps);
}
