#include "cli/run/partner.h"

#include "base/clock.h"
#include "base/ended.h"
#include "base/memory.h"
#include "cli/run/interrupt.h"
#include "tuner/worker/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_LINE = 1 << 20, PIECE = 4096 };
static const double end_seconds = 1;

/* ---- beginning and end ---- */

/* Descriptors 0 to 2 are open, so that no pipe is one of them. */
static int spawn(pid_t *pid, const char *command, int input, int output)
{
    char *const arguments[] = {"sh", "-c", (char *)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF); /* Ctrl-C is ours */
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    const int error = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void note(pid_t before, pid_t after)
{
#pragma omp critical(partner_groups)
    process_note_group(before, after);
}

enum status partner_start(struct partner *partner, const char *command, struct fault *fault)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    *partner = (struct partner){.to = -1, .from = -1};
    int error = pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC) ? errno : 0;
    if (!error)
        error = spawn(&partner->pid, command, to[0], from[1]);
    if (to[0] >= 0)
        close(to[0]);
    if (from[1] >= 0)
        close(from[1]);
    partner->to = to[1];
    partner->from = from[0];
    if (!error) {
        note(0, partner->pid);
        fcntl(partner->to, F_SETFL, O_NONBLOCK);
        fcntl(partner->from, F_SETFL, O_NONBLOCK);
        return OK;
    }
    partner->pid = 0;
    partner_end(partner);
    return fail(fault, INVALID, "cannot be started: %s", strerror(error));
}

/* How it ended, if it does so in time. It is not reaped: its group's number stays its own. */
static bool await_end(const struct partner *partner, double seconds)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    const double start = clock_seconds();
    siginfo_t info = {.si_pid = 0};
    while (!waitid(P_PID, (id_t)partner->pid, &info, WEXITED | WNOHANG | WNOWAIT) && !info.si_pid) {
        if (clock_seconds() - start >= seconds)
            return false;
        nanosleep(&pause, NULL);
    }
    return info.si_pid != 0;
}

/* Ends what is left of it, and returns how it ended. */
static int bury(struct partner *partner)
{
    int how = 0;
    kill(-partner->pid, SIGKILL);
    while (waitpid(partner->pid, &how, 0) < 0 && errno == EINTR)
        ;
    note(partner->pid, 0);
    partner->pid = 0;
    return how;
}

void partner_end(struct partner *partner)
{
    if (partner->to >= 0)
        close(partner->to);
    if (partner->from >= 0)
        close(partner->from);
    if (partner->pid) {
        await_end(partner, interrupted ? 0 : end_seconds);
        bury(partner);
    }
    free(partner->text);
    *partner = (struct partner){.to = -1, .from = -1};
}

/* ---- talking ---- */

/* It closed a pipe: that is its end, or else becomes it. */
static enum status ended(struct partner *partner, struct fault *fault)
{
    char words[200];
    if (!await_end(partner, end_seconds)) {
        bury(partner);
        return fail(fault, INVALID, "closed a pipe, and went on");
    }
    ended_in_words(bury(partner), words, sizeof words);
    return fail(fault, INVALID, "ended: %s", words);
}

/* Waits until a pipe is ready; false once the time is over, or the user wants the end. */
static bool await_pipe(int fd, short events, double until)
{
    struct pollfd watched = {.fd = fd, .events = events};
    int ready = 0;
    while (!ready && !interrupted && clock_seconds() < until) {
        const double left = until - clock_seconds();
        ready = poll(&watched, 1, left < 0.1 ? (int)(1000 * left) + 1 : 100);
        ready = ready > 0;
    }
    return ready;
}

enum status partner_say(struct partner *partner, const char *text, double seconds, struct fault *fault)
{
    const double until = clock_seconds() + seconds;
    for (size_t left = strlen(text); left;) {
        const ssize_t written = write(partner->to, text, left);
        if (written > 0) {
            text += written;
            left -= (size_t)written;
        } else if (written < 0 && errno != EAGAIN && errno != EINTR)
            return ended(partner, fault);
        else if (!await_pipe(partner->to, POLLOUT, until))
            return fail(fault, INVALID, "reads nothing for %.3g s; --time-limit allows more", seconds);
    }
    return OK;
}

/* Reads what is there. 0: its end. */
static ssize_t read_some(struct partner *partner)
{
    if (partner->capacity - partner->length < PIECE) {
        partner->capacity = 2 * partner->capacity + PIECE;
        partner->text = resize(partner->text, partner->capacity);
    }
    const ssize_t got = read(partner->from, partner->text + partner->length, partner->capacity - partner->length - 1);
    partner->length += got > 0 ? (size_t)got : 0;
    return got;
}

enum status partner_hear(struct partner *partner, const char **line, size_t *length, double seconds,
                         struct fault *fault)
{
    const double until = clock_seconds() + seconds;
    char *end = NULL;
    partner->length -= partner->taken;
    if (partner->taken)
        memmove(partner->text, partner->text + partner->taken, partner->length);
    partner->taken = 0;
    while (!partner->length || !(end = memchr(partner->text, '\n', partner->length))) {
        const ssize_t got = partner->length < LONGEST_LINE ? read_some(partner) : -1;
        if (!got)
            return ended(partner, fault);
        if (partner->length >= LONGEST_LINE && got < 0)
            return fail(fault, INVALID, "said a line of more than %d bytes", LONGEST_LINE);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return fail(fault, INVALID, "cannot be read: %s", strerror(errno));
        if (got < 0 && !await_pipe(partner->from, POLLIN, until))
            return fail(fault, INVALID, "said nothing for %.3g s; --time-limit allows more", seconds);
    }
    *line = partner->text;
    *length = (size_t)(end - partner->text);
    *end = '\0';
    partner->taken = *length + 1;
    return OK;
}
