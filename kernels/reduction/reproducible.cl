/* The exact sum of an array, rounded once: to the nearest number of type REAL, ties to even. So it is bitwise the same
 * for any order of the elements and of the work, and on any device. A NaN, or infinities of both signs, result in the
 * NaN 0x7fc00000 (0x7ff8000000000000); infinities of one sign in that infinity; a sum of zero is +0. Subnormal numbers
 * count.
 *
 * A work-item adds to FOLDS doubles ("folds"). Fold k begins as 1.5 * 2^52 units, so an added number is rounded to the
 * unit. The rounding error is exact (Dekker 1971) and goes to the next fold, whose unit is 2^-40 of that. If nothing
 * remains after the last fold, and no element was too large for the first one, the sum is exact for 2^11 elements:
 * folds are integers in units, so the order does not matter. (Demmel and Nguyen, IEEE Trans. Comput. 64, 2015, drop the
 * remainder, and place folds on a grid; here nothing is dropped.) Else the work-item adds the tile's elements again,
 * one by one, and adds the remainders to the group's limbs: words of 64 bits whose units are 2^20 apart (Kulisch's
 * accumulator), to which all folds are added in the end, too. Limbs are added by integer atomics, so the order does not
 * matter there either.
 *
 * BLOCK_SIZE        work-items per group, a power of two
 * ITEMS_PER_THREAD  elements of a tile that a work-item loads
 * VECTOR_WIDTH      neighbouring elements that it loads together, at most 16 bytes
 * FOLDS             doubles that a work-item adds to: 80, 120, 160 bits, which a GPU adds without leaving the loop
 * REAL, REAL_BYTES  the type of an element and its size; VECTOR2 and VECTOR4 are vectors of such elements
 *
 * Some loops outside of the additions to folds are not unrolled, which saves the compiler a sixth of its time. */
#define TILE (BLOCK_SIZE * ITEMS_PER_THREAD)
#if VECTOR_WIDTH == 4
#define VECTOR VECTOR4
#else
#define VECTOR VECTOR2
#endif

#define DIGIT 20    /* bits from one limb to the next */
#define FOLD_BITS 40 /* from one fold to the next: two limbs */
#define DIGIT_MASK ((mm_ulong)0xfffff)
#if REAL_BYTES == 4
#define LOWEST (-149) /* the exponent of limb 0's unit: the smallest number */
#define LIMBS 16
#define LARGEST_TOP 12 /* the limb of the first fold that takes any finite float */
#else
#define LOWEST (-1074)
#define LIMBS 108
#define LARGEST_TOP 102 /* for larger ones 1.5 * 2^52 units are no double: elements from 2^1005 on go to the limbs */
#endif
enum { NANS = LIMBS, PLUS_INFINITIES, MINUS_INFINITIES, WORDS };

#ifdef __OPENCL_VERSION__
#define DOUBLE_BITS(value) as_ulong(value)
#define DOUBLE_OF_BITS(bits) as_double(bits)
#define FLOAT_OF_BITS(bits) as_float(bits)
#else
#define DOUBLE_BITS(value) ((mm_ulong)__double_as_longlong(value))
#define DOUBLE_OF_BITS(bits) __longlong_as_double((mm_long)(bits))
#define FLOAT_OF_BITS(bits) __int_as_float(bits)
#endif
#if REAL_BYTES == 4
#define NOT_A_NUMBER FLOAT_OF_BITS(0x7fc00000) /* a conversion would not keep these bits */
#else
#define NOT_A_NUMBER DOUBLE_OF_BITS((mm_ulong)0x7ff8 << 48)
#endif

/* ---- folds ---- */

/* 2^exponent, as a normal double. */
DEVICE double power(int exponent)
{
    return DOUBLE_OF_BITS((mm_ulong)(exponent + 1023) << 52);
}

/* An empty fold whose unit is that of a limb. */
DEVICE double empty(int limb)
{
    return 1.5 * power(LOWEST + DIGIT * limb + 52);
}

/* The limb of the first fold if elements are up to 16 times `largest`. */
DEVICE int top_for(REAL largest)
{
    const int exponent = (int)(DOUBLE_BITS((double)largest) >> 52) - 1023;
    const int top = (exponent + 5 - (FOLD_BITS - 1) - LOWEST + DIGIT - 1) / DIGIT;
    return min(max(top, 2 * (FOLDS - 1)), LARGEST_TOP);
}

/* The first fold takes elements below half of its 2^40 units. As a float the limit may be infinite: all finite ones
 * fit. */
DEVICE REAL limit(int top)
{
    return (REAL)power(LOWEST + DIGIT * top + FOLD_BITS - 1);
}

/* Adds an element to the folds; returns the remainder. */
DEVICE double add(double *fold, double rest)
{
#pragma unroll
    for (int k = 0; k < FOLDS; k++) {
        const double sum = fold[k] + rest;
        rest -= sum - fold[k];
        fold[k] = sum;
    }
    return rest;
}

/* The number of units in fold k. */
DEVICE mm_ulong units(double fold, int top, int k)
{
    return DOUBLE_BITS(fold) - DOUBLE_BITS(empty(top - 2 * k));
}

/* ---- limbs ---- */

DEVICE void add_to_limbs(LOCAL_ARG mm_ulong *limb, double value)
{
    const mm_ulong bits = DOUBLE_BITS(value), fraction = bits & 0xfffffffffffffUL;
    const int negative = (int)(bits >> 63), exponent = (int)(bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) {
        ATOMIC_ADD(&limb[fraction ? NANS : negative ? MINUS_INFINITIES : PLUS_INFINITIES], (mm_ulong)1);
        return;
    }
    mm_ulong mantissa = exponent ? fraction | (mm_ulong)1 << 52 : fraction;
    int place = max(exponent, 1) - 1075 - LOWEST;
    if (place < 0) { /* only of a float, whose lowest bits are zero there */
        mantissa >>= -place;
        place = 0;
    }
#pragma unroll 1
    for (int i = place / DIGIT; mantissa; i++, mantissa >>= DIGIT) {
        const mm_ulong piece = (mantissa & DIGIT_MASK) << place % DIGIT;
        ATOMIC_ADD(&limb[i], negative ? (mm_ulong)0 - piece : piece);
    }
}

DEVICE void fold_to_limbs(LOCAL_ARG mm_ulong *limb, const double *fold, int top)
{
#pragma unroll
    for (int k = 0; k < FOLDS; k++)
        ATOMIC_ADD(&limb[top - 2 * k], units(fold[k], top, k));
}

/* A limb after one step of carries: without what moves to the next limb, plus what the limb before it passes on. */
DEVICE mm_ulong carried(LOCAL_ARG const mm_ulong *limb, int i)
{
    if (i >= LIMBS)
        return limb[i];
    const mm_ulong own = i == LIMBS - 1 ? limb[i] : limb[i] & DIGIT_MASK;
    return i ? own + (mm_ulong)((mm_long)limb[i - 1] >> DIGIT) : own;
}

/* ---- a work-item's elements ---- */

DEVICE mm_ulong place(unsigned id, int i)
{
    return (mm_ulong)((i / VECTOR_WIDTH * BLOCK_SIZE + id) * VECTOR_WIDTH + i % VECTOR_WIDTH);
}

DEVICE void load(GLOBAL const REAL *in, mm_ulong first, mm_ulong length, unsigned id, REAL *item)
{
    if (first + TILE <= length) {
#pragma unroll
        for (int i = 0; i < ITEMS_PER_THREAD; i += VECTOR_WIDTH) {
#if VECTOR_WIDTH == 1
            item[i] = in[first + place(id, i)];
#else
            const VECTOR vector = *(GLOBAL const VECTOR *)(in + first + place(id, i));
            item[i] = vector.x;
            item[i + 1] = vector.y;
#if VECTOR_WIDTH == 4
            item[i + 2] = vector.z;
            item[i + 3] = vector.w;
#endif
#endif
        }
    } else {
#pragma unroll
        for (int i = 0; i < ITEMS_PER_THREAD; i++)
            item[i] = first + place(id, i) < length ? in[first + place(id, i)] : 0;
    }
}

DEVICE REAL largest_of(const REAL *item)
{
    REAL largest = 0;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        largest = fmax(largest, fabs(item[i]));
    return largest;
}

/* Adds elements in registers to the folds. Returns 0, and leaves the folds unchanged, if they do not take all of
 * them. */
DEVICE int add_items(double *fold, REAL limit, const REAL *item)
{
    double next[FOLDS];
    mm_ulong left = 0;
#pragma unroll
    for (int k = 0; k < FOLDS; k++)
        next[k] = fold[k];
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        left |= DOUBLE_BITS(add(next, (double)item[i]));
    if (left << 1 || !(largest_of(item) < limit)) /* the shift drops the sign of a zero; a NaN leaves a NaN */
        return 0;
#pragma unroll
    for (int k = 0; k < FOLDS; k++)
        fold[k] = next[k];
    return 1;
}

/* Adds the same elements one by one, from memory, and remainders to the limbs. Returns the first fold's limb. */
DEVICE int add_one_by_one(double *fold, int top, REAL largest, GLOBAL const REAL *in, mm_ulong first, mm_ulong length,
                          unsigned id, LOCAL_ARG mm_ulong *limb)
{
    if (!(largest < limit(top)) && top < LARGEST_TOP) {
        fold_to_limbs(limb, fold, top);
        top = top_for(largest);
#pragma unroll
        for (int k = 0; k < FOLDS; k++)
            fold[k] = empty(top - 2 * k);
    }
#pragma unroll 1
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
        if (first + place(id, i) < length) {
            const REAL item = in[first + place(id, i)];
            const double left = fabs(item) < limit(top) ? add(fold, (double)item) : (double)item;
            if (DOUBLE_BITS(left) << 1)
                add_to_limbs(limb, left);
        }
    return top;
}

/* ---- sums of a group ---- */

DEVICE int group_max(LOCAL_ARG int *partial, unsigned id, int value)
{
    partial[id] = value;
    SYNC_THREADS;
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (id < stride)
            partial[id] = max(partial[id], partial[id + stride]);
        SYNC_THREADS;
    }
    const int most = partial[0];
    SYNC_THREADS;
    return most;
}

/* The result is in work-item 0. */
DEVICE mm_ulong group_sum(LOCAL_ARG mm_ulong *partial, unsigned id, mm_ulong value)
{
    partial[id] = value;
    SYNC_THREADS;
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (id < stride)
            partial[id] += partial[id + stride];
        SYNC_THREADS;
    }
    return partial[0];
}

/* ---- the result ---- */

/* The limbs' sum, rounded. Limbs become digits of its magnitude; the highest three and some bits of the fourth form an
 * integer that is rounded; its last bit is set if any lower bit is. */
DEVICE REAL rounded(LOCAL_ARG mm_ulong *limb)
{
    const double endless = DOUBLE_OF_BITS((mm_ulong)0x7ff << 52);
    if (limb[NANS] || (limb[PLUS_INFINITIES] && limb[MINUS_INFINITIES]))
        return NOT_A_NUMBER;
    if (limb[PLUS_INFINITIES] || limb[MINUS_INFINITIES])
        return (REAL)(limb[PLUS_INFINITIES] ? endless : -endless);
    mm_long carry = 0;
    for (int i = 0; i < LIMBS; i++)
        carry = ((mm_long)limb[i] + carry) >> DIGIT;
    const int negative = carry < 0;
    int high = 0;
    carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += negative ? -(mm_long)limb[i] : (mm_long)limb[i];
        limb[i] = (mm_ulong)carry & DIGIT_MASK;
        carry >>= DIGIT;
        if (limb[i])
            high = i;
    }
    mm_ulong integer = 0, below = high >= 3 ? limb[high - 3] : 0;
    for (int i = high; i > high - 3; i--)
        integer = integer << DIGIT | (i >= 0 ? limb[i] : 0);
    int more = 0;
#pragma unroll 1
    for (; more < DIGIT && integer >> 62 == 0; more++) {
        below <<= 1;
        integer = integer << 1 | below >> DIGIT;
        below &= DIGIT_MASK;
    }
#pragma unroll 1
    for (int i = 0; i < high - 3; i++)
        below |= limb[i];
    const REAL magnitude = ldexp((REAL)(integer | (below != 0)), LOWEST + DIGIT * (high - 2) - more);
    return negative ? -magnitude : magnitude;
}

/* The sum of all groups; afterwards the limbs are zero again. */
DEVICE void finish_sum(volatile GLOBAL mm_ulong *total, LOCAL_ARG mm_ulong *limb, unsigned id, GLOBAL REAL *out)
{
#pragma unroll 1
    for (int i = (int)id; i < WORDS; i += BLOCK_SIZE) {
        limb[i] = total[i];
        total[i] = 0;
    }
    SYNC_THREADS;
    if (id == 0)
        *out = rounded(limb);
}

/* Sums the tiles of this group into `total`. */
DEVICE void sum_tiles(GLOBAL const REAL *in, GLOBAL mm_ulong *total, mm_ulong length, unsigned id,
                      LOCAL_ARG mm_ulong *limb, LOCAL_ARG mm_ulong *partial, LOCAL_ARG int *tops)
{
    const mm_ulong step = (mm_ulong)NUM_GROUPS * TILE;
    mm_ulong first = (mm_ulong)GROUP_ID * TILE;
    REAL item[ITEMS_PER_THREAD];
    double fold[FOLDS];
#pragma unroll 1
    for (int i = (int)id; i < WORDS; i += BLOCK_SIZE)
        limb[i] = 0;
    load(in, first, length, id, item);
    int top = group_max(tops, id, top_for(largest_of(item)));
#pragma unroll
    for (int k = 0; k < FOLDS; k++)
        fold[k] = empty(top - 2 * k);
    REAL most = limit(top);
    while (first < length) {
        if (!add_items(fold, most, item)) {
            top = add_one_by_one(fold, top, largest_of(item), in, first, length, id, limb);
            most = limit(top);
        }
        first += step;
        if (first < length)
            load(in, first, length, id, item);
    }
    const int common = group_max(tops, id, top);
    if (top != common)
        fold_to_limbs(limb, fold, top);
#pragma unroll
    for (int k = 0; k < FOLDS; k++) {
        const mm_ulong units_of_all = group_sum(partial, id, top == common ? units(fold[k], top, k) : 0);
        if (id == 0)
            ATOMIC_ADD(&limb[common - 2 * k], units_of_all);
        SYNC_THREADS;
    }
#pragma unroll 1
    for (int i = (int)id; i < WORDS; i += BLOCK_SIZE) {
        const mm_ulong value = carried(limb, i);
        if (value)
            ATOMIC_ADD(&total[i], value);
    }
}

/* `rounds`: the group that ends last rounds; else a launch of one group without elements does. */
KERNEL GROUP_OF(BLOCK_SIZE) void sum_exactly(GLOBAL const REAL *RESTRICT in, GLOBAL mm_ulong *total, mm_ulong length,
                                     GLOBAL unsigned *ticket, GLOBAL REAL *out, unsigned rounds)
{
    LOCAL mm_ulong limb[WORDS], partial[BLOCK_SIZE];
    LOCAL int tops[BLOCK_SIZE], last;
    const unsigned id = LOCAL_ID;
    if (length)
        sum_tiles(in, total, length, id, limb, partial, tops);
    if (!rounds)
        return;
    DEVICE_FENCE; /* the limbs must be visible before the ticket */
    SYNC_THREADS;
    if (id == 0) {
        last = ATOMIC_ADD(ticket, 1u) == NUM_GROUPS - 1;
        if (last)
            *ticket = 0;
    }
    SYNC_THREADS;
    if (last) {
        DEVICE_FENCE; /* the others' limbs must be read after their tickets */
        finish_sum(total, limb, id, out);
    }
}
