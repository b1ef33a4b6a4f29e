/* Tests of compute.h on the fake device: a kernel does what the lines of a script describe. */
#pragma once

#include "compute/compute.h"
#include "tests/check.h"

/* A kernel of a source, ready to launch on a device. */
struct rig {
    struct compute_context *context;
    struct compute_program *program;
    struct compute_kernel *kernel;
};

static struct compute_device find(const char *backend)
{
    struct compute_device device = {0};
    CHECK_OK(compute_find(backend, 0, &device, &caught));
    return device;
}

static struct rig rig_on(const struct compute_device *device, const char *source)
{
    struct rig rig = {0};
    FREED_BY(compute_binary_free) struct compute_binary binary;
    struct compute_device compiler = *device;
    compiler.local_bytes = 0; /* so that too much local memory is detected only at the launch */
    CHECK_OK(compute_compile(&compiler, "test.cl", source, 0, &binary, &caught));
    CHECK_OK(compute_context_new(device, &rig.context, &caught));
    CHECK_OK(compute_program_load(rig.context, binary.bytes, binary.size, &rig.program, &caught));
    CHECK_OK(compute_kernel_new(rig.program, "any", &rig.kernel, &caught));
    return rig;
}

/* On the unchanged fake device. */
static struct rig rig_new(const char *source)
{
    const struct compute_device device = find("fake");
    return rig_on(&device, source);
}

static void rig_free(struct rig *rig)
{
    compute_kernel_free(rig->kernel);
    compute_program_free(rig->program);
    compute_context_free(rig->context);
}

/* For FREED_BY: in the same block as the rig, after it. */
UNNEEDED static void free_array(struct compute_array **array)
{
    compute_array_free(*array);
}

UNNEEDED static void free_host(struct compute_host **memory)
{
    compute_host_free(*memory);
}

UNNEEDED static struct compute_launch launch_of(uint64_t groups, uint32_t x, uint32_t y, uint32_t z)
{
    return (struct compute_launch){.groups = {groups, 1, 1}, .group = {x, y, z}};
}
