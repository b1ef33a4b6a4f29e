#include "cli/complain.h"

#include <stdio.h>

int complain(const struct fault *fault, int status)
{
    fprintf(stderr, "gpubench: %s\n", fault->text);
    return status;
}
