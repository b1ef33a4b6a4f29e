/* Inputs that the device makes. Element i is a function of (seed, i) alone: bit for bit what job_random and the
 * functions after it in tuner/suite.h give on the host. Scaling by powers of two is exact, so no compiler can differ.
 * `row` and `one_in`, a power of two, are of the exact ones: -1, 0 or 1, where in a row of `row` elements one in `one_in`
 * and the EDGE at each end are not 0. */
#define EDGE 64

DEVICE mm_ulong random_bits(mm_ulong seed, mm_ulong i)
{
    mm_ulong z = seed + (i + 1) * 0x9e3779b97f4a7c15UL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

DEVICE int exact(mm_ulong bits, mm_ulong i, mm_ulong row, mm_ulong one_in)
{
    const mm_ulong place = i % row;
    if (bits & (one_in - 1) && place >= EDGE && row - place > EDGE)
        return 0;
    return bits >> 62 ? 1 : -1;
}

/* Fewer work-items than elements do for any count: indices have 64 bits. */
#define GENERATOR(entry, type, element)                                                                                \
    KERNEL void entry(GLOBAL type *RESTRICT out, mm_ulong count, mm_ulong seed, mm_ulong row, mm_ulong one_in)         \
    {                                                                                                                  \
        for (mm_ulong i = GLOBAL_ID; i < count; i += GLOBAL_SIZE) {                                                    \
            const mm_ulong bits = random_bits(seed, i);                                                                \
            out[i] = element;                                                                                          \
        }                                                                                                              \
    }

GENERATOR(generate_floats, float, (float)(bits >> 40) * 0x1p-24f)
GENERATOR(generate_words, unsigned int, (unsigned int)bits)
GENERATOR(generate_exact_floats, float, (float)exact(bits, i, row, one_in))
#ifdef SUPPORTS_DOUBLE_PRECISION
GENERATOR(generate_doubles, double, (double)(bits >> 11) * 0x1p-53)
GENERATOR(generate_exact_doubles, double, (double)exact(bits, i, row, one_in))
#endif
