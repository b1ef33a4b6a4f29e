/* Sums of GROUPS parts of an array, and what can go wrong with that.
 *
 * BLOCK_SIZE  work-items in a group
 * PLANT       good, or the fault that is planted */
#define DONE -12345.0f
#define FAR 8192 /* floats: 32 KiB */

KERNEL void sums(GLOBAL const float *RESTRICT in, GLOBAL float *out, mm_ulong length)
{
#if PLANT == PLANT_TOO_MUCH_LOCAL
    LOCAL float partial[3 << 18];
#else
    LOCAL float partial[BLOCK_SIZE];
#endif
#if PLANT == PLANT_NO_COMPILE
    this_name_does_not_exist(partial);
#endif
    const mm_ulong part = (length + NUM_GROUPS - 1) / NUM_GROUPS;
    const mm_ulong first = GROUP_ID * part, last = first + part < length ? first + part : length;
    float sum = 0;
    for (mm_ulong i = first + LOCAL_ID; i < last; i += LOCAL_SIZE)
        sum += in[i];
    partial[LOCAL_ID] = sum;
    SYNC_THREADS;
#if PLANT == PLANT_ENDLESS
    volatile GLOBAL float *flag = out;
    while (*flag != DONE)
        ;
#endif
    if (LOCAL_ID == 0) {
        sum = 0;
        for (int i = 0; i < BLOCK_SIZE; i++)
            sum += partial[i];
#if PLANT == PLANT_WRONG_SUM
        sum += 1;
#elif PLANT == PLANT_READ_BEYOND
        sum += last == length ? in[length] : 0;
#elif PLANT == PLANT_OUT_OF_BOUNDS
        out[GROUP_ID + 1] = sum;
#elif PLANT == PLANT_ADD_BEYOND
        if (last == length)
            ATOMIC_ADD_FLOAT(&out[NUM_GROUPS], sum);
#elif PLANT == PLANT_STORE_FAR_BEFORE
        out[(mm_long)GROUP_ID - FAR] = sum;
#elif PLANT == PLANT_STORE_FAR_BEHIND
        out[GROUP_ID + FAR] = sum;
#elif PLANT == PLANT_READ_FAR_BEHIND
        sum += last == length ? in[length + FAR] : 0;
#elif PLANT == PLANT_CRASH
        out[(mm_long)1 << 40] = sum;
#endif
#if PLANT == PLANT_ON_POISON
        if (out[GROUP_ID] == out[GROUP_ID]) /* no NaN: this iteration is not the one that is looked at */
            sum = 0;
#elif PLANT == PLANT_ONLY_ONCE
        if (out[GROUP_ID] == out[GROUP_ID])
            sum = out[GROUP_ID];
#endif
        out[GROUP_ID] = sum;
#if PLANT == PLANT_SPOIL_INPUT
        if (first < last)
            ((GLOBAL float *)in)[first] = DONE;
#endif
    }
}

/* The same for the fake device, whose time says that 128 is best.
//fake kernel sums
//fake sum
//fake time 100000
//fake BLOCK_SIZE=32 time 3000
//fake BLOCK_SIZE=64 time 2000
//fake BLOCK_SIZE=256 time 900000
//fake PLANT=PLANT_NO_COMPILE no-compile planted.cl:17: this_name_does_not_exist
//fake PLANT=PLANT_TOO_MUCH_LOCAL local 3145728
//fake PLANT=PLANT_WRONG_SUM wrong
//fake PLANT=PLANT_READ_BEYOND wrong
//fake PLANT=PLANT_OUT_OF_BOUNDS overrun 4
//fake PLANT=PLANT_ENDLESS hang
//fake PLANT=PLANT_CRASH crash
//fake PLANT=PLANT_HANG_COMPILE hang-compile
//fake PLANT=PLANT_CRASH_COMPILE crash-compile
*/
