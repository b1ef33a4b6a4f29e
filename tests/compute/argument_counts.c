/* Launches with too few or too many arguments, or of another size, are refused, on every available device: with the
 * kernel's name and both counts; and arguments that are set one by one. Skipped without a device. */
#include "tests/compute/device_rig.h"

static const char kernels[] = "KERNEL scale(GLOBAL float *x, float factor, GLOBAL float *y)\n"
                              "{\n"
                              "    y[ITEM] = factor * x[ITEM];\n"
                              "}\n"
                              "KERNEL look(GLOBAL float *y, TEXTURE(table))\n"
                              "{\n"
                              "    y[ITEM] = FETCH(table, 0.5f, 0.5f);\n"
                              "}\n"
                              "CONSTANT(numbers)\n"
                              "KERNEL number(GLOBAL float *y CONSTANT_ARG(numbers))\n"
                              "{\n"
                              "    y[ITEM] = numbers[0];\n"
                              "}\n";
enum { SCALE, LOOK, NUMBER };
static const char nothing[] = "KERNEL nothing(void)\n" /* () has any number of arguments to NVIDIA's OpenCL */
                              "{\n"
                              "}\n";

static void launch(const struct rig *rig, int kernel, const struct compute_argument *arguments, size_t count,
                   const char *refusal)
{
    enum status status = CALL(compute_kernel_launch(rig->kernel[kernel], launch_on(0), arguments, count, &caught));
    if (refusal)
        refused(status, INVALID, refusal);
    else
        WRONG_IF(status != OK, "%s\n", caught.text);
}

static void test_texture(struct rig *rig, struct compute_argument x, bool cuda)
{
    FREED_BY(free_array) struct compute_array *texture = NULL;
    const float table[4] = {0};
    CHECK_OK(compute_texture_new(rig->context, (struct compute_texture){.width = 2, .height = 2}, &texture, &caught));
    CHECK_OK(compute_array_write(texture, 0, table, sizeof table, &caught));
    const struct compute_argument arguments[] = {x, COMPUTE_ARRAY(texture), x};
    launch(rig, LOOK, arguments, 1,
           cuda ? "kernel look takes 2 arguments, 1 was given" : "kernel look takes 3 arguments, 1 was given");
    launch(rig, LOOK, arguments, 2, NULL);
    launch(rig, LOOK, arguments, 3,
           cuda ? "kernel look takes 2 arguments, 3 were given"
                : "kernel look takes 3 arguments, 4 were given; a texture counts as two");
}

static void execute(const struct rig *rig, int kernel, const char *refusal)
{
    enum status status = CALL(compute_kernel_execute(rig->kernel[kernel], launch_on(0), &caught));
    if (refusal)
        refused(status, INVALID, refusal);
    else
        WRONG_IF(status != OK, "%s\n", caught.text);
}

/* In any order, and with other lifetimes than the launch. */
static void test_one_by_one(struct rig *rig)
{
    float numbers[ITEMS], got[ITEMS], factor = 2;
    const double wide = 3;
    for (int i = 0; i < ITEMS; i++)
        numbers[i] = (float)i;
    FREED_BY(free_array) struct compute_array *x = array_of(rig, sizeof numbers, numbers);
    FREED_BY(free_array) struct compute_array *y = array_of(rig, sizeof numbers, NULL);
    struct compute_kernel *scale = rig->kernel[SCALE];
    execute(rig, SCALE, "argument 0 of kernel scale was not set");
    CHECK_OK(compute_kernel_set(scale, 1, COMPUTE_VALUE(factor), &caught));
    factor = -1;
    CHECK_OK(compute_kernel_set(scale, 0, COMPUTE_ARRAY(x), &caught));
    execute(rig, SCALE, "argument 2 of kernel scale was not set");
    refused(CALL(compute_kernel_set(scale, 3, COMPUTE_ARRAY(y), &caught)), INVALID,
            "kernel scale has no argument 3: it takes 3, counted from 0");
    CHECK_OK(compute_kernel_set(scale, 2, COMPUTE_ARRAY(y), &caught));
    for (int time = 0; time < 2; time++) {
        execute(rig, SCALE, NULL);
        CHECK_OK(compute_array_read(y, 0, got, sizeof got, &caught));
        for (int i = 0; i < ITEMS; i++)
            CHECK(got[i] == (time ? 5 : 2) * numbers[i]);
        factor = 5;
        CHECK_OK(compute_kernel_set(scale, 1, COMPUTE_VALUE(factor), &caught));
    }
    /* CUDA's driver reports a kernel's arguments; OpenCL's checks them at the launch, and a texture counts as two
     * there */
    enum status status = CALL(compute_kernel_set(scale, 1, COMPUTE_VALUE(wide), &caught));
    if (status == OK)
        status = CALL(compute_kernel_execute(scale, launch_on(0), &caught));
    refused(status, INVALID, "argument 1 of kernel scale takes ");
    status = CALL(compute_kernel_set(scale, 1, COMPUTE_ARRAY(y), &caught));
    if (status == OK)
        status = CALL(compute_kernel_execute(scale, launch_on(0), &caught));
    refused(status, INVALID, "argument 1 of kernel scale takes a value");
}

/* In a program of its own: NVIDIA's OpenCL does not know the kinds of arguments of one that has it. */
static void test_nothing(struct rig *rig)
{
    FREED_BY(free_array) struct compute_array *x = array_of(rig, 4, NULL);
    const struct compute_argument argument = COMPUTE_ARRAY(x);
    launch(rig, 0, NULL, 0, NULL);
    launch(rig, 0, &argument, 1, "kernel nothing takes 0 arguments, 1 was given");
    CHECK_OK(compute_context_finish(rig->context, &caught));
}

static void test_counts(struct rig *rig)
{
    const bool cuda = !strcmp(rig->device.backend, "cuda");
    const float factor = 2;
    FREED_BY(free_array) struct compute_array *x = array_of(rig, ITEMS * sizeof factor, NULL);
    struct compute_argument all[33];
    for (int i = 0; i < 33; i++)
        all[i] = COMPUTE_ARRAY(x);
    all[1] = COMPUTE_VALUE(factor);
    launch(rig, SCALE, all, 2, "kernel scale takes 3 arguments, 2 were given");
    launch(rig, SCALE, all, 3, NULL);
    launch(rig, SCALE, all, 2, "kernel scale takes 3 arguments, 2 were given"); /* also if one was set before */
    launch(rig, SCALE, NULL, 0, "kernel scale takes 3 arguments, 0 were given");
    launch(rig, SCALE, all, 32, "kernel scale takes 3 arguments, 32 were given");
    launch(rig, SCALE, all, 33, "33 arguments: at most 32");
    const double wide = 2;
    all[1] = COMPUTE_VALUE(wide);
    launch(rig, SCALE, all, 3,
           cuda ? "argument 1 of kernel scale takes 4 bytes, 8 were given"
                : "argument 1 of kernel scale takes another size than 8 bytes");

    const struct compute_argument with[] = {COMPUTE_ARRAY(x), COMPUTE_CONSTANT("numbers", x, 0, 256)};
    launch(rig, NUMBER, with, 2, NULL);
    launch(rig, NUMBER, with + 1, 1,
           cuda ? "kernel number takes 1 argument, 0 were given; constant memory counts as none"
                : "kernel number takes 2 arguments, 1 was given");
    if (compute_has(&rig->device, COMPUTE_TEXTURES))
        test_texture(rig, COMPUTE_ARRAY(x), cuda);
    test_one_by_one(rig);
    rig_test(&rig->device, nothing, (const char *const[]){"nothing", NULL}, test_nothing);
    CHECK_OK(compute_context_finish(rig->context, &caught));
}

int main(void)
{
    static const char *const names[] = {"scale", "look", "number", NULL};
    return rig_test_all(kernels, names, test_counts);
}
