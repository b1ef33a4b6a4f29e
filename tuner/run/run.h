/* One problem being run: the state that the files of this room share. */
#pragma once

#include "tuner/run/tuner.h"
#include "tuner/search/tries.h"

enum { FINALISTS = 6 };                                            /* that are played off, and the default */
enum { SEARCH_BLOCKS = 5 };                                        /* of a configuration's measurement */
enum { BRIEF_FINALISTS = 2, BRIEF_ROUNDS = 3, BRIEF_SAMPLES = 2 }; /* of run_options.brief */
enum { CONTENDERS = 32 };                                          /* that are kept, in case finalists fail */

/* A configuration that was measured well, and whose error is small enough to be the best, unless it is the default. */
struct contender {
    struct program program;
    struct result result;
    double seconds; /* that a block of it takes in the play-off */
};

/* A configuration that did not compile before a device began with its target. */
struct unmade {
    uint64_t index;
    struct fault fault;
};

struct playoff;

struct run {
    struct tuner *tuner;
    const struct target *target;
    struct run_options options;
    const struct bench *bench;
    /* Coming: its first configurations are compiled, while devices have others to do. */
    enum run_stage { RUN_COMING, RUN_SEARCHING, RUN_PLAYING, RUN_OVER } stage;
    struct fault unfit; /* not OK: why no configuration can be run at all */
    struct search search;
    struct tries *tries;     /* of what is compiled, that comes last which has a value that never was right */
    struct request prepared; /* what a device's worker is told of the problem */
    struct candidate *ready; /* compiled, waiting for a device: [ready_at, ready_count) */
    size_t ready_at, ready_count, ready_capacity;
    struct unmade *unmade;
    size_t unmade_count, unmade_capacity;
    bool set_up;                            /* on a device, at least */
    bool given_up;                          /* the problem could not be set up */
    bool left_out;                          /* no time was left for it, nor is its end told */
    bool reported;                          /* how far it is was told */
    size_t in_flight;                       /* compile workers that are at it, */
    bool waits;                             /* while compilers are given work: its strategy asks for nothing now */
    size_t measuring;                       /* and devices */
    struct contender contender[CONTENDERS]; /* the best so far, the fastest first */
    size_t contenders;
    struct contender standard;                  /* the default, if it was measured: its result has a median */
    enum sampling requested_sampling, sampling; /* what is asked for; of all configurations, else chosen by the first */
    enum objective objective;
    double best_aim; /* of the best so far, once progress.best_ns is above 0 */
    bool reached;    /* some row has the share of its limit that was asked for */
    struct playoff *playoff;
    struct device_worker *player; /* whose the play-off is; NULL: nobody's yet */
    struct best best;
    struct progress progress;
    double started, measuring_since;
    struct run *next; /* of those that are under way */
};

/* ---- problem.c ---- */

/* What workers are told of a problem; of the same one the same bytes. */
struct problem_at run_problem_at(const struct tuner *tuner, const struct problem *problem);

/* On a CPU device, and where the host has a part in what is timed, compiling and measuring must not overlap: a batch is
 * compiled, then measured. */
bool run_takes_turns(const struct run_options *options, const struct compute_device *device, const struct bench *bench);

/* The same of a run. */
bool run_is_alone(const struct run *run);

/* By what a run chooses: of times what the host times has one only, the stream's. */
enum objective run_objective(const struct run_options *options, const struct target *target);

/* ---- start.c ---- */

void run_start(struct run *run, struct tuner *tuner, const struct target *target, const struct run_options *options);
void run_free(struct run *run);

/* Starts the search; not OK: why the device runs no configuration at all. */
enum status run_start_search(struct run *run, struct fault *fault);

/* A device, or compilers where there is none, begin with a run. */
void run_begin(struct run *run);

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
struct observation run_observation(const struct run *run, const struct result *result);

/* Gives a measured row its limit. On a GPU one that is above is IMPLAUSIBLE; on a CPU others may have been at work when
 * ceilings were measured, and a library's function is none of ours. */
void run_limit(const struct run *run, struct result *result);

/* Hands a row out: a new one, or the re-measured form of one that came before. */
void run_row(const struct run *run, const struct result *result, const char *reason);

/* Gives out the row of a configuration that came to its end: measured, or not. */
void run_emit(struct run *run, const struct result *result, const char *reason);
void run_emit_unmeasured(struct run *run, uint64_t index, const struct program *program, const struct fault *fault,
                         uint32_t device);

/* A problem that cannot be set up is one row without a configuration. */
void run_emit_bench(const struct run *run, const struct fault *fault);

/* Hands out the samples of a row, and counts the seconds that its measurement took. */
void run_reply(const struct run *run, const struct device_worker *worker, const struct reply *reply);

/* The seconds that are left of the problem's budget; INFINITY without one. */
double run_seconds_left(const struct run *run);

/* What the checks behind a measurement draw from: of a configuration, or a reference, and a round, 0 for the search. */
uint64_t run_secret(const struct run *run, uint64_t index, uint32_t reference, uint64_t round);

/* Says how far the run is. */
void run_report(struct run *run);

/* ---- waiting.c ---- */

/* What is compiled waits for a device, and what waits is measured: in this order, but the default comes next, and what
 * is arranged as the one that a device had before comes together where no budget may end the search. There is one that
 * waits. */
void run_wait(struct run *run, const struct candidate *candidate);
struct candidate run_next(struct run *run, uint64_t previous);

/* What a device had that is gone waits again, before all others. */
void run_wait_again(struct run *run, const struct candidate *candidate);

/* ---- contenders.c ---- */

/* Keeps the best few, in order, and the default. */
void run_contend(struct run *run, const struct candidate *candidate, const struct reply *reply);

/* Takes what an earlier run found (run_options.known) as if this one had: it is not tried again, unless its binary is
 * gone. */
void run_take_known(struct run *run);

/* Starts a search, or the list of fixed configurations, and tells it what an earlier run found. */
enum status run_search_known(struct search *search, const struct tuner *tuner, const struct target *target,
                             const struct run_options *options);

/* ---- inventory.c ---- */

/* The seconds that finding or opening a device may take. */
double tuner_device_seconds(const struct launcher *launcher);

/* ---- compile.c ---- */

/* Whether the search asks for nothing more: it was interrupted, reached what was asked for, or has no time left. */
bool run_spent(const struct run *run);

/* Whether a search asks for nothing any more; and has compile workers that have nothing to do compile for the first run
 * whose does. */
bool compile_is_through(const struct run *run);
void compile_dispatch(struct tuner *tuner);

/* Has a worker, started if need be, compile a configuration. One that cannot be asked is a row. */
void compile_request(struct run *run, struct compile_worker *worker, uint64_t index);

/* What came of it. */
void compile_finish(struct compile_worker *worker, const struct reply *reply, const struct fault *fault);

/* Reports what did not compile before its run began. */
void compile_report_failures(struct run *run);

void run_count_program(struct run *run, const struct program *program);

/* ---- device.c ---- */

/* Counts the seconds that an answer of a device's worker took, of all devices together; those of a play-off are counted
 * with it. */
void tuner_count(struct tuner *tuner, const struct device_worker *worker, const struct reply *reply);

/* Whether a worker, one of the tuner's or another, has just been killed from outside, which says nothing of what it was
 * at: that deserves another try. Counted, and its words kept. */
bool tuner_was_killed(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* Starts a device's worker, if need be, and asks it to open the device; and what came of it. */
enum status device_request_open(struct tuner *tuner, struct device_worker *worker, struct fault *fault);
void device_take_open(struct tuner *tuner, struct device_worker *worker, const struct reply *reply, bool opened);

/* The number of a device's worker among those of the tuner; and as rows have it. */
size_t device_number(const struct tuner *tuner, const struct device_worker *worker);
uint32_t device_of_row(const struct tuner *tuner, const struct device_worker *worker);

/* Ends a device's worker, which is opened again once it is needed; or never. */
void device_close(struct device_worker *worker);
void device_give_up(struct device_worker *worker, const struct fault *fault);

/* What it is set up for is no longer its run's. */
void device_leave_run(struct device_worker *worker);

/* ---- measure.c ---- */

/* Gives each device that has nothing to do what is next. Not OK: the last one is lost. */
enum status measure_dispatch(struct tuner *tuner, struct fault *fatal);

/* What a device's worker answered. */
enum status measure_finish(struct tuner *tuner, struct device_worker *worker, struct reply *reply,
                           const struct fault *fault, struct fault *fatal);

/* ---- cache.c ---- */

/* Whether a failure may be the fault of a driver's cache, which then is used no longer: workers that start from now on
 * have a folder of this run's own. True once: what failed deserves another try, by a new worker. Never where the worker
 * was killed from outside. */
bool tuner_leave_cache(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* That try ended well: the cache was at fault. It is set aside, if it is not just full. */
void tuner_blame_cache(struct tuner *tuner);

/* ---- again.c ---- */

/* Whether what a worker failed at is tried once more, by another worker: it was killed from outside; or a driver's
 * cache is in doubt, and all workers go on without it, each with what it was at. It is under way then. */
bool again_compile(struct tuner *tuner, struct compile_worker *worker, const struct fault *fault);
bool again_device(struct tuner *tuner, struct device_worker *worker, const struct fault *fault);

/* Takes note of how a second try without the cache ended, of a worker counted from 0, compile workers first. */
void again_end(struct tuner *tuner, size_t worker, const struct fault *fault);

/* ---- playoff.c ---- */

/* How long the play-off is likely to take. */
double run_playoff_seconds(const struct run *run);

/* Begins a run's play-off, or begins it again, on another device: of the contenders and the default, interleaved in
 * random order with the bench's references; where nothing is timed, the references are verified. */
void playoff_start(struct run *run);

/* Whether there is something more to ask its device, and what, with the seconds that it may take. */
bool playoff_next(struct run *run);
const struct request *playoff_request(const struct run *run, double *seconds);

/* A device begins with it. */
void playoff_assign(struct run *run, struct device_worker *worker);

/* What came of it. */
void playoff_take(struct run *run, struct reply *reply, const struct fault *fault);

/* Decides, by all rounds or, where they were not all played, by the search's own. Rows are given out again. */
void playoff_end(struct run *run);
