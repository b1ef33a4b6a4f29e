#include "compute/cuda/nvrtc_shared.h"

#include "base/descriptor.h"
#include "compute/scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    char link[PATH_MAX];   /* of the last key */
    char target[PATH_MAX]; /* "" without an offer */
} offer;

/* NVRTC reserves the heap when it is asked for a header, even for one that cannot be opened. */
static void reserve(const struct nvrtc_library *library)
{
    struct _nvrtcProgram *program = NULL;
    const char *const options[] = {"--use-pch=/dev/null"};
    if (library->api.nvrtcCreateProgram(&program, "", "none.cu", 0, NULL, NULL))
        return;
    library->api.nvrtcCompileProgram(program, 1, options);
    library->api.nvrtcDestroyProgram(&program);
}

bool nvrtc_shared_possible(const struct nvrtc_library *library)
{
    enum { UNKNOWN, NO, YES };
    static int possible;
    if (possible == UNKNOWN) {
        const int now = personality(0xffffffff); /* which does not change it */
        possible = library->header.nvrtcSetPCHHeapSize && now >= 0 && now & ADDR_NO_RANDOMIZE ? YES : NO;
        if (possible == YES)
            reserve(library);
    }
    return possible == YES;
}

/* A header fits processes of this boot that have the same program and library at the same addresses, and CUB of the
 * same version; and a number in /proc is that of one namespace. */
static struct store_key shared_key(const struct nvrtc_library *library, struct store_key key)
{
    const void *addresses[] = {&offer, (const void *)library->api.nvrtcCompileProgram};
    char boot[64] = "";
    struct stat space = {0};
    if (stat("/proc/self/ns/pid", &space))
        space.st_ino = 0;
    descriptor_read_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, key.text);
    store_hash_text(&hash, boot);
    store_hash_add(&hash, addresses, sizeof addresses);
    store_hash_add(&hash, &space.st_ino, sizeof space.st_ino);
    store_hash_add(&hash, &library->cub, sizeof library->cub);
    return store_hash_key(&hash);
}

/* A file without a name of this user; a number in /proc may be another process's by now. */
static int open_header(const char *path)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0 ||
        (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_nlink == 0 && status.st_uid == geteuid()))
        return file;
    close(file);
    return -1;
}

int nvrtc_shared_open(const struct nvrtc_library *library, struct store_key key, int *lock)
{
    const struct store_key shared = shared_key(library, key);
    const char *folder = scratch_folder();
    bool waited;
    *lock = -1;
    if (!folder ||
        snprintf(offer.link, sizeof offer.link, "%s/" SCRATCH_LINK "%s", folder, shared.text) >= (int)sizeof offer.link)
        return -1;
    *lock = store_lock(folder, shared, &waited);
    const int file = open_header(offer.link);
    if (file >= 0 || waited) /* who waited in vain does not make the rest wait */
        nvrtc_shared_offer(-1, lock);
    return file;
}

void nvrtc_shared_offer(int file, int *lock)
{
    if (file >= 0 && *lock >= 0) {
        nvrtc_shared_withdraw();
        unlink(offer.link);
        snprintf(offer.target, sizeof offer.target, "/proc/%d/fd/%d", (int)getpid(), file);
        if (symlink(offer.target, offer.link))
            offer.target[0] = '\0';
    }
    store_unlock(*lock);
    *lock = -1;
}

void nvrtc_shared_withdraw(void)
{
    char target[PATH_MAX];
    const ssize_t length = *offer.target ? readlink(offer.link, target, sizeof target - 1) : 0;
    target[length > 0 ? length : 0] = '\0';
    if (length > 0 && !strcmp(target, offer.target))
        unlink(offer.link);
    offer.target[0] = '\0';
}
