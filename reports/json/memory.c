#include "reports/json/memory.h"

#include "base/memory.h"

#include <jansson.h>
#include <stdlib.h>

void json_own_memory(void)
{
    json_set_alloc_funcs(allocate, free);
}
