/* A filter over an image: output[y][x] is the sum of d_filter[j][i] * input[y + j][x + i]. The image has n x n elements
 * and a border on its right and lower side.
 *
 * block_size_x, block_size_y    work-items of a group
 * tile_size_x, tile_size_y      elements of a work-item, block_size apart
 * filter_width, filter_height   of the filter
 * use_shmem                     1: a group brings what it reads to local memory first
 * use_padding                   1: rows there begin such that rows of a group are in different banks
 * read_only                     1: the input is declared read-only, so that a GPU may read it through another cache
 * use_cmem                      1: the filter is in constant memory */
#define OUT_X (block_size_x * tile_size_x)
#define OUT_Y (block_size_y * tile_size_y)
#define IN_X (OUT_X + filter_width - 1)
#define IN_Y (OUT_Y + filter_height - 1)
#define PITCH (IN_X + use_padding * ((filter_width - 1 + OUT_X - block_size_x) * 31 % 32))
#if read_only
#define INPUT const float *restrict
#else
#define INPUT float *
#endif
#ifndef FILTER /* an argument; in CUDA it is constant memory of the file instead */
#define FILTER __constant float *d_filter,
#endif

__kernel void convolution(__global float *restrict output, __global INPUT input, FILTER int n)
{
    const int x0 = get_group_id(0) * OUT_X, y0 = get_group_id(1) * OUT_Y, x = get_local_id(0), y = get_local_id(1);
    const int width = n + filter_width - 1, height = n + filter_height - 1;
    float sum[tile_size_y][tile_size_x] = {{0}};
#define GLOBAL_AT(row, column) input[min(y0 + (row), height - 1) * width + min(x0 + (column), width - 1)]
#if use_shmem
    __local float tile[IN_Y * PITCH];
#define AT(row, column) tile[(row) * PITCH + (column)]
    for (int row = y; row < IN_Y; row += block_size_y)
        for (int column = x; column < IN_X; column += block_size_x)
            AT(row, column) = GLOBAL_AT(row, column);
    barrier(CLK_LOCAL_MEM_FENCE);
#else
#define AT GLOBAL_AT
#endif
    for (int j = 0; j < filter_height; j++)
        for (int i = 0; i < filter_width; i++)
            for (int v = 0; v < tile_size_y; v++)
                for (int u = 0; u < tile_size_x; u++)
                    sum[v][u] += d_filter[j * filter_width + i] * AT(y + v * block_size_y + j, x + u * block_size_x + i);
    for (int v = 0; v < tile_size_y; v++)
        for (int u = 0; u < tile_size_x; u++) {
            const int row = y0 + y + v * block_size_y, column = x0 + x + u * block_size_x;
            if (row < n && column < n)
                output[row * n + column] = sum[v][u];
        }
}
