#include "compute/build_log.h"

#include <stdio.h>
#include <string.h>

enum { HEAD_BYTES = 900 };

static void raise_to(int *largest, int value)
{
    if (value > *largest)
        *largest = value;
}

/* The next line, terminated by NUL; false at the end of the log. */
static bool next_line(const char **log, char *line, size_t size)
{
    size_t length = strcspn(*log, "\n");
    if (!**log)
        return false;
    snprintf(line, size, "%.*s", (int)(length < size ? length : size - 1), *log);
    *log += length + ((*log)[length] == '\n');
    return true;
}

/* The number before `unit` in a line, or `otherwise`. */
static int number_before(const char *line, const char *unit, int otherwise)
{
    const char *end = strstr(line, unit);
    if (!end)
        return otherwise;
    const char *start = end;
    while (start > line && strchr("0123456789", start[-1]))
        start--;
    int number;
    return sscanf(start, "%d", &number) == 1 ? number : otherwise;
}

struct compute_resources build_log_resources(const char *log)
{
    struct compute_resources resources = {.registers = -1, .shared_bytes = -1, .spill_bytes = -1};
    char line[512];
    while (next_line(&log, line, sizeof line)) {
        raise_to(&resources.spill_bytes, number_before(line, " bytes spill stores", -1));
        const char *used = strstr(line, "Used ");
        if (!used || !strstr(used, " registers"))
            continue;
        raise_to(&resources.registers, number_before(used, " registers", -1));
        raise_to(&resources.shared_bytes, number_before(used, " bytes smem", 0));
    }
    return resources;
}

/* The start of the first line that has the word error in it; the whole log if there is none. */
static const char *first_error(const char *log)
{
    const char *error = strcasestr(log, "error");
    if (!error)
        return log;
    while (error > log && error[-1] != '\n')
        error--;
    return error;
}

/* ptxas gives the limit in the same bracket: "(0x10000 bytes, 0xc000 max)", or with "+ 0x400 bytes system" between. */
static bool shared_excess(const char *log, unsigned long *needs, unsigned long *allows)
{
    const char *excess = strstr(log, "too much shared data (");
    unsigned long system = 0;
    *needs = *allows = 0;
    if (!excess)
        return false;
    if (sscanf(excess, "too much shared data (%lx bytes, %lx max", needs, allows) != 2 &&
        sscanf(excess, "too much shared data (%lx bytes + %lx bytes system, %lx max", needs, &system, allows) != 3)
        return false;
    *needs += system;
    return true;
}

bool build_log_unparsed(const char *log)
{
    return strstr(log, "ptxas application ptx input, line ") && strstr(log, "Parsing error near ");
}

enum status build_log_fail(const char *name, const char *log, struct fault *fault)
{
    unsigned long needs, allows;
    if (shared_excess(log, &needs, &allows))
        return fail(fault, INVALID, "%s: needs %lu bytes of shared memory, this device allows %lu a block", name, needs,
                    allows);

    const char *head = first_error(log);
    size_t length = strnlen(head, HEAD_BYTES);
    while (length && strchr("\n ", head[length - 1]))
        length--;
    if (!length)
        return fail(fault, COMPILE_FAILED, "%s: does not compile, and the compiler does not say why", name);
    return fail(fault, COMPILE_FAILED, "%s: does not compile: %.*s", name, (int)length, head);
}
