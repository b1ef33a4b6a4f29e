#include "tuner/worker/connection.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void connection_begin(struct connection *connection, const struct request *request)
{
    connection->request = *request;
    connection->sent = 0;
}

bool connection_is_sending(const struct connection *connection)
{
    return connection->sent < sizeof connection->request;
}

/* False when the reading end is closed. */
static bool send_on(struct connection *connection, int to)
{
    while (connection_is_sending(connection)) {
        const char *from = (const char *)&connection->request + connection->sent;
        const ssize_t sent = write(to, from, sizeof connection->request - connection->sent);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return sent < 0 && errno == EAGAIN;
        connection->sent += (size_t)sent;
    }
    return true;
}

/* Fills the receive buffer up to `size` bytes. False when the writing end is closed. */
static bool read_on(struct connection *connection, int from, size_t size)
{
    while (connection->got < size) {
        const ssize_t got = read(from, connection->receive_buffer + connection->got, size - connection->got);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        connection->got += (size_t)got;
    }
    return true;
}

/* Checks the handshake byte by byte: an invalid one may be shorter. */
static enum connection_state take_handshake(struct connection *connection, bool open, char *why, size_t size)
{
    struct handshake handshake = handshake_own();
    memcpy(&handshake, connection->receive_buffer, connection->got);
    const char *wrong = handshake_invalid(&handshake);
    if (wrong)
        snprintf(why, size, "%s", wrong);
    connection->handshake_done = !wrong && connection->got == sizeof handshake;
    if (connection->handshake_done)
        connection->got = 0;
    return wrong ? CONNECTION_INVALID : connection->handshake_done || open ? CONNECTION_PENDING : CONNECTION_CLOSED;
}

static enum connection_state explain(const char *wrong, char *why, size_t size)
{
    snprintf(why, size, "its worker sent an invalid reply (%s)", wrong);
    return CONNECTION_INVALID;
}

static enum connection_state take_reply(struct connection *connection, bool open, struct reply *reply, char *why,
                                        size_t size)
{
    const struct request *requested = &connection->request;
    const bool whole = connection->got >= reply_size(requested->kind);
    if (!whole && !reply_begins_wrong(connection->receive_buffer, connection->got, requested))
        return open ? CONNECTION_PENDING : CONNECTION_CLOSED;
    const char *wrong = reply_parse(connection->receive_buffer, connection->got, requested, reply);
    connection->got = 0;
    return wrong ? explain(wrong, why, size) : CONNECTION_DONE;
}

enum connection_state connection_poll(struct connection *connection, int to, int from, struct reply *reply, char *why,
                                      size_t size)
{
    if (connection->handshake_done && !connection->sent && read_on(connection, from, 1) && connection->got)
        return explain("unasked", why, size);
    const bool sent = send_on(connection, to);
    if (!connection->handshake_done) {
        const bool open = read_on(connection, from, sizeof(struct handshake)) && sent;
        const enum connection_state handshake_done = take_handshake(connection, open, why, size);
        if (!connection->handshake_done)
            return handshake_done;
    }
    const bool open = read_on(connection, from, reply_size(connection->request.kind) + 1) && sent;
    return take_reply(connection, open, reply, why, size);
}
