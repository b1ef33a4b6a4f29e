#include "cli/mistakes.h"

#include "base/text.h"

#include <stdio.h>

static void print(void *user, const char *line)
{
    (void)user;
    text_print(stderr, "gpubench: %s\n", line);
}

struct check mistakes_check(const struct registry *registry)
{
    return (struct check){.registry = registry, .mistake = print};
}
