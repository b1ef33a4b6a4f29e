/* Worker processes, from the parent's side: starts them, sends requests, polls for replies, and ends them. No function
 * waits for a worker longer than its time limit. */
#pragma once

#include "tuner/worker/message.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct finders; /* tuner/run/finders.h */

/* How workers are started: the program (/proc/self/exe, so that the build is the same even if the file is replaced),
 * the cache folder, and the arguments from which a worker makes the parent's registry, ended by NULL; or NULL for none.
 */
struct launcher {
    const char *program, *cache;
    const char *const *registry;
    const char *path;                  /* of the program's file, for messages; or NULL */
    const char *setting;               /* "NAME=VALUE", added to the environment; or NULL */
    const volatile sig_atomic_t *stop; /* when set, waiting for a device ends; or NULL */
    double device_seconds;             /* time limit of finding or opening a device; 0: the default */
    uint64_t memory;                   /* limit of a worker in bytes; 0: a share of the machine's is left free */
    bool fixed_addresses;              /* the same in all its workers, if the system allows that */
    struct finders *finders;           /* takes over workers that found devices; NULL: they end */
};

struct connection; /* connection.h */

struct process {
    pid_t pid; /* of the worker and of its process group; 0: not running */
    unsigned long serial;
    int to, from;
    int log; /* a memory file of fixed size, with the worker's output */
    uint64_t memory;
    struct connection *connection;
    bool device_limited;    /* the limit is the user's */
    bool busy;              /* a request is being served: */
    double limit, deadline; /* in seconds, and clock_seconds() at its end */
    double polled, looked;  /* clock_seconds() when its reply was asked for; when its memory was checked */
    bool killed;            /* by a signal from outside, and not started again */
};

/* The fault's text begins with this if the worker died. */
#define PROCESS_DIED "its worker died: "

enum status process_start(struct process *process, const struct launcher *launcher, struct fault *fault);

/* Kills a worker and all processes that it started, and reaps it. */
void process_end(struct process *process);

/* Kills all workers and their process groups: for a signal handler, before the program ends. process_note_group(0, pid)
 * adds another group's leader, process_note_group(pid, 0) removes it. */
void process_end_all(void);
void process_note_group(pid_t before, pid_t after);

/* Lets an idle worker exit, so that it releases its device: it receives no more requests. */
void process_release(struct process *process);

/* The same, and waits for the exit; kills it if it does not exit within seconds. Several workers that were released
 * earlier exit at the same time. */
void process_close(struct process *process);

/* Sends a request to an idle worker; the reply is due in `seconds`. CRASHED if there is no worker. */
enum status process_send(struct process *process, const struct request *request, double seconds, struct fault *fault);

/* Fills two entries for poll(), which are ignored while the worker is idle. */
void process_poll_fds(const struct process *process, struct pollfd watched[2]);

/* Polls a busy worker, without waiting. True once the request has ended: fault->status is the reply's; or the worker
 * was killed, the reply is zero, and the status is CRASHED (it died: the text has the signal and the end of its output;
 * or its reply is invalid), TIMED_OUT (the text names the user's option, if that is the limit) or NO_MEMORY (host). */
bool process_receive(struct process *process, struct reply *reply, struct fault *fault);

/* Sends a request and waits for the reply. When *stop is set (`stop` may be NULL): TIMED_OUT, and the worker is killed.
 */
enum status process_call(struct process *process, const struct request *request, double seconds,
                         const volatile sig_atomic_t *stop, struct reply *reply, struct fault *fault);
