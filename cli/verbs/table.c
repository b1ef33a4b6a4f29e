/* gpubench table: prints results files as their runs did, or as JSON; or the cost of accuracy, or the importance of
 * parameters. */
#include "cli/verbs/verbs.h"

#include "base/nearest.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/terminal.h"
#include "reports/table/front.h"

#include <stdio.h>

/* Whether any file's bench has the figure; if not, prints a line with the existing ones. */
static int check_figure(const struct output *output, const char *figure)
{
    struct names names = {0};
    for (size_t i = 0; i < output->count; i++)
        for (size_t p = 0; p < output->results[i].problem_count; p++) {
            const struct named_problem *problem = &output->results[i].problems[p];
            if (front_figure(problem, figure) != SIZE_MAX)
                return 0;
            for (size_t f = 0; f < problem->figures.count; f++)
                names_add_once(&names, problem->figures.text[f]);
        }
    if (names.count)
        return nearest_error("figure", figure, &names);
    fputs("gpubench: table: --front: no bench in these results has figures\n", stderr);
    return 2;
}

/* Prints only after all files were read. */
int verb_table(UNNEEDED const struct registry *registry, struct options *options)
{
    struct output output;
    struct fault fault = {0};
    struct screen screen;
    int status = output_open(&output, options);
    if (status)
        return status;
    if (options->front)
        status = check_figure(&output, options->front);
    if (!status && options->json)
        writer_find("summary")->write(stdout, &output, &fault);
    else if (!status) {
        const char *writer = options->front ? "front" : options->effects ? "effects" : "table";
        screen_open(&screen);
        screen.page.brief = !options->in_full && !options->front && !options->effects;
        output.page = &screen.page;
        writer_find(writer)->write(screen.file, &output, &fault);
        screen_close(&screen);
    }
    if (fault.status != OK)
        status = report_fault(&fault, 2);
    output_close(&output);
    return status;
}
