#include "base/ended.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

bool ended_from_outside(int how)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPIPE};
    if (!WIFSIGNALED(how))
        return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (WTERMSIG(how) == own[i])
            return false;
    return true;
}

/* The usual sender of a signal, if there is one. */
static const char *sender_of(int signal)
{
    static const struct {
        int signal;
        const char *sender;
    } known[] = {{SIGKILL, ", by hand, or by the system for lack of memory"},
                 {SIGXCPU, ", of `ulimit -t`"},
                 {SIGXFSZ, ", of `ulimit -f`"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].signal == signal)
            return known[i].sender;
    return "";
}

void ended_in_words(int how, char *text, size_t size)
{
    if (!WIFSIGNALED(how)) {
        snprintf(text, size, "exit status %d", WEXITSTATUS(how));
        return;
    }
    const int signal = WTERMSIG(how);
    snprintf(text, size, "%s%s (signal %d)%s", ended_from_outside(how) ? "killed from outside: " : "",
             strsignal(signal), signal, sender_of(signal));
}
