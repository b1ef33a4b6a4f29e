/* A header of results as a file, as `gpubench header` makes it. */
#pragma once

#include "reports/header/header.h"
#include "reports/writers/writers.h"

static inline enum status header_save_as(const struct results *const *results, size_t count,
                                         const struct header_sizes *sizes, const char *path, struct fault *fault)
{
    enum { MOST = 8 };
    static const char *const paths[MOST];
    struct results copy[MOST]; /* whose arrays are theirs */
    for (size_t i = 0; i < count && i < MOST; i++)
        copy[i] = *results[i];
    const struct output output = {.results = copy,
                                  .path = paths,
                                  .count = count,
                                  .max_regret = sizes->max_regret,
                                  .compromise = sizes->compromise,
                                  .notes = sizes->notes};
    return writer_save(writer_find("header"), &output, path, fault);
}

static inline enum status header_save(const struct results *const *results, size_t count, double max_regret,
                                      const char *path, struct fault *fault)
{
    return header_save_as(results, count, &(struct header_sizes){.max_regret = max_regret}, path, fault);
}
