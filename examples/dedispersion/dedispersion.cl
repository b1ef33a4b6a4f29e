/* Dedispersion of a telescope's samples: for each trial, the sum of all channels, each with that trial's delay. The
 * delay of channel c in trial d is shifts[c] * d / 1024, rounded down: whole numbers, so that it is exact.
 *
 *     output[d][s] = sum over c of input[c][s + shifts[c] * d / 1024]
 *
 * block_size_x, block_size_y, block_size_z   work-items of a group, along samples, trials, and 1
 * tile_size_x, tile_size_y                   samples and trials of a work-item
 * tile_stride_x, tile_stride_y               1: these are block_size apart; 0: they are neighbours
 * loop_unroll_factor_channel                 how often the loop over channels is unrolled; 0: the compiler chooses
 * channels, trials, most_delay               of the problem; n is how many samples come out */
#if tile_stride_x
#define SAMPLE(u) (get_group_id(0) * (block_size_x * tile_size_x) + (u) * block_size_x + get_local_id(0))
#else
#define SAMPLE(u) (get_group_id(0) * (block_size_x * tile_size_x) + get_local_id(0) * tile_size_x + (u))
#endif
#if tile_stride_y
#define TRIAL(v) (get_group_id(1) * (block_size_y * tile_size_y) + (v) * block_size_y + get_local_id(1))
#else
#define TRIAL(v) (get_group_id(1) * (block_size_y * tile_size_y) + get_local_id(1) * tile_size_y + (v))
#endif

__kernel void dedispersion(__global const float *restrict input, __global float *restrict output, __constant uint *shifts, uint n)
{
    float sum[tile_size_y][tile_size_x] = {{0}};
#if loop_unroll_factor_channel > 0
#pragma unroll loop_unroll_factor_channel
#endif
    for (uint c = 0; c < channels; c++)
        for (uint v = 0; v < tile_size_y; v++) {
            const uint delay = shifts[c] * min((uint)TRIAL(v), (uint)trials - 1) / 1024;
            for (uint u = 0; u < tile_size_x; u++)
                sum[v][u] += input[c * (n + most_delay) + min((uint)SAMPLE(u), n - 1) + delay];
        }
    for (uint v = 0; v < tile_size_y; v++)
        for (uint u = 0; u < tile_size_x; u++)
            if (TRIAL(v) < trials && SAMPLE(u) < n)
                output[TRIAL(v) * n + SAMPLE(u)] = sum[v][u];
}
