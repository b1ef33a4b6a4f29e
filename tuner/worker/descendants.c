#include "tuner/worker/descendants.h"

#include "base/descriptor.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each generation may start a child before it is killed, so there may be several; and the limit of waiting for one. */
enum { MOST_GENERATIONS = 50, MOST_MILLISECONDS = 1000 };

struct descendant_mark descendant_mark(unsigned long serial)
{
    struct descendant_mark mark;
    snprintf(mark.text, sizeof mark.text, "GPUBENCH_WORKER_OF=%d.%lu", (int)getpid(), serial);
    return mark;
}

void descendants_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static bool is_descendant(pid_t pid, const struct descendant_mark *mark)
{
    static char environment[1 << 17];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    const size_t length = descriptor_read_text(path, environment, sizeof environment);
    return memmem(environment, length, mark->text, strlen(mark->text) + 1) != NULL;
}

/* Reaps a killed child, or all killed children of a group. */
static void reap(pid_t which)
{
    pid_t ended = 0;
    for (int i = 0; i < MOST_MILLISECONDS && ended >= 0; i++) {
        ended = waitpid(which, NULL, WNOHANG);
        if (!ended)
            poll(NULL, 0, 1);
    }
}

/* Kills the descendants that are children of this process. False if there were none. */
static bool end_generation(const struct descendant_mark *mark)
{
    static char children[1 << 16];
    char path[64], *at = children;
    bool found = false;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    descriptor_read_text(path, children, sizeof children);
    for (int pid, length; sscanf(at, "%d %n", &pid, &length) == 1; at += length)
        if (is_descendant(pid, mark)) {
            found = true;
            kill(pid, SIGKILL);
            reap(pid);
        }
    return found;
}

void descendants_kill(pid_t group, unsigned long serial)
{
    const struct descendant_mark mark = descendant_mark(serial);
    reap(-group);
    for (int i = 0; i < MOST_GENERATIONS && end_generation(&mark); i++)
        ;
}
