/* The page of `gpubench report`. */
#ifndef REPORTS_HTML_PAGE_H
#define REPORTS_HTML_PAGE_H

#include "reports/report.h"

#include <stdio.h>

/* Prints it: one file that needs no other, readable without its script. */
void report_print(FILE *file, const struct report *report);

#endif
