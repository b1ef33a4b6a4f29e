/* The parts of PLUMED's pipeline, separately: an atom's partners, and the sums. */
#include "suites/coordination/call.h"

#include <math.h>

/* ---- pairs ---- */

DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items of a group, an atom each", 64, 128, 256, 512, 1024),
                  NUMBER(STAGED, "partners read from local memory, in tiles", 0, 1),
                  NUMBER(UNROLL, "partners of one pass of the loop", 1, 4, 8),
                  WORD(VIRIAL, "components that are added up", nine, six),
                  WORD(IMAGE, "the nearest image: by rint(); by adding and taking away", rint, add));

static void setup_pairs(struct job *job)
{
    const struct problem *problem = job->problem;
    coordination_place(problem, job->seed, job->variant == 1,
                       job_input(job, PLACE, "places", coordination_bytes(problem, 3 * job->n)));
    job_host_memory(job, HOST_NEAR, "the host's index", near_bytes(job->n), HOST_INPUT, false);
    job_output(job, GRADIENT, "derivatives", coordination_bytes(problem, 3 * job->n));
    job_output(job, ATOM_VALUE, "values", coordination_bytes(problem, job->n));
    job_output(job, ATOM_VIRIAL, "virials", coordination_bytes(problem, 9 * job->n));
}

static void expect(struct job *job, void *expected)
{
    coordination_expect(job, job_host(job, PLACE), job_memory(job, HOST_NEAR), expected);
}

static void change(struct job *job, UNNEEDED const struct config *config)
{
    coordination_change(job, PLACE);
}

static enum status enqueue_pairs(struct job *job, const struct config *config, struct fault *fault)
{
    return coordination_launch_pairs(job, 0, config_count(config, BLOCK_SIZE), fault);
}

/* Compares all numbers of sampled atoms, and the sums over all atoms. */
static enum status verify_pairs(const struct job *job, UNNEEDED const struct config *config, struct verdict *verdict,
                                struct fault *fault)
{
    const struct coordination_system system = coordination_system(job->problem);
    const struct coordination_expected *expected = job_expected(job);
    const void *value = job_host(job, ATOM_VALUE), *virial = job_host(job, ATOM_VIRIAL);
    const double chain = (double)job->n;
    *verdict = (struct verdict){.tolerance = 1};
    enum status status = coordination_judge_gradient(job, job_host(job, GRADIENT), chain, verdict, fault);
    for (uint64_t s = 0; s < coordination_samples(job) && status == OK; s++) {
        const uint64_t i = coordination_sample_at(job, s);
        status = coordination_compare(job, &expected->sample[s],
                                      (struct coordination_numbers_of){value, i, 1, FIRST_VALUE, 1}, chain,
                                      "an atom's ", verdict, fault);
        if (status == OK)
            status = coordination_compare(job, &expected->sample[s],
                                          (struct coordination_numbers_of){virial, i, job->n, FIRST_VIRIAL, 9}, chain,
                                          "an atom's ", verdict, fault);
    }
    for (int k = 0; k < 10 && status == OK; k++) {
        double sum = 0;
        for (uint64_t i = 0; i < job->n; i++)
            sum += k ? coordination_number(&system, virial, (uint64_t)(k - 1) * job->n + i)
                     : coordination_number(&system, value, i);
        const float single = (float)sum;
        status = coordination_compare(
            job, &expected->all,
            (struct coordination_numbers_of){system.doubles ? (const void *)&sum : &single, 0, 1, FIRST_VALUE + k, 1},
            chain, "the sum of each atom's ", verdict, fault);
    }
    return status;
}

const struct bench coordination_pairs = {
    .name = "pairs",
    .summary = "each atom's derivative and its parts of value and virial, over all partners",
    .kernel = {.file = "coordination/pairs.cl", .entries = NAMES("pairs"), .define = coordination_define},
    .space = {.parameters = parameters,
              .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE),
                                         {"IMAGE is of a box", .expression = "IMAGE == 'rint' or box != 'open'"})},
    DEFAULTS(128, 0, 1, 0, 0),
    COORDINATION_SIZE,
    .problem = {.variants = 2,
                .expected_bytes = sizeof(struct coordination_expected),
                .check = coordination_check,
                .setup = setup_pairs,
                .expect = expect,
                .change = change,
                .verify = verify_pairs},
    .device.enqueue = enqueue_pairs,
    .report = {.uses = USES(FP32_FMA) | USES(FP64_FMA), .work = coordination_work},
    .tests = NAMES("--size 1,32,33,1024,1025 --box open"),
};
