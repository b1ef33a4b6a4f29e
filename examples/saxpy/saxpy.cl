/* y = a x + y.
 *
 * BLOCK  work-items of a group
 * ITEMS  elements of a work-item, BLOCK apart, so that neighbours load neighbours */
kernel void saxpy(global const float *x, global float *y, float a, uint n)
{
    const size_t first = get_group_id(0) * (BLOCK * ITEMS) + get_local_id(0);
    for (size_t k = 0; k < ITEMS; k++)
        if (first + k * BLOCK < n)
            y[first + k * BLOCK] += a * x[first + k * BLOCK];
}
