#include "spec/type.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Tolerances cover rounding: 16 units in the last place, as for a sum of a few products. */
static const struct scalar scalars[] = {
    {"char", SCALAR_SIGNED, 1, 0},       {"uchar", SCALAR_UNSIGNED, 1, 0},     {"short", SCALAR_SIGNED, 2, 0},
    {"ushort", SCALAR_UNSIGNED, 2, 0},   {"int", SCALAR_SIGNED, 4, 0},         {"uint", SCALAR_UNSIGNED, 4, 0},
    {"long", SCALAR_SIGNED, 8, 0},       {"ulong", SCALAR_UNSIGNED, 8, 0},     {"half", SCALAR_FLOAT, 2, 0x1p-7},
    {"float", SCALAR_FLOAT, 4, 0x1p-20}, {"double", SCALAR_FLOAT, 8, 0x1p-49},
};

static const struct {
    const char *name, *scalar;
} others[] = {{"signed char", "char"},
              {"int8_t", "char"},
              {"int8", "char"},
              {"unsigned char", "uchar"},
              {"uint8_t", "uchar"},
              {"uint8", "uchar"},
              {"bool", "uchar"},
              {"int16_t", "short"},
              {"int16", "short"},
              {"unsigned short", "ushort"},
              {"uint16_t", "ushort"},
              {"uint16", "ushort"},
              {"int32_t", "int"},
              {"int32", "int"},
              {"unsigned", "uint"},
              {"unsigned int", "uint"},
              {"uint32_t", "uint"},
              {"uint32", "uint"},
              {"long long", "long"},
              {"int64_t", "long"},
              {"int64", "long"},
              {"unsigned long", "ulong"},
              {"unsigned long long", "ulong"},
              {"uint64_t", "ulong"},
              {"uint64", "ulong"},
              {"size_t", "ulong"},
              {"__half", "half"},
              {"float32", "float"},
              {"float64", "double"}};

static const struct scalar *find_scalar(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strlen(scalars[i].name) == length && !memcmp(scalars[i].name, name, length))
            return &scalars[i];
    return NULL;
}

struct type type_find(const char *name)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i].name, name))
            return type_find(others[i].scalar);
    const size_t length = strcspn(name, "0123456789");
    const struct scalar *scalar = find_scalar(name, length);
    const char *width = name + length;
    static const char *const widths[] = {"2", "3", "4", "8", "16"};
    if (!*width)
        return (struct type){.scalar = scalar, .width = 1};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (!strcmp(widths[i], width))
            return (struct type){.scalar = scalar, .width = (size_t)atoi(width)};
    return (struct type){.width = 1};
}

size_t type_bytes(struct type type)
{
    return type.scalar->bytes * (type.width == 3 && !type.is_packed ? 4 : type.width);
}

/* ---- halves: IEEE 754's binary16 ---- */

static double read_half(uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                             : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                            : ldexp(fraction, -24);
    return half >> 15 ? -magnitude : magnitude;
}

enum { BEYOND_HALF = 65520 }; /* is rounded to infinity */

/* Rounds to the nearest, ties to even. */
static uint16_t write_half(double value)
{
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    int exponent;
    value = fabs(value);
    if (isnan(value))
        return 0x7e00;
    frexp(value, &exponent); /* value is in [2^(exponent - 1), 2^exponent) */
    const int unit = value > 0 && exponent - 11 > -24 ? exponent - 11 : -24;
    const double rounded = ldexp(nearbyint(ldexp(value, -unit)), unit);
    if (rounded >= BEYOND_HALF)
        return sign | 0x7c00;
    if (rounded < 0x1p-14)
        return sign | (uint16_t)ldexp(rounded, 24);
    frexp(rounded, &exponent);
    return sign | (uint16_t)((exponent + 14) << 10) | (uint16_t)(ldexp(rounded, 11 - exponent) - 1024);
}

/* ---- memory ---- */

double scalar_read(const struct scalar *scalar, const void *at)
{
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        int64_t i64;
        uint64_t u64;
        float f32;
        double f64;
    } bits;
    memcpy(&bits, at, scalar->bytes);
    const bool is_signed = scalar->kind == SCALAR_SIGNED, is_float = scalar->kind == SCALAR_FLOAT;
    switch (scalar->bytes) {
    case 1:
        return is_signed ? bits.i8 : bits.u8;
    case 2:
        return is_float ? read_half(bits.u16) : is_signed ? bits.i16 : bits.u16;
    case 4:
        return is_float ? (double)bits.f32 : is_signed ? (double)bits.i32 : (double)bits.u32;
    default:
        return is_float ? bits.f64 : is_signed ? (double)bits.i64 : (double)bits.u64;
    }
}

/* The nearest whole number within the type's range. */
static uint64_t whole(const struct scalar *scalar, double value)
{
    const int bits = (int)scalar->bytes * 8;
    const double below = scalar->kind == SCALAR_SIGNED ? -ldexp(1, bits - 1) : 0;
    const double beyond = ldexp(1, scalar->kind == SCALAR_SIGNED ? bits - 1 : bits);
    value = trunc(value);
    if (!(value > below))
        return scalar->kind == SCALAR_SIGNED ? UINT64_MAX << (bits - 1) : 0;
    if (value >= beyond)
        return scalar->kind == SCALAR_SIGNED ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

bool scalar_holds(const struct scalar *scalar, double value)
{
    const int bits = (int)scalar->bytes * 8 - (scalar->kind == SCALAR_SIGNED);
    const double whole = trunc(value), beyond = ldexp(1, bits);
    if (scalar->kind != SCALAR_FLOAT)
        return whole >= (scalar->kind == SCALAR_SIGNED ? -beyond : 0) && whole < beyond;
    if (!isfinite(value) || scalar->bytes == 8)
        return true;
    return scalar->bytes == 4 ? isfinite((float)value) : fabs(value) < BEYOND_HALF;
}

void scalar_write(const struct scalar *scalar, double value, void *at)
{
    const float single = (float)value;
    const uint16_t half = scalar->bytes == 2 ? write_half(value) : 0;
    const uint64_t integer = scalar->kind == SCALAR_FLOAT ? 0 : whole(scalar, value);
    if (scalar->kind != SCALAR_FLOAT)
        memcpy(at, &integer, scalar->bytes); /* a little-endian host */
    else
        memcpy(at,
               scalar->bytes == 2   ? (const void *)&half
               : scalar->bytes == 4 ? (const void *)&single
                                    : (const void *)&value,
               scalar->bytes);
}

void scalar_write_integer(const struct scalar *scalar, int64_t value, void *at)
{
    const bool is_signed = scalar->kind == SCALAR_SIGNED;
    const int bits = (int)scalar->bytes * 8 - is_signed;
    if (scalar->kind == SCALAR_FLOAT) {
        scalar_write(scalar, (double)value, at);
        return;
    }
    const int64_t most = bits < 63 ? (INT64_C(1) << bits) - 1 : INT64_MAX, least = is_signed ? -most - 1 : 0;
    value = value < least ? least : value > most ? most : value;
    memcpy(at, &value, scalar->bytes); /* a little-endian host */
}
