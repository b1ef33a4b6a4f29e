/* Tests through compute.h on every available device: the words that differ between the two languages, the current
 * device, and the loop over all devices. */
#pragma once

#include "compute/compute.h"
#include "tests/check.h"
#include "tests/own_folder.h"

#include <unistd.h>

enum { ITEMS = 1024, GROUP = 64, RIG_KERNELS = 4 };

static const char cuda_words[] = "#define KERNEL extern \"C\" __global__ void\n"
                                 "#define GLOBAL\n"
                                 "#define LOCAL __shared__\n"
                                 "#define BARRIER __syncthreads()\n"
                                 "#define ITEM (blockIdx.x * blockDim.x + threadIdx.x)\n"
                                 "#define LOCAL_ITEM threadIdx.x\n"
                                 "#define GROUP(d) (d == 0 ? blockIdx.x : d == 1 ? blockIdx.y : blockIdx.z)\n"
                                 "#define CONSTANT(name) extern \"C\" { __constant__ float name[64]; }\n"
                                 "#define CONSTANT_ARG(name)\n"
                                 "#define TEXTURE(name) unsigned long long name\n"
                                 "#define FETCH(name, u, v) tex2D<float>(name, u, v)\n";
static const char opencl_words[] = "#define KERNEL __kernel void\n"
                                   "#define GLOBAL __global\n"
                                   "#define LOCAL __local\n"
                                   "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)\n"
                                   "#define ITEM get_global_id(0)\n"
                                   "#define LOCAL_ITEM get_local_id(0)\n"
                                   "#define GROUP(d) get_group_id(d)\n"
                                   "#define CONSTANT(name)\n"
                                   "#define CONSTANT_ARG(name) , __constant float *name\n"
                                   "#define TEXTURE(name) read_only image2d_t name, sampler_t name##_sampler\n"
                                   "#define FETCH(name, u, v) read_imagef(name, name##_sampler, (float2)(u, v)).x\n";

struct rig {
    struct compute_device device;
    struct compute_binary binary;
    struct compute_context *context;
    struct compute_program *program;
    struct compute_kernel *kernel[RIG_KERNELS];
};

static void refused(enum status got, enum status expected, const char *text)
{
    CHECK(got == expected);
    WRONG_IF(!strstr(caught.text, text), "\"%s\" does not contain \"%s\"\n", caught.text, text);
    caught = (struct fault){0};
}

/* For FREED_BY. */
static void free_array(struct compute_array **array)
{
    compute_array_free(*array);
}

static struct compute_array *array_of(struct rig *rig, size_t bytes, const void *content)
{
    struct compute_array *array = NULL;
    CHECK_OK(compute_array_new(rig->context, bytes, &array, &caught));
    if (content)
        CHECK_OK(compute_array_write(array, 0, content, bytes, &caught));
    return array;
}

static struct compute_launch launch_on(int stream)
{
    return (struct compute_launch){.groups = {ITEMS / GROUP, 1, 1}, .group = {GROUP, 1, 1}, .stream = stream};
}

static void rig_free(struct rig *rig)
{
    for (int i = 0; i < RIG_KERNELS; i++)
        compute_kernel_free(rig->kernel[i]);
    compute_program_free(rig->program);
    compute_context_free(rig->context);
}

/* Loads the binary. */
static bool rig_load(struct rig *rig, const char *const *names)
{
    bool made = FINE(compute_context_new(&rig->device, &rig->context, &caught)) &&
                FINE(compute_program_load(rig->context, rig->binary.bytes, rig->binary.size, &rig->program, &caught));
    for (int i = 0; made && names[i]; i++)
        made = FINE(compute_kernel_new(rig->program, names[i], &rig->kernel[i], &caught));
    WRONG_IF(!made, "%s\n", caught.text);
    return made;
}

static void rig_test(const struct compute_device *device, const char *kernels, const char *const *names,
                     void (*test)(struct rig *rig))
{
    struct rig rig = {.device = *device};
    char source[4096];
    int before = check_failures;
    snprintf(source, sizeof source, "%s%s", strcmp(device->backend, "cuda") ? opencl_words : cuda_words, kernels);
    CHECK_OK(compute_compile(device, "kernels", source, 0, &rig.binary, &caught));
    if (rig.binary.bytes && rig_load(&rig, names))
        test(&rig);
    rig_free(&rig);
    compute_binary_free(&rig.binary);
    printf("%s, %s: %s\n", device->backend, device->name, check_failures == before ? "good" : "bad");
}

/* The CUDA side, compiled if there is a compiler but no GPU. */
static void rig_compile_cuda(const char *kernels)
{
    char source[4096];
    struct compute_device device;
    struct compute_binary binary;
    if (compute_find("nvrtc:sm_90", 0, &device, NULL) != OK)
        return;
    snprintf(source, sizeof source, "%s%s", cuda_words, kernels);
    CHECK_OK(compute_compile(&device, "kernels", source, 0, &binary, &caught));
    compute_binary_free(&binary);
}

/* Runs `test` on every device with the kernels of these names, at most RIG_KERNELS and ended by NULL. Returns the exit
 * status of main. */
static int rig_test_all(const char *kernels, const char *const *names, void (*test)(struct rig *rig))
{
    struct compute_inventory inventory;
    make_own_folder();
    compute_set_cache(own_folder);
    rig_compile_cuda(kernels);
    compute_inventory(&inventory);
    for (size_t i = 0; i < inventory.devices; i++)
        rig_test(&inventory.device[i], kernels, names, test);
    for (size_t i = 0; i < inventory.absences; i++)
        printf("no %s: %s\n", inventory.absence[i].backend, inventory.absence[i].text);
    return inventory.devices ? CHECK_RESULT : 77;
}
