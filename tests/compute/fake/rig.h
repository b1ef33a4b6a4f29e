/* Tests of the front on the fake device: a kernel that does what the lines of a script say. */
#ifndef TESTS_COMPUTE_FAKE_RIG_H
#define TESTS_COMPUTE_FAKE_RIG_H

#include "compute/compute.h"
#include "tests/check.h"

/* A kernel of a source, ready to launch on a device. */
struct rig {
    struct compute_context *context;
    struct compute_program *program;
    struct compute_kernel *kernel;
    struct fault fault;
};

static struct compute_device find(const char *backend)
{
    struct compute_device device = {0};
    CHECK_OK(compute_find(backend, 0, &device, &caught));
    return device;
}

static struct rig rig_new(const struct compute_device *device, const char *source)
{
    struct rig rig = {0};
    FREED_BY(compute_binary_free) struct compute_binary binary;
    struct compute_device compiler = *device;
    compiler.local_bytes = 0; /* so that too much local memory is seen at the launch only */
    CHECK(compute_compile(&compiler, "test.cl", source, 0, &binary, &rig.fault) == OK);
    CHECK(compute_context_new(device, &rig.context, &rig.fault) == OK);
    CHECK(compute_program_load(rig.context, binary.bytes, binary.size, &rig.program, &rig.fault) == OK);
    CHECK(compute_kernel_new(rig.program, "any", &rig.kernel, &rig.fault) == OK);
    return rig;
}

static void rig_free(struct rig *rig)
{
    compute_kernel_free(rig->kernel);
    compute_program_free(rig->program);
    compute_context_free(rig->context);
}

static struct compute_launch launch_of(uint64_t groups, uint32_t x, uint32_t y, uint32_t z)
{
    return (struct compute_launch){.groups = {groups, 1, 1}, .group = {x, y, z}};
}

static void expect_fault(struct rig *rig, enum status got, enum status expected, const char *text)
{
    CHECK(got == expected);
    CHECK(rig->fault.status == expected);
    CHECK_TEXT(rig->fault.text, text);
    rig->fault = (struct fault){0};
}

#endif
