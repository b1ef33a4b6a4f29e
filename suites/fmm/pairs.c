#include "suites/fmm/pairs.h"
#include "suites/fmm/pair_parameters.h"

unsigned fmm_pair_options(const struct config *config)
{
    return config->value[RSQRT] != RSQRT_library ? COMPUTE_FLUSH_TO_ZERO : 0;
}

void fmm_add_pairs(struct work *work, double pairs, bool field, bool fp64)
{
    work->flops += pairs * (field ? 20 : 11);
    work->amount[RESOURCE_RSQRT] += fp64 ? 0 : pairs;
    work->amount[fp64 ? RESOURCE_FP64_FMA : RESOURCE_FP32_FMA] += pairs * ((field ? 13 : 7) + (fp64 ? 5 : 0));
}

void fmm_add_pairs_once(struct work *work, double pairs, bool field)
{
    work->flops += pairs / 2 * (field ? 29 : 13);
    work->amount[RESOURCE_RSQRT] += pairs / 2;
    work->amount[RESOURCE_FP32_FMA] += pairs / 2 * (field ? 18 : 8);
}

struct work fmm_pair_work(double charges, double pairs, size_t numbers, bool fp64)
{
    const size_t real = fp64 ? sizeof(double) : sizeof(float);
    struct work work = {.bytes = charges * (double)(sizeof(struct mm_float4) + numbers * real)};
    fmm_add_pairs(&work, pairs, numbers > 1, fp64);
    return work;
}
