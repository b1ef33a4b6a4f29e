/* Messages through a pipe: byte for byte, in pieces, interrupted, cut short, to nobody. */
#include "tuner/worker/message.h"
#include "tests/check.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

enum { READ, WRITE, KINDS = REQUEST_MEASURE + 1 };

static const size_t payloads[KINDS] = {
    [REQUEST_INVENTORY] = sizeof(struct compute_inventory),
    [REQUEST_FIND] = sizeof(struct compute_device),
    [REQUEST_COMPILE] = sizeof(struct program),
    [REQUEST_OPEN] = sizeof(struct opened),
    [REQUEST_PREPARE] = 0,
    [REQUEST_MEASURE] = sizeof(struct result) + sizeof(struct kept_samples),
};

/* No two neighbouring bytes alike, padding included. */
static void fill(void *to, size_t size, unsigned start)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)(start + 37 * i + i / 251);
}

static struct request *new_request(enum request_kind kind, unsigned start)
{
    struct request *request = malloc(sizeof *request);
    fill(request, sizeof *request, start);
    request->kind = kind;
    return request;
}

static struct reply *new_reply(enum request_kind kind, unsigned start)
{
    struct reply *reply = malloc(sizeof *reply);
    fill(reply, sizeof *reply, start);
    reply->kind = kind;
    return reply;
}

static size_t reply_size(enum request_kind kind)
{
    return offsetof(struct reply, device) + payloads[kind];
}

static size_t waiting(const int pipes[2])
{
    int bytes = 0;
    ioctl(pipes[READ], FIONREAD, &bytes);
    return (size_t)bytes;
}

static void open_pipe(int pipes[2])
{
    if (pipe(pipes)) {
        perror("pipe");
        exit(1);
    }
}

static void close_pipe(int pipes[2])
{
    close(pipes[READ]);
    close(pipes[WRITE]);
}

static void test_requests(void)
{
    int pipes[2];
    open_pipe(pipes);
    for (int kind = 0; kind < KINDS; kind++) {
        struct request *sent = new_request((enum request_kind)kind, 11 * (unsigned)kind);
        struct request *got = calloc(1, sizeof *got);
        CHECK(request_send(pipes[WRITE], sent));
        CHECK(request_receive(pipes[READ], got));
        CHECK(!memcmp(sent, got, sizeof *sent));
        CHECK(waiting(pipes) == 0);
        free(sent);
        free(got);
    }
    close_pipe(pipes);
}

/* A reply is as long as its kind needs; another one behind it is not touched. */
static void test_replies(void)
{
    int pipes[2];
    open_pipe(pipes);
    for (int kind = 0; kind < KINDS; kind++) {
        size_t size = reply_size((enum request_kind)kind);
        struct reply *first = new_reply((enum request_kind)kind, 5), *second = new_reply(REQUEST_OPEN, 99);
        struct reply *got = calloc(1, sizeof *got), *zeros = calloc(1, sizeof *zeros);
        CHECK(reply_send(pipes[WRITE], first));
        CHECK(waiting(pipes) == size);
        CHECK(reply_send(pipes[WRITE], second));
        CHECK(reply_receive(pipes[READ], got));
        CHECK(!memcmp(first, got, size));
        CHECK(!memcmp((char *)got + size, zeros, sizeof *got - size));
        CHECK(reply_receive(pipes[READ], got));
        CHECK(!memcmp(second, got, reply_size(REQUEST_OPEN)));
        CHECK(waiting(pipes) == 0);
        free(first);
        free(second);
        free(got);
        free(zeros);
    }
    close_pipe(pipes);
}

/* Numbers of a real answer: a fault with its text, and a row. */
static void test_fault(void)
{
    int pipes[2];
    open_pipe(pipes);
    struct reply *sent = calloc(1, sizeof *sent), *got = calloc(1, sizeof *got);
    sent->kind = REQUEST_MEASURE;
    fail(&sent->fault, WRONG_RESULT, "sum %d, expected %d", 3, 4);
    sent->result.index = UINT64_C(1) << 40;
    sent->result.reference = 2;
    sent->result.block_ns[MAX_BLOCKS - 1] = 0.1;
    sent->result.compile_ms = 12.5;
    CHECK(reply_send(pipes[WRITE], sent));
    CHECK(reply_receive(pipes[READ], got));
    CHECK(got->fault.status == WRONG_RESULT);
    CHECK_TEXT(got->fault.text, "sum 3, expected 4");
    CHECK(got->result.index == UINT64_C(1) << 40 && got->result.reference == 2);
    CHECK(got->result.block_ns[MAX_BLOCKS - 1] == 0.1);
    CHECK(got->result.compile_ms == 12.5);
    free(sent);
    free(got);
    close_pipe(pipes);
}

/* Every length that is too short, 0 included, is no message: the other side died while it wrote. */
static void test_truncated(void)
{
    struct request *request = new_request(REQUEST_COMPILE, 1), *got_request = calloc(1, sizeof *got_request);
    struct reply *reply = new_reply(REQUEST_OPEN, 1), *got_reply = calloc(1, sizeof *got_reply);
    for (size_t length = 0; length <= sizeof *request; length++) {
        int pipes[2];
        open_pipe(pipes);
        CHECK(write(pipes[WRITE], request, length) == (ssize_t)length);
        close(pipes[WRITE]);
        CHECK(request_receive(pipes[READ], got_request) == (length == sizeof *request));
        close(pipes[READ]);
    }
    for (size_t length = 0; length <= reply_size(REQUEST_OPEN); length++) {
        int pipes[2];
        open_pipe(pipes);
        CHECK(write(pipes[WRITE], reply, length) == (ssize_t)length);
        close(pipes[WRITE]);
        CHECK(reply_receive(pipes[READ], got_reply) == (length == reply_size(REQUEST_OPEN)));
        close(pipes[READ]);
    }
    free(request);
    free(got_request);
    free(reply);
    free(got_reply);
}

/* An answer of no kind that there is: its length is unknown, and nothing behind its head is read. */
static void test_foreign(void)
{
    static const int kinds[] = {KINDS, 1000, -1};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int pipes[2];
        open_pipe(pipes);
        struct reply *sent = new_reply(REQUEST_OPEN, 1), *got = calloc(1, sizeof *got);
        memcpy(&sent->kind, &kinds[i], sizeof kinds[i]);
        CHECK(write(pipes[WRITE], sent, sizeof *sent) == sizeof *sent);
        CHECK(!reply_receive(pipes[READ], got));
        CHECK(waiting(pipes) == sizeof *sent - offsetof(struct reply, device));
        free(sent);
        free(got);
        close_pipe(pipes);
    }
}

static void test_closed(void)
{
    int pipes[2];
    struct request *request = new_request(REQUEST_OPEN, 1);
    struct reply *reply = new_reply(REQUEST_INVENTORY, 1);
    open_pipe(pipes);
    close(pipes[READ]);
    CHECK(!request_send(pipes[WRITE], request));
    CHECK(!reply_send(pipes[WRITE], reply));
    close(pipes[WRITE]);
    CHECK(!request_send(-1, request));
    CHECK(!request_receive(-1, request));
    free(request);
    free(reply);
}

/* ---- in pieces, and interrupted ---- */

enum { MESSAGES = 40 };

static volatile sig_atomic_t interrupts;

static void interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

struct writer {
    int fd;
    struct reply *reply;
    bool sent;
};

static void *write_replies(void *user)
{
    struct writer *writer = user;
    writer->sent = true;
    for (int i = 0; i < MESSAGES; i++)
        writer->sent = reply_send(writer->fd, writer->reply) && writer->sent;
    return NULL;
}

/* Takes what there is now and then, so that the writer mostly waits in the midst of a message. */
static void *drain_slowly(void *user)
{
    const struct writer *writer = user;
    const size_t size = reply_size(REQUEST_INVENTORY);
    unsigned char *all = malloc(MESSAGES * size);
    size_t got = 0;
    ssize_t one;
    while (got < MESSAGES * size &&
           (one = read(writer->fd, all + got, MESSAGES * size - got < 1000 ? MESSAGES * size - got : 1000)) > 0) {
        got += (size_t)one;
        usleep(200);
    }
    bool same = got == MESSAGES * size;
    for (int i = 0; i < MESSAGES && same; i++)
        same = !memcmp(all + (size_t)i * size, writer->reply, size);
    free(all);
    return same ? user : NULL;
}

static void set_timer(long microseconds)
{
    struct itimerval timer = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Runs `other` with the signals blocked, so that they interrupt this thread. */
static pthread_t start_quiet(void *(*other)(void *), void *user)
{
    sigset_t alarm, before;
    pthread_t thread;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, &before);
    if (pthread_create(&thread, NULL, other, user)) {
        fprintf(stderr, "no thread\n");
        exit(1);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thread;
}

/* A pipe of one page holds a part of a message. Signals every half millisecond end reads and writes early. */
static void test_interrupted(void)
{
    struct sigaction action = {.sa_handler = interrupt}; /* no SA_RESTART */
    sigaction(SIGALRM, &action, NULL);
    int pipes[2];
    struct reply *reply = new_reply(REQUEST_INVENTORY, 3), *got = calloc(1, sizeof *got);

    open_pipe(pipes);
    CHECK(fcntl(pipes[WRITE], F_SETPIPE_SZ, 4096) == 4096);
    struct writer writer = {pipes[WRITE], reply, false};
    set_timer(500);
    pthread_t thread = start_quiet(write_replies, &writer);
    bool received = true;
    for (int i = 0; i < MESSAGES; i++) {
        memset(got, 0, sizeof *got);
        received = reply_receive(pipes[READ], got) && !memcmp(got, reply, reply_size(REQUEST_INVENTORY)) && received;
        usleep(100);
    }
    pthread_join(thread, NULL);
    CHECK(received && writer.sent);
    CHECK(waiting(pipes) == 0);

    void *same;
    sig_atomic_t before = interrupts;
    struct writer reader = {pipes[READ], reply, false};
    writer.fd = pipes[WRITE];
    thread = start_quiet(drain_slowly, &reader);
    write_replies(&writer);
    pthread_join(thread, &same);
    set_timer(0);
    CHECK(same != NULL && writer.sent);
    CHECK(interrupts > before + 10);
    close_pipe(pipes);
    free(reply);
    free(got);
}

/* Late, and in pieces of 13 bytes. */
static void *write_late(void *user)
{
    struct writer *writer = user;
    const char *from = (const char *)writer->reply;
    const size_t size = reply_size(writer->reply->kind);
    usleep(20000);
    writer->sent = true;
    for (int i = 0; i < MESSAGES; i++)
        for (size_t at = 0; at < size; at += 13) {
            size_t piece = size - at < 13 ? size - at : 13;
            writer->sent = write(writer->fd, from + at, piece) == (ssize_t)piece && writer->sent;
            if (at % 5 == 0)
                usleep(20);
        }
    return NULL;
}

/* A read that waits is interrupted before a first byte comes, and then gets less than it asks for. */
static void test_late(void)
{
    int pipes[2];
    open_pipe(pipes);
    struct reply *reply = new_reply(REQUEST_PREPARE, 3), *got = calloc(1, sizeof *got);
    struct writer writer = {pipes[WRITE], reply, false};
    set_timer(1000);
    pthread_t thread = start_quiet(write_late, &writer);
    for (int i = 0; i < MESSAGES; i++)
        CHECK(reply_receive(pipes[READ], got) && !memcmp(got, reply, reply_size(REQUEST_PREPARE)));
    set_timer(0);
    pthread_join(thread, NULL);
    CHECK(writer.sent);
    close_pipe(pipes);
    free(reply);
    free(got);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    test_requests();
    test_replies();
    test_fault();
    test_truncated();
    test_foreign();
    test_closed();
    test_interrupted();
    test_late();
    return CHECK_RESULT;
}
