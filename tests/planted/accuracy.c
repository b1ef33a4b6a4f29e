/* On the fake device: configurations that are the faster, the larger their error is. The kernel copies; what a launch
 * takes there is in planted/kernels/limits.cl. */
#include "tests/planted/copies.h"

enum { STEP };
enum { SHARE, L2_ERROR };

/* A copy is exact. */
static struct expected_element expected(const struct job *job, uint64_t i)
{
    return (struct expected_element){.value = ((const float *)job_host(job, IN))[i]};
}

/* From 1.5e-11 to 1.5e-02. */
static void figure(UNNEEDED const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    values[SHARE] = 0.5;
    values[L2_ERROR] = 1.5e-12 * pow(10, config->value[STEP]);
}

static void figure_unknown(const struct job *job, const struct config *config, double values[MAX_FIGURES])
{
    figure(job, config, values);
    values[L2_ERROR] = NAN;
}

/* Grids of 10 to 1000 points; more are finer than there are. */
static enum status propose(struct problem *problem, double max_error, const bool requested[MAX_SETTINGS],
                           char words[MAX_PROPOSAL], struct fault *fault)
{
    double *points = &problem->inputs.setting[0];
    if (!requested[0])
        *points = round(1e-4 / max_error);
    if (*points > 1000)
        return fail(fault, INVALID, "%g takes more than 1000 points", max_error);
    snprintf(words, MAX_PROPOSAL, "--points %g of %d", *points, (int)problem->n);
    return OK;
}

static const struct setting settings[] = {
    {.name = "points", .summary = "of a grid", .initial = 20, .least = 1, .most = 100000},
    {.name = NULL},
};

/* clang-format off */
#define STEPS {"STEP", "the larger, the faster", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
#define COPIES_BY(...)                                                                                                 \
    .summary = "the faster, the rougher", .kernel = {.file = "limits.cl", .entries = NAMES("copies")},                 \
    .space = {.parameters = PARAMETERS(__VA_ARGS__)}, DEFAULTS(7),                                                     \
    .size = {.classes = {256, 1024, 4096}, .most = 1 << 20}, .problem.variants = 1, .problem.setup = setup_copy,       \
    .problem.compare = {COMPARE_FLOATS(OUT, expected, 0)}, .device.enqueue = enqueue_copy, .report.work = work_copy,   \
    .tests = NAMES("--size 256")
#define WIDE {"WIDE", "no matter", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), .host = true}
#define MORE(name) {name, "no matter", VALUES(1, 2), .host = true}
/* clang-format on */
#define COPIES COPIES_BY(STEPS)
#define FIGURES .report.figures = NAMES("share", "l2_error"), .report.error = "l2_error"

static const struct bench copies = {.name = "copies", COPIES, FIGURES, .report.figure = figure};
static const struct bench unknown = {.name = "unknown", COPIES, FIGURES, .report.figure = figure_unknown};
static const struct bench draft = {
    .name = "draft", COPIES, FIGURES, .report.figure = figure, .problem.propose = propose};
static const struct bench plain = {.name = "plain", COPIES};

const struct suite accuracy_suite = {
    .name = "accuracy", .summary = "speed for error", .benches = BENCHES(&copies, &unknown, &plain)};

const struct suite proposing_suite = {
    .name = "proposing", .summary = "settings for an error", .benches = BENCHES(&draft), .settings = settings};

/* In a run only where it is named. */
static const struct bench lengthy = {.name = "lengthy", COPIES, .by_name = true};

const struct suite named_suite = {
    .name = "named", .summary = "a bench that runs by its name alone", .benches = BENCHES(&plain, &lengthy)};

/* Of the same kernel, with none, one (and elements twice as large) or two parameters more; one does not follow; one of
 * which little is allowed, and one that follows it; and two that need few, one of them with a program for each
 * configuration. */
static const struct bench leading = {.name = "leading", .elements = {STEP, 4}, COPIES_BY(STEPS, WIDE)};
static const struct bench following = {
    .name = "following", .follows = true, .elements = {STEP, 4}, COPIES_BY(STEPS, WIDE)};
static const struct bench taller = {
    .name = "taller", .follows = true, .elements = {STEP, 8}, COPIES_BY(STEPS, WIDE, MORE("TALL"))};
static const struct bench apart = {
    .name = "apart", .follows = true, COPIES_BY(STEPS, WIDE, MORE("TALL"), MORE("DEEP"))};
static const struct bench aloof = {.name = "aloof", COPIES_BY(STEPS, WIDE)};
#define NARROW                                                                                                         \
    {                                                                                                                  \
        "NARROW", "no matter", VALUES(1, 2, 3, 4), .host = true                                                        \
    }
static const struct bench small = {.name = "small", COPIES_BY(STEPS, NARROW)};
static const struct bench easy = {
    .name = "easy", .few = true, COPIES_BY(STEPS, WIDE, MORE("TALL"), MORE("DEEP"), MORE("LONG"))};
static const struct bench brisk = {
    .name = "brisk", .few = true, COPIES_BY(STEPS, {"NUMBER", "no matter", VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)})};
static const struct bench thirds = {
    .name = "thirds", .follows = true, .elements = {STEP, 12}, COPIES_BY(STEPS, WIDE, MORE("TALL"))};
static const struct bench higher = {
    .name = "higher", .follows = true, .elements = {STEP, 8}, COPIES_BY(STEPS, WIDE, MORE("TALL"))};
static const struct bench little = {.name = "little", .follows = true, COPIES_BY(STEPS, NARROW)};

const struct suite kernels_suite = {.name = "kernels",
                                    .summary = "benches of one kernel",
                                    .benches = BENCHES(&leading, &following, &taller, &apart, &aloof, &small, &little,
                                                       &easy, &brisk, &thirds, &higher)};
