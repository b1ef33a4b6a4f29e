/* compute.h's own checks, on the fake device: devices that it finds, calls that it refuses, and writes to guard
 * zones. */
#include "compute/context.h"
#include "compute/typical.h"
#include "tests/compute/fake/rig.h"
#include "tests/own_folder.h"

IN_OWN_FOLDER;

/* ---- finding ---- */

static void check_find_refused(const char *backend, int index, enum status expected, const char *text)
{
    struct compute_device device;
    CHECK_FAULT(compute_find(backend, index, &device, &caught), expected, text);
}

TEST(find)
{
    struct compute_device device = find("fake");
    CHECK_TEXT(device.backend, "fake");
    CHECK_TEXT(device.name, "Fake device");
    CHECK(device.index == 0 && device.can_run && !device.is_cpu && device.max_group == 1024);
    device = find("fake:cpu");
    CHECK_TEXT(device.backend, "fake");
    CHECK(device.is_cpu && device.simt_width == 1);

    const char *known = "known are cuda, opencl, nvrtc:sm_XX, hiprtc:gfxXXX, fake";
    char text[128];
    const char *const unknown[] = {"", "metal", "fak", "fakes", "FAKE", ":", ":cpu"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        snprintf(text, sizeof text, "unknown backend \"%s\": %s", unknown[i], known);
        check_find_refused(unknown[i], 0, INVALID, text);
    }
    check_find_refused("fake", 1, UNSUPPORTED, "backend fake has no device 1: there are 1, counted from 0");
    check_find_refused("fake:cpu", -1, UNSUPPORTED, "backend fake:cpu has no device -1: there are 1, counted from 0");
    check_find_refused("fake:none", 0, UNSUPPORTED, "fake:none has no device: use fake or fake:cpu");
    check_find_refused("fake:two", 0, INVALID, "there is no fake:two: use fake, fake:cpu or fake:none");
    check_find_refused("cuda:0", 0, INVALID, "backend cuda takes nothing behind a colon, not \"0\"");
}

static void expect_name(const struct compute_device device, const char *name)
{
    CHECK_TEXT(compute_name_of(&device).text, name);
}

/* The name that finds a device again, also after a partial description; and the one spelling of a target. */
TEST(names)
{
    struct compute_name name;
    expect_name((struct compute_device){.backend = "cuda", .architecture = "sm_90", .can_run = true}, "cuda");
    expect_name((struct compute_device){.backend = "opencl", .is_cpu = true, .can_run = true}, "opencl");
    expect_name((struct compute_device){.backend = "nvrtc", .architecture = "sm_90a"}, "nvrtc:sm_90a");
    expect_name((struct compute_device){.backend = "gbench"}, "gbench");
    expect_name(find("fake"), "fake");
    expect_name(find("fake:cpu"), "fake:cpu");
    CHECK_OK(compute_name_target("sm_90a", &name, &caught));
    CHECK_TEXT(name.text, "nvrtc:sm_90a");
    CHECK_OK(compute_name_target("gfx90a", &name, &caught));
    CHECK_TEXT(name.text, "hiprtc:gfx90a");
    const char *const unknown[] = {"", "90", "SM_90", "compute_90", "nvrtc:sm_90"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(CALL(compute_name_target(unknown[i], &name, &caught)) == INVALID);
        CHECK(strstr(caught.text, "is no target: they begin with sm_, gfx"));
    }
}

/* A device's description, and its backend's list of the other processes on it. */
TEST(features)
{
    enum { PORTABLE = COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES, CUDA = COMPUTE_CUDA | COMPUTE_CUB };
    struct compute_health health;
    char text[64];
    CHECK(find("fake").features == (PORTABLE | COMPUTE_GRAPHS));
    CHECK(compute_typical("opencl").features == (PORTABLE | COMPUTE_OPENCL));
    CHECK(compute_typical("cuda").features == (COMPUTE_ALL_FEATURES & ~(COMPUTE_OPENCL | COMPUTE_HIP)));
    CHECK(compute_has(NULL, COMPUTE_ALL_FEATURES));
    const struct compute_device plain = {.backend = "nvrtc", .features = COMPUTE_CUDA};
    CHECK(compute_has(&plain, COMPUTE_CUDA) && !compute_has(&plain, CUDA));
    CHECK(!compute_health(&plain, &health, text, sizeof text));
    CHECK_TEXT(text, "its backend does not know");
}

/* Each listed backend has devices or a reason; the others are found only by name. */
TEST(inventory)
{
    struct compute_inventory inventory;
    compute_inventory(&inventory);
    const char *const listed[] = {"cuda", "opencl"};
    CHECK_TEXT(compute_listed(0), listed[0]);
    CHECK_TEXT(compute_listed(1), listed[1]);
    CHECK(!compute_listed(2));
    for (size_t b = 0; b < 2; b++) {
        int devices = 0, absences = 0;
        for (size_t i = 0; i < inventory.devices; i++)
            devices += !strcmp(inventory.device[i].backend, listed[b]);
        for (size_t i = 0; i < inventory.absences; i++)
            if (!strcmp(inventory.absence[i].backend, listed[b])) {
                absences++;
                CHECK(inventory.absence[i].text[0]);
            }
        CHECK((devices > 0) != (absences > 0));
    }
    for (size_t i = 0; i < inventory.devices; i++) {
        CHECK(strcmp(inventory.device[i].backend, "fake") && strcmp(inventory.device[i].backend, "nvrtc"));
        CHECK(inventory.device[i].can_run && inventory.device[i].name[0]);
    }
    CHECK(inventory.absences <= 2);
}

TEST(contexts)
{
    struct compute_context *context;
    struct compute_device device = {.backend = "nvrtc", .architecture = "sm_90"};
    CHECK(CALL(compute_context_new(&device, &context, &caught)) == UNSUPPORTED && !context);
    CHECK_TEXT(caught.text, "nvrtc:sm_90 compiles but does not run");

    device = (struct compute_device){.backend = "metal", .can_run = true};
    CHECK(CALL(compute_context_new(&device, &context, &caught)) == INVALID && !context);
    compute_context_free(NULL);

    device = find("fake");
    CHECK_TEXT(device.lacks_cub, "CUB is CUDA C++");
    CHECK(compute_context_new(&device, &context, NULL) == OK);
    CHECK_TEXT(compute_context_device(context)->name, "Fake device");
    CHECK(compute_context_finish(context, NULL) == OK);
    compute_context_free(context);
}

/* The folders exist before a driver uses them, PoCL's is always ours, and NVIDIA's stays where its user put it. */
TEST(cache)
{
    const char *folder = own_folder;
    char pocl[256], cuda[256];
    snprintf(pocl, sizeof pocl, "%s/pocl", folder);
    snprintf(cuda, sizeof cuda, "%s/cuda", folder);
    setenv("POCL_CACHE_DIR", "/somewhere", 1);
    setenv("CUDA_CACHE_PATH", "/mine", 1);
    compute_set_cache(folder);
    CHECK_TEXT(getenv("POCL_CACHE_DIR"), pocl);
    CHECK_TEXT(getenv("CUDA_CACHE_PATH"), "/mine");
    unsetenv("CUDA_CACHE_PATH");
    compute_set_cache("/proc/nothing");
    CHECK_TEXT(getenv("POCL_CACHE_DIR"), pocl);
    CHECK(!getenv("CUDA_CACHE_PATH"));
    compute_set_cache(folder);
    CHECK_TEXT(getenv("CUDA_CACHE_PATH"), cuda);
    CHECK(!access(pocl, W_OK) && !access(cuda, W_OK));
}

/* ---- arrays ---- */

TEST(array)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    struct compute_array *array;
    uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7}, got[7] = {0};
    CHECK_OK(compute_array_new(rig.context, 7, &array, &caught));
    CHECK(compute_array_bytes(array) == 7);
    CHECK_OK(compute_array_write(array, 0, bytes, 7, &caught));
    CHECK_OK(compute_array_read(array, 2, got, 5, &caught));
    CHECK(!memcmp(got, bytes + 2, 5));
    CHECK_OK(compute_array_fill(array, 9, &caught));
    CHECK_OK(compute_array_read(array, 0, got, 7, &caught));
    CHECK(got[0] == 9 && got[6] == 9);
    CHECK_OK(compute_array_check(array, "output", &caught));
    CHECK_OK(compute_array_write(array, 7, bytes, 0, &caught));

    CHECK_FAULT(compute_array_write(array, 1, bytes, 7, &caught), INVALID, "write 7 bytes at 1 of an array of 7");
    CHECK_FAULT(compute_array_read(array, 8, got, 0, &caught), INVALID, "read 0 bytes at 8 of an array of 7");
    CHECK(compute_array_read(array, SIZE_MAX, got, 2, NULL) == INVALID);
    compute_array_free(array);

    CHECK_FAULT(compute_array_new(rig.context, 0, &array, &caught), INVALID, "an array of 0 bytes");
    CHECK(!array);
    CHECK(compute_array_new(rig.context, SIZE_MAX - 100, &array, NULL) == NO_MEMORY && !array);
    CHECK(compute_array_new(rig.context, (size_t)1 << 30, &array, NULL) == NO_MEMORY && !array);
    compute_array_free(NULL);
}

/* A copy is complete, leaves the guard zones unchanged, and follows the work queued before. */
TEST(copy)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    struct compute_array *from, *to, *other;
    uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7}, got[7] = {0};
    CHECK_OK(compute_array_new(rig.context, 7, &from, &caught));
    CHECK_OK(compute_array_new_guarded(rig.context, 7, 256, &to, &caught));
    CHECK_OK(compute_array_new(rig.context, 8, &other, &caught));
    CHECK_OK(compute_array_send(from, 0, bytes, 7, 0, &caught));
    CHECK_OK(compute_array_copy(to, from, &caught));
    CHECK_OK(compute_array_fill(from, 0, &caught));
    CHECK_OK(compute_array_read(to, 0, got, 7, &caught));
    CHECK(!memcmp(got, bytes, 7));
    CHECK_OK(compute_array_check(to, "to", &caught));
    CHECK_FAULT(compute_array_copy(other, from, &caught), INVALID,
                "a copy is of arrays of one context, and of one size");
    CHECK_FAULT(compute_array_copy(NULL, from, &caught), INVALID, "copy: this is no array");
    compute_array_free(from);
    compute_array_free(to);
    compute_array_free(other);
}

/* More arrays than are read at once: the first fault is reported, all guard zones are restored; arrays belong to one
 * context. */
TEST(checked_together)
{
    enum { ARRAYS = 40, FIRST = 13, SECOND = 33 };
    FREED_BY(rig_free) struct rig rig = rig_new(""), other = rig_new("");
    struct compute_checked checked[ARRAYS];
    char name[ARRAYS][16];
    for (int i = 0; i < ARRAYS; i++) {
        snprintf(name[i], sizeof name[i], "array %d", i);
        checked[i].name = name[i];
        CHECK_OK(compute_array_new(rig.context, 64 + 4 * (size_t)i, &checked[i].array, &caught));
    }
    CHECK_OK(compute_arrays_check(checked, ARRAYS, &caught));
    CHECK_OK(compute_arrays_check(NULL, 0, &caught));
    const struct compute_array *guards = checked[FIRST].array;
    rig.context->backend->fill(guards->handle, guards->guard + guards->bytes + 4, 8, 7, &caught);
    guards = checked[SECOND].array;
    rig.context->backend->fill(guards->handle, 0, 4, 7, &caught);
    CHECK_FAULT(compute_arrays_check(checked, ARRAYS, &caught), WRONG_RESULT,
                "array 13: 8 bytes written behind the end (first at +4)");
    CHECK_OK(compute_arrays_check(checked, ARRAYS, &caught));
    FREED_BY(free_array) struct compute_array *stranger;
    CHECK_OK(compute_array_new(other.context, 64, &stranger, &caught));
    const struct compute_checked two[] = {checked[0], {stranger, "stranger"}};
    CHECK_FAULT(compute_arrays_check(two, 2, &caught), INVALID, "check: arrays of two contexts");
    for (int i = 0; i < ARRAYS; i++)
        compute_array_free(checked[i].array);
}

static void check_damage(const char *script, size_t bytes, const char *text)
{
    FREED_BY(rig_free) struct rig rig = rig_new(script);
    FREED_BY(free_array) struct compute_array *in, *out;
    CHECK_OK(compute_array_new(rig.context, 64, &in, &caught));
    CHECK_OK(compute_array_new(rig.context, bytes, &out, &caught));
    struct compute_argument arguments[] = {COMPUTE_ARRAY(in), COMPUTE_ARRAY(out)};
    for (int i = 0; i < 2; i++) { /* again: the guard zones were restored */
        CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), arguments, 2, &caught));
        CHECK_OK(compute_array_check(in, "input", &caught));
        CHECK_FAULT(compute_array_check(out, "output", &caught), WRONG_RESULT, text);
        CHECK_OK(compute_array_check(out, "output", &caught));
    }
}

TEST(guards)
{
    check_damage("//fake overrun 12\n", 64, "output: 12 bytes written behind the end (first at +0)");
    check_damage("//fake overrun 1\n", 61, "output: 1 bytes written behind the end (first at +0)");
    check_damage("//fake overrun 65536\n", 5000, "output: 65536 bytes written behind the end (first at +0)");
    check_damage("//fake underrun 8\n", 64, "output: 8 bytes written before the start (first at -8)");
    check_damage("//fake underrun 65536\n//fake overrun 3\n", 1,
                 "output: 65536 bytes written before the start (first at -65536), "
                 "3 bytes written behind the end (first at +0)");
}

/* ---- launches ---- */

TEST(limits)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "//fake registers 128\n//fake time 1\n");
    static const struct {
        struct compute_launch launch;
        const char *text;
    } refused[] = {
        {{.groups = {1, 1, 1}, .group = {2048, 1, 1}}, "work-group of 2048 work-items: this device allows 1024"},
        {{.groups = {1, 1, 1}, .group = {32, 8, 8}}, "work-group of 2048 work-items: this device allows 1024"},
        {{.groups = {1, 1, 1}, .group = {1, 1, 128}},
         "work-group of 128 work-items in dimension 2: this device allows 64"},
        {{.groups = {1, 1, 1}, .group = {1024, 1, 1}},
         "work-group of 1024 work-items: this kernel allows 512 on this device"},
        {{.groups = {1, 1, 1}, .group = {0, 1, 1}}, "work-group of 0 work-items in dimension 0"},
        {{.groups = {1, 1, 1}, .group = {64, 1, 0}}, "work-group of 0 work-items in dimension 2"},
        {{.groups = {1, 1, 1}, .group = {4294967295, 4294967295, 4294967295}},
         "work-group of more than 2^64 work-items"},
        {{.groups = {0, 1, 1}, .group = {64, 1, 1}}, "0 work-groups in dimension 0"},
        {{.groups = {1, 65536, 1}, .group = {64, 1, 1}}, "65536 work-groups in dimension 1: this device allows 65535"},
        {{.groups = {2147483648, 1, 1}, .group = {64, 1, 1}},
         "2147483648 work-groups in dimension 0: this device allows 2147483647"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        CHECK_FAULT(compute_kernel_launch(rig.kernel, refused[i].launch, NULL, 0, &caught), INVALID, refused[i].text);

    /* A refused launch did not run; one at the limit does. */
    double elapsed = -1;
    CHECK_OK(compute_mark(rig.context, 0, &caught));
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(2147483647, 512, 1, 1), NULL, 0, &caught));
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(1, 8, 1, 64), NULL, 0, &caught));
    CHECK_OK(compute_mark(rig.context, 1, &caught));
    CHECK_OK(compute_elapsed(rig.context, &elapsed, &caught));
    CHECK_NEAR(elapsed, 2, 0);
    rig_free(&rig);

    device = find("fake:cpu"); /* reports no number of groups */
    rig = rig_on(&device, "");
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of((uint64_t)1 << 40, 4096, 1, 1), NULL, 0, &caught));
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch_of((uint64_t)1 << 60, 16, 1, 1), NULL, 0, &caught), INVALID,
                "1152921504606846976 work-groups of 16 work-items in dimension 0: too many to count");
}

TEST(resident)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "//fake registers 128\n");
    CHECK(compute_kernel_resident(rig.kernel) == 1); /* 65536 registers suffice for 512 work-items */
    rig_free(&rig);
    rig = rig_on(&device, "");
    CHECK(compute_kernel_resident(rig.kernel) == 0);
    rig_free(&rig);
    rig = rig_on(&device, "//fake registers 16\n");
    CHECK(compute_kernel_resident(rig.kernel) == 65536 / 16 / device.max_group);
}

TEST(local)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "//fake local 65536\n");
    CHECK(compute_kernel_resources(rig.kernel).shared_bytes == 65536);
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), NULL, 0, &caught), INVALID,
                "65536 bytes of local memory: this device allows 49152");
    rig_free(&rig);

    rig = rig_on(&device, "//fake local 49152\n");
    CHECK_OK(compute_kernel_launch(rig.kernel, launch_of(1, 1, 1, 1), NULL, 0, &caught));

    struct compute_binary binary;
    CHECK_FAULT(compute_compile(&device, "big.cl", "//fake local 49153\n", 0, &binary, &caught), INVALID,
                "big.cl: 49153 bytes of local memory: this device allows 49152");
    CHECK(!binary.bytes);
}

/* Calls that would wait, or be no part of the graph. */
TEST(while_capturing)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    struct compute_graph *graph;
    FREED_BY(free_array) struct compute_array *array, *none;
    double elapsed;
    float element = 0;
    CHECK_OK(compute_array_new(rig.context, sizeof element, &array, &caught));
    CHECK(compute_mark(rig.context, 0, &caught) == OK && compute_mark(rig.context, 1, &caught) == OK);
    CHECK_OK(compute_graph_begin(rig.context, &caught));
    const enum status refused[] = {
        compute_array_read(array, 0, &element, sizeof element, NULL),
        compute_array_write(array, 0, &element, sizeof element, NULL),
        compute_array_check(array, "array", NULL),
        compute_array_new(rig.context, sizeof element, &none, NULL),
        compute_graph_begin(rig.context, NULL),
        compute_mark(rig.context, 0, NULL),
        compute_elapsed(rig.context, &elapsed, NULL),
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        CHECK(refused[i] == INVALID);
    CHECK_FAULT(compute_context_finish(rig.context, &caught), INVALID,
                "waiting for the device while a graph is captured: only launches, fills and waits of streams are");
    CHECK_OK(compute_graph_end(rig.context, &graph, &caught));
    CHECK_OK(compute_array_read(array, 0, &element, sizeof element, &caught));
    compute_graph_free(graph);
}

TEST(no_graphs)
{
    struct compute_device device = find("fake");
    device.features &= ~(uint32_t)COMPUTE_GRAPHS;
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "");
    struct compute_graph *graph;
    CHECK_FAULT(compute_graph_begin(rig.context, &caught), UNSUPPORTED, "fake has no graphs");
    CHECK_FAULT(compute_graph_end(rig.context, &graph, &caught), INVALID, "the end of a graph that was not begun");
    CHECK(!graph);
    compute_graph_free(NULL);
    CHECK_OK(compute_context_finish(rig.context, &caught));
}

TEST(marks)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    double elapsed;
    CHECK_FAULT(compute_elapsed(rig.context, &elapsed, &caught), INVALID,
                "elapsed time requested before marker 0 was queued");
    CHECK_OK(compute_mark(rig.context, 0, &caught));
    CHECK_FAULT(compute_elapsed(rig.context, &elapsed, &caught), INVALID,
                "elapsed time requested before marker 1 was queued");
    CHECK_FAULT(compute_mark(rig.context, 2, &caught), INVALID, "marker 2: there are 0 and 1");
}

TEST(streams)
{
    FREED_BY(rig_free) struct rig rig = rig_new("");
    struct compute_launch launch = launch_of(1, 1, 1, 1);
    launch.stream = COMPUTE_STREAMS - 1;
    CHECK_OK(compute_stream_wait(rig.context, 1, 0, &caught));
    CHECK_OK(compute_kernel_launch(rig.kernel, launch, NULL, 0, &caught));
    CHECK_OK(compute_stream_wait(rig.context, 0, 1, &caught));
    CHECK_OK(compute_stream_wait(rig.context, 1, 1, &caught));
    launch.stream = COMPUTE_STREAMS;
    const char *text = "stream 4: there are 4, counted from 0";
    CHECK_FAULT(compute_kernel_launch(rig.kernel, launch, NULL, 0, &caught), INVALID, text);
    CHECK_FAULT(compute_stream_wait(rig.context, COMPUTE_STREAMS, 0, &caught), INVALID, text);
    CHECK_FAULT(compute_stream_wait(rig.context, 1, -1, &caught), INVALID, "stream -1: there are 4, counted from 0");
}

TEST(programs)
{
    struct compute_device device = find("fake");
    FREED_BY(rig_free) struct rig rig = rig_on(&device, "//fake time 5\n//fake registers 40\n");
    struct compute_binary binary;
    CHECK_OK(compute_compile(&device, "some.cl", "//fake time 5\n//fake registers 40\n", 0, &binary, &caught));
    CHECK(binary.resources.registers == 40 && binary.resources.spill_bytes == -1);
    struct compute_program *again;
    CHECK_OK(compute_program_load(rig.context, binary.bytes, binary.size, &again, &caught));
    compute_program_free(again);
    compute_binary_free(&binary);
    CHECK(!binary.bytes && !binary.size);
    compute_binary_free(&binary);
    compute_binary_free(NULL);
    compute_program_free(NULL);
    compute_kernel_free(NULL);

    struct compute_program *none;
    CHECK(compute_program_load(rig.context, "", 0, &none, NULL) == INVALID && !none);
    CHECK_FAULT(compute_program_load(rig.context, "ELF", 3, &none, &caught), LAUNCH_FAILED,
                "not a binary of the fake device");
}
