/* Arguments and textures that compute.h refuses, on the fake device. (arguments.sh: those that the compiler
 * refuses.) */
#include "tests/compute/fake/rig.h"

TEST(arguments)
{
    FREED_BY(rig_free) struct rig rig = rig_new(""), other = rig_new("");
    FREED_BY(free_array) struct compute_array *array, *foreign;
    CHECK_OK(compute_array_new(rig.context, 4, &array, &caught));
    CHECK_OK(compute_array_new(other.context, 4, &foreign, &caught));
    int value = 1;
    struct compute_argument arguments[40] = {COMPUTE_ARRAY(array), COMPUTE_VALUE(value), {0}};
    struct compute_launch launch = launch_of(1, 1, 1, 1);
    CHECK_OK(compute_kernel_launch(rig.kernel, launch, arguments, 2, &caught));
    const char *neither = "argument 2 is neither an array nor a value";
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID, neither);
    arguments[2] = (struct compute_argument){.value = &value};
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID, neither);
    arguments[2] = (struct compute_argument){.size = 4};
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID, neither);
    arguments[2] = (struct compute_argument){.array = array, .value = &value, .size = sizeof value};
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 2 is both an array and a value");
    void *host = memset(malloc(256), 0x5a, 256);
    arguments[2] = COMPUTE_ARRAY((struct compute_array *)host);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 2 is host memory, not an array");
    arguments[2] = COMPUTE_CONSTANT("table", (struct compute_array *)((char *)host + 1), 0, 4);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 2 is host memory, not an array");
    CHECK_FAULT(compute_array_write(host, 0, "", 1, &caught), INVALID, "write: this is no array");
    CHECK_FAULT(compute_array_read(host, 0, &value, 1, &caught), INVALID, "read: this is no array");
    CHECK_FAULT(compute_array_fill(host, 0, &caught), INVALID, "fill: this is no array");
    CHECK_FAULT(compute_array_check(NULL, "x", &caught), INVALID, "check: this is no array");
    free(host);
    arguments[2] = COMPUTE_ARRAY(foreign);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 2 is an array of another context");
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 40, &caught), INVALID, "40 arguments: at most 32");
}

/* A kernel's arguments are known: an array, four bytes, an array. */
TEST(sizes)
{
    FREED_BY(rig_free) struct rig rig = rig_new("//fake parameter 8\n//fake parameter 4\n//fake parameter 8\n");
    FREED_BY(free_array) struct compute_array *array;
    CHECK_OK(compute_array_new(rig.context, 4, &array, &caught));
    int value = 1;
    double wide = 1;
    char byte = 1;
    struct compute_launch launch = launch_of(1, 1, 1, 1);
    struct compute_argument arguments[] = {COMPUTE_ARRAY(array), COMPUTE_VALUE(value), COMPUTE_ARRAY(array)};
    CHECK_OK(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught));
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 2, &caught), INVALID,
                "kernel any takes 3 arguments, 2 were given");
    arguments[1] = COMPUTE_VALUE(wide);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 1 of kernel any takes 4 bytes, 8 were given");
    arguments[1] = COMPUTE_VALUE(byte);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 1 of kernel any takes 4 bytes, 1 was given");
    arguments[1] = COMPUTE_ARRAY(array);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, arguments, 3, &caught), INVALID,
                "argument 1 of kernel any takes a value of 4 bytes, an array was given");
}

TEST(one_by_one)
{
    FREED_BY(rig_free)
    struct rig rig = rig_new("//fake sum\n//fake parameter 8\n//fake parameter 8\n//fake parameter 4\n");
    FREED_BY(free_array) struct compute_array *in, *out, *other;
    CHECK_OK(compute_array_new(rig.context, 4 * sizeof(float), &in, &caught));
    CHECK_OK(compute_array_new(rig.context, sizeof(float), &out, &caught));
    CHECK_OK(compute_array_new(rig.context, sizeof(float), &other, &caught));
    const float numbers[4] = {1, 2, 4, 8};
    float sum = 0;
    uint32_t n = 3;
    const double wide = 3;
    struct compute_launch launch = launch_of(1, 1, 1, 1);
    CHECK_OK(compute_array_write(in, 0, numbers, sizeof numbers, &caught));
    CHECK_FAULT(compute_kernel_execute(rig.kernel, launch, &caught), INVALID, "argument 0 of kernel any was not set");
    CHECK_OK(compute_kernel_set(rig.kernel, 2, COMPUTE_VALUE(n), &caught));
    n = 99; /* the set value is a copy */
    CHECK_OK(compute_kernel_set(rig.kernel, 0, COMPUTE_ARRAY(in), &caught));
    CHECK_FAULT(compute_kernel_execute(rig.kernel, launch, &caught), INVALID, "argument 1 of kernel any was not set");
    CHECK_OK(compute_kernel_set(rig.kernel, 1, COMPUTE_ARRAY(out), &caught));
    CHECK_OK(compute_kernel_execute(rig.kernel, launch, &caught));
    CHECK_OK(compute_array_read(out, 0, &sum, sizeof sum, &caught));
    CHECK(sum == 7);

    /* A refused argument changes nothing; the others stay as they were set. */
    CHECK_FAULT(compute_kernel_set(rig.kernel, 3, COMPUTE_VALUE(n), &caught), INVALID,
                "kernel any has no argument 3: it takes 3, counted from 0");
    CHECK_FAULT(compute_kernel_set(rig.kernel, 32, COMPUTE_VALUE(n), &caught), INVALID,
                "argument 32: at most 32, counted from 0");
    CHECK_FAULT(compute_kernel_set(rig.kernel, 2, COMPUTE_VALUE(wide), &caught), INVALID,
                "argument 2 of kernel any takes 4 bytes, 8 were given");
    CHECK_FAULT(compute_kernel_set(rig.kernel, 1, (struct compute_argument){0}, &caught), INVALID,
                "argument 1 is neither an array nor a value");
    CHECK_OK(compute_kernel_set(rig.kernel, 1, COMPUTE_ARRAY(other), &caught));
    CHECK_OK(compute_kernel_execute(rig.kernel, launch, &caught));
    CHECK_OK(compute_array_read(other, 0, &sum, sizeof sum, &caught));
    CHECK(sum == 7);
    CHECK_FAULT(compute_kernel_execute(rig.kernel, launch_of(1, 0, 1, 1), &caught), INVALID,
                "work-group of 0 work-items in dimension 0");
}

/* If the backend does not report a kernel's arguments, a missing one is detected by a later one. */
TEST(one_by_one_of_any)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    FREED_BY(free_array) struct compute_array *array;
    CHECK_OK(compute_array_new(rig.context, 64, &array, &caught));
    const int value = 1;
    struct compute_launch launch = launch_of(1, 1, 1, 1);
    CHECK_OK(compute_kernel_execute(rig.kernel, launch, &caught));
    CHECK_OK(compute_kernel_set(rig.kernel, 31, COMPUTE_CONSTANT("table", array, 0, 4), &caught));
    CHECK_FAULT(compute_kernel_execute(rig.kernel, launch, &caught), INVALID, "argument 0 of kernel any was not set");
    for (size_t i = 0; i < 31; i++)
        CHECK_OK(compute_kernel_set(rig.kernel, i, COMPUTE_VALUE(value), &caught));
    CHECK_OK(compute_kernel_execute(rig.kernel, launch, &caught));
    CHECK_OK(compute_kernel_set(rig.kernel, 30, COMPUTE_CONSTANT("table", array, 0, 4), &caught));
    CHECK_OK(compute_kernel_execute(rig.kernel, launch, &caught));
    CHECK_OK(compute_kernel_set(rig.kernel, 31, COMPUTE_ARRAY(array), &caught));
    CHECK_FAULT(compute_kernel_execute(rig.kernel, launch, &caught), INVALID,
                "argument 31 stands behind constant memory, which comes last");
}

TEST(constants)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "//fake copy\n");
    CHECK(device.constant_bytes == 65536);
    FREED_BY(free_array) struct compute_array *array, *large, *texture;
    CHECK_OK(compute_array_new(rig.context, 64, &array, &caught));
    CHECK_OK(compute_array_new(rig.context, 1 << 20, &large, &caught));
    CHECK_OK(compute_texture_new(rig.context, (struct compute_texture){.width = 4, .height = 4}, &texture, &caught));
    const struct {
        struct compute_argument argument[2];
        const char *text;
    } refused[] = {
        {{COMPUTE_CONSTANT("a", array, 61, 4)}, "argument 2: constant memory \"a\" of 4 bytes at 61 of an array of 64"},
        {{COMPUTE_CONSTANT("a", array, 0, 0)}, "argument 2: constant memory \"a\" of 0 bytes at 0 of an array of 64"},
        {{COMPUTE_CONSTANT("a", array, SIZE_MAX, 4)},
         "argument 2: constant memory \"a\" of 4 bytes at 18446744073709551615 of an array of 64"},
        {{COMPUTE_CONSTANT("", array, 0, 4)}, "argument 2 is constant memory without a name"},
        {{COMPUTE_CONSTANT(NULL, array, 0, 4)}, "argument 2 is constant memory without a name"},
        {{COMPUTE_CONSTANT("a", texture, 0, 4)}, "argument 2: constant memory \"a\" cannot be filled from a texture"},
        {{{.constant = "a", .size = 4}}, "argument 2: constant memory \"a\" is not filled from an array"},
        {{COMPUTE_CONSTANT("a", array, 0, 4), COMPUTE_ARRAY(array)},
         "argument 3 stands behind constant memory, which comes last"},
        {{COMPUTE_CONSTANT("a", large, 0, 65536), COMPUTE_CONSTANT("b", array, 0, 1)},
         "65537 bytes of constant memory: this device allows 65536"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct compute_argument *more = refused[i].argument;
        const struct compute_argument arguments[] = {COMPUTE_ARRAY(array), COMPUTE_ARRAY(array), more[0], more[1]};
        size_t count = more[1].array ? 4 : 3;
        CHECK_FAULT(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), arguments, count, &caught), INVALID,
                    refused[i].text);
    }
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(array), COMPUTE_ARRAY(array),
                                                 COMPUTE_CONSTANT("a", large, 1 << 19, 65532),
                                                 COMPUTE_CONSTANT("b", array, 60, 4)};
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), arguments, 4, &caught));
}

TEST(textures)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "");
    struct compute_array *texture;
    const float table[6] = {1, 2, 3, 4, 5, 6};
    float got[6] = {0};
    CHECK(compute_texture_new(rig.context, (struct compute_texture){.width = 3, .height = 2}, &texture, NULL) == OK);
    CHECK(compute_array_bytes(texture) == sizeof table);
    CHECK_OK(compute_array_write(texture, 0, table, sizeof table, &caught));
    CHECK_OK(compute_array_read(texture, 0, got, sizeof got, &caught));
    CHECK(!memcmp(got, table, sizeof got));
    CHECK_OK(compute_array_check(texture, "table", &caught));
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(texture)};
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), arguments, 1, &caught));
    CHECK_FAULT(compute_array_write(texture, 0, table, 20, &caught), INVALID,
                "write 20 bytes at 0 of a texture, which has 24 and is written and read whole");
    CHECK_FAULT(compute_array_read(texture, 4, got, 20, &caught), INVALID,
                "read 20 bytes at 4 of a texture, which has 24 and is written and read whole");
    CHECK_FAULT(compute_array_fill(texture, 0, &caught), INVALID, "a texture is not filled, but written whole");
    compute_array_free(texture);

    static const struct {
        size_t width, height;
        enum status status;
        const char *text;
    } refused[] = {
        {0, 1, INVALID, "a texture of 0 x 1"},
        {1, 0, INVALID, "a texture of 1 x 0"},
        {131073, 1, INVALID, "a texture of 131073 x 1: this device allows 131072 x 65536"},
        {1, 65537, INVALID, "a texture of 1 x 65537: this device allows 131072 x 65536"},
        {65536, 65536, NO_MEMORY, "a texture of 65536 x 65536 floats: this device has 1073741824 bytes"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct compute_texture shape = {.width = refused[i].width, .height = refused[i].height};
        CHECK_FAULT(compute_texture_new(rig.context, shape, &texture, &caught), refused[i].status, refused[i].text);
        CHECK(!texture);
    }
    rig_free(&rig);

    device.features &= ~(uint32_t)COMPUTE_TEXTURES;
    rig = rig_on(&device, "");
    CHECK_FAULT(compute_texture_new(rig.context, (struct compute_texture){.width = 1, .height = 1}, &texture, &caught),
                UNSUPPORTED, "Fake device has no textures");
}
