/* The expectation by a simple kernel: all work-items count in global memory. */
kernel void count(global const uchar *x, global uint *counts, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[x[i]]);
}
