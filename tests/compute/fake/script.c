/* The fake device: its script's conditions and every action. */
#include "base/clock.h"
#include "compute/compute.h"
#include "tests/check.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FLOATS = 1000, GROUPS = 7 };

/* A program with an input of 0, 1, 2 ... and an output of GROUPS floats. */
struct rig {
    struct compute_context *context;
    struct compute_program *program;
    struct compute_kernel *kernel;
    struct compute_array *in, *out;
};

static enum status load(struct rig *rig, const char *source, struct fault *fault)
{
    struct compute_device device;
    FREED_BY(compute_binary_free) struct compute_binary binary;
    *rig = (struct rig){0};
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
    CHECK(compute_context_new(&device, &rig->context, NULL) == OK);
    enum status status = compute_compile(&device, "test.cl", source, 0, &binary, fault);
    return status == OK ? compute_program_load(rig->context, binary.bytes, binary.size, &rig->program, fault) : status;
}

static struct rig rig_new(const char *source)
{
    struct rig rig;
    float input[FLOATS];
    for (int i = 0; i < FLOATS; i++)
        input[i] = (float)i;
    CHECK_OK(load(&rig, source, &caught));
    CHECK_OK(compute_kernel_new(rig.program, "sum", &rig.kernel, &caught));
    CHECK_OK(compute_array_new(rig.context, sizeof input, &rig.in, &caught));
    CHECK_OK(compute_array_new(rig.context, GROUPS * sizeof(float), &rig.out, &caught));
    CHECK_OK(compute_array_write(rig.in, 0, input, sizeof input, &caught));
    CHECK_OK(compute_array_fill(rig.out, 0, &caught));
    return rig;
}

static void rig_free(struct rig *rig)
{
    compute_array_free(rig->in);
    compute_array_free(rig->out);
    compute_kernel_free(rig->kernel);
    compute_program_free(rig->program);
    compute_context_free(rig->context);
}

/* Launches groups of 32 over n inputs; returns the device's time, or -1. */
static double launch(struct rig *rig, uint64_t groups, uint64_t n)
{
    struct compute_argument arguments[] = {COMPUTE_ARRAY(rig->in), COMPUTE_ARRAY(rig->out), COMPUTE_VALUE(n)};
    struct compute_launch shape = {.groups = {groups, 1, 1}, .group = {32, 1, 1}};
    double elapsed = -1;
    CHECK_OK(compute_mark(rig->context, 0, &caught));
    if (compute_kernel_launch(rig->kernel, shape, arguments, 3, &caught) != OK)
        return -1;
    CHECK_OK(compute_array_fill(rig->in, 1, &caught)); /* takes no time */
    CHECK_OK(compute_mark(rig->context, 1, &caught));
    CHECK_OK(compute_elapsed(rig->context, &elapsed, &caught));
    return elapsed;
}

static float output(struct rig *rig, size_t i)
{
    float value = -1;
    CHECK_OK(compute_array_read(rig->out, i * sizeof value, &value, sizeof value, &caught));
    return value;
}

/* ---- behaviour ---- */

TEST(sum)
{
    FREED_BY(rig_free) struct rig rig = rig_new("//fake sum\n");
    CHECK(launch(&rig, GROUPS, FLOATS) == 0);
    for (int g = 0; g < GROUPS; g++) { /* T = 143: 143 each, 142 in the last */
        int first = g * 143, last = first + 143 < FLOATS ? first + 143 : FLOATS;
        CHECK_NEAR(output(&rig, (size_t)g), (first + last - 1) * (last - first) / 2, 0);
    }
    rig_free(&rig);

    rig = rig_new("//fake sum\n");
    launch(&rig, GROUPS, 3); /* fewer numbers than groups */
    CHECK(output(&rig, 0) == 0 && output(&rig, 1) == 1 && output(&rig, 2) == 2 && output(&rig, 3) == 0);
    rig_free(&rig);

    rig = rig_new("//fake sum\n");
    CHECK(CALL(launch(&rig, 1, FLOATS + 1)) == -1 && caught.status == LAUNCH_FAILED);
    rig_free(&rig);

    rig = rig_new("//fake sum\n");
    uint32_t n = 10;
    struct compute_argument arguments[] = {COMPUTE_ARRAY(rig.in), COMPUTE_ARRAY(rig.out), COMPUTE_VALUE(n)};
    struct compute_launch one = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    CHECK_OK(compute_kernel_launch(rig.kernel, one, arguments, 3, &caught));
    CHECK_NEAR(output(&rig, 0), 45, 0);
    CHECK(CALL(compute_kernel_launch(rig.kernel, one, arguments, 2, &caught)) == LAUNCH_FAILED);
}

TEST(copy_and_wrong)
{
    FREED_BY(rig_free)
    struct rig rig = rig_new("//fake wrong\n//fake copy\n"); /* `wrong` acts last, though listed first */
    launch(&rig, 1, 0);
    CHECK(output(&rig, 0) == 1 && output(&rig, 1) == 1 && output(&rig, GROUPS - 1) == GROUPS - 1);
    rig_free(&rig);

    rig = rig_new("kernel void copy() {}\n");
    launch(&rig, 1, 0);
    CHECK(output(&rig, 0) == 0 && output(&rig, 1) == 0);
}

/* ---- time ---- */

static enum status queue(struct rig *rig, int stream, uint32_t n)
{
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(rig->in), COMPUTE_ARRAY(rig->out), COMPUTE_VALUE(n)};
    const struct compute_launch shape = {.groups = {1, 1, 1}, .group = {1, 1, 1}, .stream = stream};
    return compute_kernel_launch(rig->kernel, shape, arguments, 3, &caught);
}

static double time_of(const char *source, uint64_t groups)
{
    FREED_BY(rig_free) struct rig rig = rig_new(source);
    double elapsed = launch(&rig, groups, 0);
    return elapsed;
}

TEST(time)
{
    CHECK_NEAR(time_of("", 1), 0, 0);
    CHECK_NEAR(time_of("//fake time 1500\n", 1), 1500, 0);
    CHECK_NEAR(time_of("//fake time 1500\n//fake time 20\n", 1), 1520, 0);
    CHECK_NEAR(time_of("//fake time-per-item 500\n", 10), 160, 0);
    CHECK_NEAR(time_of("//fake time 7\n//fake time-per-item 500\n", 10), 167, 0);
}

/* The first launch after a marker, and no other. */
TEST(start)
{
    FREED_BY(rig_free) struct rig rig = rig_new("//fake time 100\n//fake start 30\n");
    double elapsed;
    CHECK_OK(compute_mark(rig.context, 0, &caught));
    for (int i = 0; i < 3; i++)
        CHECK_OK(queue(&rig, 0, 5));
    CHECK_OK(compute_mark(rig.context, 1, &caught));
    CHECK_OK(compute_elapsed(rig.context, &elapsed, &caught));
    CHECK_NEAR(elapsed, 330, 0);
    CHECK_NEAR(launch(&rig, 1, 0), 130, 0);
}

TEST(noise)
{
    enum { LAUNCHES = 200 };
    double elapsed[2][LAUNCHES], sum = 0, least = 1e9, most = 0;
    for (int pass = 0; pass < 2; pass++) {
        FREED_BY(rig_free) struct rig rig = rig_new("//fake time 10000\n//fake noise 5\n");
        for (int i = 0; i < LAUNCHES; i++)
            elapsed[pass][i] = launch(&rig, 1, 0);
    }
    CHECK(!memcmp(elapsed[0], elapsed[1], sizeof elapsed[0]));
    for (int i = 0; i < LAUNCHES; i++) {
        sum += elapsed[0][i];
        least = fmin(least, elapsed[0][i]);
        most = fmax(most, elapsed[0][i]);
    }
    CHECK(least >= 9500 && least < 9600 && most <= 10500 && most > 10400);
    CHECK_NEAR(sum / LAUNCHES, 10000, 100);
}

/* ---- graphs ---- */

TEST(graph)
{
    FREED_BY(rig_free) struct rig rig = rig_new("//fake sum\n//fake time 100\n");
    struct compute_graph *graph;
    CHECK_OK(compute_graph_begin(rig.context, &caught));
    CHECK_OK(compute_array_fill(rig.out, 0, &caught));
    CHECK_OK(queue(&rig, 0, 5));
    CHECK_OK(compute_stream_wait(rig.context, 1, 0, &caught));
    CHECK_OK(queue(&rig, 1, 10));
    CHECK_OK(compute_stream_wait(rig.context, 0, 1, &caught));
    CHECK_OK(compute_graph_end(rig.context, &graph, &caught));
    CHECK(output(&rig, 0) == 0);

    double elapsed;
    CHECK_OK(compute_mark(rig.context, 0, &caught));
    CHECK_OK(compute_graph_launch(graph, &caught));
    CHECK_OK(compute_mark(rig.context, 1, &caught));
    CHECK_OK(compute_elapsed(rig.context, &elapsed, &caught));
    CHECK_NEAR(elapsed, 200, 0);
    CHECK_NEAR(output(&rig, 0), 45, 0);

    const float fives[FLOATS] = {5, 5, 5, 5, 5, 5}; /* read by the launch, not by the capture */
    CHECK_OK(compute_array_write(rig.in, 0, fives, sizeof fives, &caught));
    CHECK_OK(compute_graph_launch(graph, &caught));
    CHECK_NEAR(output(&rig, 0), 30, 0);
    compute_graph_free(graph);
}

/* The rules of CUDA; after a violation the context is usable again once capturing ended. */
TEST(graph_rules)
{
    FREED_BY(rig_free) struct rig rig = rig_new("//fake sum\n");
    struct compute_graph *graph;
    CHECK_OK(compute_graph_begin(rig.context, &caught));
    CHECK_OK(queue(&rig, 1, 10)); /* takes no part: runs at once */
    CHECK_FAULT(compute_stream_wait(rig.context, 0, 1, &caught), INVALID,
                "stream 1 takes no part in the graph that stream 0 is captured in");
    CHECK_OK(compute_graph_end(rig.context, &graph, &caught));
    CHECK_NEAR(output(&rig, 0), 45, 0);
    compute_graph_free(graph);

    CHECK_OK(compute_graph_begin(rig.context, &caught));
    CHECK_OK(compute_stream_wait(rig.context, 1, 0, &caught));
    CHECK_OK(queue(&rig, 1, 5));
    CHECK_FAULT(compute_graph_end(rig.context, &graph, &caught), INVALID,
                "stream 1 takes part in this graph, and stream 0 does not wait for it in the end");
    CHECK(!graph);
    CHECK_OK(queue(&rig, 1, 3));
    CHECK_NEAR(output(&rig, 0), 3, 0);

    CHECK_OK(compute_graph_begin(rig.context, &caught)); /* freed while capturing */
    CHECK_OK(queue(&rig, 0, 5));
    rig_free(&rig);

    rig = rig_new("//fake fail-launch no\n");
    CHECK_OK(compute_graph_begin(rig.context, &caught));
    CHECK_OK(queue(&rig, 0, 5));
    CHECK_OK(compute_graph_end(rig.context, &graph, &caught));
    CHECK(CALL(compute_graph_launch(graph, &caught)) == LAUNCH_FAILED);
    compute_graph_free(graph);
}

/* ---- conditions ---- */

TEST(conditions)
{
    static const struct {
        const char *source;
        double elapsed;
    } cases[] = {
        {"#define BLOCK 64\n//fake BLOCK=64 time 5\n", 5},
        {"//fake BLOCK=64 time 5\n#define BLOCK 64\n", 5},
        {"#define BLOCK 128\n//fake BLOCK=64 time 5\n", 0},
        {"//fake BLOCK=64 time 5\n", 0},
        {"  #  define   BLOCK\t64 // items\n//fake BLOCK=64 time 5\n", 5},
        {"#define BLOCK 64 /* items */\n//fake BLOCK=64 time 5\n", 5},
        {"#define BLOCK 640\n#define BLOC 64\n#define BLOCK2 64\n//fake BLOCK=64 time 5\n", 0},
        {"#define BLOCK 64\n#ifndef BLOCK\n#define BLOCK 128\n#endif\n//fake BLOCK=128 time 5\n", 0},
        {"#define A 1\n#define B 2\n//fake A=1 B=2 time 5\n", 5},
        {"#define A 1\n#define B 2\n//fake A=1 B=3 time 5\n", 0},
        {"#define A 1\n#define B 2\n//fake A=2 B=2 time 5\n", 0},
        {"#define KIND_SLOW 3\n#define KIND KIND_SLOW\n//fake KIND=KIND_SLOW time 5\n", 5},
        {"#define KIND_SLOW 3\n#define KIND KIND_SLOW\n//fake KIND=3 time 5\n", 5},
        {"#define KIND_SLOW 3\n#define KIND 3\n//fake KIND=KIND_SLOW time 5\n", 5},
        {"#define KIND_SLOW 3\n#define KIND_FAST 4\n#define KIND KIND_FAST\n//fake KIND=KIND_SLOW time 5\n", 0},
        {"#define A 1\n//fake time 100\n//fake A=1 time 20\n//fake A=2 time 3\n", 120},
        {"// fake time 5\nx //fake time 5\n//faketime 5\n", 0},
        {"//fake time 5\r\n//fake time 6", 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double elapsed = time_of(cases[i].source, 1);
        if (elapsed != cases[i].elapsed)
            fprintf(stderr, "in case %zu:\n", i);
        CHECK_NEAR(elapsed, cases[i].elapsed, 0);
    }
}

/* ---- failures ---- */

static void check_load_refused(const char *source, enum status expected, const char *text)
{
    FREED_BY(rig_free) struct rig rig;
    CHECK_FAULT(load(&rig, source, &caught), expected, text);
}

static void check_launch_refused(const char *source, enum status expected, const char *text)
{
    FREED_BY(rig_free) struct rig rig = rig_new(source);
    CHECK(CALL(launch(&rig, 1, 1)) == -1 && caught.status == expected);
    CHECK_TEXT(caught.text, text);
}

TEST(failures)
{
    check_load_refused("//fake no-compile undefined: x\n", COMPILE_FAILED, "test.cl: undefined: x");
    check_load_refused("#define A 1\n//fake A=1 no-compile because A=1\n", COMPILE_FAILED, "test.cl: because A=1");
    check_load_refused("//fake fail-load no such image\n", LAUNCH_FAILED, "no such image");
    static const char *const wrong[] = {"//fake tiem 5",    "//fake time",  "//fake time five", "//fake time -5",
                                        "//fake time 5 ns", "//fake sum 3", "//fake A=1",       "//fake fail-launch"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[128];
        snprintf(text, sizeof text, "test.cl: the fake device does not understand \"%s\"", wrong[i]);
        check_load_refused(wrong[i], COMPILE_FAILED, text);
    }
    check_launch_refused("//fake sum\n//fake fail-launch illegal instruction\n", LAUNCH_FAILED, "illegal instruction");
    check_launch_refused("//fake no-memory\n", NO_MEMORY, "the fake device has no memory left for this launch");
    check_launch_refused("//fake overrun 65537\n", LAUNCH_FAILED, "illegal address");
    check_launch_refused("//fake underrun 65537\n", LAUNCH_FAILED, "illegal address");
}

TEST(kernels)
{
    FREED_BY(rig_free) struct rig rig;
    struct compute_kernel *kernel;
    CHECK_OK(load(&rig, "//fake kernel first\n//fake kernel second\n", &caught));
    CHECK_OK(compute_kernel_new(rig.program, "second", &kernel, &caught));
    compute_kernel_free(kernel);
    CHECK_FAULT(compute_kernel_new(rig.program, "third", &kernel, &caught), LAUNCH_FAILED,
                "the program has no kernel third");
    CHECK(!kernel);
    rig_free(&rig);

    rig = rig_new("//fake registers 40\n//fake local 1000\n//fake local 24\n");
    struct compute_resources resources = compute_kernel_resources(rig.kernel);
    CHECK(resources.registers == 40 && resources.shared_bytes == 1024 && resources.spill_bytes == -1);
    rig_free(&rig);
    rig = rig_new("");
    resources = compute_kernel_resources(rig.kernel);
    CHECK(resources.registers == -1 && resources.shared_bytes == -1);
}

TEST(slow_compile)
{
    FREED_BY(rig_free) struct rig rig;
    const double start = clock_seconds();
    CHECK_OK(load(&rig, "//fake slow-compile 120\n", &caught));
    CHECK(clock_seconds() - start >= 0.12);
}

/* The signal that ends a process which compiles and launches a source; after a second it kills itself. */
static int signal_of(const char *source)
{
    pid_t child = fork();
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        alarm(1);
        struct rig rig = rig_new(source);
        launch(&rig, 1, 1);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(deaths)
{
    CHECK(signal_of("//fake sum\n") == 0);
    CHECK(signal_of("//fake crash\n") == SIGSEGV);
    CHECK(signal_of("//fake crash-compile\n") == SIGSEGV);
    CHECK(signal_of("//fake hang\n") == SIGALRM);
    CHECK(signal_of("//fake hang-compile\n") == SIGALRM);
}
