/* A request on its way to a worker and the answer on its way back, each as far as it came: nothing waits here. */
#pragma once

#include "tuner/worker/message.h"

struct connection {
    struct request request;
    size_t sent; /* bytes of it */
    bool handshake_done;
    size_t got; /* bytes of the handshake or of the answer; one more than fits is one too many */
    unsigned char receive_buffer[sizeof(struct reply) + 1];
};

enum connection_state {
    CONNECTION_PENDING, /* for the worker */
    CONNECTION_DONE,    /* the reply is there */
    CONNECTION_CLOSED,  /* the worker's end of a pipe is closed */
    CONNECTION_INVALID, /* it sent what is none */
};

void connection_begin(struct connection *connection, const struct request *request);

/* Whether not all of the request is sent. */
bool connection_is_sending(const struct connection *connection);

/* Sends and reads what can be now, on descriptors that do not block. Where it is WRONG, `why` says what. */
enum connection_state connection_poll(struct connection *connection, int to, int from, struct reply *reply, char *why,
                                      size_t size);
