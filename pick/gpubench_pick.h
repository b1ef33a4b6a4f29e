/* libgpubench-pick: gives a program the configurations that gpubench measured. It reads results files once, looks
 * configurations up by bench, device, settings and size, and can try the best few of them during the program's own
 * work. It links no GPU library.
 *
 * All functions except _open and _close are thread-safe. Texts and values that the functions return are valid until
 * gpubench_picks_close. After _open only gpubench_trial_open and gpubench_pick_failed allocate memory. */
#ifndef GPUBENCH_PICK_H
#define GPUBENCH_PICK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define GPUBENCH_PICK_API __attribute__((visibility("default")))
#else
#define GPUBENCH_PICK_API
#endif

/* Return values of the functions that return an int. */
enum gpubench_pick_status {
    GPUBENCH_PICK_OK,
    GPUBENCH_PICK_NO_BENCH,    /* no file has results of this bench */
    GPUBENCH_PICK_NO_SETTINGS, /* none of this bench with these settings */
    GPUBENCH_PICK_NO_BACKEND,  /* none of these by the backend of the device */
    GPUBENCH_PICK_FAILED,      /* all candidates are known to fail */
    GPUBENCH_PICK_NOT_SAVED    /* gpubench_pick_failed: remembered by this process, but not in the file */
};

/* A one-line description of a status, for messages; never NULL. */
GPUBENCH_PICK_API const char *gpubench_pick_text(int status);

/* A device and its compiler, with the words of `gpubench devices --json`. NULL, "" and 0 mean unknown. */
struct gpubench_device {
    const char *name;         /* "NVIDIA H200" */
    const char *backend;      /* "cuda", "opencl": only results by it are used; unknown: by any */
    const char *architecture; /* "sm_90" */
    const char *driver;       /* "580.159.04, CUDA 13.0" */
    const char *compiler;     /* "NVRTC 13.0, CUB 3.0.1" */
    double units;             /* multiprocessors; this and the rest are compared if no results have the name */
    double clock_mhz;         /* of the multiprocessors */
    double memory_clock_mhz;  /* with two transfers per clock, on all devices alike */
    double memory_bus_bits, l2_bytes;
};

/* The value of a parameter, as in `gpubench --set NAME=WORD`. */
struct gpubench_value {
    const char *name, *word;
    double number; /* the word's value as a number; NaN if it is no number */
};

/* Differences between the device that measured and the device of the query, where both are known. */
enum {
    GPUBENCH_OTHER_DEVICE = 1, /* no results have the device's name */
    GPUBENCH_OTHER_ARCHITECTURE = 2,
    GPUBENCH_OTHER_DRIVER = 4,
    GPUBENCH_OTHER_COMPILER = 8
};

/* A measured and verified configuration. */
struct gpubench_choice {
    const struct gpubench_value *value; /* `values` of them, in the order of the bench */
    size_t values;
    const char *config; /* the same as text: "BLOCK_SIZE:256/LOAD:striped" */
    uint64_t size;      /* problem size at which it was measured, in the unit of the bench */
    double time_ns;     /* its time there, in nanoseconds per iteration */
    double size_ratio;  /* the larger of this size and n, divided by the smaller: 1 if it was measured at n */
    /* 1 if the device has the same name. Else the largest ratio of the two devices' units * clock, memory clock * bus
     * and size of L2; INFINITY if none of these is known. */
    double device_ratio;
    double doubt;   /* 0 to 1, an estimate of the relative loss of time; see gpubench_pick. 1: unknown */
    unsigned other; /* GPUBENCH_OTHER_... */
    unsigned rank;  /* 0: the best at that size; above 0: faster ones are known to fail, or are tried, too */
    const char *device, *driver, *compiler; /* of the measurement */
    const void *entry;                      /* for internal use */
};

/* The word of a parameter; NULL if there is no parameter of this name. */
GPUBENCH_PICK_API const char *gpubench_choice_word(const struct gpubench_choice *choice, const char *name);

struct gpubench_picks; /* results that were read */

/* Reads `count` results files of `gpubench --out` (JSON, not compressed), or folders: all results files in a folder
 * whose names end in .json, in the order of their names. If results have the same bench, settings, size, device, driver
 * and compiler, the last ones are used. `memory` is a file for the failures reported by gpubench_pick_failed, which is
 * created when needed; NULL: they are forgotten when the process ends. Returns NULL on failure, with one line in
 * `error` (of `error_size` bytes, may be NULL): a file that cannot be read, is no results file, or has no time; or no
 * memory. Rows that are wrong, inaccurate (`--max-error`), or miss a requirement (`--require`) are ignored, and so are
 * kernels without an expectation (`--unverified`), and library calls. */
GPUBENCH_PICK_API struct gpubench_picks *gpubench_picks_open(const char *const *paths, size_t count, const char *memory,
                                                             char *error, size_t error_size);
GPUBENCH_PICK_API void gpubench_picks_close(struct gpubench_picks *picks); /* NULL is fine */

/* Looks up the configuration to run. `bench` is "reduction/sum_1d_f32". `settings` is the part of a problem's name
 * after its size, "density:0.0213/cutoff:8.5125"; NULL and "" are the suite's defaults. `device` may be NULL: unknown.
 * The nearest measured result is chosen: by the name of the device, its architecture, device_ratio, size_ratio, driver
 * and compiler, then the last file. Configurations that are known to fail on this device with its driver and compiler
 * are skipped.
 *
 * The doubt combines what the search left to gain (`left_to_gain`: in 9 of 10 cases no more), the configuration's loss
 * against the best of its own size, and, between two measured sizes, its loss against the best at the other one. It is
 * 1 outside of the measured range, at sizes at which the configuration was not measured, and on a device of another
 * name. Fills *choice and returns GPUBENCH_PICK_OK; else returns another status, and *choice is unchanged. */
GPUBENCH_PICK_API int gpubench_pick(const struct gpubench_picks *picks, const char *bench,
                                    const struct gpubench_device *device, const char *settings, uint64_t n,
                                    struct gpubench_choice *choice);

/* Reports that a choice does not compile, does not run or is wrong on this device: from now on it is skipped, at all
 * sizes, while the device's name, backend, driver and compiler are the same. The file, JSON of schema
 * "gpubench/failed/1" that users may edit, has the last 256 failures; a process remembers 512. FILE.lock serialises
 * access by several processes; a process reads other processes' failures when it opens the file or reports a failure.
 * Returns GPUBENCH_PICK_OK, or GPUBENCH_PICK_NOT_SAVED: the file cannot be written, or is something else and remains
 * unchanged, or a text of the device is no valid UTF-8. */
GPUBENCH_PICK_API int gpubench_pick_failed(struct gpubench_picks *picks, const struct gpubench_device *device,
                                           const struct gpubench_choice *choice);

struct gpubench_trial; /* trial runs of the best few configurations during the program's own work */

/* Begins a trial of at most 4 configurations: the one that gpubench_pick chooses, and the next best at its size. All
 * calls of configurations other than the pick take at most `budget_ns` nanoseconds together; a call that is expected to
 * exceed that is not made. *device must live as long as the trial. Fills *status, if it is not NULL. Returns NULL if
 * nothing is found (with a status), or without memory (with OK). */
GPUBENCH_PICK_API struct gpubench_trial *gpubench_trial_open(const struct gpubench_picks *picks, const char *bench,
                                                             const struct gpubench_device *device, const char *settings,
                                                             uint64_t n, double budget_ns, int *status);
GPUBENCH_PICK_API void gpubench_trial_close(struct gpubench_trial *trial); /* NULL is fine */

/* Returns the configuration to run now or, after the end of the trial, always the winner. The program runs it, and
 * reports its time in nanoseconds by gpubench_trial_time. The first time of each is not counted (it may include
 * compilation); then the configurations take turns, 11 times each. A configuration wins against the pick only if it is
 * faster in 10 of 11 rounds (a sign test: of two equal ones 6 in 1000), of several the one with the least median; one
 * that can no longer win is dropped. Only verified configurations are tried. One that is reported to
 * gpubench_pick_failed is dropped; if it was the pick, the next one becomes the pick. Returns GPUBENCH_PICK_OK, or
 * GPUBENCH_PICK_FAILED if none remains. */
GPUBENCH_PICK_API int gpubench_refine(struct gpubench_trial *trial, struct gpubench_choice *choice);
/* Reports a time. Times that are not above 0 are not counted, nor are those after the end of the trial. */
GPUBENCH_PICK_API void gpubench_trial_time(struct gpubench_trial *trial, const struct gpubench_choice *choice,
                                           double ns);
/* Whether the trial is over: 1, or 0. */
GPUBENCH_PICK_API int gpubench_trial_over(struct gpubench_trial *trial);

#ifdef __cplusplus
}
#endif
#endif
