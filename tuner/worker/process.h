/* Worker processes as the parent sees them: started, asked, waited for, ended. */
#ifndef TUNER_WORKER_PROCESS_H
#define TUNER_WORKER_PROCESS_H

#include "tuner/worker/message.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* How workers are started: this program, the cache folder, and the arguments of which they make the registry that the
 * parent has, ended by NULL; or NULL for none. */
struct launcher {
    const char *program, *cache;
    const char *const *registry;
};

struct process {
    pid_t pid; /* 0: none */
    int to, from;
    int log;   /* a memory file with what the worker printed */
    bool busy; /* a request is under way: */
    enum request_kind asked;
    double limit;    /* seconds that it may take */
    double deadline; /* clock_seconds() when it must have answered */
};

enum status process_start(struct process *process, const struct launcher *launcher, struct fault *fault);

/* Ends a worker at once and reaps it. */
void process_end(struct process *process);

/* Lets an idle worker end by itself, so that it gives back its device; ends it if it does not within seconds. */
void process_close(struct process *process);

/* Sends a request; the answer is due in `seconds`. CRASHED if the worker is gone. */
enum status process_ask(struct process *process, const struct request *request, double seconds, struct fault *fault);

/* Reads the answer of a worker whose `from` is readable. CRASHED, with the signal and its last words, if it died;
 * the worker is then ended. Otherwise the answer's own status. */
enum status process_answer(struct process *process, struct reply *reply, struct fault *fault);

/* Ends a worker that did not answer in time. TIMED_OUT, and where a user's limit was passed its option. */
enum status process_expire(struct process *process, struct fault *fault);

/* Asks and waits. TIMED_OUT ends the worker. `stop` (or NULL) is looked at while waiting: when set, TIMED_OUT. */
enum status process_call(struct process *process, const struct request *request, double seconds,
                         const volatile sig_atomic_t *stop, struct reply *reply, struct fault *fault);

#endif
