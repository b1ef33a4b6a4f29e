/* NVIDIA's OpenCL cannot build a kernel without parameters if it is to keep what parameters are: the program is built
 * again without that, and others that do not compile are built once, on every OpenCL device, by a stand-in for the
 * driver's function. Skipped without a device. */
#include "compute/opencl/handles.h"
#include "tests/compute/device_rig.h"

static const char kernels[] = "KERNEL nothing(void)\n"
                              "{\n"
                              "}\n"
                              "KERNEL set(GLOBAL float *y)\n"
                              "{\n"
                              "    y[ITEM] = 3;\n"
                              "}\n";
static const char *const names[] = {"nothing", "set", NULL};
static const char unparsed[] = "ptxas info    : 0 bytes gmem\n"
                               "ptxas application ptx input, line 27; fatal   : Parsing error near '}': syntax error\n"
                               "ptxas fatal   : Ptx assembly aborted due to errors\n";
static const char undeclared[] = "<kernel>:4:5: error: use of undeclared identifier 'z'\n";

static struct {
    struct opencl_api real;
    const char *log[2]; /* of the first build and of another */
    bool always;        /* fails, not only with the option */
    int builds;
} driver;

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *device, const char *options,
                                void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    driver.builds++;
    if (driver.always || strstr(options, "-cl-kernel-arg-info"))
        return CL_BUILD_PROGRAM_FAILURE;
    return driver.real.clBuildProgram(program, count, device, options, notify, data);
}

static cl_int CL_API_CALL build_info(UNNEEDED cl_program program, UNNEEDED cl_device_id device,
                                     UNNEEDED cl_program_build_info what, size_t size, void *value, size_t *needed)
{
    const char *log = driver.log[driver.builds > 1];
    if (needed)
        *needed = strlen(log) + 1;
    if (value)
        snprintf(value, size, "%s", log);
    return CL_SUCCESS;
}

static enum status compile(const struct rig *rig, struct compute_binary *binary)
{
    char source[2048];
    snprintf(source, sizeof source, "%s%s", opencl_words, kernels);
    driver.builds = 0;
    return CALL(compute_compile(&rig->device, "kernels", source, 0, binary, &caught));
}

/* Loads and runs the binary. */
static void run(const struct rig *rig, struct compute_binary binary)
{
    float got[ITEMS];
    struct rig other = {.device = rig->device, .binary = binary};
    if (rig_load(&other, names)) {
        FREED_BY(free_array) struct compute_array *y = array_of(&other, sizeof got, NULL);
        const struct compute_argument arguments[] = {COMPUTE_ARRAY(y)};
        CHECK_OK(compute_kernel_launch(other.kernel[0], launch_on(0), NULL, 0, &caught));
        refused(CALL(compute_kernel_launch(other.kernel[0], launch_on(0), arguments, 1, &caught)), INVALID,
                "kernel nothing takes 0 arguments, 1 was given");
        CHECK_OK(compute_kernel_launch(other.kernel[1], launch_on(0), arguments, 1, &caught));
        CHECK_OK(compute_array_read(y, 0, got, sizeof got, &caught));
        CHECK(got[0] == 3 && got[ITEMS - 1] == 3);
    }
    rig_free(&other);
}

static void test(struct rig *rig)
{
    struct opencl_device device;
    FREED_BY(compute_binary_free) struct compute_binary binary = {0}, none = {0};
    if (strcmp(rig->device.backend, "opencl"))
        return;
    CHECK_OK(opencl_find(rig->device.index, &device, &caught));
    struct opencl_api *api = (struct opencl_api *)device.api; /* its table is not constant */
    driver.real = *api;
    api->clBuildProgram = build;
    api->clGetProgramBuildInfo = build_info;

    driver.log[0] = unparsed;
    driver.log[1] = "";
    driver.always = false;
    CHECK(compile(rig, &binary) == OK && driver.builds == 2);
    if (binary.bytes)
        run(rig, binary);

    driver.always = true;
    driver.log[1] = undeclared;
    refused(compile(rig, &none), COMPILE_FAILED, "Parsing error near '}'");
    CHECK(driver.builds == 2);
    driver.log[0] = undeclared;
    driver.log[1] = unparsed;
    refused(compile(rig, &none), COMPILE_FAILED, "undeclared identifier 'z'");
    CHECK(driver.builds == 1);
    *api = driver.real;
}

int main(void)
{
    return rig_test_all(kernels, names, test);
}
