/* A results file whose rows stay text: for who joins files, and looks into few rows. */
#pragma once

#include "reports/results.h"

/* A line of the file with a row, without what stands behind it. Texts are the file's. */
struct row_line {
    const char *text, *name; /* the name as JSON has it, which no other row of a run has */
    size_t length, name_length;
    size_t row, problem;   /* its place in its run; that of the results' problems */
    bool timed;            /* it is one of "benchmarks", not of "failures" */
    bool reference, whole; /* of no configuration: of a reference; of the bench as a whole */
};

struct lined {
    struct results results; /* without rows */
    char *text;
    struct row_line *line; /* in their run's order */
    size_t lines;
};

/* Loads a results file, or a journal, which gzip may have packed. What is not as results_write has it, line by line, is
 * loaded as results_load does, and written so. INVALID with one line if it is no results file; *lined is then empty.
 * Rows are not looked at but for what is here: a value of the wrong type stays. */
enum status lined_load(struct lined *lined, const char *path, struct fault *fault);
void lined_free(struct lined *lined);
