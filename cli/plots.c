#include "cli/plots.h"

#include "base/file.h"
#include "base/nearest.h"
#include "cli/complain.h"
#include "reports/json/results_file.h"
#include "reports/plot/curve_table.h"
#include "reports/plot/plot.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

int plots_check(const char *name)
{
    struct names names = {0};
    size_t count;
    const struct plot *plot = plots(&count);
    if (plot_find(name))
        return 0;
    for (size_t i = 0; i < count; i++)
        names_add(&names, plot[i].name);
    return nearest_error("plot", name, &names);
}

enum status plots_load(struct results *results, const char *path, struct fault *fault)
{
    return curve_table_named(path) ? curve_table_load(results, path, fault) : results_load(results, path, fault);
}

/* The first file that has a problem of such a name, and its number there; 2 with a line if there is none. */
static int find(const char *pattern, const struct results *results, size_t count, size_t *file, long *problem)
{
    struct names names = {0};
    for (*file = 0; *file < count; ++*file)
        for (size_t p = 0; p < results[*file].problem_count; p++) {
            const char *name = results[*file].problems[p].name;
            *problem = (long)p;
            if (!fnmatch(pattern, name, 0))
                return 0;
            names_add(&names, name);
        }
    return nearest_error("problem", pattern, &names);
}

static enum status save(const struct plot *plot, const struct results *results, size_t count, long problem,
                        const char *path, struct fault *fault)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return fail(fault, INVALID, "%s: cannot write: %s", path, strerror(errno));
    plot_write(file, plot, results, count, problem, fault);
    fclose(file);
    if (fault->status == OK)
        file_save(path, text, size, fault);
    free(text);
    return fault->status;
}

int plots_save(const char *name, const char *problem, const struct results *results, size_t count, const char *path)
{
    struct fault fault = {0};
    size_t file = 0;
    long number = PLOT_ALL;
    const int status = problem ? find(problem, results, count, &file, &number) : 0;
    if (status)
        return status;
    save(plot_find(name), results + file, problem ? 1 : count, number, path, &fault);
    return fault.status == OK ? 0 : complain(&fault, 2);
}
