/* The rate of copies between host and device, from pageable and from pinned memory. */
#include "suites/ceilings/ceilings.h"

#include <string.h>

enum { ARRAY, MEMORY, PIECE }; /* slots */
enum { PART_BYTES = 1 << 23 }; /* read at a time: of smaller parts each read would cost more than its bytes */
DEFINE_PARAMETERS(parameters,
                  HOST_NUMBER(CHUNK_KIB, "what is copied at a time; 0: all at once", 0, 256, 1024, 4096, 16384),
                  HOST_NUMBER(STREAMS, "that copy in turn", 1, 2),
                  HOST_WORD(HOST_PART, "memory of the host for each chunk, or the same for all of a stream", fresh,
                            reused));

struct direction {
    bool to_device, pinned;
    enum resource resource;
};

static const struct direction *direction_of(const struct job *job)
{
    return job->bench->own;
}

static uint64_t part_bytes(const struct job *job)
{
    return job->n < PART_BYTES ? job->n : PART_BYTES;
}

static void setup(struct job *job)
{
    const struct direction *direction = direction_of(job);
    uint8_t *from;
    if (direction->to_device) {
        from = job_host_memory(job, MEMORY, "host", job->n, HOST_INPUT, direction->pinned);
        job_scratch(job, ARRAY, "device", job->n);
        job_host_memory(job, PIECE, "piece", part_bytes(job), HOST_SCRATCH, true);
    } else {
        from = job_input(job, ARRAY, "device", job->n);
        job_host_memory(job, MEMORY, "host", job->n, HOST_OUTPUT, direction->pinned);
    }
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < job->n; i += sizeof(uint64_t)) {
        uint64_t word = job_random(job->seed, i), left = job->n - i;
        memcpy(from + i, &word, left < sizeof word ? left : sizeof word);
    }
}

/* ---- copies ---- */

struct piece {
    uint64_t first, bytes, host; /* start on the device, and on the host */
    int stream;
};

static uint64_t chunk_of(const struct job *job, const struct config *config)
{
    return config->value[CHUNK_KIB] ? (uint64_t)config->value[CHUNK_KIB] * 1024 : job->n;
}

static uint64_t pieces_of(const struct job *job, const struct config *config)
{
    return divide_up(job->n, chunk_of(job, config));
}

static struct piece piece_of(const struct job *job, const struct config *config, uint64_t number)
{
    uint64_t chunk = chunk_of(job, config), first = number * chunk, left = job->n - first;
    int stream = (int)(number % (uint64_t)config->value[STREAMS]);
    return (struct piece){.first = first,
                          .bytes = left < chunk ? left : chunk,
                          .host = config->value[HOST_PART] == HOST_PART_reused ? (uint64_t)stream * chunk : first,
                          .stream = stream};
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    uint8_t *host = job_memory(job, MEMORY);
    bool both = config->value[STREAMS] > 1;
    enum status status = both ? job_stream_wait(job, 1, 0, fault) : OK;
    for (uint64_t i = 0; i < pieces_of(job, config) && status == OK; i++) {
        struct piece piece = piece_of(job, config, i);
        if (direction_of(job)->to_device)
            status = job_send(job, ARRAY, piece.first, host + piece.host, piece.bytes, piece.stream, fault);
        else
            status = job_receive(job, ARRAY, piece.first, host + piece.host, piece.bytes, piece.stream, fault);
    }
    return status == OK && both ? job_stream_wait(job, 0, 1, fault) : status;
}

/* ---- verification ---- */

/* By all threads: one compares more slowly than the bytes are copied. */
static bool is_same(const uint8_t *got, const uint8_t *expected, uint64_t bytes)
{
    enum { PART = 1 << 16 };
    bool same = true;
#pragma omp parallel for schedule(static) reduction(&& : same)
    for (uint64_t at = 0; at < bytes; at += PART)
        same = memcmp(got + at, expected + at, bytes - at < PART ? bytes - at : PART) == 0 && same;
    return same;
}

/* The first difference of a piece from its expected bytes. */
static enum status compare(const uint8_t *got, const uint8_t *expected, uint64_t bytes, uint64_t at,
                           struct verdict *verdict, struct fault *fault)
{
    verdict->error = !is_same(got, expected, bytes);
    if (verdict->error <= 0)
        return OK;
    uint64_t i = 0;
    while (got[i] == expected[i])
        i++;
    return fail(fault, WRONG_RESULT, "byte %llu is %d, expected %d", (unsigned long long)(at + i), got[i], expected[i]);
}

static enum status verify_sent(const struct job *job, const struct piece *piece, struct verdict *verdict,
                               struct fault *fault)
{
    uint8_t *part = job_memory(job, PIECE);
    const uint8_t *host = job_memory(job, MEMORY);
    enum status status = OK;
    for (uint64_t at = 0; at < piece->bytes && status == OK; at += part_bytes(job)) {
        uint64_t bytes = piece->bytes - at < part_bytes(job) ? piece->bytes - at : part_bytes(job);
        status = job_read(job, ARRAY, piece->first + at, part, bytes, fault);
        if (status == OK)
            status = compare(part, host + piece->host + at, bytes, piece->first + at, verdict, fault);
    }
    return status;
}

/* Copies are exact. Reused host memory has the last piece of each stream. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const uint8_t *host = job_memory(job, MEMORY), *device = job_host(job, ARRAY);
    uint64_t pieces = pieces_of(job, config), streams = (uint64_t)config->value[STREAMS];
    bool to_device = direction_of(job)->to_device, reused = config->value[HOST_PART] == HOST_PART_reused;
    enum status status = OK;
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    for (uint64_t i = !to_device && reused && pieces > streams ? pieces - streams : 0; i < pieces && status == OK;
         i++) {
        struct piece piece = piece_of(job, config, i);
        status = to_device ? verify_sent(job, &piece, verdict, fault)
                           : compare(host + piece.host, device + piece.first, piece.bytes, piece.first, verdict, fault);
    }
    return status;
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    struct work work = {.bytes = (double)job->n};
    work.amount[direction_of(job)->resource] = (double)job->n;
    return work;
}

/* clang-format off */
#define TRANSFERS(bench, what, rate, usual, ...)                                                                       \
    {                                                                                                                  \
        .name = bench, .summary = what, .own = &(const struct direction){__VA_ARGS__, RESOURCE_##rate},                \
        .size = {.unit = "bytes", .classes = {UINT64_C(1) << 22, usual, UINT64_C(1) << 30},                            \
                 .most = UINT64_C(1) << 36},                                                                           \
        .space = {.parameters = parameters,                                                                            \
                  .constraints = CONSTRAINTS({"with CHUNK_KIB 0 STREAMS is 1 and HOST_PART fresh",                     \
                                    .expression = "CHUNK_KIB > 0 or STREAMS == 1 and HOST_PART == 'fresh'"})},         \
        DEFAULTS(0, 1, HOST_PART_fresh), .problem = {.variants = 1, .setup = setup, .verify = verify},                 \
        .device = {.enqueue = enqueue, .host_timed = true}, .report = {.uses = USES(rate), .work = work},              \
        .tests = NAMES("--size 1,2049"),                                                                               \
    }

/* Of these the call's own time, about 10 us, is below 1 %. */
#define SLOW (UINT64_C(1) << 25)
#define FAST (UINT64_C(1) << 27)

const struct bench
    ceiling_to_device_pageable = TRANSFERS("to_device_pageable", "bytes to the device, out of pageable memory",
                                           TO_DEVICE_PAGEABLE, SLOW, true, false),
    ceiling_to_device_pinned = TRANSFERS("to_device_pinned", "bytes to the device, out of pinned memory",
                                         TO_DEVICE_PINNED, FAST, true, true),
    ceiling_from_device_pageable = TRANSFERS("from_device_pageable", "bytes from the device, into pageable memory",
                                             FROM_DEVICE_PAGEABLE, SLOW, false, false),
    ceiling_from_device_pinned = TRANSFERS("from_device_pinned", "bytes from the device, into pinned memory",
                                           FROM_DEVICE_PINNED, FAST, false, true);
/* clang-format on */
