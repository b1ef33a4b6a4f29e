#include "cli/ways.h"

#include "base/text.h"

#include <stdio.h>

void ways_take(struct ways *ways, const char *path, const struct results *results)
{
    const uint32_t measuring = results->context.measuring;
    if (!ways->path) {
        *ways = (struct ways){path, measuring, false};
    } else if (measuring != ways->measuring && !ways->told) {
        ways->told = true;
        text_print(
            stderr,
            "gpubench: %s and %s were measured in different ways (%u and %u, tuner/MEASURING.md): their times do "
            "not compare\n",
            ways->path, path, ways->measuring, measuring);
    }
}
