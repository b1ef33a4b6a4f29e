/* The data of a page of results, as JSON within its script (FORMAT.md). */
#pragma once

#include "reports/report.h"

#include <stdio.h>

/* Prints it in ASCII, <, > and & as \u003c and the like, so that no text can end the enclosing script. */
void report_data_print(FILE *file, const struct report *report);
