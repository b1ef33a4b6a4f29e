/* Reports mistakes; for the files of this folder. */
#pragma once

#include "tuner/check/check.h"
#include "tuner/suite.h"

/* The checked subject: a suite, or one of its benches. */
struct checked {
    struct check *check;
    const struct suite *suite;
    const struct bench *bench; /* NULL: the suite itself */
};

/* Reports a mistake: the field as written in C, and its fault. */
void report_mistake(const struct checked *of, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports a missing field. */
void need(const struct checked *of, bool there, const char *field);

/* The space of a bench: parameters, then constraints, then the default. */
void check_space(const struct checked *of);
