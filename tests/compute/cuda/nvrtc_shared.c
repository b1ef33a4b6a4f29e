/* A precompiled header that another process made: used, and without it where that process has ended or what it offers
 * is no header. Skipped without NVRTC 12.8 and CUB, and where addresses cannot be fixed. */
#include "compute/cuda/nvrtc_shared.h"
#include "compute/backend.h"
#include "compute/cuda/nvrtc.h"
#include "compute/cuda/nvrtc_header.h"
#include "compute/scratch.h"
#include "tests/own_folder.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <sys/wait.h>

static const struct compute_device device = {.backend = "nvrtc", .architecture = "sm_90", .local_bytes = 49152};

/* With a header that is parsed quickly; `number` is before the line, and makes it a different one, `value` behind it.
 */
static void print_source(char source[512], int number, int value)
{
    snprintf(source, 512,
             "#include <cuda/std/cstdint>\n#define NUMBER %d\n#pragma nv_hdrstop\n"
             "extern \"C\" __global__ void fill(cuda::std::uint32_t *x) { x[threadIdx.x] = NUMBER * %d; }\n",
             number, value);
}

static bool compiles(int number, int value, struct compute_binary *binary)
{
    char source[512];
    *binary = (struct compute_binary){.resources = {-1, -1, -1}};
    print_source(source, number, value);
    return nvrtc_compile(&device, "fill.cu", source, COMPUTE_RELOCATABLE, &(struct flags){.count = 0}, binary, NULL) ==
           OK;
}

/* The header that a build would use. */
static enum nvrtc_header next(int number)
{
    const struct nvrtc_library *library;
    char option[NVRTC_HEADER_OPTION], source[512];
    print_source(source, number, 1);
    return nvrtc_library(&library, NULL) == OK
               ? nvrtc_header_begin(library, "sm_90", "fill.cu", source, COMPUTE_RELOCATABLE, option)
               : HEADER_NONE;
}

/* The only link; "" without one, "?" for several. */
static void find_link(char path[PATH_MAX])
{
    glob_t found;
    const int status = glob("cache/scratch/" SCRATCH_LINK "*", 0, NULL, &found);
    snprintf(path, PATH_MAX, "%s", status ? "" : found.gl_pathc == 1 ? found.gl_pathv[0] : "?");
    globfree(&found);
}

/* A process that makes the header `number`, and has it until it is killed; it offers the only one. */
static pid_t make_elsewhere(int number)
{
    int line[2];
    char byte;
    CHECK(!pipe(line));
    scratch_set_cache("cache"); /* which removes the links of processes that have ended */
    const pid_t child = fork();
    if (!child) {
        struct compute_binary binary;
        const bool good = next(number) == HEADER_MADE && compiles(number, 1, &binary) && next(number) == HEADER_USED;
        if (good && write(line[1], "", 1) == 1)
            pause();
        _exit(1);
    }
    close(line[1]);
    CHECK(read(line[0], &byte, 1) == 1);
    close(line[0]);
    return child;
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    CHECK(waitpid(child, NULL, 0) == child);
}

/* The binary is that of a build without a header. */
static void check_same(int number, int value)
{
    FREED_BY(compute_binary_free) struct compute_binary with, without;
    CHECK(compiles(number, value, &with));
    setenv("GPUBENCH_PCH", "0", 1);
    CHECK(compiles(number, value, &without));
    unsetenv("GPUBENCH_PCH");
    CHECK(with.size && with.size == without.size && !memcmp(with.bytes, without.bytes, with.size));
}

TEST(used)
{
    char link[PATH_MAX], target[PATH_MAX] = "", expected[64];
    const pid_t child = make_elsewhere(1);
    find_link(link);
    CHECK(readlink(link, target, sizeof target - 1) > 0);
    snprintf(expected, sizeof expected, "/proc/%d/fd/", (int)child);
    CHECK(!strncmp(target, expected, strlen(expected)));
    CHECK(next(1) == HEADER_USED);
    end(child); /* what is open stays */
    for (int value = 2; value < 4; value++)
        check_same(1, value);
    CHECK(next(1) == HEADER_USED);
}

/* The link of a process that was killed leads nowhere: the header is made here, and offered in its place; and the next
 * process that sets the cache removes it. */
TEST(ended)
{
    char link[PATH_MAX];
    end(make_elsewhere(2));
    find_link(link);
    CHECK(*link && access(link, R_OK));
    CHECK(next(2) == HEADER_MADE);
    check_same(2, 2);
    CHECK(!access(link, R_OK));
    CHECK(next(3) == HEADER_MADE); /* no longer that of the key 2 */
    CHECK(access(link, R_OK));
    end(make_elsewhere(4));
    find_link(link);
    CHECK(*link);
    scratch_set_cache("cache");
    find_link(link);
    CHECK_TEXT(link, "");
}

/* A file that is no header: this process makes its own. */
TEST(misfit)
{
    char link[PATH_MAX], target[64];
    const pid_t child = make_elsewhere(5);
    find_link(link);
    const int file = open("garbage", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    CHECK(file >= 0 && write(file, "garbage", 7) == 7);
    snprintf(target, sizeof target, "/proc/self/fd/%d", file);
    CHECK(!unlink(link) && !symlink(target, link));
    CHECK(next(5) == HEADER_MADE); /* it has a name */
    CHECK(!unlink("garbage") && next(6) == HEADER_MADE && next(5) == HEADER_USED);
    check_same(5, 2);
    CHECK(next(5) == HEADER_MADE);
    check_same(5, 3);
    CHECK(next(5) == HEADER_USED);
    end(child);
    close(file);
}

static int release[2];

static void let_go(UNNEEDED int signal)
{
    close(release[1]);
}

/* Another process had the lock for half a second, and offers nothing, as where its link is not to be had: this one
 * makes its own header, and does not make others wait for that. */
TEST(in_vain)
{
    const struct nvrtc_library *library;
    const struct store_key key = {"0123456789abcdef0123456789abcdef"};
    int lock, line[2];
    char byte;
    CHECK(nvrtc_library(&library, NULL) == OK && !pipe(line) && !pipe(release));
    const pid_t child = fork();
    if (!child) {
        close(release[1]);
        const bool good = nvrtc_shared_open(library, key, &lock) == -1 && lock >= 0 && write(line[1], "", 1) == 1 &&
                          read(release[0], &byte, 1) == 0;
        nvrtc_shared_offer(-1, &lock);
        _exit(!good);
    }
    close(line[1]);
    CHECK(read(line[0], &byte, 1) == 1);
    signal(SIGALRM, let_go);
    CHECK(!setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 500000}, NULL));
    CHECK(nvrtc_shared_open(library, key, &lock) == -1 && lock == -1);
    int how = 1;
    CHECK(waitpid(child, &how, 0) == child && !how);
    CHECK(nvrtc_shared_open(library, key, &lock) == -1 && lock >= 0); /* nobody has it */
    nvrtc_shared_offer(-1, &lock);
}

int main(int count, char **arguments)
{
    const struct nvrtc_library *library;
    const int before = personality(0xffffffff);
    if (count && before >= 0 && !(before & ADDR_NO_RANDOMIZE) &&
        personality((unsigned long)before | ADDR_NO_RANDOMIZE) >= 0 && personality(0xffffffff) & ADDR_NO_RANDOMIZE)
        execv("/proc/self/exe", arguments);
    if (CALL(nvrtc_library(&library, &caught)) != OK || nvrtc_missing_cub())
        return check_skipped(caught.text[0] ? caught.text : "no NVRTC with CUB");
    if (!nvrtc_shared_possible(library))
        return check_skipped("no NVRTC 12.8, or addresses cannot be fixed");
    enter_own_folder();
    CHECK(!mkdir("cache", 0777));
    compute_set_cache("cache");
    run_tests();
    return CHECK_RESULT;
}
