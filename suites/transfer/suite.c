/* PLUMED's data interface (plmdDataToGPU, plmdDataFromGPU: Rapetti 2023): Vectors and Tensors of doubles on the
 * host, arrays of floats or doubles on the device. */
#include "tuner/job.h"

#include <math.h>

enum { ARRAY, STAGING, PAGEABLE, PINNED, TEMPORARY_PAGEABLE, TEMPORARY_PINNED }; /* slots */
enum { BLOCK_SIZE = 256, UNDER_WAY = 2 /* pieces at a time, each on its stream */ };

/* clang-format off */
#define COPY_PARAMETERS                                                                                                \
    HOST_WORD(HOST_MEMORY, "what the copies start or end in: pinned memory or not", pageable, pinned),                 \
    HOST_NUMBER(CHUNK_KIB, "KiB per copy, on two streams in turn; 0: one copy", 0, 256, 1024, 4096),                   \
    HOST_WORD(CALL, "whether the call waits, or only its caller in the end", synchronous, stream)
/* clang-format on */
DEFINE_PARAMETERS(parameters, COPY_PARAMETERS,
                  HOST_WORD(CONVERT, "who converts: the host, and floats travel; or the device, and doubles do", host,
                            device));

struct transfer {
    uint64_t components; /* doubles: 3 of a Vector, 9 of a Tensor */
    bool to_device, floats;
};

static const struct transfer *transfer_of(const struct job *job)
{
    return job->bench->own;
}

static uint64_t count_of(const struct job *job)
{
    return job->n * transfer_of(job)->components;
}

/* ---- inputs ---- */

/* Below 32, of both signs and with 53 bits; every fourth lies halfway between two floats, 2^-19 apart. */
static double value_of(uint64_t seed, uint64_t i)
{
    uint64_t bits = job_random(seed, i);
    double middle = (double)(bits >> 40 | 1 << 24 | 1) * 0x1p-20, any = (double)(bits >> 11) * 0x1p-48;
    return (bits & 1 ? -1 : 1) * (i % 4 == 3 ? middle : any);
}

/* The user's data are in pageable and in pinned memory, and so are temporaries. Nothing is allocated or grown while
 * timed. */
static void setup(struct job *job)
{
    const struct transfer *transfer = transfer_of(job);
    uint64_t count = count_of(job);
    enum host_role role = transfer->to_device ? HOST_INPUT : HOST_OUTPUT;
    double *pageable = job_host_memory(job, PAGEABLE, "data, pageable", count * sizeof *pageable, role, false);
    double *pinned = job_host_memory(job, PINNED, "data, pinned", count * sizeof *pinned, role, true);
    size_t bytes = count * (transfer->floats ? sizeof(float) : sizeof(double));
    void *array = NULL;
    if (transfer->to_device)
        job_scratch(job, SLOT(ARRAY), bytes);
    else
        array = job_input(job, SLOT(ARRAY), bytes);
    for (uint64_t i = 0; i < count; i++)
        if (transfer->to_device)
            pageable[i] = pinned[i] = value_of(job->seed, i);
        else if (transfer->floats)
            ((float *)array)[i] = (float)value_of(job->seed, i);
        else
            ((double *)array)[i] = value_of(job->seed, i);
    if (!transfer->floats)
        return;
    job_scratch(job, SLOT(STAGING), count * sizeof(double));
    job_host_memory(job, TEMPORARY_PAGEABLE, "temporary, pageable", bytes, HOST_SCRATCH, false);
    job_host_memory(job, TEMPORARY_PINNED, "temporary, pinned", bytes, HOST_SCRATCH, true);
}

/* ---- conversions ---- */

static void narrow(const double *restrict from, float *restrict to, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        to[i] = (float)from[i];
}

static void widen(const float *restrict from, double *restrict to, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        to[i] = from[i];
}

/* ---- pieces ---- */

/* A part of the array that is copied at a time. Its temporary, or staging, begins at element `stage`; pieces on one
 * stream share it. */
struct piece {
    uint64_t number, first, count, stage;
    int stream;
};

static void *data_of(const struct job *job, const struct config *config)
{
    return job_memory(job, config->value[HOST_MEMORY] == HOST_MEMORY_pinned ? PINNED : PAGEABLE);
}

static float *temporary_of(const struct job *job, const struct config *config)
{
    return job_memory(job, config->value[HOST_MEMORY] == HOST_MEMORY_pinned ? TEMPORARY_PINNED : TEMPORARY_PAGEABLE);
}

/* Queues a conversion on the device, from element `first` of one slot to element `to_first` of another. */
static enum status convert(struct job *job, int from, uint64_t first, int to, uint64_t to_first,
                           const struct piece *piece, struct fault *fault)
{
    struct compute_launch launch = launch_over(piece->count, BLOCK_SIZE, BLOCK_SIZE);
    launch.stream = piece->stream;
    return LAUNCH(0, launch, ARRAY(from), VALUE(first), ARRAY(to), VALUE(to_first), VALUE(piece->count));
}

static enum status send(struct job *job, const struct config *config, const struct piece *piece, struct fault *fault)
{
    const double *from = (const double *)data_of(job, config) + piece->first;
    return job_send(job, ARRAY, piece->first * sizeof *from, from, piece->count * sizeof *from, piece->stream, fault);
}

static enum status receive(struct job *job, const struct config *config, const struct piece *piece, struct fault *fault)
{
    double *to = (double *)data_of(job, config) + piece->first;
    return job_receive(job, ARRAY, piece->first * sizeof *to, to, piece->count * sizeof *to, piece->stream, fault);
}

/* The previous piece in the temporary must have been copied. */
static enum status narrow_and_send(struct job *job, const struct config *config, const struct piece *piece,
                                   struct fault *fault)
{
    float *temporary = temporary_of(job, config) + piece->stage;
    enum status status = piece->number < UNDER_WAY ? OK : job_stream_finish(job, piece->stream, fault);
    if (status != OK)
        return status;
    narrow((const double *)data_of(job, config) + piece->first, temporary, piece->count);
    return job_send(job, ARRAY, piece->first * sizeof *temporary, temporary, piece->count * sizeof *temporary,
                    piece->stream, fault);
}

static enum status receive_floats(struct job *job, const struct config *config, const struct piece *piece,
                                  struct fault *fault)
{
    float *temporary = temporary_of(job, config) + piece->stage;
    return job_receive(job, ARRAY, piece->first * sizeof *temporary, temporary, piece->count * sizeof *temporary,
                       piece->stream, fault);
}

/* In any call, with a stream or without: converts floats once they have arrived. */
static enum status finish_and_widen(struct job *job, const struct config *config, const struct piece *piece,
                                    struct fault *fault)
{
    enum status status = job_stream_finish(job, piece->stream, fault);
    if (status == OK)
        widen(temporary_of(job, config) + piece->stage, (double *)data_of(job, config) + piece->first, piece->count);
    return status;
}

/* On the device the order of a stream separates pieces that share the staging. */
static enum status send_and_narrow(struct job *job, const struct config *config, const struct piece *piece,
                                   struct fault *fault)
{
    const double *from = (const double *)data_of(job, config) + piece->first;
    enum status status =
        job_send(job, STAGING, piece->stage * sizeof *from, from, piece->count * sizeof *from, piece->stream, fault);
    return status == OK ? convert(job, STAGING, piece->stage, ARRAY, piece->first, piece, fault) : status;
}

static enum status widen_and_receive(struct job *job, const struct config *config, const struct piece *piece,
                                     struct fault *fault)
{
    double *to = (double *)data_of(job, config) + piece->first;
    enum status status = convert(job, ARRAY, piece->first, STAGING, piece->stage, piece, fault);
    if (status == OK)
        status =
            job_receive(job, STAGING, piece->stage * sizeof *to, to, piece->count * sizeof *to, piece->stream, fault);
    return status;
}

/* ---- iterations ---- */

typedef enum status piece_function(struct job *job, const struct config *config, const struct piece *piece,
                                   struct fault *fault);

/* The begin of a piece, and its end, two pieces later; NULL for none. */
struct way {
    piece_function *begin, *end;
};

enum conversion { NO_CONVERSION, BY_HOST, BY_DEVICE };

static enum conversion conversion_of(const struct job *job, const struct config *config)
{
    return !transfer_of(job)->floats ? NO_CONVERSION : config->value[CONVERT] == CONVERT_device ? BY_DEVICE : BY_HOST;
}

static const struct way *way_of(const struct job *job, const struct config *config)
{
    static const struct way to_device[] = {
        [NO_CONVERSION] = {send, NULL}, [BY_HOST] = {narrow_and_send, NULL}, [BY_DEVICE] = {send_and_narrow, NULL}};
    static const struct way from_device[] = {[NO_CONVERSION] = {receive, NULL},
                                             [BY_HOST] = {receive_floats, finish_and_widen},
                                             [BY_DEVICE] = {widen_and_receive, NULL}};
    return &(transfer_of(job)->to_device ? to_device : from_device)[conversion_of(job, config)];
}

/* Bytes of an element as copied. */
static uint64_t travelling(const struct job *job, const struct config *config)
{
    return conversion_of(job, config) == BY_HOST ? sizeof(float) : sizeof(double);
}

/* Elements of a piece: all, or those of a chunk. */
static uint64_t chunk_of(const struct job *job, const struct config *config)
{
    uint64_t chunk = (uint64_t)config->value[CHUNK_KIB] * 1024 / travelling(job, config);
    return chunk ? chunk : count_of(job);
}

static struct piece piece_of(const struct job *job, uint64_t number, uint64_t chunk)
{
    uint64_t first = number * chunk, left = count_of(job) - first;
    return (struct piece){.number = number,
                          .first = first,
                          .count = left < chunk ? left : chunk,
                          .stage = number % UNDER_WAY * chunk,
                          .stream = (int)(number % UNDER_WAY)};
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    const struct way *way = way_of(job, config);
    uint64_t chunk = chunk_of(job, config), pieces = divide_up(count_of(job), chunk);
    enum status status = pieces > 1 ? job_stream_wait(job, 1, 0, fault) : OK;
    for (uint64_t i = 0; i < pieces + UNDER_WAY && status == OK; i++) {
        if (i >= UNDER_WAY && way->end) {
            struct piece piece = piece_of(job, i - UNDER_WAY, chunk);
            status = way->end(job, config, &piece, fault);
        }
        if (i < pieces && status == OK) {
            struct piece piece = piece_of(job, i, chunk);
            status = way->begin(job, config, &piece, fault);
        }
    }
    if (pieces > 1 && status == OK)
        status = job_stream_wait(job, 0, 1, fault);
    return status == OK && config->value[CALL] == CALL_synchronous ? job_stream_finish(job, 0, fault) : status;
}

/* ---- verification ---- */

enum { ALL = 1 << 22, PART = 1 << 13, SHARE = 256 * 1024 / sizeof(double), RUN = 64 };

/* Reads elements [first, first + count), at most PART. */
static enum status read_part(const struct job *job, const struct config *config, uint64_t first, uint64_t count,
                             double *to, struct fault *fault)
{
    const struct transfer *transfer = transfer_of(job);
    float floats[PART];
    enum status status = OK;
    if (!transfer->to_device)
        for (uint64_t i = 0; i < count; i++)
            to[i] = ((const double *)data_of(job, config))[first + i];
    else if (!transfer->floats)
        status = job_read(job, ARRAY, first * sizeof *to, to, count * sizeof *to, fault);
    else {
        status = job_read(job, ARRAY, first * sizeof *floats, floats, count * sizeof *floats, fault);
        widen(floats, to, count);
    }
    return status;
}

/* No tolerance: a double is rounded to one float, the same everywhere, and the rest is copied. */
static enum status verify_part(const struct job *job, const struct config *config, uint64_t first, uint64_t count,
                               struct verdict *verdict, struct fault *fault)
{
    double got[PART];
    enum status status = read_part(job, config, first, count, got, fault);
    for (uint64_t i = 0; i < count && status == OK; i++) {
        double value = value_of(job->seed, first + i);
        double expected = transfer_of(job)->floats ? (double)(float)value : value;
        verdict->error = fabs(got[i] - expected);
        if (!(verdict->error <= verdict->tolerance)) /* true for a NaN */
            status = fail(fault, WRONG_RESULT, "component %llu is %.17g, expected %.17g",
                          (unsigned long long)(first + i), got[i], expected);
    }
    return status;
}

/* Every component; of large arrays those around each place where a chunk of any size begins, and at the ends. */
static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    uint64_t count = count_of(job), step = count <= ALL ? PART : SHARE, width = count <= ALL ? PART : RUN;
    enum status status = OK;
    *verdict = (struct verdict){.error = 0, .tolerance = 0};
    for (uint64_t at = 0; at < count && status == OK; at += step) {
        uint64_t first = count <= ALL || !at ? at : at - RUN / 2, left = count - first;
        status = verify_part(job, config, first, left < width ? left : width, verdict, fault);
    }
    return status == OK && count > ALL ? verify_part(job, config, count - RUN, RUN, verdict, fault) : status;
}

/* The user's doubles, as bytes; and the bytes copied of them. */
static struct work work(const struct job *job, const struct config *config)
{
    static const enum resource resources[][2] = {{RESOURCE_FROM_DEVICE_PAGEABLE, RESOURCE_FROM_DEVICE_PINNED},
                                                 {RESOURCE_TO_DEVICE_PAGEABLE, RESOURCE_TO_DEVICE_PINNED}};
    struct work work = {.bytes = (double)count_of(job) * sizeof(double)};
    work.amount[resources[transfer_of(job)->to_device][config->value[HOST_MEMORY]]] =
        (double)(count_of(job) * travelling(job, config));
    return work;
}

/* clang-format off */
#define OVERLAP                                                                                                        \
    {"chunks overlap: CHUNK_KIB is 0 where CALL is synchronous", .expression = "CHUNK_KIB == 0 or CALL == 'stream'"}
#define COUNTS                                                                                                         \
    {"CALL is synchronous where the host converts all floats at once: it must wait",                                   \
     .expression = "CALL == 'synchronous' or CHUNK_KIB > 0 or CONVERT == 'device'"}
#define TRANSFER(elements, suffix, what, components, to_device, floats)                                                \
    .name = #elements "_" #suffix, .summary = what, .own = &(const struct transfer){components, to_device, floats},    \
    .size = {.unit = #elements, .classes = {10000, 1000000, 10000000}, .most = UINT64_C(1) << 30},                     \
    .problem = {.variants = 1, .setup = setup, .verify = verify},                                                      \
    .device = {.enqueue = enqueue, .host_timed = true, .verified_beside = true},                                       \
    .report = {.uses = to_device ? USES(TO_DEVICE_PAGEABLE) | USES(TO_DEVICE_PINNED)                                   \
                                 : USES(FROM_DEVICE_PAGEABLE) | USES(FROM_DEVICE_PINNED), .work = work},               \
    .tests = NAMES("--size 1,1023,300007")
#define CONVERTED(entry, ...)                                                                                          \
    .kernel = {.file = "transfer/convert.cl", .entries = NAMES(entry), .defines = "#define BLOCK_SIZE 256"},           \
    .space = {.parameters = parameters, .constraints = CONSTRAINTS(__VA_ARGS__)},                                      \
    .needs = NEEDS_FP64, DEFAULTS(HOST_MEMORY_pageable, 0, CALL_synchronous, CONVERT_host)
#define COPIED                                                                                                         \
    .space = {.parameters = PARAMETER_TABLE(COPY_PARAMETERS), .constraints = CONSTRAINTS(OVERLAP)},                    \
    DEFAULTS(HOST_MEMORY_pageable, 0, CALL_synchronous)

#define TO_F32(elements, components, what)                                                                             \
    {TRANSFER(elements, to_f32, what " of doubles to an array of floats", components, true, true),                     \
     CONVERTED("narrow", OVERLAP)}
#define FROM_F32(elements, components, what)                                                                           \
    {TRANSFER(elements, from_f32, what " of doubles from an array of floats", components, false, true),                \
     CONVERTED("widen", OVERLAP, COUNTS)}
#define TO_F64(elements, components, what)                                                                             \
    {TRANSFER(elements, to_f64, what " of doubles to an array of doubles", components, true, false), COPIED}
#define FROM_F64(elements, components, what)                                                                           \
    {TRANSFER(elements, from_f64, what " of doubles from an array of doubles", components, false, false), COPIED}
/* clang-format on */

static const struct bench vectors_to_f32 = TO_F32(vectors, 3, "Vectors"),
                          vectors_to_f64 = TO_F64(vectors, 3, "Vectors"),
                          vectors_from_f32 = FROM_F32(vectors, 3, "Vectors"),
                          vectors_from_f64 = FROM_F64(vectors, 3, "Vectors"),
                          tensors_to_f32 = TO_F32(tensors, 9, "Tensors"),
                          tensors_to_f64 = TO_F64(tensors, 9, "Tensors"),
                          tensors_from_f32 = FROM_F32(tensors, 9, "Tensors"),
                          tensors_from_f64 = FROM_F64(tensors, 9, "Tensors");

DEFINE_SUITE(transfer, "Vectors and Tensors between host and device", &vectors_to_f32, &vectors_to_f64,
             &vectors_from_f32, &vectors_from_f64, &tensors_to_f32, &tensors_to_f64, &tensors_from_f32,
             &tensors_from_f64);
