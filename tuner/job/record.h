/* What an iteration queues, as a hash: two programs whose configurations have the same code and the same record do the
 * same work. */
#ifndef TUNER_JOB_RECORD_H
#define TUNER_JOB_RECORD_H

#include "tuner/job/job.h"

/* Begins: the slots, the entry points, and whether the iteration is a graph. */
void record_begin(struct job *job, const struct config *config, bool captured);

/* What is queued from then on; each does nothing unless the job records. Arrays are known by their slots. */
void record_launch(struct job *job, int kernel, struct compute_launch launch, const struct compute_argument *arguments,
                   size_t count);
void record_fill(struct job *job, int slot, uint8_t value);
void record_wait(struct job *job, int stream, int awaited);
enum record_copy { RECORD_SEND, RECORD_RECEIVE };
void record_copy(struct job *job, enum record_copy way, int slot, size_t offset, size_t bytes, int stream);

#endif
