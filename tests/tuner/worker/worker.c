/* Replies of workers: devices, binaries, rows, and faults that they survive. */
#include "tests/text_file.h"
#include "tests/tuner/worker/own_worker.h"

#include "base/folder.h"

#include <sys/resource.h>
#include <sys/stat.h>

static void test_find(void)
{
    FREED_BY(process_end) struct process process = start();
    struct request request = {.kind = REQUEST_FIND, .target = "fake:cpu"};
    call_ok(&process, &request);
    CHECK_TEXT(reply.device.name, "Fake CPU");
    strcpy(request.target, "fake");
    call_ok(&process, &request);
    CHECK_TEXT(reply.device.name, "Fake device");
    CHECK(!memcmp(&reply.device, &device, sizeof device));

    strcpy(request.target, "fake:none");
    CHECK(CALL(call(&process, &request, 60, &caught)) == UNSUPPORTED);
    CHECK(strstr(caught.text, "fake:none") != NULL);
    CHECK(process.pid && !process.busy);
    strcpy(request.target, "fake");
    call_ok(&process, &request); /* a worker survives a reply with a fault */
}

/* A row's figures: the values, some of which are NAN, and none after them. */
static void check_figures(const struct result *row, const double *values, size_t count)
{
    for (size_t i = 0; i < MAX_FIGURES; i++)
        CHECK(i < count && !isnan(values[i]) ? row->figure[i] == values[i] : isnan(row->figure[i]));
}

/* A configuration, from its text to its row. */
TEST(measure)
{
    FREED_BY(process_end) struct process process = start_with(WELL);
    struct request request = measuring(&process, GOOD);
    CHECK(reply.compiled.milliseconds > 0);
    call_ok(&process, &request);
    const struct result *row = &reply.result;
    CHECK(row->status == OK && row->median_ns == 5000 && row->blocks == 3 && row->iterations == 15);
    CHECK(row->index == GOOD && row->reference == 0 && row->bytes == 1600);
    check_figures(row, NULL, 0);
    CHECK_TEXT(row->binary, request.binary.text);
    CHECK(row->error == 0 && row->tolerance == 0.25);
    request = measuring(&process, GOOD);
    CHECK(reply.compiled.milliseconds == 0); /* from the store */
}

/* If nothing is measured at the same time, a compiler does not lower its priority: on a busy machine it would time
 * out. */
TEST(cpu_compiler)
{
    FREED_BY(process_end) struct process compiler = start();
    device.is_cpu = true;
    measuring(&compiler, GOOD);
    CHECK(getpriority(PRIO_PROCESS, (id_t)compiler.pid) == getpriority(PRIO_PROCESS, 0));
    device.is_cpu = false;
}

/* One worker runs what another one compiled; a wrong result or a failure is a reply, and the next one succeeds. */
TEST(faults)
{
    struct process compiler = start(), process = start_with(WELL);
    struct request good = measuring(&compiler, SLOW), wrong = measuring(&compiler, WRONG);
    CHECK(getpriority(PRIO_PROCESS, (id_t)compiler.pid) >= 10); /* measuring takes precedence */
    CHECK(getpriority(PRIO_PROCESS, (id_t)process.pid) == getpriority(PRIO_PROCESS, 0));
    struct request failing = measuring(&compiler, FAIL);
    struct request broken = {.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = NO_COMPILE};
    CHECK_FAULT(call(&compiler, &broken, 60, &caught), COMPILE_FAILED, "copy.cl: line 3 makes no sense");
    CHECK_FAULT(call(&process, &wrong, 60, &caught), WRONG_RESULT, "not what was copied");
    CHECK(reply.result.error == 1 && reply.result.tolerance == 0.25 && reply.result.median_ns == 0);
    CHECK(reply.result.index == WRONG);
    call_ok(&process, &good);
    CHECK(reply.result.median_ns == 20000);
    CHECK_FAULT(call(&process, &failing, 60, &caught), LAUNCH_FAILED, "no power");
    wrong.verified = true; /* verified before: only timed */
    call_ok(&process, &wrong);
    CHECK(reply.result.median_ns == 7000);
    strcpy(good.binary.text, "0123456789abcdef0123456789abcdef");
    CHECK(CALL(call(&process, &good, 60, &caught)) == LAUNCH_FAILED);
    CHECK(strstr(caught.text, "gone from the cache") && strstr(caught.text, launcher.cache));
    CHECK(CALL(call(&compiler, &(struct request){.kind = REQUEST_FIND, .target = "no such"}, 60, &caught)) != OK);
    pid_t pid = process.pid;
    process_end(&process);
    process_end(&compiler);
    CHECK(!ended_by_itself(pid));
}

/* A binary that the cache has lost is compiled again if it is needed; in vain if nothing can be stored. */
TEST(lost_binary)
{
    struct process compiler = start(), process = start_with(WELL);
    char path[4200];
    struct request good = measuring(&compiler, GOOD), slow = measuring(&compiler, SLOW);
    snprintf(path, sizeof path, "%s/entries", launcher.cache);
    CHECK(folder_remove(path));
    call_ok(&process, &good);
    CHECK(reply.result.median_ns == 5000 && reply.seconds[PHASE_COMPILING] > 0);
    CHECK(folder_remove(path));
    fclose(fopen(path, "w")); /* nothing can be stored from now on */
    call_ok(&process, &slow);
    CHECK(reply.result.median_ns == 20000);
    call_ok(&compiler, &(struct request){.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = FAIL});
    CHECK(strstr(reply.compiled.unkept, "cannot keep") && strstr(reply.compiled.unkept, "Not a directory"));
    CHECK(!unlink(path));
    process_end(&process);
    process_end(&compiler);
}

/* The types of a structure's atoms are positions in a table: those from the cache must be valid. */
TEST(foreign_types)
{
    enum { ATOMS = 3, BYTES = ATOMS * (sizeof(struct mm_float4) + 1) };
    FREED_BY(process_end) struct process process = start();
    uint8_t blob[BYTES] = {0};
    struct request request = {.kind = REQUEST_PREPARE, .at = at(WELL)};
    memset(request.at.structure.text, 'a', sizeof request.at.structure.text - 1);
    request.at.types = 2;
    call_ok(&process, &(struct request){.kind = REQUEST_OPEN, .device = device});
    for (uint8_t type = 0; type < 4; type++) {
        blob[BYTES - 1] = type;
        CHECK(store_put(launcher.cache, STORE_STRUCTURE, request.at.structure, blob, sizeof blob, NULL) == OK);
        CHECK((FINE(call(&process, &request, 60, &caught))) == (type < 2));
        CHECK(type < 2 || strstr(caught.text, "an atom of an unknown type"));
    }
}

/* A configuration that is right on the first of its bench's inputs must be right on all. */
TEST(inputs)
{
    FREED_BY(process_end) struct process process = start_with(WELL);
    struct request wrong = measuring(&process, WRONG_ON_SECOND), good = measuring(&process, GOOD);
    CHECK_FAULT(call(&process, &wrong, 60, &caught), WRONG_RESULT, "not what the second input asks for");
    CHECK(reply.result.median_ns == 0);
    call_ok(&process, &good);
}

/* A bench whose iterations are graphs: each configuration has its own, and a failed one leaves none behind. */
TEST(graph)
{
    FREED_BY(process_end) struct process process = start_with(GRAPH);
    struct request good = measuring(&process, GOOD), wrong = measuring(&process, WRONG);
    struct request failing = measuring(&process, FAIL);
    for (int round = 0; round < 2; round++) {
        call_ok(&process, &good);
        CHECK(reply.result.median_ns == 5000);
        CHECK(reply.result.index == GOOD && reply.result.bytes == 1600);
        CHECK(CALL(call(&process, &wrong, 60, &caught)) == WRONG_RESULT);
        CHECK_FAULT(call(&process, &failing, 60, &caught), LAUNCH_FAILED, "no power");
    }
    wrong.verified = true;
    call_ok(&process, &wrong);
    CHECK(reply.result.median_ns == 7000);
}

/* The calls since the last check: `first`, then `iterations` on variant 0. */
static void check_calls(const char *first, int64_t iterations)
{
    size_t length;
    FREED char *calls = text_read("calls", &length);
    remove("calls");
    int64_t runs = 0;
    const bool begins = calls && !strncmp(calls, first, strlen(first));
    const char *at = begins ? calls + strlen(first) : "";
    for (; !strncmp(at, "r0", 2); at += 2)
        runs++;
    WRONG_IF(!begins || *at || runs != iterations, "called \"%.100s\", expected \"%s\" and %d iterations\n",
             calls ? calls : "", first, (int)iterations);
}

/* Inputs that depend on the configuration are arranged for it, all before it is verified and the first before each time
 * it is timed; and again for a second try. */
TEST(arranged)
{
    FREED_BY(process_end) struct process process = start_with(ARRANGED);
    struct request good = measuring(&process, GOOD), slow = measuring(&process, SLOW),
                   wrong = measuring(&process, WRONG);
    struct request refilled_wrong = measuring(&process, WRONG_ON_SECOND), full = measuring(&process, CRASH);
    const char *all = "a0r0v0a1r1v1f0";
    for (int round = 0; round < 2; round++) {
        good.verified = slow.verified = false;
        call_ok(&process, &good);
        check_calls(all, 1 + 15);
        call_ok(&process, &slow);
        check_figures(&reply.result, (const double[]){1, NAN, SLOW}, 3); /* in their order */
        check_calls(all, 1 + 15);
        good.verified = slow.verified = true;
        call_ok(&process, &good);
        CHECK(reply.result.median_ns == 5000);
        check_figures(&reply.result, NULL, 0);
        check_calls("a0", 1 + 15);
        call_ok(&process, &slow);
        check_calls("a0", 1 + 15);
        CHECK(CALL(call(&process, &wrong, 60, &caught)) == WRONG_RESULT);
        check_figures(&reply.result, NULL, 0);
        check_calls("a0r0v0a0r0v0", 0);
        CHECK_FAULT(call(&process, &refilled_wrong, 60, &caught), WRONG_RESULT, "not what was to be arranged");
        check_figures(&reply.result, NULL, 0);
        check_calls("a0r0v0a1r1v1a0r0v0a1r1v1", 0);
        full.verified = round; /* not arranged, not run: the kernel would crash */
        CHECK_FAULT(call(&process, &full, 60, &caught), NO_MEMORY, "no room to arrange it");
        check_calls("a0", 0);
    }
}

/* Figures that iterations record are computed again after timing, whether it was verified earlier or just now. */
TEST(figured)
{
    FREED_BY(process_end) struct process process = start_with(FIGURED);
    struct request request = measuring(&process, GOOD);
    for (int verified = 0; verified < 2; verified++) {
        request.verified = verified;
        call_ok(&process, &request);
        size_t length;
        FREED char *calls = text_read("calls", &length);
        const char *first = verified ? "r0r0" : "a0r0v0a1r1v1f0r0r0";
        remove("calls");
        WRONG_IF(!calls || strncmp(calls, first, strlen(first)) || strcmp(calls + length - 4, "r0f0"),
                 "called \"%.100s\"\n", calls ? calls : "");
        CHECK(reply.result.figure[2] == GOOD && isnan(reply.result.figure[1]));
    }
}

/* A counting build is compiled, and runs once, for configurations that are verified and then timed. Its time counts as
 * compiling. One that does not compile is omitted; one that fails has broken the device. */
TEST(counted)
{
    FREED_BY(process_end) struct process process = start_with(COUNTED);
    struct request good = measuring_of(COUNTED, &process, GOOD), slow = measuring_of(COUNTED, &process, SLOW);
    struct request failing = measuring_of(COUNTED, &process, FAIL), verifying = good;
    verifying.effort = (struct effort){.blocks = 0};
    call_ok(&process, &verifying);
    check_figures(&reply.result, (const double[]){0}, 1);
    check_calls("r0r1f0", 0);
    for (int round = 0; round < 2; round++) {
        call_ok(&process, &good);
        check_figures(&reply.result, (const double[]){1}, 1);
        check_calls("r0r1f0n0f0", 1 + 15);
        CHECK((reply.counting.milliseconds >= 50) == !round && reply.counting.key.text[0]);
        CHECK(reply.seconds[PHASE_COMPILING] >= (round ? 0 : 0.05));
    }
    good.verified = true;
    call_ok(&process, &good);
    check_figures(&reply.result, NULL, 0);
    check_calls("", 1 + 15);
    CHECK(!reply.counting.key.text[0] && reply.seconds[PHASE_COMPILING] == 0);

    call_ok(&process, &slow);
    check_figures(&reply.result, (const double[]){0}, 1);
    check_calls("r0r1f0", 1 + 15);
    CHECK(reply.seconds[PHASE_COMPILING] >= 0.05);
    CHECK_FAULT(call(&process, &failing, 60, &caught), LAUNCH_FAILED, "no power");
    check_calls("r0r1f0n0", 0);
}

/* Clocks that another worker of the device keeps warm need no warm-up. */
TEST(kept_warm)
{
    device.clock_mhz = 1000;
    for (int warm = 0; warm < 2; warm++) {
        FREED_BY(process_end) struct process process = start_with(WELL);
        struct request good = measuring(&process, GOOD);
        good.warm_until = warm ? clock_seconds() + 600 : 0;
        call_ok(&process, &good);
        CHECK(warm ? reply.seconds[PHASE_STARTING] == 0 : reply.seconds[PHASE_STARTING] > 0);
    }
    device.clock_mhz = 0;
    remove("calls");
}

/* A timed configuration without a check afterwards leaves its inputs unchanged for the next. */
TEST(unchecked)
{
    FREED_BY(process_end) struct process process = start_cached(CHANGED, true);
    struct request slow = measuring(&process, SLOW);
    slow.effort = (struct effort){.blocks = 1, .samples = 5, .sampling = SAMPLING_SINGLE, .forced = true};
    for (int round = 0; round < 4; round++) {
        slow.checks = round / 2 ? 2 : 0; /* one of each kind */
        call_ok(&process, &slow);
        CHECK(reply.result.cold && reply.result.sampling == SAMPLING_SINGLE);
        check_calls(slow.checks ? "v0v1c0v0" : "v0v1", 0);
    }
}

/* In every copy of the buffers: in those that a batch makes, and in those that earlier configurations made. */
TEST(arranged_copies)
{
    FREED_BY(process_end) struct process process = start_cached(ARRANGED, true);
    struct request good = measuring(&process, GOOD), batched = measuring(&process, WRONG_ON_SECOND);
    batched.verified = true;
    for (int round = 0; round < 2; round++) {
        call_ok(&process, &batched);
        CHECK(reply.result.batch > 1 && reply.result.cold);
        CHECK(reply.result.batch == 100);
        check_calls("a0", 1 + 2 * (8 + 64) + 100 * 15 * 3); /* a slope takes n and 2n, and its n is chosen in steps */
        call_ok(&process, &good);
        check_calls(round ? "a0r0v0r1v1f0" : "a0r0v0a1r1v1f0", 1 + 15); /* the second input is still there */
    }
}

/* What is compiled may depend on a setting. */
TEST(settings)
{
    FREED_BY(process_end) struct process process = start();
    struct request request = {.kind = REQUEST_COMPILE, .device = device, .at = at(ARRANGED), .index = GOOD};
    call_ok(&process, &request);
    struct program without = reply.compiled;
    request.at.setting[MAX_SETTINGS - 1] = 0.5;
    call_ok(&process, &request);
    CHECK(strcmp(without.key.text, reply.compiled.key.text));
}

/* An argument of the registry: a folder from which the worker reads kernel files. */
TEST(kernels_folder)
{
    CHECK(!mkdir("mine", 0777) && !mkdir("mine/tuner", 0777));
    text_put("mine/copy.cl", "//fake copy\n//fake time 1234\n");
    text_put("mine/common_compute.h", "");
    text_put("mine/tuner/evict.cl", "");
    launcher.registry = NAMES("mine");
    FREED_BY(process_end) struct process process = start_with(WELL);
    launcher.registry = NULL;
    struct request request = measuring(&process, GOOD);
    call_ok(&process, &request);
    CHECK(reply.result.median_ns == 1234);
}

/* The reason that a device cannot run a bench. */
TEST(missing)
{
    enum { CUDA = COMPUTE_CUDA, OPENCL = COMPUTE_OPENCL, FP64 = COMPUTE_FP64, ATOMICS = COMPUTE_INT64_ATOMICS };
    static const struct {
        unsigned needs, features;
        const char *text; /* NULL: nothing is missing */
    } cases[] = {
        {0, OPENCL, NULL},
        {NEEDS_CUDA, OPENCL | FP64 | ATOMICS, "needs CUDA"},
        {NEEDS_CUDA, CUDA, NULL},
        {NEEDS_CUDA, FP64 | ATOMICS, "needs CUDA"},
        {NEEDS_OPENCL, OPENCL, NULL},
        {NEEDS_OPENCL, CUDA | FP64 | ATOMICS, "needs OpenCL"},
        {NEEDS_OPENCL, FP64 | ATOMICS, "needs OpenCL"},
        {NEEDS_OPENCL | NEEDS_FP64, OPENCL | ATOMICS, "needs double precision, which this device lacks"},
        {NEEDS_CUDA | NEEDS_CUB, CUDA | FP64 | ATOMICS, "no CUB here"},
        {NEEDS_CUDA | NEEDS_CUB, FP64 | ATOMICS, "needs CUDA"},
        {NEEDS_CUDA | NEEDS_CUB, CUDA | COMPUTE_CUB, NULL},
        {NEEDS_FP64, CUDA | ATOMICS, "needs double precision, which this device lacks"},
        {NEEDS_FP64, CUDA | FP64, NULL},
        {NEEDS_INT64_ATOMICS, CUDA | FP64, "needs 64-bit atomics, which this device lacks"},
        {NEEDS_INT64_ATOMICS, CUDA | ATOMICS, NULL},
        {NEEDS_FP64 | NEEDS_INT64_ATOMICS, CUDA | FP64, "needs 64-bit atomics, which this device lacks"},
        {NEEDS_IMAGES, COMPUTE_TEXTURES, NULL},
        {NEEDS_IMAGES, FP64 | ATOMICS, "needs textures, which this device lacks"},
        {NEEDS_GRAPHS, COMPUTE_GRAPHS, NULL},
        {NEEDS_GRAPHS, COMPUTE_TEXTURES, "needs graphs, which this device lacks"},
        {NEEDS_CHILD_LAUNCH, COMPUTE_CHILD_LAUNCH, NULL},
        {NEEDS_CHILD_LAUNCH, COMPUTE_TEXTURES, "no linker here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bench bench = {.needs = cases[i].needs};
        const struct compute_device lacking = {
            .features = cases[i].features, .lacks_cub = "no CUB here", .lacks_child_launch = "no linker here"};
        const char *text = bench_missing(&bench, &lacking);
        CHECK(cases[i].text ? text && !strcmp(text, cases[i].text) : !text);
    }
}

/* ---- unknown problems, configurations, devices ---- */

static void check_invalid(struct process *process, const struct request *request, const char *text)
{
    pid_t pid = process->pid;
    CHECK_FAULT(call(process, request, 60, &caught), INVALID, text);
    CHECK(process->pid == pid && !process->busy && reply.kind == request->kind);
}

/* Nothing is measured before a bench is prepared, nor after a failed preparation. */
TEST(unprepared)
{
    static const char *const text = "no bench is prepared";
    FREED_BY(process_end) struct process process = start();
    struct request good = measuring(&process, GOOD), by_reference = good, unknown = {.kind = REQUEST_PREPARE};
    struct request lost = {.kind = REQUEST_PREPARE, .at = at(WELL)}, fine = lost;
    by_reference.reference = 1;
    unknown.at = at(BENCH_COUNT);
    strcpy(lost.at.structure.text, "0123456789abcdef0123456789abcdef");
    check_invalid(&process, &good, text);
    CHECK(reply.result.index == GOOD && reply.result.median_ns == 0);
    call_ok(&process, &(struct request){.kind = REQUEST_OPEN, .device = device});
    check_invalid(&process, &good, text);
    check_invalid(&process, &by_reference, text);
    for (int round = 0; round < 2; round++) {
        CHECK(CALL(call(&process, round ? &lost : &unknown, 60, &caught)) == INVALID);
        check_invalid(&process, &good, text);
        call_ok(&process, &fine);
        call_ok(&process, &good);
        CHECK(reply.result.median_ns == 5000);
    }
}

/* Positions at which the registry has no suite or no bench: the parent's is another one. The worker continues. */
TEST(unknown)
{
    static const char *const text = "this worker does not know the bench: its suites are not those of its parent";
    static const uint32_t places[][2] = {{1, BENCH_COUNT}, {0, 1}, {2, 0}, {3, 0}, {1, UINT32_MAX}, {UINT32_MAX, 0}};
    FREED_BY(process_end) struct process process = start_with(WELL);
    struct request good = measuring(&process, GOOD);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct request request = {.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = GOOD};
        request.at.suite = places[i][0];
        request.at.bench = places[i][1];
        check_invalid(&process, &request, text);
        CHECK(!reply.compiled.key.text[0]);
        call_ok(&process, &good); /* the earlier preparation is still valid */
        request.kind = REQUEST_PREPARE;
        check_invalid(&process, &request, text);
        check_invalid(&process, &good, "no bench is prepared");
        call_ok(&process, &(struct request){.kind = REQUEST_PREPARE, .at = at(WELL)});
        call_ok(&process, &good);
        CHECK(reply.result.median_ns == 5000);
    }
    struct request other = {.kind = REQUEST_COMPILE, .device = device, .at = at(WELL), .index = GOOD};
    other.at.suite = 0; /* its only bench */
    call_ok(&process, &other);
}

int main(int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        return own_worker_main(argc, argv);
    prepare_parent();
    test_find();
    device.clock_mhz = 0; /* no warming up: iterations are counted */
    run_tests();
    return CHECK_RESULT;
}
