/* A kernel whose threads launch a kernel each, which is empty unless counting is requested.
 *
 * BLOCK_SIZE  threads of a parent's block
 * STREAM      default: children of a block run one after the other; fire_and_forget: independently */
#if STREAM == STREAM_FIRE_AND_FORGET
#define CHILD_STREAM cudaStreamFireAndForget
#else
#define CHILD_STREAM 0
#endif

extern "C" __global__ void child(unsigned *counter, int counting)
{
    if (counting && threadIdx.x == 0)
        atomicAdd(counter, 1u);
}

extern "C" __global__ void __launch_bounds__(BLOCK_SIZE) parent(unsigned *counter, int counting, unsigned children)
{
    if (blockIdx.x * BLOCK_SIZE + threadIdx.x < children)
        child<<<1, 32, 0, CHILD_STREAM>>>(counter, counting);
}
