/* The precompiled header of a process: the same binaries, messages and resources as without it; its file has no name
 * and is removed; if it cannot be made, the compiler does without. Skipped without NVRTC 12.8 and CUB. */
#include "compute/cuda/nvrtc_header.h"
#include "compute/backend.h"
#include "compute/cuda/nvjitlink.h"
#include "compute/cuda/nvrtc.h"
#include "compute/scratch.h"
#include "tests/own_folder.h"

#include <dirent.h>
#include <glob.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* As tuner/job/source.c composes it: the file's first part, the parameters, the rest. */
#define CUB_HEAD                                                                                                       \
    "#line 1 \"sum.cu\"\n"                                                                                             \
    "/* A sum. */\n"                                                                                                   \
    "#include <cub/block/block_reduce.cuh>\n"                                                                          \
    "#pragma nv_hdrstop\n"
#define CUB_REST                                                                                                       \
    "#line 4 \"sum.cu\"\n"                                                                                             \
    "\n"                                                                                                               \
    "extern \"C\" __global__ void sum(const float *x, float *y)\n"                                                     \
    "{\n"                                                                                                              \
    "    typedef cub::BlockReduce<float, BLOCK_SIZE> Reduce;\n"                                                        \
    "    __shared__ typename Reduce::TempStorage room;\n"                                                              \
    "    FIRST\n"                                                                                                      \
    "    float total = Reduce(room).Sum(x[blockIdx.x * BLOCK_SIZE + threadIdx.x]);\n"                                  \
    "    if (threadIdx.x == 0)\n"                                                                                      \
    "        y[blockIdx.x] = total EXTRA;\n"                                                                           \
    "}\n"

/* With a header that is parsed quickly; `number` makes it a different one. */
#define SMALL(number)                                                                                                  \
    "#include <cuda/std/cstdint>\n"                                                                                    \
    "#define NUMBER " #number "\n"                                                                                     \
    "#pragma nv_hdrstop\n"                                                                                             \
    "extern \"C\" __global__ void fill(cuda::std::uint32_t *x)\n"                                                      \
    "{\n"                                                                                                              \
    "    x[threadIdx.x] = NUMBER;\n"                                                                                   \
    "}\n"

static const struct compute_device device = {.backend = "nvrtc", .architecture = "sm_90", .local_bytes = 49152};

static unsigned options; /* for all compilations */

static enum status compile(const char *name, const char *source, struct compute_binary *binary, struct fault *fault)
{
    *binary = (struct compute_binary){.resources = {-1, -1, -1}};
    return nvrtc_compile(&device, name, source, options, &(struct flags){.count = 0}, binary, fault);
}

static void check_compiles(const char *source)
{
    FREED_BY(compute_binary_free) struct compute_binary binary;
    CHECK_OK(compile("small.cu", source, &binary, &caught));
}

/* The header that a build of this source would use; nothing is built. */
static enum nvrtc_header next(const char *name, const char *source)
{
    const struct nvrtc_library *library;
    char option[NVRTC_HEADER_OPTION];
    const unsigned linked = options & COMPUTE_RELOCATABLE || nvjitlink_missing() ? 0 : HEADER_INTERMEDIATE;
    FREED char *shared = nvrtc_header_share(source, name);
    name = shared ? NVRTC_SHARED : name;
    source = shared ? shared : source;
    return nvrtc_library(&library, NULL) == OK
               ? nvrtc_header_begin(library, "sm_90", name, source, options | linked, option)
               : HEADER_NONE;
}

static int folders(void)
{
    glob_t found;
    glob("cache/scratch/*/", 0, NULL, &found);
    globfree(&found);
    return (int)found.gl_pathc;
}

/* The number of our open files without a name. */
static int count_nameless(void)
{
    int count = 0;
    DIR *listing = opendir("/proc/self/fd");
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char path[PATH_MAX], target[PATH_MAX];
        snprintf(path, sizeof path, "/proc/self/fd/%.16s", entry->d_name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        count += strstr(target, "/scratch/") && strstr(target, "(deleted)");
    }
    if (listing)
        closedir(listing);
    return count;
}

static void print_source(char *text, size_t size, int block, const char *extra)
{
    const char *first = strstr(extra, "much") ? "__shared__ float much[16384]; much[threadIdx.x] = x[0];" : "";
    snprintf(text, size, CUB_HEAD "#define BLOCK_SIZE %d\n#define FIRST %s\n#define EXTRA %s\n" CUB_REST, block, first,
             extra);
}

/* The first configuration makes the header although it is wrong; the others use it, and their binaries are the same as
 * without. */
TEST(same)
{
    char source[2048];
    struct compute_binary with, without;
    print_source(source, sizeof source, 128, "+ nothing");
    CHECK(CALL(compile("sum.cu", source, &with, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "sum.cu(12)") != NULL && strstr(caught.text, "\"nothing\"") != NULL);
    CHECK(!strstr(caught.text, "header") && !strstr(caught.text, "PCH"));
    CHECK(count_nameless() == 1 && folders() == 0);

    for (int block = 64; block <= 512; block *= 8) {
        print_source(source, sizeof source, block, "");
        CHECK_OK(compile("sum.cu", source, &with, &caught));
        CHECK(count_nameless() == 1 && folders() == 0);
        setenv("GPUBENCH_PCH", "0", 1);
        CHECK_OK(compile("sum.cu", source, &without, &caught));
        unsetenv("GPUBENCH_PCH");
        CHECK(with.size == without.size && with.size && !memcmp(with.bytes, without.bytes, with.size));
        CHECK_NEAR(with.resources.registers, without.resources.registers, 0);
        CHECK_NEAR(with.resources.shared_bytes, without.resources.shared_bytes, 0);
        CHECK_NEAR(with.resources.spill_bytes, without.resources.spill_bytes, 0);
        CHECK(with.resources.registers > 0 && with.resources.spill_bytes == 0);
        CHECK(next("sum.cu", source + strlen("#line 1 \"sum.cu\"\n")) == HEADER_USED);
        compute_binary_free(&with);
        compute_binary_free(&without);
    }
}

/* Another file with the same inclusions uses that header; messages have its own name and lines. */
TEST(shared)
{
    static const char head[] = "// Another sum.\n\n/* Of two lines,\n * in words. */\n"
                               "#include <cub/block/block_reduce.cuh>\n#pragma nv_hdrstop\n";
    char source[2048];
    struct compute_binary binary;
    snprintf(source, sizeof source, "%s", head);
    CHECK(next("other.cu", source) == HEADER_USED);
    snprintf(source, sizeof source, "%s%s", head, "__device__ nothing x;\n");
    CHECK(CALL(compile("other.cu", source, &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "other.cu(7)") && count_nameless() == 1);
    CHECK(next("other.cu", source) == HEADER_USED);
    static const char *const own[] = {SMALL(1), "#include \"a.h\"\n#pragma nv_hdrstop\n", "int i;\n", ""};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        CHECK(!nvrtc_header_share(own[i], "own.cu"));
}

TEST(failures)
{
    char source[2048];
    struct compute_binary binary;
    print_source(source, sizeof source, 64, "+ much[x[0] > 0]");
    CHECK(CALL(compile("sum.cu", source, &binary, &caught)) == INVALID);
    CHECK(strstr(caught.text, "sum.cu: needs 65") == caught.text);
    print_source(source, sizeof source, 64, "+ \"text\"");
    CHECK(CALL(compile("sum.cu", source, &binary, &caught)) == COMPILE_FAILED);
    CHECK(strstr(caught.text, "sum.cu(12)") != NULL);
    CHECK(!strstr(caught.text, "header") && !strstr(caught.text, "PCH"));
    CHECK(count_nameless() == 1 && folders() == 0);
}

/* Sources without the line, or with nothing before it, have no header, and keep that of others. */
TEST(without)
{
    static const char plain[] = "extern \"C\" __global__ void k(float *x) { x[0] = 1; }\n";
    static const char stop[] = "#pragma nv_hdrstop\nextern \"C\" __global__ void k(float *x) { x[0] = 1; }\n";
    static const char late[] = "#pragma nv_hdrstop\n#include <cuda/std/cstdint>\n";
    static const char within[] = "#include <cuda/std/cstdint>\nint i; // #pragma nv_hdrstop\n";
    const char *const sources[] = {plain, stop, late, within, ""};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        CHECK(next("k.cu", sources[i]) == HEADER_NONE);
    check_compiles(plain);
    check_compiles(stop);
    CHECK(count_nameless() == 1);
}

TEST(latest)
{
    CHECK(next("small.cu", SMALL(1)) == HEADER_MADE);
    check_compiles(SMALL(1));
    CHECK(next("small.cu", SMALL(1)) == HEADER_USED);
    CHECK(count_nameless() == 1 && folders() == 0);
    check_compiles(SMALL(1));
    CHECK(next("small.cu", SMALL(1)) == HEADER_USED);
    check_compiles(SMALL(2));
    CHECK(next("small.cu", SMALL(2)) == HEADER_USED);
    CHECK(count_nameless() == 1 && folders() == 0);
    CHECK(next("other.cu", SMALL(2)) == HEADER_MADE);
    CHECK(count_nameless() == 0 && folders() == 1);
    CHECK(next("small.cu", SMALL(2)) == HEADER_MADE);
    CHECK(folders() == 1);
}

/* Each set of options has its own header, and compiles everything. */
TEST(options)
{
    const unsigned sets[] = {0, COMPUTE_FLUSH_TO_ZERO, nvjitlink_missing() ? 0 : COMPUTE_RELOCATABLE};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        options = sets[i];
        check_compiles(SMALL(8));
        CHECK(next("small.cu", SMALL(8)) == HEADER_USED);
        check_compiles(SMALL(8));
        CHECK(next("small.cu", SMALL(8)) == HEADER_USED);
    }
    options = COMPUTE_FLUSH_TO_ZERO | COMPUTE_RELOCATABLE;
    CHECK(next("small.cu", SMALL(8)) == HEADER_MADE);
    options = 0;
}

/* On a full disk, here one with room for files of some bytes only, the binary is made nevertheless. */
static void check_full(const char *source, rlim_t bytes)
{
    struct rlimit limit, small;
    CHECK(!getrlimit(RLIMIT_FSIZE, &limit));
    small = limit;
    small.rlim_cur = bytes;
    CHECK(!setrlimit(RLIMIT_FSIZE, &small));
    check_compiles(source);
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
    CHECK(next("small.cu", source) == HEADER_NONE);
    CHECK(count_nameless() == 0 && folders() == 0);
}

TEST(full)
{
    signal(SIGXFSZ, SIG_IGN);
    check_full(SMALL(3), 0);
    check_full(SMALL(30), 1 << 20);    /* too little for NVRTC's heap, which is in a file, too */
    check_full(SMALL(31), 6500 << 10); /* and for the header itself, with NVRTC 13.0 */
    check_compiles(SMALL(4));
    CHECK(next("small.cu", SMALL(4)) == HEADER_USED);
}

/* NVRTC's heap is too small for a header: the next build has a larger one. */
TEST(heap)
{
    const struct nvrtc_library *library;
    CHECK(nvrtc_library(&library, NULL) == OK);
    CHECK(!library->header.nvrtcSetPCHHeapSize(1 << 20));
    check_compiles(SMALL(5));
    CHECK(count_nameless() == 0 && folders() == 0);
    CHECK(next("small.cu", SMALL(5)) == HEADER_MADE);
    check_compiles(SMALL(5));
    CHECK(next("small.cu", SMALL(5)) == HEADER_USED);
}

TEST(nowhere)
{
    scratch_set_cache("no/such/folder");
    check_compiles(SMALL(6));
    CHECK(next("small.cu", SMALL(6)) == HEADER_NONE);
    scratch_set_cache("cache");
    setenv("GPUBENCH_PCH", "0", 1);
    check_compiles(SMALL(7));
    CHECK(next("small.cu", SMALL(7)) == HEADER_NONE);
    unsetenv("GPUBENCH_PCH");
    CHECK(next("small.cu", SMALL(7)) == HEADER_MADE);
    CHECK(count_nameless() == 0 && folders() == 1);
}

int main(void)
{
    const struct nvrtc_library *library;
    if (CALL(nvrtc_library(&library, &caught)) != OK || nvrtc_missing_cub() || !library->header.nvrtcSetPCHHeapSize)
        return check_skipped(caught.text[0] ? caught.text : "no NVRTC 12.8 with CUB");
    enter_own_folder();
    CHECK(!mkdir("cache", 0777));
    compute_set_cache("cache");
    struct statvfs disk;
    if (statvfs("cache", &disk) || disk.f_bavail * disk.f_frsize < 5ull << 30) {
        fprintf(stderr, "skipped: %s has not 5 GiB free\n", own_folder);
        return 77;
    }
    run_tests();
    return CHECK_RESULT;
}
