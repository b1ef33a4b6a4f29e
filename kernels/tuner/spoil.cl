/* Outputs that are nearly right, for tests of verification: one of each `length` words, at an index chosen by the host,
 * differs in a high bit of a float's fraction, or of the upper half of a double's. A kernel that tests few elements to
 * see whether the output is complete is deceived. */
DEVICE unsigned int mix(unsigned int z)
{
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}

KERNEL void spoil(GLOBAL unsigned int *RESTRICT out, mm_ulong words, unsigned int length, unsigned int number)
{
    for (mm_ulong i = GLOBAL_ID; i * length < words; i += GLOBAL_SIZE) {
        const unsigned int chosen = mix((unsigned int)i ^ number);
        const mm_ulong place = i * length + chosen % length;
        if (place < words)
            out[place] ^= 1u << (18 + (chosen >> 28) % 3);
    }
}
