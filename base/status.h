/* The outcome of an attempt, and the fault with its reason. */
#pragma once

#include <stdbool.h>

/* For a parameter that exists only for a common function type. */
#define UNNEEDED __attribute__((unused))

/* One list defines the enum, the words in tables and JSON, and their parser. Statuses that are no failures come
 * first. */
#define STATUS_LIST(X)                                                                                                 \
    X(OK, "ok")                   /* verified and timed */                                                             \
    X(VERIFIED, "verified")       /* not timed: --verify-only */                                                       \
    X(COMPILED, "compiled")       /* for a device that only compiles: not run */                                       \
    X(UNSUPPORTED, "unsupported") /* the device lacks a required feature */                                            \
    X(INVALID, "invalid")         /* the configuration exceeds the device's limits: refused before launch */           \
    X(COMPILE_FAILED, "compile-failed")                                                                                \
    X(LAUNCH_FAILED, "launch-failed")                                                                                  \
    X(WRONG_RESULT, "wrong-result") /* outputs differ from the expectation, or a guard zone was overwritten */         \
    X(TIMED_OUT, "timed-out")       /* exceeded --time-limit; its worker was replaced */                               \
    X(CRASHED, "crashed")           /* its worker crashed and was replaced */                                          \
    X(NO_MEMORY, "no-memory")       /* of the device, or of the host */                                                \
    X(NO_TIME, "no-time")           /* correct, but its time is lost in noise */                                       \
    X(IMPLAUSIBLE, "implausible")   /* faster than its limit: work is missing, unnoticed, or the model is wrong */

enum status {
#define STATUS_ENUM(name, word) name,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
        STATUS_COUNT
};

/* The first fault stands: later fail() calls on it change nothing and return its status. */
struct fault {
    enum status status;
    char text[1024]; /* what, where, what to do; may contain several lines of a compiler's log */
};

/* Records status and text in *fault (unless one is recorded) and returns the recorded status, so that `return
 * fail(fault, COMPILE_FAILED, "...")` is one line. fault may be NULL. */
enum status fail(struct fault *fault, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *status_word(enum status status);

/* Whether it is a failure: neither success, as far as requested or possible, nor a missing feature of the device. */
static inline bool status_is_failure(enum status status)
{
    return status > UNSUPPORTED;
}

/* The status of a word; STATUS_COUNT for an unknown word. */
enum status status_of_word(const char *word);
