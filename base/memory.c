#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *must(void *memory, size_t bytes)
{
    if (!memory && bytes) {
        fprintf(stderr, "gpubench: out of host memory (%zu bytes); choose a smaller --size\n", bytes);
        _Exit(3);
    }
    return memory;
}

/* Requests large pages for large memory with scattered accesses: with usual pages each access would also read page
 * tables. No effect if there are none. */
static void *spread(void *memory, size_t bytes)
{
    const uintptr_t page = (uintptr_t)1 << 21;
    if (bytes < 4 * page)
        return memory;
    const uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page,
                    end = ((uintptr_t)memory + bytes) / page * page;
    madvise((char *)memory + (begin - (uintptr_t)memory), end - begin, MADV_HUGEPAGE);
    return memory;
}

void *allocate(size_t bytes)
{
    return spread(must(calloc(1, bytes ? bytes : 1), bytes), bytes);
}

char *allocate_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(allocate(size), text, size);
}

void *resize(void *memory, size_t bytes)
{
    return spread(must(realloc(memory, bytes), bytes), bytes);
}

FILE *memory_stream(char **text, size_t *size)
{
    return must(open_memstream(text, size), sizeof(FILE));
}

void *grow(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : 16;
    return resize(array, *capacity * size);
}

void free_variable(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof memory);
    free(memory);
}

char *text_make_list(const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = allocate(size);
    vsnprintf(text, size, format, list);
    return text;
}

char *text_make(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = text_make_list(format, list);
    va_end(list);
    return text;
}
