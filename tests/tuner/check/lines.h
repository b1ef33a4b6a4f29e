/* A bench without a mistake, into which tests put one; and the lines that a check reports. */
#pragma once

#include "tests/tuner/benches.h"
#include "tuner/check/check.h"

/* ---- the bench ---- */

enum { IN, OUT };
enum { BLOCK_SIZE, LOAD, SCALE };

static double total_bytes(const struct job *job)
{
    return (double)(job->n * 2 * sizeof(float));
}

static void setup(struct job *job)
{
    memset(job_input(job, IN, "in", job->n * sizeof(float)), 0, job->n * sizeof(float));
    job_output(job, OUT, "out", job->n * sizeof(float));
}

EXPECT(expect)
{
    *(double *)expected = (double)job->n;
}

static struct expected_element element(UNNEEDED const struct job *job, UNNEEDED uint64_t i)
{
    return (struct expected_element){0};
}

static const struct element_comparison output = COMPARE_FLOATS(OUT, element, 0);

ENQUEUE(enqueue)
{
    return fail(fault, INVALID, "a check launches nothing");
}

VERIFY(verify)
{
    return fail(fault, INVALID, "a check verifies nothing");
}

WORK(work)
{
    return (struct work){.amount = {[RESOURCE_DRAM_COPY] = total_bytes(job), [RESOURCE_LAUNCH] = 1}};
}

static bool is_narrow(const struct config *config, const struct compute_device *device)
{
    return config->value[BLOCK_SIZE] <= (device ? 128 : 256);
}

static const struct parameter good_parameters[] = {{"BLOCK_SIZE", "work-items in a group", VALUES(64, 128, 256)},
                                                   {"LOAD", "the order", WORDS("striped", "blocked")},
                                                   {"SCALE", "a factor", REALS(0.5, 2)},
                                                   {.name = NULL}};
static const struct constraint good_constraints[] = {{"BLOCK_SIZE is small", FUNCTION(is_narrow, BLOCK_SIZE)},
                                                     {.text = NULL}};
static const int good_defaults[] = {64, 1, 0};
static const char *const good_entries[] = {"copy", NULL}, *const good_tests[] = {"--size 100", NULL};

static const struct bench good = {
    .name = "tiles",
    .summary = "tiles, copied",
    .kernel = {.file = "copy.cl", .entries = good_entries},
    .space = {good_parameters, good_constraints, good_defaults, 3},
    .size = {.unit = "floats", .classes = {10, 20, 30}, .most = 40},
    .problem = {.variants = 1, .expected_bytes = sizeof(double), .setup = setup, .expect = expect, .verify = verify},
    .device.enqueue = enqueue,
    .report = {.uses = USES(DRAM_COPY) | USES(LAUNCH), .work = work},
    .tests = good_tests,
};

static const struct kernel_file kernel_files[] = {{"common_compute.h", ""}, {"copy.cl", "//fake copy\n"}, {NULL, NULL}};

/* ---- lines ---- */

static char lines[4096];

static void add_line(void *user, const char *line)
{
    CHECK(user == lines);
    snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%s%s", *lines ? "\n" : "", line);
}

/* A check of a registry that collects its lines, from an empty text on. */
static struct check collect(const struct registry *registry)
{
    lines[0] = '\0';
    return (struct check){.registry = registry, .mistake = add_line, .user = lines};
}

/* Checks what a finished check returned, and all that it reported. */
static void check_lines(const struct check *check, bool clean, const char *expected)
{
    CHECK_TEXT(lines, expected);
    CHECK(clean == !*expected && !check->mistakes == !*expected);
}
