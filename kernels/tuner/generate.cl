/* Inputs generated on the device. Element i is a function of (seed, i) alone: bit for bit as by job_random and the
 * functions after it in tuner/suite.h on the host. Scaling by powers of two is exact, so all compilers agree. `row`
 * and `one_in`, a power of two, are of the exact ones: -1, 0 or 1 units, where in a row of `row` elements one in
 * `one_in` and the EDGE at each end are not 0. */
#define EDGE 64
#define UNIT 0x1p-16f

#define STEP 0x9e3779b97f4a7c15UL

/* job_random's mix of seed + (i + 1) * STEP. */
DEVICE mm_ulong mix(mm_ulong z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

DEVICE float exact(mm_ulong bits, mm_ulong place, mm_ulong row, mm_ulong one_in)
{
    const mm_ulong inner = row > 2 * EDGE ? row - 2 * EDGE : 0; /* elements after the first edge */
    if (bits & (one_in - 1) && place - EDGE < inner)
        return 0;
    return bits >> 62 ? UNIT : -UNIT;
}

/* Fewer work-items than elements do for any count: indices have 64 bits. On a device with fast memory arithmetic is the
 * limit: the step between elements is an addition in place of a multiplication, and a single row needs no division. */
#define GENERATOR(entry, type, element)                                                                                \
    KERNEL void entry(GLOBAL type *RESTRICT out, mm_ulong count, mm_ulong seed, mm_ulong row, mm_ulong one_in)         \
    {                                                                                                                  \
        mm_ulong at = seed + (GLOBAL_ID + (mm_ulong)1) * STEP;                                                         \
        for (mm_ulong i = GLOBAL_ID; i < count; i += GLOBAL_SIZE, at += GLOBAL_SIZE * STEP) {                          \
            const mm_ulong bits = mix(at);                                                                             \
            out[i] = element;                                                                                          \
        }                                                                                                              \
    }

GENERATOR(generate_floats, float, (float)(unsigned int)(bits >> 40) * 0x1p-24f)
GENERATOR(generate_words, unsigned int, (unsigned int)bits)
GENERATOR(generate_exact_floats, float, exact(bits, row < count ? i % row : i, row, one_in))
#ifdef SUPPORTS_DOUBLE_PRECISION
GENERATOR(generate_doubles, double, (double)(bits >> 11) * 0x1p-53)
GENERATOR(generate_exact_doubles, double, (double)exact(bits, row < count ? i % row : i, row, one_in))
#endif
