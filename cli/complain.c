#include "cli/complain.h"

#include "base/text.h"

#include <stdio.h>

int complain(const struct fault *fault, int status)
{
    text_print(stderr, "gpubench: %s\n", fault->text);
    return status;
}
