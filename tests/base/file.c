/* Whole files: what is saved can be read; a path that is too long is one line and leaves no file. */
#include "base/file.h"
#include "tests/own_folder.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

IN_OWN_FOLDER;

static void check_refused(enum status status, const struct fault *fault, const char *expected)
{
    const char *end = strstr(fault->text, ": cannot");
    CHECK(status == INVALID && end != NULL);
    CHECK_TEXT(end ? end : fault->text, expected);
}

static int files_here(void)
{
    int count = 0;
    DIR *folder = opendir(".");
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count - 2; /* . and .. */
}

/* More than the first buffer of a read, and an empty file. */
TEST(again)
{
    enum { LARGE = 300000 };
    static char text[LARGE];
    char *read;
    size_t length;
    struct fault fault = {0};
    for (size_t i = 0; i < LARGE; i++)
        text[i] = (char)(i * 7);
    for (size_t size = 0; size <= LARGE; size += LARGE) {
        CHECK(file_save("new/deep/file", text, size, &fault) == OK);
        CHECK(file_read("new/deep/file", &read, &length, &fault) == OK);
        CHECK(length == size && !memcmp(read, text, size) && !read[size]);
        free(read);
    }
    check_refused(file_save("new/deep", text, 1, &fault), &fault, ": cannot write: Is a directory");
}

/* A file that is replaced keeps its mode; one that may not be written is not replaced. */
TEST(mode)
{
    struct stat found;
    struct fault fault = {0};
    CHECK(file_save("private", "a", 1, &fault) == OK && !chmod("private", 0600));
    CHECK(file_save("private", "b", 1, &fault) == OK && !stat("private", &found));
    CHECK((found.st_mode & 0777) == 0600);
    CHECK(!chmod("private", 0444) && !chmod(".", 0777));
    const pid_t child = fork();
    if (!child) {
        const bool is_user = geteuid() || !setuid(65534); /* root may write it */
        _exit(!is_user || file_save("private", "c", 1, &fault) == OK || file_writable("private", &fault) == OK);
    }
    int ended = -1;
    CHECK(waitpid(child, &ended, 0) == child && ended == 0);
    CHECK(!remove("private") && !chmod(".", 0700));
}

/* Too long as a whole, or only with the temporary suffix. */
TEST(long)
{
    static char path[PATH_MAX + 2];
    for (size_t i = 0; i < PATH_MAX; i++)
        path[i] = i % 2 ? '/' : '.';
    struct fault fault = {0}, other = {0}, third = {0};
    check_refused(file_save(path, "", 0, &fault), &fault, ": cannot write: File name too long");
    strcpy(path + PATH_MAX - 8, "./a");
    CHECK(strlen(path) < PATH_MAX);
    check_refused(file_save(path, "", 0, &other), &other, ": cannot write: File name too long");
    check_refused(file_writable(path, &third), &third, ": cannot write: File name too long");
    CHECK(files_here() == 1); /* new/ */
}

/* By other paths, by links, and before it exists. */
TEST(same)
{
    CHECK(file_same("no/such", "no/such") && !file_same("no/such", "no//such"));
    CHECK(FINE(file_save("a/one", "1", 1, &caught)) && FINE(file_save("a/two", "2", 1, &caught)));
    CHECK(file_same("a/one", "./a/../a/one") && !file_same("a/one", "a/two"));
    CHECK(!symlink("one", "a/link") && file_same("a/one", "a/link") && !file_same("a/two", "a/link"));
    CHECK(file_same("a/new", "a/./new") && !file_same("a/new", "a/newer") && !file_same("a/new", "new"));
    CHECK(file_same("new", "./new") && !file_same("a/one", "one"));
}

/* Existing and future files, through links and other paths, and not by a common prefix of names. */
TEST(within)
{
    CHECK(FINE(file_save("in/deep/one", "1", 1, &caught)) && FINE(file_save("inner", "1", 1, &caught)));
    CHECK(!symlink("in/deep", "way"));
    CHECK(file_within("in/deep/one", "in") && file_within("in/deep/new", "in") && file_within("in/new", "in"));
    CHECK(file_within("way/new", "in") && file_within("./in/../in/deep/one", "in") && file_within("in/new", "."));
    CHECK(!file_within("inner", "in") && !file_within("new", "in") && !file_within("in/deep/../../new", "in"));
    CHECK(!file_within("no/such", "in") && !file_within("in/new", "no"));
}

/* One that changes a file waits for another; without a folder there is no lock. */
TEST(lock)
{
    CHECK(FINE(file_save("kept/one", "1", 1, &caught)));
    const int lock = file_lock("kept/one"), apart = file_lock("new");
    CHECK(lock >= 0 && apart >= 0 && file_lock("no/such") < 0);
    const pid_t child = fork();
    if (!child) {
        close(lock); /* which it shares */
        close(apart);
        const int again = file_lock("kept/two");
        _exit(again >= 0 && !access("kept/two", F_OK) ? 0 : 1);
    }
    CHECK(FINE(file_save("kept/two", "2", 1, &caught)) && !close(lock) && !close(apart));
    int ended;
    CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended) && !WEXITSTATUS(ended));
}

/* A FIFO, a device and a folder are neither read nor waited for; a pipe with a name is read. */
TEST(irregular)
{
    static const char *const paths[] = {"fifo", "/dev/zero", "."};
    char name[32], *text;
    size_t length;
    int ends[2];
    CHECK(!mkfifo("fifo", 0600));
    for (size_t i = 0; i < 3; i++) {
        struct fault fault = {0};
        check_refused(file_read(paths[i], &text, &length, &fault), &fault,
                      i < 2 ? ": cannot read: not a regular file" : ": cannot read: Is a directory");
        CHECK(!text);
    }
    struct fault fault = {0};
    CHECK(!pipe(ends) && write(ends[1], "piped", 5) == 5 && !close(ends[1]));
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    for (int again = 0; again < 2; again++) { /* as often as a file */
        CHECK(file_read(name, &text, &length, &fault) == OK && length == 5 && !memcmp(text, "piped", 6));
        free(text);
    }
    close(ends[0]);
}
