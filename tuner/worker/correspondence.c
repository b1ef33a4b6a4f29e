#include "tuner/worker/correspondence.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void correspondence_begin(struct correspondence *letters, const struct request *request)
{
    letters->request = *request;
    letters->sent = 0;
}

bool correspondence_sends(const struct correspondence *letters)
{
    return letters->sent < sizeof letters->request;
}

/* False where nobody can read it any more. */
static bool send_on(struct correspondence *letters, int to)
{
    while (correspondence_sends(letters)) {
        const char *from = (const char *)&letters->request + letters->sent;
        const ssize_t sent = write(to, from, sizeof letters->request - letters->sent);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return sent < 0 && errno == EAGAIN;
        letters->sent += (size_t)sent;
    }
    return true;
}

/* Fills the inbox up to `size` bytes. False at the end of the pipe. */
static bool read_on(struct correspondence *letters, int from, size_t size)
{
    while (letters->got < size) {
        const ssize_t got = read(from, letters->inbox + letters->got, size - letters->got);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        letters->got += (size_t)got;
    }
    return true;
}

/* A greeting is looked at as it comes: what is none may be short. */
static enum exchanged take_greeting(struct correspondence *letters, bool open, char *why, size_t size)
{
    struct greeting greeting = greeting_own();
    memcpy(&greeting, letters->inbox, letters->got);
    const char *wrong = greeting_wrong(&greeting);
    if (wrong)
        snprintf(why, size, "%s", wrong);
    letters->greeted = !wrong && letters->got == sizeof greeting;
    if (letters->greeted)
        letters->got = 0;
    return wrong ? EXCHANGE_WRONG : letters->greeted || open ? EXCHANGE_WAITS : EXCHANGE_ENDED;
}

static enum exchanged complain(const char *wrong, char *why, size_t size)
{
    snprintf(why, size, "its worker sent what is no answer (%s)", wrong);
    return EXCHANGE_WRONG;
}

static enum exchanged take_reply(struct correspondence *letters, bool open, struct reply *reply, char *why, size_t size)
{
    const struct request *requested = &letters->request;
    const bool whole = letters->got >= reply_size(requested->kind);
    if (!whole && !reply_begins_wrong(letters->inbox, letters->got, requested))
        return open ? EXCHANGE_WAITS : EXCHANGE_ENDED;
    const char *wrong = reply_parse(letters->inbox, letters->got, requested, reply);
    letters->got = 0;
    return wrong ? complain(wrong, why, size) : EXCHANGE_DONE;
}

enum exchanged correspondence_go_on(struct correspondence *letters, int to, int from, struct reply *reply, char *why,
                                    size_t size)
{
    if (letters->greeted && !letters->sent && read_on(letters, from, 1) && letters->got)
        return complain("unasked", why, size);
    const bool sent = send_on(letters, to);
    if (!letters->greeted) {
        const bool open = read_on(letters, from, sizeof(struct greeting)) && sent;
        const enum exchanged greeted = take_greeting(letters, open, why, size);
        if (!letters->greeted)
            return greeted;
    }
    const bool open = read_on(letters, from, reply_size(letters->request.kind) + 1) && sent;
    return take_reply(letters, open, reply, why, size);
}
