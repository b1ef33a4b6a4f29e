/* A copy. On the fake device it takes 1000 ns at its best, and with SLOWLY 0.3 s to compile.
 *
 * STEP  the larger, the faster, there */
KERNEL void copies(GLOBAL const float *RESTRICT in, GLOBAL float *out, mm_ulong length)
{
    for (mm_ulong i = GLOBAL_ID; i < length; i += GLOBAL_SIZE)
        out[i] = in[i];
}

/*
//fake copy
//fake SLOWLY=1 slow-compile 300
//fake time 1000
//fake STEP=1 time 9000
//fake STEP=2 time 8000
//fake STEP=3 time 7000
//fake STEP=4 time 6000
//fake STEP=5 time 5000
//fake STEP=6 time 4000
//fake STEP=7 time 3000
//fake STEP=8 time 2000
//fake STEP=9 time 1000
*/
