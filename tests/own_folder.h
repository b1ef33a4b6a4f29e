/* A folder of its own for a test that runs the program: the current one, with the cache in it, removed at exit. */
#ifndef TESTS_OWN_FOLDER_H
#define TESTS_OWN_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char own_folder[] = "/tmp/gpubench-test-XXXXXX";

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_own_folder(void)
{
    nftw(own_folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void enter_own_folder(void)
{
    if (!mkdtemp(own_folder) || chdir(own_folder)) {
        perror(own_folder);
        exit(1);
    }
    setenv("GPUBENCH_CACHE", "cache", 1);
    atexit(remove_own_folder);
}

#endif
