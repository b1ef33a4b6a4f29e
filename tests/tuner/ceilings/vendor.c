/* The vendor's figures: an H200's against its data sheet, and none for unknown devices. */
#include "tuner/ceilings/ceilings.h"

#include "tests/check.h"

static const struct compute_device h200 = {.backend = "cuda",
                                           .name = "NVIDIA H200",
                                           .architecture = "sm_90",
                                           .units = 132,
                                           .clock_mhz = 1980,
                                           .memory_clock_mhz = 3201,
                                           .memory_bus_bits = 6016};

static void check_figure(const struct compute_device *device, enum resource resource, double rate, const char *basis)
{
    struct vendor_figure figure = vendor_figure(device, resource);
    CHECK_NEAR(figure.rate / rate, 1, 0.002); /* data sheets have three digits */
    CHECK_TEXT(figure.basis, basis);
}

/* 66.9 and 33.5 TFLOP/s, two per multiply-add. */
TEST(h200)
{
    check_figure(&h200, RESOURCE_DRAM_READ, 4.8e12, "data sheet");
    check_figure(&h200, RESOURCE_DRAM_TRIAD, 4.8e12, "data sheet");
    check_figure(&h200, RESOURCE_FP32_FMA, 66.9e12 / 2, "1980 MHz");
    check_figure(&h200, RESOURCE_FP64_FMA, 33.45e12 / 2, "1980 MHz");
    check_figure(&h200, RESOURCE_FP64_MMA, 66.9e12 / 2, "1980 MHz");
    check_figure(&h200, RESOURCE_TF32_MMA, 535.3e12 / 2, "1980 MHz"); /* the data sheet's 495 are at 1830 MHz */
    check_figure(&h200, RESOURCE_RSQRT, 4.18e12, "1980 MHz");
    check_figure(&h200, RESOURCE_TEXTURE_LINEAR, 1.045e12, "1980 MHz");
    check_figure(&h200, RESOURCE_SHARED_CONFLICT_FREE, 33.45e12, "1980 MHz");
    check_figure(&h200, RESOURCE_TO_DEVICE_PINNED, 64e9, "data sheet");
    check_figure(&h200, RESOURCE_FLOAT_TO_INT, 4.18e12, "1980 MHz");
    CHECK(vendor_figure(&h200, RESOURCE_L2_READ).rate == 0);
    CHECK(vendor_figure(&h200, RESOURCE_LAUNCH).rate == 0);
    CHECK(vendor_figure(&h200, RESOURCE_TEXTURE_POINT_RANDOM).rate == 0);
    CHECK(vendor_figure(&h200, RESOURCE_ATOMIC_ONE).rate == 0);
}

/* OpenCL reports no architecture; a slice of a GPU has no data sheet, but a memory clock. */
TEST(others)
{
    struct compute_device opencl = h200, slice = h200, later = h200, cpu = {.clock_mhz = 3000, .units = 2};
    snprintf(opencl.backend, sizeof opencl.backend, "opencl");
    opencl.architecture[0] = '\0';
    check_figure(&opencl, RESOURCE_FP32_FMA, 66.9e12 / 2, "1980 MHz");
    snprintf(slice.name, sizeof slice.name, "NVIDIA H200 MIG 1g.18gb");
    check_figure(&slice, RESOURCE_DRAM_READ, 3201e6 * 2 * 6016 / 8, "memory clock");
    CHECK(vendor_figure(&slice, RESOURCE_TO_DEVICE_PINNED).rate == 0);
    slice.memory_bus_bits = 0;
    CHECK(vendor_figure(&slice, RESOURCE_DRAM_READ).rate == 0);
    snprintf(later.architecture, sizeof later.architecture, "sm_80");
    CHECK(vendor_figure(&later, RESOURCE_RINT).rate == 0); /* measured on sm_90 only */
    snprintf(later.architecture, sizeof later.architecture, "sm_999");
    CHECK(vendor_figure(&later, RESOURCE_FP32_FMA).rate == 0);
    for (enum resource r = 0; r < RESOURCES; r++)
        CHECK(vendor_figure(&cpu, r).rate == 0);
}
