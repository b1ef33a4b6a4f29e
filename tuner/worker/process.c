#include "tuner/worker/process.h"

#include "base/clock.h"
#include "base/ended.h"
#include "base/memory.h"
#include "tuner/worker/connection.h"
#include "tuner/worker/descendants.h"
#include "tuner/worker/memory.h"
#include "tuner/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double close_seconds = 5; /* for slow drivers, and for tools that trace a worker */
static const double reap_seconds = 2;  /* from the end of a worker's pipe to the worker's own end */
static const double check_seconds = 0.05;
static const double longest_turn = 0.2; /* between two looks at a worker that counts as the worker's time */
enum { KILLED_MILLISECONDS = 200 };     /* in which a signal that killed a worker may reach its parent, too */

/* ---- all workers ---- */

/* The process groups of running workers, for a signal handler; beyond these the kernel kills the workers alone. */
enum { MOST_GROUPS = 1024 };
static volatile pid_t groups[MOST_GROUPS];

void process_note_group(pid_t before, pid_t after)
{
    for (size_t i = 0; i < MOST_GROUPS; i++)
        if (groups[i] == before) {
            groups[i] = after;
            return;
        }
}

void process_end_all(void)
{
    for (size_t i = 0; i < MOST_GROUPS; i++)
        if (groups[i] > 0)
            kill(-groups[i], SIGKILL);
}

/* ---- a worker's output: a memory file of a fixed size, which cannot fill the machine's memory ---- */

enum { LOG_BYTES = 1 << 20 }; /* or fewer, if the size of files is limited */

/* The descriptor for the worker's stdout and stderr; -1 with errno. */
static int log_open(void)
{
    struct rlimit file = {.rlim_cur = RLIM_INFINITY};
    const int log = memfd_create("gpubench worker", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    getrlimit(RLIMIT_FSIZE, &file);
    const off_t size = file.rlim_cur < LOG_BYTES ? (off_t)file.rlim_cur : LOG_BYTES;
    if (log < 0 || (!ftruncate(log, size) && !fcntl(log, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL)))
        return log;
    close(log);
    return -1;
}

static off_t log_size(int log)
{
    struct stat status;
    return fstat(log, &status) ? 0 : status.st_size;
}

/* Rewinds a log that is nearly full, before a request. Copies of a descriptor share the offset, so the worker writes
 * there. */
static void log_begin(int log)
{
    if (lseek(log, 0, SEEK_CUR) > log_size(log) / 2)
        lseek(log, 0, SEEK_SET);
}

/* The last line that was printed, truncated to the size of the text; "" if there is none. */
struct log_tail_text {
    const char *how; /* prefix of the text */
    char text[256];
};
static struct log_tail_text log_tail(int log)
{
    char tail[512] = "";
    struct log_tail_text words = {"; its last words: ", ""};
    const off_t end = lseek(log, 0, SEEK_CUR);
    const off_t size = end < (off_t)sizeof tail ? end : (off_t)sizeof tail - 1;
    ssize_t got = size > 0 ? pread(log, tail, (size_t)size, end - size) : 0;
    if (end >= log_size(log))
        words.how = "; it printed more than is kept, as far as: ";
    while (got > 0 && (tail[got - 1] == '\n' || tail[got - 1] == '\r'))
        got--;
    tail[got > 0 ? got : 0] = '\0';
    const char *line = strrchr(tail, '\n');
    snprintf(words.text, sizeof words.text, "%.*s", (int)sizeof words.text - 1, line ? line + 1 : tail);
    return words;
}

/* ---- beginning ---- */

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

/* Whether a worker inherits a variable: not the flags of Google Benchmark, which would choose what it runs
 * (BENCHMARK_FILTER) and where it writes (BENCHMARK_OUT), nor one that the launcher's setting replaces. */
static bool is_inherited(const char *variable, const char *setting)
{
    return strncmp(variable, "BENCHMARK_", strlen("BENCHMARK_")) != 0 &&
           (!setting || strncmp(variable, setting, strcspn(setting, "=") + 1) != 0);
}

/* A worker's environment, the caller's to free: the descendants' mark, the launcher's setting, and our own. */
static char **make_environment(const struct launcher *launcher, struct descendant_mark *mark)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **environment = allocate((count + 3) * sizeof *environment);
    environment[kept++] = mark->text;
    if (launcher->setting)
        environment[kept++] = (char *)launcher->setting;
    for (size_t i = 0; i < count; i++)
        if (is_inherited(environ[i], launcher->setting))
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

#define KNOWN_PERSONALITY 0xffffffff /* which does not change it */

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
    struct descendant_mark mark = descendant_mark(process->serial);
    char **environment = make_environment(launcher, &mark);
    const int before = launcher->fixed_addresses ? personality(KNOWN_PERSONALITY) : -1;
    if (before >= 0)
        personality((unsigned long)before | ADDR_NO_RANDOMIZE); /* a program keeps that of who starts it */
    int error = posix_spawn(&process->pid, launcher->program, &files, &attributes, arguments, environment);
    if (before >= 0)
        personality((unsigned long)before);
    free(environment);
    free(arguments);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (!error) {
        process_note_group(0, process->pid);
        return OK;
    }
    process->pid = 0;
    return fail(fault, CRASHED, "cannot start a worker (%s): %s", launcher->program, strerror(error));
}

/* The parent's ends do not block: it waits by poll() alone. */
static bool never_blocks(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

static const struct process no_process = {.to = -1, .from = -1, .log = -1};

enum status process_start(struct process *process, const struct launcher *launcher, struct fault *fault)
{
    static unsigned long started;
    int requests[2] = {-1, -1}, replies[2] = {-1, -1};
    *process = no_process;
    process->serial = ++started;
    process->memory = launcher->memory;
    process->device_limited = launcher->device_seconds > 0;
    bool good = !pipe2(requests, O_CLOEXEC) && !pipe2(replies, O_CLOEXEC);
    process->log = raise_descriptor(log_open());
    process->to = raise_descriptor(requests[1]);
    process->from = raise_descriptor(replies[0]);
    int theirs[2] = {raise_descriptor(requests[0]), raise_descriptor(replies[1])};
    int error = errno;
    good = good && process->log >= 0 && process->to >= 0 && process->from >= 0 && theirs[0] >= 0 && theirs[1] >= 0 &&
           never_blocks(process->to) && never_blocks(process->from);
    descendants_adopt();
    enum status status = good ? spawn(process, launcher, theirs[0], theirs[1], fault)
                              : fail(fault, CRASHED, "cannot start a worker: %s", strerror(error));
    close(theirs[0]);
    close(theirs[1]);
    if (status == OK)
        process->connection = allocate(sizeof *process->connection);
    else
        process_end(process);
    return status;
}

/* ---- ends ---- */

/* Reaps a worker that may have ended (until it is reaped its pid is not reused). Returns the wait status. */
static int reap(struct process *process)
{
    int how = 0;
    if (!process->pid)
        return 0;
    kill(-process->pid, SIGKILL); /* does not change the status of one that died */
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, &how, 0) < 0 && errno == EINTR)
        ;
    process_note_group(process->pid, 0);
    descendants_kill(process->pid, process->serial);
    process->pid = 0;
    return how;
}

void process_end(struct process *process)
{
    reap(process);
    if (process->to > 0)
        close(process->to);
    if (process->from > 0)
        close(process->from);
    if (process->log > 0)
        close(process->log);
    free(process->connection);
    const bool killed = process->killed;
    *process = no_process;
    process->killed = killed;
}

/* Does not reap it. */
static bool has_ended(const struct process *process)
{
    siginfo_t ended = {0};
    return waitid(P_PID, (id_t)process->pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid;
}

/* Whether a worker exits without being killed. */
static bool await_end(const struct process *process, double seconds)
{
    const double until = clock_seconds() + seconds;
    while (!has_ended(process)) {
        if (clock_seconds() > until)
            return false;
        poll(NULL, 0, 1);
    }
    return true;
}

void process_release(struct process *process)
{
    if (!process->pid || process->busy || process->to <= 0)
        return;
    close(process->to);
    process->to = -1;
}

void process_close(struct process *process)
{
    process_release(process);
    if (process->pid && !process->busy)
        await_end(process, close_seconds);
    process_end(process);
}

/* ---- descriptions of a worker's end ---- */

/* The exit status of allocate() (base/memory.h) without memory. */
enum { NO_MEMORY_EXIT = 3 };
static const char no_memory_words[] = "gpubench: out of host memory";

/* Kills a worker, and reports why. */
static enum status dismiss(struct process *process, enum status status, const char *why, struct fault *fault)
{
    const struct log_tail_text words = log_tail(process->log);
    process_end(process);
    return fail(fault, status, "%s%s%s", why, words.text[0] ? words.how : "", words.text);
}

/* A worker whose pipe was closed. */
static enum status reap_process(struct process *process, struct fault *fault)
{
    char why[256], ended[200];
    if (!await_end(process, reap_seconds))
        return dismiss(process, CRASHED, "its worker closed its pipe, and went on: it will not reply", fault);
    const int how = reap(process);
    const bool memory = WIFEXITED(how) && WEXITSTATUS(how) == NO_MEMORY_EXIT;
    const struct log_tail_text words = log_tail(process->log);
    if (memory && !strncmp(words.text, no_memory_words, strlen(no_memory_words))) {
        process_end(process);
        return fail(fault, NO_MEMORY, "%s", words.text + strlen("gpubench: "));
    }
    const bool killed = ended_from_outside(how);
    if (killed)
        poll(NULL, 0, KILLED_MILLISECONDS); /* the run itself is being killed: no row */
    ended_in_words(how, ended, sizeof ended);
    snprintf(why, sizeof why, PROCESS_DIED "%s", ended);
    dismiss(process, CRASHED, why, fault);
    process->killed = killed;
    return CRASHED;
}

/* A worker whose reply is overdue. */
static enum status expire(struct process *process, struct fault *fault)
{
    static const char *const what[] = {
        [REQUEST_INVENTORY] = "its driver hangs: no answer within",
        [REQUEST_FIND] = "its driver hangs: no answer within",
        [REQUEST_COMPILE] = "no answer within",
        [REQUEST_COMPILE_OWN] = "no answer within",
        [REQUEST_OPEN] = "its driver hangs: the device did not open within",
        [REQUEST_PREPARE] = "setup and expect did not end within",
        [REQUEST_MEASURE] = "no answer within",
    };
    const enum request_kind kind = process->connection->request.kind;
    const bool users =
        kind == REQUEST_COMPILE || kind == REQUEST_PREPARE || kind == REQUEST_MEASURE || process->device_limited;
    const double limit = process->limit;
    process_end(process);
    return fail(fault, TIMED_OUT, "%s %g s%s", what[kind], limit, users ? " (--time-limit)" : "");
}

/* ---- requests ---- */

enum status process_send(struct process *process, const struct request *request, double seconds, struct fault *fault)
{
    if (!process->pid)
        return fail(fault, CRASHED, "there is no worker");
    process->busy = true;
    process->limit = seconds;
    process->polled = process->looked = clock_seconds();
    process->deadline = process->looked + seconds;
    log_begin(process->log);
    connection_begin(process->connection, request);
    return OK;
}

void process_poll_fds(const struct process *process, struct pollfd watched[2])
{
    const bool sends = process->busy && connection_is_sending(process->connection);
    watched[0] = (struct pollfd){process->busy ? process->from : -1, POLLIN, 0};
    watched[1] = (struct pollfd){sends ? process->to : -1, POLLOUT, 0};
}

/* Whether a worker without a reply so far may continue. If this program was busy with something else for long, as with
 * a search program that hangs, that time is not the worker's. */
static bool may_go_on(struct process *process, struct fault *fault)
{
    const double now = clock_seconds(), unseen = now - process->polled;
    struct fault memory = {0};
    process->polled = now;
    process->deadline += unseen > longest_turn ? unseen - longest_turn : 0; /* some counts, so that limits end */
    if (now >= process->deadline) {
        expire(process, fault);
        return false;
    }
    if (now - process->looked < check_seconds)
        return true;
    process->looked = now;
    if (memory_check(process->pid, process->memory, &memory) == OK)
        return true;
    dismiss(process, NO_MEMORY, memory.text, fault);
    return false;
}

/* Continues, and reports how the worker ended if it ended without a reply. */
static enum connection_state go_on(struct process *process, struct reply *reply, struct fault *fault)
{
    char why[200];
    const bool ended = has_ended(process); /* its children may hold the pipe */
    enum connection_state exchanged =
        connection_poll(process->connection, process->to, process->from, reply, why, sizeof why);
    if (exchanged == CONNECTION_PENDING && ended)
        exchanged = CONNECTION_CLOSED;
    if (exchanged == CONNECTION_CLOSED)
        reap_process(process, fault);
    else if (exchanged == CONNECTION_INVALID)
        dismiss(process, CRASHED, why, fault);
    else if (exchanged == CONNECTION_PENDING && !may_go_on(process, fault))
        return CONNECTION_CLOSED;
    return exchanged;
}

bool process_receive(struct process *process, struct reply *reply, struct fault *fault)
{
    const enum connection_state exchanged = go_on(process, reply, fault);
    if (exchanged == CONNECTION_PENDING)
        return false;
    if (exchanged != CONNECTION_DONE) {
        memset(reply, 0, sizeof *reply);
        return true;
    }
    process->busy = false;
    if (reply->fault.status != OK)
        fail(fault, reply->fault.status, "%s", reply->fault.text);
    return true;
}

enum status process_call(struct process *process, const struct request *request, double seconds,
                         const volatile sig_atomic_t *stop, struct reply *reply, struct fault *fault)
{
    struct fault own = {0};
    enum status status = process_send(process, request, seconds, fault);
    if (status != OK)
        return status;
    while (!process_receive(process, reply, &own)) {
        struct pollfd watched[2];
        if (stop && *stop) {
            process_end(process);
            return fail(fault, TIMED_OUT, "interrupted");
        }
        process_poll_fds(process, watched);
        poll(watched, 2, 100);
    }
    return own.status == OK ? OK : fail(fault, own.status, "%s", own.text);
}
