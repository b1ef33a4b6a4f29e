/* How an attempt ended, and the fault that says why. */
#pragma once

#include <stdbool.h>

/* Of a parameter that a function has only because others of its kind use it. */
#define UNNEEDED __attribute__((unused))

/* One list gives the enum, the words in tables and JSON, and the parser of those words. What is no failure comes first.
 */
#define STATUS_LIST(X)                                                                                                 \
    X(OK, "ok")                   /* verified and timed */                                                             \
    X(VERIFIED, "verified")       /* as --verify-only asks: not timed */                                               \
    X(COMPILED, "compiled")       /* for a device that only compiles: not run */                                       \
    X(UNSUPPORTED, "unsupported") /* this device lacks what the bench needs */                                         \
    X(INVALID, "invalid")         /* the configuration asks for more than the device has: refused before launch */     \
    X(COMPILE_FAILED, "compile-failed")                                                                                \
    X(LAUNCH_FAILED, "launch-failed")                                                                                  \
    X(WRONG_RESULT, "wrong-result") /* outputs differ from the expectation, or a guard zone was overwritten */         \
    X(TIMED_OUT, "timed-out")       /* passed --time-limit; its worker was replaced */                                 \
    X(CRASHED, "crashed")           /* took its worker down; the worker was replaced */                                \
    X(NO_MEMORY, "no-memory")       /* of the device, or of the host */                                                \
    X(NO_TIME, "no-time")           /* ran right, but noise leaves nothing of its time */                              \
    X(IMPLAUSIBLE, "implausible")   /* faster than its limit allows: what it left out was not found, or the model is */

enum status {
#define STATUS_ENUM(name, word) name,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
        STATUS_COUNT
};

/* The first fault stands: later fail() calls on the same fault change nothing but return its status. */
struct fault {
    enum status status;
    char text[1024]; /* what, where, what to do; may hold several lines of a compiler's log */
};

/* Records status and text in *fault (unless one already stands) and returns the standing status, so that
 * `return fail(fault, COMPILE_FAILED, "...")` is one line. fault may be NULL. */
enum status fail(struct fault *fault, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *status_word(enum status status);

/* Whether it ended otherwise than it should: not good, as far as was asked or is possible, nor what a device lacks. */
static inline bool status_is_failure(enum status status)
{
    return status > UNSUPPORTED;
}

/* The status of a word, STATUS_COUNT if there is none. */
enum status status_of_word(const char *word);
