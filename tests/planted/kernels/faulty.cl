/* Copies 4096 floats. On the fake device every compilation takes a fifth of a second.
 *
 * BLOCK_SIZE, NUMBER  change nothing but that the compiler hangs for NUMBER 9 */
/*
//fake copy
//fake time 100000
//fake slow-compile 200
//fake NUMBER=9 hang-compile
*/

KERNEL void copy(GLOBAL const float *RESTRICT in, GLOBAL float *RESTRICT out)
{
    for (unsigned i = LOCAL_ID; i < 4096; i += BLOCK_SIZE)
        out[i] = in[i];
}
