/* One problem being run: the state that the files of this room share. */
#pragma once

#include "tuner/run/tuner.h"
#include "tuner/search/tries.h"

enum { FINALISTS = 6 };                                            /* that are played off, and the default */
enum { SEARCH_BLOCKS = 5 };                                        /* of a configuration's measurement */
enum { BRIEF_FINALISTS = 2, BRIEF_ROUNDS = 3, BRIEF_SAMPLES = 2 }; /* of run_options.brief */
enum { CONTENDERS = 32 };                                          /* that are kept, in case finalists fail */

/* A configuration on its way from the compiler to the device. */
struct candidate {
    uint64_t index;
    struct program program;
};

/* A configuration that was measured well, and whose error is small enough to be the best, unless it is the default. */
struct contender {
    struct program program;
    struct result result;
    double seconds; /* that a block of it takes in the play-off */
};

struct run {
    struct tuner *tuner;
    const struct target *target;
    const struct run_options *options;
    const struct bench *bench;
    struct search search;
    struct tries *tries;     /* of what is compiled, that comes last which has a value that never was right */
    struct request prepared; /* what the device's worker must be told again after it was replaced */
    struct candidate *ready; /* compiled, waiting for the device: [ready_at, ready_count) */
    size_t ready_at, ready_count, ready_capacity;
    bool preparing; /* the device's worker sets the problem up; else it may be measuring: */
    bool given_up;  /* the problem could not be set up */
    struct candidate measuring;
    uint64_t *compiling; /* per compile worker: the configuration that it compiles */
    size_t in_flight;
    size_t again; /* the process, counted from 1, that has its second try without the cache; 0: none */
    bool *second; /* per process: at its second try, since the worker of the first was killed from outside */
    struct contender contender[CONTENDERS]; /* the best so far, the fastest first */
    size_t contenders;
    struct contender standard;              /* the default, if it was measured: its result has a median */
    enum sampling asked_sampling, sampling; /* what is asked for; of all configurations, else chosen by the first */
    enum objective objective;
    double best_aim; /* of the best so far, once progress.best_ns is above 0 */
    bool reached;    /* some row has the share of its limit that was asked for */
    struct progress progress;
    double started, measuring_since;
};

/* ---- problem.c ---- */

/* What workers are told of a problem; of the same one the same bytes. */
struct problem_at run_problem_at(const struct tuner *tuner, const struct problem *problem);

/* On a CPU device, and where the host has a part in what is timed, compiling and measuring must not overlap: a batch is
 * compiled, then measured. */
bool run_takes_turns(const struct run_options *options, const struct compute_device *device, const struct bench *bench);

/* By what a run chooses: of times what the host times has one only, the stream's. */
enum objective run_objective(const struct run_options *options, const struct target *target);

/* ---- start.c ---- */

void run_start(struct run *run, struct tuner *tuner, const struct target *target, const struct run_options *options);

/* Starts the search; not OK: why the device runs no configuration at all. */
enum status run_start_search(struct run *run, struct fault *fault);

/* ---- ahead.c ---- */

/* Has compile workers that have nothing to do compile first configurations of what comes (tuner->coming), unless
 * compiling and measuring take turns. Waits for nothing; to be called again while the device is busy. */
void run_look_ahead(struct run *run);

/* Whether a compile worker, or any, is at one of them; what came of it; and none that waits for it any more. */
bool ahead_has(const struct tuner *tuner, size_t slot);
bool ahead_is_at_work(const struct tuner *tuner);
void ahead_finish(struct tuner *tuner, size_t slot, const struct reply *reply, const struct fault *fault);
void ahead_forget(struct tuner *tuner, size_t slot);

/* What was made of a configuration of this run before it began, once: its program; or the compile worker that is at it,
 * and from now on works for this run. */
enum ahead_answer { AHEAD_NONE, AHEAD_MADE, AHEAD_AT_WORK };
enum ahead_answer ahead_take(struct run *run, uint64_t index, struct program *program, size_t *slot);

/* At the end of this run: forgets what it did not ask for. */
void ahead_drop(struct run *run);
void ahead_free(struct tuner *tuner);

/* ---- rows.c ---- */

/* Why a row that was measured, or verified, is not OK; "" where it is. */
struct run_reason {
    char text[256];
};
struct run_reason run_reason(const struct result *result);

/* Whether a configuration that was measured may be the best: its error is known to be small enough, if that matters. */
bool run_accurate(const struct run *run, const struct result *result);

/* Gives a measured row what the target's expressions make of it. */
void run_judge(const struct run *run, struct result *result);

/* Whether alone_ns is wanted of every configuration. */
bool run_needs_alone(const struct run *run);

/* Takes into account a configuration that came to its end: how far the run is, and what is the best so far. */
void run_count(struct run *run, const struct result *result);

/* How many were tried, and what may be left to gain in the others. */
void run_doubt(const struct run *run, struct best *best);

/* What a strategy is told of a result: no time of one that may not be the best. */
struct told run_told(const struct run *run, const struct result *result);

/* Gives a measured row its limit. On a GPU one that is above is IMPLAUSIBLE; on a CPU others may have been at work when
 * ceilings were measured, and a library's function is none of ours. */
void run_limit(const struct run *run, struct result *result);

/* Hands a row out: a new one, or the re-measured form of one that came before. */
void run_row(const struct run *run, const struct result *result, const char *reason);

/* Gives out the row of a configuration that came to its end: measured, or not. */
void run_give_out(struct run *run, const struct result *result, const char *reason);
void run_give_out_unmeasured(struct run *run, uint64_t index, const struct program *program, const struct fault *fault);

/* A problem that cannot be set up is one row without a configuration. */
void run_give_out_bench(const struct run *run, const struct fault *fault);

/* Hands out the samples of a row, and counts the seconds that its measurement took. */
void run_reply(const struct run *run, const struct reply *reply);

/* The seconds that are left of the problem's budget; INFINITY without one. */
double run_seconds_left(const struct run *run);

/* What the checks behind a measurement draw from: of a configuration, or a reference, and a round, 0 for the search. */
uint64_t run_secret(const struct run *run, uint64_t index, uint32_t reference, uint64_t round);

/* Says how far the run is. */
void run_report(struct run *run);

/* ---- waiting.c ---- */

/* What is compiled waits for the device, and what waits is measured: in this order, but the default comes next, and
 * what is arranged as the one before comes together where no budget may end the search. There is one that waits. */
void run_wait(struct run *run, const struct candidate *candidate);
struct candidate run_next(struct run *run);

/* ---- contenders.c ---- */

/* Keeps the best few, in order, and the default. */
void run_contend(struct run *run, const struct candidate *candidate, const struct reply *reply);

/* Takes what an earlier run found (run_options.known) as if this one had: it is not tried again, unless its binary is
 * gone. */
void run_take_known(struct run *run);

/* Starts a search, or the list of what is pinned, and tells it what an earlier run found. */
enum status run_search_known(struct search *search, const struct tuner *tuner, const struct target *target,
                             const struct run_options *options);

/* ---- inventory.c ---- */

/* The seconds that finding or opening a device may take. */
double tuner_device_seconds(const struct launcher *launcher);

/* ---- device.c ---- */

/* Counts the seconds that an answer of the device's worker took. */
void tuner_count(struct tuner *tuner, const struct reply *reply);

/* Whether a worker, one of the tuner's or another, has just been killed from outside, which says nothing of what it was
 * at: that deserves another try. Counted, and its words kept. */
bool tuner_was_killed(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* Starts the device's worker and opens the device. */
enum status tuner_open_device(struct tuner *tuner, struct fault *fault);

/* The seconds that preparing the problem may take. */
double run_prepare_seconds(const struct run *run);

/* Starts the device's worker again and prepares the problem: after a crash, a time-out, or a lost context. */
enum status run_replace_device(struct run *run, struct fault *fault);

/* ---- cache.c ---- */

/* Whether a failure may be the fault of a driver's cache, which then is used no longer: workers that start from now on
 * have a folder of this run's own. True once: what failed deserves another try, by a new worker. Never where the worker
 * was killed from outside. */
bool tuner_leave_cache(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* That try ended well: the cache was at fault. It is set aside, if it is not just full. */
void tuner_blame_cache(struct tuner *tuner);

/* ---- playoff.c ---- */

/* How long the play-off is likely to take. */
double run_playoff_seconds(const struct run *run);

/* Verifies the bench's references, where nothing is timed. Rows are given out. Not OK: the device is lost. */
enum status run_references(struct run *run, struct fault *fatal);

/* Re-measures the contenders and the default, interleaved in random order with the bench's references, and decides.
 * Rows are given out again. Not OK: the device is lost, and the best is the search's own. */
enum status run_playoff(struct run *run, struct best *best, struct fault *fatal);
