/* A test program that is its own worker: its suite has correct benches, and one for each kind of fault. */
#pragma once

#include "tests/own_folder.h"
#include "tests/tuner/benches.h"
#include "tuner/worker/process.h"
#include "tuner/worker/worker.h"

/* ---- what the worker has ---- */

#define TIMED_TEXT                                                                                                     \
    "//fake copy\n"                                                                                                    \
    "//fake WHAT=WHAT_GOOD time 5000\n"                                                                                \
    "//fake WHAT=WHAT_SLOW time 20000\n"                                                                               \
    "//fake WHAT=WHAT_WRONG time 7000\n"                                                                               \
    "//fake WHAT=WHAT_WRONG wrong\n"                                                                                   \
    "//fake WHAT=WHAT_CRASH crash\n"                                                                                   \
    "//fake WHAT=WHAT_HANG hang\n"                                                                                     \
    "//fake WHAT=WHAT_FAIL fail-launch no power\n"                                                                     \
    "//fake WHAT=WHAT_NO_COMPILE no-compile line 3 makes no sense\n"                                                   \
    "//fake WHAT=WHAT_CRASH_COMPILE crash-compile\n"                                                                   \
    "//fake WHAT=WHAT_HANG_COMPILE hang-compile\n"                                                                     \
    "//fake WHAT=WHAT_WRONG_ON_SECOND time 10\n"

#define COUNTED_TEXT                                                                                                   \
    "//fake copy\n//fake time 5000\n"                                                                                  \
    "//fake COUNTED=1 slow-compile 50\n"                                                                               \
    "//fake COUNTED=1 WHAT=WHAT_SLOW no-compile too long\n"                                                            \
    "//fake COUNTED=1 WHAT=WHAT_FAIL fail-launch no power\n"

KERNELS({"copy.cl", TIMED_TEXT}, {"counted.cl", COUNTED_TEXT}, {"tuner/evict.cl", "//fake time 777\n"});

enum { GOOD, SLOW, WRONG, CRASH, HANG, FAIL, NO_COMPILE, CRASH_COMPILE, HANG_COMPILE, WRONG_ON_SECOND };
enum { IN, OUT };
/* The setup of each bench. */
enum { WELL, TALKS_AND_ABORTS, EXITS, CLOSES_ITS_PIPES, GRAPH, ARRANGED, CHANGED, FIGURED, COUNTED, BENCH_COUNT };

static void setup(struct job *job)
{
    uint64_t *in = job_input(job, IN, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = job_random(job->seed, i);
    job_output(job, OUT, "out", job->n * sizeof *in);
}

static void print_and_abort(struct job *job)
{
    fprintf(stderr, "all is well\nthe disk is %0*d on fire\r\n\n", (int)job->n, 0);
    abort();
}

static void exit_job(UNNEEDED struct job *job)
{
    _exit(3);
}

static void close_pipes(UNNEEDED struct job *job)
{
    close(WORKER_REPLIES);
    close(WORKER_REQUESTS);
    hang();
}

EXPECT(expect)
{
    *(uint64_t *)expected = ((const uint64_t *)job_host(job, IN))[0];
}

ENQUEUE(enqueue)
{
    return launch_copy(job, fault);
}

VERIFY(verify)
{
    if (config->value[0] == WRONG_ON_SECOND && job->variant == 1)
        return fail(fault, WRONG_RESULT, "not what the second input asks for");
    bool same = *(const uint64_t *)job_host(job, OUT) == *(const uint64_t *)job_expected(job);
    *verdict = (struct verdict){same ? 0 : 1, 0.25};
    return same ? OK : fail(fault, WRONG_RESULT, "not what was copied");
}

WORK(work)
{
    return (struct work){.bytes = 16.0 * (double)job->n};
}

/* ---- a bench whose input depends on the configuration ---- */

/* To a file: what was called, on which of the inputs. */
static void note(char what, const struct job *job)
{
    FILE *file = fopen("calls", "a");
    fprintf(file, "%c%d", what, job->variant);
    fclose(file);
}

static uint64_t arranged_word(const struct job *job, const struct config *config)
{
    return job_random(job->seed, 0) + (uint64_t)config->value[0];
}

ARRANGE(arrange)
{
    note('a', job);
    if (config->value[0] == CRASH)
        return fail(fault, NO_MEMORY, "no room to arrange it");
    uint64_t *in = job_refill(job, IN);
    in[0] = arranged_word(job, config);
    in[1] = config->value[0] == WRONG_ON_SECOND && job->variant == 1;
    return OK;
}

/* R: on an input that was arranged for another configuration. */
ENQUEUE(enqueue_arranged)
{
    uint64_t in;
    enum status status = compute_array_read(job_array(job, IN), 0, &in, sizeof in, fault);
    note(in == arranged_word(job, config) ? 'r' : 'R', job);
    return status == OK ? enqueue(job, config, fault) : status;
}

VERIFY(verify_arranged)
{
    const uint64_t *out = job_host(job, OUT);
    note('v', job);
    *verdict = (struct verdict){0, 0.25};
    if (out[0] != arranged_word(job, config) || out[1])
        return fail(fault, WRONG_RESULT, "not what was to be arranged");
    return OK;
}

static unsigned options(const struct config *config)
{
    return config_setting(config, MAX_SETTINGS - 1) > 0 ? COMPUTE_FLUSH_TO_ZERO : 0;
}

static const char *const figures[] = {"right", "none", "what", NULL};

static void figure(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    uint64_t out = 0;
    note('f', job);
    job_read(job, OUT, 0, &out, sizeof out, NULL);
    values[0] = out == arranged_word(job, config) && out == *(const uint64_t *)job_host(job, OUT);
    values[1] = NAN;
    values[2] = config->value[0];
}

/* ---- a bench whose kernel has a counting build ---- */

/* n: with the counting build's kernels. */
ENQUEUE(enqueue_counted)
{
    note(job->counting ? 'n' : 'r', job);
    return enqueue(job, config, fault);
}

static void figure_counted(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    note('f', job);
    values[0] = job->counting;
    values[1] = NAN;
}

/* ---- a bench whose input is changed after timing ---- */

static void change(struct job *job, UNNEEDED const struct config *config)
{
    const uint64_t word = job_draw(job, UINT64_MAX);
    job_change(job, IN, 0, &word, sizeof word);
    *(uint64_t *)job_corrected(job, sizeof word) = word;
}

/* c: on a changed input. */
VERIFY(verify_changed)
{
    note(*(const uint64_t *)job_host(job, IN) == job_random(job->seed, 0) ? 'v' : 'c', job);
    return verify(job, config, verdict, fault);
}

/* clang-format off */
#define COPIES COPIES_OF(.file = "copy.cl")
#define COPIES_OF(...)                                                                                                 \
    .kernel = {__VA_ARGS__, .entries = NAMES("copy")},                                                                 \
    .space = {.parameters = PARAMETERS({"WHAT", "", WORDS("good", "slow", "wrong", "crash", "hang", "fail",            \
                                                          "no_compile", "crash_compile", "hang_compile",               \
                                                          "wrong_on_second")})},                                       \
    .problem.variants = 2, .problem.expected_bytes = sizeof(uint64_t), .problem.expect = expect, .report.work = work
#define BENCH(called, made, graph)                                                                                     \
    {.name = called, COPIES, .problem.setup = made, .problem.verify = verify, .device.enqueue = enqueue,               \
     .device.captured = graph}
/* clang-format on */

static const struct bench benches[BENCH_COUNT] = {
    [WELL] = BENCH("well", setup, NULL),
    [TALKS_AND_ABORTS] = BENCH("talks", print_and_abort, NULL),
    [EXITS] = BENCH("exits", exit_job, NULL),
    [CLOSES_ITS_PIPES] = BENCH("closes", close_pipes, NULL),
    [GRAPH] = BENCH("graph", setup, always),
    [ARRANGED] = {.name = "arranged",
                  COPIES,
                  .problem.setup = setup,
                  .kernel.options = options,
                  .problem.arrange = arrange,
                  .problem.verify = verify_arranged,
                  .device.enqueue = enqueue_arranged,
                  .report.figures = figures,
                  .report.figure = figure},
    [FIGURED] = {.name = "figured",
                 COPIES,
                 .problem.setup = setup,
                 .problem.arrange = arrange,
                 .problem.verify = verify_arranged,
                 .device.enqueue = enqueue_arranged,
                 .report.figures = figures,
                 .report.figure = figure,
                 .report.figures_timed = true},
    [COUNTED] = {.name = "counted",
                 COPIES_OF(.file = "counted.cl", .counted = true),
                 .problem.setup = setup,
                 .problem.verify = verify,
                 .device.enqueue = enqueue_counted,
                 .report.figures = NAMES("counted", "none"),
                 .report.figure = figure_counted},
    [CHANGED] = {.name = "changed",
                 COPIES,
                 .problem.setup = setup,
                 .problem.change = change,
                 .problem.verify = verify_changed,
                 .device.enqueue = enqueue},
};
static const struct suite first_suite = {.name = "first", .summary = "", .benches = BENCHES(&benches[EXITS])},
                          life = {.name = "life",
                                  .summary = "",
                                  .benches = BENCHES(&benches[WELL], &benches[TALKS_AND_ABORTS], &benches[EXITS],
                                                     &benches[CLOSES_ITS_PIPES], &benches[GRAPH], &benches[ARRANGED],
                                                     &benches[CHANGED], &benches[FIGURED], &benches[COUNTED])};
static const struct suite *const suites[] = {&first_suite, &life, NULL};

/* ---- the parent ---- */

static struct launcher launcher = {.program = "/proc/self/exe"};
static struct compute_device device;
static struct reply reply;

static struct process start(void)
{
    struct process process;
    CHECK_OK(process_start(&process, &launcher, &caught));
    CHECK(process.pid > 0);
    return process;
}

static enum status call(struct process *process, const struct request *request, double seconds, struct fault *fault)
{
    memset(&reply, 0x77, sizeof reply);
    enum status status = process_call(process, request, seconds, NULL, &reply, fault);
    CHECK(status == fault->status);
    return status;
}

static struct problem_at at(uint32_t bench)
{
    const struct registry registry = {.suites = suites};
    return (struct problem_at){.registry = registry_key(&registry), .suite = 1, .bench = bench, .n = 100, .seed = 42};
}

static void call_ok(struct process *process, const struct request *request)
{
    CHECK_OK(call(process, request, 60, &caught));
    CHECK(reply.kind == request->kind && !process->busy);
}

/* A worker that has opened the device and prepared a bench. */
static struct process start_cached(uint32_t bench, bool cold)
{
    struct process process = start();
    call_ok(&process, &(struct request){.kind = REQUEST_OPEN, .device = device, .cold = cold});
    CHECK(reply.opened.tick_ns == 1);
    call_ok(&process, &(struct request){.kind = REQUEST_PREPARE, .at = at(bench)});
    return process;
}

static struct process start_with(uint32_t bench)
{
    return start_cached(bench, false);
}

/* The request that measures a bench's configuration, compiled by `compiler`; and a request of a bench with the same
 * kernel. */
static struct request measuring_of(uint32_t bench, struct process *compiler, uint64_t what)
{
    struct request request = {.kind = REQUEST_COMPILE, .device = device, .at = at(bench), .index = what};
    call_ok(compiler, &request);
    return (struct request){.kind = REQUEST_MEASURE,
                            .index = what,
                            .binary = reply.compiled.key,
                            .effort = {.blocks = 3, .samples = 5, .sampling = SAMPLING_SINGLE}};
}

static struct request measuring(struct process *compiler, uint64_t what)
{
    return measuring_of(WELL, compiler, what);
}

static void write_exit_mark(void)
{
    char name[32];
    snprintf(name, sizeof name, "ended-%d", (int)getpid());
    fclose(fopen(name, "w"));
}

/* A worker writes a file if it exits by itself. The argument of its registry is a folder of kernel files. */
static int own_worker_main(int argc, char **argv)
{
    const struct registry registry = {
        .suites = suites, .kernels = kernels, .kernel_folder = argc > WORKER_REGISTRY ? argv[WORKER_REGISTRY] : NULL};
    atexit(write_exit_mark);
    return worker_main(&registry, argv[WORKER_CACHE]);
}

static bool ended_by_itself(pid_t pid)
{
    char name[32];
    snprintf(name, sizeof name, "ended-%d", (int)pid);
    return !access(name, F_OK);
}

/* Before anything else in a parent. */
static void prepare_parent(void)
{
    static char cache[64];
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
    snprintf(cache, sizeof cache, "%s/cache", own_folder);
    launcher.cache = cache;
    CHECK(compute_find("fake", 0, &device, NULL) == OK);
}
