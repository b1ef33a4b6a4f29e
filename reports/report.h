/* The content of a page of results: the files, and each problem with its rows. */
#pragma once

#include "reports/results.h"

struct comparison;
struct devices;
struct effects;
struct series_list;

/* A problem of a file, with its rows. */
struct subject {
    size_t file, number; /* of the report's files, of the file's problems */
    const struct run_context *context;
    const struct named_problem *problem;
    const struct best *best;   /* NULL if no configuration is right, or none was chosen */
    const struct row **row;    /* its configurations, in the order of the run */
    const struct row **sorted; /* the timed ones, the fastest first */
    const struct row **reference;
    const struct row *whole; /* of the bench as a whole: why it has no results; or NULL */
    bool *varies;            /* per parameter: several of its values were tried */
    size_t count, timed, references;
    struct effects *effects; /* NULL if unknown */
    bool has_twin;           /* another problem of the report has the same bench and size, and other inputs */
};

/* Set by the caller; all of it outlives the report. */
struct report {
    const struct results *results; /* of each file */
    const char *const *path;
    size_t files;
    const char *version, *commit;        /* of the writing program */
    const struct comparison *comparison; /* of two files; or NULL */
    const char *uncompared;              /* why two files were not compared; or NULL */
    const struct series_list *history;   /* or NULL */
    const struct devices *devices;       /* side by side, if there are several, or files of a folder; or NULL */
    struct subject *subject;             /* file by file, each bench with its sizes in ascending order */
    size_t subjects;
};

/* Makes the subjects of a report whose other members are set; problems without a row are left out. report_free frees
 * only the subjects. */
void report_fill(struct report *report);
void report_free(struct report *report);

/* The time by which the best was chosen, of any row; NAN if unknown. */
double subject_time(const struct subject *subject, const struct result *row);

/* The index of the best in `row`; SIZE_MAX without one. */
size_t subject_best(const struct subject *subject);

/* Whether the caches were evicted before each sample: by a file's first timed row; without any, a run's default. */
bool results_cold(const struct results *results);

/* Whether the results are of that device and have a problem of that name. */
bool results_have(const struct results *results, const char *device, const char *name);
