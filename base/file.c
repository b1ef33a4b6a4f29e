#include "base/file.h"

#include "base/descriptor.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static enum status cannot(const char *verb, const char *path, int error, struct fault *fault)
{
    return fail(fault, INVALID, "%.512s: cannot %s: %s", *path ? path : "(empty path)", verb, strerror(error));
}

/* Reads in one piece if the size is known. */
static bool read_all(FILE *file, char **text, size_t *length)
{
    struct stat found;
    size_t capacity = 1 << 16;
    if (!fstat(fileno(file), &found) && (size_t)found.st_size + 2 > capacity && S_ISREG(found.st_mode))
        capacity = (size_t)found.st_size + 2; /* a zero at the end, and one byte to detect it */
    *length = 0;
    *text = allocate(capacity);
    for (;;) {
        *length += fread(*text + *length, 1, capacity - 1 - *length, file);
        if (ferror(file))
            return false;
        if (*length < capacity - 1)
            break;
        char *larger = allocate(capacity *= 2);
        memcpy(larger, *text, *length);
        free(*text);
        *text = larger;
    }
    (*text)[*length] = 0;
    return true;
}

/* Names of a shell's open descriptors, which already have a writer. */
static bool is_inherited(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    bool found = !strcmp(path, "/dev/stdin");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        found = found || !strncmp(path, folders[i], strlen(folders[i]));
    return found;
}

/* Replaces an inherited pipe by a file in memory with what is read from it. False with errno set. */
static bool keep_pipe(const char *path, int pipe)
{
    const int number = strcmp(path, "/dev/stdin") ? atoi(last_name(path)) : STDIN_FILENO;
    const int copy = memfd_create("pipe", MFD_CLOEXEC);
    char some[1 << 16];
    ssize_t length = copy < 0 ? -1 : 1;
    while (length > 0) {
        length = read(pipe, some, sizeof some);
        if (length > 0 && write(copy, some, (size_t)length) != length) /* in memory it is whole, or fails */
            length = -1;
    }
    const bool kept = !length && !lseek(copy, 0, SEEK_SET) && dup2(copy, number) == number;
    const int error = errno;
    if (copy >= 0)
        close(copy);
    errno = error;
    return kept;
}

static int open_for_reading(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (is_inherited(path) ? 0 : O_NONBLOCK));
}

FILE *file_open(const char *path, struct fault *fault)
{
    struct stat found;
    int file = open_for_reading(path);
    bool is_there = file >= 0 && !fstat(file, &found);
    if (is_there && S_ISFIFO(found.st_mode) && is_inherited(path)) {
        is_there = keep_pipe(path, file);
        close(file);
        file = is_there ? open_for_reading(path) : -1;
        is_there = file >= 0 && !fstat(file, &found);
    }
    if (!is_there) {
        cannot("read", path, errno, fault);
    } else if (S_ISDIR(found.st_mode)) {
        cannot("read", path, EISDIR, fault);
    } else if (!S_ISREG(found.st_mode) && !is_inherited(path)) {
        fail(fault, INVALID, "%.512s: cannot read: not a regular file", path);
    } else {
        FILE *stream = fdopen(file, "r");
        if (stream)
            return stream;
        cannot("read", path, errno, fault);
    }
    if (file >= 0)
        close(file);
    return NULL;
}

enum status file_read(const char *path, char **text, size_t *length, struct fault *fault)
{
    *text = NULL;
    FILE *file = file_open(path, fault);
    if (!file)
        return INVALID;
    enum status status = OK;
    if (!read_all(file, text, length)) {
        status = cannot("read", path, errno, fault);
        free(*text);
        *text = NULL;
    }
    fclose(file);
    return status;
}

/* A lock of the file itself would be that of the replaced one. */
int file_lock(const char *path)
{
    char real[PATH_MAX];
    if (!realpath(path, real) && snprintf(real, sizeof real, "%s", path) >= PATH_MAX - 1)
        return -1;
    char *slash = strrchr(real, '/');
    snprintf(slash ? slash + 1 : real, 2, ".");
    const int folder = open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (folder >= 0 && flock(folder, LOCK_EX))
        if (errno != EINTR) {
            close(folder);
            return -1;
        }
    return folder;
}

enum status file_folders(const char *path, struct fault *fault)
{
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder)
        return cannot("write", path, ENAMETOOLONG, fault);
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (*folder && mkdir(folder, 0777) && errno != EEXIST)
            return cannot("write", path, errno, fault);
    }
    return OK;
}

/* Gives an unnamed file an unused name beside `path`; without a file (-1), creates one with such a name. Returns the
 * file; -1 with errno set, and no name. */
static int name_beside(const char *path, int file, mode_t mode, char temporary[PATH_MAX])
{
    enum { MOST_NAMES = 10000 };
    char unnamed[32];
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", file);
    for (int i = 0; i < MOST_NAMES; i++) {
        const int length =
            snprintf(temporary, PATH_MAX, "%.*s.gpubench-%d-%d", (int)(last_name(path) - path), path, (int)getpid(), i);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            break;
        }
        const int named = file < 0 ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
                          : linkat(AT_FDCWD, unnamed, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) ? -1
                                                                                              : file;
        if (named >= 0)
            return named;
        if (errno != EEXIST)
            break;
    }
    *temporary = 0;
    return -1;
}

/* Creates a file in the folder of `path`: an unnamed one, so that nothing remains if the program is killed; with a name
 * if the file system does not support that. -1 with errno set. */
static int open_beside(const char *path, mode_t mode, char temporary[PATH_MAX])
{
    *temporary = 0;
    if (snprintf(temporary, PATH_MAX, "%.*s.", (int)(last_name(path) - path), path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int file = open(temporary, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    *temporary = 0;
    return file < 0 ? name_beside(path, -1, mode, temporary) : file;
}

static bool write_parts(int file, const struct file_part *parts, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = descriptor_write(file, parts[i].bytes, parts[i].size);
    return good;
}

bool file_replace(const char *path, const struct file_part *parts, size_t count, bool shared, bool durable)
{
    char temporary[PATH_MAX];
    const mode_t mode = shared ? 0666 : 0600;
    struct stat before;
    const bool replaces = shared && !stat(path, &before);
    const int file = open_beside(path, mode, temporary);
    if (file < 0)
        return false;
    if (replaces)
        fchmod(file, before.st_mode & 0777);
    bool good = write_parts(file, parts, count) && !(durable && fsync(file)) &&
                (*temporary || name_beside(path, file, mode, temporary) >= 0);
    int error = errno;
    if (close(file) && good) {
        good = false;
        error = errno;
    }
    if (good && rename(temporary, path)) {
        good = false;
        error = errno;
    }
    if (!good && *temporary)
        unlink(temporary);
    errno = error;
    return good;
}

/* Resolves the place of a file, which need not exist; missing folders are made. */
static enum status find_place(const char *path, char place[PATH_MAX], struct fault *fault)
{
    enum status status = *path ? file_folders(path, fault) : cannot("write", path, ENOENT, fault);
    struct stat found;
    if (status != OK)
        return status;
    if (stat(path, &found)) {
        snprintf(place, PATH_MAX, "%s", path);
        return errno == ENOENT ? OK : cannot("write", path, errno, fault);
    }
    if (S_ISDIR(found.st_mode))
        return cannot("write", path, EISDIR, fault);
    if (!S_ISREG(found.st_mode)) /* a rename would replace a device such as /dev/null */
        return fail(fault, INVALID, "%.512s: cannot write: not a regular file", path);
    return !access(path, W_OK) && realpath(path, place) ? OK : cannot("write", path, errno, fault);
}

bool file_is_stdout(const char *path)
{
    return !strcmp(path, "/dev/stdout") || !strcmp(path, "/dev/fd/1") || !strcmp(path, "/proc/self/fd/1");
}

/* Standard output is not replaced: earlier output is in it. A reported write error is cleared, so that
 * it is not reported twice. A closed pipe is no error. */
static enum status print(const char *path, const char *text, size_t length, struct fault *fault)
{
    if ((fwrite(text, 1, length, stdout) == length && !fflush(stdout)) || errno == EPIPE)
        return OK;
    cannot("write", path, errno, fault);
    __fpurge(stdout);
    clearerr(stdout);
    return INVALID;
}

enum status file_save(const char *path, const char *text, size_t length, struct fault *fault)
{
    char place[PATH_MAX];
    if (file_is_stdout(path))
        return print(path, text, length, fault);
    enum status status = find_place(path, place, fault);
    if (status == OK && !file_replace(place, &(struct file_part){text, length}, 1, true, true))
        status = cannot("write", path, errno, fault);
    return status;
}

enum status file_writable(const char *path, struct fault *fault)
{
    char place[PATH_MAX], temporary[PATH_MAX];
    if (file_is_stdout(path))
        return OK;
    enum status status = find_place(path, place, fault);
    if (status != OK)
        return status;
    int file = open_beside(place, 0666, temporary);
    if (file >= 0 && !*temporary && name_beside(place, file, 0666, temporary) < 0)
        status = cannot("write", path, errno, fault);
    else if (file < 0)
        return cannot("write", path, errno, fault);
    close(file);
    if (*temporary)
        unlink(temporary);
    return status;
}

static bool folder_of(const char *path, struct stat *folder)
{
    char above[PATH_MAX];
    const int length = (int)(last_name(path) - path);
    return snprintf(above, sizeof above, "%.*s.", length, path) < PATH_MAX && !stat(above, folder);
}

bool file_within(const char *path, const char *folder)
{
    char above[PATH_MAX];
    struct stat outer, found;
    const int length = (int)(last_name(path) - path);
    if (snprintf(above, sizeof above, "%.*s.", length, path) >= PATH_MAX || stat(folder, &outer))
        return false;
    while (!stat(above, &found)) {
        if (found.st_dev == outer.st_dev && found.st_ino == outer.st_ino)
            return true;
        const struct stat below = found;
        if (strlen(above) + 4 > sizeof above)
            return false;
        strcat(above, "/..");
        if (stat(above, &found) || (found.st_dev == below.st_dev && found.st_ino == below.st_ino)) /* the root folder */
            return false;
    }
    return false;
}

bool file_same(const char *one, const char *other)
{
    struct stat a, b;
    if (!strcmp(one, other))
        return true;
    bool there = !stat(one, &a) && !stat(other, &b);
    if (!there && (strcmp(last_name(one), last_name(other)) || !folder_of(one, &a) || !folder_of(other, &b)))
        return false;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

char *file_keep(const char *path, struct fault *fault)
{
    enum { MOST_KEPT = 1000 };
    const size_t size = strlen(path) + 16;
    char *kept = allocate(size);
    for (int i = 1; i <= MOST_KEPT; i++) {
        snprintf(kept, size, "%s.%d", path, i);
        if (!link(path, kept))
            return kept;
        if (errno != EEXIST)
            break;
    }
    fail(fault, INVALID, "%s: what a run left there cannot be kept as %s: %s", path, kept, strerror(errno));
    free(kept);
    return NULL;
}
