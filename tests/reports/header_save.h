/* A header of results as a file, as `gpubench header` makes it. */
#pragma once

#include "reports/writers/writers.h"

static inline enum status header_save(const struct results *const *results, size_t count, double max_regret,
                                      const char *path, struct fault *fault)
{
    enum { MOST = 8 };
    static const char *const paths[MOST];
    struct results copy[MOST]; /* whose arrays are theirs */
    for (size_t i = 0; i < count && i < MOST; i++)
        copy[i] = *results[i];
    const struct output output = {.results = copy, .path = paths, .count = count, .max_regret = max_regret};
    return writer_save(writer_find("header"), &output, path, fault);
}
