/* What a worker has, and how it measures a configuration: loads, verifies, times it, and verifies what was timed. */
#pragma once

#include "tuner/job/job.h"
#include "tuner/job/program_cache.h"
#include "tuner/worker/message.h"

/* A worker's state: a compile worker has the store alone; a device worker has one device and one prepared problem. */
struct worker_state {
    struct worker_context place;
    struct meter meter;
    struct program_cache program_cache;
    struct store_key registry; /* the context's */
    struct problem problem;    /* its bench is NULL if none is prepared */
    struct store_blob structure;
    struct job job[MAX_VARIANTS];
    struct result row; /* of a measurement in stages, so far; and */
    struct program counting;
    double seconds[PHASES]; /* of this reply, until: */
    double counted;
};

/* Adds the time since the last call to a phase. */
void worker_count(struct worker_state *state, enum phase phase);

/* Serves a request of that kind. */
void worker_measure(struct worker_state *state, const struct request *request, struct reply *reply);
