/* Textures and constant memory, passed on to functions. */
CONSTANT(float, weights, WEIGHTS);
CONSTANT(int, shifts, WEIGHTS);

DEVICE float fetch_at(TEXTURE(table), GLOBAL const float *at)
{
    return FETCH(table, at[0], at[1]);
}

KERNEL void fetch(GLOBAL const float *at, TEXTURE(table), GLOBAL float *out, float scale)
{
    out[GLOBAL_ID] = scale * fetch_at(PASS_TEXTURE(table), at + 3 * GLOBAL_ID);
}

KERNEL void fetch_row(GLOBAL const float *at, TEXTURE_1D(table), GLOBAL float *out, float scale)
{
    out[GLOBAL_ID] = scale * FETCH_1D(table, at[3 * GLOBAL_ID]);
}

KERNEL void fetch_layers(GLOBAL const float *at, TEXTURE_3D(table), GLOBAL float *out, float scale)
{
    out[GLOBAL_ID] = scale * FETCH_3D(table, at[3 * GLOBAL_ID], at[3 * GLOBAL_ID + 1], at[3 * GLOBAL_ID + 2]);
}

DEVICE float weight_of(int i CONSTANT_ARG(float, weights) CONSTANT_ARG(int, shifts))
{
    return weights[(i + shifts[i % WEIGHTS]) % WEIGHTS];
}

KERNEL void weigh(GLOBAL float *out, float scale CONSTANT_ARG(float, weights) CONSTANT_ARG(int, shifts))
{
    out[GLOBAL_ID] = scale * weight_of((int)GLOBAL_ID PASS_CONSTANT(weights) PASS_CONSTANT(shifts));
}
