/* A test program's tools: CHECK prints file, line and expression and makes the program fail; it continues. Tests are
 * run in their order by the main of check.c, or where a program's own main calls run_tests(). */
#pragma once

#include "base/memory.h"
#include "base/status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int check_failures;
extern struct fault caught; /* of the last call in CHECK_FAULT or CHECK_OK */

void check_add(void (*test)(void));
void run_tests(void);
/* Whether a call, which is given &caught, returned this status, and its fault is the same and has these words. */
void check_fault(const char *file, int line, enum status got, enum status expected, const char *words);

/* TEST(name) { ... } */
#define TEST(name)                                                                                                     \
    static void test_##name(void);                                                                                     \
    __attribute__((constructor(1000 + __COUNTER__))) static void added_##name(void)                                    \
    {                                                                                                                  \
        check_add(test_##name);                                                                                        \
    }                                                                                                                  \
    static void test_##name(void)

/* The text that a call prints to `file`; free() frees it. */
#define PRINTED(call)                                                                                                  \
    ({                                                                                                                 \
        char *text_ = NULL;                                                                                            \
        size_t length_;                                                                                                \
        FILE *file = open_memstream(&text_, &length_);                                                                 \
        call;                                                                                                          \
        fclose(file);                                                                                                  \
        text_;                                                                                                         \
    })

/* WRONG_IF(condition, format...): a check with a message of its own. */
#define WRONG_IF(condition, ...)                                                                                       \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            check_failures++;                                                                                          \
        }                                                                                                              \
    } while (0)

#define CHECK(condition) WRONG_IF(!(condition), "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition)

#define CHECK_TEXT(got, expected)                                                                                      \
    do {                                                                                                               \
        const char *got_ = (got), *expected_ = (expected);                                                             \
        WRONG_IF(strcmp(got_, expected_), "%s:%d: got \"%s\", expected \"%s\"\n", __FILE__, __LINE__, got_,            \
                 expected_);                                                                                           \
    } while (0)

#define CHECK_NEAR(got, expected, tolerance)                                                                           \
    do {                                                                                                               \
        double got_ = (got), expected_ = (expected);                                                                   \
        WRONG_IF(!(fabs(got_ - expected_) <= (tolerance)), "%s:%d: got %.17g, expected %.17g\n", __FILE__, __LINE__,   \
                 got_, expected_);                                                                                     \
    } while (0)

#define CHECK_FAULT(call, expected, words)                                                                             \
    do {                                                                                                               \
        caught = (struct fault){0};                                                                                    \
        enum status got_ = (call);                                                                                     \
        check_fault(__FILE__, __LINE__, got_, expected, words);                                                        \
    } while (0)

#define CHECK_OK(call) CHECK_FAULT(call, OK, "")

/* In an expression: the status of a call that is given &caught, and whether it is OK. */
#define CALL(call) (caught = (struct fault){0}, (call))
#define FINE(call) (CALL(call) == OK && !*caught.text)

/* The exit status of main; and that of a skipped one, which prints the reason. */
#define CHECK_RESULT (check_failures != 0)
int check_skipped(const char *why);
