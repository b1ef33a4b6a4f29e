/* The output of tables: its width and its characters. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Words are wrapped at `columns`. If `narrow`, no line may be wider, and tables leave out columns, the least important
 * first. */
struct page {
    int columns;
    bool narrow, utf8;                                       /* utf8: of its characters */
    bool brief;                                              /* one line per result */
    const char *path;                                        /* of the results file, for advice; NULL: not known */
    const char *bold, *good, *bad, *slow, *doubtful, *plain; /* escape sequences, or empty: never the only sign */
};

/* For a file: 100 columns. */
extern const struct page page_plain, page_colored;

/* Prints a text with lines longer than the page broken at spaces: between cells, at two spaces, or else between words;
 * continuation lines are indented. A word longer than a line is not broken. */
void page_print(FILE *file, const struct page *page, const char *text);
