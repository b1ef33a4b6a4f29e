/* Finds the best configuration of a problem on a device: compiles, verifies, measures, plays off finalists. */
#pragma once

#include "tuner/result.h"
#include "tuner/run/judge.h"
#include "tuner/search/search.h"
#include "tuner/worker/process.h"

#include <signal.h>

/* The progress of a problem; all numbers are of this problem. */
struct progress {
    const struct problem *problem;
    const char *phase;  /* "preparing", "compiling", "measuring", "play-off" */
    size_t done, total; /* configurations; total is what the strategy or the budget will try at most */
    size_t good, failed, compiled, cached;
    double seconds, seconds_left; /* since it began; estimate of the rest, < 0: none */
    double best_ns;               /* 0: none yet */
    uint64_t best;                /* its configuration */
};

/* The options of a tuner, from tuner_open to tuner_close. */
struct tuner_options {
    struct launcher launcher;
    const struct registry *registry;
    struct compute_device device;
    const struct compute_device *devices; /* all measuring devices, of one model; `device` is the first; */
    size_t device_count;                  /* 0: only it */
    /* Workers per device, for different targets, of which one works at a time: while the compilers are behind for one
     * target, another one is measured. 0: one. */
    size_t workers_per_device;
    unsigned jobs; /* compile workers */
    bool cold;     /* caches are evicted before each sample */
    /* Of this run, known to host code alone: the inputs that change after timing, and the sampled positions of a large
     * output, are drawn from it. */
    uint64_t secret;
    const volatile sig_atomic_t *stop;
};

/* The confidence that a configuration cannot be the best at which it is stopped early: the default, and its range. */
#define TUNER_CONFIDENCE 0.95
#define TUNER_CONFIDENCE_LEAST 0.9
#define TUNER_CONFIDENCE_MOST 0.9999

/* How a problem is searched, and the callbacks for its rows and progress. */
struct run_options {
    const struct strategy *strategy;
    size_t blocks;               /* of a fixed configuration, 1 to MAX_BLOCKS */
    struct search_budget budget; /* its seconds include the play-off */
    double most_seconds;         /* limit of the search even if it has found nothing; 0: none */
    double time_limit;           /* of a compilation or a measurement, in seconds, */
    double prepare_seconds;      /* of setup and expectation of a problem; 0: 900 */
    enum sampling sampling;      /* SAMPLING_OPEN, or the user's choice */
    enum objective objective;    /* of the two times */
    bool energy; /* the best is the finalist with the least energy, if the device reports it; the search is by time */
    bool verify_only;  /* no times: rows are VERIFIED at best; no play-off and no best */
    bool brief;        /* few samples and rounds, for a rate within 0.5 % that is not compared with others */
    bool measure_all;  /* none is stopped early; else: */
    double confidence; /* of stopping early; 0: as measure_all */
    double until;      /* the search ends at this share of the limit; 0: it does not */
    double max_share;  /* of a limit, on a GPU: a row above it is IMPLAUSIBLE; 0: the usual */
    const struct ceilings *ceilings; /* of each device, for the limits of rows; NULL: no limits */
    /* Returns the rows of the problem from an earlier run, one after the other (*at begins at 0), then NULL. They are
     * neither tried again nor passed to `row`. Or NULL. */
    const struct result *(*known)(void *user, const struct problem *problem, size_t *at);
    bool known_counts; /* they count towards this run's number of configurations */
    /* Receives a new row, or an earlier one measured again. `reason` is "" if it is OK. */
    void (*row)(void *user, const struct problem *problem, const struct result *result, const char *reason);
    /* Receives the samples of a row, of the search or of a round of the play-off; or NULL. */
    void (*samples)(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples);
    void (*progress)(void *user, const struct progress *progress);
    void *user;
};

/* A problem of a suite in the registry, and the part of its space to search. */
struct target {
    struct problem problem;
    struct restriction restriction;
    struct wanted wanted;          /* tried first, after the default */
    const uint64_t *fixed;         /* or these configurations alone, without search and play-off; */
    size_t fixed_count;            /* 0: none are */
    enum sampling sampling;        /* of fixed configurations; SAMPLING_OPEN: the first chooses */
    double max_error;              /* of a best, if the bench has an error figure; 0: any */
    const struct judge *objective; /* the best has its least value; NULL: by run_options.objective */
    const struct judge *required;  /* must be true for the best; NULL: no requirement */
    size_t device;                 /* that alone measures it, counted from 1; 0: any. Lost, it has no more rows */
};

/* A compiled configuration that waits for a device. */
struct candidate {
    uint64_t index;
    struct program program;
};

struct run; /* of one target */
struct target_source;

struct compile_worker {
    struct process process;
    struct run *run; /* for which it compiles; NULL: idle */
    uint64_t index;
    bool includes_cub; /* the program that it compiles */
    bool second;       /* second try: the first worker was killed from outside */
};

/* A worker of a device: opens it, prepares a run's problem, then measures. A lost one is opened and prepared again,
 * and then repeats its task. */
struct device_worker {
    size_t number; /* of the device, from 0 */
    struct process process;
    struct compute_device device;
    enum device_state { DEVICE_CLOSED, DEVICE_OPENING, DEVICE_OPEN, DEVICE_PREPARING, DEVICE_READY, DEVICE_BUSY } state;
    struct run *run; /* whose problem is prepared; NULL: none */
    enum device_task { TASK_NONE, TASK_MEASURE, TASK_PLAY, TASK_REPORT } task;
    enum stage stage;           /* of the next request of MEASURE and PLAY */
    struct candidate candidate; /* of MEASURE; and of REPORT, */
    struct fault failure;       /* with which the device was lost; the candidate's if the device reopens */
    uint64_t previous;          /* the configuration measured before; or NO_CONFIGURATION */
    unsigned attempts;          /* failed attempts to reopen */
    bool returning;             /* lost, not reopened yet */
    bool second;                /* as of a compile worker */
    double sent;                /* when its last request was */
    double warm_until;          /* its device's clocks count as warm */
    bool parked;                /* the other workers of its device go on without it */
    bool gone;                  /* the device is given up: */
    char why[300];
};

struct tuner {
    struct tuner_options options;
    struct device_worker *device;    /* the first worker of each device, then the second ones, and so on */
    size_t workers;                  /* of devices, in all */
    size_t devices;                  /* 0: none can run kernels */
    size_t turn;                     /* the device that is given a task first */
    struct compile_worker *compiler; /* options.jobs of them */
    struct run *first;               /* active runs, in the order in which they began */
    const struct target_source *source;
    bool exhausted;          /* there are no more targets */
    struct lookahead *ahead; /* what idle compile workers do; NULL: nothing */
    bool has_cub;            /* a program that includes CUB was compiled */
    size_t again;            /* the worker, from 1, in its second try without the cache; 0: none */
    struct opened clock;
    double seconds[PHASES]; /* so far, without waiting, which is the rest of the whole */
    const char *left;       /* the cache that is no longer used, as it may be damaged; NULL: in use */
    /* Workers killed from outside, whose tasks were tried once more; and how the last one was killed. */
    size_t killed;
    char killed_how[300];
    /* Messages about the cache for the end, each a line or "": how a damaged one was handled, and why some programs
     * were not stored. */
    char fallen[1200], unkept[300];
};

/* Supplies the targets of a run. */
struct target_source {
    /* The next target, which outlives its run, and its options. `early`: others are active, and this one would be
     * compiled ahead, or begin on an idle device. */
    enum next_target {
        TARGET_NEXT,
        TARGET_LATER,
        TARGET_NONE
    } (*next)(void *user, bool early, const struct target **target, struct run_options *options);
    /* A device begins with the target: sets the budget's seconds. False: there are none, and it is left out. */
    bool (*begin)(void *user, const struct target *target, struct run_options *options);
    /* The target, and all that began before it, have ended. */
    void (*end)(void *user, const struct target *target, const struct best *best);
    void *user;
};

/* Starts the worker of the first device and opens it; others are opened when they are needed. To be closed in any case.
 */
enum status tuner_open(struct tuner *tuner, const struct tuner_options *options, struct fault *fault);
void tuner_close(struct tuner *tuner);

/* Lets idle workers exit, which takes a GPU's 0.1 s; tuner_close waits for them. */
void tuner_release(struct tuner *tuner);

/* Compiles the tuner's own kernels for its device, in a compile worker. */
enum status tuner_compile_own(struct tuner *tuner, double time_limit, struct fault *fault);

/* Attributes all time since `started`, when the seconds were `before`, to one phase. */
void tuner_count_as(struct tuner *tuner, enum phase phase, const double before[PHASES], double started);

/* The number of measuring devices that were not given up. */
size_t tuner_alive(const struct tuner *tuner);

/* Runs the targets of a source, each on all devices: an idle device takes a compiled configuration of the first target
 * that has one, or begins with the next target. A play-off runs on one device. Not OK: the last device is lost, and the
 * run must end. Returns early, with OK, once *options.stop is set. */
enum status tuner_run_all(struct tuner *tuner, const struct target_source *source, struct fault *fault);

/* Lets idle compile workers compile what the searches of these targets will try first, with these options, as a run of
 * them takes it from the store; in this order, each until its run begins. Outlived by targets and options. Replaces
 * what was given before. */
void tuner_look_ahead(struct tuner *tuner, const struct target *const *targets, size_t count,
                      const struct run_options *options);

/* Runs one problem. Failed configurations are rows, not errors; not OK: the device is lost and the run must end.
 * best->result.median_ns is 0 if no configuration is correct with a small enough error. Returns early, with OK, once
 * *options.stop is set. */
enum status tuner_run(struct tuner *tuner, const struct target *target, const struct run_options *options,
                      struct best *best, struct fault *fault);

/* Whether the search of a target continues: not all of its rows are known. */
bool tuner_searches(const struct tuner *tuner, const struct target *target);

/* Whether the known rows of a problem, and its best if known, are all that a run would produce. */
bool tuner_finished(const struct tuner *tuner, const struct target *target, const struct run_options *options,
                    const struct best *best);

/* Lists the devices, by workers. A backend, or a driver, that crashes its worker or does not reply is listed as a
 * failed absence; workers use the other drivers from now on. Not OK: interrupted. */
enum status tuner_inventory(const struct launcher *launcher, struct compute_inventory *inventory, struct fault *fault);

/* The same for one backend, which need not be among those that are listed by default. */
enum status tuner_list(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory,
                       struct fault *fault);

/* Describes one device, by a worker; drivers that were left out are absences. */
enum status tuner_find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                       struct compute_inventory *left_out, struct fault *fault);
