#include "cli/output.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/commit.h"
#include "cli/complain.h"
#include "cli/ways.h"
#include "reports/json/results_file.h"
#include "reports/plot/plot.h"

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
    return results_writable(path, &fault) == OK ? 0 : complain(&fault, 2);
}

int output_open(struct output *output, const struct options *options)
{
    struct results *results = allocate(options->words * sizeof *results);
    struct fault fault = {0};
    struct ways ways = {0};
    *output = (struct output){.results = results,
                              .path = (const char *const *)options->word,
                              .count = options->words,
                              .max_regret = options->max_regret,
                              .problem = PLOT_ALL,
                              .figure = options->front,
                              .history = options->history,
                              .version = GPUBENCH_VERSION,
                              .commit = GPUBENCH_COMMIT,
                              .notes = stderr};
    for (size_t i = 0; i < options->words && fault.status == OK; i++) {
        const char *path = options->word[i];
        const bool curves = options->plot && curve_table_named(path);
        if ((curves ? curve_table_load : results_load)(&results[i], path, &fault) == OK && !options->json)
            ways_take(&ways, path, &results[i]);
    }
    if (fault.status == OK)
        return 0;
    output_close(output);
    return complain(&fault, 2);
}

void output_close(struct output *output)
{
    for (size_t i = 0; i < output->count; i++)
        results_free((struct results *)&output->results[i]);
    free((void *)output->results);
}
