#include "cli/color.h"

#include <stdlib.h>
#include <unistd.h>

bool color_wanted(void)
{
    const char *none = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(none && *none);
}
