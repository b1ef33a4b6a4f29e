/* Properties of stdout and stderr: width, characters; and a page to print on. */
#pragma once

#include "reports/table/page.h"

/* Whether a descriptor is a terminal that can redraw a line: TERM is neither dumb nor empty. */
bool terminal_is(int descriptor);

/* Its width: the terminal's, else COLUMNS; 0 if neither is known. */
int terminal_columns(int descriptor);

/* Whether its characters are UTF-8, by LC_ALL, LC_CTYPE or LANG. Numbers do not depend on them. */
bool terminal_utf8(void);

/* A page of stdout. It is coloured on a terminal, or with CLICOLOR_FORCE (not 0); never if NO_COLOR is set
 * (no-color.org). */
struct screen {
    struct page page;
    FILE *file; /* to print on */
    char *text;
    size_t length;
};

/* The screen must not move until it is closed, which prints it, with lines cut to the width of a terminal. */
void screen_open(struct screen *screen);
void screen_close(struct screen *screen);
