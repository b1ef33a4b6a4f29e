/* Velocity Verlet, in the style of OpenMM's: velocities are mixed, with 1 / mass in .w, and in mixed precision positions are a
 * real and what it lacks. */
#include "precision.h"

DEVICE mixed3 load_position(GLOBAL const real4 *posq, GLOBAL const real4 *correction, int i)
{
    const real4 at = posq[i];
#ifdef USE_MIXED_PRECISION
    const real4 more = correction[i];
    return make_mixed3((mixed)at.x + more.x, (mixed)at.y + more.y, (mixed)at.z + more.z);
#else
    return make_mixed3(at.x, at.y, at.z);
#endif
}

DEVICE void store_position(GLOBAL real4 *posq, GLOBAL real4 *correction, int i, mixed3 to)
{
    const real4 at = make_real4((real)to.x, (real)to.y, (real)to.z, posq[i].w);
    posq[i] = at;
#ifdef USE_MIXED_PRECISION
    correction[i] = make_real4((real)(to.x - at.x), (real)(to.y - at.y), (real)(to.z - at.z), 0);
#endif
}

DEVICE mixed4 kicked(mixed4 velm, GLOBAL const mm_ulong *force, int i, int atoms, mixed step)
{
    const mixed by = (mixed)0.5 * step * velm.w;
    velm.x += by * (mixed)FROM_FIXED_POINT(force[i]);
    velm.y += by * (mixed)FROM_FIXED_POINT(force[i + atoms]);
    velm.z += by * (mixed)FROM_FIXED_POINT(force[i + 2 * atoms]);
    return velm;
}

/* Half a step of velocities, a step of positions. */
KERNEL void kick_and_drift(GLOBAL real4 *posq, GLOBAL real4 *correction, GLOBAL mixed4 *RESTRICT velm,
                           GLOBAL const mm_ulong *RESTRICT force, mixed step, int atoms)
{
    for (int i = GLOBAL_ID; i < atoms; i += GLOBAL_SIZE) {
        const mixed4 v = kicked(velm[i], force, i, atoms, step);
        velm[i] = v;
        store_position(posq, correction, i, load_position(posq, correction, i) + trimTo3(v) * step);
    }
}

/* The other half, with the forces of the new places. */
KERNEL void kick(GLOBAL mixed4 *RESTRICT velm, GLOBAL const mm_ulong *RESTRICT force, mixed step, int atoms)
{
    for (int i = GLOBAL_ID; i < atoms; i += GLOBAL_SIZE)
        velm[i] = kicked(velm[i], force, i, atoms, step);
}
