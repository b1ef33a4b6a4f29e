/* Prints untrusted texts as HTML. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* As fprintf, but text arguments are escaped: &, <, > and quotes as entities, and characters that are not printable as
 * by text_printable. The format itself is markup. */
void html_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- embedded by the build, the same in every page ---- */

/* Whether D3 is embedded; without it, a page's pictures must be drawn in advance. */
bool page_has_library(void);

/* The style, the licence of the library, and the scripts, each as an element. */
void page_print_style(FILE *file);
void page_print_licence(FILE *file);
void page_print_scripts(FILE *file);
