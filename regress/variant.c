#include "regress/variant.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "tuner/worker/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum status variant_folder(char *folder, size_t size, struct fault *fault)
{
    const char *temporary = getenv("TMPDIR");
    temporary = temporary && *temporary ? temporary : "/tmp";
    snprintf(folder, size, "%s/gpubench-compare-XXXXXX", temporary);
    return mkdtemp(folder) ? OK
                           : fail(fault, INVALID, "compare: %s: cannot make a folder there: %s; set TMPDIR to another",
                                  temporary, strerror(errno));
}

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 }; /* a shell's exit statuses for programs that it cannot start */

/* The last line of stderr, made printable, without a leading program name. */
static void last_line(const char *log, char *line, size_t size)
{
    static const char name[] = "gpubench: ";
    FREED char *text = NULL;
    size_t length = 0;
    struct fault none = {0};
    snprintf(line, size, "nothing on stderr");
    if (file_read(log, &text, &length, &none) != OK)
        return;
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    const char *last = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
    if (!strncmp(last, name, strlen(name)))
        last += strlen(name);
    FREED char *visible = text_printable(last, strlen(last));
    if (*visible)
        snprintf(line, size, "%.*s", (int)text_whole(visible, strnlen(visible, size - 1)), visible);
}

static int spawn(pid_t *pid, const char *program, char **arguments, const char *log)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    signal(SIGCHLD, SIG_DFL); /* if the parent ignores it, waitpid cannot return the exit status */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* so that its subprocesses end with it */
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int error = posix_spawnp(pid, program, &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Sleeps between checks of a process for at most a 500th of its duration so far. False: a signal came. */
static bool rest(double seconds)
{
    const double least = 50e-6, most = 5e-3;
    const struct timespec pause = {.tv_nsec = (long)(1e9 * fmin(fmax(seconds / 500, least), most))};
    return nanosleep(&pause, NULL) == 0;
}

/* Waits for its end, or for the time limit: then it is killed, and the result is false. */
static bool await(pid_t pid, double limit_seconds, const volatile sig_atomic_t *stop, int *ended)
{
    const double start = clock_seconds();
    double signalled = INFINITY; /* the time of the signal */
    bool killed = false;
    for (pid_t done = 0; done != pid; done = waitpid(pid, ended, WNOHANG)) {
        const bool woken = !rest(clock_seconds() - start);
        if (*stop && !isfinite(signalled)) { /* it saves its results and ends */
            kill(-pid, SIGTERM);
            signalled = clock_seconds();
        } else if (woken && clock_seconds() - signalled > ONE_INTERRUPT_SECONDS) /* or is killed */
            kill(-pid, SIGKILL);
        if (!killed && clock_seconds() - start > limit_seconds)
            killed = !kill(-pid, SIGKILL);
    }
    return !killed;
}

enum status variant_exited(int exit_status, const char *log, struct fault *fault)
{
    char line[400];
    if (exit_status == NOT_EXECUTABLE || exit_status == NOT_FOUND)
        return fail(fault, INVALID, "exit status %d: it cannot be run", exit_status);
    last_line(log, line, sizeof line);
    return fail(fault, CRASHED, "exit status %d: %s", exit_status, line);
}

enum status variant_run(const char *program, const char *const *arguments, size_t count, double limit_seconds,
                        const char *log, const volatile sig_atomic_t *stop, int *exit_status, struct fault *fault)
{
    FREED char **list = allocate((count + 2) * sizeof *list);
    pid_t pid;
    int ended;
    *exit_status = 0;
    list[0] = (char *)program;
    for (size_t i = 0; i < count; i++)
        list[i + 1] = (char *)arguments[i];
    const int error = spawn(&pid, program, list, log);
    if (error)
        return fail(fault, INVALID, "cannot start it: %s", strerror(error));
    process_note_group(0, pid);
    const bool in_time = await(pid, limit_seconds, stop, &ended);
    process_note_group(pid, 0);
    if (!in_time)
        return fail(fault, TIMED_OUT, "it did not end within %.3g s, and was killed", limit_seconds);
    if (WIFSIGNALED(ended))
        return fail(fault, CRASHED, "it died of signal %d", WTERMSIG(ended));
    *exit_status = WEXITSTATUS(ended);
    return *exit_status == 0 || *exit_status == 1 ? OK : variant_exited(*exit_status, log, fault);
}

void variant_report_configs(const char *log, const char *program)
{
    static const char *const left_out = ": left out: ", *const absent = ": not in it, ";
    FILE *file = fopen(log, "r");
    FREED char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) > 0)
        if (strstr(line, left_out) || strstr(line, absent))
            text_print(stderr, "gpubench: compare: %s: %.*s\n", program, (int)strcspn(strchr(line, ' ') + 1, "\n"),
                       strchr(line, ' ') + 1);
    if (file)
        fclose(file);
}
