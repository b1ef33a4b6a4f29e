/* A device that is lost and cannot be opened again: no run measures on what is half open, and once it can be opened
 * runs are good again. Here it is the tuner's own kernel that fails, from a folder of kernel files. */
#include "tests/own_folder.h"
#include "tests/text_file.h"
#include "tests/tuner/benches.h"
#include "tuner/run/tuner.h"
#include "tuner/worker/worker.h"

#include <sys/stat.h>

/* ---- what the worker has ---- */

static void setup(struct job *job)
{
    float *in = job_input(job, 0, "in", job->n * sizeof *in);
    for (uint64_t i = 0; i < job->n; i++)
        in[i] = (float)job_uniform(job->seed, i);
    job_output(job, 1, "out", job->n * sizeof(float));
}

ENQUEUE(enqueue)
{
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(job_array(job, 0)), COMPUTE_ARRAY(job_array(job, 1))};
    if (config->value[0] == 2 && !access("breaks", F_OK)) {
        text_put("kernels/tuner/evict.cl", "//fake no-compile no power\n");
        abort();
    }
    return job_launch(job, 0, launch, arguments, 2, fault);
}

VERIFY(verify)
{
    bool same = !memcmp(job_host(job, 0), job_host(job, 1), job->n * sizeof(float));
    return same ? OK : fail(fault, WRONG_RESULT, "no copy");
}

WORK(work)
{
    return (struct work){.bytes = 8. * (double)job->n};
}

static const struct bench bench = {
    .name = "copies",
    .kernel = {.file = "copy.cl", .entries = NAMES("copy")},
    .space = {.parameters = PARAMETERS({"WHICH", "", VALUES(1, 2)})},
    DEFAULTS(1),
    .problem = {.variants = 1, .setup = setup, .verify = verify},
    .device.enqueue = enqueue,
    .report.work = work,
};
static const struct suite suite = {.name = "copies", .summary = "", .benches = BENCHES(&bench)};
static const struct suite *const suites[] = {&suite, NULL};
static const struct kernel_file no_kernels[] = {{NULL, NULL}};
static const struct registry registry = {.suites = suites, .kernels = no_kernels, .kernel_folder = "kernels"};

/* ---- the parent ---- */

static volatile sig_atomic_t stop;
static int rows, cold;

static void count(void *user, const struct problem *problem, const struct result *row, const char *reason)
{
    (void)user, (void)problem, (void)reason;
    rows++;
    cold += row->status == OK && row->cold;
}

static void show(UNNEEDED void *user, UNNEEDED const struct progress *progress)
{
}

static enum status run(struct tuner *tuner, struct fault *fault)
{
    static struct best best;
    const struct run_options options = {
        .strategy = strategy_find("exhaustive"), .time_limit = 60, .row = count, .progress = show};
    const struct target target = {.problem = problem_of(&suite, &bench, 100, 42)};
    rows = cold = 0;
    return tuner_run(tuner, &target, &options, &best, fault);
}

int main(int argc, char **argv)
{
    if (argc > WORKER_CACHE && !strcmp(argv[1], WORKER_ARGUMENT))
        return worker_main(&registry, argv[WORKER_CACHE]);
    signal(SIGPIPE, SIG_IGN);
    enter_own_folder();
    CHECK(mkdir("kernels", 0777) == 0 && mkdir("kernels/tuner", 0777) == 0);
    text_put("kernels/common_compute.h", "");
    text_put("kernels/copy.cl", "//fake copy\n//fake time 5000\n");
    text_put("kernels/tuner/evict.cl", "//fake time 777\n");
    text_put("kernels/tuner/spoil.cl", "//fake time 1\n");
    text_put("kernels/tuner/checksum.cl", "//fake time 1\n");
    text_put("breaks", "");
    struct tuner_options options = {.launcher = {.program = "/proc/self/exe", .cache = "cache"},
                                    .registry = &registry,
                                    .jobs = 1,
                                    .cold = true,
                                    .stop = &stop};
    struct tuner tuner;
    CHECK(compute_find("fake", 0, &options.device, NULL) == OK);
    CHECK_OK(tuner_open(&tuner, &options, &caught));
    CHECK(CALL(run(&tuner, &caught)) == COMPILE_FAILED && rows == 2);
    CHECK(strstr(caught.text, "the device does not come back: ") && strstr(caught.text, "no power"));
    CHECK(CALL(run(&tuner, &caught)) == COMPILE_FAILED && rows == 0); /* not on the worker that failed to open it */
    CHECK(remove("breaks") == 0);
    text_put("kernels/tuner/evict.cl", "//fake time 777\n");
    CHECK(FINE(run(&tuner, &caught)) && rows == 4 && cold == 4); /* two, and again in the play-off */
    tuner_close(&tuner);
    return CHECK_RESULT;
}
