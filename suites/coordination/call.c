/* The launches of suite `coordination`, and the verification of its results. */
#include "suites/coordination/call.h"

#include <math.h>
#include <stdio.h>

enum { SMALLEST_TILE = 128 };

void coordination_declare_sums(struct job *job)
{
    const uint64_t groups = divide_up(job->n, SMALLEST_TILE);
    for (int next = 0; next < 2; next++) {
        job_scratch(job, SUM_VALUE + next, "sums of values", coordination_bytes(job->problem, groups));
        job_scratch(job, SUM_VIRIAL + next, "sums of virials", coordination_bytes(job->problem, 9 * groups));
    }
    job_output(job, ALL_VALUE, "value", coordination_bytes(job->problem, 1));
    job_output(job, ALL_VIRIAL, "virial", coordination_bytes(job->problem, 9));
}

enum status coordination_launch_pairs(struct job *job, int kernel, uint64_t block, struct fault *fault)
{
    const struct coordination_system system = coordination_system(job->problem);
    const struct coordination_numbers numbers = coordination_numbers(&system);
    return LAUNCH(kernel, launch_over(job->n, block, block), ARRAY(PLACE), ARRAY(GRADIENT), ARRAY(ATOM_VALUE),
                  ARRAY(ATOM_VIRIAL), VALUE((uint32_t)job->n), VALUE((uint32_t)system.end_a),
                  VALUE((uint32_t)system.first_b), COORDINATION_NUMBERS(system, numbers));
}

enum status coordination_launch_sums(struct job *job, int kernel, uint64_t block, uint64_t items, struct fault *fault)
{
    static const struct {
        int atoms, sums, all;
        uint64_t rows;
    } parts[] = {{ATOM_VALUE, SUM_VALUE, ALL_VALUE, 1}, {ATOM_VIRIAL, SUM_VIRIAL, ALL_VIRIAL, 9}};
    enum status status = OK;
    for (int part = 0; part < 2; part++) {
        uint64_t length = job->n;
        int from = parts[part].atoms;
        for (int pass = 0; status == OK && from != parts[part].all; pass++) {
            const uint64_t groups = divide_up(length, block * items);
            const int to = groups == 1 ? parts[part].all : parts[part].sums + pass % 2;
            struct compute_launch launch = launch_groups(groups, block);
            launch.groups[1] = parts[part].rows;
            status = LAUNCH(kernel, launch, ARRAY(from), ARRAY(to), VALUE((uint32_t)length));
            from = to;
            length = groups;
        }
    }
    return status;
}

double coordination_chain(uint64_t n, uint64_t block, uint64_t items)
{
    double chain = 0;
    for (uint64_t length = n; length > 1; length = divide_up(length, block * items))
        chain += (double)items + log2((double)block);
    return chain;
}

/* ---- results ---- */

enum status coordination_judge_gradient(const struct job *job, const void *gradient, double chain,
                                        struct verdict *verdict, struct fault *fault)
{
    const struct coordination_expected *expected = job_expected(job);
    enum status status = OK;
    for (uint64_t s = 0; s < coordination_samples(job) && status == OK; s++) {
        char whose[32];
        const uint64_t i = coordination_sample_at(job, s);
        snprintf(whose, sizeof whose, "atom %llu: ", (unsigned long long)i);
        status =
            coordination_compare(job, &expected->sample[s], (struct coordination_numbers_of){gradient, 3 * i, 1, 0, 3},
                                 chain, whose, verdict, fault);
    }
    return status;
}

enum status coordination_judge_sums(const struct job *job, const void *value, const void *virial, double chain,
                                    double arm, struct verdict *verdict, struct fault *fault)
{
    struct coordination_part all = ((const struct coordination_expected *)job_expected(job))->all;
    all.slack[OF_VIRIAL] += 4 * arm * all.magnitude[OF_DERIVATIVE];
    enum status status = coordination_compare(job, &all, (struct coordination_numbers_of){value, 0, 1, FIRST_VALUE, 1},
                                              chain, "", verdict, fault);
    if (status == OK)
        status = coordination_compare(job, &all, (struct coordination_numbers_of){virial, 0, 1, FIRST_VIRIAL, 9}, chain,
                                      "", verdict, fault);
    return status;
}

/* The operations of a pair of two atoms within dmax, counted once: three differences and images (6), the square (5),
 * the function and its slope (12 of the rational one), three components (3), the value (1), twice three sums (6), and
 * six products that are added (12). */
struct work coordination_work(const struct job *job, UNNEEDED const struct config *config)
{
    const struct coordination_expected *expected = job_expected(job);
    const double atoms = (double)job->n, bytes = (double)coordination_bytes(job->problem, 6 * job->n);
    const double pairs = expected->pairs, fma = 30 * pairs;
    struct work work = {.bytes = bytes, .flops = 45 * pairs + atoms};
    work.amount[job->problem->inputs.setting[PRECISION] > 0 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] = fma;
    return work;
}
