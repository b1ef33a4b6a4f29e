/* What goes into every page as it is: the build embeds it. */
#ifndef REPORTS_HTML_TEXT_H
#define REPORTS_HTML_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* Whether D3 is among it; without, a page's pictures have to be there before. */
bool page_has_library(void);

/* The style, the licence of the library, and the scripts, each as an element. */
void page_print_style(FILE *file);
void page_print_licence(FILE *file);
void page_print_scripts(FILE *file);

#endif
