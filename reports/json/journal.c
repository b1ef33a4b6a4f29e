#include "reports/json/journal.h"

#include "base/descriptor.h"
#include "base/file.h"
#include "base/memory.h"
#include "reports/json/memory.h"
#include "reports/json/row.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
    int file; /* -1 after a failure */
    size_t rows;
    off_t length; /* of the rows that are whole */
    char *kept;   /* what stood there before; or NULL */
    char path[];
};

enum { MOST_KEPT = 1000 };

/* Opens a regular file, and nothing else, and does not wait for anybody; -1 if it cannot. */
static int open_regular(const char *path, struct fault *fault)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    const char *why = file >= 0        ? NULL
                      : errno == ELOOP ? "it is a link"
                      : errno == ENXIO ? "not a regular file"
                                       : strerror(errno);
    struct stat found;
    if (file >= 0 && (fstat(file, &found) || !S_ISREG(found.st_mode)))
        why = "not a regular file";
    if (!why)
        return file;
    if (file >= 0)
        close(file);
    fail(fault, INVALID, "%s: cannot write: %s; name another file with --out", path, why);
    return -1;
}

/* Whether the file has that name still: who had it before may have removed it since it was opened. */
static bool is_at(int file, const char *path, off_t *length)
{
    struct stat opened, named;
    if (fstat(file, &opened) || lstat(path, &named))
        return false;
    *length = opened.st_size;
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Gives what stands at a path a name that nothing has. NULL if it cannot. */
static char *keep(const char *path, struct fault *fault)
{
    const size_t size = strlen(path) + 16;
    char *kept = allocate(size);
    for (int i = 1; i <= MOST_KEPT; i++) {
        snprintf(kept, size, "%s.%d", path, i);
        if (!link(path, kept) && !unlink(path))
            return kept;
        if (errno != EEXIST)
            break;
    }
    fail(fault, INVALID, "%s: what a run left there cannot be kept as %s: %s", path, kept, strerror(errno));
    free(kept);
    return NULL;
}

struct journal *journal_open(const char *path, struct fault *fault)
{
    char *kept = NULL;
    json_own_memory();
    if (file_folders(path, fault) != OK)
        return NULL;
    for (int file; (file = open_regular(path, fault)) >= 0; close(file)) {
        off_t length;
        if (flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) { /* another fault: there are no locks there */
            fail(fault, INVALID, "%s: another run writes there; wait for it, or name another file with --out", path);
            close(file);
            break;
        }
        if (!is_at(file, path, &length))
            continue;
        if (!length) {
            struct journal *journal = allocate(sizeof *journal + strlen(path) + 1);
            *journal = (struct journal){.file = file, .kept = kept};
            strcpy(journal->path, path);
            return journal;
        }
        free(kept);
        kept = keep(path, fault);
        if (!kept) {
            close(file);
            break;
        }
    }
    free(kept);
    return NULL;
}

const char *journal_kept(const struct journal *journal)
{
    return journal->kept;
}

enum status journal_add(struct journal *journal, const struct results *results, const struct row *row,
                        struct fault *fault)
{
    if (!journal || journal->file < 0)
        return OK;
    json_t *object = row_json(results, row, journal->rows);
    char *line = json_dumps(object, JSON_REAL_PRECISION(17));
    json_decref(object);
    size_t length = strlen(line);
    line[length] = '\n'; /* in place of the zero byte */
    bool good = descriptor_write(journal->file, line, length + 1);
    int error = errno;
    free(line);
    if (good) {
        journal->rows++;
        journal->length += (off_t)length + 1;
        return OK;
    }
    if (ftruncate(journal->file, journal->length)) /* a part of a line helps nobody */
        error = errno;
    close(journal->file);
    journal->file = -1;
    return fail(fault, INVALID, "%s: cannot write: %s; the run goes on without its journal", journal->path,
                strerror(error));
}

size_t journal_rows(const struct journal *journal)
{
    return journal ? journal->rows : 0;
}

void journal_close(struct journal *journal, bool remove)
{
    if (!journal)
        return;
    if (remove) /* while it is locked, so that it is ours */
        unlink(journal->path);
    if (journal->file >= 0)
        close(journal->file);
    free(journal->kept);
    free(journal);
}
