#include "reports/table/words.h"

#include <string.h>

struct colors colors_of(bool color)
{
    return color ? (struct colors){"\033[1m", "\033[32m", "\033[31m", "\033[0m"} : (struct colors){"", "", "", ""};
}

void print_device(FILE *file, const struct compute_device *device, const struct result *any, const char *name_end)
{
    /* What stands behind a comma is for the results file. */
    fprintf(file, "%s%s (%s%s%.*s)%s\n", device->name, name_end, device->backend, *device->driver ? ", driver " : "",
            (int)strcspn(device->driver, ","), device->driver,
            any ? any->cold ? ", caches cold" : ", caches warm" : "");
}

void print_config(FILE *file, const struct named_problem *problem, const struct result *row)
{
    int at = 0;
    for (size_t i = 0; i < row_parameters(problem, row); i++) {
        const char *name = problem->parameter[i].name, *word = problem_word(problem, row->index, i);
        int length = (int)(strlen(name) + strlen(word)) + 1;
        if (at && at + 2 + length > TABLE_PAGE) {
            fputc('\n', file);
            at = 0;
        }
        at += fprintf(file, "%*s%s %s", at ? 2 : TABLE_INDENT, "", name, word);
    }
    if (at)
        fputc('\n', file);
}
