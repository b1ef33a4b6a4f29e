/* A program with CUB's headers has only its own constants, and the same kernels as with theirs. Skipped without NVRTC,
 * CUB or nvJitLink. */
#include "compute/cuda/nvjitlink.h"

#include <stdbool.h>

/* The compiler without a linker. */
static bool alone;
static const char *missing(void)
{
    return alone ? "left out" : nvjitlink_missing();
}
#define nvjitlink_missing missing

/* A linker without the requested option. */
static bool old;
static int asked;
static bool old_compile(const char *architecture, const char *name, unsigned flags, const void *code, size_t size,
                        struct compute_binary *made)
{
    asked++;
    return !old && nvjitlink_compile(architecture, name, flags, code, size, made);
}
#define nvjitlink_compile old_compile
#include "compute/cuda/nvrtc.c"

#include "tests/check.h"

#include <elf.h>

static struct compute_binary binary;
static unsigned options; /* for all compilations */

static enum status compile(const char *source)
{
    struct compute_device device;
    CHECK(compute_find("nvrtc:sm_90", 0, &device, NULL) == OK);
    return CALL(compute_compile(&device, "some.cu", source, options, &binary, &caught));
}

#define CUB "#include <cub/block/block_reduce.cuh>\n#pragma nv_hdrstop\n"
#define SUM(factor)                                                                                                    \
    "extern \"C\" __global__ void sum(float *x)\n"                                                                     \
    "{\n"                                                                                                              \
    "    using Reduce = cub::BlockReduce<float, 64>;\n"                                                                \
    "    __shared__ typename Reduce::TempStorage storage;\n"                                                           \
    "    x[0] = " factor " * Reduce(storage).Sum(x[threadIdx.x]);\n"                                                   \
    "}\n"

/* A section of a cubin, NULL if there is none. */
static const char *section(const char *name, size_t *size)
{
    const char *bytes = binary.bytes;
    const Elf64_Ehdr *head = (const void *)bytes;
    const Elf64_Shdr *sections = (const void *)(bytes + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++)
        if (!strcmp(bytes + sections[head->e_shstrndx].sh_offset + sections[i].sh_name, name)) {
            *size = sections[i].sh_size;
            return bytes + sections[i].sh_offset;
        }
    return NULL;
}

/* The constants of CUB's headers, 100 KB of them, are not in the program, and its code is the same as with them. */
TEST(program)
{
    size_t size = 0, whole_size = 0;
    alone = true;
    CHECK(compile(CUB SUM("7")) == OK);
    struct compute_binary whole = binary;
    const char *whole_code = section(".text.sum", &whole_size);
    alone = false;
    CHECK_OK(compile(CUB SUM("7")));
    CHECK(whole.size > 100000 && binary.size < 16384);
    const char *code = section(".text.sum", &size);
    CHECK(code && size == whole_size && !memcmp(code, whole_code, size));
    CHECK(!memcmp(&binary.resources, &whole.resources, sizeof whole.resources));
    CHECK(binary.resources.registers > 8 && binary.resources.shared_bytes >= 8 && binary.resources.spill_bytes == 0);
    compute_binary_free(&whole);
    compute_binary_free(&binary);
    CHECK(compile(CUB "__device__ float scales[3] = {1, 2, 3};\n" SUM("scales[blockIdx.x]")) == OK);
    CHECK(memmem(binary.bytes, binary.size, "scales", strlen("scales"))); /* which it reads */
    compute_binary_free(&binary);
}

/* A division handles denormals, or does not. */
TEST(flush)
{
    size_t exact = 0, size = 0;
    static const char divide[] = CUB "extern \"C\" __global__ void divide(float *x, float y) { *x /= y; }\n";
    CHECK(compile(divide) == OK && section(".text.divide", &exact));
    compute_binary_free(&binary);
    options = COMPUTE_FLUSH_TO_ZERO;
    CHECK(compile(divide) == OK && section(".text.divide", &size) && size < exact);
    options = 0;
    compute_binary_free(&binary);
}

/* An error of the assembler is reported as usual. */
TEST(refusals)
{
    CHECK(compile(CUB
                  "extern \"C\" __global__ void big(float *x)\n"
                  "{ __shared__ float y[70000]; y[threadIdx.x] = *x; __syncthreads(); *x = y[threadIdx.x ^ 1]; }\n") ==
          INVALID);
    CHECK(strstr(caught.text, "some.cu: needs 280000 bytes of shared memory") == caught.text);
    CHECK(!binary.bytes);
    CHECK(compile(CUB "extern \"C\" __global__ void wrong(float *x) { *x = y; }\n") == COMPILE_FAILED);
    CHECK(strstr(caught.text, "identifier \"y\" is undefined"));
    CHECK(!binary.bytes);
    CHECK(compile(CUB "extern \"C\" __global__ void astray(float *x) { asm(\"fly;\"); }\n") == COMPILE_FAILED);
    CHECK(strstr(caught.text, "fly") && !binary.bytes);
}

/* A linker that refuses what NVRTC compiled is not called again; one that only refuses what NVRTC refuses is.
 */
TEST(old)
{
    CHECK(!linker_refuses && asked > 0);
    old = true;
    for (int i = 0; i < 2; i++) {
        asked = 0;
        CHECK(compile(CUB SUM("3")) == OK);
        CHECK(binary.size > 100000 && asked == !i);
        compute_binary_free(&binary);
    }
}

int main(void)
{
    if (nvrtc_missing_cub() || nvjitlink_missing())
        return check_skipped(nvrtc_missing_cub() ? nvrtc_missing_cub() : nvjitlink_missing());
    run_tests();
    return CHECK_RESULT;
}
