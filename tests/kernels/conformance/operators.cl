/* Operators and geometric functions of SCALAR's vectors of 2, 3 and 4 components. A work-item reads two vectors and a
 * scalar of its own and writes RESULTS results; each vector takes four elements of an array. FLOATING: SCALAR is float
 * or double; FAST: it is float. */
#define PASTE(left, right) left##right
#define JOIN(left, right) PASTE(left, right)
#define MAKE2(from) JOIN(JOIN(make_, SCALAR), 2)((from)[0], (from)[1])
#define MAKE3(from) JOIN(JOIN(make_, SCALAR), 3)((from)[0], (from)[1], (from)[2])
#define MAKE4(from) JOIN(JOIN(make_, SCALAR), 4)((from)[0], (from)[1], (from)[2], (from)[3])
#define PUT2(to, v) (to)[0] = (v).x, (to)[1] = (v).y
#define PUT3(to, v) PUT2(to, v), (to)[2] = (v).z
#define PUT4(to, v) PUT3(to, v), (to)[3] = (v).w

/* The next result is a vector, or a scalar. */
#define RESULT(v) value = (v), PUT(out, value), out += 4
#define RESULT_SCALAR(s) *out = (s), out += 4
#define CHANGED(change) value = a, change, PUT(out, value), out += 4

#define ARITHMETIC                                                                                                     \
    RESULT(a + b);                                                                                                     \
    RESULT(a - b);                                                                                                     \
    RESULT(a * b);                                                                                                     \
    RESULT(a / b);                                                                                                     \
    RESULT(a + s);                                                                                                     \
    RESULT(a - s);                                                                                                     \
    RESULT(a * s);                                                                                                     \
    RESULT(a / s);                                                                                                     \
    RESULT(s + b);                                                                                                     \
    RESULT(s - b);                                                                                                     \
    RESULT(s * b);                                                                                                     \
    RESULT(s / b);                                                                                                     \
    CHANGED(value += b);                                                                                               \
    CHANGED(value -= b);                                                                                               \
    CHANGED(value *= b);                                                                                               \
    CHANGED(value /= b);                                                                                               \
    CHANGED(value += s);                                                                                               \
    CHANGED(value -= s);                                                                                               \
    CHANGED(value *= s);                                                                                               \
    CHANGED(value /= s);                                                                                               \
    RESULT(-a);

#ifdef FLOATING
#define GEOMETRY                                                                                                       \
    RESULT_SCALAR(dot(a, b));                                                                                          \
    RESULT_SCALAR(length(a));                                                                                          \
    RESULT_SCALAR(distance(a, b));                                                                                     \
    RESULT(normalize(a));
#define CROSS RESULT(cross(a, b));
#else
#define GEOMETRY
#define CROSS
#endif

#ifdef FAST
#define FAST_GEOMETRY                                                                                                  \
    RESULT_SCALAR(fast_length(a));                                                                                     \
    RESULT_SCALAR(fast_distance(a, b));                                                                                \
    RESULT(fast_normalize(a));
#else
#define FAST_GEOMETRY
#endif

#define BEGIN(width)                                                                                                   \
    JOIN(SCALAR, width) a = MAKE##width(in + 12 * GLOBAL_ID), b = MAKE##width(in + 12 * GLOBAL_ID + 4), value;         \
    const SCALAR s = in[12 * GLOBAL_ID + 8];                                                                           \
    out += 4 * RESULTS * GLOBAL_ID;

#define VECTORS(width, products)                                                                                       \
    KERNEL void vectors_of_##width(GLOBAL const SCALAR *in, GLOBAL SCALAR *out)                                        \
    {                                                                                                                  \
        BEGIN(width)                                                                                                   \
        ARITHMETIC                                                                                                     \
        GEOMETRY                                                                                                       \
        products                                                                                                       \
        FAST_GEOMETRY                                                                                                  \
    }

#define PUT PUT2
VECTORS(2, )
#undef PUT
#define PUT PUT3
VECTORS(3, CROSS)
#undef PUT
#define PUT PUT4
VECTORS(4, CROSS)
#undef PUT
