/* Running a program: its exit status, its last line, and the time limit. */
#include "regress/variant.h"

#include "base/clock.h"
#include "tests/check.h"

#include <unistd.h>

static const volatile sig_atomic_t never = 0;

/* `sh -c SCRIPT`, with a time limit. */
static enum status run(const char *script, double limit_seconds, int *ended, struct fault *fault)
{
    const char *const arguments[] = {"-c", script};
    char log[] = "/tmp/gpubench-variant-XXXXXX";
    const int file = mkstemp(log);
    *ended = -1;
    const enum status status = variant_run("sh", arguments, 2, limit_seconds, log, &never, ended, fault);
    close(file);
    unlink(log);
    return status;
}

int main(void)
{
    int ended;
    signal(SIGCHLD, SIG_IGN); /* as the parent may have it */
    CHECK(FINE(run("exit 0", INFINITY, &ended, &caught)) && ended == 0);
    CHECK(FINE(run("sleep 0.05; exit 1", 60, &ended, &caught)) && ended == 1);
    CHECK_FAULT(run("echo first >&2; echo 'gpubench: no such file' >&2; exit 2", 60, &ended, &caught), CRASHED,
                "exit status 2: no such file");
    CHECK(ended == 2 && variant_exited(1, "/dev/null", &(struct fault){0}) == CRASHED);
    CHECK_FAULT(run("exit 127", 60, &ended, &caught), INVALID, "exit status 127: it cannot be run");
    CHECK(CALL(run("/dev/null", 60, &ended, &caught)) == INVALID && ended == 126);
    CHECK(CALL(run("echo it ran >&2; exit 125", 60, &ended, &caught)) == CRASHED && ended == 125);
    CHECK(CALL(run("kill -ABRT $$", 60, &ended, &caught)) == CRASHED && !ended);
    CHECK_TEXT(caught.text, "it died of signal 6");
    const double start = clock_seconds();
    CHECK(CALL(run("exec sleep 600", 0.2, &ended, &caught)) == TIMED_OUT && clock_seconds() - start < 500);
    CHECK_TEXT(caught.text, "it did not end within 0.2 s, and was killed");
    return CHECK_RESULT;
}
