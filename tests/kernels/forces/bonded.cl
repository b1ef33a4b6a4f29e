/* Forces of bonds and angles, in the style of OpenMM's: added in fixed point, with a sum of energies for each work-item. */
#include "precision.h"

DEVICE void add_force(GLOBAL mm_ulong *force, int atoms, int i, real3 by)
{
    ATOMIC_ADD(&force[i], (mm_ulong)realToFixedPoint(by.x));
    ATOMIC_ADD(&force[i + atoms], (mm_ulong)realToFixedPoint(by.y));
    ATOMIC_ADD(&force[i + 2 * atoms], (mm_ulong)realToFixedPoint(by.z));
}

DEVICE real3 from_to(GLOBAL const real4 *posq, int from, int to)
{
    return trimTo3(posq[to]) - trimTo3(posq[from]);
}

/* k / 2 (r - r0)^2; parameter: r0, k. */
KERNEL void bonds(GLOBAL const real4 *RESTRICT posq, GLOBAL mm_ulong *force, GLOBAL mixed *RESTRICT energy,
                  GLOBAL const int2 *RESTRICT bond, GLOBAL const real2 *RESTRICT parameter, int count, int atoms)
{
    mixed sum = 0;
    for (int i = GLOBAL_ID; i < count; i += GLOBAL_SIZE) {
        const int2 at = bond[i];
        const real2 p = parameter[i];
        const real3 delta = from_to(posq, at.x, at.y);
        const real r = SQRT(dot(delta, delta)), over = r - p.x, dEdR = p.y * over;
        const real3 by = delta * (dEdR * RECIP(r));
        sum += (real)0.5 * p.y * over * over;
        add_force(force, atoms, at.x, by);
        add_force(force, atoms, at.y, -by);
    }
    energy[GLOBAL_ID] = sum;
}

/* k / 2 (theta - theta0)^2 of the angle at .y; parameter: theta0, k. */
KERNEL void angles(GLOBAL const real4 *RESTRICT posq, GLOBAL mm_ulong *force, GLOBAL mixed *RESTRICT energy,
                   GLOBAL const int4 *RESTRICT angle, GLOBAL const real2 *RESTRICT parameter, int count, int atoms)
{
    mixed sum = 0;
    for (int i = GLOBAL_ID; i < count; i += GLOBAL_SIZE) {
        const int4 at = angle[i];
        const real2 p = parameter[i];
        const real3 a = from_to(posq, at.y, at.x), c = from_to(posq, at.y, at.z);
        const real per_a = RSQRT(dot(a, a)), per_c = RSQRT(dot(c, c));
        const real cosine = max((real)-1, min((real)1, dot(a, c) * per_a * per_c));
        const real over = ACOS(cosine) - p.x, sine = SQRT(max((real)1e-6f, 1 - cosine * cosine));
        const real by = p.y * over * RECIP(sine);
        const real3 on_a = (c * (per_a * per_c) - a * (cosine * per_a * per_a)) * by;
        const real3 on_c = (a * (per_a * per_c) - c * (cosine * per_c * per_c)) * by;
        sum += (real)0.5 * p.y * over * over;
        add_force(force, atoms, at.x, on_a);
        add_force(force, atoms, at.z, on_c);
        add_force(force, atoms, at.y, -(on_a + on_c));
    }
    energy[GLOBAL_ID] = sum;
}
