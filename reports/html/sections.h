/* The sections of a page. */
#ifndef REPORTS_HTML_SECTIONS_H
#define REPORTS_HTML_SECTIONS_H

#include "reports/html/parts.h"

/* What was found, in sentences and one table. */
void print_overview(FILE *file, const struct report *report);

/* What changed between two files, with the verdicts; nothing without a comparison. */
void print_changes(FILE *file, const struct report *report);

/* The benches, each with its sizes. */
void print_benches(FILE *file, const struct report *report);

/* Where and how each file was measured; where its seconds went; and the history of its problems. */
void print_files(FILE *file, const struct report *report);

/* The end of the subjects of the bench that begins at `first`. */
size_t bench_end(const struct report *report, size_t first);

#endif
