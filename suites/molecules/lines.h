/* Text files that are read line by line, each line a list of fields separated by blanks. An error is a single line,
 * "FILE:LINE: REASON". */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Formats do not limit lines, but no file of atoms needs a million characters, or 500 fields, per line. */
enum { MAX_LINE = 1000000, MAX_FIELDS = 500 };

/* An open file, and its current line, without its end. */
struct lines {
    FILE *file;
    const char *path;
    unsigned long number; /* from 1 */
    char *text;           /* "" before the first */
    size_t capacity;
    struct fault *fault; /* the first one stays */
};

/* Opens a file; a fault if that fails. The caller closes it in any case. The path and the fault must outlive it. */
void lines_open(struct lines *lines, const char *path, struct fault *fault);

/* Frees the line, and checks that the whole file was read: false with a fault if it was not, and after any earlier
 * fault. */
bool lines_close(struct lines *lines);

/* The next line; false at the end of the file, after a fault, and with one if a line is not text, or too long. A
 * byte order mark is skipped. Line ends are those of Unix, Windows or, a carriage return alone, old Macs. */
bool lines_next(struct lines *lines);

/* Reports a fault of the current line; false. */
bool lines_refuse(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Splits a text in place into fields; returns their number, of which the first MAX_FIELDS are in `field`. */
size_t fields_split(char *text, char *field[MAX_FIELDS]);

/* Whether a field is two numbers, which happens when columns are full: -45.700-100.400. */
bool fields_touch(const char *text);

/* Parses a number, also with Fortran's exponent (1.0D-3), of at most MOST_NUMBER in magnitude: floats near that are
 * 0.06 apart, too far for a molecule. False with a fault that names it `what`. */
#define MOST_NUMBER 1e6
bool field_number(struct lines *lines, const char *what, const char *text, double *value);
