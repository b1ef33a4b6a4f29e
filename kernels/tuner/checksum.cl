/* Detects changes of an array: a sum over all of its words, each mixed with its index and a random salt of the host.
 * Without the salt it is infeasible to change words so that the sum stays the same. */
#define GROUP 256

/* One sum per group, of the words that its work-items read. */
KERNEL void checksum(GLOBAL const unsigned int *RESTRICT in, mm_ulong words, unsigned int salt,
                     GLOBAL mm_ulong *RESTRICT sums)
{
    LOCAL mm_ulong part[GROUP];
    mm_ulong sum = 0;
    for (mm_ulong i = GLOBAL_ID; i < words; i += GLOBAL_SIZE) {
        unsigned int place = ((unsigned int)i ^ (unsigned int)(i >> 32)) * 0x9e3779b9u + salt;
        place ^= place >> 15;
        sum += (mm_ulong)(in[i] ^ place) * (place * 0x85ebca6bu | 1u);
    }
    part[LOCAL_ID] = sum;
    SYNC_THREADS;
    for (unsigned int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (LOCAL_ID < reach)
            part[LOCAL_ID] += part[LOCAL_ID + reach];
        SYNC_THREADS;
    }
    if (LOCAL_ID == 0)
        sums[GROUP_ID] = part[0];
}
