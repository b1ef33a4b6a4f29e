/* A results file whose rows stay text: for programs that join files, and parse few rows. */
#pragma once

#include "reports/results.h"

/* A line of the file with a row, without trailing characters. The file owns the texts. */
struct row_line {
    const char *text, *name; /* the name in JSON's form, unique among the rows of a run */
    size_t length, name_length;
    size_t row, problem;   /* its position in its run; that of its problem in the results */
    bool timed;            /* in "benchmarks", not in "failures" */
    bool reference, whole; /* without a configuration: of a reference; of the bench as a whole */
};

struct lined {
    struct results results; /* without rows */
    char *text;
    struct row_line *line; /* in the order of their run */
    size_t lines;
};

/* Loads a results file, or a journal, possibly packed by gzip. A file with other lines than results_write's is loaded
 * by results_load and written anew. INVALID with one line if it is no results file; *lined is then empty. Only the
 * values above are parsed: other values of a wrong type stay. */
enum status lined_load(struct lined *lined, const char *path, struct fault *fault);
void lined_free(struct lined *lined);
