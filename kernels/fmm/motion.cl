/* A time step by the leapfrog method, kick-drift-kick: fields change velocities, velocities change positions. The
 * kick that ends a step and the one that begins the next are combined into one of twice the length.
 *
 * BLOCK_SIZE  work-items per group
 * PRECISION   of fields; positions and velocities are floats */
#include "fmm/expansion.h"

/* Charges should not reach the boundary; one that does is clamped, so that it is still in a box of the tree. */
DEVICE float within_cube(float place)
{
    return fmin(fmax(place, 0.0f), 0.99999994f);
}

DEVICE float drifted(float place, float velocity, float time)
{
    return within_cube(fma(time, velocity, place));
}

/* A kick of one or two half steps, then a drift of a whole step. Positions are stored with their charges, x, y, z, q.
 * Input and output may be the same array. */
KERNEL GROUP_OF(BLOCK_SIZE) void kick_and_drift(GLOBAL const float4 *places, GLOBAL const float4 *velocities,
                                                GLOBAL const REAL4 *RESTRICT fields, GLOBAL float4 *to_places,
                                                GLOBAL float4 *to_velocities, float inverse_mass, float time_step,
                                                int halves, int drifts, unsigned count)
{
    const unsigned i = (unsigned)GROUP_ID * BLOCK_SIZE + LOCAL_ID;
    if (i < count) {
        const float4 place = places[i], before = velocities[i];
        const REAL4 field = fields[i];
        const float time = halves * (time_step / 2);
        const REAL kick = (REAL)time * (place.w * inverse_mass);
        const float4 velocity = make_float4((float)fma(kick, field.x, (REAL)before.x),
                                            (float)fma(kick, field.y, (REAL)before.y),
                                            (float)fma(kick, field.z, (REAL)before.z), 0);
        to_velocities[i] = velocity;
        if (drifts)
            to_places[i] = make_float4(drifted(place.x, velocity.x, time_step), drifted(place.y, velocity.y, time_step),
                                       drifted(place.z, velocity.z, time_step), place.w);
    }
}
