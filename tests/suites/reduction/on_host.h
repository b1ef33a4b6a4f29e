/* The suite reduction without a device: its functions, and its kernels on "device" arrays of the host. */
#pragma once

#include "suites/reduction/drive.c"
#include "suites/reduction/passes.c"
#include "suites/reduction/suite.c"
#include "suites/reduction/values.c"

#include "tests/suites/host_job.h"

enum {
    F32,
    F64,
    U32,
    ND_F32,
    ND_F64,
    OVERLAP,
    CUB_F32,
    CUB_F64,
    CUB_ND_F32,
    CUB_ND_F64,
    PLUMED,
    PLUMED_F64,
    PLUMED_ND_F32,
    PLUMED_ND_F64,
    DRIVE_F32,
    DRIVE_F64,
    BENCHES
};
enum { MOST_ROWS = 100 };

static struct expectation expectation[1 + MOST_ROWS];
static const struct compute_device device = {.units = 3, .features = COMPUTE_GRAPHS | COMPUTE_INT64_ATOMICS};
static struct problem of[BENCHES];
static int launches, waits[2];
static unsigned streams; /* a bit for each stream that was launched on */
static uint64_t made;    /* bytes of arrays that an iteration made for itself */
static double seconds;   /* the host's clock: the duration of each operation */
enum { MAKING = 11, FILLING = 3, SENDING = 23, LAUNCHING = 5, RECEIVING = 6 };

double job_seconds(void)
{
    return seconds;
}

/* ---- the job ---- */

uint64_t job_resident(UNNEEDED const struct job *job, UNNEEDED int kernel)
{
    return 1;
}

enum status job_fill(UNNEEDED struct job *job, int slot, uint8_t value, UNNEEDED struct fault *fault)
{
    memset(array[slot].bytes, value, array[slot].size);
    seconds += FILLING;
    return OK;
}

enum status job_stream_wait(UNNEEDED struct job *job, int stream, int awaited, UNNEEDED struct fault *fault)
{
    CHECK(stream + awaited == 1);
    CHECK(stream == 1 ? !launches : launches > 1); /* before all launches, and after them */
    waits[stream]++;
    return OK;
}

void *job_host_memory(UNNEEDED struct job *job, int slot, UNNEEDED const char *name, size_t bytes,
                      UNNEEDED enum host_role role, UNNEEDED bool pinned)
{
    return declare(slot, bytes);
}

void *job_memory(UNNEEDED const struct job *job, int slot)
{
    return array[slot].bytes;
}

enum status job_renew(UNNEEDED struct job *job, int slot, size_t bytes, UNNEEDED struct fault *fault)
{
    declare(slot, bytes);
    made += bytes;
    seconds += MAKING;
    return OK;
}

enum status job_send(UNNEEDED struct job *job, int slot, size_t offset, const void *from, size_t bytes,
                     UNNEEDED int stream, UNNEEDED struct fault *fault)
{
    CHECK(offset + bytes <= array[slot].size);
    memcpy((char *)array[slot].bytes + offset, from, bytes);
    seconds += SENDING;
    return OK;
}

enum status job_receive(UNNEEDED struct job *job, int slot, size_t offset, void *to, size_t bytes, UNNEEDED int stream,
                        UNNEEDED struct fault *fault)
{
    CHECK(offset + bytes <= array[slot].size);
    memcpy(to, (const char *)array[slot].bytes + offset, bytes);
    seconds += RECEIVING;
    return OK;
}

enum status job_stream_finish(UNNEEDED struct job *job, UNNEEDED int stream, UNNEEDED struct fault *fault)
{
    return OK;
}

/* ---- the kernels ---- */

static double sum_tree(enum reduction_type type, const void *in, uint64_t first, uint64_t count)
{
    if (!count)
        return 0;
    if (count == 1)
        return type == DOUBLES ? ((const double *)in)[first] : ((const float *)in)[first];
    double sum = sum_tree(type, in, first, count / 2) + sum_tree(type, in, first + count / 2, count - count / 2);
    return type == DOUBLES ? sum : (float)sum;
}

static uint32_t sum_words(const uint32_t *in, uint64_t first, uint64_t count)
{
    uint32_t sum = 0;
    for (uint64_t i = first; i < first + count; i++)
        sum += in[i];
    return sum;
}

/* Adds the part of a tile that is within its row, or stores it. */
static void store_sums(enum reduction_type type, bool add, const void *in, uint64_t first, uint64_t count, void *out,
                       uint64_t to)
{
    if (type == WORDS)
        ((uint32_t *)out)[to] = (add ? ((uint32_t *)out)[to] : 0) + sum_words(in, first, count);
    else if (type == DOUBLES)
        ((double *)out)[to] = (add ? ((double *)out)[to] : 0) + sum_tree(type, in, first, count);
    else
        ((float *)out)[to] = (add ? ((float *)out)[to] : 0) + (float)sum_tree(type, in, first, count);
}

/* One launch, its bounds checked. */
enum status job_launch(struct job *job, int kernel, struct compute_launch launch,
                       const struct compute_argument *arguments, size_t count, UNNEEDED struct fault *fault)
{
    const struct reduction *reduction = reduction_of(job);
    const struct array *in = (const void *)arguments[0].array, *out = (const void *)arguments[1].array;
    uint64_t length = *(const uint64_t *)arguments[2].value, groups = launch.groups[0], rows = launch.groups[1];
    int finish = reduction_value(launched, FINISH), vector = reduction_value(launched, VECTOR_WIDTH);
    uint64_t bytes = reduction_bytes(job), threads = launch.group[0], width = vector ? (uint64_t)vector : 1;
    uint64_t tile = threads * (uint64_t)launched->value[ITEMS_PER_THREAD];
    bool last_block = finish == FINISH_last_block, first_block = finish == FINISH_first_block;
    bool atomics = finish == FINISH_atomics || first_block, strides = reduction_value(launched, GROUPS_PER_UNIT);
    const bool chooses = reduction->cub;
    CHECK(count == 3u + last_block + (finish >= FINISH_last_block) + chooses && launch.groups[2] == 1);
    CHECK(in != out && length * rows * bytes <= in->size && (atomics ? 1 : groups) * rows * bytes <= out->size);
    CHECK(reduction->dispatched ? threads == 32u << kernel : threads == (uint64_t)launched->value[BLOCK_SIZE]);
    CHECK(arguments[2].size == 8 && (groups == 1 || (groups - 1) * tile < length + width));
    for (uint64_t row = 0; row < rows; row++) {
        const struct array *tickets = (const void *)arguments[3].array; /* of the forms that take more than 3 */
        CHECK(!chooses || (*(const int *)arguments[3].value == atomics && kernel == launched->value[ALGORITHM]));
        CHECK(finish < FINISH_last_block || (tickets->size == rows * 4 && !((const uint32_t *)tickets->bytes)[row]));
        uint64_t begin = row * length, end = begin + length, origin = begin - begin % width;
        CHECK(strides || origin + groups * tile >= end);
        if (first_block)
            memset((char *)out->bytes + row * bytes, 0, bytes);
        for (uint64_t g = 0; g < groups; g++) {
            uint64_t to = atomics ? row : row * groups + g, first = origin + g * tile;
            for (bool more = atomics; first < end || !more; first += groups * tile, more = true) {
                uint64_t from = first < begin ? begin : first, until = first + tile < end ? first + tile : end;
                store_sums(reduction->type, more, in->bytes, from, until > from ? until - from : 0, out->bytes, to);
                if (!strides)
                    break;
            }
        }
        const struct array *total = (const void *)arguments[last_block ? 4 : 1].array;
        CHECK((row + 1) * bytes <= total->size);
        if (last_block)
            store_sums(reduction->type, false, out->bytes, row * groups, groups, total->bytes, row);
    }
    streams |= 1u << launch.stream;
    launches++;
    seconds += LAUNCHING;
    return OK;
}

static struct job job_of(int bench, uint64_t n, int variant)
{
    return (struct job){
        .problem = &of[bench], .bench = of[bench].bench, .device = &device, .n = n, .seed = 5, .variant = variant};
}

static struct config *config_of(int bench, const int *values)
{
    return config_by(&of[bench], values);
}

TEST(problems)
{
    expected_values = expectation;
    CHECK(suite_benches(&reduction_suite) == BENCHES + 3); /* and others: policy.c; reproducible.c, after OVERLAP */
    for (int b = 0; b < BENCHES; b++)
        of[b] = problem_of(&reduction_suite, reduction_suite.benches[b + (b > OVERLAP)], 1, 5);
}

static void start(struct job *job)
{
    job->bench->problem.setup(job);
    job->bench->problem.expect(job, expectation);
}

static struct job open_job(int bench, uint64_t n, int variant)
{
    struct job job = job_of(bench, n, variant);
    start(&job);
    return job;
}

/* One iteration on fresh inputs and poisoned outputs, and the verdict on it. */
static enum status run(struct job *job, const struct config *config, struct verdict *verdict, struct fault *fault)
{
    launched = config;
    launches = waits[0] = waits[1] = 0;
    made = 0;
    streams = 0;
    job->bench->problem.setup(job);
    CHECK(job->bench->device.enqueue(job, config, fault) == OK);
    return job->bench->problem.verify(job, config, verdict, fault);
}
