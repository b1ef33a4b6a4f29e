/* What a page of results is made of: the files, and each problem with its rows. */
#pragma once

#include "reports/results.h"

struct comparison;
struct devices;
struct effects;
struct series_list;

/* A problem of a file, with what was tried. */
struct subject {
    size_t file, number; /* of the report's files, of the file's problems */
    const struct run_context *context;
    const struct named_problem *problem;
    const struct best *best;   /* NULL where no configuration is right, or none was chosen */
    const struct row **row;    /* its configurations, as they were found */
    const struct row **sorted; /* those that were timed, the fastest first */
    const struct row **reference;
    const struct row *whole; /* of the bench as a whole: why it is not here; or NULL */
    bool *varies;            /* a parameter each: several of its values were tried */
    size_t count, timed, references;
    struct effects *effects; /* NULL where they are not known */
    bool has_twin;           /* another of the report is of the same bench and size, and differs by its inputs */
};

/* What the caller has; all of it outlives the report. */
struct report {
    const struct results *results; /* of each file */
    const char *const *path;
    size_t files;
    const char *version, *commit;        /* of the program that writes it */
    const struct comparison *comparison; /* of two files; or NULL */
    const char *uncompared;              /* why two files are not; or NULL */
    const struct series_list *history;   /* or NULL */
    const struct devices *devices;       /* side by side, if there are several, or files of a folder; or NULL */
    struct subject *subject;             /* file by file, each bench with its sizes in their order */
    size_t subjects;
};

/* Fills the subjects of a report whose other members are known; problems without a row are none. report_free frees them
 * alone. */
void report_fill(struct report *report);
void report_free(struct report *report);

/* The time that the best was chosen by, of any row; NAN where it is not known. */
double subject_time(const struct subject *subject, const struct result *row);

/* The place of a best among the rows; SIZE_MAX without. */
size_t subject_best(const struct subject *subject);

/* Whether the caches were evicted before each sample: of a file, by its first row that was timed; without any, whether
 * a run does so where it is not told. */
bool results_cold(const struct results *results);

/* Whether a problem of that name is among them, and they are of that device. */
bool results_have(const struct results *results, const char *device, const char *name);
