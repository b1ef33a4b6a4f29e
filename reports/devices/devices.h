/* Results of several devices side by side: the device of each file, the best of each device for each problem, and its
 * cost on the other devices. */
#pragma once

#include "reports/devices/entry.h"
#include "reports/format.h"

/* A device, or identical ones: with the same name, backend, number of units and memory. */
struct device_files {
    const struct compute_device *device; /* of its oldest file */
    size_t *file, files;                 /* their numbers, the oldest first */
    enum { HERE_UNKNOWN, HERE, NOT_HERE } here;
};

/* A configuration that is the best on some device; if no best was chosen, the fastest on one. */
struct device_choice {
    const char *name;
    const struct device_entry *of; /* the first entry whose best it is */
};

/* A problem, as far as its files are comparable. */
struct device_problem {
    struct device_entry **entry; /* by device; the first of a device counts for it */
    size_t entries, capacity;
    size_t devices;
    bool chosen;   /* at least one device has a chosen best */
    char *differs; /* how it differs from others of the same bench and size; "": not at all, or there are none */
    bool unsure;   /* no file records whether all have the same kernel source */
    struct device_choice *choice;
    size_t choices;
};

struct devices {
    const struct results *results;
    struct device_files *device; /* by name, backend, units */
    size_t devices;
    struct device_entry *entry;
    size_t entries;
    struct device_problem *problem; /* suite by suite, each bench with its sizes in ascending order */
    size_t problems, capacity;
    size_t *device_of, *had, *counted; /* of each file: its device, its problems, and those for which it counts */
};

/* Keeps a reference to the results. Of a device's entries counts one whose best was chosen, preferably a whole one,
 * then the newest. An older file's problem that compares with no other device's is left out if a newer file of the same
 * device has that problem, too. */
struct devices devices_make(const struct results *results, size_t files);
void devices_free(struct devices *devices);

/* Sets for each device whether the machine has it; leaves it unknown if `machine` is NULL. */
void devices_find_here(struct devices *devices, const struct compute_inventory *machine);

/* "not on this machine, which can measure nothing of it again; last measured on 2026-11-26T07:39:54+0000 by vm": "" if
 * unknown. The caller frees it. */
char *device_here_text(const struct devices *devices, size_t device);

/* The entry that counts for a device; NULL if it has none. */
struct device_entry *device_entry(const struct device_problem *problem, size_t device);

/* The cost of a configuration on a device; NULL, if no device has a best: the reason. */
struct device_cell {
    enum device_cell_kind {
        CELL_NOTHING, /* not measured there */
        CELL_BEST,    /* it is the best there */
        CELL_COST,    /* its cost over the best there, by the best's objective */
        CELL_TIME,    /* its time, where no best was chosen: it was requested there */
        CELL_FAILED   /* it has no time there, or the problem has none: status */
    } kind;
    double cost;              /* 0.02: 2 % more */
    const struct result *row; /* of the time, also for the best */
    enum status status;
    bool left_early;      /* dropped after its first samples, as slower than the best */
    bool of_another_file; /* other than the best's */
};
struct device_cell device_cell(const struct device_problem *problem, const struct device_choice *choice, size_t device);

/* Another entry of a device that counts, whose best is more than 2 % faster than this one's; or NULL. */
const struct device_entry *device_faster(const struct device_problem *problem, const struct device_entry *entry);

/* The costs of a device's best on another, over the problems of both. */
struct device_costs {
    size_t both, count, failed; /* these problems; those measured there; those without a time */
    double middle, most;        /* over those measured; 0 without any */
};
struct device_costs device_costs(const struct devices *devices, size_t of, size_t on);

/* "+2.1 %": a cost; and the text of a cell: ~ before it if it was dropped, and ' after it if it is from another file; a
 * time; a status; "-". */
struct text device_cost_text(double cost);
struct text device_cell_text(const struct device_cell *cell);

/* "A" to "Z", then "A1" and so on. */
struct text device_letter(size_t number);

/* "A, C": the devices on which it is the best. */
struct text device_choice_letters(const struct device_problem *problem, const struct device_choice *choice);

/* Describes a file with only some of a run's rows: "part 3 of 64 of each space", "interrupted"; "" for a whole one.
 * Also who made the run, possibly several; and how its device differs from others of its kind. Allocated. */
char *device_file_missing(const struct results *results);
char *device_file_hosts(const struct results *results);
char *device_file_uuid(const struct results *results);
