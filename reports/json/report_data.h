/* The data of a page of results, as JSON within its script (FORMAT.md). */
#ifndef REPORTS_JSON_REPORT_DATA_H
#define REPORTS_JSON_REPORT_DATA_H

#include "reports/report.h"

#include <stdio.h>

/* Prints it in ASCII, <, > and & as \u003c and the like, so that no text in it ends the script that it stands in. */
void report_data_print(FILE *file, const struct report *report);

#endif
