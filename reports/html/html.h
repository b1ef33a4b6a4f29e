/* HTML of texts of strangers. */
#ifndef REPORTS_HTML_HTML_H
#define REPORTS_HTML_HTML_H

#include <stdio.h>

/* As fprintf, but each text among the arguments stays text: &, <, > and quotes are written by their names, and what is
 * not printable as text_printable has it. The format is ours, and markup. */
void html_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
