/* Textures and constant memory, passed on to functions. */
CONSTANT(float, weights, WEIGHTS);
CONSTANT(int, shifts, WEIGHTS);

DEVICE float fetch_at(TEXTURE(table), GLOBAL const float *at)
{
    return FETCH(table, at[0], at[1]);
}

KERNEL void fetch(GLOBAL const float *at, TEXTURE(table), GLOBAL float *out, float scale)
{
    out[GLOBAL_ID] = scale * fetch_at(PASS_TEXTURE(table), at + 2 * GLOBAL_ID);
}

DEVICE float weight_of(int i CONSTANT_ARG(float, weights) CONSTANT_ARG(int, shifts))
{
    return weights[(i + shifts[i % WEIGHTS]) % WEIGHTS];
}

KERNEL void weigh(GLOBAL float *out, float scale CONSTANT_ARG(float, weights) CONSTANT_ARG(int, shifts))
{
    out[GLOBAL_ID] = scale * weight_of((int)GLOBAL_ID PASS_CONSTANT(weights) PASS_CONSTANT(shifts));
}
