/* Names and numbers from results as comments and literals of a C header: no text of a file can become code. */
#ifndef REPORTS_HEADER_TEXT_H
#define REPORTS_HEADER_TEXT_H

#include "reports/header/regret.h"

#include <stdio.h>

/* Text for the inside of a comment. */
void header_comment(FILE *file, const char *text);

/* A string literal. */
void header_string(FILE *file, const char *text);

/* Lines of a comment that say what lookups cost at sizes of which the header has no entry, and were one of its sizes
 * not there. Nothing where there is no such size. */
void header_regret(FILE *file, const struct regrets *regrets, const struct regret *held_out);

/* A comment that says where an entry comes from: device, driver, size, median, interval, gain, the
 * share of the limit, the gain over a reference, and the error where known, date, version. */
void header_origin(FILE *file, const struct entry *entry, const char *margin);

#endif
