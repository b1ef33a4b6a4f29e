#include "tuner/worker/kin.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Generations that may have to be waited for, each of which may have a child before it dies; and milliseconds. */
enum { MOST_GENERATIONS = 50, MOST_MILLISECONDS = 1000 };

struct kin_mark kin_mark(unsigned long serial)
{
    struct kin_mark mark;
    snprintf(mark.text, sizeof mark.text, "GPUBENCH_WORKER_OF=%d.%lu", (int)getpid(), serial);
    return mark;
}

void kin_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* As much of a file of /proc as has room, and a NUL. */
static size_t read_proc(const char *path, char *text, size_t size)
{
    size_t length = 0;
    ssize_t got = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && length < size - 1 && (got = read(file, text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return length;
}

static bool is_kin(pid_t pid, const struct kin_mark *mark)
{
    static char environment[1 << 17];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    const size_t length = read_proc(path, environment, sizeof environment);
    return memmem(environment, length, mark->text, strlen(mark->text) + 1) != NULL;
}

/* A child, or all children of a group, that were killed. */
static void reap(pid_t which)
{
    pid_t ended = 0;
    for (int i = 0; i < MOST_MILLISECONDS && ended >= 0; i++) {
        ended = waitpid(which, NULL, WNOHANG);
        if (!ended)
            poll(NULL, 0, 1);
    }
}

/* Those that are children of this process; whether there were any. */
static bool end_generation(const struct kin_mark *mark)
{
    static char children[1 << 16];
    char path[64], *at = children;
    bool found = false;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    read_proc(path, children, sizeof children);
    for (int pid, length; sscanf(at, "%d %n", &pid, &length) == 1; at += length)
        if (is_kin(pid, mark)) {
            found = true;
            kill(pid, SIGKILL);
            reap(pid);
        }
    return found;
}

void kin_end(pid_t group, unsigned long serial)
{
    const struct kin_mark mark = kin_mark(serial);
    reap(-group);
    for (int i = 0; i < MOST_GENERATIONS && end_generation(&mark); i++)
        ;
}
