/* An image of n x n elements, twice as large each way: between elements by the texture's linear filter.
 *
 * real   what comes out
 * ITEMS  elements of a thread, below one another: an argument of the template
 * WIDTH, HEIGHT  threads of a block */
template <typename real, int ITEMS>
__global__ void __launch_bounds__(WIDTH *HEIGHT) zoom(cudaTextureObject_t image, real *out, int n)
{
    const int x = blockIdx.x * WIDTH + threadIdx.x, first = (blockIdx.y * HEIGHT + threadIdx.y) * ITEMS;
#pragma unroll
    for (int y = first; y < first + ITEMS; y++)
        if (x < 2 * n && y < 2 * n)
            out[y * 2 * n + x] = real(tex2D<float>(image, (x + 0.5f) / 2, (y + 0.5f) / 2));
}
