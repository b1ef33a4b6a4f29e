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
#include <unistd.h>

struct journal {
    int file; /* -1 after a failure */
    size_t rows;
    off_t length; /* of the rows that are whole */
    char path[];
};

struct journal *journal_open(const char *path, struct fault *fault)
{
    json_own_memory();
    if (file_folders(path, fault) != OK)
        return NULL;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) {
        fail(fault, INVALID, "%s: cannot write: %s", path, strerror(errno));
        return NULL;
    }
    struct journal *journal = allocate(sizeof *journal + strlen(path) + 1);
    journal->file = file;
    strcpy(journal->path, path);
    return journal;
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
    if (journal->file >= 0)
        close(journal->file);
    if (remove)
        unlink(journal->path);
    free(journal);
}
