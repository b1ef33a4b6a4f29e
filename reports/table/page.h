/* Where tables are printed: how wide, and with which signs. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Words are wrapped at `columns`. Where it is `narrow` no line may be wider, and tables leave out columns, those first
 * that say least. */
struct page {
    int columns;
    bool narrow, utf8;                                       /* utf8: of its characters */
    bool brief;                                              /* one line per result */
    const char *bold, *good, *bad, *slow, *doubtful, *plain; /* escape sequences, or nothing: never the only sign */
};

/* Of a file: 100 columns. */
extern const struct page page_plain, page_colored;

/* Prints a text whose lines longer than the page are broken at spaces: between cells, where two spaces are, or else
 * words; what goes on is indented. A word that is longer than a line stays whole. */
void page_print(FILE *file, const struct page *page, const char *text);
