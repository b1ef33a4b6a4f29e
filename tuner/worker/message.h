/* Messages between parent and workers: plain structs without pointers, over pipes. A worker's memory may be corrupt, so
 * every byte of a reply is validated before it is used. */
#pragma once

#include "base/store.h"
#include "tuner/job/program.h"
#include "tuner/measure/meter.h"
#include "tuner/result.h"

#include <stdbool.h>

enum { MAX_CHECKS = 16 };

enum request_kind {
    REQUEST_INVENTORY,   /* the devices of a backend -> inventory */
    REQUEST_FIND,        /* describe one device -> device */
    REQUEST_COMPILE,     /* a configuration -> program */
    REQUEST_COMPILE_OWN, /* the tuner's own kernels, for a device -> nothing */
    REQUEST_OPEN,        /* use a device from now on -> opened */
    REQUEST_PREPARE,     /* set a bench up at a size -> nothing */
    REQUEST_MEASURE      /* load, verify, measure a configuration -> result */
};

/* A measurement is one request; or three, of which only the second must not be disturbed by others on the host. */
enum stage { STAGE_ALL, STAGE_VERIFY, STAGE_TIME, STAGE_CHECK };

/* A problem in a message: suite and bench are positions in the registry, which has the same key on both sides; the
 * atoms of the structure are in the store. */
struct problem_at {
    struct store_key registry;
    uint32_t suite, bench;
    uint64_t n, seed;
    double setting[MAX_SETTINGS];
    struct store_key structure; /* an array of struct mm_float4, then a byte for each where there are types; or "" */
    struct atom_type type[MAX_ATOM_TYPES];
    uint32_t types;
    double box[3];
};

struct request {
    enum request_kind kind;
    struct compute_device device; /* COMPILE, COMPILE_OWN, OPEN; FIND: backend and index only */
    char target[32];              /* INVENTORY, FIND: the backend, as given by the user */
    bool cold;                    /* OPEN */
    uint64_t secret;              /* OPEN: the run's; MEASURE: of this measurement's checks */
    struct problem_at at;         /* COMPILE, PREPARE */
    uint64_t index;               /* COMPILE, MEASURE: the configuration */
    uint32_t reference;           /* MEASURE: 0, or this one of the bench's references, counted from 1, instead */
    struct store_key binary;      /* MEASURE */
    enum stage stage;             /* MEASURE */
    bool verified;                /* MEASURE: already verified; only time it */
    uint32_t checks;              /* MEASURE: how many times the outputs are verified after timing, */
    bool thorough;                /* how thoroughly, */
    bool other;           /* and whether a bench that cannot change its inputs runs on those of another seed, too */
    double warm_until;    /* MEASURE: until then the device's clocks count as warm by the work of another worker */
    struct effort effort; /* MEASURE; of no blocks: the result is VERIFIED, without times */
};

/* The calibration of a device's clock (tuner/measure/sampler.h). */
struct opened {
    double tick_ns, start_ns, marker_ns;
};

struct reply {
    enum request_kind kind;
    struct fault fault;     /* its status is the reply's */
    double seconds[PHASES]; /* that it took */
    union {
        struct compute_device device;
        struct program compiled;
        struct opened opened;
        struct {
            struct result result;
            struct program counting; /* the counting build's; without a key if none was made */
            struct kept_samples samples;
        };
        struct compute_inventory inventory;
    };
};

/* A worker's first message: the build of its program, as its ELF build-id in hexadecimal; "" without one. */
struct handshake {
    char magic[16], build[80];
};
struct handshake handshake_own(void);

/* The reason that a handshake is not of a worker of this build; NULL if it is. */
const char *handshake_invalid(const struct handshake *handshake);

/* The size of the reply to a kind of request, in bytes. */
size_t reply_size(enum request_kind kind);

/* Parse messages from arbitrary bytes of any alignment. Each returns NULL, or the name of an invalid member (wrong kind
 * or size, an unterminated text, a number out of range, a count beyond its array); the message is then not to be used.
 */
const char *request_parse(const void *bytes, size_t size, struct request *request);
const char *reply_parse(const void *bytes, size_t size, const struct request *requested, struct reply *reply);

/* Whether the bytes received so far are of another kind than the request's. */
bool reply_begins_wrong(const void *bytes, size_t size, const struct request *requested);

/* The worker's side, which may block: false when the parent has closed the pipe, or sent an invalid request. */
bool handshake_send(int fd);
bool request_receive(int fd, struct request *request);
bool reply_send(int fd, const struct reply *reply);
