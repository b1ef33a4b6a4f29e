/* A request on its way to a worker and the answer on its way back, each as far as it came: nothing waits here. */
#pragma once

#include "tuner/worker/message.h"

struct correspondence {
    struct request request;
    size_t sent; /* bytes of it */
    bool greeted;
    size_t got; /* bytes of the greeting or of the answer; one more than fits is one too many */
    unsigned char inbox[sizeof(struct reply) + 1];
};

enum exchanged {
    EXCHANGE_WAITS, /* for the worker */
    EXCHANGE_DONE,  /* the reply is there */
    EXCHANGE_ENDED, /* the worker's end of a pipe is closed */
    EXCHANGE_WRONG, /* it sent what is none */
};

void correspondence_begin(struct correspondence *letters, const struct request *request);

/* Whether not all of the request is sent. */
bool correspondence_sends(const struct correspondence *letters);

/* Sends and reads what can be now, on descriptors that do not block. Where it is WRONG, `why` says what. */
enum exchanged correspondence_go_on(struct correspondence *letters, int to, int from, struct reply *reply, char *why,
                                    size_t size);
