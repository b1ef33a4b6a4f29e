/* Workers from their parent's side: deaths, time limits, ends. */
#include "tests/tuner/worker/own_worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>

static const struct request find = {.kind = REQUEST_FIND, .target = "fake"};

/* Whether a process has ended and was reaped. */
static bool has_ended(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void check_ended(const struct process *process, pid_t pid)
{
    CHECK(process->pid == 0 && has_ended(pid));
}

static size_t descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* ---- deaths ---- */

TEST(crash)
{
    struct process compiler = start(), process = start_with(WELL);
    struct request request = measuring(&compiler, CRASH);
    pid_t pid = process.pid;
    CHECK_FAULT(call(&process, &request, 60, &caught), CRASHED, "its worker died: Segmentation fault (signal 11)");
    check_ended(&process, pid);
    CHECK_FAULT(call(&process, &request, 60, &caught), CRASHED, "there is no worker");

    pid = compiler.pid;
    request = (struct request){.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = CRASH_COMPILE};
    CHECK(CALL(call(&compiler, &request, 60, &caught)) == CRASHED);
    CHECK(strstr(caught.text, "signal 11") != NULL);
    check_ended(&compiler, pid);
}

/* The signal or the status, and the last line that it printed: all of it if it is short. */
TEST(last_words)
{
    static const struct {
        uint32_t bench;
        uint64_t n;
        const char *text;
        bool more;
    } cases[] = {
        {TALKS_AND_ABORTS, 4, "its worker died: Aborted (signal 6); its last words: the disk is 0000 on fire", false},
        {TALKS_AND_ABORTS, 2000, "its worker died: Aborted (signal 6); its last words: 000", true},
        {EXITS, 1, "its worker died: exit status 3", false},
        {CLOSES_ITS_PIPES, 1, "its worker closed its pipe, and went on: it will not reply", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct process process = start_with(WELL);
        pid_t pid = process.pid;
        struct request request = {.kind = REQUEST_PREPARE, .at = at(cases[i].bench)};
        request.at.n = cases[i].n;
        CHECK(CALL(call(&process, &request, 60, &caught)) == CRASHED);
        CHECK(strstr(caught.text, cases[i].text) == caught.text);
        CHECK((strlen(caught.text) > strlen(cases[i].text)) == cases[i].more);
        check_ended(&process, pid);
    }
}

/* A worker that died between requests. */
TEST(dead_before)
{
    struct process process = start();
    pid_t pid = process.pid;
    kill(pid, SIGTERM);
    siginfo_t info;
    CHECK(!waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT));
    CHECK_FAULT(call(&process, &find, 60, &caught), CRASHED,
                "its worker died: killed from outside: Terminated (signal 15)");
    check_ended(&process, pid);
}

TEST(no_program)
{
    static const struct launcher none = {.program = "/no/such/program", .cache = "cache"};
    struct process process;
    size_t before = descriptors();
    CHECK_FAULT(process_start(&process, &none, &caught), CRASHED,
                "cannot start a worker (/no/such/program): No such file or directory");
    CHECK(process.pid == 0);
    process_end(&process);
    CHECK(descriptors() == before);
}

/* ---- time ---- */

TEST(time_out)
{
    struct process compiler = start(), process = start_with(WELL);
    struct request request = measuring(&compiler, HANG);
    pid_t pid = process.pid;
    double before = clock_seconds();
    CHECK(CALL(call(&process, &request, 0.3, &caught)) == TIMED_OUT);
    double taken = clock_seconds() - before;
    CHECK(taken >= 0.3 && taken < 20);
    CHECK(strstr(caught.text, "0.3 s") && strstr(caught.text, "--time-limit"));
    check_ended(&process, pid);

    pid = compiler.pid;
    request = (struct request){.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = HANG_COMPILE};
    CHECK(CALL(call(&compiler, &request, 0.2, &caught)) == TIMED_OUT);
    check_ended(&compiler, pid);
    CHECK_TEXT(caught.text, "no answer within 0.2 s (--time-limit)");

    process = start(); /* a limit of our own */
    kill(process.pid, SIGSTOP);
    CHECK_FAULT(call(&process, &find, 0.2, &caught), TIMED_OUT, "its driver hangs: no answer within 0.2 s");
}

/* As if the parent had not looked for so long: that is not the worker's time, */
static void look_away(struct process *process, double seconds)
{
    process->polled -= seconds;
    process->deadline -= seconds;
}

/* but a limit ends also if the parent is slow at each turn. */
TEST(unseen)
{
    enum { LIMIT = 60, AWAY = 100, MOST_TURNS = 10000 };
    struct process compiler = start(), process = start_with(WELL);
    struct request request = measuring(&compiler, GOOD);
    struct fault own = {0};
    CHECK_OK(process_send(&process, &request, LIMIT, &caught));
    look_away(&process, AWAY);
    while (!process_receive(&process, &reply, &own))
        usleep(1000);
    CHECK(own.status == OK && !process.busy && reply.result.status == OK);

    request = measuring(&compiler, HANG);
    CHECK_OK(process_send(&process, &request, LIMIT, &caught));
    int turns = 0;
    for (; turns < MOST_TURNS && !process_receive(&process, &reply, &own); turns++)
        look_away(&process, AWAY);
    CHECK(own.status == TIMED_OUT && turns < MOST_TURNS);
    process_end(&compiler);
}

static volatile sig_atomic_t stop;

static void set_stop(UNNEEDED int signal)
{
    stop = 1;
}

/* Ctrl-C while a kernel hangs: waiting ends soon, and the worker, too. */
TEST(stop)
{
    FREED_BY(process_end) struct process process = start_with(WELL);
    struct request request = measuring(&process, HANG);
    struct itimerval soon = {.it_value = {0, 200000}};
    pid_t pid = process.pid;
    signal(SIGALRM, set_stop);
    stop = 0;
    double before = clock_seconds();
    setitimer(ITIMER_REAL, &soon, NULL);
    CHECK(CALL(process_call(&process, &request, 500, &stop, &reply, &caught)) == TIMED_OUT);
    double taken = clock_seconds() - before;
    CHECK(taken >= 0.2 && taken < 20);
    CHECK_TEXT(caught.text, "interrupted");
    check_ended(&process, pid);

    process = start(); /* a reply that arrives while the flag is not set */
    stop = 0;
    request = (struct request){.kind = REQUEST_FIND, .target = "fake"};
    CHECK_OK(process_call(&process, &request, 60, &stop, &reply, &caught));
}

/* ---- requests without waiting, and ends ---- */

TEST(poll)
{
    FREED_BY(process_end) struct process process = start();
    const struct request request = find;
    double before = clock_seconds();
    CHECK_OK(process_send(&process, &request, 60, &caught));
    CHECK(process.busy && process.deadline >= before + 60 && process.deadline <= clock_seconds() + 60);
    while (!CALL(process_receive(&process, &reply, &caught)))
        usleep(1000);
    CHECK(caught.status == OK && !process.busy);
    CHECK_TEXT(reply.device.name, "Fake device");
}

/* Each worker has its own pipes and no other's: it exits when its own is closed, though others run. */
TEST(own_pipes)
{
    struct process first = start(), second = start(), third = start();
    int how = -1;
    call_ok(&second, &find);
    close(second.to);
    second.to = -1;
    CHECK(waitpid(second.pid, &how, 0) == second.pid);
    CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    second.pid = 0;
    process_end(&second);
    CHECK(getpgid(first.pid) == first.pid); /* Ctrl-C reaches none of them */
    call_ok(&first, &find);
    call_ok(&third, &find);
    process_end(&first);
    process_end(&third);
}

/* An idle worker with a device exits by itself; a busy one, and one that does not exit, is killed. */
TEST(close)
{
    struct process idle = start_with(WELL), busy = start_with(WELL);
    struct request request = measuring(&idle, HANG);
    pid_t pids[] = {idle.pid, busy.pid};
    CHECK(process_send(&busy, &request, 60, NULL) == OK);
    double before = clock_seconds();
    process_close(&busy);
    CHECK(clock_seconds() - before < 3);
    process_close(&idle);
    check_ended(&idle, pids[0]);
    check_ended(&busy, pids[1]);
    CHECK(ended_by_itself(pids[0]) && !ended_by_itself(pids[1]));
    struct process none = {0};
    process_close(&none);
    process_end(&none);
    CHECK(fcntl(0, F_GETFD) != -1); /* a zeroed one owns no descriptor */
}

/* Released workers exit before process_close waits for them. */
TEST(release)
{
    struct process process[] = {start_with(WELL), start_with(WELL)};
    const pid_t pids[] = {process[0].pid, process[1].pid};
    siginfo_t ended;
    for (int i = 0; i < 2; i++)
        process_release(&process[i]);
    for (int i = 1; i >= 0; i--)
        CHECK(!waitid(P_PID, (id_t)pids[i], &ended, WEXITED | WNOWAIT));
    for (int i = 0; i < 2; i++) {
        process_close(&process[i]);
        check_ended(&process[i], pids[i]);
        CHECK(ended_by_itself(pids[i]));
    }
}

/* Many workers leave neither a descriptor nor a child. */
TEST(leaks)
{
    size_t before = descriptors();
    for (int i = 0; i < 10; i++) {
        struct process process = start();
        call_ok(&process, &find);
        if (i % 2) {
            kill(process.pid, SIGKILL);
            CHECK(CALL(call(&process, &find, 60, &caught)) == CRASHED);
        }
        process_end(&process);
        CHECK(process.pid == 0);
    }
    CHECK(descriptors() == before);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

/* ---- a parent that dies ---- */

#define PARENT_ARGUMENT "--parent"

/* Prints the worker's process number and dies while the worker hangs. */
static int parent_main(const char *cache)
{
    launcher.cache = cache;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    struct process process = start_with(WELL);
    struct request request = measuring(&process, HANG);
    process_send(&process, &request, 60, NULL);
    printf("%d\n", (int)process.pid);
    fflush(stdout);
    while (access("seen", F_OK)) /* that the worker is alive */
        usleep(1000);
    usleep(300000); /* until the kernel runs */
    raise(SIGKILL);
    return 1;
}

/* Whether a process that is not our child runs. */
static bool is_alive(int pid)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    fclose(file);
    return state != 'Z';
}

TEST(orphan)
{
    char command[256];
    int pid = 0;
    snprintf(command, sizeof command, "exec /proc/%d/exe " PARENT_ARGUMENT " '%s'", (int)getpid(), launcher.cache);
    FILE *parent = popen(command, "r");
    CHECK(parent && fscanf(parent, "%d", &pid) == 1 && pid > 1);
    CHECK(is_alive(pid));
    fclose(fopen("seen", "w"));
    int how = pclose(parent);
    CHECK(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
    double until = clock_seconds() + 20;
    while (is_alive(pid) && clock_seconds() < until)
        usleep(1000);
    CHECK(!is_alive(pid)); /* it does not outlive its parent */
    if (is_alive(pid))
        kill(pid, SIGKILL);
}

int main(int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        return own_worker_main(argc, argv);
    if (argc > 2 && !strcmp(argv[1], PARENT_ARGUMENT))
        return parent_main(argv[2]);
    prepare_parent();
    run_tests();
    return CHECK_RESULT;
}
