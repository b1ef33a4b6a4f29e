/* Finding the best configuration of a problem on a device: compile, verify, measure, play off. */
#pragma once

#include "tuner/result.h"
#include "tuner/run/judge.h"
#include "tuner/search/search.h"
#include "tuner/worker/process.h"

#include <signal.h>

/* How far a problem is; all numbers are of it. */
struct progress {
    const struct problem *problem;
    const char *phase;  /* "preparing", "compiling", "measuring", "play-off" */
    size_t done, total; /* configurations; total is what the strategy or the budget will try at most */
    size_t good, failed, compiled, cached;
    double seconds, seconds_left; /* since it began; a guess of what is left, < 0 if there is none */
    double best_ns;               /* 0 while there is none */
    uint64_t best;                /* its configuration */
};

/* Where a tuner runs, as long as it is open. */
struct tuner_options {
    struct launcher launcher;
    const struct registry *registry;
    struct compute_device device;
    const struct compute_device *devices; /* all that measure, which are alike, `device` the first of them; */
    size_t device_count;                  /* 0: it alone */
    unsigned jobs;                        /* compile workers */
    bool cold;                            /* caches are evicted before each sample */
    /* Of this run, known to its host code alone: what is changed behind timing, and which places of a large output are
     * looked at, is drawn from it. */
    uint64_t secret;
    const volatile sig_atomic_t *stop;
};

/* How sure it must be that a configuration cannot be the best before it is left: else, and from where to where. */
#define TUNER_CONFIDENCE 0.95
#define TUNER_CONFIDENCE_LEAST 0.9
#define TUNER_CONFIDENCE_MOST 0.9999

/* How a problem is searched, and who hears of it. */
struct run_options {
    const struct strategy *strategy;
    size_t blocks;               /* of a configuration that is fixed, 1 to MAX_BLOCKS */
    struct search_budget budget; /* its seconds are for all of it, the play-off too */
    double most_seconds;         /* in which the search is ended, even while it has nothing yet; 0: no limit */
    double time_limit;           /* seconds that a compilation or a measurement may take, */
    double prepare_seconds;      /* and setting a problem up, its expectation too; 0: 900 */
    enum sampling sampling;      /* SAMPLING_OPEN, or what the user wants */
    enum objective objective;    /* of the two times */
    bool energy; /* the best is the finalist that takes the least, where the device tells; the search is for time */
    bool verify_only;  /* no times: rows are VERIFIED at most, there is no play-off and no best */
    bool brief;        /* few samples and rounds, for a rate that is known to 0.5 %; with nothing is it compared */
    bool measure_all;  /* none is left before its blocks are whole; else: */
    double confidence; /* that one cannot be the best that is left before; 0: as measure_all */
    double until;      /* the share of its limit that ends the search; 0: none does */
    double max_share;  /* of a limit, on a GPU: what is above it is IMPLAUSIBLE; 0: RESOURCE_FAULT */
    const struct ceilings *ceilings; /* of each device, by which rows get their limits; NULL: they get none */
    /* Rows of the problem that an earlier run found, one after the other, by a place that begins at 0; NULL at their
     * end. They are not tried again, and not handed out. Or NULL. */
    const struct result *(*known)(void *user, const struct problem *problem, size_t *at);
    bool known_counts; /* they are in this run's number of configurations */
    /* A row is new, or the re-measured form of one that came before. `reason` is "" where it is OK. */
    void (*row)(void *user, const struct problem *problem, const struct result *result, const char *reason);
    /* The samples of a row, of the search or of a round of the play-off; or NULL. */
    void (*samples)(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples);
    void (*progress)(void *user, const struct progress *progress);
    void *user;
};

/* A problem, of a suite of the registry, and what of its space is looked at. */
struct target {
    struct problem problem;
    struct restriction restriction;
    struct wanted wanted;   /* what is tried first, behind the default */
    const uint64_t *fixed;  /* or these configurations, and no others, without a search and its play-off; */
    size_t fixed_count;     /* 0: none are */
    enum sampling sampling; /* of those that are fixed; SAMPLING_OPEN: the first chooses */
    double max_error;       /* of a configuration that may be the best, where the bench has an error figure; 0: any */
    const struct judge *objective; /* the best is that of its least value; NULL: by run_options.objective */
    const struct judge *required;  /* which is true of what may be the best; NULL: nothing is */
};

/* A configuration on its way from the compiler to a device. */
struct candidate {
    uint64_t index;
    struct program program;
};

struct run; /* of one target */
struct target_source;

struct compile_worker {
    struct process process;
    struct run *run; /* for which it compiles a configuration; NULL: none */
    uint64_t index;
    bool second; /* it is at its second try, since the worker of the first was killed from outside */
};

/* A device's worker is opened, then set up for a run's problem, then measures. One that was lost is opened and set up
 * again, and then does what it was at. */
struct device_worker {
    struct process process;
    struct compute_device device;
    enum device_state { DEVICE_CLOSED, DEVICE_OPENING, DEVICE_OPEN, DEVICE_PREPARING, DEVICE_READY, DEVICE_BUSY } state;
    struct run *run; /* whose problem that is; NULL: none */
    enum device_task { TASK_NONE, TASK_MEASURE, TASK_PLAY, TASK_REPORT } task;
    struct candidate candidate; /* of MEASURE; and of REPORT, */
    struct fault failure;       /* that the device was lost with: it is the candidate's if the device comes back */
    uint64_t previous;          /* the configuration that it measured before; NO_CONFIGURATION */
    unsigned attempts;          /* to open it again that failed */
    bool returning;             /* it was lost, and is not back */
    bool second;                /* as a compile worker's */
    bool gone;                  /* it does not come back: */
    char why[300];
};

struct tuner {
    struct tuner_options options;
    struct device_worker *device;
    size_t devices;                   /* 0: there is none that runs anything */
    const struct device_worker *only; /* the caller's to set between runs: all is measured there; NULL: on any */
    struct compile_worker *compiler;  /* options.jobs of them */
    struct run *first;                /* of those that are under way, in the order of their targets */
    const struct target_source *source;
    bool exhausted; /* no target comes any more */
    size_t again;   /* the worker, counted from 1, that has its second try without the cache; 0: none */
    struct opened clock;
    double seconds[PHASES]; /* that went by so far; none is waiting, which is what is left of the whole */
    const char *left;       /* the cache that was in doubt, and is no longer used; NULL: it is */
    /* Workers that were killed from outside, whose tasks were tried once more; and how the last of them was. */
    size_t killed;
    char killed_how[300];
    /* What to say of the cache at the end, each a line or "": what became of the one that was at fault, and why not all
     * programs are kept. */
    char fallen[1200], unkept[300];
};

/* Where targets come from. */
struct target_source {
    /* The next target, which outlives its run, and how it is searched. `early`: others are under way, and this one's
     * configurations would be compiled, or a device that has nothing else to do would begin with it. */
    enum next_target {
        TARGET_NEXT,
        TARGET_LATER,
        TARGET_NONE
    } (*next)(void *user, bool early, const struct target **target, struct run_options *options);
    /* A device begins with it: the budget's seconds. False: it has none, and is left out. */
    bool (*begin)(void *user, const struct target *target, struct run_options *options);
    /* It came to its end, as those before it did. */
    void (*end)(void *user, const struct target *target, const struct best *best);
    void *user;
};

/* Starts a device's worker and opens the device; others are opened once there is something to do for them. To be closed
 * whatever comes back. */
enum status tuner_open(struct tuner *tuner, const struct tuner_options *options, struct fault *fault);
void tuner_close(struct tuner *tuner);

/* Compiles what a run on its device has beside benches, in a compile worker. */
enum status tuner_compile_own(struct tuner *tuner, double time_limit, struct fault *fault);

/* What went by since `started`, when the seconds were those of `before`, was of one phase, whatever it did. */
void tuner_count_as(struct tuner *tuner, enum phase phase, const double before[PHASES], double started);

/* The devices, of those that are to measure, that did not go yet. */
size_t tuner_alive(const struct tuner *tuner);

/* Runs what comes from a source, each target on all devices: whichever has nothing to do takes what is compiled, of the
 * first target that has something, or begins with the next one. A play-off is one device's. Not OK: the last device is
 * lost, and the run must end. Returns early, with OK, once *options.stop is set. */
enum status tuner_run_all(struct tuner *tuner, const struct target_source *source, struct fault *fault);

/* Runs one problem. Failed configurations are rows, not errors; anything else than OK means that the device is lost and
 * the run must end. best->result.median_ns is 0 where there is no correct configuration, or none with an error that is
 * small enough. Returns early, with OK, once *options.stop is set. */
enum status tuner_run(struct tuner *tuner, const struct target *target, const struct run_options *options,
                      struct best *best, struct fault *fault);

/* Whether what is known of a problem, whose best may be known, is all that a run would try. */
bool tuner_finished(const struct tuner *tuner, const struct target *target, const struct run_options *options,
                    const struct best *best);

/* Which devices there are, asked of workers. A backend, or a driver of one, that ends its worker or does not answer is
 * an absence that failed; of the other drivers, workers know from now on. Not OK: interrupted. */
enum status tuner_inventory(const struct launcher *launcher, struct compute_inventory *inventory, struct fault *fault);

/* The same, of one backend, which need not be one that is found without being named. */
enum status tuner_list(const struct launcher *launcher, const char *backend, struct compute_inventory *inventory,
                       struct fault *fault);

/* The description of one device, asked of a worker; drivers that had to be left out are absences. */
enum status tuner_find(const struct launcher *launcher, const char *backend, int index, struct compute_device *device,
                       struct compute_inventory *left_out, struct fault *fault);
