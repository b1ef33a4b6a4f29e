/* An image of n x n elements, twice as large each way: between elements by the texture's linear filter.
 *
 * real           what comes out
 * items          elements of a thread, below one another
 * WIDTH, HEIGHT  threads of a block */
template <typename real, int items>
__global__ void __launch_bounds__(WIDTH *HEIGHT) zoom(cudaTextureObject_t image, real *out, int n)
{
    const int x = blockIdx.x * WIDTH + threadIdx.x, first = (blockIdx.y * HEIGHT + threadIdx.y) * items;
#pragma unroll
    for (int y = first; y < first + items; y++)
        if (x < 2 * n && y < 2 * n)
            out[y * 2 * n + x] = real(tex2D<float>(image, (x + 0.5f) / 2, (y + 0.5f) / 2));
}
