/* What stdout and stderr are: how wide, which signs they show, and a page to print on. */
#pragma once

#include "reports/table/page.h"

/* Whether a descriptor is a terminal on which a line can be drawn again: not where TERM is dumb, or nothing. */
bool terminal_is(int descriptor);

/* How wide it is: what the terminal says, else COLUMNS; 0 where neither does. */
int terminal_columns(int descriptor);

/* Whether its characters are UTF-8: what LC_ALL, LC_CTYPE or LANG say. Numbers are printed as ever. */
bool terminal_utf8(void);

/* A page of stdout. It has colours on a terminal, and with CLICOLOR_FORCE (not 0) elsewhere; never with NO_COLOR set to
 * anything (no-color.org). */
struct screen {
    struct page page;
    FILE *file; /* to print on */
    char *text;
    size_t length;
};

/* The screen stays where it is until it is closed, which prints it: no line wider than the terminal. */
void screen_open(struct screen *screen);
void screen_close(struct screen *screen);
