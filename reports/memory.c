#include "reports/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void *check(void *memory)
{
    if (!memory) {
        fputs("gpubench: out of memory\n", stderr);
        exit(3);
    }
    return memory;
}

void *reports_allocate(size_t count, size_t size)
{
    return check(calloc(count ? count : 1, size ? size : 1));
}

static void *allocate_json(size_t size)
{
    return check(malloc(size ? size : 1));
}

void reports_own_json_memory(void)
{
    json_set_alloc_funcs(allocate_json, free);
}
