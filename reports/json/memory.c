#include "reports/json/memory.h"

#include "base/memory.h"

#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>

void json_own_memory(void)
{
    mallopt(M_MXFAST, 0); /* else free() sorts small pieces again and again: four times as long for a large file */
    json_set_alloc_funcs(allocate, free);
}
