/* The compilers' own options: the list of allowed ones, and their effects. */
#include "compute/compute.h"
#include "tests/check.h"

static enum status build(const char *backend, const char *source, const char *flags, struct compute_binary *binary)
{
    struct compute_device device;
    const struct compute_build build = {.flags = flags};
    caught = (struct fault){0};
    const enum status status = compute_find(backend, 0, &device, &caught);
    return status == OK ? compute_build(&device, "some.cu", source, &build, binary, &caught) : status;
}

/* None names a file, runs a program or ends the word that contains it. */
TEST(refused)
{
    static const char *const wrong[] = {"-I/etc",
                                        "-I /etc",
                                        "-include x.h",
                                        "@file",
                                        "-DX=@file",
                                        "-DX=\"a\"",
                                        "-DX=a;b",
                                        "-D",
                                        "-D=1",
                                        "-D1X",
                                        "-DX =1",
                                        "-Xptxas=@f",
                                        "-maxrregcount=",
                                        "-maxrregcount=-1",
                                        "-fmad=no",
                                        "-use_fast_mathx",
                                        "x",
                                        "-DX=$(ls)",
                                        "-O4",
                                        "-O",
                                        "--output=/tmp/x",
                                        "-DX=`a`",
                                        "-DX=a\\b",
                                        "-cl-std=CL9",
                                        "-DX\n-I/",
                                        "-dlink-time-opt"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        WRONG_IF(compute_takes_flag(0, wrong[i]), "%s is accepted\n", wrong[i]);
    CHECK(compute_takes_flag(COMPUTE_CUDA, "--use_fast_math") && !compute_takes_flag(COMPUTE_OPENCL, "-use_fast_math"));
    CHECK(compute_takes_flag(COMPUTE_OPENCL, "-cl-mad-enable") && !compute_takes_flag(COMPUTE_CUDA, "-cl-mad-enable"));
    CHECK(compute_takes_flag(COMPUTE_CUDA, " -DREAL=float  -DN=(3+4) -DX --fmad=false") && compute_takes_flag(0, "") &&
          compute_takes_flag(COMPUTE_CUDA, "-std=c++20 -lineinfo -maxrregcount=32 -O1"));
    char many[34 * 4] = "";
    for (int i = 0; i < 33; i++)
        strcat(many, "-DX ");
    CHECK(!compute_takes_flag(0, many));
}

TEST(refused_by_name)
{
    struct compute_binary binary = {0};
    CHECK(build("fake", "//fake time 1\n", "-DX -O2", &binary) == INVALID && !binary.bytes);
    CHECK_TEXT(caught.text, "backend fake takes no option -O2: there are -DNAME");
    CHECK(build("fake", "//fake time 1\n", "-DX", &binary) == OK);
    compute_binary_free(&binary);
}

static const char registers[] = "extern \"C\" __global__ void many(float *x)\n"
                                "{\n"
                                "    float y[COUNT];\n"
                                "    for (int i = 0; i < COUNT; i++)\n"
                                "        y[i] = x[i * 32 + threadIdx.x];\n"
                                "    __syncthreads();\n"
                                "    for (int i = 0; i < COUNT; i++)\n"
                                "        x[i * 32 + threadIdx.x] = y[COUNT - 1 - i] * y[0];\n"
                                "}\n";

TEST(cuda)
{
    struct compute_binary plain = {0}, few = {0}, slow = {0}, bound = {0};
    if (build("nvrtc:sm_90", registers, "-DCOUNT=96", &plain) == UNSUPPORTED) {
        fprintf(stderr, "without NVRTC: %s\n", caught.text);
        return;
    }
    CHECK(caught.status == OK && plain.resources.registers > 90);
    CHECK(build("nvrtc:sm_90", registers, "-DCOUNT=96 -maxrregcount=32 -std=c++20 -use_fast_math", &few) == OK);
    CHECK(few.resources.registers <= 32 && few.resources.spill_bytes > 0);
    CHECK(build("nvrtc:sm_90", registers, "-DCOUNT=96 -O0", &slow) == OK);
    CHECK(slow.size != plain.size || memcmp(slow.bytes, plain.bytes, plain.size));
    CHECK(build("nvrtc:sm_90", registers, "-DCOUNT=96 -maxntid=1024", &bound) == OK);
    CHECK(bound.resources.registers <= 64);
    compute_binary_free(&bound);
    CHECK(build("nvrtc:sm_90", registers, "-DCOUNT=96 -cl-mad-enable", &bound) == INVALID);
    CHECK(build("nvrtc:sm_90", registers, "", &bound) == COMPILE_FAILED);
    compute_binary_free(&plain);
    compute_binary_free(&few);
    compute_binary_free(&slow);
}

static const char family[] = "template <typename T, int SIZE> __global__ void scale(T *x) { x[threadIdx.x] *= SIZE; }\n"
                             "__global__ void plain(float *x) { x[0] = 1; }\n"
                             "#define TWO (1 + 1)\n";

/* Kernels that are not extern "C" are found by their C++ names, in which macros stay. */
TEST(names)
{
    static const char *const names[] = {"scale<float, TWO>", "plain", NULL}, *const none[] = {"scale<float>", NULL};
    struct compute_device device;
    struct compute_binary binary = {0}, missing = {0};
    struct compute_build build = {.flags = "-DX", .names = names};
    if (compute_find("nvrtc:sm_90", 0, &device, NULL) != OK)
        return;
    CHECK_OK(compute_build(&device, "family.cu", family, &build, &binary, &caught));
    CHECK_OK(compute_binary_check(&device, binary.bytes, binary.size, names[0], &caught));
    CHECK_OK(compute_binary_check(&device, binary.bytes, binary.size, "plain", &caught));
    static const char *const others[] = {"scale<float, 2>", "scale", "plai", "plain<", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(compute_binary_check(&device, binary.bytes, binary.size, others[i], NULL) == LAUNCH_FAILED);
    for (size_t size = 0; size < 200; size++) /* truncated */
        CHECK(compute_binary_check(&device, binary.bytes, size, "plain", NULL) == LAUNCH_FAILED);
    build.names = none;
    CHECK(CALL(compute_build(&device, "family.cu", family, &build, &missing, &caught)) == COMPILE_FAILED);
    CHECK(!missing.bytes && strstr(caught.text, "scale"));
    compute_binary_free(&binary);
}

TEST(opencl)
{
    static const char source[] = "kernel void k(global int *x) { x[0] = VALUE + sizeof(int[VALUE == 3 ? 1 : -1]); }\n";
    struct compute_binary binary = {0};
    if (build("opencl", source, "-DVALUE=3 -cl-fast-relaxed-math -cl-std=CL1.2", &binary) == UNSUPPORTED) {
        fprintf(stderr, "without OpenCL: %s\n", caught.text);
        return;
    }
    CHECK(caught.status == OK);
    compute_binary_free(&binary);
    CHECK(build("opencl", source, "-DVALUE=4", &binary) == COMPILE_FAILED);
    CHECK(build("opencl", source, "-DVALUE=3 -lineinfo", &binary) == INVALID);
    const enum status status = build("opencl", source, "-DVALUE=3 -maxrregcount=32", &binary);
    CHECK(status == OK || (status == INVALID && strstr(caught.text, "is for NVIDIA's OpenCL")));
    compute_binary_free(&binary);
}
