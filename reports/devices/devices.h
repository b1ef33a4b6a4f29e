/* Results of several devices side by side: whose each file is, what the best of each device takes of each problem, and
 * what it costs on the others. */
#pragma once

#include "reports/devices/entry.h"
#include "reports/format.h"

/* A device, or identical ones: of one name by one backend, with as many units and as much memory. */
struct device_files {
    const struct compute_device *device; /* of its oldest file */
    size_t *file, files;                 /* their numbers, the oldest first */
    enum { HERE_UNKNOWN, HERE, NOT_HERE } here;
};

/* A configuration that is the best of some device; where no device's was chosen, the fastest of one. */
struct device_choice {
    const char *name;
    const struct device_entry *of; /* the first of which it is */
};

/* A problem, as far as its files compare. */
struct device_problem {
    struct device_entry **entry; /* by device; the first of a device is the one that counts for it */
    size_t entries, capacity;
    size_t devices;
    bool chosen;   /* some device's best was */
    char *differs; /* what tells it from others of the same bench and size; "": nothing, or there are none */
    bool unsure;   /* no file says whether the kernel is the same text in all */
    struct device_choice *choice;
    size_t choices;
};

struct devices {
    const struct results *results;
    struct device_files *device; /* by name, backend, units */
    size_t devices;
    struct device_entry *entry;
    size_t entries;
    struct device_problem *problem; /* suite by suite, each bench with its sizes in their order */
    size_t problems, capacity;
    size_t *device_of, *had, *counted; /* of each file: its device, its problems, and those for which it counts */
};

/* The results stay as long as they are used. Of a device's entries that one counts whose best was chosen, of these one
 * that is whole, of these the newest. What an older file has of a problem that compares with no other device's is left
 * out, where a newer one of the same device has that problem, too. */
struct devices devices_make(const struct results *results, size_t files);
void devices_free(struct devices *devices);

/* Says of each whether it is among those of a machine; nothing of NULL. */
void devices_find_here(struct devices *devices, const struct compute_inventory *machine);

/* "not on this machine, which can measure nothing of it again; last measured on 2026-11-26T07:39:54+0000 by vm": ""
 * where nobody asked. The caller frees it. */
char *device_here_text(const struct devices *devices, size_t device);

/* The entry that counts for a device; NULL if it has none. */
struct device_entry *device_entry(const struct device_problem *problem, size_t device);

/* What a configuration takes on a device; NULL, where no device has a best: what there is instead. */
struct device_cell {
    enum device_cell_kind {
        CELL_NOTHING, /* not measured there: nothing is known */
        CELL_BEST,    /* it is the best there */
        CELL_COST,    /* what it takes over the best there, by what the best was chosen by */
        CELL_TIME,    /* what it takes, where no best was chosen: there it was asked for */
        CELL_FAILED   /* it has no time there, or nothing of the problem has: status */
    } kind;
    double cost;              /* 0.02: 2 % more */
    const struct result *row; /* of the time: that of the best, too */
    enum status status;
    bool left_early;      /* after its first samples, as slower than the best */
    bool of_another_file; /* than the best's */
};
struct device_cell device_cell(const struct device_problem *problem, const struct device_choice *choice, size_t device);

/* Another entry of a device that counts, whose best is more than 2 % faster than its best; or NULL. */
const struct device_entry *device_faster(const struct device_problem *problem, const struct device_entry *entry);

/* What the best of a device takes more on another, over the problems that both have. */
struct device_costs {
    size_t both, count, failed; /* these problems; of which it was measured there, and had no time */
    double middle, most;        /* of those that were measured; 0 of none */
};
struct device_costs device_costs(const struct devices *devices, size_t of, size_t on);

/* "+2.1 %": of a cost; and of a cell, with ~ before it where it was left early, and ' behind it where it is of another
 * file; a time; a status; "-". */
struct text device_cost_text(double cost);
struct text device_cell_text(const struct device_cell *cell);

/* "A" to "Z", then "A1" and so on. */
struct text device_letter(size_t number);

/* "A, C": the devices of which it is the best. */
struct text device_choice_letters(const struct device_problem *problem, const struct device_choice *choice);

/* What is to be known of a file whose rows are not all of a run: "part 3 of 64 of each space", "interrupted"; "" for
 * nothing. Who ran it, also where that were several; and how its device is told from others of its kind. The caller
 * frees them. */
char *device_file_missing(const struct results *results);
char *device_file_hosts(const struct results *results);
char *device_file_uuid(const struct results *results);
