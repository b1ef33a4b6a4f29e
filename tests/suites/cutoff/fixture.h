/* Jobs of suite cutoff on the fake device, which runs no kernels. */
#pragma once

#include "suites/cutoff/cutoff.h"
#include "tests/suites/configs.h"
#include "tests/tuner/job/fake_context.h"

KERNELS({"cutoff/binning.cl", ""}, {"cutoff/compact_bins.cl", ""}, {"cutoff/large_bins.cl", ""},
        {"cutoff/small_bins.cl", ""});
static const struct registry registry = {.kernels = kernels};
static struct worker_context place = {.registry = &registry};
static const struct suite suite = {.name = "cutoff"};
static struct problem problem = {.suite = &suite, .seed = 7}; /* of the job that is open */
static struct job *const job = &bed.job;

/* With the inputs that the problem has. */
static void open_job(const struct bench *bench, uint64_t n, int variant)
{
    problem.bench = bench;
    problem.n = n;
    bed_load(problem, variant);
}

UNNEEDED static void use(int workload, double density, double cutoff)
{
    problem.inputs = (struct inputs){.setting = {workload, density, cutoff, 0.95, 0.5, GRID_cube}};
}

/* With points that do not divide a bin, in a box of three sides; call it after use(). */
UNNEEDED static void use_odd_grid(void)
{
    problem.inputs.setting[SETTING_GRID + GRID_SETTING_SPACING] = 0.37;
    problem.inputs.setting[SETTING_GRID + GRID_SETTING_BOX] = GRID_brick;
}
