/* gpubench table: the table of a results file, as its run printed it. */
#include "cli/verbs/verbs.h"

#include "cli/complain.h"
#include "reports/json/results_file.h"
#include "reports/table/table.h"

#include <stdio.h>
#include <unistd.h>

int verb_table(const struct registry *registry, int argc, char **argv)
{
    (void)registry;
    if (argc < 2) {
        fputs("gpubench: table: no results file given; usage: gpubench table RESULTS...\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-') {
            fprintf(stderr, "gpubench: table: unknown option '%s'; it takes results files alone\n", argv[i]);
            return 2;
        }
    for (int i = 1; i < argc; i++) {
        struct results results = {0};
        struct fault fault = {0};
        if (results_load(&results, argv[i], &fault) != OK)
            return complain(&fault, 2);
        table_print(stdout, &results, isatty(STDOUT_FILENO));
        results_free(&results);
    }
    return 0;
}
