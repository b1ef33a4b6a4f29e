/* kernels/common_compute.h: a kernel that uses every name compiles as CUDA C++ and as OpenCL C, and computes what it
 * should. Skipped without both. */
#include "compute/compute.h"
#include "tests/check.h"
#include "tests/good.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

enum { GROUP = 64, GROUPS = 5, ITEMS = GROUP * GROUPS };
enum { SUM, COUNT, WARP, BRANCH, IDS, INTS = IDS + ITEMS }; /* where `ints` holds what */

static const char kernel_text[] =
    "\n#define GROUP 64\n"
    "enum { SUM, COUNT, WARP, BRANCH, IDS };\n"
    "DEVICE int rotated(LOCAL_ARG const int *all, int by) { return all[(LOCAL_ID + by) % LOCAL_SIZE]; }\n"
    "KERNEL GROUP_OF(GROUP) void every_name(GLOBAL int *RESTRICT ints, GLOBAL mm_ulong *longs,\n"
    "                                       GLOBAL float *floats, GLOBAL double *doubles, mm_ulong length)\n"
    "{\n"
    "    LOCAL int shared[GROUP];\n"
    "    LOCAL int count;\n"
    "    const int id = LOCAL_ID;\n"
    "    int here = 0;\n"
    "    shared[id] = id;\n"
    "    if (id == 0) count = 0;\n"
    "    if (length > 3) SYNC_THREADS; else here = 1;\n" /* unbraced: the macro brings no semicolon */
    "    ATOMIC_ADD(&count, 1);\n"
    "    ATOMIC_ADD(&ints[SUM], rotated(shared, 1));\n"
    "    SYNC_THREADS;\n"
    "    if (id == 0) ATOMIC_ADD(&ints[COUNT], count);\n"
    "    shared[id] = 1;\n"
    "    SYNC_WARPS;\n"
    "    for (int stride = 16; stride > 0; stride /= 2) {\n"
    "        if (id % 32 < stride) shared[id] += shared[id + stride];\n"
    "        SYNC_WARPS;\n"
    "    }\n"
    "    MEM_FENCE;\n"
    "    if (id % 32 == 0) ATOMIC_ADD(&ints[WARP], shared[id]);\n"
    "    ATOMIC_ADD(&ints[BRANCH], here);\n"
    "    if (GLOBAL_ID < GLOBAL_SIZE && GROUP_ID < NUM_GROUPS)\n"
    "        ints[IDS + GLOBAL_ID] = (int)(GROUP_ID * LOCAL_SIZE) + id;\n"
    "#ifdef SUPPORTS_64_BIT_ATOMICS\n"
    "    ATOMIC_ADD(&longs[0], length << 32);\n"
    "#endif\n"
    "    mm_long less = -1;\n"
    "    if (GLOBAL_ID == 0) longs[1] = (mm_ulong)(less * (mm_long)length);\n"
    "    ATOMIC_ADD_FLOAT(floats, 0.5f);\n"
    "#if defined(SUPPORTS_DOUBLE_PRECISION) && defined(SUPPORTS_64_BIT_ATOMICS)\n"
    "    ATOMIC_ADD_DOUBLE(doubles, 0.1);\n"
    "#endif\n"
    "}\n";

static char *source(void)
{
    static char text[65536];
    FILE *file = fopen("../kernels/common_compute.h", "rb");
    CHECK(file != NULL);
    if (!file)
        exit(1);
    size_t size = fread(text, 1, sizeof text - sizeof kernel_text, file);
    fclose(file);
    memcpy(text + size, kernel_text, sizeof kernel_text);
    return text;
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static void check_results(const struct compute_device *device, const int *ints, const uint64_t *longs, float sum_f,
                          double sum_d)
{
    CHECK(ints[SUM] == GROUPS * GROUP * (GROUP - 1) / 2);
    CHECK(ints[COUNT] == ITEMS);
    CHECK(ints[WARP] == ITEMS);
    CHECK(ints[BRANCH] == 0);
    for (int i = 0; i < ITEMS; i++)
        CHECK(ints[IDS + i] == i);
    CHECK(longs[1] == (uint64_t)-7);
    CHECK(sum_f == ITEMS / 2);
    if (device->int64_atomics)
        CHECK(longs[0] == (uint64_t)ITEMS * 7 << 32);
    if (device->int64_atomics && device->fp64)
        CHECK_NEAR(sum_d, ITEMS * 0.1, 1e-11);
}

static void run(const struct compute_device *device, const struct compute_binary *binary)
{
    static const size_t bytes[] = {INTS * sizeof(int), 2 * sizeof(uint64_t), sizeof(float), sizeof(double)};
    struct compute_context *context = NULL;
    struct compute_program *program = NULL;
    struct compute_kernel *kernel = NULL;
    struct compute_array *array[4] = {0};
    struct compute_argument arguments[5];
    struct compute_launch launch = {.groups = {GROUPS, 1, 1}, .group = {GROUP, 1, 1}};
    int ints[INTS];
    uint64_t longs[2], length = 7;
    float sum_f;
    double sum_d;
    void *host[] = {ints, longs, &sum_f, &sum_d};

    if (!good(compute_context_new(device, &context, &fault)) ||
        !good(compute_program_load(context, binary->bytes, binary->size, &program, &fault)) ||
        !good(compute_kernel_new(program, "every_name", &kernel, &fault))) {
        check_failures++;
        goto out;
    }
    for (int i = 0; i < 4; i++) {
        CHECK(good(compute_array_new(context, bytes[i], &array[i], &fault)));
        CHECK(good(compute_array_fill(array[i], 0, &fault)));
        arguments[i] = COMPUTE_ARRAY(array[i]);
    }
    arguments[4] = COMPUTE_VALUE(length);
    CHECK(good(compute_kernel_launch(kernel, launch, arguments, 5, &fault)));
    CHECK(good(compute_context_finish(context, &fault)));
    for (int i = 0; i < 4; i++)
        CHECK(good(compute_array_read(array[i], 0, host[i], bytes[i], &fault)));
    check_results(device, ints, longs, sum_f, sum_d);
out:
    for (int i = 0; i < 4; i++)
        compute_array_free(array[i]);
    compute_kernel_free(kernel);
    compute_program_free(program);
    compute_context_free(context);
}

/* Whether the backend is there; if so, the kernel compiles and, where it can, runs. */
static bool test_backend(const char *backend)
{
    struct compute_device device;
    struct compute_binary binary = {0};
    if (compute_find(backend, 0, &device, &fault) != OK) {
        printf("%s: %s\n", backend, fault.text);
        fault = (struct fault){0};
        return false;
    }
    if (!good(compute_compile(&device, "every_name.cl", source(), &binary, &fault)))
        check_failures++;
    else if (device.can_run)
        run(&device, &binary);
    compute_binary_free(&binary);
    return true;
}

int main(void)
{
    static const char *const backends[] = {"opencl", "nvrtc:sm_90", "cuda"};
    char folder[] = "/tmp/test_language.XXXXXX";
    CHECK(mkdtemp(folder) != NULL);
    compute_set_cache(folder);
    int found = 0;
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
        found += test_backend(backends[i]);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return found ? CHECK_RESULT : 77;
}
