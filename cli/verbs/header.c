/* gpubench header: results files into one tuned header. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/output.h"
#include "cli/ways.h"
#include "reports/header/header.h"
#include "reports/header/overlap.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <stdlib.h>

static int write_header(char **paths, size_t count, double max_regret, const char *out)
{
    struct results *loaded = allocate(count * sizeof *loaded);
    const struct results **list = allocate(count * sizeof *list);
    struct fault fault = {0};
    struct ways ways = {0};
    int status = 0;
    for (size_t i = 0; i < count; i++) {
        list[i] = &loaded[i];
        if (fault.status == OK)
            results_load(&loaded[i], paths[i], &fault);
        if (fault.status == OK)
            ways_take(&ways, paths[i], &loaded[i]);
    }
    if (fault.status == OK && overlap_check(list, (const char *const *)paths, count, &fault) == OK &&
        header_write(list, count, max_regret, out, &fault) == OK)
        overlap_print(stderr, list, (const char *const *)paths, count);
    if (fault.status != OK)
        status = complain(&fault, 2);
    else if (!file_is_stdout(out))
        text_print(stdout, "Header: %s\n", out);
    for (size_t i = 0; i < count; i++)
        results_free(&loaded[i]);
    free(list);
    free(loaded);
    return status;
}

int verb_header(const struct registry *registry, struct options *options)
{
    (void)registry;
    if (!options->out) {
        fputs("gpubench: header: -o FILE is missing\n", stderr);
        return 2;
    }
    const int status = output_check("header", "-o", options->out, (const char *const *)options->word, options->words);
    return status ? status : write_header(options->word, options->words, options->max_regret, options->out);
}
