/* Suites with settings and a structure. The kernel copies numbers that the host makes of both, and configurations that
 * SHOW are refused with what it copied as the reason. */
#include "tests/planted/copies.h"

enum { SCALE, COUNT, SHAPE, WIDEST };
enum { WIDTH, SHOW };
enum { NUMBERS = 6 };

static const struct setting told_settings[] = {
    {.name = "scale", .summary = "of all numbers", .unit = "e/A", .initial = 1, .least = -0.5, .most = 4},
    {.name = "count", .summary = "atoms made", .initial = 2, .least = 0, .most = 1000, .whole = true},
    {.name = "shape", .summary = "of the atoms", WORDS("line", "cube", "ring"), .initial = 1},
    {.name = "widest", .summary = "WIDTH allowed", .initial = 2, .least = 1, .most = 8, .whole = true},
    {0},
};

/* Settings, the number of atoms, and the last of them. */
static void setup(struct job *job)
{
    const struct inputs *inputs = &job->problem->inputs;
    const struct mm_float4 *last = inputs->atom ? &inputs->atom[inputs->atoms - 1] : NULL;
    float *in = declare_copy(job, NUMBERS);
    in[0] = (float)inputs->setting[SCALE];
    in[1] = (float)inputs->setting[COUNT];
    in[2] = (float)inputs->setting[SHAPE];
    in[3] = (float)inputs->atoms;
    in[4] = last ? last->x : 0;
    in[5] = last ? last->w : 0;
}

VERIFY(verify)
{
    const float *out = job_host(job, OUT);
    if (verify_copy(job, config, verdict, fault) != OK)
        return WRONG_RESULT;
    if (config->value[SHOW])
        return fail(fault, WRONG_RESULT, "scale %g count %g shape %g widest %g atoms %g x %g charge %g", out[0], out[1],
                    out[2], config_setting(config, WIDEST), out[3], out[4], out[5]);
    return OK;
}

#define COPIES                                                                                                         \
    .kernel = {.file = "limits.cl", .entries = NAMES("copies")}, .size = {.classes = {6, 6, 6}, .most = 6},            \
    .problem = {.variants = 1, .setup = setup, .verify = verify}, .device.enqueue = enqueue_copy,                      \
    .report.work = work_copy

static const struct bench told_bench = {
    .name = "told",
    .summary = "shows what it was told",
    COPIES,
    .space = {.parameters =
                  PARAMETERS({"WIDTH", "how wide", VALUES(1, 2, 4, 8), .host = true},
                             {"SHOW", "refused, with what the kernel gave", WORDS("no", "yes"), .host = true}),
              .constraints = CONSTRAINTS({"WIDTH is at most --widest", .expression = "WIDTH <= widest"})},
    DEFAULTS(1, 0),
    .tests = NAMES("--size 6 --scale 2.5", "--size 6 --shape line"),
};

const struct suite told_suite = {.name = "told",
                                 .summary = "settings and a structure",
                                 .benches = BENCHES(&told_bench),
                                 .settings = told_settings,
                                 .structure = STRUCTURE_CHARGES};

/* The same bench in a suite with other values of the same names, and no structure. */
static const struct setting other_settings[] = {
    {.name = "scale", .summary = "of all numbers", .initial = 3, .least = 2, .most = 8},
    {.name = "count", .summary = "atoms made", .initial = 5, .least = 0, .most = 10, .whole = true},
    {.name = "shape", .summary = "of the atoms", WORDS("ring", "line")},
    {.name = "widest", .summary = "WIDTH allowed", .initial = 4, .least = 1, .most = 8, .whole = true},
    {.name = "angle", .summary = "of nothing", .unit = "degrees", .initial = 104.52, .least = 0, .most = 360},
    {0},
};

const struct suite other_suite = {
    .name = "other", .summary = "other settings", .benches = BENCHES(&told_bench), .settings = other_settings};

/* Runs that tests cannot make: `list --check` tells them. */
static const struct bench untested = {.name = "untested", .summary = "has no tests", COPIES};
#define SIXES "--size 6 --size 6 --size 6 --size 6 --size 6 --size 6 --size 6 --size 6 "
static const char too_long[] = SIXES SIXES SIXES SIXES;
static const struct bench misspelt = {
    .name = "misspelt",
    .summary = "has tests that are none",
    COPIES,
    .tests = NAMES("--size 6 --sise 3", "--size 6 --scale x", "--size 5,7", "--size 6 --count 3", "--size", too_long),
};

const struct suite runs_suite = {
    .name = "runs", .summary = "runs of tests", .benches = BENCHES(&untested, &misspelt), .settings = told_settings};
