/* Sums of 64 neighbours, y[i] = x[i] + ... + x[i + 63]; and faulty shortcuts that an optimizing person or program might
 * try.
 *
 * BLOCK     work-items of a group
 * SHORTCUT  0: none
 *           1: an element that is a number already is done
 *           2: a memo: sums are noted, and are good as long as the first and the last of their elements are the same */
kernel void sums(global const float *x, global float *y, global float *memo, uint n)
{
    const uint i = get_global_id(0);
    float sum = 0;
    if (i >= n)
        return;
#if SHORTCUT == 1
    if (!isnan(y[i]))
        return;
#elif SHORTCUT == 2
    global float *noted = memo + 3 * i;
    if (noted[0] == x[i] && noted[1] == x[i + 63]) {
        y[i] = noted[2];
        return;
    }
#endif
    for (uint k = 0; k < 64; k++)
        sum += x[i + k];
    y[i] = sum;
#if SHORTCUT == 2
    noted[0] = x[i];
    noted[1] = x[i + 63];
    noted[2] = sum;
#endif
}
