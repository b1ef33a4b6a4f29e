/* Messages: byte for byte, in pieces, interrupted, truncated, to a closed pipe; and invalid bytes. */
#include "tests/check.h"
#include "tuner/worker/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

enum { READ, WRITE, KINDS = REQUEST_MEASURE + 1 };

/* Invalid numbers, of which no two neighbours are equal. */
static void fill(void *to, size_t size, unsigned start)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)(start + 37 * i + i / 251);
}

/* A valid one, with values in its arrays. */
static struct request *new_request(enum request_kind kind)
{
    struct request *request = calloc(1, sizeof *request);
    request->kind = kind;
    request->index = UINT64_C(1) << 40;
    request->reference = 2;
    strcpy(request->target, "fake");
    strcpy(request->device.name, "a device");
    request->at.setting[MAX_SETTINGS - 1] = 0.1;
    request->effort = (struct effort){.blocks = MAX_BLOCKS, .samples = 20, .alone = true};
    return request;
}

static struct reply *new_reply(const struct request *requested)
{
    struct reply *reply = calloc(1, sizeof *reply);
    reply->kind = requested->kind;
    fail(&reply->fault, WRONG_RESULT, "sum %d, expected %d", 3, 4);
    reply->seconds[PHASES - 1] = 0.25;
    if (requested->kind == REQUEST_MEASURE) {
        reply->result = result_of(NO_CONFIGURATION, requested->reference);
        reply->result.block_ns[MAX_BLOCKS - 1] = 0.1;
        reply->result.compile_ms = 12.5;
        reply->samples.ns[MAX_KEPT - 1] = 3;
        reply->samples.count = MAX_KEPT;
    } else if (requested->kind == REQUEST_INVENTORY) {
        reply->inventory.devices = COMPUTE_MAX_DEVICES;
        reply->inventory.absences = COMPUTE_MAX_ABSENCES;
        strcpy(reply->inventory.absence[COMPUTE_MAX_ABSENCES - 1].text, "not here");
    }
    return reply;
}

static size_t unread_bytes(const int pipes[2])
{
    int bytes = 0;
    ioctl(pipes[READ], FIONREAD, &bytes);
    return (size_t)bytes;
}

/* The end of the process closes it. */
static void open_pipe(int pipes[2])
{
    if (pipe(pipes)) {
        perror("pipe");
        exit(1);
    }
}

TEST(requests)
{
    int pipes[2];
    open_pipe(pipes);
    for (int kind = 0; kind < KINDS; kind++) {
        FREED struct request *sent = new_request((enum request_kind)kind), *got = calloc(1, sizeof *got);
        CHECK(write(pipes[WRITE], sent, sizeof *sent) == sizeof *sent);
        CHECK(request_receive(pipes[READ], got));
        CHECK(!memcmp(sent, got, sizeof *sent));
        CHECK(unread_bytes(pipes) == 0);
    }
}

/* A reply is as long as its kind needs. */
TEST(replies)
{
    int pipes[2];
    open_pipe(pipes);
    for (int kind = 0; kind < KINDS; kind++) {
        FREED struct request *requested = new_request((enum request_kind)kind);
        FREED struct reply *sent = new_reply(requested), *got = malloc(sizeof *got);
        static unsigned char bytes[sizeof *sent];
        const size_t size = reply_size(requested->kind);
        memset(got, 1, sizeof *got);
        CHECK(reply_send(pipes[WRITE], sent));
        CHECK(unread_bytes(pipes) == size);
        CHECK(read(pipes[READ], bytes, sizeof bytes) == (ssize_t)size);
        CHECK(!reply_parse(bytes, size, requested, got));
        CHECK(!memcmp(sent, got, sizeof *got));
        CHECK_TEXT(got->fault.text, "sum 3, expected 4");
        for (size_t length = 0; length < size; length += 7)
            CHECK(reply_parse(bytes, length, requested, got) != NULL);
        CHECK_TEXT(reply_parse(bytes, size + 1, requested, got), "size");
    }
    CHECK(reply_size(REQUEST_PREPARE) == offsetof(struct reply, device));
    CHECK(reply_size(REQUEST_MEASURE) == offsetof(struct reply, samples) + sizeof(struct kept_samples));
    CHECK(reply_size(REQUEST_INVENTORY) == offsetof(struct reply, inventory) + sizeof(struct compute_inventory));
}

/* Every shorter length, 0 included, is no message: the other side died while it wrote. */
TEST(truncated)
{
    FREED struct request *request = new_request(REQUEST_COMPILE), *got = calloc(1, sizeof *got);
    for (size_t length = 0; length <= sizeof *request; length++) {
        int pipes[2];
        open_pipe(pipes);
        CHECK(write(pipes[WRITE], request, length) == (ssize_t)length);
        close(pipes[WRITE]);
        CHECK(request_receive(pipes[READ], got) == (length == sizeof *request));
        close(pipes[READ]);
    }
}

/* ---- invalid bytes ---- */

#define AT(type, name) offsetof(struct type, name), sizeof(((struct type *)0)->name), #name

/* Members of a request, each with an invalid value. */
TEST(wrong_requests)
{
    static const struct {
        size_t offset, size;
        const char *name;
    } members[] = {
        {AT(request, kind)},          {AT(request, target)},
        {AT(request, device.name)},   {AT(request, device.features)},
        {AT(request, cold)},          {AT(request, at.types)},
        {AT(request, at.setting)},    {AT(request, binary.text)},
        {AT(request, reference)},     {AT(request, checks)},
        {AT(request, thorough)},      {AT(request, other)},
        {AT(request, effort.blocks)}, {AT(request, effort.sampling)},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        FREED struct request *wrong = new_request(REQUEST_MEASURE), *got = malloc(sizeof *got);
        memset((char *)wrong + members[i].offset, 0xff, members[i].size);
        const char *name = request_parse(wrong, sizeof *wrong, got);
        CHECK(name && strstr(members[i].name, name));
    }
}

/* Random bytes in a valid message, at any address: in accepted ones, texts are terminated and counts small. */
TEST(random)
{
    enum { TRIES = 4000 };
    static unsigned char bytes[sizeof(struct reply) + 1];
    FREED struct reply *got = malloc(sizeof *got);
    FREED struct request *also = malloc(sizeof *also);
    unsigned random = 1;
    int good = 0;
    for (int i = 0; i < TRIES; i++) {
        FREED struct request *requested = new_request((enum request_kind)(i % KINDS));
        FREED struct reply *reply = new_reply(requested);
        const size_t size = reply_size(requested->kind);
        memcpy(bytes + 1, reply, size);
        for (int change = 0; change < 1 + i % 3; change++) {
            random = random * 1664525 + 1013904223;
            bytes[1 + (random >> 8) % (i % 2 ? 64 : size)] = (unsigned char)(random >> 24);
        }
        if (!reply_parse(bytes + 1, size, requested, got)) {
            good++;
            CHECK(memchr(got->fault.text, 0, sizeof got->fault.text) && got->fault.status < STATUS_COUNT);
            CHECK(got->kind != REQUEST_INVENTORY || got->inventory.devices <= COMPUTE_MAX_DEVICES);
            CHECK(got->kind != REQUEST_MEASURE ||
                  (got->samples.count <= MAX_KEPT && memchr(got->counting.unkept, 0, sizeof got->counting.unkept)));
        }
        fill(bytes, sizeof bytes, random);
        CHECK(reply_parse(bytes + 1, size, requested, got));
        CHECK(request_parse(bytes + 1, sizeof *requested, also));
    }
    CHECK(good > TRIES / 10 && good < TRIES);
}

TEST(closed)
{
    signal(SIGPIPE, SIG_IGN);
    int pipes[2];
    FREED struct request *request = new_request(REQUEST_OPEN);
    FREED struct reply *reply = new_reply(request);
    open_pipe(pipes);
    close(pipes[READ]);
    CHECK(!reply_send(pipes[WRITE], reply));
    close(pipes[WRITE]);
    CHECK(!reply_send(-1, reply));
    CHECK(!request_receive(-1, request));
}

/* ---- handshakes ---- */

TEST(handshakes)
{
    struct handshake own = handshake_own(), other = own;
    CHECK(!handshake_invalid(&own));
    CHECK(strlen(own.build) >= 16 && strspn(own.build, "0123456789abcdef") == strlen(own.build));
    other.build[3] ^= 1;
    CHECK_TEXT(handshake_invalid(&other), "the worker is another build of gpubench: start this one again");
    other = own;
    other.magic[0] = 'G';
    CHECK(strstr(handshake_invalid(&other), "an invalid handshake"));
}

/* ---- in pieces, and interrupted ---- */

enum { MESSAGES = 40 };

static volatile sig_atomic_t interrupts;

static void interrupt(UNNEEDED int signal)
{
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

/* Reads the available bytes now and then, so that the writer mostly waits within a message. */
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
TEST(interrupted)
{
    struct sigaction action = {.sa_handler = interrupt}; /* no SA_RESTART */
    sigaction(SIGALRM, &action, NULL);
    int pipes[2];
    FREED struct request *requested = new_request(REQUEST_INVENTORY);
    FREED struct reply *reply = new_reply(requested);
    void *same;

    open_pipe(pipes);
    CHECK(fcntl(pipes[WRITE], F_SETPIPE_SZ, 4096) == 4096);
    struct writer reader = {pipes[READ], reply, false}, writer = {pipes[WRITE], reply, false};
    set_timer(500);
    pthread_t thread = start_quiet(drain_slowly, &reader);
    write_replies(&writer);
    pthread_join(thread, &same);
    set_timer(0);
    CHECK(same != NULL && writer.sent);
    CHECK(interrupts > 10);
}

/* Late, in pieces of 13 bytes. */
static void *write_late(void *user)
{
    struct writer *writer = user;
    const struct handshake handshake = handshake_own();
    const char *from = (const char *)writer->reply;
    const size_t size = reply_size(writer->reply->kind);
    usleep(20000);
    writer->sent = write(writer->fd, &handshake, sizeof handshake) == sizeof handshake;
    for (size_t at = 0; at < size; at += 13) {
        size_t piece = size - at < 13 ? size - at : 13;
        writer->sent = write(writer->fd, from + at, piece) == (ssize_t)piece && writer->sent;
        if (at % 5 == 0)
            usleep(20);
    }
    return NULL;
}

/* The parent's side never waits: it continues with the available bytes, up to the whole reply, under signals. */
TEST(late)
{
    int to[2], from[2];
    char why[200];
    enum connection_state exchanged = CONNECTION_PENDING;
    FREED struct request *requested = new_request(REQUEST_MEASURE);
    FREED struct reply *reply = new_reply(requested), *got = calloc(1, sizeof *got);
    FREED struct connection *connection = calloc(1, sizeof *connection);
    open_pipe(to);
    open_pipe(from);
    CHECK(!fcntl(to[WRITE], F_SETFL, O_NONBLOCK) && !fcntl(from[READ], F_SETFL, O_NONBLOCK));
    struct writer writer = {from[WRITE], reply, false};
    connection_begin(connection, requested);
    CHECK(connection_is_sending(connection));
    CHECK(connection_poll(connection, to[WRITE], from[READ], got, why, sizeof why) == CONNECTION_PENDING);
    CHECK(!connection_is_sending(connection) && unread_bytes(to) == sizeof *requested);
    set_timer(1000);
    pthread_t thread = start_quiet(write_late, &writer);
    while (exchanged == CONNECTION_PENDING)
        exchanged = connection_poll(connection, to[WRITE], from[READ], got, why, sizeof why);
    set_timer(0);
    pthread_join(thread, NULL);
    CHECK(exchanged == CONNECTION_DONE && writer.sent && !memcmp(got, reply, sizeof *got));
    connection_begin(connection, requested);
    close(from[WRITE]);
    CHECK(connection_poll(connection, to[WRITE], from[READ], got, why, sizeof why) == CONNECTION_CLOSED);
    close(from[READ]);
}
