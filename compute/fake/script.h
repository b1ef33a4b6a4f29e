/* The script of the fake device: lines of a kernel file that are comments for every real compiler.
 *
 *     //fake [PARAMETER=VALUE ...] ACTION [ARGUMENT]
 *
 * A line applies if every PARAMETER is #defined as VALUE in the source, directly or through the name that it is defined
 * as. Lines that apply add up, in order. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* name, word, what its argument is: N none, D a number, T text */
#define FAKE_ACTION_LIST(X)                                                                                            \
    /* while compiling */                                                                                              \
    X(FAKE_SLOW_COMPILE, "slow-compile", D)   /* MS: duration of compiling */                                          \
    X(FAKE_NO_COMPILE, "no-compile", T)       /* TEXT: COMPILE_FAILED */                                               \
    X(FAKE_HANG_COMPILE, "hang-compile", N)   /* compiling never ends */                                               \
    X(FAKE_CRASH_COMPILE, "crash-compile", N) /* the process dies while compiling */                                   \
    /* what the kernel is */                                                                                           \
    X(FAKE_KERNEL, "kernel", T)       /* NAME: an entry point; without such lines every name is one */                 \
    X(FAKE_REGISTERS, "registers", D) /* N of a work-item; on the GPU-like device they limit the work-group */         \
    X(FAKE_LOCAL, "local", D)         /* BYTES of local memory */                                                      \
    X(FAKE_PARAMETER, "parameter", D) /* BYTES of the next parameter; without such lines it accepts any argument */    \
    X(FAKE_FAIL_LOAD, "fail-load", T) /* TEXT: LAUNCH_FAILED when the program is loaded */                             \
    /* instead of a launch */                                                                                          \
    X(FAKE_FAIL_LAUNCH, "fail-launch", T) /* TEXT: LAUNCH_FAILED */                                                    \
    X(FAKE_NO_MEMORY, "no-memory", N)     /* NO_MEMORY */                                                              \
    X(FAKE_HANG, "hang", N)               /* the launch never returns */                                               \
    X(FAKE_CRASH, "crash", N)             /* the process dies */                                                       \
    /* what the kernel does with its arguments; nothing without such a line */                                         \
    X(FAKE_SUM, "sum", N)   /* (in, out, n): work-group g of G sums floats g*T .. (g+1)*T-1 of in */                   \
                            /* into out[g], T = ceil(n/G), n of 4 or 8 bytes */                                        \
    X(FAKE_COPY, "copy", N) /* (in, out ...): to each further array as many bytes as both have */                      \
    /* its fault after that, in the last of its array arguments */                                                     \
    X(FAKE_WRONG, "wrong", N)       /* adds 1 to the first float */                                                    \
    X(FAKE_OVERRUN, "overrun", D)   /* BYTES written past the end */                                                   \
    X(FAKE_UNDERRUN, "underrun", D) /* BYTES written before the start */                                               \
    /* duration of a launch, on a clock that otherwise only copies on streams advance */                               \
    X(FAKE_TIME, "time", D)                   /* NS */                                                                 \
    X(FAKE_TIME_PER_ITEM, "time-per-item", D) /* PS for each work-item */                                              \
    X(FAKE_START, "start", D)                 /* NS more for the first launch after a marker, as on an idle device */  \
    X(FAKE_ENERGY, "energy", D)               /* MICROJOULES of a launch, added to the process's counter at once */    \
    X(FAKE_NOISE, "noise", D)                 /* PERCENT more or less, uniform; the same in every process */

enum fake_action {
#define FAKE_ENUM(name, word, kind) name,
    FAKE_ACTION_LIST(FAKE_ENUM)
#undef FAKE_ENUM
        FAKE_ACTIONS
};

struct fake_line {
    enum fake_action action;
    double number; /* 0 where the action has none */
    char text[256];
};

/* The lines of a source that apply, one "ACTION ARGUMENT" per line, owned by the caller. COMPILE_FAILED names an
 * invalid line, so that a typing error does not pass as a comment. */
enum status fake_script_select(const char *name, const char *source, char **script, struct fault *fault);

/* The next line of such a text, from *at on; false at its end. Start with *at at the text. */
bool fake_script_next(const char **at, struct fake_line *line);

/* The sum of the numbers of all lines of an action, -1 if there is none. */
double fake_script_total(const char *script, enum fake_action action);
