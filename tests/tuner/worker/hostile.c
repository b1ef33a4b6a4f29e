/* Malicious workers: each way to send no reply, an invalid one or too much, to hang, to print, to exhaust memory and to
 * leave children, ends within its time, as a fault with the reason. */
#include "base/clock.h"
#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/worker/process.h"
#include "tuner/worker/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- the workers' faults, by the argument of their registry ---- */

static struct request requested;
static unsigned char answer[sizeof(struct reply)];

static void send_bytes(const void *bytes, size_t size)
{
    CHECK(write(WORKER_REPLIES, bytes, size) == (ssize_t)size);
}

/* A valid reply to the request. */
static struct reply *start_reply(void)
{
    struct reply *good = (struct reply *)answer;
    memset(answer, 0, sizeof answer);
    handshake_send(WORKER_REPLIES);
    request_receive(WORKER_REQUESTS, &requested);
    good->kind = requested.kind;
    if (requested.kind == REQUEST_MEASURE)
        good->result = result_of(requested.index, requested.reference);
    if (requested.kind == REQUEST_INVENTORY)
        good->inventory.devices = COMPUTE_MAX_DEVICES;
    return good;
}

static void send_a_byte(void)
{
    send_bytes("g", 1);
    hang();
}

static void send_wrong_handshake(void)
{
    send_bytes("Usage: something", 16);
    hang();
}

static void send_other_build(void)
{
    struct handshake handshake = handshake_own();
    handshake.build[0] ^= 1;
    send_bytes(&handshake, sizeof handshake);
    hang();
}

static void send_one_byte(void)
{
    start_reply();
    send_bytes(answer, 1);
    hang();
}

static void not_read(void)
{
    handshake_send(WORKER_REPLIES);
    hang();
}

static void reply_another(void)
{
    start_reply()->kind = REQUEST_PREPARE;
    send_bytes(answer, sizeof(enum request_kind));
    hang();
}

static void reply_too_much(void)
{
    start_reply();
    send_bytes(answer, reply_size(requested.kind) + 1);
    hang();
}

static void reply_twice(void)
{
    start_reply();
    send_bytes(answer, reply_size(requested.kind));
    usleep(100000);
    send_bytes(answer, reply_size(requested.kind));
    request_receive(WORKER_REQUESTS, &requested);
    exit(0);
}

static void exit_within_reply(void)
{
    start_reply();
    send_bytes(answer, 100);
    _exit(0);
}

/* Members of replies, all of whose bits are set. */
/* clang-format off */
#define MEMBER(kind, name) {kind, offsetof(struct reply, name), sizeof(((struct reply *)0)->name), #name}
/* clang-format on */
static const struct member {
    enum request_kind kind;
    size_t offset, size;
    const char *name;
} members[] = {
    MEMBER(REQUEST_PREPARE, fault.text),
    MEMBER(REQUEST_PREPARE, fault.status),
    MEMBER(REQUEST_PREPARE, seconds),
    MEMBER(REQUEST_INVENTORY, inventory.devices),
    MEMBER(REQUEST_INVENTORY, inventory.device[COMPUTE_MAX_DEVICES - 1].name),
    MEMBER(REQUEST_FIND, device.can_run),
    MEMBER(REQUEST_MEASURE, result.blocks),
    MEMBER(REQUEST_MEASURE, result.median_ns),
    MEMBER(REQUEST_MEASURE, result.index),
};
enum { MEMBERS = sizeof members / sizeof *members };

static void send_wrong(const struct member *member)
{
    start_reply();
    memset(answer + member->offset, 0xff, member->size);
    send_bytes(answer, reply_size(requested.kind));
    hang();
}

static void print_endlessly(void)
{
    start_reply();
    for (;;)
        puts("and on and on and on and on and on and on and on and on and on and on and on and on and on and on");
}

static void reply_and_allocate(void)
{
    start_reply();
    eat_memory();
}

/* A child in a session of its own, its child, and one in the worker's group; each writes its process number. */
static void note_child(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "child-%s", name);
    FILE *file = fopen(path, "w");
    fprintf(file, "%d", (int)getpid());
    fclose(file);
    rename(path, path + strlen("child-"));
    hang();
}

static void start_children(void)
{
    if (!fork())
        note_child("near");
    if (!fork()) {
        setsid();
        if (!fork()) {
            setsid();
            note_child("farther");
        }
        note_child("far");
    }
    while (access("near", F_OK) || access("far", F_OK) || access("farther", F_OK))
        usleep(1000);
}

static void start_children_and_hang(void)
{
    start_reply();
    start_children();
    hang();
}

static void start_children_and_abort(void)
{
    start_reply();
    start_children();
    abort();
}

static void start_children_and_reply(void)
{
    start_reply();
    start_children();
    send_bytes(answer, reply_size(requested.kind));
    request_receive(WORKER_REQUESTS, &requested);
    exit(0);
}

static const struct way {
    const char *name;
    void (*be)(void);
    enum request_kind kind;
    enum status status;
    const char *text;
} ways[] = {
    {"silent", hang, REQUEST_FIND, TIMED_OUT, "its driver hangs: no answer within 0.5 s"},
    {"a byte", send_a_byte, REQUEST_FIND, TIMED_OUT, "its driver hangs: no answer within 0.5 s"},
    {"no handshake", send_wrong_handshake, REQUEST_FIND, CRASHED, "the worker sent an invalid handshake: "},
    {"another build", send_other_build, REQUEST_FIND, CRASHED, "the worker is another build of gpubench: "},
    {"stall", send_one_byte, REQUEST_MEASURE, TIMED_OUT, "no answer within 0.5 s (--time-limit)"},
    {"stall in setup", send_one_byte, REQUEST_PREPARE, TIMED_OUT,
     "setup and expect did not end within 0.5 s (--time-limit)"},
    {"not read", not_read, REQUEST_MEASURE, TIMED_OUT, "no answer within 0.5 s (--time-limit)"},
    {"another kind", reply_another, REQUEST_FIND, CRASHED, "its worker sent an invalid reply (kind)"},
    {"too much", reply_too_much, REQUEST_FIND, CRASHED, "its worker sent an invalid reply (size)"},
    {"too little", exit_within_reply, REQUEST_FIND, CRASHED, "its worker died: exit status 0"},
    {"prints", print_endlessly, REQUEST_MEASURE, TIMED_OUT, "no answer within 0.5 s (--time-limit)"},
    {"memory", reply_and_allocate, REQUEST_PREPARE, NO_MEMORY, "its worker held "},
    {"twice", reply_twice, REQUEST_PREPARE, OK, ""},
    {"children, hang", start_children_and_hang, REQUEST_PREPARE, TIMED_OUT, "setup and expect did not end within"},
    {"children, die", start_children_and_abort, REQUEST_PREPARE, CRASHED, "its worker died: Aborted"},
    {"children, answer", start_children_and_reply, REQUEST_PREPARE, OK, ""},
};
enum { WAYS = sizeof ways / sizeof *ways, FIRST_PARENT = WAYS - 3 };

static void run_way(const char *name)
{
    for (size_t i = 0; i < WAYS; i++)
        if (!strcmp(ways[i].name, name))
            ways[i].be();
    for (size_t i = 0; i < MEMBERS; i++)
        if (!strcmp(members[i].name, name))
            send_wrong(&members[i]);
    _exit(1);
}

/* ---- the parent ---- */

static struct launcher launcher = {.program = "/proc/self/exe", .cache = "cache"};
static struct reply reply;

static struct process start_as(const char *name)
{
    static const char *arguments[2];
    struct process process;
    arguments[0] = name;
    launcher.registry = arguments;
    CHECK(process_start(&process, &launcher, NULL) == OK);
    return process;
}

static enum status call(struct process *process, const struct request *request, double seconds, struct fault *fault)
{
    memset(&reply, 1, sizeof reply);
    return process_call(process, request, seconds, NULL, &reply, fault);
}

static struct request request_of(enum request_kind kind)
{
    return (struct request){.kind = kind, .target = "fake", .index = 3};
}

/* A worker that reads nothing, with a full pipe. */
static void fill_pipe(const struct process *process)
{
    static const char bytes[65536];
    while (write(process->to, bytes, sizeof bytes) > 0)
        ;
    CHECK(errno == EAGAIN);
}

TEST(ways)
{
    launcher.memory = UINT64_C(256) << 20;
    for (size_t i = 0; i < FIRST_PARENT; i++) {
        const struct way *way = &ways[i];
        struct process process = start_as(way->name);
        struct request request = request_of(way->kind);
        const double before = clock_seconds();
        if (way->be == not_read)
            fill_pipe(&process);
        WRONG_IF(CALL(call(&process, &request, way->status == TIMED_OUT ? 0.5 : 60, &caught)) != way->status ||
                     strncmp(caught.text, way->text, strlen(way->text)) != 0,
                 "%s: %s: %s\n", way->name, status_word(caught.status), caught.text);
        CHECK(clock_seconds() - before < 50);
        CHECK((process.pid > 0) == (way->status == OK));
        CHECK(way->status == OK || (reply.kind == 0 && !reply.fault.text[0]));
        process_close(&process);
        CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    }
    launcher.memory = 0;
}

/* A reply with an invalid member, which the fault names. */
TEST(members)
{
    for (size_t i = 0; i < MEMBERS; i++) {
        struct process process = start_as(members[i].name);
        struct request request = request_of(members[i].kind);
        char name[64] = "?";
        CHECK(CALL(call(&process, &request, 60, &caught)) == CRASHED && !process.pid && !reply.kind);
        sscanf(caught.text, "its worker sent an invalid reply (%63[^)])", name);
        WRONG_IF(!strstr(members[i].name, name), "%s: %s\n", members[i].name, caught.text);
    }
}

/* An unrequested reply is not used for the next request. */
TEST(unrequested)
{
    struct process process = start_as("twice");
    struct request request = request_of(REQUEST_PREPARE);
    CHECK_OK(call(&process, &request, 60, &caught));
    struct pollfd unasked = {process.from, POLLIN, 0};
    CHECK(poll(&unasked, 1, 60000) == 1);
    CHECK(CALL(call(&process, &request, 60, &caught)) == CRASHED);
    CHECK(strstr(caught.text, "its worker sent an invalid reply (unasked)") == caught.text);
    CHECK(!process.pid);
}

/* A worker's output is limited to a MiB, and its last line is reported. */
TEST(log)
{
    struct process process = start_as("prints");
    struct request request = request_of(REQUEST_MEASURE);
    struct fault fault = {0};
    struct stat log;
    CHECK(process_send(&process, &request, 300, &fault) == OK);
    for (int i = 0; i < 20000 && lseek(process.log, 0, SEEK_CUR) < 1 << 20; i++) {
        process_receive(&process, &reply, &fault);
        usleep(5000);
    }
    usleep(200000);
    CHECK(!fstat(process.log, &log) && log.st_size == 1 << 20 && log.st_blocks * 512 <= 1 << 20);
    kill(process.pid, SIGTERM);
    while (!process_receive(&process, &reply, &fault))
        usleep(1000);
    CHECK(strstr(fault.text, "Terminated (signal 15); it printed more than is kept, as far as: ") != NULL);
}

/* The pipe of a program that is no worker at all. */
TEST(no_worker)
{
    const struct launcher before = launcher;
    launcher.program = "/bin/echo";
    struct process process = start_as("nothing");
    struct request request = request_of(REQUEST_FIND);
    CHECK_FAULT(call(&process, &request, 60, &caught), CRASHED,
                "its worker died: exit status 0; its last words: " WORKER_ARGUMENT " cache nothing");
    launcher = before;
}

static bool has_ended(const char *name)
{
    int pid = 0;
    FILE *file = fopen(name, "r");
    bool gone = file && fscanf(file, "%d", &pid) == 1 && kill(pid, 0) < 0 && errno == ESRCH;
    if (file)
        fclose(file);
    remove(name);
    return gone;
}

/* After a worker's end, of any kind, none of the processes that it started exists, not even as a zombie. */
TEST(children)
{
    for (size_t i = FIRST_PARENT; i < WAYS; i++) {
        struct process process = start_as(ways[i].name);
        struct request request = request_of(ways[i].kind);
        CHECK(CALL(call(&process, &request, ways[i].status == TIMED_OUT ? 3 : 60, &caught)) == ways[i].status);
        CHECK(!strncmp(caught.text, ways[i].text, strlen(ways[i].text)));
        process_close(&process);
        CHECK(has_ended("near"));
        CHECK(has_ended("far"));
        CHECK(has_ended("farther"));
        CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    }
}

/* For the exit of a program: ends all workers at once. */
TEST(end_all)
{
    struct process first = start_as("silent"), second = start_as("children, hang");
    struct request request = request_of(REQUEST_PREPARE);
    struct fault fault = {0};
    CHECK(process_send(&second, &request, 60, &fault) == OK);
    while (access("near", F_OK) || access("farther", F_OK)) {
        process_receive(&second, &reply, &fault);
        usleep(1000);
    }
    process_end_all();
    int how;
    CHECK(waitpid(first.pid, &how, 0) == first.pid && WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
    while (!process_receive(&second, &reply, &fault))
        usleep(1000);
    CHECK(strstr(fault.text, "its worker died: killed from outside") == fault.text);
    CHECK(has_ended("near"));
    CHECK(has_ended("farther"));
    first.pid = 0;
    process_end(&first);
}

int main(int argc, char **argv)
{
    if (argc > WORKER_REGISTRY && !strcmp(argv[1], WORKER_ARGUMENT))
        run_way(argv[WORKER_REGISTRY]);
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
    run_tests();
    return CHECK_RESULT;
}
