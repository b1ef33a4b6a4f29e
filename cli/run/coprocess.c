#include "cli/run/coprocess.h"

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

/* ---- start and end ---- */

/* Requires descriptors 0 to 2 to be open, so that no pipe gets one of them. */
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
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF); /* Ctrl-C goes to this process only */
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

enum status coprocess_start(struct coprocess *coprocess, const char *command, struct fault *fault)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    *coprocess = (struct coprocess){.to = -1, .from = -1};
    int error = pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC) ? errno : 0;
    if (!error)
        error = spawn(&coprocess->pid, command, to[0], from[1]);
    if (to[0] >= 0)
        close(to[0]);
    if (from[1] >= 0)
        close(from[1]);
    coprocess->to = to[1];
    coprocess->from = from[0];
    if (!error) {
        note(0, coprocess->pid);
        fcntl(coprocess->to, F_SETFL, O_NONBLOCK);
        fcntl(coprocess->from, F_SETFL, O_NONBLOCK);
        return OK;
    }
    coprocess->pid = 0;
    coprocess_end(coprocess);
    return fail(fault, INVALID, "cannot be started: %s", strerror(error));
}

/* Waits for its exit; false at the timeout. It is not reaped, so that its process group's number stays reserved. */
static bool await_end(const struct coprocess *coprocess, double seconds)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    const double start = clock_seconds();
    siginfo_t info = {.si_pid = 0};
    while (!waitid(P_PID, (id_t)coprocess->pid, &info, WEXITED | WNOHANG | WNOWAIT) && !info.si_pid) {
        if (clock_seconds() - start >= seconds)
            return false;
        nanosleep(&pause, NULL);
    }
    return info.si_pid != 0;
}

/* Kills the rest of its group, and returns how the process ended. */
static int reap_coprocess(struct coprocess *coprocess)
{
    int how = 0;
    kill(-coprocess->pid, SIGKILL);
    while (waitpid(coprocess->pid, &how, 0) < 0 && errno == EINTR)
        ;
    note(coprocess->pid, 0);
    coprocess->pid = 0;
    return how;
}

void coprocess_end(struct coprocess *coprocess)
{
    if (coprocess->to >= 0)
        close(coprocess->to);
    if (coprocess->from >= 0)
        close(coprocess->from);
    if (coprocess->pid) {
        await_end(coprocess, interrupted ? 0 : end_seconds);
        reap_coprocess(coprocess);
    }
    free(coprocess->text);
    *coprocess = (struct coprocess){.to = -1, .from = -1};
}

/* ---- communication ---- */

/* It closed a pipe: reports its exit, or makes it exit. */
static enum status ended(struct coprocess *coprocess, struct fault *fault)
{
    char words[200];
    if (!await_end(coprocess, end_seconds)) {
        reap_coprocess(coprocess);
        return fail(fault, INVALID, "closed a pipe, and went on");
    }
    ended_in_words(reap_coprocess(coprocess), words, sizeof words);
    return fail(fault, INVALID, "ended: %s", words);
}

/* Waits until a pipe is ready; false at the timeout or at an interrupt. */
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

enum status coprocess_send(struct coprocess *coprocess, const char *text, double seconds, struct fault *fault)
{
    const double until = clock_seconds() + seconds;
    for (size_t left = strlen(text); left;) {
        const ssize_t written = write(coprocess->to, text, left);
        if (written > 0) {
            text += written;
            left -= (size_t)written;
        } else if (written < 0 && errno != EAGAIN && errno != EINTR)
            return ended(coprocess, fault);
        else if (!await_pipe(coprocess->to, POLLOUT, until))
            return fail(fault, INVALID, "reads nothing for %.3g s; --time-limit allows more", seconds);
    }
    return OK;
}

/* Reads available bytes. 0: end of file. */
static ssize_t read_some(struct coprocess *coprocess)
{
    if (coprocess->capacity - coprocess->length < PIECE) {
        coprocess->capacity = 2 * coprocess->capacity + PIECE;
        coprocess->text = resize(coprocess->text, coprocess->capacity);
    }
    const ssize_t got =
        read(coprocess->from, coprocess->text + coprocess->length, coprocess->capacity - coprocess->length - 1);
    coprocess->length += got > 0 ? (size_t)got : 0;
    return got;
}

enum status coprocess_receive(struct coprocess *coprocess, const char **line, size_t *length, double seconds,
                              struct fault *fault)
{
    const double until = clock_seconds() + seconds;
    char *end = NULL;
    coprocess->length -= coprocess->taken;
    if (coprocess->taken)
        memmove(coprocess->text, coprocess->text + coprocess->taken, coprocess->length);
    coprocess->taken = 0;
    while (!coprocess->length || !(end = memchr(coprocess->text, '\n', coprocess->length))) {
        const ssize_t got = coprocess->length < LONGEST_LINE ? read_some(coprocess) : -1;
        if (!got)
            return ended(coprocess, fault);
        if (coprocess->length >= LONGEST_LINE && got < 0)
            return fail(fault, INVALID, "sent a line of more than %d bytes", LONGEST_LINE);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return fail(fault, INVALID, "cannot be read: %s", strerror(errno));
        if (got < 0 && !await_pipe(coprocess->from, POLLIN, until))
            return fail(fault, INVALID, "sent nothing for %.3g s; --time-limit allows more", seconds);
    }
    *line = coprocess->text;
    *length = (size_t)(end - coprocess->text);
    *end = '\0';
    coprocess->taken = *length + 1;
    return OK;
}
