/* Ctrl-C and kill: results so far are kept, and no worker survives. On the fake device. */
#include "reports/json/results_file.h"
#include "tests/own_folder.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static size_t lines(const char *path)
{
    size_t count = 0;
    FILE *file = fopen(path, "r");
    for (int c; file && (c = fgetc(file)) != EOF;)
        count += c == '\n';
    if (file)
        fclose(file);
    return count;
}

static void await_lines(size_t count)
{
    for (int i = 0; i < 2400 && lines("slow.json.journal") < count; i++)
        usleep(50000);
    CHECK(lines("slow.json.journal") >= count);
}

/* Starts a run of about ten seconds, as nothing is in its cache, and waits until it has a few rows. */
static pid_t start(void)
{
    static int runs;
    char cache[32];
    snprintf(cache, sizeof cache, "cache%d", runs++);
    setenv("GPUBENCH_CACHE", cache, 1);
    remove("slow.json");
    remove("slow.json.journal");
    pid_t pid = fork();
    if (!pid) {
        execl(getenv("PLANTED"), "gpubench", "--suite", "slow", "--backend", "fake", "--jobs", "2", "--out",
              "slow.json", NULL);
        _exit(127);
    }
    await_lines(3);
    return pid;
}

/* Orphans are reparented to this process, their subreaper. All must end soon after their parent. */
static void check_no_orphans(void)
{
    for (int i = 0; i < 3000; i++) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return;
        usleep(20000);
    }
    WRONG_IF(true, "a worker survives\n");
}

/* Ends a run; none of its processes remains. Returns its wait status. */
static int end(pid_t pid, int signal)
{
    int how = 0;
    CHECK(kill(pid, signal) == 0);
    CHECK(waitpid(pid, &how, 0) == pid);
    check_no_orphans();
    return how;
}

/* Checks that a date of the results file, in local time, lies between two times. */
static void check_date(const char *date, time_t from, time_t to)
{
    struct tm local = {.tm_isdst = -1};
    const char *rest = strptime(date, "%Y-%m-%dT%H:%M:%S", &local);
    CHECK(rest && (*rest == '+' || *rest == '-'));
    time_t time = mktime(&local);
    CHECK(from <= time && time <= to);
}

static void test_signal(int signal)
{
    FREED_BY(results_free) struct results results;
    time_t before = time(NULL);
    pid_t pid = start();
    sleep(2); /* so that the date of the start differs from that of the end */
    time_t after = time(NULL);
    const int how = end(pid, signal);
    CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 130);
    CHECK_OK(results_load(&results, "slow.json", &caught));
    CHECK(results.count >= 3 && results.count < 64);
    CHECK(results.context.interrupted);
    check_date(results.context.date, before, after - 1);
    CHECK(results.best_count == 1);
    for (size_t i = 0; i < results.count; i++)
        CHECK(results.rows[i].result.status == OK);
    CHECK(access("slow.json.journal", F_OK) != 0);
}

/* As nohup does: a hangup that was ignored before stays ignored. */
TEST(nohup)
{
    signal(SIGHUP, SIG_IGN);
    pid_t pid = start();
    signal(SIGHUP, SIG_DFL);
    kill(pid, SIGHUP);
    await_lines(lines("slow.json.journal") + 3);
    CHECK(waitpid(pid, NULL, WNOHANG) == 0);
    end(pid, SIGTERM);
}

TEST(kill)
{
    end(start(), SIGKILL);
    CHECK(lines("slow.json.journal") >= 3);
    CHECK(access("slow.json", F_OK) != 0);
}

/* All workers are killed, and then their parent: that is no configuration's fault, and no row. */
TEST(kill_all)
{
    char path[64];
    int worker;
    pid_t pid = start();
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *children = fopen(path, "r");
    size_t killed = 0;
    while (children && fscanf(children, "%d", &worker) == 1)
        killed += !kill(worker, SIGKILL);
    fclose(children);
    usleep(50000);
    end(pid, SIGKILL);
    CHECK(killed > 1);
    CHECK(lines("slow.json.journal") >= 3);
    CHECK(system("grep -q crashed slow.json.journal") != 0);
}

int main(void)
{
    enter_own_folder();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGHUP, SIG_DFL); /* the parent process may ignore it */
    test_signal(SIGINT);
    test_signal(SIGTERM);
    test_signal(SIGHUP);
    run_tests();
    return CHECK_RESULT;
}
