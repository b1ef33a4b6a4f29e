#include "tuner/search/subprocess.h"

#include "base/ended.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SUBPROCESS_SECONDS = 5, LOOKS_A_SECOND = 10 };

void *subprocess_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void subprocess_memory_free(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}

/* The subprocess ignores Ctrl-C: its parent handles it, and ends it. A byte through a pipe confirms that the work is
 * done, since a suite's code may call exit(0). */
static void run_child(void (*work)(void *user), void *user, int pipe)
{
    static const int handled[] = {SIGINT, SIGTERM, SIGHUP};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        signal(handled[i], SIG_IGN);
    work(user);
    _exit(write(pipe, "", 1) != 1);
}

/* Waits until the other end of a pipe closes; false without progress. Counts polls, not seconds, which elapse even
 * while both processes are stopped. */
static bool await(int pipe, const volatile uint64_t *steps)
{
    struct pollfd end = {pipe, POLLIN, 0};
    uint64_t before = *steps;
    int looks = 0;
    while (looks < SUBPROCESS_SECONDS * LOOKS_A_SECOND) {
        const int ready = poll(&end, 1, 1000 / LOOKS_A_SECOND);
        if (ready > 0)
            return true;
        if (ready < 0 && errno == EINTR)
            continue;
        looks = *steps == before ? looks + 1 : 0;
        before = *steps;
    }
    return false;
}

/* Describes the end of a subprocess that did not return. */
static void describe(int status, char *how, size_t size)
{
    char words[160];
    ended_in_words(status, words, sizeof words);
    const char *what = !WIFSIGNALED(status) ? "ends the program: " : ended_from_outside(status) ? "was " : "crashes: ";
    snprintf(how, size, "%s%s", what, words);
}

enum subprocess_end subprocess_run(void (*work)(void *user), void *user, const volatile uint64_t *steps, char *how,
                                   size_t size)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC)) {
        snprintf(how, size, "cannot be started: %s", strerror(errno));
        return SUBPROCESS_FAILED;
    }
    const pid_t pid = fork();
    if (!pid)
        run_child(work, user, ends[1]);
    close(ends[1]);
    if (pid < 0)
        snprintf(how, size, "cannot be started: %s", strerror(errno));
    const bool in_time = pid < 0 || await(ends[0], steps);
    char byte;
    const bool done = pid >= 0 && in_time && read(ends[0], &byte, 1) == 1;
    close(ends[0]);
    if (pid < 0)
        return SUBPROCESS_FAILED;
    if (!in_time)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!in_time)
        snprintf(how, size, "does not return (in %d s)", SUBPROCESS_SECONDS);
    else if (status || !done)
        describe(status, how, size);
    return done && !status                         ? SUBPROCESS_OK
           : in_time && ended_from_outside(status) ? SUBPROCESS_KILLED
                                                   : SUBPROCESS_FAILED;
}
