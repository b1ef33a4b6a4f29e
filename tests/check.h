/* A test program's two tools: CHECK prints file, line and expression and makes the program fail; it goes on. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int check_failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);                                     \
            check_failures++;                                                                                          \
        }                                                                                                              \
    } while (0)

#define CHECK_TEXT(got, expected)                                                                                      \
    do {                                                                                                               \
        const char *got_ = (got), *expected_ = (expected);                                                             \
        if (strcmp(got_, expected_)) {                                                                                 \
            fprintf(stderr, "%s:%d: got \"%s\", expected \"%s\"\n", __FILE__, __LINE__, got_, expected_);              \
            check_failures++;                                                                                          \
        }                                                                                                              \
    } while (0)

#define CHECK_NEAR(got, expected, tolerance)                                                                           \
    do {                                                                                                               \
        double got_ = (got), expected_ = (expected);                                                                   \
        if (!(fabs(got_ - expected_) <= (tolerance))) {                                                                \
            fprintf(stderr, "%s:%d: got %.17g, expected %.17g\n", __FILE__, __LINE__, got_, expected_);                \
            check_failures++;                                                                                          \
        }                                                                                                              \
    } while (0)

/* The exit status of main; 77 means skipped. */
#define CHECK_RESULT (check_failures != 0)

#endif
