#include "tuner/worker/process.h"

#include "base/memory.h"
#include "tuner/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const double close_seconds = 5; /* for drivers that take their time, and for tools that watch a worker */

/* Moves a descriptor above those that a worker expects at fixed numbers, so that placing one does not overwrite
 * another. */
static int raise_descriptor(int fd)
{
    if (fd < 0)
        return -1;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, 16), error = errno;
    close(fd);
    errno = error;
    return high;
}

/* A worker's environment, the caller's to free: ours without the flags that Google Benchmark takes from there, which
 * would choose what it runs (BENCHMARK_FILTER) and where it writes (BENCHMARK_OUT). */
static char **make_environment(void)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **environment = allocate((count + 1) * sizeof *environment);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "BENCHMARK_", strlen("BENCHMARK_")))
            environment[kept++] = environ[i];
    return environment;
}

/* A worker's arguments, the caller's to free; their texts are the launcher's. */
static char **make_arguments(const struct launcher *launcher)
{
    size_t count = 0;
    while (launcher->registry && launcher->registry[count])
        count++;
    char **arguments = allocate((WORKER_REGISTRY + count + 1) * sizeof *arguments);
    arguments[0] = "gpubench";
    arguments[1] = WORKER_ARGUMENT;
    arguments[WORKER_CACHE] = (char *)launcher->cache;
    for (size_t i = 0; i < count; i++)
        arguments[WORKER_REGISTRY + i] = (char *)launcher->registry[i];
    return arguments;
}

static enum status spawn(struct process *process, const struct launcher *launcher, int requests, int replies,
                         struct fault *fault)
{
    char **arguments = make_arguments(launcher);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, process->log, 1);
    posix_spawn_file_actions_adddup2(&files, process->log, 2);
    posix_spawn_file_actions_adddup2(&files, requests, WORKER_REQUESTS);
    posix_spawn_file_actions_adddup2(&files, replies, WORKER_REPLIES);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* Ctrl-C is the parent's to handle */
    char **environment = make_environment();
    int error = posix_spawn(&process->pid, launcher->program, &files, &attributes, arguments, environment);
    free(environment);
    free(arguments);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (!error)
        return OK;
    process->pid = 0;
    return fail(fault, CRASHED, "cannot start a worker (%s): %s", launcher->program, strerror(error));
}

enum status process_start(struct process *process, const struct launcher *launcher, struct fault *fault)
{
    int requests[2] = {-1, -1}, replies[2] = {-1, -1};
    *process = (struct process){.to = -1, .from = -1, .log = -1};
    bool good = !pipe2(requests, O_CLOEXEC) && !pipe2(replies, O_CLOEXEC);
    process->log = raise_descriptor(memfd_create("gpubench worker", MFD_CLOEXEC));
    process->to = raise_descriptor(requests[1]);
    process->from = raise_descriptor(replies[0]);
    int theirs[2] = {raise_descriptor(requests[0]), raise_descriptor(replies[1])};
    int error = errno;
    good = good && process->log >= 0 && process->to >= 0 && process->from >= 0 && theirs[0] >= 0 && theirs[1] >= 0;
    enum status status = good ? spawn(process, launcher, theirs[0], theirs[1], fault)
                              : fail(fault, CRASHED, "cannot start a worker: %s", strerror(error));
    close(theirs[0]);
    close(theirs[1]);
    if (status != OK)
        process_end(process);
    return status;
}

void process_end(struct process *process)
{
    if (process->pid) {
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (process->to > 0)
        close(process->to);
    if (process->from > 0)
        close(process->from);
    if (process->log > 0)
        close(process->log);
    *process = (struct process){.to = -1, .from = -1, .log = -1};
}

/* Waits for a worker to end by itself. */
static void await_end(struct process *process, double seconds)
{
    double until = clock_seconds() + seconds;
    while (process->pid && clock_seconds() < until) {
        pid_t ended = waitpid(process->pid, NULL, WNOHANG);
        if (ended == process->pid || (ended < 0 && errno == ECHILD))
            process->pid = 0;
        else
            poll(NULL, 0, 1);
    }
}

void process_close(struct process *process)
{
    if (process->pid && !process->busy && process->to > 0) {
        close(process->to);
        process->to = -1;
        await_end(process, close_seconds);
    }
    process_end(process);
}

/* The last line that a worker printed, or "". */
static void last_words(const struct process *process, char *words, size_t size)
{
    char tail[512] = "";
    off_t end = lseek(process->log, 0, SEEK_END);
    off_t from = end > (off_t)sizeof tail - 1 ? end - (off_t)sizeof tail + 1 : 0;
    ssize_t got = end > 0 ? pread(process->log, tail, sizeof tail - 1, from) : 0;
    while (got > 0 && (tail[got - 1] == '\n' || tail[got - 1] == '\r'))
        got--;
    tail[got > 0 ? got : 0] = '\0';
    char *line = strrchr(tail, '\n');
    snprintf(words, size, "%.*s", (int)size - 1, line ? line + 1 : tail);
}

/* Reaps a worker that died by itself and says how. */
static enum status bury(struct process *process, struct fault *fault)
{
    int how = 0;
    char words[256], manner[256];
    kill(process->pid, SIGKILL); /* it may have closed its pipe and live on; one that died keeps its own signal */
    while (waitpid(process->pid, &how, 0) < 0 && errno == EINTR)
        ;
    process->pid = 0;
    if (WIFSIGNALED(how))
        snprintf(manner, sizeof manner, "%s (signal %d)", strsignal(WTERMSIG(how)), WTERMSIG(how));
    else
        snprintf(manner, sizeof manner, "exit status %d", WEXITSTATUS(how));
    last_words(process, words, sizeof words);
    process_end(process);
    return fail(fault, CRASHED, "its worker died: %s%s%s", manner, words[0] ? "; its last words: " : "", words);
}

enum status process_ask(struct process *process, const struct request *request, double seconds, struct fault *fault)
{
    if (!process->pid)
        return fail(fault, CRASHED, "there is no worker");
    process->busy = true;
    process->asked = request->kind;
    process->limit = seconds;
    process->deadline = clock_seconds() + seconds;
    if (!request_send(process->to, request))
        return bury(process, fault);
    return OK;
}

enum status process_answer(struct process *process, struct reply *reply, struct fault *fault)
{
    if (!reply_receive(process->from, reply))
        return bury(process, fault);
    process->busy = false;
    if (reply->fault.status != OK)
        return fail(fault, reply->fault.status, "%s", reply->fault.text);
    return OK;
}

enum status process_expire(struct process *process, struct fault *fault)
{
    bool users = process->asked == REQUEST_COMPILE || process->asked == REQUEST_MEASURE;
    double limit = process->limit;
    process_end(process);
    return fail(fault, TIMED_OUT, "no answer within %g s%s", limit, users ? " (--time-limit)" : "");
}

enum status process_call(struct process *process, const struct request *request, double seconds,
                         const volatile sig_atomic_t *stop, struct reply *reply, struct fault *fault)
{
    enum status status = process_ask(process, request, seconds, fault);
    if (status != OK)
        return status;
    for (;;) {
        struct pollfd ready = {process->from, POLLIN, 0};
        int count = poll(&ready, 1, 100);
        if (count > 0)
            return process_answer(process, reply, fault);
        bool stopped = stop && *stop;
        if (!stopped && clock_seconds() < process->deadline)
            continue;
        if (!stopped)
            return process_expire(process, fault);
        process_end(process);
        return fail(fault, TIMED_OUT, "interrupted");
    }
}
