#include "tuner/ceilings/ceilings.h"

#include <stdio.h>
#include <string.h>

/* Throughput of a multiprocessor per clock: 32- and 64-bit multiply-add, 64-bit ones and TF32 by tensor cores,
 * reciprocal square root (special functions), texture units, bytes of shared memory, after the CUDA C++ Programming
 * Guide ("Throughput of Native Arithmetic Instructions") and NVIDIA's white papers; confirmed on sm_90 only.
 * Conversions, including rounding: as measured on sm_90. 0: not published, or unknown. */
enum unit { FMA32, FMA64, MMA64, MMA_TF32, SPECIAL, CONVERSION, TEXTURE, SHARED, UNITS };

static const struct {
    const char *architecture;
    int a_clock[UNITS];
} multiprocessors[] = {
    {"sm_70", {64, 32, 0, 0, 16, 0, 4, 128}},    {"sm_75", {64, 2, 0, 0, 16, 0, 4, 128}},
    {"sm_80", {64, 32, 64, 512, 16, 0, 4, 128}}, {"sm_86", {128, 2, 0, 0, 16, 0, 4, 128}},
    {"sm_89", {128, 2, 0, 0, 16, 0, 4, 128}},    {"sm_90", {128, 64, 128, 1024, 16, 16, 4, 128}},
    {"sm_100", {128, 64, 0, 0, 16, 0, 0, 128}},  {"sm_120", {128, 2, 0, 0, 16, 0, 0, 128}},
};

/* The figure for each ceiling. A warp's rsqrt and three FMA use different units concurrently. */
static const struct {
    enum resource resource;
    enum unit unit;
} of_clock[] = {
    {RESOURCE_FP32_FMA, FMA32},
    {RESOURCE_FP64_FMA, FMA64},
    {RESOURCE_FP64_MMA, MMA64},
    {RESOURCE_TF32_MMA, MMA_TF32},
    {RESOURCE_RSQRT, SPECIAL},
    {RESOURCE_RSQRT_FMA, SPECIAL},
    {RESOURCE_RINT, CONVERSION},
    {RESOURCE_FLOAT_TO_INT, CONVERSION},
    {RESOURCE_TEXTURE_POINT, TEXTURE},
    {RESOURCE_TEXTURE_LINEAR, TEXTURE},
    {RESOURCE_SHARED_CONFLICT_FREE, SHARED},
};

/* From NVIDIA's data sheets: bytes per second of memory, and of PCIe one way (Gen4 x16: 32 GB/s; Gen5 x16: 64 GB/s).
 * The architecture is for backends that do not report it. */
static const struct product {
    const char *name; /* whole: a MIG slice of one has another */
    const char *architecture;
    double memory, bus;
} products[] = {
    {"NVIDIA H200", "sm_90", 4.8e12, 64e9},
    {"NVIDIA H200 NVL", "sm_90", 4.8e12, 64e9},
    {"NVIDIA H100 80GB HBM3", "sm_90", 3.35e12, 64e9},
    {"NVIDIA A100-SXM4-80GB", "sm_80", 2.039e12, 32e9},
    {"NVIDIA A100-SXM4-40GB", "sm_80", 1.555e12, 32e9},
};

static const struct product *product_of(const struct compute_device *device)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (!strcmp(device->name, products[i].name))
            return &products[i];
    return NULL;
}

static int a_clock(const char *architecture, enum resource resource)
{
    for (size_t m = 0; m < sizeof multiprocessors / sizeof *multiprocessors; m++)
        for (size_t i = 0; i < sizeof of_clock / sizeof *of_clock; i++)
            if (!strcmp(multiprocessors[m].architecture, architecture) && of_clock[i].resource == resource)
                return multiprocessors[m].a_clock[of_clock[i].unit];
    return 0;
}

struct vendor_figure vendor_figure(const struct compute_device *device, enum resource resource)
{
    struct vendor_figure figure = {0};
    const struct product *product = product_of(device);
    bool memory = resource < RESOURCE_STREAMS;
    bool bus = resource == RESOURCE_TO_DEVICE_PINNED || resource == RESOURCE_FROM_DEVICE_PINNED ||
               resource == RESOURCE_TO_DEVICE_PAGEABLE || resource == RESOURCE_FROM_DEVICE_PAGEABLE;
    const char *architecture = *device->architecture || !product ? device->architecture : product->architecture;
    if (product && (memory || bus)) {
        figure.rate = memory ? product->memory : product->bus;
        snprintf(figure.basis, sizeof figure.basis, "data sheet");
    } else if (memory && *architecture) { /* two transfers per clock */
        figure.rate = 2e6 * device->memory_clock_mhz * device->memory_bus_bits / 8;
        snprintf(figure.basis, sizeof figure.basis, "memory clock");
    } else {
        figure.rate = 1e6 * device->clock_mhz * device->units * a_clock(architecture, resource);
        snprintf(figure.basis, sizeof figure.basis, "%u MHz", device->clock_mhz);
    }
    return figure;
}
