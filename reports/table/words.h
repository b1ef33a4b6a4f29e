/* What the tables say alike: of the device, and of a configuration. */
#ifndef REPORTS_TABLE_WORDS_H
#define REPORTS_TABLE_WORDS_H

#include "reports/results.h"

#include <stdio.h>

enum { TABLE_PAGE = 100, TABLE_INDENT = 4 }; /* columns */

/* Escape sequences, or nothing. */
struct colors {
    const char *bold, *good, *bad, *plain;
};
struct colors colors_of(bool color);

/* "NVIDIA H200 (cuda, driver 580.82.07), caches cold" with its line's end; `name_end` stands behind the name, and the
 * caches are of `any` row, which may be NULL. */
void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end);

/* BLOCK_SIZE 256  LOAD striped: indented lines of at most a page, as far as words fit; none without parameters. */
void print_config(FILE *file, const struct named_problem *problem, const struct result *row);

#endif
