/* The counting build of a bench's kernel: compiled separately, run once, read for figures, and unloaded. */
#include "tests/tuner/job/fake_context.h"

enum { IN, OUT };

KERNELS({"copy.cl", "//fake copy\n//fake COUNTED=1 wrong\n"},
        {"none.cl", "//fake copy\n//fake COUNTED=1 no-compile no\n"});

static int counted, plain;

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", 8), 0, 8);
    job_output(job, OUT, "out", 8);
}

ENQUEUE(enqueue)
{
    counted += job->counting;
    plain += !job->counting;
    return launch_copy(job, fault);
}

/* Counts by what the kernel stored. */
static void figure(const struct job *job, UNNEEDED const struct config *config, double values[MAX_FIGURES])
{
    float first = NAN;
    CHECK(job->counting && job_read(job, OUT, 0, &first, sizeof first, NULL) == OK);
    values[0] = (double)first;
}

#define BENCH(of, path)                                                                                                \
    static const struct bench of = {                                                                                   \
        .name = #of,                                                                                                   \
        .kernel = {.file = path, .entries = NAMES("copy"), .defines = "#define OTHER 2\n", .counted = true},           \
        FUNCTIONS(accept),                                                                                             \
        .report = {.figures = NAMES("first"), .figure = figure},                                                       \
    }
BENCH(counting, "copy.cl");
BENCH(failing, "none.cl");
REGISTRY("counts", kernels, &counting, &failing);
static struct worker_context place = {.registry = &registry};

#define MAKE_COUNTING(config, program)                                                                                 \
    job_make_counting(place.store, &registry, compute_context_device(place.context), config, program, &caught)

TEST(counted)
{
    double values[MAX_FIGURES] = {0};
    bed_load(problem_of(&suite, &counting, 8, 1), 0);
    FREED struct config *config = config_new(&bed.problem, 0);
    struct program program;
    CHECK_OK(MAKE_COUNTING(config, &program));
    CHECK_OK(job_count(&bed.job, config, &program, &bed.loaded, values, &caught));
    CHECK(counted == 1 && !plain && values[0] == 1 && !bed.job.counting);
    CHECK_OK(bed_verify(0, &caught)); /* by the usual kernel again */
    float first = NAN;
    CHECK_OK(job_read(&bed.job, OUT, 0, &first, sizeof first, &caught));
    CHECK(counted == 1 && plain == 1 && first == 0);
}

TEST(failing)
{
    bed_load(problem_of(&suite, &failing, 8, 1), 0);
    FREED struct config *config = config_new(&bed.problem, 0);
    struct program program;
    CHECK_FAULT(MAKE_COUNTING(config, &program), COMPILE_FAILED, "none.cl: no");
    CHECK_OK(bed_verify(0, &caught));
}
