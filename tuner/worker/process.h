/* Worker processes as the parent sees them: started, asked, waited for, ended. Nothing here waits for a worker longer
 * than it was given, whatever that does. */
#pragma once

#include "tuner/worker/message.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* How workers are started: this program, by /proc/self/exe, so that it is the same whatever becomes of its file; the
 * cache folder; and the arguments of which they make the registry that the parent has, ended by NULL; or NULL for none.
 */
struct launcher {
    const char *program, *cache;
    const char *const *registry;
    const char *path;                  /* where the program's file was, for people; or NULL */
    const char *setting;               /* "NAME=VALUE", of their environment; or NULL */
    const volatile sig_atomic_t *stop; /* when set, nobody waits for a device any more; or NULL */
    double device_seconds;             /* that finding or opening one may take, of the user; 0: what is usual */
    uint64_t memory;                   /* bytes that a worker may hold; 0: as many as leave the machine some */
};

struct connection; /* what is on its way to a worker, and what came from it */

struct process {
    pid_t pid; /* 0: none; else its group's, too */
    unsigned long serial;
    int to, from;
    int log; /* a memory file with what the worker printed, of a size that does not grow */
    uint64_t memory;
    struct connection *connection;
    bool device_limited;    /* the user said how long a device may take */
    bool busy;              /* a request is under way: */
    double limit, deadline; /* seconds that it may take, and clock_seconds() when they are over */
    double looked;          /* clock_seconds() when its memory was looked at */
    bool killed;            /* it died of a signal from outside, and was not started again */
};

/* How the fault begins of a worker that died. */
#define PROCESS_DIED "its worker died: "

enum status process_start(struct process *process, const struct launcher *launcher, struct fault *fault);

/* Ends a worker at once, with all that it started, and reaps it. */
void process_end(struct process *process);

/* Ends all workers and what is in their groups: for a signal's handler, before the program ends. Other processes that
 * lead a group are among them from `0, pid` to `pid, 0`. */
void process_end_all(void);
void process_note_group(pid_t before, pid_t after);

/* Lets an idle worker end by itself, so that it gives back its device; ends it if it does not within seconds. */
void process_close(struct process *process);

/* Asks a worker that is idle; the answer is due in `seconds`. CRASHED if there is none. */
enum status process_send(struct process *process, const struct request *request, double seconds, struct fault *fault);

/* What of a worker is worth waiting for: two entries for poll(), which are void where it is not busy. */
void process_poll_fds(const struct process *process, struct pollfd watched[2]);

/* Goes on with what a busy worker was asked, without waiting. True at its end: then fault->status is the answer's own;
 * or the worker was ended, the reply is all zeros, and it is CRASHED (it died, whose signal and last words the text
 * has, or sent what is no answer), TIMED_OUT (with the user's option, where it was passed) or NO_MEMORY (of the host).
 */
bool process_receive(struct process *process, struct reply *reply, struct fault *fault);

/* Asks and waits. `stop` (or NULL) is looked at while waiting: when set, TIMED_OUT, and the worker is ended. */
enum status process_call(struct process *process, const struct request *request, double seconds,
                         const volatile sig_atomic_t *stop, struct reply *reply, struct fault *fault);
