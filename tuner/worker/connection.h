/* The parent's end of the pipes to a worker: sends a request and receives the reply, without blocking. */
#pragma once

#include "tuner/worker/message.h"

struct connection {
    struct request request;
    size_t sent; /* bytes of the request */
    bool handshake_done;
    size_t got; /* bytes received of the handshake or of the reply; the buffer holds one more, to detect too long a
                   reply */
    unsigned char receive_buffer[sizeof(struct reply) + 1];
};

enum connection_state {
    CONNECTION_PENDING, /* not complete yet */
    CONNECTION_DONE,    /* the reply is complete */
    CONNECTION_CLOSED,  /* the worker's end of a pipe is closed */
    CONNECTION_INVALID, /* the worker sent an invalid message */
};

void connection_begin(struct connection *connection, const struct request *request);

/* Whether part of the request is still to be sent. */
bool connection_is_sending(const struct connection *connection);

/* Sends and receives as much as is possible now, on non-blocking descriptors. `why` describes what is INVALID. */
enum connection_state connection_poll(struct connection *connection, int to, int from, struct reply *reply, char *why,
                                      size_t size);
