#include "tuner/worker/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_BYTES = 1 << 20 }; /* or fewer, where files may not be so large */

int log_open(void)
{
    struct rlimit file = {.rlim_cur = RLIM_INFINITY};
    const int log = memfd_create("gpubench worker", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    getrlimit(RLIMIT_FSIZE, &file);
    const off_t size = file.rlim_cur < LOG_BYTES ? (off_t)file.rlim_cur : LOG_BYTES;
    if (log < 0 || (!ftruncate(log, size) && !fcntl(log, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL)))
        return log;
    close(log);
    return -1;
}

static off_t log_size(int log)
{
    struct stat status;
    return fstat(log, &status) ? 0 : status.st_size;
}

/* Copies of a descriptor share their place: where the worker prints next. */
void log_begin(int log)
{
    if (lseek(log, 0, SEEK_CUR) > log_size(log) / 2)
        lseek(log, 0, SEEK_SET);
}

struct log_words log_last_words(int log)
{
    char tail[512] = "";
    struct log_words words = {"; its last words: ", ""};
    const off_t end = lseek(log, 0, SEEK_CUR);
    const off_t size = end < (off_t)sizeof tail ? end : (off_t)sizeof tail - 1;
    ssize_t got = size > 0 ? pread(log, tail, (size_t)size, end - size) : 0;
    if (end >= log_size(log))
        words.how = "; it printed more than is kept, as far as: ";
    while (got > 0 && (tail[got - 1] == '\n' || tail[got - 1] == '\r'))
        got--;
    tail[got > 0 ? got : 0] = '\0';
    const char *line = strrchr(tail, '\n');
    snprintf(words.text, sizeof words.text, "%.*s", (int)sizeof words.text - 1, line ? line + 1 : tail);
    return words;
}
