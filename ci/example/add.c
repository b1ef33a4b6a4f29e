/* How a program uses a tuned header: it adds two vectors by a kernel of its own, whose group size and items of a thread
 * are those that gpubench found best for this device and size, and checks the sum. README.md says how to build it. */
#define CL_TARGET_OPENCL_VERSION 120
#include "tuned.h"

#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* gpubench chose for a kernel of this shape: a group takes a tile of BLOCK_SIZE * ITEMS_PER_THREAD elements. */
static const char *source =
    "__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, 1, 1)))\n"
    "void add(__global const float *a, __global const float *b, __global float *c, ulong n)\n"
    "{\n"
    "    ulong i = get_group_id(0) * (ulong)(BLOCK_SIZE * ITEMS_PER_THREAD) + get_local_id(0);\n"
    "    for (int item = 0; item < ITEMS_PER_THREAD; item++, i += BLOCK_SIZE)\n"
    "        if (i < n)\n"
    "            c[i] = a[i] + b[i];\n"
    "}\n";

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "add: %s: OpenCL's error %d\n", what, error);
    exit(1);
}

/* The first device that the header knows, or else the first there is; its name is what the header has. */
static cl_device_id find_device(char *name, size_t room)
{
    cl_platform_id platforms[8];
    cl_device_id devices[16], first = NULL;
    cl_uint platform_count = 0, count;
    check(clGetPlatformIDs(8, platforms, &platform_count), "platforms");
    for (cl_uint p = 0; p < platform_count && p < 8; p++) {
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &count) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < count && d < 16; d++) {
            check(clGetDeviceInfo(devices[d], CL_DEVICE_NAME, room, name, NULL), "a device's name");
            if (gpubench_vector_add_common_find(name, 1))
                return devices[d];
            first = first ? first : devices[d];
        }
    }
    check(first ? CL_SUCCESS : CL_DEVICE_NOT_FOUND, "devices");
    check(clGetDeviceInfo(first, CL_DEVICE_NAME, room, name, NULL), "the device's name");
    return first;
}

/* The kernel with its parameters' values, as macros. */
static cl_kernel make_kernel(cl_context context, cl_device_id device, size_t block_size, size_t items)
{
    char options[128];
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check(error, "a program");
    snprintf(options, sizeof options, "-DBLOCK_SIZE=%zu -DITEMS_PER_THREAD=%zu", block_size, items);
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "the kernel");
    cl_kernel kernel = clCreateKernel(program, "add", &error);
    check(error, "the kernel");
    clReleaseProgram(program);
    return kernel;
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000003;
    char name[256];
    cl_int error;
    cl_device_id device = find_device(name, sizeof name);

    /* What was best for this device, at the size nearest to n; the macros for a device that was not measured. */
    const struct gpubench_vector_add_common *best = gpubench_vector_add_common_find(name, n);
    const size_t block_size = (size_t)(best ? best->block_size : GPUBENCH_VECTOR_ADD_COMMON_BLOCK_SIZE);
    const size_t items = (size_t)(best ? best->items_per_thread : GPUBENCH_VECTOR_ADD_COMMON_ITEMS_PER_THREAD);

    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "a context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "a queue");
    cl_kernel kernel = make_kernel(context, device, block_size, items);

    float *host[3]; /* a, b and their sum */
    cl_mem memory[3];
    for (cl_uint v = 0; v < 3; v++) {
        host[v] = malloc(n * sizeof(float));
        check(n && host[v] ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "vectors");
        for (size_t i = 0; i < n; i++)
            host[v][i] = v < 2 ? (float)(i % (977 + v)) / 64 : NAN;
        memory[v] =
            clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(float), host[v], &error);
        check(error, "a buffer");
        check(clSetKernelArg(kernel, v, sizeof memory[v], &memory[v]), "an argument");
    }
    const cl_ulong count = n;
    check(clSetKernelArg(kernel, 3, sizeof count, &count), "an argument");
    const size_t tile = block_size * items, threads = (n + tile - 1) / tile * block_size;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &block_size, 0, NULL, NULL), "the launch");
    check(clEnqueueReadBuffer(queue, memory[2], CL_TRUE, 0, n * sizeof(float), host[2], 0, NULL, NULL), "the sum");

    size_t wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += !(fabs(host[2][i] - ((double)host[0][i] + host[1][i])) <= 1e-6 * fabs(host[2][i]));
    printf("%s: %zu elements by groups of %zu with %zu items per thread, %s: %zu wrong\n", name, n, block_size, items,
           best ? "as the header has it for this device" : "as the header's macros have it", wrong);

    for (int v = 0; v < 3; v++) {
        clReleaseMemObject(memory[v]);
        free(host[v]);
    }
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
