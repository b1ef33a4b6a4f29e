/* The time step, a work-item per particle or per several.
 *
 * BLOCK_SIZE    work-items per group
 * VECTOR_WIDTH  particles per work-item */
#include "lennard_jones/floats.h"

/* Velocity Verlet with velocities between the steps: v(t + dt/2) = v(t - dt/2) + a dt, which is the second half of one
 * step and the first of the next; x(t + dt) = x + v(t + dt/2) dt, wrapped into the box. `kick` is the time step in the
 * units of force over mass, `drift` in those of velocity. */
#define WRAP(value, side, inverse) ((value) - (side) * floor((value) * (inverse)))

KERNEL GROUP_OF(BLOCK_SIZE) void integrate(GLOBAL const float *RESTRICT coordinate, GLOBAL const float *RESTRICT velocity,
                                           GLOBAL const float *RESTRICT force,
                                           GLOBAL const float *RESTRICT inverse_mass,
                                           GLOBAL float *RESTRICT new_coordinate, GLOBAL float *RESTRICT new_velocity,
                                           mm_ulong n, mm_ulong pitch, float kick, float drift, float4 side,
                                           float4 inverse)
{
    const mm_ulong i = ((mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID) * VECTOR_WIDTH;
    if (i >= n)
        return;
    const float sides[3] = {side.x, side.y, side.z}, inverses[3] = {inverse.x, inverse.y, inverse.z};
    float inertia[VECTOR_WIDTH];
    LOAD(inertia, &inverse_mass[i]);
#pragma unroll
    for (int d = 0; d < 3; d++) {
        float x[VECTOR_WIDTH], v[VECTOR_WIDTH], f[VECTOR_WIDTH];
        LOAD(x, &coordinate[d * pitch + i]);
        LOAD(v, &velocity[d * pitch + i]);
        LOAD(f, &force[d * pitch + i]);
#pragma unroll
        for (int k = 0; k < VECTOR_WIDTH; k++) {
            v[k] = fma(f[k] * inertia[k], kick, v[k]);
            x[k] = fma(v[k], drift, x[k]);
#if PERIODIC
            x[k] = WRAP(x[k], sides[d], inverses[d]);
#endif
        }
        STORE(&new_velocity[d * pitch + i], v);
        STORE(&new_coordinate[d * pitch + i], x);
    }
}

/* The same in four launches: acceleration, velocity, coordinate, wrap. */
KERNEL GROUP_OF(BLOCK_SIZE) void acceleration(GLOBAL const float *RESTRICT force,
                                              GLOBAL const float *RESTRICT inverse_mass,
                                              GLOBAL float *RESTRICT result, mm_ulong n, mm_ulong pitch)
{
    const mm_ulong i = ((mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID) * VECTOR_WIDTH;
    if (i >= n)
        return;
    float inertia[VECTOR_WIDTH];
    LOAD(inertia, &inverse_mass[i]);
#pragma unroll
    for (int d = 0; d < 3; d++) {
        float a[VECTOR_WIDTH];
        LOAD(a, &force[d * pitch + i]);
#pragma unroll
        for (int k = 0; k < VECTOR_WIDTH; k++)
            a[k] *= inertia[k];
        STORE(&result[d * pitch + i], a);
    }
}

/* result = from + factor * by: velocities and coordinates. */
KERNEL GROUP_OF(BLOCK_SIZE) void advance(GLOBAL const float *RESTRICT from, GLOBAL const float *RESTRICT by,
                                         GLOBAL float *RESTRICT result, mm_ulong n, mm_ulong pitch, float factor)
{
    const mm_ulong i = ((mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID) * VECTOR_WIDTH;
    if (i >= n)
        return;
#pragma unroll
    for (int d = 0; d < 3; d++) {
        float x[VECTOR_WIDTH], v[VECTOR_WIDTH];
        LOAD(x, &from[d * pitch + i]);
        LOAD(v, &by[d * pitch + i]);
#pragma unroll
        for (int k = 0; k < VECTOR_WIDTH; k++)
            x[k] = fma(v[k], factor, x[k]);
        STORE(&result[d * pitch + i], x);
    }
}

KERNEL GROUP_OF(BLOCK_SIZE) void wrap(GLOBAL float *RESTRICT coordinate, mm_ulong n, mm_ulong pitch, float4 side,
                                      float4 inverse)
{
    const mm_ulong i = ((mm_ulong)GROUP_ID * BLOCK_SIZE + LOCAL_ID) * VECTOR_WIDTH;
    if (i >= n)
        return;
    const float sides[3] = {side.x, side.y, side.z}, inverses[3] = {inverse.x, inverse.y, inverse.z};
#pragma unroll
    for (int d = 0; d < 3; d++) {
        float x[VECTOR_WIDTH];
        LOAD(x, &coordinate[d * pitch + i]);
#pragma unroll
        for (int k = 0; k < VECTOR_WIDTH; k++)
            x[k] = WRAP(x[k], sides[d], inverses[d]);
        STORE(&coordinate[d * pitch + i], x);
    }
}
