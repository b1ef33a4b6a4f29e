/* What parent and workers say to each other: plain structs over pipes. Nothing in them is a pointer. A worker may be
 * out of its mind: no byte of it is believed before it was looked at. */
#pragma once

#include "base/store.h"
#include "tuner/job/program.h"
#include "tuner/measure/meter.h"
#include "tuner/result.h"

#include <stdbool.h>

enum { MAX_CHECKS = 16 };

enum request_kind {
    REQUEST_INVENTORY,   /* which devices has a backend? -> inventory */
    REQUEST_FIND,        /* describe one device -> device */
    REQUEST_COMPILE,     /* a configuration -> program */
    REQUEST_COMPILE_OWN, /* what the tuner has beside benches, for a device -> nothing */
    REQUEST_OPEN,        /* use a device from now on -> opened */
    REQUEST_PREPARE,     /* set a bench up at a size -> nothing */
    REQUEST_MEASURE      /* load, verify, measure a configuration -> result */
};

/* A problem on its way: suite and bench are positions in the registry that both sides have, whose key goes with them;
 * the atoms of its structure are in the store. */
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
    char target[32];              /* INVENTORY, FIND: the backend, as the user wrote it */
    bool cold;                    /* OPEN */
    uint64_t secret;              /* OPEN: the run's; MEASURE: of this measurement's checks */
    struct problem_at at;         /* COMPILE, PREPARE */
    uint64_t index;               /* COMPILE, MEASURE: the configuration */
    uint32_t reference;           /* MEASURE: 0, or this one of the bench's references, counted from 1, instead */
    struct store_key binary;      /* MEASURE */
    bool verified;                /* MEASURE: it was verified before; only time it */
    uint32_t checks;              /* MEASURE: how often what was timed is verified behind it, */
    bool thorough;                /* how thoroughly, */
    bool other;                   /* and whether what cannot change its inputs has those of another seed, too */
    struct effort effort;         /* MEASURE; of no blocks: the result is VERIFIED, without times */
};

/* What a device's clock is like (tuner/measure/sampler.h). */
struct opened {
    double tick_ns, start_ns, marker_ns;
};

struct reply {
    enum request_kind kind;
    struct fault fault;     /* its status is the answer's */
    double seconds[PHASES]; /* that it took */
    union {
        struct compute_device device;
        struct program compiled;
        struct opened opened;
        struct {
            struct result result;
            struct program counting; /* the counting build's; without a key where none was made */
            struct kept_samples samples;
        };
        struct compute_inventory inventory;
    };
};

/* What a worker says first: which build of the program it is, by its ELF build-id in hexadecimal; "" without one. */
struct handshake {
    char magic[16], build[80];
};
struct handshake handshake_own(void);

/* Why a handshake is no worker's of this very build; NULL if it is. */
const char *handshake_invalid(const struct handshake *handshake);

/* How long the answer to a kind of request is. */
size_t reply_size(enum request_kind kind);

/* Whole messages out of bytes that may be anything, of any alignment: each returns NULL, or the member that cannot be
 * (of the wrong kind or size, a text without its end, a number that is none, a count beyond its array). Where it is not
 * NULL the message is not to be looked at. */
const char *request_parse(const void *bytes, size_t size, struct request *request);
const char *reply_parse(const void *bytes, size_t size, const struct request *requested, struct reply *reply);

/* Whether what came so far is of another kind than what was asked for. */
bool reply_begins_wrong(const void *bytes, size_t size, const struct request *requested);

/* A worker's side, which may wait as long as it likes: false when the parent is gone, or says what cannot be. */
bool handshake_send(int fd);
bool request_receive(int fd, struct request *request);
bool reply_send(int fd, const struct reply *reply);
