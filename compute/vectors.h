/* Vectors of the host: arrays and values of them are passed to kernels that have the type without mm_ (OpenMM's,
 * Eastman et al. 2017). Vectors of three components are missing, since their sizes differ: float3 has 12 bytes in CUDA
 * and 16 in OpenCL C, short3 6 and 8. The device's double4 is aligned to 32 bytes, which malloc does not guarantee:
 * struct mm_double4 is aligned to 16. In arrays that makes no difference; in a struct that host and device share it
 * must be the first member. */
#pragma once

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>

struct mm_short2 {
    alignas(4) int16_t x;
    int16_t y;
};

struct mm_short4 {
    alignas(8) int16_t x;
    int16_t y, z, w;
};

struct mm_int2 {
    alignas(8) int32_t x;
    int32_t y;
};

struct mm_int4 {
    alignas(16) int32_t x;
    int32_t y, z, w;
};

struct mm_float2 {
    alignas(8) float x;
    float y;
};

struct mm_float4 {
    alignas(16) float x;
    float y, z, w;
};

struct mm_double2 {
    alignas(16) double x;
    double y;
};

struct mm_double4 {
    alignas(16) double x;
    double y, z, w;
};

static_assert(sizeof(struct mm_short2) == 4 && sizeof(struct mm_short4) == 8, "as in kernels");
static_assert(sizeof(struct mm_int2) == 8 && sizeof(struct mm_int4) == 16, "as in kernels");
static_assert(sizeof(struct mm_float2) == 8 && sizeof(struct mm_float4) == 16, "as in kernels");
static_assert(sizeof(struct mm_double2) == 16 && sizeof(struct mm_double4) == 32, "as in kernels");
