/* libgpubench-pick: a program picks up what gpubench measured. It reads results files once, looks configurations up by
 * bench, device, settings and size, and may try the best few of them on its own work. No GPU library is linked.
 *
 * All functions but _open and _close may be called from several threads at once. Texts and values that are received
 * live until gpubench_picks_close. After _open nothing allocates memory but gpubench_trial_open, and
 * gpubench_pick_failed. */
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

/* What a call returns where that is an int. */
enum gpubench_pick_status {
    GPUBENCH_PICK_OK,
    GPUBENCH_PICK_NO_BENCH,    /* no file has a best of this bench */
    GPUBENCH_PICK_NO_SETTINGS, /* nor, of this bench, one with these settings */
    GPUBENCH_PICK_NO_BACKEND,  /* nor, of these, one by the backend of the device */
    GPUBENCH_PICK_FAILED,      /* all that were found are known to fail */
    GPUBENCH_PICK_NOT_SAVED    /* gpubench_pick_failed: remembered by this process, but not in the file */
};

/* A line that says what a status means, for people; never NULL. */
GPUBENCH_PICK_API const char *gpubench_pick_text(int status);

/* A device and what compiles for it, in the words of `gpubench devices --json`. NULL, "" and 0 mean not known. */
struct gpubench_device {
    const char *name;         /* "NVIDIA H200" */
    const char *backend;      /* "cuda", "opencl": only results by it are taken; not known: by any */
    const char *architecture; /* "sm_90" */
    const char *driver;       /* "580.159.04, CUDA 13.0" */
    const char *compiler;     /* "NVRTC 13.0, CUB 3.0.1" */
    double units;             /* multiprocessors; this and the rest are looked at where no device has the name */
    double clock_mhz;         /* of the units */
    double memory_clock_mhz;  /* transfers are two a clock, on all devices alike */
    double memory_bus_bits, l2_bytes;
};

/* Value of a parameter, as `gpubench --set NAME=WORD` takes it. */
struct gpubench_value {
    const char *name, *word;
    double number; /* the word's; NaN: it is none */
};

/* In what the one that measured is another than the one that is asked for, where both are known. */
enum {
    GPUBENCH_OTHER_DEVICE = 1, /* a name that is not measured */
    GPUBENCH_OTHER_ARCHITECTURE = 2,
    GPUBENCH_OTHER_DRIVER = 4,
    GPUBENCH_OTHER_COMPILER = 8
};

/* A configuration that was measured and verified. */
struct gpubench_choice {
    const struct gpubench_value *value; /* `values` of them, in the order of the bench */
    size_t values;
    const char *config;  /* the same as text: "BLOCK_SIZE:256/LOAD:striped" */
    uint64_t size;       /* problem size at which it was measured, in the unit of the bench */
    double time_ns;      /* that it took there, nanoseconds per iteration */
    double size_ratio;   /* how many times the larger of it and n is the smaller: 1 was measured at n */
    double device_ratio; /* 1: a device of the name. Else by how many times the devices differ in what they differ most
                            of units * clock, memory clock * bus and size of L2; INFINITY: nothing of it is known */
    double doubt;        /* 0 to 1, the share of the time that may be lost; see gpubench_pick. 1: nobody knows */
    unsigned other;      /* GPUBENCH_OTHER_... */
    unsigned rank;       /* 0: the best at that size; above, faster ones are known to fail, or are tried, too */
    const char *device, *driver, *compiler; /* that measured */
    const void *entry;                      /* the library's own */
};

/* The word of a parameter; NULL: there is none of this name. */
GPUBENCH_PICK_API const char *gpubench_choice_word(const struct gpubench_choice *choice, const char *name);

struct gpubench_picks; /* what was read */

/* Reads `count` results files of `gpubench --out` (JSON, unpacked), or folders: all results files in them whose names
 * end in .json, in the order of their names. Of the same bench, settings, size and device with driver and compiler the
 * last one is taken. `memory` is a file for what gpubench_pick_failed is told, which need not be there; NULL: it is
 * forgotten with the process. NULL on failure, with one line in `error` (of `error_size` bytes, may be NULL): a file
 * that cannot be read, is no results file, or has no time; no memory. Kernels of which nothing says what is right
 * (`--unverified`) are not taken, nor is what is wrong, inaccurate (`--max-error`), unmet (`--require`), or a
 * library's. */
GPUBENCH_PICK_API struct gpubench_picks *gpubench_picks_open(const char *const *paths, size_t count, const char *memory,
                                                             char *error, size_t error_size);
GPUBENCH_PICK_API void gpubench_picks_close(struct gpubench_picks *picks); /* NULL is fine */

/* Looks up what to run. `bench` is "reduction/sum_1d_f32". `settings` is what a problem's name has behind its size,
 * "density:0.0213/cutoff:8.5125", where NULL and "" are what the suite has. `device` may be NULL: not known. Of what
 * was measured the nearest is taken: by the name of the device, its architecture, device_ratio, size_ratio, driver and
 * compiler, then the last file. What is known to fail on this device by its driver and compiler is passed over.
 *
 * The doubt is made of what the search left (`left_to_gain`: 9 times of 10 no more), what the configuration is slower
 * than the best at its own size, and, between two sizes that were measured, how much slower than the best it was at the
 * other one. Outside of them, at sizes at which it was not measured, and on a device of another name it is 1.
 * Fills *choice and returns GPUBENCH_PICK_OK; else a status, and *choice is as it was. */
GPUBENCH_PICK_API int gpubench_pick(const struct gpubench_picks *picks, const char *bench,
                                    const struct gpubench_device *device, const char *settings, uint64_t n,
                                    struct gpubench_choice *choice);

/* Says that a choice does not compile, does not run or is wrong on this device: it is passed over from now on, at all
 * sizes, as long as the device's name, backend, driver and compiler are these. The file, JSON of schema
 * "gpubench/failed/1" that a person may edit, has the last 256; a process knows 512. Processes wait for one another by
 * FILE.lock, and learn what others were told when they open the file or are told something. GPUBENCH_PICK_OK, or
 * GPUBENCH_PICK_NOT_SAVED: there the file cannot be written, is something else, and is left as it is, or a text of the
 * device is no UTF-8. */
GPUBENCH_PICK_API int gpubench_pick_failed(struct gpubench_picks *picks, const struct gpubench_device *device,
                                           const struct gpubench_choice *choice);

struct gpubench_trial; /* the best few, tried by what the program does anyway */

/* Begins to try at most 4 configurations: what gpubench_pick gives, and the next best at its size. Calls of others than
 * the pick take `budget_ns` nanoseconds together; none is begun that is expected to exceed them. *device stays as long
 * as the trial does. Fills *status, if it is not NULL; NULL where nothing is found (a status), or without memory (OK).
 */
GPUBENCH_PICK_API struct gpubench_trial *gpubench_trial_open(const struct gpubench_picks *picks, const char *bench,
                                                             const struct gpubench_device *device, const char *settings,
                                                             uint64_t n, double budget_ns, int *status);
GPUBENCH_PICK_API void gpubench_trial_close(struct gpubench_trial *trial); /* NULL is fine */

/* Gives what to run now, and when the trial is over always what won; the program runs it, and says by
 * gpubench_trial_time what it took, in nanoseconds. The first time of each is not counted (it may have been compiled);
 * then they take turns, 11 times each. Another one wins only if it is faster than the pick in 10 rounds of 11 (a sign
 * test: of two that are alike 6 in 1000), of several the one with the least median; one that can no longer do so is
 * left. Only verified configurations are tried; one of which gpubench_pick_failed was told is left, and the next one is
 * then the pick. Returns GPUBENCH_PICK_OK, or GPUBENCH_PICK_FAILED: none is left. */
GPUBENCH_PICK_API int gpubench_refine(struct gpubench_trial *trial, struct gpubench_choice *choice);
/* A time that is not above 0 is not counted, nor one of a trial that is over. */
GPUBENCH_PICK_API void gpubench_trial_time(struct gpubench_trial *trial, const struct gpubench_choice *choice,
                                           double ns);
/* Whether the trial is over: 1, or 0. */
GPUBENCH_PICK_API int gpubench_trial_over(struct gpubench_trial *trial);

#ifdef __cplusplus
}
#endif
#endif
