/* What an iteration queues, as a hash: two programs whose configurations have the same code and the same trace do the
 * same work. */
#ifndef TUNER_JOB_TRACE_H
#define TUNER_JOB_TRACE_H

#include "tuner/job/array_set.h"

struct trace {
    bool on; /* else nothing is added */
    struct store_hash hash;
};

/* Begins: the slots, MAX_SLOTS of them, the entry points, and whether the iteration is a graph. */
void trace_begin(struct trace *trace, const struct slot *slots, const struct config *config, bool captured);

/* What is queued from then on: a launch, or other work as numbers. Arrays are known by their places in the set. */
enum trace_kind { TRACE_LAUNCH, TRACE_FILL, TRACE_WAIT, TRACE_COPY };
void trace_launch(struct trace *trace, const struct array_set *set, int kernel, struct compute_launch launch,
                  const struct compute_argument *arguments, size_t count);
void trace_work(struct trace *trace, enum trace_kind kind, const uint64_t *numbers, size_t count);

#endif
