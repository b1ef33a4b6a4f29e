/* Text files that are read line by line, each line a list of fields between blanks. What is wrong with one is a single
 * line, "FILE:LINE: REASON". */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Formats know no longest line; a million characters, or 500 fields, are what no file of atoms needs. */
enum { MAX_LINE = 1000000, MAX_FIELDS = 500 };

/* A file that is open, and its current line, without its end. */
struct lines {
    FILE *file;
    const char *path;
    unsigned long number; /* from 1 */
    char *text;           /* "" before the first */
    size_t capacity;
    struct fault *fault; /* the first is kept */
};

/* A fault where the file cannot be opened; to be closed whatever comes of it. The path and the fault outlive it. */
void lines_open(struct lines *lines, const char *path, struct fault *fault);

/* Frees the line. Also finds out whether all of the file could be read; false with a fault if not, and after any fault
 * before. */
bool lines_close(struct lines *lines);

/* The next line; false at the end of the file, after a fault, and with one where a line is no text, or too long. A byte
 * order mark is left out. A line ends as on Unix, on Windows or, by a carriage return alone, as on old Macs. */
bool lines_next(struct lines *lines);

/* Says what is wrong with the current line; false. */
bool lines_refuse(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The fields of a text, which it cuts up; returns how many there are, of which the first MAX_FIELDS are in `field`. */
size_t fields_split(char *text, char *field[MAX_FIELDS]);

/* Whether a field is two numbers, as of columns that are full: -45.700-100.400. */
bool fields_touch(const char *text);

/* A number, also with an exponent of Fortran's (1.0D-3), of at most MOST_NUMBER in magnitude: floats near it are 0.06
 * apart, so what is beyond is no molecule. False with a fault that calls it `what`. */
#define MOST_NUMBER 1e6
bool field_number(struct lines *lines, const char *what, const char *text, double *value);
