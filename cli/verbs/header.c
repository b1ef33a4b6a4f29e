/* gpubench header: results files into one tuned header. */
#include "cli/verbs/verbs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/complain.h"
#include "cli/passed.h"
#include "cli/ways.h"
#include "reports/header/header.h"
#include "reports/header/overlap.h"
#include "reports/json/results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int usage(const char *problem)
{
    text_print(stderr, "gpubench: header: %s; usage: gpubench header RESULTS... -o tuned.h [--max-regret R]\n",
               problem);
    return 2;
}

/* Whether a header would replace one of the files that it is made of. */
static bool replaces_one(char **paths, size_t count, const char *out)
{
    struct stat input, output;
    if (stat(out, &output))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!stat(paths[i], &input) && input.st_dev == output.st_dev && input.st_ino == output.st_ino)
            return true;
    return false;
}

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

int verb_header(const struct registry *registry, int argc, char **argv)
{
    (void)registry;
    const char *out = NULL;
    double max_regret = -1; /* no size is left out */
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        if (passed_is(argv[i], "check"))
            return verb_header_check(argc, argv);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-o")) {
            if (i + 1 == argc)
                return usage("-o needs a file name");
            out = argv[++i];
        } else if (!strcmp(argv[i], "--max-regret")) {
            if (i + 1 == argc || !parse_share(argv[++i], 0, 1, &max_regret))
                return usage("--max-regret takes a share of the best time, as 2% or 0.02");
        } else if (argv[i][0] == '-') {
            text_print(stderr, "gpubench: header: unknown option '%s'; it takes -o FILE and --max-regret R\n", argv[i]);
            return 2;
        } else {
            argv[count++] = argv[i];
        }
    }
    if (!count)
        return usage("no results file given");
    if (!out)
        return usage("-o FILE is missing");
    if (replaces_one(argv, count, out)) {
        text_print(stderr, "gpubench: header: -o %s is one of the results files; name another\n", out);
        return 2;
    }
    return write_header(argv, count, max_regret, out);
}
