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

/* What is queued from then on. Arrays are known by their places in the set. */
void trace_launch(struct trace *trace, const struct array_set *set, int kernel, struct compute_launch launch,
                  const struct compute_argument *arguments, size_t count);
void trace_fill(struct trace *trace, int slot, uint8_t value);
void trace_wait(struct trace *trace, int stream, int awaited);
enum trace_copy { TRACE_SEND, TRACE_RECEIVE };
void trace_copy(struct trace *trace, enum trace_copy way, int slot, size_t offset, size_t bytes, int stream);

#endif
