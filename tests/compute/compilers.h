/* Tests of compilers that need no device: the results of kernels that are right, wrong, and too large. */
#pragma once

#include "compute/compute.h"
#include "tests/check.h"

static const char saxpy[] = "#ifndef SIMT_WIDTH\n"
                            "#define SIMT_WIDTH 32\n"
                            "#endif\n"
                            "extern \"C\" __global__ void saxpy(float a, const float *x, float *y, unsigned n)\n"
                            "{\n"
                            "    __shared__ float tile[4 * SIMT_WIDTH];\n"
                            "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    tile[threadIdx.x] = i < n ? x[i] : 0;\n"
                            "    __syncthreads();\n"
                            "    if (i < n)\n"
                            "        y[i] += a * tile[threadIdx.x ^ 1];\n"
                            "}\n";

static const char greedy[] = "extern \"C\" __global__ void greedy(float *x)\n"
                             "{\n"
                             "    __shared__ float tile[16384 + 4];\n"
                             "    tile[threadIdx.x] = x[threadIdx.x];\n"
                             "    __syncthreads();\n"
                             "    x[threadIdx.x] = tile[threadIdx.x ^ 1];\n"
                             "}\n";

/* Invalid names of targets. */
static void check_no_targets(const char *const *names, size_t count)
{
    struct compute_device device;
    for (size_t i = 0; i < count; i++)
        CHECK(compute_find(names[i], 0, &device, NULL) == INVALID);
}

static void check_compiles(const struct compute_device *device)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK_OK(compute_compile(device, "saxpy.cl", saxpy, 0, &binary, &caught));
    CHECK(binary.size > 4 && !memcmp(binary.bytes, "\177ELF", 4));
    CHECK(binary.resources.registers > 0 && binary.resources.registers <= 255 && binary.resources.spill_bytes == 0);
    /* Since sm_90 the driver's own kilobyte is not counted here. */
    CHECK(binary.resources.shared_bytes == 4 * 4 * (int)device->simt_width);
    CHECK_OK(compute_binary_check(device, binary.bytes, binary.size, "saxpy", &caught));
    CHECK(CALL(compute_binary_check(device, binary.bytes, binary.size, "sax", &caught)) == LAUNCH_FAILED);
}

#define BAD "\nextern \"C\" __global__ void k(float *x)\n{ x[0] = y; }\n"

/* `place` is the position at which the compiler reports that `name` is unknown. */
static void check_compile_error(const struct compute_device *device, const char *bad, const char *place,
                                const char *name)
{
    struct compute_binary binary;
    char text[128];
    CHECK(CALL(compute_compile(device, "bad.cl", bad, 0, &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, place) && strstr(caught.text, name) && !binary.bytes);
    snprintf(text, sizeof text, "greedy.cl: needs 65552 bytes of shared memory, this device allows %u a block",
             (unsigned)device->local_bytes);
    CHECK_FAULT(compute_compile(device, "greedy.cl", greedy, 0, &binary, &caught), INVALID, text);
    CHECK(!binary.bytes);
}
