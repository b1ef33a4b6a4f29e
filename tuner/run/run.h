/* The state of a run of one problem, shared by the files of this folder. */
#pragma once

#include "tuner/run/tuner.h"
#include "tuner/search/tries.h"

enum { FINALISTS = 6 };                                            /* in the play-off, and the default */
enum { SEARCH_BLOCKS = 5 };                                        /* of a configuration's measurement */
enum { BRIEF_FINALISTS = 2, BRIEF_ROUNDS = 3, BRIEF_SAMPLES = 2 }; /* of run_options.brief */
enum { CONTENDERS = 32 };                                          /* kept in case finalists fail */

/* A fast configuration with a small enough error (the default in any case). */
struct contender {
    struct program program;
    struct result result;
    double seconds; /* of a block in the play-off */
};

/* A configuration that failed to compile before a device began with its target. */
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
    /* A coming run: its first configurations are compiled while devices are busy with earlier runs. */
    enum run_stage { RUN_COMING, RUN_SEARCHING, RUN_PLAYING, RUN_OVER } stage;
    struct fault unfit; /* not OK: why the device can run no configuration */
    struct search search;
    struct tries *tries;     /* configurations with a value that always fails wait longest */
    struct request prepared; /* the request that prepares a device's worker */
    struct candidate *ready; /* compiled, waiting for a device: [ready_at, ready_count) */
    size_t ready_at, ready_count, ready_capacity;
    struct unmade *unmade;
    size_t unmade_count, unmade_capacity;
    bool set_up;                            /* on one device at least */
    bool given_up;                          /* the problem could not be set up */
    bool left_out;                          /* no time was left: without a report of its end */
    bool reported;                          /* its progress was reported */
    size_t in_flight;                       /* compile workers busy with it, */
    bool waits;                             /* its strategy has nothing to propose at the moment */
    size_t measuring;                       /* and devices */
    struct contender contender[CONTENDERS]; /* fastest first */
    size_t contenders;
    struct contender standard;                  /* the default, if measured: its result has a median */
    bool default_failed;                        /* in the search */
    enum sampling requested_sampling, sampling; /* as requested; of all configurations, chosen by the first */
    enum objective objective;
    double best_aim; /* of the best so far, if progress.best_ns is above 0 */
    bool reached;    /* a row has reached the requested share of its limit */
    struct playoff *playoff;
    struct device_worker *player; /* the device of the play-off; NULL: none yet */
    struct best best;
    struct progress progress;
    double started, measuring_since;
    struct run *next; /* active run */
};

/* ---- problem.c ---- */

/* The problem sent to workers; equal problems give equal bytes. */
struct problem_at run_problem_at(const struct tuner *tuner, const struct problem *problem);

/* Whether compiling and measuring must not overlap: on a CPU device, and if host code is timed. Then a batch is
 * compiled, and then measured. */
bool run_takes_turns(const struct run_options *options, const struct compute_device *device, const struct bench *bench);

/* The same of a run. */
bool run_is_alone(const struct run *run);

/* Whether several GPUs measure a run that is alone, as its bench allows: only samples exclude each other, and
 * compilations, preparations and other runs; verifications do not. */
bool run_shares_host(const struct run *run);

/* The objective of a run; times by the host's clock have one alone, that of a stream. */
enum objective run_objective(const struct run_options *options, const struct target *target);

/* ---- start.c ---- */

void run_start(struct run *run, struct tuner *tuner, const struct target *target, const struct run_options *options);
void run_free(struct run *run);

/* Starts the search; not OK: why the device can run no configuration. */
enum status run_start_search(struct run *run, struct fault *fault);

/* A device (or compile workers, if there is none) begins with a run. */
void run_begin(struct run *run);

/* ---- rows.c ---- */

/* Why a measured or verified row is not OK; "" if it is. */
struct run_reason {
    char text[256];
};
struct run_reason run_reason(const struct result *result);

/* Whether a measured configuration may be the best: its error is small enough, if the target limits it. */
bool run_accurate(const struct run *run, const struct result *result);

/* Sets the values of the target's expressions in a measured row. */
void run_judge(const struct run *run, struct result *result);

/* Whether alone_ns is measured for every configuration. */
bool run_needs_alone(const struct run *run);

/* Counts a finished configuration: updates the progress and the best so far. */
void run_count(struct run *run, const struct result *result);

/* Sets how many were tried, and how much faster the others may be. */
void run_doubt(const struct run *run, struct best *best);

/* A result as the strategy's observation: without a time if it may not be the best. */
struct observation run_observation(const struct run *run, const struct result *result);

/* Sets the limit of a measured row. On a GPU a row above its limit is IMPLAUSIBLE; not on a CPU, which may have been
 * busy when ceilings were measured, and not a library's function. */
void run_limit(const struct run *run, struct result *result);

/* Passes a row to the callback: a new one, or an earlier one measured again. */
void run_row(const struct run *run, const struct result *result, const char *reason);

/* Emits the row of a finished configuration, measured or not. */
void run_emit(struct run *run, const struct result *result, const char *reason);
void run_emit_unmeasured(struct run *run, uint64_t index, const struct program *program, const struct fault *fault,
                         uint32_t device);

/* Emits the one row, without a configuration, of a problem that cannot be set up. */
void run_emit_bench(const struct run *run, const struct fault *fault);

/* Passes the samples of a row to the callback, and counts the seconds of its measurement. */
void run_reply(const struct run *run, const struct device_worker *worker, const struct reply *reply);

/* The remaining seconds of the problem's budget; INFINITY without one. */
double run_seconds_left(const struct run *run);

/* The seed of the checks after a measurement: of a configuration or a reference, and a round; 0: the search. */
uint64_t run_secret(const struct run *run, uint64_t index, uint32_t reference, uint64_t round);

/* Reports the progress of the run. */
void run_report(struct run *run);

/* ---- waiting.c ---- */

/* Queues a compiled configuration, and takes the next one, of which there must be one. First in, first out, but the
 * default comes next, and if no budget may end the search, configurations with the same arrangement of data as the
 * previous one of the device are taken together. */
void run_wait(struct run *run, const struct candidate *candidate);
struct candidate run_next(struct run *run, uint64_t previous);

/* Queues the configuration of a lost device again, before all others. */
void run_wait_again(struct run *run, const struct candidate *candidate);

/* ---- contenders.c ---- */

/* Adds to the best few, in order, and the default. */
void run_contend(struct run *run, const struct candidate *candidate, const struct reply *reply);

/* Takes over the rows of an earlier run (run_options.known): they are not tried again, unless the binary is missing. */
void run_take_known(struct run *run);

/* Starts a search, or the list of fixed configurations, and reports the outcomes of an earlier run to it. */
enum status run_search_known(struct search *search, const struct tuner *tuner, const struct target *target,
                             const struct run_options *options);

/* ---- inventory.c ---- */

/* The time limit of finding or opening a device, in seconds. */
double tuner_device_seconds(const struct launcher *launcher);

/* ---- ahead.c ---- */

/* Gives idle compile workers what is compiled early. */
void ahead_dispatch(struct tuner *tuner);

/* The run of a target begins: it and those before it are passed over. */
void ahead_pass(struct tuner *tuner, const struct target *target);

/* Takes the program of an early compilation; and gives the time of it to the run that finds the program in the store.
 */
void ahead_take(struct tuner *tuner, const struct program *program);
void ahead_claim(struct tuner *tuner, struct program *program);

void ahead_free(struct tuner *tuner);

/* ---- compile.c ---- */

/* Whether the search has ended: it was interrupted, has reached the requested share, or has no time left. */
bool run_spent(const struct run *run);

/* Whether a search has nothing left to compile; and assigns idle compile workers the next configuration of the first
 * run with one. */
bool compile_is_through(const struct run *run);
void compile_dispatch(struct tuner *tuner);

/* Starts a compile worker, with fixed addresses: then workers can use one precompiled header of NVRTC. */
static inline enum status compile_start(const struct tuner *of, struct process *process, struct fault *fault)
{
    struct launcher launcher = of->options.launcher;
    launcher.fixed_addresses = true;
    return process_start(process, &launcher, fault);
}

/* Requests the compilation of a configuration, and starts the worker if needed. A failure to do so is a row. */
void compile_request(struct run *run, struct compile_worker *worker, uint64_t index);

/* Takes the reply. */
void compile_finish(struct tuner *tuner, struct compile_worker *worker, const struct reply *reply,
                    const struct fault *fault);

/* Reports the configurations that failed to compile before the run began. */
void compile_report_failures(struct run *run);

void run_count_program(struct run *run, const struct program *program);

/* ---- headers.c ---- */

/* Whether a bench's programs include CUB, and a worker compiles the first of these: others would only wait until its
 * headers are parsed, which is done once for all. */
bool headers_awaited(const struct tuner *tuner, const struct bench *bench);

/* ---- device.c ---- */

/* Adds the seconds of a reply of a device's worker to the phases, over all devices; in a play-off, to that phase. */
void tuner_count(struct tuner *tuner, const struct device_worker *worker, const struct reply *reply);

/* Whether a worker has just been killed from outside: then its task is not at fault, and is tried again. Counts it, and
 * keeps the message. */
bool tuner_was_killed(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* Starts a device's worker if needed, and requests it to open the device; and takes the reply. */
enum status device_request_open(struct tuner *tuner, struct device_worker *worker, struct fault *fault);
void device_take_open(struct tuner *tuner, struct device_worker *worker, const struct reply *reply, bool opened);

/* The number of a device in rows. */
uint32_t device_of_row(const struct tuner *tuner, const struct device_worker *worker);

/* The number of a device's worker among all workers: after those that compile. */
size_t device_worker_number(const struct tuner *tuner, const struct device_worker *worker);

/* The other workers of its device, counted from 1 (0: itself); NULL beyond the last one. */
struct device_worker *device_other(const struct tuner *tuner, const struct device_worker *worker, size_t i);

/* Whether a worker takes tasks; and whether another one of its device does. */
bool device_is_usable(const struct device_worker *worker);
bool device_has_other(const struct tuner *tuner, const struct device_worker *worker);

/* Ends a device's worker, to be reopened when needed; or for good, with all workers of its device. */
void device_close(struct device_worker *worker);
void device_give_up(struct tuner *tuner, struct device_worker *worker, const struct fault *fault);

/* Ends a worker for good if its device has another one that takes tasks. False: it has none. */
bool device_park(struct tuner *tuner, struct device_worker *worker);

/* Whether a device is busy with what disturbs samples that the host times; and whether it takes these, and several
 * share the host. */
bool device_disturbs(const struct device_worker *worker);
bool device_takes_times(const struct device_worker *worker);

/* Detaches a device from its run, whose problem it has prepared. */
void device_leave_run(struct device_worker *worker);

/* ---- measure.c ---- */

/* Gives each idle device its next task. Not OK: the last device is lost. */
enum status measure_dispatch(struct tuner *tuner, struct fault *fatal);

/* Takes the reply of a device's worker. */
enum status measure_finish(struct tuner *tuner, struct device_worker *worker, struct reply *reply,
                           const struct fault *fault, struct fault *fatal);

/* ---- cache.c ---- */

/* Whether a failure may be due to a damaged cache of a driver. If so, workers that start from now on have a cache
 * folder of this run's own, and the task is tried again by a new worker. True once; never if the worker was killed from
 * outside. */
bool tuner_leave_cache(struct tuner *tuner, const struct process *process, const struct fault *fault);

/* The second try succeeded, so the cache is damaged: moves it aside, unless the disk is only full. */
void tuner_blame_cache(struct tuner *tuner);

/* ---- again.c ---- */

/* Whether a failed task is tried once more by another worker (and starts that): the first worker was killed from
 * outside; or a driver's cache may be damaged, and all workers continue without it. */
bool again_compile(struct tuner *tuner, struct compile_worker *worker, const struct fault *fault);
bool again_device(struct tuner *tuner, struct device_worker *worker, const struct fault *fault);

/* Notes the outcome of a second try without the cache, of a worker counted from 0, compile workers first. */
void again_end(struct tuner *tuner, size_t worker, const struct fault *fault);

/* ---- playoff.c ---- */

/* The expected duration of the play-off, in seconds. */
double run_playoff_seconds(const struct run *run);

/* Begins a run's play-off, or restarts it on another device: the contenders and the default, interleaved in random
 * order with the bench's references. If nothing is timed, the references are verified. */
void playoff_start(struct run *run);

/* Whether there is another request for its device; and the request, with its time limit. */
bool playoff_next(struct run *run);
const struct request *playoff_request(const struct run *run, double *seconds);

/* Assigns the play-off to a device. */
void playoff_assign(struct run *run, struct device_worker *worker);

/* Takes the reply. */
void playoff_take(struct run *run, struct reply *reply, const struct fault *fault);

/* Decides, by all rounds or, if not all were played, by the search's times. Emits the finalists' rows again. */
void playoff_end(struct run *run);
