#include "tuner/worker/memory.h"

#include "base/descriptor.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARE_LEFT = 16 };                                      /* share of the machine's memory */
enum { KEPT_BYTES = 256 << 20, MOST_MAPPED_BYTES = 32 << 20 }; /* the latter is the largest that malloc allows */
static const double gib = 1 << 30;

/* The bytes that a process has in memory. */
static uint64_t resident_bytes(pid_t pid)
{
    char path[64], text[256];
    unsigned long long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    if (!descriptor_read_text(path, text, sizeof text) || sscanf(text, "%*u %llu", &pages) != 1)
        return 0;
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The available bytes; a very large number if the system does not report them. */
static uint64_t available(void)
{
    char text[1024];
    const char *line =
        descriptor_read_text("/proc/meminfo", text, sizeof text) ? strstr(text, "\nMemAvailable:") : NULL;
    return line ? strtoull(line + strlen("\nMemAvailable:"), NULL, 10) * 1024 : UINT64_MAX;
}

enum status memory_check(pid_t pid, uint64_t most, struct fault *fault)
{
    const uint64_t held = resident_bytes(pid);
    const uint64_t total = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t reserve = total / SHARE_LEFT;
    if (most && held > most)
        return fail(fault, NO_MEMORY, "its worker held %.3g GiB of the host's memory, and may hold %.3g",
                    (double)held / gib, (double)most / gib);
    const uint64_t left = !most && held > reserve ? available() : UINT64_MAX;
    if (left >= reserve)
        return OK;
    return fail(fault, NO_MEMORY,
                "its worker held %.3g GiB of the host's memory, and %.3g were left; choose a smaller --size",
                (double)held / gib, (double)left / gib);
}

void memory_yield(void)
{
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    const ssize_t written = file < 0 ? 0 : write(file, "1000", 4);
    (void)written; /* if not permitted, memory_check() still limits memory */
    if (file >= 0)
        close(file);
}

void memory_keep(void)
{
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, MOST_MAPPED_BYTES);
}
