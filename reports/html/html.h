/* HTML of texts of strangers. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* As fprintf, but each text among the arguments stays text: &, <, > and quotes are written by their names, and what is
 * not printable as text_printable has it. The format is ours, and markup. */
void html_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- what goes into every page as it is: the build embeds it ---- */

/* Whether D3 is among it; without, a page's pictures have to be there before. */
bool page_has_library(void);

/* The style, the licence of the library, and the scripts, each as an element. */
void page_print_style(FILE *file);
void page_print_licence(FILE *file);
void page_print_scripts(FILE *file);
