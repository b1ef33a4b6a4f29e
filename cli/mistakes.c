#include "cli/mistakes.h"

#include "base/text.h"
#include "cli/options.h"

#include <stdio.h>

static void print(void *user, const char *line)
{
    (void)user;
    text_print(stderr, "gpubench: %s\n", line);
}

struct check mistakes_check(const struct registry *registry)
{
    return (struct check){.registry = registry, .is_option = options_known, .mistake = print};
}
