#include "cli/output.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commit.h"
#include "cli/complain.h"
#include "reports/json/results_file.h"
#include "reports/plot/plot.h"

#include <stdio.h>
#include <stdlib.h>

int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count)
{
    struct fault fault = {0};
    for (size_t i = 0; i < count; i++)
        if (read[i] && file_same(path, read[i])) {
            text_print(stderr, "gpubench: %s: %s %s is one of the files that are read; name another\n", verb, option,
                       path);
            return 2;
        }
    return file_writable(path, &fault) == OK ? 0 : complain(&fault, 2);
}

/* Tells of the first file that was measured in another way (tuner/MEASURING.md) than the first of all. */
static void tell_ways(const struct output *output)
{
    const uint32_t measuring = output->results->context.measuring;
    for (size_t i = 1; i < output->count; i++) {
        const uint32_t other = output->results[i].context.measuring;
        if (other == measuring)
            continue;
        text_print(
            stderr,
            "gpubench: %s and %s were measured in different ways (%u and %u, tuner/MEASURING.md): their times do "
            "not compare\n",
            *output->path, output->path[i], measuring, other);
        return;
    }
}

int output_open(struct output *output, const struct options *options)
{
    struct results *results = allocate(options->words * sizeof *results);
    struct fault fault = {0};
    *output = (struct output){.results = results,
                              .path = (const char *const *)options->word,
                              .count = options->words,
                              .max_regret = options->max_regret,
                              .compromise = (enum compromise)options->compromise,
                              .problem = PLOT_ALL,
                              .figure = options->front,
                              .history = options->history,
                              .version = GPUBENCH_VERSION,
                              .commit = GPUBENCH_COMMIT,
                              .notes = stderr};
    for (size_t i = 0; i < options->words && fault.status == OK; i++) {
        const char *path = options->word[i];
        const bool curves = options->plot && curve_table_named(path);
        (curves ? curve_table_load : results_load)(&results[i], path, &fault);
    }
    if (fault.status != OK)
        output_close(output);
    else if (!options->json)
        tell_ways(output);
    return fault.status == OK ? 0 : complain(&fault, 2);
}

void output_close(struct output *output)
{
    for (size_t i = 0; i < output->count; i++)
        results_free((struct results *)&output->results[i]);
    free((void *)output->results);
}
