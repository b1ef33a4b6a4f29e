/* The suite transfer on the fake device, which runs no kernels, but whose copies happen as late as allowed: every
 * configuration without a kernel is right there, and each of the pitfalls of PLUMED's interface gives a wrong
 * result. */
#include "suites/transfer/suite.c"

#include "tests/suites/configs.h"
#include "tests/tuner/job/fake_context.h"
#include "tuner/job/program.h"

KERNELS({"transfer/convert.cl", ""});
static const struct suite *const suites[] = {&transfer_suite, NULL};
static const struct registry registry = {.suites = suites, .kernels = kernels};
static struct worker_context place = {.registry = &registry};

enum { BENCHES = 8, LARGE_N = 90000 };

static struct problem problem;
static struct job *const job = &bed.job;

static void open_job(const struct bench *bench, uint64_t n)
{
    problem = problem_of(&transfer_suite, bench, n, 7);
    bed_load(problem, 0);
}

/* ---- right results ---- */

TEST(tables)
{
    static const struct {
        const char *name;
        int allowed, needs;
    } rows[BENCHES] = {{"vectors_to_f32", 20, NEEDS_FP64},   {"vectors_to_f64", 10, 0},
                       {"vectors_from_f32", 18, NEEDS_FP64}, {"vectors_from_f64", 10, 0},
                       {"tensors_to_f32", 20, NEEDS_FP64},   {"tensors_to_f64", 10, 0},
                       {"tensors_from_f32", 18, NEEDS_FP64}, {"tensors_from_f64", 10, 0}};
    CHECK(suite_benches(&transfer_suite) == BENCHES);
    for (int b = 0; b < BENCHES; b++) {
        const struct bench *bench = transfer_suite.benches[b];
        const struct transfer *transfer = bench->own;
        const struct problem one = problem_of(&transfer_suite, bench, 1, 1);
        FREED struct config *config = config_new(&one, 0);
        int allowed = 0;
        for (uint64_t i = 0; config_from(config, NULL, i); i = config->index + 1)
            allowed++;
        config_set(config, space_default(&bench->space));
        CHECK_TEXT(bench->name, rows[b].name);
        CHECK(allowed == rows[b].allowed && bench->needs == (unsigned)rows[b].needs && bench->device.host_timed);
        CHECK(config_allowed(config, NULL, NULL) && !bench->kernel.file == !transfer->floats);
        CHECK(transfer->components == (*bench->name == 'v' ? 3 : 9));
        CHECK(transfer->to_device == !strstr(bench->name, "from") && transfer->floats == !strstr(bench->name, "f64"));
    }
}

/* Numbers that test conversion: of both signs, not all of them floats, a quarter of them halfway between two floats. */
TEST(values)
{
    int negative = 0, even = 0, middle = 0, inexact = 0;
    for (uint64_t i = 0; i < 4096; i++) {
        double value = value_of(3, i), error = (float)value - value;
        CHECK(fabs(value) < 32);
        negative += value < 0;
        inexact += error != 0;
        middle += fabs(error) == 0x1p-20;
        even += fabs(error) == 0x1p-20 && fmod(fabs((double)(float)value), 0x1p-18) == 0;
    }
    CHECK(negative > 1900 && negative < 2200 && inexact > 4000 && middle >= 1024 && middle < 1030);
    CHECK(even >= 1024); /* rounded to the even one */
}

static bool needs_kernel(const struct bench *bench, const struct config *config)
{
    return ((const struct transfer *)bench->own)->floats && config->value[CONVERT] == CONVERT_device;
}

/* At once, in one chunk, in several, and large enough to be verified in samples. */
TEST(right)
{
    static const uint64_t sizes[] = {1, 1023, LARGE_N, 500009};
    for (int b = 0; b < BENCHES; b++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const struct bench *bench = transfer_suite.benches[b];
            if (sizes[i] > LARGE_N && b < 4)
                continue; /* Vectors of as many are no more than Tensors of fewer */
            open_job(bench, sizes[i]);
            FREED struct config *config = config_new(&problem, 0);
            for (uint64_t index = 0; config_from(config, &device, index); index = config->index + 1) {
                enum status status = CALL(place_verify_exactly(job, config, &caught));
                WRONG_IF(status != (needs_kernel(bench, config) ? WRONG_RESULT : OK),
                         "%s, n %llu, configuration %llu: %s\n", bench->name, (unsigned long long)sizes[i],
                         (unsigned long long)config->index, caught.text);
            }
        }
}

/* The copied bytes, and their memory. */
TEST(work)
{
    static const struct {
        int bench, values[4];
        enum resource resource;
        double amount;
    } cases[] = {
        {0, {HOST_MEMORY_pageable, 0, CALL_stream, CONVERT_host}, RESOURCE_TO_DEVICE_PAGEABLE, 300 * 4},
        {0, {HOST_MEMORY_pinned, 0, CALL_stream, CONVERT_device}, RESOURCE_TO_DEVICE_PINNED, 300 * 8},
        {1, {HOST_MEMORY_pinned, 256, CALL_stream}, RESOURCE_TO_DEVICE_PINNED, 300 * 8},
        {2, {HOST_MEMORY_pinned, 256, CALL_stream, CONVERT_host}, RESOURCE_FROM_DEVICE_PINNED, 300 * 4},
        {7, {HOST_MEMORY_pageable, 0, CALL_synchronous}, RESOURCE_FROM_DEVICE_PAGEABLE, 900 * 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bench *bench = transfer_suite.benches[cases[i].bench];
        const struct problem hundred = problem_of(&transfer_suite, bench, 100, 1);
        FREED struct config *config = config_new(&hundred, space_index(&bench->space, cases[i].values));
        const struct job of = {.problem = &hundred, .bench = bench, .n = 100};
        struct work got = bench->report.work(&of, config);
        CHECK(got.bytes == (cases[i].bench < 4 ? 300 : 900) * 8);
        for (int r = 0; r < RESOURCES; r++)
            CHECK(got.amount[r] == ((enum resource)r == cases[i].resource ? cases[i].amount : 0));
        CHECK(bench->report.uses >> cases[i].resource & 1);
    }
}

/* ---- wrong results ---- */

/* The pitfall of the ignored stream: converted before the floats have arrived. */
static enum status widen_too_early(struct job *of, const struct config *config, struct fault *fault)
{
    struct piece all = piece_of(of, 0, count_of(of));
    enum status status = receive_floats(of, config, &all, fault);
    widen(temporary_of(of, config), data_of(of, config), all.count);
    return status;
}

/* The same, in chunks, after a wait for the wrong stream. */
static enum status widen_other(struct job *of, const struct config *config, struct fault *fault)
{
    enum status status = job_stream_wait(of, 1, 0, fault);
    struct piece piece = piece_of(of, 1, count_of(of) / 2);
    if (status == OK)
        status = receive_floats(of, config, &piece, fault);
    if (status == OK)
        status = job_stream_finish(of, 0, fault);
    widen(temporary_of(of, config) + piece.stage, (double *)data_of(of, config) + piece.first, piece.count);
    return status == OK ? job_stream_wait(of, 0, 1, fault) : status;
}

/* The pitfall of the temporary freed with the call: here its memory is reused afterwards. */
static enum status temporary_dies(struct job *of, const struct config *config, struct fault *fault)
{
    struct piece all = piece_of(of, 0, count_of(of));
    enum status status = narrow_and_send(of, config, &all, fault);
    memset(temporary_of(of, config), 0, all.count * sizeof(float));
    return status;
}

/* A temporary for two chunks on each stream, without the wait in between. */
static enum status temporary_reused(struct job *of, const struct config *config, struct fault *fault)
{
    uint64_t chunk = chunk_of(of, config);
    enum status status = job_stream_wait(of, 1, 0, fault);
    for (uint64_t i = 0; i < divide_up(count_of(of), chunk) && status == OK; i++) {
        struct piece piece = piece_of(of, i, chunk);
        piece.number = 0;
        status = narrow_and_send(of, config, &piece, fault);
    }
    return status == OK ? job_stream_wait(of, 0, 1, fault) : status;
}

TEST(traps)
{
    static const struct {
        const struct bench *bench;
        int chunk;
        enum status (*enqueue)(struct job *of, const struct config *config, struct fault *fault);
    } traps[] = {{&vectors_from_f32, 0, widen_too_early},
                 {&vectors_from_f32, 0, widen_other},
                 {&vectors_to_f32, 0, temporary_dies},
                 {&vectors_to_f32, 256, temporary_reused}};
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++)
        for (int memory = HOST_MEMORY_pageable; memory <= HOST_MEMORY_pinned; memory++) {
            struct bench trap = *traps[i].bench;
            struct fault fault;
            trap.device.enqueue = traps[i].enqueue;
            open_job(&trap, LARGE_N);
            const struct config *config =
                config_by(&problem, (int[]){memory, traps[i].chunk, CALL_stream, CONVERT_host});
            CHECK(place_verify_exactly(job, config, &fault) == WRONG_RESULT);
            CHECK(strstr(fault.text, ", expected ") != NULL);
        }
}

/* A wrong component near the begin of a chunk, or at an end, is detected. */
TEST(verify)
{
    const uint64_t n = 500009, count = 9 * n, chunk = 256 * 1024 / sizeof(float);
    const uint64_t places[] = {0, 1, chunk - 1, chunk, chunk / 2, 7 * chunk - 1, 7 * chunk, count - 1};
    struct verdict verdict;
    open_job(&tensors_from_f64, n);
    const struct config *config = config_usual(&problem);
    CHECK_OK(place_verify_exactly(job, config, &caught));
    double *data = job_memory(job, PAGEABLE);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        double right = data[places[i]];
        data[places[i]] = nextafter(right, 100);
        CHECK(CALL(job->bench->problem.verify(job, config, &verdict, &caught)) == WRONG_RESULT && verdict.error > 0);
        data[places[i]] = NAN;
        CHECK(CALL(job->bench->problem.verify(job, config, &verdict, &caught)) == WRONG_RESULT);
        data[places[i]] = right;
    }
    CHECK_OK(job->bench->problem.verify(job, config, &verdict, &caught));
}
