/* A folder of a test's own, removed at exit: for one that runs the program the current one, with the cache in it. */
#pragma once

#include "tests/check.h"

#include <ftw.h>
#include <unistd.h>

static char own_folder[] = "/tmp/gpubench-test-XXXXXX";
static pid_t own_folder_maker; /* children leave it */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_own_folder(void)
{
    if (getpid() == own_folder_maker)
        nftw(own_folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void make_own_folder(void)
{
    if (!mkdtemp(own_folder)) {
        perror(own_folder);
        exit(1);
    }
    own_folder_maker = getpid();
    atexit(remove_own_folder);
}

UNNEEDED static void enter_own_folder(void)
{
    make_own_folder();
    CHECK(!chdir(own_folder));
    setenv("GPUBENCH_CACHE", "cache", 1);
}

/* Before all tests. */
#define IN_OWN_FOLDER                                                                                                  \
    TEST(own_folder)                                                                                                   \
    {                                                                                                                  \
        enter_own_folder();                                                                                            \
    }                                                                                                                  \
    static void test_own_folder(void)
