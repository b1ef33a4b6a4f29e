/* Folders that are removed: by their owner, after their owner was killed, and never while it lives. */
#include "compute/scratch.h"
#include "tests/own_folder.h"

#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { PROCESSES = 8, ROUNDS = 400 };

static bool exists(const char *path)
{
    return !access(path, F_OK);
}

static void write_file(const char *folder, const char *name)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file && fputs("text", file) >= 0 && !fclose(file));
}

/* The number of folders in cache/scratch. */
static int folders(void)
{
    glob_t found;
    glob("cache/scratch/*/", 0, NULL, &found);
    globfree(&found);
    return (int)found.gl_pathc;
}

TEST(own)
{
    struct scratch first, second;
    scratch_set_cache("cache");
    CHECK(!exists("cache/scratch"));
    CHECK(scratch_new(&first) && scratch_new(&second));
    CHECK(strcmp(first.path, second.path) != 0 && folders() == 2);
    CHECK(strstr(first.path, "/cache/scratch/") != NULL && first.path[0] == '/');
    write_file(first.path, "a");
    write_file(first.path, "b");
    CHECK(scratch_remove(&first));
    CHECK(!first.path[0] && folders() == 1);
    CHECK(scratch_remove(&first));
    scratch_set_cache("cache");
    CHECK(exists(second.path));
    CHECK(scratch_remove(&second) && folders() == 0);
}

/* A folder within, which is not removed: it is ours until it is gone. */
TEST(owned)
{
    struct scratch scratch;
    char path[PATH_MAX + 32];
    CHECK(scratch_new(&scratch));
    write_file(scratch.path, "a");
    snprintf(path, sizeof path, "%s/within", scratch.path);
    CHECK(!mkdir(path, 0777));
    CHECK(!scratch_remove(&scratch) && scratch.path[0] && folders() == 1);
    CHECK(!rmdir(path));
    CHECK(scratch_remove(&scratch) && folders() == 0);
}

TEST(nowhere)
{
    struct scratch scratch;
    scratch_set_cache("no/such/folder");
    CHECK(!scratch_new(&scratch) && !scratch.path[0] && scratch_remove(&scratch));
    write_file(".", "file");
    scratch_set_cache("file");
    CHECK(!scratch_new(&scratch) && !scratch.path[0]);
    scratch_set_cache("cache");
}

/* A process that has a folder with a file in it, whose path it prints, and waits to be killed. */
static pid_t start_owner(char path[PATH_MAX])
{
    int pipes[2];
    CHECK(!pipe(pipes));
    pid_t owner = fork();
    if (!owner) {
        struct scratch scratch;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!scratch_new(&scratch))
            _exit(1);
        write_file(scratch.path, "large");
        if (write(pipes[1], scratch.path, sizeof scratch.path) != sizeof scratch.path)
            _exit(1);
        for (;;)
            pause();
    }
    close(pipes[1]);
    path[0] = '\0';
    CHECK(read(pipes[0], path, PATH_MAX) == PATH_MAX);
    close(pipes[0]);
    return owner;
}

TEST(killed)
{
    char killed[PATH_MAX], alive[PATH_MAX];
    pid_t first = start_owner(killed), second = start_owner(alive);
    scratch_set_cache("cache");
    CHECK(exists(killed) && exists(alive) && folders() == 2);
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    CHECK(exists(killed));
    scratch_set_cache("cache");
    CHECK(!exists(killed) && exists(alive) && folders() == 1);
    kill(second, SIGKILL);
    waitpid(second, NULL, 0);
    scratch_set_cache("cache");
    CHECK(folders() == 0);
}

/* A folder whose process was killed before it had its lock; and nothing outside is removed. */
TEST(killed_owner)
{
    CHECK(!mkdir("cache/scratch/half", 0777));
    CHECK(!mkdir("outside", 0777));
    write_file("outside", "kept");
    CHECK(!symlink("../../../outside/kept", "cache/scratch/half/link"));
    CHECK(!symlink("../../outside", "cache/scratch/link"));
    scratch_set_cache("cache");
    CHECK(!exists("cache/scratch/half") && exists("outside/kept"));
    unlink("cache/scratch/link");
}

/* Starts, makes, uses and removes folders concurrently: the exit status is whether a folder vanished while its owner
 * used it. */
static int use_folders(void)
{
    int lost = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct scratch scratch;
        char path[PATH_MAX + 32];
        scratch_set_cache("cache");
        if (!scratch_new(&scratch))
            return 2;
        snprintf(path, sizeof path, "%s/large", scratch.path);
        int file = open(path, O_WRONLY | O_CREAT, 0666);
        sched_yield();
        lost += file < 0 || !exists(path);
        close(file);
        scratch_remove(&scratch);
    }
    return lost > 0;
}

TEST(all_at_once)
{
    pid_t process[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        if (!(process[i] = fork()))
            _exit(use_folders());
    for (int i = 0; i < PROCESSES; i++) {
        int status = -1;
        CHECK(waitpid(process[i], &status, 0) == process[i] && status == 0);
    }
    CHECK(folders() == 0);
}

int main(void)
{
    struct scratch early;
    CHECK(!scratch_new(&early));
    enter_own_folder();
    CHECK(!mkdir("cache", 0777));
    run_tests();
    return CHECK_RESULT;
}
