#include "cli/report_fault.h"

#include "base/text.h"
#include "tuner/check/check.h"

#include <stdio.h>

int report_fault(const struct fault *fault, int status)
{
    text_print(stderr, "gpubench: %s\n", fault->text);
    return status;
}

static void print(UNNEEDED void *user, const char *line)
{
    text_print(stderr, "gpubench: %s\n", line);
}

struct check report_mistakes(const struct registry *registry)
{
    return (struct check){.registry = registry, .mistake = print};
}
