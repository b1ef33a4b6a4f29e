/* Local memory that a launch allocates: as much as its arguments request, on every available device; and names of
 * arguments in refusals. Skipped without a device. */
#include "compute/context.h"
#include "tests/compute/device_rig.h"

/* In OpenCL it is a parameter, in CUDA an array without a size. */
static const char kernels[] = "#ifdef __CUDACC__\n"
                              "#define TILE_ARG\n"
                              "extern __shared__ float tile[];\n"
                              "#else\n"
                              "#define TILE_ARG local float *tile,\n"
                              "#endif\n"
                              "KERNEL turn(TILE_ARG GLOBAL const float *x, GLOBAL float *y, int last)\n"
                              "{\n"
                              "    tile[LOCAL_ITEM] = x[ITEM];\n"
                              "    tile[last - LOCAL_ITEM] += 0.5f;\n"
                              "    BARRIER;\n"
                              "    y[ITEM] = tile[LOCAL_ITEM ^ 1];\n"
                              "}\n";

static enum status launch(const struct rig *rig, size_t bytes, struct compute_argument x, struct compute_argument y,
                          const void *last, size_t size)
{
    const struct compute_argument arguments[] = {
        COMPUTE_LOCAL(bytes), x, y, {.value = last, .size = size, .name = "last: int"}};
    return CALL(compute_kernel_launch(rig->kernel[0], launch_on(0), arguments, 4, &caught));
}

static void test(struct rig *rig)
{
    float numbers[ITEMS], got[ITEMS];
    const bool is_cuda = !strcmp(rig->device.backend, "cuda");
    for (int i = 0; i < ITEMS; i++)
        numbers[i] = (float)i;
    FREED_BY(free_array)
    struct compute_array *x = array_of(rig, sizeof numbers, numbers), *y = array_of(rig, sizeof got, NULL);
    const int last[] = {2 * GROUP - 1, 8 * 1024 - 1, 20 * 1024 - 1};
    /* The largest must be enabled in CUDA's driver, and other devices may not support it. */
    for (size_t i = 0; i < (is_cuda ? 3 : 2); i++) {
        const size_t bytes = ((size_t)last[i] + 1) * sizeof(float);
        WRONG_IF(launch(rig, bytes, COMPUTE_ARRAY(x), COMPUTE_ARRAY(y), &last[i], sizeof *last) != OK, "%s\n",
                 caught.text);
        CHECK_OK(compute_array_read(y, 0, got, sizeof got, &caught));
        for (int k = 0; k < ITEMS; k++)
            WRONG_IF(got[k] != (float)(k ^ 1), "element %d is %g\n", k, (double)got[k]);
    }
    refused(launch(rig, (size_t)1 << 40, COMPUTE_ARRAY(x), COMPUTE_ARRAY(y), last, sizeof *last), INVALID,
            "this device allows");
    refused(launch(rig, 0, COMPUTE_ARRAY(x), COMPUTE_ARRAY(y), last, sizeof *last), INVALID,
            "argument 0 is local memory of 0 bytes, or something else, too");
    if (is_cuda && rig->kernel[0]->known.parameters < 0)
        return; /* a driver that reports no sizes */
    refused(launch(rig, 512, COMPUTE_ARRAY(x), COMPUTE_ARRAY(y), "12345678", 8), INVALID,
            "argument 3 (last: int) of kernel turn takes ");
}

int main(void)
{
    return rig_test_all(kernels, (const char *const[]){"turn", NULL}, test);
}
