/* out = center * in + beside * (the six neighbours of in), on a grid of n x n x n points with zeros around it; and
 * change = out - in.
 *
 * BLOCK_X, BLOCK_Y, BLOCK_Z  work-items of a group along each axis, each with a point
 * TILE                       where a work-item reads: in local memory, into which its group loaded its points and those
 *                            around them; or in global memory */
#define TILE_X (BLOCK_X + 2)
#define TILE_Y (BLOCK_Y + 2)
#define TILE_Z (BLOCK_Z + 2)

/* Point (x, y, z), where those outside wrap to large numbers. */
DEVICE float point(GLOBAL const float *RESTRICT in, unsigned x, unsigned y, unsigned z, unsigned n)
{
    return x < n && y < n && z < n ? in[((mm_ulong)z * n + y) * n + x] : 0;
}

KERNEL GROUP_OF_3D(BLOCK_X, BLOCK_Y, BLOCK_Z) void apply(GLOBAL const float *RESTRICT in, GLOBAL float *RESTRICT out,
                                                      GLOBAL float *RESTRICT change, float center, float beside,
                                                      unsigned n)
{
    const unsigned x = (unsigned)GLOBAL_ID, y = (unsigned)GLOBAL_ID_Y, z = (unsigned)GLOBAL_ID_Z;
#if TILE == TILE_LOCAL
    LOCAL float tile[TILE_Z][TILE_Y][TILE_X];
    const unsigned i = (unsigned)LOCAL_ID + 1, j = (unsigned)LOCAL_ID_Y + 1, k = (unsigned)LOCAL_ID_Z + 1;
    for (unsigned c = k - 1; c < TILE_Z; c += BLOCK_Z)
        for (unsigned b = j - 1; b < TILE_Y; b += BLOCK_Y)
            for (unsigned a = i - 1; a < TILE_X; a += BLOCK_X)
                tile[c][b][a] = point(in, x - i + a, y - j + b, z - k + c, n);
    SYNC_THREADS;
    const float around = tile[k][j][i - 1] + tile[k][j][i + 1] + tile[k][j - 1][i] + tile[k][j + 1][i] +
                         tile[k - 1][j][i] + tile[k + 1][j][i];
    const float middle = tile[k][j][i];
#else
    const float around = point(in, x - 1, y, z, n) + point(in, x + 1, y, z, n) + point(in, x, y - 1, z, n) +
                         point(in, x, y + 1, z, n) + point(in, x, y, z - 1, n) + point(in, x, y, z + 1, n);
    const float middle = point(in, x, y, z, n);
#endif
    if (x < n && y < n && z < n) {
        const mm_ulong own = ((mm_ulong)z * n + y) * n + x;
        const float sum = center * middle + beside * around;
        out[own] = sum;
        change[own] = sum - middle;
    }
}
